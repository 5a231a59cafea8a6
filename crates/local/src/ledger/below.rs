//! Names of goods that stand below the line with their price, as tills print them that begin with the number of the article:
//! `9557546631393  5  2.08  10.38` over `G SOFT QUICK DRY`. Not here: names above their price (`above`).

use super::line::Line;
use super::model::{Above, Item};
use super::role::{Role, role};
use super::span::{Money, Span, span};
use super::vocabulary::{Vocabulary, longest_at};
use crate::page::model::Layout;
use touchstone_core::pack::{LedgerColumn, LedgerField};

/// Letters that name something; fewer are a code of the till.
const NAMED: usize = 3;
/// One price above a text shows no habit.
const HABIT: usize = 2;

/// Whether a text names something: it has a few letters.
pub(super) fn is_name(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphabetic()).count() >= NAMED
}

/// Whether a line has a word that may be a name, not only numbers, codes and letters of the till.
fn has_name(layout: &Layout, line: &Line) -> bool {
    line.words.iter().any(|&word| is_name(&layout.word(word).text))
}

/// Whether the lines below the captions of the columns, which are the first one, begin with a price, and a name stands
/// straight below every price.
pub(super) fn names_follow(layout: &Layout, lines: &[Line], words: &Vocabulary) -> bool {
    let Some((captions, lines)) = lines.split_first() else {
        return false;
    };
    // Captions of two lines, or of a line that recognition cut in two, go on for a while.
    let head = |line: &&Line| {
        // A name straight below tall captions begins a little above their lower end.
        let beside = line.region.center().1 < captions.region.bottom();
        !line.has_amount() && (beside || !has_name(layout, line))
    };
    let mut lines = lines.iter().skip_while(head);
    let mut named = 0;
    let Some(mut line) = lines.next() else { return false };
    let bought =
        |line: &Line| line.has_amount() && !has_name(layout, line) && role(layout, line, words, false) == Role::Item;
    while bought(line) {
        let above = Above::of(layout, line);
        let Some(name) = lines.next() else { return false };
        let is_text = !name.has_amount() && has_name(layout, name);
        if !is_text || !above.is_straight_above(&name.region, name.size) {
            return false;
        }
        named += 1;
        match lines.find(|line| line.has_amount()) {
            Some(next) => line = next,
            None => break,
        }
    }
    named >= HABIT
}

/// A count and a price, each behind its caption, that are all a line says below the item they are of: `Qty: 2 Price: $54.00`.
pub(super) fn counted(layout: &Layout, line: &Line, words: &Vocabulary) -> Option<(Span, Money)> {
    let behind = |part: LedgerColumn, from: usize| {
        let caption = longest_at(words.column(LedgerField::Items, part), &line.folds, from)?;
        let word = line.folds.get(caption.to)?.word;
        let token = line.tokens.iter().find(|token| token.words.contains(&word))?;
        let last = line.folds.iter().rposition(|fold| token.words.contains(&fold.word))?;
        Some((token, last + 1))
    };
    let (count, next) = behind(LedgerColumn::Quantity, 0)?;
    let (price, end) = behind(LedgerColumn::Price, next)?;
    let money = Money {
        value: price.amount()?,
        span: span(layout, &price.words),
    };
    count.number()?;
    (end == line.folds.len()).then(|| (span(layout, &count.words), money))
}

/// Names an item by the line straight below its price, or below what its name begins with; tells whether it does.
pub(super) fn name(layout: &Layout, last: &Above, line: &Above, item: &mut Item) -> bool {
    if !last.is_straight_above(&line.region, line.size) {
        return false;
    }
    let dash = |word: &&usize| {
        layout
            .word(**word)
            .text
            .chars()
            .all(|c| "-\u{2013}\u{2014}".contains(c))
    };
    let words: Vec<usize> = line.words.iter().skip_while(dash).copied().collect();
    let own = span(layout, &words);
    if is_name(&item.description.raw) {
        item.description.append(own);
    } else {
        item.description = own;
    }
    true
}
