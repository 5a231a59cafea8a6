//! A page without a form on which the second reader finds the boxes of one: a W-2 in words that the pack does not know.

use super::opinion::{SURE, fitting};
use crate::checks::form_lines::shown;
use std::collections::BTreeMap;
use touchstone_core::pack::{Pack, Template};
use touchstone_core::record::{Evidence, NewIssue, RaisedBy, Severity};
use touchstone_core::stop;
use touchstone_intake::Reading;
use touchstone_second::{Candidate, Feature, Kind, Model};

/// Min boxes of a form. Letters and lists name a few.
const BOXES: usize = 5;

/// The form that a page without one shows, if any.
pub(super) fn unread_form(
    pack: &Pack,
    model: &Model,
    page: u32,
    reading: &Reading,
    described: &[(Candidate, Vec<Feature>)],
) -> Option<NewIssue> {
    let complete = pack.templates().iter().filter(|template| template.complete);
    let found = complete.map(|template| (template, boxes(model, template, page, reading, described)));
    let (template, boxes) = found.max_by_key(|(_, boxes)| boxes.len())?;
    if boxes.len() < BOXES {
        return None;
    }
    let message = format!("the second reader finds a {} on page {page}", template.title);
    let subject = format!("pages[{}]", page.saturating_sub(1));
    let issue = NewIssue::new(RaisedBy::V4, "second_reader_form", Severity::Major, subject, message);
    Some(issue.evidence(boxes.into_values().collect()))
}

/// The typed values of a page that are likely those of different boxes of a form, by field.
fn boxes<'m>(
    model: &'m Model,
    template: &Template,
    page: u32,
    reading: &Reading,
    described: &[(Candidate, Vec<Feature>)],
) -> BTreeMap<&'m str, Evidence> {
    stop::point();
    let label = &template.label;
    let mut found = BTreeMap::new();
    for one in fitting(model, template, described) {
        let best = one.best().filter(|&best| one.odds[best] > SURE);
        let Some(field) = best.and_then(|best| model.fields(label).get(best)) else {
            continue;
        };
        if one.candidate.kind == Kind::Typed
            && model.hears(label, field)
            && let Some(&word) = one.candidate.words.first()
        {
            found.insert(field.as_str(), shown(page, reading, word));
        }
    }
    found
}
