//! V4: values that the second reader assigns to another field or to none, and that nothing else proves; values that it
//! finds for fields left empty; and forms on pages without one. Only fields count that it reads reliably on layouts unlike
//! those of its training.

mod given;
mod opinion;
mod unread_form;

use super::form_lines::pages;
use super::{CheckInput, form_path};
pub use given::{Given, fits, given, specs};
use opinion::VALUE;
pub(crate) use opinion::{Found, Opinion, ScoredPage, fitting};
use std::collections::{BTreeMap, BTreeSet};
use touchstone_core::arithmetic::proved;
use touchstone_core::record::{Extent, Field, Form, NewIssue, RaisedBy, Severity};
use touchstone_core::stop;
use touchstone_second::{Model, Scored, described};
use unread_form::unread_form;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let Some(model) = &input.pack.second_reader else {
        return Vec::new();
    };
    let (mut scored, mut unread) = (ScoredPages::new(), Vec::new());
    for (page, reading) in input.readings.pages() {
        stop::point();
        let described = described(&reading.words, input.readings.cells(page));
        let forms = input.forms.iter();
        let own = forms.filter(|form| (form.first_page..=form.last_page).contains(&page));
        let labels: BTreeSet<&str> = own.map(|form| form.label.as_str()).collect();
        if labels.iter().all(|label| *label == input.pack.fallback) {
            unread.extend(unread_form(input.pack, model, page, reading, &described));
        }
        for label in labels {
            let template = input.pack.template_for(label);
            scored.insert((label, page), fitting(model, template, &described));
        }
    }
    let forms = input.forms.iter();
    let mut issues: Vec<NewIssue> = forms
        .flat_map(|form| differences(input, model, form, &opinion(input, model, &scored, form)))
        .collect();
    issues.extend(unread);
    issues
}

/// The candidates of each page by the label they were scored for; forms with one label share them.
type ScoredPages<'a> = BTreeMap<(&'a str, u32), Vec<Scored>>;

fn opinion<'a>(input: &CheckInput<'a>, model: &'a Model, scored: &'a ScoredPages, form: &'a Form) -> Opinion<'a> {
    let pages = pages(input, form).filter_map(|(page, reading)| {
        let candidates = scored.get(&(form.label.as_str(), page))?;
        Some(ScoredPage {
            page,
            reading,
            candidates,
        })
    });
    let extent = Extent::of_form(form, input.plans);
    Opinion::of(model.fields(&form.label), &extent, pages)
}

fn differences(input: &CheckInput, model: &Model, form: &Form, opinion: &Opinion) -> Vec<NewIssue> {
    let template = input.pack.template_for(&form.label);
    let values = given(template, |name| form.field(name).map(|field| &field.value));
    let proved = proved(input.pack, &form.label, &form.fields);
    let is_proved = |path: &str| path.split(['[', '.']).next().is_some_and(|name| proved.contains(name));
    let open = |value: &&Given| model.hears(&form.label, &value.field) && !is_proved(&value.path);
    let mut issues: Vec<NewIssue> = values
        .iter()
        .filter(open)
        .filter_map(|value| difference(form, opinion, &values, value))
        .collect();
    // A form may explain a box that it fills; a paper without boxes has no place that tells which sum is meant.
    let is_filled = |field: &str| form.field(field).is_some_and(Field::is_filled);
    let asks = |field: &str| model.hears(&form.label, field) && (template.reader.is_some() || !is_filled(field));
    let told: BTreeSet<String> = issues.iter().map(|issue| issue.subject.clone()).collect();
    let missed = missed(asks, form, opinion, &values).into_iter();
    issues.extend(missed.filter(|missed| !told.contains(&missed.subject)));
    issues
}

