//! V4: values that the second reader assigns to another field or to none, and that nothing else proves; values that it
//! finds for fields left empty; and forms on pages without one. Only fields count that it reads reliably on layouts unlike
//! those of its training.

mod given;
mod unread_form;

use super::as_shown::proved;
use super::form_lines::{pages, shown};
use super::{CheckInput, form_path};
pub use given::{Given, fits, given, specs};
use std::collections::{BTreeMap, BTreeSet};
use touchstone_core::pack::{FieldSpec, Template};
use touchstone_core::record::{Evidence, Extent, Form, NewIssue, RaisedBy, Severity};
use touchstone_core::stop;
use touchstone_intake::Reading;
use touchstone_second::{Candidate, Feature, Model, Scored, described, score};
use unread_form::unread_form;

/// Min log odds of a value: the second reader is asked which field a value belongs to, less whether it is one.
const VALUE: f32 = -8.0;
/// Min log odds of a value for a field that the form leaves empty.
const SURE: f32 = 3.0;

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
        .flat_map(|form| differences(input, model, &scored, form))
        .collect();
    issues.extend(unread);
    issues
}

/// The candidates of a page, scored for the fields of a form that they can be values of.
fn fitting(model: &Model, template: &Template, described: &[(Candidate, Vec<Feature>)]) -> Vec<Scored> {
    let by_path: BTreeMap<String, &FieldSpec> = specs(template).into_iter().collect();
    let fields = model.fields(&template.label).iter();
    let specs: Vec<Option<&FieldSpec>> = fields.map(|path| by_path.get(path).copied()).collect();
    let mut scored = score(model, &template.label, described);
    for one in &mut scored {
        for (odds, spec) in one.odds.iter_mut().zip(&specs) {
            if !spec.is_some_and(|spec| fits(spec, &one.candidate)) {
                *odds = f32::MIN;
            }
        }
    }
    scored
}

/// The candidates of each page by the label they were scored for; forms with one label share them.
type ScoredPages<'a> = BTreeMap<(&'a str, u32), Vec<Scored>>;

/// What the second reader makes of the pages of a form.
struct Opinion<'a> {
    /// Paths of the fields without indices.
    fields: &'a [String],
    found: Vec<Found<'a>>,
}

/// A candidate on a page.
struct Found<'a> {
    page: u32,
    reading: &'a Reading,
    scored: &'a Scored,
}

impl Found<'_> {
    fn evidence(&self) -> Option<Evidence> {
        Some(shown(self.page, self.reading, *self.scored.candidate.words.first()?))
    }
}

impl<'a> Opinion<'a> {
    /// The candidates in the part of the pages that belongs to the form.
    fn of(input: &CheckInput<'a>, model: &'a Model, scored: &'a ScoredPages, form: &'a Form) -> Self {
        let extent = Extent::of_form(form, input.plans);
        let mut found = Vec::new();
        for (page, reading) in pages(input, form) {
            let all = scored.get(&(form.label.as_str(), page)).into_iter().flatten();
            let own = all.filter(|one| !extent.is_anothers(&one.candidate.region));
            found.extend(own.map(|scored| Found { page, reading, scored }));
        }
        Self {
            fields: model.fields(&form.label),
            found,
        }
    }

    /// The likeliest field of a candidate, with its odds.
    fn best(&self, one: &Found) -> Option<(&str, f32)> {
        let index = one.scored.best()?;
        Some((self.fields.get(index)?, *one.scored.odds.get(index)?))
    }

    /// The likeliest odds of any candidate for a field.
    fn highest(&self, field: usize) -> f32 {
        self.found
            .iter()
            .filter_map(|one| one.scored.odds.get(field))
            .copied()
            .fold(f32::MIN, f32::max)
    }
}

fn differences(input: &CheckInput, model: &Model, scored: &ScoredPages, form: &Form) -> Vec<NewIssue> {
    let opinion = Opinion::of(input, model, scored, form);
    let values = given(input.pack.template_for(&form.label), |name| {
        form.field(name).map(|field| &field.value)
    });
    let proved = proved(input.pack, form);
    let is_proved = |path: &str| path.split(['[', '.']).next().is_some_and(|name| proved.contains(name));
    let open = |value: &&Given| model.hears(&form.label, &value.field) && !is_proved(&value.path);
    let mut issues: Vec<NewIssue> = values
        .iter()
        .filter(open)
        .filter_map(|value| difference(form, &opinion, &values, value))
        .collect();
    let hears = |field: &str| model.hears(&form.label, field);
    issues.extend(left_empty(hears, form, &opinion, &values));
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
    Some(issue.evidence(other.and_then(|(one, _)| one.evidence()).into_iter().collect()))
}

/// Values found for fields that the form leaves empty, and for lists without them.
fn left_empty(hears: impl Fn(&str) -> bool, form: &Form, opinion: &Opinion, values: &[Given]) -> Vec<NewIssue> {
    let mut told = BTreeSet::new();
    let mut issues = Vec::new();
    for one in &opinion.found {
        let candidate = &one.scored.candidate;
        let Some((field, _)) = opinion.best(one).filter(|(_, odds)| *odds > SURE) else {
            continue;
        };
        if !hears(field) || told.contains(field) || candidate.meaning.is_zero() {
            continue;
        }
        let is_taken = values.iter().any(|value| value.is_shown_by(candidate));
        let is_empty = || match field.split_once("[]") {
            Some((list, _)) => lacks(values, list, field),
            None => form.field(field).is_some_and(|own| !own.is_filled()),
        };
        if is_taken || !is_empty() {
            continue;
        }
        told.insert(field);
        let message = format!(
            "the second reader finds \"{}\" for this field, which does not have it",
            candidate.text
        );
        let subject = form_path(form.number, field);
        let issue = NewIssue::new(RaisedBy::V4, "second_reader_finds", Severity::Major, subject, message);
        issues.push(issue.evidence(one.evidence().into_iter().collect()));
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
    use crate::checks::case::{self, Case, typed};
    use touchstone_intake::Region;
    use touchstone_second::{Kind, meaning};

    const FIELDS: [&str; 2] = ["wages_tips", "federal_tax_withheld"];

    /// The second reader's odds for these texts, by field.
    fn scored(reading: &Reading, texts: &[(&str, [f32; 2])]) -> Vec<Scored> {
        let scored = texts.iter().enumerate().map(|(index, (text, odds))| Scored {
            candidate: Candidate {
                kind: Kind::Typed,
                text: (*text).to_owned(),
                meaning: meaning(text),
                region: reading.words[index].region,
                words: vec![index],
                line: 0,
            },
            odds: odds.to_vec(),
        });
        scored.collect()
    }

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
    fn a_value_for_an_empty_field_is_reported_once() {
        let mut case = Case::sound();
        *case.field("wages_tips") = touchstone_core::record::Field::missing();
        let reading = typed("a b c d");
        for (texts, expected) in [
            (vec![("23,677.70", [5.0, 1.0]), ("23,677.70", [5.0, 1.0])], 1),
            (vec![("23,677.70", [2.0, 1.0])], 0),
            (vec![("0.00", [5.0, 1.0])], 0),
            (vec![("2,841.32", [5.0, 1.0])], 0),
        ] {
            let form = &case.forms[0];
            let values = given(case.pack.template_for("W-2"), |name| {
                form.field(name).map(|field| &field.value)
            });
            let (fields, scored) = (FIELDS.map(str::to_owned), scored(&reading, &texts));
            let issues = left_empty(|_| true, form, &opinion(&fields, &reading, &scored), &values);
            assert_eq!(issues.len(), expected, "{texts:?}");
        }
    }
}
