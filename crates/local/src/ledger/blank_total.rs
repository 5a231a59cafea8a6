//! Detects a total without an amount: left blank, as on a restaurant's card slip before the tip, or not readable.

use super::line::Line;
use super::model::Doubt;
use super::role::Role;
use super::sorting::Entry;
use super::span::{Span, span};
use super::vocabulary::{Vocabulary, longest_at};
use crate::page::model::Layout;
use touchstone_core::pack::LedgerField;

/// The caption of a total with no amount beside it: `Total: ______`, `TOTAL`, `TOTAL 1O4V97`.
pub(super) fn asked(layout: &Layout, line: &Line, words: &Vocabulary) -> Option<Span> {
    let found = longest_at(words.captions(LedgerField::Total), &line.folds, 0)?;
    let beside = line.folds[found.to..]
        .first()
        .map(|fold| layout.word(fold.word).text.as_str());
    let caption = span(layout, &line.words);
    let last = layout.word(*line.words.last()?).text.as_str();
    let asks = match beside {
        None => last.ends_with([':', '_']) || is_called_total(&caption),
        // What pen or dirt makes of an amount.
        Some(text) => text == last && text.contains(char::is_alphabetic) && text.contains(|c: char| c.is_ascii_digit()),
    };
    asks.then_some(caption)
}

fn is_called_total(caption: &Span) -> bool {
    caption.raw.to_lowercase().contains("total")
}

/// A slip with a blank total shows another amount, which is not the final total.
pub(super) fn doubt(blank: Option<&Span>, entries: &[Entry]) -> Option<Doubt> {
    let called = |entry: &Entry| entry.role == Role::Total && is_called_total(&entry.caption);
    let blank = blank.filter(|_| !entries.iter().any(called))?;
    Some(Doubt {
        field: LedgerField::Total,
        code: "incomplete",
        message: format!("no amount was read in \"{}\"", blank.raw.trim()),
        evidence: blank.clone(),
    })
}
