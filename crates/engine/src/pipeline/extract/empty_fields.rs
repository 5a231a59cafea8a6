//! Fills fields that the local engine left empty with values that the second reader finds. One reader alone is no
//! proof: unless the form's arithmetic proves such a value, it is a doubt.

use super::model::Filler;
use crate::checks::{Found, Opinion, ScoredPage, fitting, form_path, given};
use serde_json::Value;
use std::collections::BTreeMap;
use touchstone_core::arithmetic::proved;
use touchstone_core::pack::{FieldSpec, Lines, Template};
use touchstone_core::record::{Cell, Extent, Extraction, Field, Format, NewIssue, RaisedBy, Severity};
use touchstone_core::value;
use touchstone_intake::{Page, PageSource, Region};
use touchstone_second::{Candidate, Kind, Scored, described};

/// Confidence of a value that one reader finds, below that of any value with a caption.
const CONFIDENCE: f64 = 0.6;
/// Min overlap of a value with the height of a row of its list.
const ON_ROW: f32 = 0.5;

impl Filler<'_> {
    pub(super) async fn fill_empty(&self, extraction: &mut Extraction) -> anyhow::Result<()> {
        let pack = &self.work.pack;
        let Some(model) = pack
            .second_reader
            .as_ref()
            .filter(|_| extraction.label != pack.fallback)
        else {
            return Ok(());
        };
        let template = pack.template_for(&extraction.label);
        let mut pages: Vec<(Page, Vec<Scored>)> = Vec::new();
        for number in self.plan.first_page..=self.plan.last_page {
            let page = self.pages().page(number).await?;
            let candidates = fitting(model, template, &described(&page.reading.words, &page.cells));
            pages.push((page, candidates));
        }
        let extent = Extent::of(self.plan, &self.run_record.plans);
        let scored = pages.iter().map(|(page, candidates)| ScoredPage {
            page: page.number,
            reading: &page.reading,
            candidates,
        });
        let opinion = Opinion::of(model.fields(&template.label), &extent, scored);
        let hears = |path: &str| model.hears(&template.label, path);
        let filled = fill(template, hears, &opinion, extraction);
        let proved = proved(pack, &extraction.label, &extraction.fields);
        let doubted = filled.into_iter().filter(|(path, _)| !proved.contains(path));
        let issues = doubted.map(|(path, found)| {
            let text = &found.candidate().text;
            let message = format!("only the second reader finds \"{text}\" for this field");
            let subject = form_path(self.plan.number, &path);
            NewIssue::new(RaisedBy::Readings, "one_reader", Severity::Major, subject, message)
                .evidence(found.evidence())
        });
        extraction.issues.extend(issues);
        Ok(())
    }
}

/// Fills empty fields and cells; returns their paths with what they were filled from. A required field takes its
/// likeliest value, others only a sure one.
fn fill<'o, 'a>(
    template: &Template,
    hears: impl Fn(&str) -> bool,
    opinion: &'o Opinion<'a>,
    extraction: &mut Extraction,
) -> Vec<(String, &'o Found<'a>)> {
    let values = given(template, |name| extraction.fields.get(name).map(|field| &field.value));
    let required = template.required().map(|spec| spec.name.as_str());
    let likeliest = required.filter_map(|name| Some((name, opinion.likeliest(name, &values)?)));
    let unclaimed = opinion.unclaimed(&values).into_iter().chain(likeliest);
    let mut filled: Vec<(String, &Found)> = Vec::new();
    for (path, found) in unclaimed.filter(|(path, _)| hears(path)) {
        if filled.iter().any(|(_, other)| std::ptr::eq(*other, found)) {
            continue;
        }
        let (name, part) = path
            .split_once("[].")
            .map_or((path, None), |(list, part)| (list, Some(part)));
        let Some((spec, field)) = template.field(name).zip(extraction.fields.get_mut(name)) else {
            continue;
        };
        let own = match part {
            None => fill_field(spec, field, found).then(|| path.to_owned()),
            Some(part) => fill_cell(spec, part, field, found).map(|row| format!("{name}[{row}].{part}")),
        };
        filled.extend(own.map(|path| (path, found)));
    }
    filled
}

fn fill_field(spec: &FieldSpec, field: &mut Field, found: &Found) -> bool {
    if field.is_filled() {
        return false;
    }
    let Some(value) = read(spec, found.candidate()) else {
        return false;
    };
    *field = Field {
        value,
        raw: Some(found.candidate().text.clone()),
        confidence: CONFIDENCE,
        evidence: found.evidence(),
        cells: BTreeMap::new(),
    };
    true
}

