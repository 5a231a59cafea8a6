//! Descriptions of user edits: the place, the value before and the value after. Pure. Author and time are in
//! `history`.

use super::fields::described;
use crate::review;
use crate::review::{label_place, marking_line, page_place, place_of};
use serde_json::Value;
use touchstone_core::pack::{FieldSpec, Pack};
use touchstone_core::record::{Correction, Form, Marking};
use touchstone_core::value;

/// Description of an edit, from its first row; the other rows follow from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EditDescription {
    /// `Wages, tips (Box 1)`, `page 2`, `pages 14–15`.
    pub name: String,
    pub before: Option<String>,
    pub after: Option<String>,
    /// A description that replaces the two values, such as `split` in `pages 14–15 split`.
    happened: Option<&'static str>,
}

impl EditDescription {
    /// The edit in one line: `page 2: SECRET//X1 → SECRET//NOFORN`.
    pub(super) fn line(&self) -> String {
        let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "blank".to_owned());
        match self.happened {
            Some(happened) => format!("{} {happened}", self.name),
            None => format!("{}: {} → {}", self.name, text(&self.before), text(&self.after)),
        }
    }
}

/// Groups the rows of an act by edit, each with the rows that follow from it: whole parts of the classification.
pub(super) fn each_edit<'r, 'c>(rows: &'r [&'c Correction]) -> impl Iterator<Item = &'r [&'c Correction]> {
    rows.chunk_by(|_, next| {
        matches!(
            label_place(&next.path),
            Some("label" | "segments" | "mixture" | "marking")
        )
    })
}

pub(super) fn describe(rows: &[&Correction], forms: &[Form], pack: Option<&Pack>) -> Option<EditDescription> {
    let first = rows.first()?;
    let shown = |value: &Value| (!value.is_null()).then(|| in_words(value, pack));
    let plain = |name: String| EditDescription {
        name,
        before: shown(&first.before),
        after: shown(&first.after),
        happened: None,
    };
    if let Some((number, path)) = place_of(&first.path) {
        let form = forms.iter().find(|form| form.number == number);
        let label = first.form_label.as_deref().or(form.map(|form| form.label.as_str()));
        return Some(plain(field_name(path, label, pack)));
    }
    if let Some(page) = page_place(&first.path) {
        return Some(plain(review::pages_in_words(page, page)));
    }
    Some(match label_place(&first.path).unwrap_or(&first.path) {
        "label" => plain("the document type".to_owned()),
        "marking" => plain("the marking of the document".to_owned()),
        "marking.declassify_on" => plain("the declassification instruction".to_owned()),
        path if path.starts_with("segments") => segments(rows).unwrap_or_else(|| plain(path_in_words(path))),
        path => plain(path_in_words(path)),
    })
}

fn field_name(path: &str, label: Option<&str>, pack: Option<&Pack>) -> String {
    let field = path.split(['.', '[']).next().unwrap_or(path);
    let template = pack.zip(label).map(|(pack, label)| pack.template_for(label));
    let spec = template.and_then(|template| template.field(field));
    let name = spec.map_or_else(|| described(None, field), FieldSpec::described);
    format!("{name}{}", in_row(&path[field.len()..]))
}

/// `[1].amount` with rows counted from 1: `, row 2, amount`.
fn in_row(below: &str) -> String {
    let Some((row, part)) = below.strip_prefix('[').and_then(|rest| rest.split_once(']')) else {
        return String::new();
    };
    let part = part.trim_start_matches('.').replace('_', " ");
    let comma = if part.is_empty() { "" } else { ", " };
    format!(", row {}{comma}{part}", one_on(row))
}

/// `segments[3].types[1].share` counted from 1: `segment 4, type 2, share`.
fn path_in_words(path: &str) -> String {
    let steps = path.split('.').map(|step| match step.split_once('[') {
        Some((list, index)) => format!("{} {}", list.trim_end_matches('s'), one_on(index.trim_end_matches(']'))),
        None => step.replace('_', " "),
    });
    steps.collect::<Vec<_>>().join(", ")
}

fn one_on(index: &str) -> String {
    let counted = index.parse::<u32>().ok().and_then(|index| index.checked_add(1));
    counted.map_or_else(|| index.to_owned(), |counted| counted.to_string())
}

/// A value for display: of a row, its filled cells; a marking as a banner line.
pub(super) fn in_words(value: &Value, pack: Option<&Pack>) -> String {
    match value {
        Value::Object(parts) => {
            if let Ok(marking) = serde_json::from_value::<Marking>(value.clone()) {
                return pack.map_or_else(|| marking.level.clone(), |pack| marking_line(pack, &marking));
            }
            let filled = parts.values().filter(|part| !part.is_null());
            joined(filled.map(|part| in_words(part, pack)), " · ")
        }
        Value::Array(items) => joined(items.iter().map(|item| in_words(item, pack)), ", "),
        value => value::print(value),
    }
}

