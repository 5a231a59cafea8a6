//! Detects a total left blank, as on a restaurant's card slip before the tip.

use super::line::Line;
use super::model::Doubt;
use super::role::Role;
use super::sorting::Entry;
use super::span::{Span, span};
use super::vocabulary::{Vocabulary, is_one};
use crate::page::model::Layout;
use touchstone_core::pack::LedgerField;

/// The caption of a total with nothing beside it: `Total: ______`.
pub(super) fn asked(layout: &Layout, line: &Line, words: &Vocabulary) -> Option<Span> {
    let last = line.words.last()?;
    let asks = layout.word(*last).text.ends_with([':', '_']);
    (asks && is_one(words.captions(LedgerField::Total), &line.folds)).then(|| span(layout, &line.words))
}

/// A slip with a blank total shows another amount, which is not the final total.
pub(super) fn doubt(blank: Option<&Span>, entries: &[Entry]) -> Option<Doubt> {
    let called = |entry: &Entry| entry.role == Role::Total && entry.caption.raw.to_lowercase().contains("total");
    let blank = blank.filter(|_| !entries.iter().any(called))?;
    Some(Doubt {
        field: LedgerField::Total,
        code: "incomplete",
        message: format!("nothing is filled in beside \"{}\"", blank.raw.trim()),
        evidence: blank.clone(),
    })
}
