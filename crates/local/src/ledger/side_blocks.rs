//! Splits lines where a block of sums is printed beside another block (an address, payment details). Several receipts
//! side by side are in `several_documents`.

use super::line::{Kind, Line, Token};
use super::vocabulary::{Vocabulary, find};
use crate::page::model::Layout;
use touchstone_core::pack::{LedgerColumn, LedgerField};

/// Min gap between blocks, in font sizes.
const APART: f32 = 3.0;
/// Min captions with aligned amounts in a block.
const BLOCK: usize = 3;

/// Splits each line where a sum's caption with its amount is apart from the text left of it.
pub(super) fn parted(layout: &Layout, lines: &[Line], words: &Vocabulary) -> Vec<Line> {
    let edges: Vec<f32> = lines
        .iter()
        .filter_map(|line| Some(summed(layout, line, words)?.1))
        .collect();
    let in_block = |edge: f32| edges.iter().filter(|other| (*other - edge).abs() < 2.0).count() >= BLOCK;
    let mut all = Vec::with_capacity(lines.len());
    for line in lines {
        match summed(layout, line, words) {
            Some((place, edge)) if place > 0 && in_block(edge) => {
                let gap = line.tokens[place].region.x - line.tokens[place - 1].region.right();
                if gap < APART * line.size {
                    all.push(line.clone());
                    continue;
                }
                all.push(part(layout, line, &line.tokens[..place]));
                all.push(part(layout, line, &line.tokens[place..]));
            }
            _ => all.push(line.clone()),
        }
    }
    all
}

/// Where a caption with a colon and its amount end a line, and the amount's right edge: `Shipping & Handling:   $5.99`.
fn summed(layout: &Layout, line: &Line, words: &Vocabulary) -> Option<(usize, f32)> {
    let [before @ .., caption, amount] = &line.tokens[..] else {
        return None;
    };
    amount.amount()?;
    let colon = layout.word(*caption.words.last()?).text.ends_with(':');
    let own: Vec<_> = line
        .folds
        .iter()
        .filter(|fold| caption.words.contains(&fold.word))
        .cloned()
        .collect();
    let lists = [
        LedgerField::Subtotal,
        LedgerField::Tax,
        LedgerField::Tip,
        LedgerField::Total,
    ]
    .map(|field| words.captions(field));
    let mut lists = lists
        .into_iter()
        .chain([words.column(LedgerField::Adjustments, LedgerColumn::Description)]);
    let sum = caption.kind == Kind::Text && lists.any(|phrases| find(phrases, &own).is_some());
    let plain = before.iter().all(|token| token.amount().is_none());
    (colon && sum && plain).then(|| (before.len(), amount.region.right()))
}

fn part(layout: &Layout, line: &Line, tokens: &[Token]) -> Line {
    let words: Vec<usize> = tokens.iter().flat_map(|token| token.words.iter().copied()).collect();
    Line {
        folds: line
            .folds
            .iter()
            .filter(|fold| words.contains(&fold.word))
            .cloned()
            .collect(),
        region: layout.around(&words),
        tokens: tokens.to_vec(),
        size: line.size,
        words,
    }
}