/// The issue of a value that the second reader does not find in its field. It agrees if a candidate with this value is
/// likeliest that field's, or the field's likeliest value.
fn difference(form: &Form, opinion: &Opinion, values: &[Given], value: &Given) -> Option<NewIssue> {
    let here = || {
        opinion
            .found
            .iter()
            .filter(|one| value.is_shown_by(&one.scored.candidate))
    };
    // Fields with equal values cannot be told apart by them.
    let is_same =
        |field: &str| field == value.field || values.iter().any(|other| other.field == field && other.is_same(value));
    // The likeliest value of a list says nothing about its other rows.
    let is_single = |field: &str| !field.contains('[') && is_same(field);
    let own: Vec<(usize, f32)> = (0..opinion.fields.len())
        .filter(|&field| is_single(&opinion.fields[field]))
        .map(|field| (field, opinion.highest(field)))
        .collect();
    let agrees = |one: &Found| {
        let is_first = opinion
            .best(one)
            .is_some_and(|(field, odds)| odds > VALUE && is_same(field));
        is_first
            || own
                .iter()
                .any(|(field, highest)| one.scored.odds.get(*field) == Some(highest))
    };
    if here().any(agrees) {
        return None;
    }
    let likeliest = here().filter_map(|one| Some((one, opinion.best(one)?)));
    let other = likeliest.max_by(|(_, (_, a)), (_, (_, b))| a.total_cmp(b));
    let message = match &other {
        Some((one, (field, odds))) if *odds > VALUE => {
            format!("the second reader takes \"{}\" for {field}", one.scored.candidate.text)
        }
        Some((one, _)) => format!("the second reader takes \"{}\" for no value", one.scored.candidate.text),
        None => "the second reader does not find this value".to_owned(),
    };
    let subject = form_path(form.number, &value.path);
    let issue = NewIssue::new(RaisedBy::V4, "second_reader_differs", Severity::Major, subject, message);
    Some(issue.evidence(other.map(|(one, _)| one.evidence()).unwrap_or_default()))
}

/// Values that are in no field: of fields that the form leaves empty or fills with another value, and of rows that lack
/// them.
fn missed(asks: impl Fn(&str) -> bool, form: &Form, opinion: &Opinion, values: &[Given]) -> Vec<NewIssue> {
    // Several pieces of print may be parts of one text.
    let is_text = |field: &str| values.iter().any(|value| value.field == field && value.is_text());
    let mut told = BTreeSet::new();
    let mut issues = Vec::new();
    for (field, one) in opinion.unclaimed(values) {
        let is_missed = match (field.split_once("[]"), form.field(field)) {
            (Some((list, _)), _) => lacks(values, list, field),
            (None, Some(own)) if own.is_filled() => {
                !is_text(field) && opinion.is_likeliest(one, field) && !opinion.is_sure_of(field, values)
            }
            (None, own) => own.is_some(),
        };
        if !is_missed || !asks(field) || !told.insert(field) {
            continue;
        }
        let text = &one.candidate().text;
        let message = match form.field(field).filter(|own| own.is_filled()) {
            None => format!("the second reader finds \"{text}\" for this field, which does not have it"),
            Some(_) => format!("the second reader finds \"{text}\" for this field, which has another value"),
        };
        let subject = form_path(form.number, field);
        let issue = NewIssue::new(RaisedBy::V4, "second_reader_finds", Severity::Major, subject, message);
        issues.push(issue.evidence(one.evidence()));
    }
    issues
}

