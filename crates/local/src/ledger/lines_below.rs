//! Item names below the line with their price, as on receipts whose lines begin with the item number:
//! `9557546631393  5  2.08  10.38` over `G SOFT QUICK DRY`. Names above their price are in `lines_above`.

use super::line::Line;
use super::model::{Above, Item};
use super::role::{Role, role};
use super::span::span;
use super::vocabulary::Vocabulary;
use crate::page::model::Layout;

/// Min letters in a name; fewer are a code.
const NAMED: usize = 3;
/// Min prices with a name below for it to be the layout.
const HABIT: usize = 2;

/// Whether a text has enough letters to be a name.
pub(super) fn is_name(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphabetic()).count() >= NAMED
}

/// Whether a line has a word that can be a name, not only numbers, codes and tax code letters.
fn has_name(layout: &Layout, line: &Line) -> bool {
    line.words.iter().any(|&word| is_name(&layout.word(word).text))
}

/// Whether the lines below the header (the first line) begin with a price, and each price has a name straight below.
pub(super) fn names_follow(layout: &Layout, lines: &[Line], words: &Vocabulary) -> bool {
    let Some((captions, lines)) = lines.split_first() else {
        return false;
    };
    // Headers of two lines, or one that OCR split in two, continue below.
    let head = |line: &&Line| {
        // A name straight below tall captions begins slightly above their bottom.
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

/// Names an item by the line straight below its price, or below the first line of its name. Returns whether it did.
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