fn joined(parts: impl Iterator<Item = String>, between: &str) -> String {
    parts.collect::<Vec<_>>().join(between)
}

/// A page range with its label.
#[derive(PartialEq)]
struct Span {
    first: u32,
    last: u32,
    label: String,
}

/// Describes the segments that changed, over their first to last page.
fn segments(rows: &[&Correction]) -> Option<EditDescription> {
    let whole = |row: &&&Correction| label_place(&row.path) == Some("segments");
    let before = spans(&rows.iter().find(whole)?.before)?;
    let after = spans(&rows.iter().rfind(whole)?.after)?;
    let gone: Vec<&Span> = before.iter().filter(|span| !after.contains(span)).collect();
    let come: Vec<&Span> = after.iter().filter(|span| !before.contains(span)).collect();
    let all = || gone.iter().chain(&come);
    let (first, last) = (all().map(|span| span.first).min()?, all().map(|span| span.last).max()?);
    let listed = |spans: &[&Span]| match spans {
        [] => None,
        [one] if (one.first, one.last) == (first, last) => Some(one.label.clone()),
        several => Some(joined(
            several.iter().map(|span| {
                let pages = review::pages_in_words(span.first, span.last);
                format!("{} ({pages})", span.label)
            }),
            ", ",
        )),
    };
    Some(EditDescription {
        name: review::pages_in_words(first, last),
        before: listed(&gone),
        after: listed(&come),
        happened: match (gone.len(), come.len()) {
            (1, 2..) => Some("split"),
            (2.., 1) => Some("joined"),
            _ => None,
        },
    })
}

fn spans(segments: &Value) -> Option<Vec<Span>> {
    let page = |segment: &Value, name: &str| segment.get(name)?.as_u64()?.try_into().ok();
    let span = |segment: &Value| {
        Some(Span {
            first: page(segment, "first_page")?,
            last: page(segment, "last_page")?,
            label: segment.get("label")?.as_str()?.to_owned(),
        })
    };
    segments.as_array()?.iter().map(span).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;
    use touchstone_core::pack::default_folder;
    use touchstone_core::record::DocumentId;

    fn line(path: &str, before: Value, after: Value) -> String {
        let pack = Pack::load(&default_folder().unwrap().join("markings")).unwrap();
        let row = Correction::of_person(DocumentId::fresh(), path.to_owned(), before, after);
        describe(&[&row], &[], Some(&pack)).unwrap().line()
    }

    fn segment(first: u32, last: u32, label: &str) -> Value {
        json!({"first_page": first, "last_page": last, "page_count": last - first + 1, "label": label,
               "types": [{"label": label, "presence": "PRIMARY", "confidence": 1.0, "share": 1.0,
                          "evidence": [{"page": first, "regions": [{"x": 72.062_500_000_000_01}]}]}]})
    }

    #[test]
    fn rows_are_counted_as_people_count() {
        for (below, words) in [
            ("", ""),
            ("[0]", ", row 1"),
            ("[1].state_wages", ", row 2, state wages"),
        ] {
            assert_eq!(in_row(below), words);
        }
        assert_eq!(in_words(&json!({"code": "D", "amount": null}), None), "D");
        assert_eq!(path_in_words("segments[3].types[1].share"), "segment 4, type 2, share");
    }

    #[test]
    fn markings_are_described_as_banner_lines() {
        let marking = |caveat: &str| {
            json!({"level": "SECRET", "caveats": [caveat], "rel_to": [], "declassify_on": null,
                   "printed": "SECRET", "cancelled": false})
        };
        assert_eq!(
            line("pages[1].marking", marking("X1"), marking("NOFORN")),
            "page 2: SECRET//X1 → SECRET//NOFORN"
        );
    }

    #[test]
    fn segments_are_described_by_their_pages_without_what_stayed() {
        let rest = [segment(1, 13, "Clinical Note"), segment(16, 16, "Other")];
        let chart = |middle: &[Value]| Value::Array([&rest[..1], middle, &rest[1..]].concat());
        let path = "classification.segments";
        let (note, report) = ("Clinical Note", "Radiology Report");
        let as_one = chart(&[segment(14, 15, note)]);
        let another = chart(&[segment(14, 15, report)]);
        let split = chart(&[segment(14, 14, note), segment(15, 15, report)]);
        assert_eq!(
            line(path, as_one.clone(), another),
            "pages 14–15: Clinical Note → Radiology Report"
        );
        assert_eq!(line(path, as_one.clone(), split.clone()), "pages 14–15 split");
        assert_eq!(line(path, split.clone(), as_one.clone()), "pages 14–15 joined");
        let row = Correction::of_person(DocumentId::fresh(), path.to_owned(), as_one, split);
        let description = describe(&[&row], &[], None).unwrap();
        assert_eq!(
            (description.before.as_deref(), description.after.as_deref()),
            (
                Some("Clinical Note"),
                Some("Clinical Note (page 14), Radiology Report (page 15)")
            )
        );
    }
}