/// Whether a row of a list has no value of a field.
fn lacks(values: &[Given], list: &str, field: &str) -> bool {
    let rows = |of: &dyn Fn(&Given) -> bool| {
        let own = values.iter().filter(|value| of(value));
        let rows = own.filter_map(|value| value.path.split_once('.').map(|(row, _)| row));
        rows.collect::<BTreeSet<_>>().len()
    };
    let is_in_list = |value: &Given| value.field.split_once("[]").is_some_and(|(name, _)| name == list);
    rows(&|value| value.field == field) < rows(&is_in_list).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::case::{self, Case, scored, typed};
    use touchstone_intake::{Reading, Region};

    const FIELDS: [&str; 2] = ["wages_tips", "federal_tax_withheld"];

    fn opinion<'a>(fields: &'a [String], reading: &'a Reading, scored: &'a [Scored]) -> Opinion<'a> {
        let found = scored.iter().map(|scored| Found {
            page: 1,
            reading,
            scored,
        });
        Opinion {
            fields,
            found: found.collect(),
        }
    }

    /// Messages about the sound W-2, whose wages are 23,677.70 and whose tax is 2,841.32.
    fn messages(texts: &[(&str, [f32; 2])]) -> Vec<String> {
        let case = Case::sound();
        let reading = typed("a b c d");
        let scored = scored(&reading, texts);
        let fields = FIELDS.map(str::to_owned);
        let opinion = opinion(&fields, &reading, &scored);
        let form = &case.forms[0];
        let value = |name: &str| {
            form.field(name)
                .map(|field| &field.value)
                .filter(|_| FIELDS.contains(&name))
        };
        let values = given(case.pack.template_for("W-2"), value);
        values
            .iter()
            .filter_map(|value| difference(form, &opinion, &values, value))
            .map(|issue| issue.message)
            .collect()
    }

    #[test]
    fn a_value_is_agreed_on_by_its_place_or_its_field() {
        for (texts, expected) in [
            (vec![("23,677.70", [5.0, 1.0]), ("2,841.32", [1.0, 5.0])], vec![]),
            // Likeliest a value of no field, but no other print is likelier the wages.
            (vec![("23,677.70", [-6.0, -9.0]), ("2,841.32", [-9.0, 5.0])], vec![]),
            (
                vec![("23,677.70", [1.0, 5.0]), ("2,841.32", [5.0, 1.0])],
                vec![
                    "the second reader takes \"23,677.70\" for federal_tax_withheld",
                    "the second reader takes \"2,841.32\" for wages_tips",
                ],
            ),
            (
                vec![("23,677.70", [5.0, 1.0])],
                vec!["the second reader does not find this value"],
            ),
        ] {
            assert_eq!(messages(&texts), expected, "{texts:?}");
        }
    }

    /// The page of the sound W-2, its words as close as print has them.
    fn printed() -> Reading {
        let mut reading = case::reading();
        let mut last: Option<Region> = None;
        for word in &mut reading.words {
            if let Some(last) = last.filter(|last| word.region.y <= last.y) {
                word.region.x = last.right() + 3.0;
            }
            word.region.width = 4.5 * word.text.len() as f32;
            last = Some(word.region);
        }
        reading
    }

    #[test]
    fn a_form_is_found_on_a_page_without_one() {
        let mut case = Case::sound();
        let folder = touchstone_core::pack::default_folder().unwrap().join("tax");
        case.pack = touchstone_core::pack::Pack::load(&folder).unwrap();
        case.readings.insert_page(touchstone_intake::Page::letter(1, printed()));
        let is_found = |case: &Case| case.reported().contains(&"second_reader_form pages[0]".to_owned());
        assert!(!is_found(&case));
        case.forms.clear();
        assert!(is_found(&case));
    }

    #[test]
    fn a_value_for_an_empty_or_another_field_is_reported_once() {
        for (is_empty, texts, expected) in [
            (true, vec![("23,677.70", [5.0, 1.0]), ("23,677.70", [5.0, 1.0])], 1),
            (true, vec![("23,677.70", [2.0, 1.0])], 0),
            (true, vec![("0.00", [5.0, 1.0])], 0),
            (true, vec![("2,841.32", [5.0, 1.0])], 0),
            (false, vec![("25,000.00", [5.0, 1.0])], 1),
            (false, vec![("25,000.00", [5.0, 1.0]), ("23,677.70", [6.0, 1.0])], 0),
        ] {
            let mut case = Case::sound();
            if is_empty {
                *case.field("wages_tips") = touchstone_core::record::Field::missing();
            }
            let reading = typed("a b c d");
            let form = &case.forms[0];
            let values = given(case.pack.template_for("W-2"), |name| {
                form.field(name).map(|field| &field.value)
            });
            let (fields, scored) = (FIELDS.map(str::to_owned), scored(&reading, &texts));
            let issues = missed(|_| true, form, &opinion(&fields, &reading, &scored), &values);
            assert_eq!(issues.len(), expected, "{texts:?}");
        }
    }
}
