//! Splits a page that holds several documents of one label: receipts side by side or stacked, or the accounts of one
//! statement. A page is split only if the sums of every part reconcile.

use super::captioned::numbers_after;
use super::line::{self, Line};
use super::model::Filled;
use super::receipt::{Receipt, reconciles};
use super::statement::Statement;
use super::vocabulary::{Vocabulary, longest_at};
use crate::page::bands::{bands, halves};
use crate::page::model::Layout;
use std::collections::BTreeSet;
use touchstone_core::pack::{LedgerField, WordList};
use touchstone_intake::Region;

/// How many of the page's widest gaps are tried.
const TRIED: usize = 4;
/// Min gap between documents, in points.
const APART: f32 = 12.0;

/// A part of a page with the fields read from it.
pub(super) type Part = (Region, Filled);

/// The receipts of a page, in reading order, if there are several.
pub(super) fn receipts(layout: &Layout, lines: &[Line], words: &Vocabulary) -> Vec<Part> {
    let totals = lines.iter().filter(|line| line.has_amount()).flat_map(|line| {
        let named = (0..line.folds.len())
            .filter(|&from| longest_at(words.captions(LedgerField::Total), &line.folds, from).is_some());
        named.map(|from| *layout.region(line.folds[from].word))
    });
    let totals: Vec<Region> = totals.collect();
    if totals.len() < 2 {
        return Vec::new();
    }
    let whole = layout.page.region();
    for down in [false, true] {
        let mut gaps = bands(layout, &whole, down, |_| true);
        gaps.retain(|(from, to)| to - from > APART);
        gaps.sort_by(|a, b| (b.1 - b.0).total_cmp(&(a.1 - a.0)));
        for (from, to) in gaps.into_iter().take(TRIED) {
            let (first, second) = halves(&whole, f32::midpoint(from, to), down);
            let summed = |side: &Region| totals.iter().any(|total| side.holds(total));
            if !summed(&first) || !summed(&second) {
                continue;
            }
            let Some(first) = receipt(layout, words, first) else {
                continue;
            };
            if let Some(second) = receipt(layout, words, second) {
                return vec![first, second];
            }
        }
    }
    Vec::new()
}

/// A part of a page that is a complete receipt.
fn receipt(layout: &Layout, words: &Vocabulary, region: Region) -> Option<Part> {
    let part = layout.within(&region);
    let mut receipt = Receipt::default();
    receipt.page(&part, &line::lines(&part), words);
    let (filled, proofs) = reconciles(receipt);
    let whole = [
        LedgerField::Merchant,
        LedgerField::Items,
        LedgerField::Total,
        LedgerField::Date,
    ];
    (proofs.reconciled && whole.into_iter().all(|field| filled.has(field))).then_some((region, filled))
}

/// The accounts of a statement on one page, top to bottom, if there are several. Each begins with its number and leads
/// from its opening to its closing balance; a number that is only mentioned, as in a summary above, must be one of
/// theirs.
pub(super) fn accounts(layout: &Layout, lines: &[Line], words: &Vocabulary) -> Vec<Part> {
    let mut heads = numbers_after(
        layout,
        lines,
        words.captions(LedgerField::Account),
        words.words(WordList::Numbered),
    );
    // `Member 77120` is a prefix of the account numbers, as in `77120-3301`.
    let all: Vec<String> = heads.iter().map(|(_, number)| number.raw.clone()).collect();
    heads.retain(|(_, number)| {
        let begins = |other: &String| {
            other
                .strip_prefix(&number.raw)
                .is_some_and(|rest| rest.starts_with('-'))
        };
        !all.iter().any(begins)
    });
    // A row may mention another account: `06/25 Transfer from Checking 3301`.
    heads.retain(|(line, _)| lines[*line].tokens.first().is_some_and(|token| token.days().is_none()));
    let named: BTreeSet<String> = heads.iter().map(|(_, number)| number.raw.clone()).collect();
    if named.len() < 2 {
        return Vec::new();
    }
    let page = layout.page.region();
    let tops: Vec<f32> = heads.iter().map(|(line, _)| lines[*line].region.y - 1.0).collect();
    let mut parts: Vec<Part> = Vec::new();
    for (index, &top) in tops.iter().enumerate() {
        let bottom = tops.get(index + 1).copied().unwrap_or(page.bottom());
        let region = Region::between(page.page, (page.x, top), (page.right(), bottom));
        let part = layout.within(&region);
        let mut statement = Statement::headed(layout, lines, words);
        statement.page(&part, &line::lines(&part), words);
        let proved = statement.proves(words);
        let filled = statement.finish(words);
        let whole = [
            LedgerField::Account,
            LedgerField::OpeningBalance,
            LedgerField::ClosingBalance,
            LedgerField::Transactions,
        ];
        if proved && whole.into_iter().all(|field| filled.has(field)) {
            parts.push((region, filled));
        }
    }
    let number = |part: &Part| {
        part.1
            .fields
            .get(&LedgerField::Account)
            .and_then(|field| field.raw.clone())
    };
    let proved: BTreeSet<String> = parts.iter().filter_map(number).collect();
    if parts.len() > 1 && proved.len() == parts.len() && proved == named {
        parts
    } else {
        Vec::new()
    }
}