/// Fills a cell of the row that a value is printed on, or else of the only row that lacks it.
fn fill_cell(spec: &FieldSpec, part: &str, field: &mut Field, found: &Found) -> Option<usize> {
    let value = read(spec.parts.iter().find(|own| own.name == part)?, found.candidate())?;
    let rows = field.value.as_array_mut()?;
    let lacks = |row: &Value| row.get(part).is_none_or(Value::is_null);
    let lacking: Vec<usize> = (0..rows.len()).filter(|&row| lacks(&rows[row])).collect();
    let on_row = lacking
        .iter()
        .find(|&&row| is_on_row(&field.cells, row, &found.candidate().region));
    let row = *on_row.or(if lacking.len() == 1 { lacking.first() } else { None })?;
    rows[row].as_object_mut()?.insert(part.to_owned(), value.clone());
    let cell = Cell {
        value,
        raw: Some(found.candidate().text.clone()),
        confidence: CONFIDENCE,
        evidence: found.evidence(),
    };
    field.evidence.extend(cell.evidence.clone());
    field.cells.insert(format!("[{row}].{part}"), cell);
    Some(row)
}

fn is_on_row(cells: &BTreeMap<String, Cell>, row: usize, region: &Region) -> bool {
    let prefix = format!("[{row}].");
    let own = cells.iter().filter(|(path, _)| path.starts_with(&prefix));
    let mut regions = own
        .flat_map(|(_, cell)| &cell.evidence)
        .flat_map(|piece| &piece.regions);
    regions.any(|own| own.page == region.page && own.overlap_y(region) > ON_ROW * own.height.min(region.height))
}

/// What a candidate says as a value of a field. Names and addresses of several lines are left to a person.
fn read(spec: &FieldSpec, candidate: &Candidate) -> Option<Value> {
    let is_whole = match (&spec.format, candidate.kind, spec.lines) {
        (Format::Text, Kind::Typed, Lines::All) | (Format::Text, Kind::Line, Lines::First) => true,
        (Format::Text, ..) => false,
        (_, kind, _) => kind == Kind::Typed,
    };
    value::parse(&spec.format, &candidate.text).ok().filter(|_| is_whole)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::checks::case::{Case, scored, typed};
    use serde_json::json;
    use touchstone_core::path::Path;

    const FIELDS: [&str; 4] = ["employee_ssn", "allocated_tips", "wages_tips", "box_12[].code"];

    /// The paths that are filled on a form without its SSN and with a code missing in box 12; `texts` has the odds of
    /// each field for each text.
    fn filled(texts: &[(&str, [f32; 4])]) -> Vec<(String, Value)> {
        let mut case = Case::sound();
        let box_12 = json!([{ "code": null, "amount": "1.00" }, { "code": "D", "amount": "2.00" }]);
        for (name, value) in [
            ("employee_ssn", Value::Null),
            ("allocated_tips", Value::Null),
            ("box_12", box_12),
        ] {
            let field = Field {
                value,
                ..Field::missing()
            };
            case.forms[0].fields.insert(name.to_owned(), field);
        }
        let reading = typed("a b c d");
        let candidates = scored(&reading, texts);
        let page = ScoredPage {
            page: 1,
            reading: &reading,
            candidates: &candidates,
        };
        let fields = FIELDS.map(str::to_owned);
        let opinion = Opinion::of(&fields, &Extent::of_form(&case.forms[0], &[]), [page]);
        let mut extraction = Extraction::of(&case.forms[0]);
        let template = case.pack.template_for("W-2");
        let filled = fill(template, |_| true, &opinion, &mut extraction);
        let values = extraction
            .fields
            .iter()
            .map(|(name, field)| (name.clone(), field.value.clone()));
        let values = Value::Object(values.collect());
        let value = |path: &str| path.parse::<Path>().unwrap().get(&values).cloned();
        let paths = filled.into_iter().map(|(path, _)| path);
        paths
            .map(|path| (path.clone(), value(&path).unwrap_or_default()))
            .collect()
    }

    #[test]
    fn a_required_field_takes_its_likeliest_value_and_others_a_sure_one() {
        for (texts, expected) in [
            (
                vec![("123-45-6789", [-5.0, -9.0, -9.0, -9.0])],
                vec![("employee_ssn", "123-45-6789")],
            ),
            (vec![("123-45-6789", [-9.0, -9.0, -9.0, -9.0])], vec![]),
            (
                vec![("12.50", [-9.0, 5.0, -9.0, -9.0])],
                vec![("allocated_tips", "12.50")],
            ),
            (vec![("12.50", [-9.0, 1.0, -9.0, -9.0])], vec![]),
            // The wages are there, so their print is nothing else.
            (vec![("23,677.70", [-9.0, 5.0, 1.0, -9.0])], vec![]),
            (vec![("99,999.99", [-9.0, 1.0, 5.0, -9.0])], vec![]),
            (vec![("W", [-9.0, -9.0, -9.0, 5.0])], vec![("box_12[0].code", "W")]),
        ] {
            let found = filled(&texts);
            let found: Vec<(&str, &str)> = found
                .iter()
                .map(|(path, value)| (path.as_str(), value.as_str().unwrap_or_default()))
                .collect();
            assert_eq!(found, expected, "{texts:?}");
        }
    }
}
