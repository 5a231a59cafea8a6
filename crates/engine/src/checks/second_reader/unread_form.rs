//! A page without a form on which the second reader finds the boxes of one: a W-2 in words that the pack does not know.

use super::{SURE, fitting};
use crate::checks::CheckInput;
use crate::checks::form_lines::shown;
use std::collections::BTreeMap;
use touchstone_core::pack::Template;
use touchstone_core::record::{Evidence, NewIssue, RaisedBy, Severity};
use touchstone_core::stop;
use touchstone_intake::Reading;
use touchstone_second::{Kind, Model};

/// Min boxes of a form. Letters and lists name a few.
const BOXES: usize = 5;

pub(super) fn unread_forms(input: &CheckInput, model: &Model) -> Vec<NewIssue> {
    let mut issues = Vec::new();
    for (page, reading) in input.readings.pages() {
        let mut forms = input.forms.iter().filter(|form| form.label != input.pack.fallback);
        if forms.any(|form| (form.first_page..=form.last_page).contains(&page)) {
            continue;
        }
        let complete = input.pack.templates().iter().filter(|template| template.complete);
        let found = complete.map(|template| (template, boxes(input, model, template, page, reading)));
        let Some((template, boxes)) = found.max_by_key(|(_, boxes)| boxes.len()) else {
            continue;
        };
        if boxes.len() < BOXES {
            continue;
        }
        let message = format!("the second reader finds a {} on page {page}", template.title);
        let subject = format!("pages[{}]", page.saturating_sub(1));
        let issue = NewIssue::new(RaisedBy::V4, "second_reader_form", Severity::Major, subject, message);
        issues.push(issue.evidence(boxes.into_values().collect()));
    }
    issues
}

/// The typed values of a page that are likely those of different boxes of a form, by field.
fn boxes(
    input: &CheckInput,
    model: &Model,
    template: &Template,
    page: u32,
    reading: &Reading,
) -> BTreeMap<String, Evidence> {
    stop::point();
    let label = &template.label;
    let cells = input.readings.cells(page);
    let mut found = BTreeMap::new();
    for one in fitting(input, model, label, &reading.words, cells) {
        let best = one.best().filter(|&best| one.odds[best] > SURE);
        let Some(field) = best.and_then(|best| model.fields(label).get(best)) else {
            continue;
        };
        if one.candidate.kind == Kind::Typed
            && model.hears(label, field)
            && let Some(&word) = one.candidate.words.first()
        {
            found.insert(field.clone(), shown(page, reading, word));
        }
    }
    found
}
