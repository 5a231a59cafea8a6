//! Finds the columns of a table by their captions. Rows are in `rows` and `item`.

use super::line::{Fold, Line, Token};
use super::span::{Span, span};
use super::vocabulary::{Vocabulary, longest_at};
use crate::page::model::Layout;
use touchstone_core::pack::{LedgerColumn, LedgerField, WordList};
use touchstone_intake::Region;

/// Min share of a header line's words that are captions.
const CAPTIONED: f32 = 0.6;
/// Min gap between two captions, in font sizes.
const APART: f32 = 1.1;
/// Max distance of an amount from its column's caption, in font sizes.
const FAR: f32 = 9.0;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Of(LedgerColumn),
    /// The item number, not part of the name.
    Article,
    /// A column whose caption is not in the vocabulary.
    Other,
}

#[derive(Debug, Clone)]
pub(super) struct Column {
    pub part: Part,
    /// The sign group that the caption means.
    pub sign: Option<usize>,
    pub region: Region,
    pub caption: Span,
    /// Whether its amounts are what is repaid of a loan.
    pub repays: bool,
    words: Vec<usize>,
}

impl Column {
    pub(super) fn is(&self, part: LedgerColumn) -> bool {
        self.part == Part::Of(part)
    }

    pub(super) fn is_money(&self) -> bool {
        matches!(self.part, Part::Of(part) if part.is_money())
    }

    /// Whether the line has an amount aligned with the caption.
    pub(super) fn holds_amount(&self, line: &Line) -> bool {
        let straight = |region: &Region| {
            let edges = [
                region.x - self.region.x,
                region.right() - self.region.right(),
                region.center().0 - self.region.center().0,
            ];
            edges.into_iter().any(|edge| edge.abs() < 2.0 * line.size)
        };
        let mut amounts = line.tokens.iter().filter(|token| token.amount().is_some());
        self.is_money() && amounts.any(|token| straight(&token.region))
    }

    /// Whether a region begins at the left edge of the caption.
    pub(super) fn begins(&self, region: &Region, size: f32) -> bool {
        (region.x - self.region.x).abs() < size
    }
}

/// The columns of a header line, unknown ones included; `None` for any other line.
pub(super) fn columns(
    layout: &Layout,
    line: &Line,
    words: &Vocabulary,
    list: LedgerField,
    parts: &[LedgerColumn],
) -> Option<Vec<Column>> {
    let filled = |token: &Token| token.amount().is_some() || token.days().is_some();
    if line.tokens.iter().any(filled) {
        return None;
    }
    let mut found: Vec<Column> = Vec::new();
    let (mut place, mut matched) = (0, 0);
    while place < line.folds.len() {
        let together = &line.folds[..together(layout, line, place)];
        let Some((part, sign, to)) = caption_at(together, place, words, list, parts) else {
            place += 1;
            continue;
        };
        matched += to - place;
        let mut own: Vec<usize> = line.folds[place..to].iter().map(|fold| fold.word).collect();
        own.dedup();
        place = to;
        let region = layout.around(&own);
        match found.last_mut() {
            // `Withdrawals / Subtractions` is one caption.
            Some(last) if same_caption(last, part, sign, &region, line.size) => {
                own.retain(|word| !last.words.contains(word));
                last.words.extend(own);
                last.region = last.region.union(&region);
            }
            _ => found.push(Column {
                part,
                sign,
                region,
                caption: Span::default(),
                repays: false,
                words: own,
            }),
        }
    }
    let named = matched as f32 >= CAPTIONED * line.folds.len() as f32;
    let money = found.iter().filter(|column| column.is_money()).count();
    if !named || money == 0 || money == found.len() {
        return None;
    }
    found.extend(unknown(layout, line, &found));
    for column in &mut found {
        column.caption = span(layout, &column.words);
    }
    name_amounts(&mut found);
    Some(found)
}

/// Without an amount column, the last price or principal column holds the amounts.
fn name_amounts(columns: &mut [Column]) {
    let or_else = |column: &&mut Column| column.is(LedgerColumn::Price) || column.is(LedgerColumn::Principal);
    if columns.iter().all(|column| !column.is(LedgerColumn::Amount))
        && let Some(column) = columns.iter_mut().rev().find(or_else)
    {
        column.repays = column.is(LedgerColumn::Principal);
        column.part = Part::Of(LedgerColumn::Amount);
    }
}

/// Texts of a header line that hold no known caption.
fn unknown(layout: &Layout, line: &Line, found: &[Column]) -> Vec<Column> {
    let known = |token: &&Token| {
        !token
            .words
            .iter()
            .any(|word| found.iter().any(|column| column.words.contains(word)))
    };
    let others = line.tokens.iter().filter(known).map(|token| Column {
        part: Part::Other,
        sign: None,
        region: layout.around(&token.words),
        caption: Span::default(),
        repays: false,
        words: token.words.clone(),
    });
    others.collect()
}

/// End of the words printed close together from `place` on: `Unit    Price` is two captions.
fn together(layout: &Layout, line: &Line, place: usize) -> usize {
    let apart = |pair: &[Fold]| {
        let gap = layout.gap(pair[0].word, pair[1].word);
        pair[0].word != pair[1].word && gap > APART * line.size
    };
    let end = line.folds[place..].windows(2).position(apart);
    end.map_or(line.folds.len(), |end| place + end + 1)
}

fn caption_at(
    folds: &[Fold],
    place: usize,
    words: &Vocabulary,
    list: LedgerField,
    parts: &[LedgerColumn],
) -> Option<(Part, Option<usize>, usize)> {
    let captions = parts.iter().filter_map(|&part| {
        let found = longest_at(words.column(list, part), folds, place)?;
        Some((Part::Of(part), None, found.to))
    });
    let sign = words
        .sign_at(folds, place)
        .map(|(group, found)| (Part::Of(LedgerColumn::Amount), Some(group), found.to));
    let article =
        longest_at(words.words(WordList::Articles), folds, place).map(|found| (Part::Article, None, found.to));
    // The longest match; of equal ones, the part listed first.
    captions
        .chain(sign)
        .chain(article)
        .min_by_key(|(.., to)| std::cmp::Reverse(*to))
}

fn same_caption(last: &Column, part: Part, sign: Option<usize>, region: &Region, size: f32) -> bool {
    let close = region.x - last.region.right() < 0.9 * size;
    let alike = last.part == part && (sign.is_some() == last.sign.is_some());
    // `Transaction Date`, `Check Number`: two adjacent captions of the same text part are one.
    let text = part == last.part && !last.is_money();
    close && (alike || text)
}

/// The money column of a token, by right edge, center or left edge, whichever is closest.
pub(super) fn column_of<'c>(columns: &'c [Column], region: &Region, size: f32) -> Option<&'c Column> {
    let distance = |column: &Column| {
        let right = (region.right() - column.region.right()).abs();
        let middle = (region.center().0 - column.region.center().0).abs();
        let left = (region.x - column.region.x).abs();
        right.min(middle).min(left)
    };
    columns
        .iter()
        .filter(|column| column.is_money() || column.part == Part::Other)
        .map(|column| (distance(column), column))
        .filter(|(far, _)| *far < FAR * size)
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, column)| column)
}
