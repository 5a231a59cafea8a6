//! Lines of text above the line with a price that belong to the same item: `1 Surface Pro 6`, `256GB / Core i5 /`, and
//! `8GB RAM   $ 999.00`. Evidence is a count before the name, a line that breaks off, or prices indented below their
//! names throughout the receipt. Names below their price are in `lines_below`.

use super::line::{Kind, Line};
use super::lines_below;
use super::model::{Above, Habits};
use super::role::{Role, role};
use super::vocabulary::Vocabulary;
use crate::page::model::Layout;
use rust_decimal::Decimal;
use touchstone_intake::Region;

/// Max count read before a name.
const MOST: i64 = 99;
/// Min indent, in font sizes.
const INDENT: f32 = 0.8;
/// Max lines above the price in one name.
const LONGEST: usize = 4;

/// Min aligned tax code letters for them to be part of the layout.
const FLAGS: usize = 2;

impl Above {
    pub(super) fn of(layout: &Layout, line: &Line) -> Self {
        let text = |word: Option<&usize>| word.map_or("", |&word| layout.word(word).text.as_str());
        let (first, last) = (text(line.words.first()), text(line.words.last()));
        Self {
            words: line.words.clone(),
            region: line.region,
            size: line.size,
            counted: is_counted(layout, line),
            open: last.ends_with(['/', ',', '-', '&', '+', '(']) && !first.starts_with('-') && line.has_letters(),
        }
    }

    /// Whether it is an item number on a separate line, not a name: `KA11-3 - 48`.
    pub(super) fn is_code(&self, layout: &Layout) -> bool {
        let text = layout.text(&self.words);
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        digits >= 3 && digits > letters
    }

    /// Whether a region is straight below it.
    pub(super) fn is_straight_above(&self, region: &Region, size: f32) -> bool {
        region.y - self.region.bottom() < size
    }
}

/// `2 Blue pens`: a whole number and a name of letters.
fn is_counted(layout: &Layout, line: &Line) -> bool {
    let [first, second, ..] = &line.tokens[..] else {
        return false;
    };
    let Kind::Number(number) = first.kind else { return false };
    let whole = number.fract().is_zero() && number >= Decimal::ONE && number <= Decimal::from(MOST);
    let plain = layout.text(&first.words).bytes().all(|byte| byte.is_ascii_digit());
    let named = |&word: &usize| lines_below::is_name(&layout.word(word).text);
    whole && plain && second.kind == Kind::Text && second.words.iter().any(named)
}

/// Index of the first waiting line that belongs to the item with this price. `inside`: the list has begun, or a ruling
/// separates these lines from the header. `indents`: prices are indented below names.
pub(super) fn begins(above: &[Above], line: &Line, own_count: bool, inside: bool, indents: bool) -> Option<usize> {
    let mut start = None;
    let (mut below, mut size) = (line.region, line.size);
    for (at, upper) in above.iter().enumerate().rev().take(LONGEST) {
        if !upper.is_straight_above(&below, size) {
            break;
        }
        let named = upper.counted && !own_count && inside;
        let indented = below.x - upper.region.x > INDENT * size;
        if upper.open || named || indents && indented {
            start = Some(at);
        }
        if upper.counted {
            break;
        }
        (below, size) = (upper.region, upper.size);
    }
    // A count further up begins an item that includes all lines below it.
    let counted = above
        .iter()
        .rposition(|upper| upper.counted)
        .filter(|_| inside && !own_count);
    let close = |from: usize| {
        let rows = above[from..].windows(2);
        let straight = rows
            .clone()
            .all(|two| two[0].is_straight_above(&two[1].region, two[1].size));
        straight
            && above.len() - from <= LONGEST
            && above
                .last()
                .is_some_and(|last| last.is_straight_above(&line.region, line.size))
    };
    counted.filter(|&from| close(from)).or(start)
}

impl Habits {
    /// How a page lays out its items; `header` is the index of the header line.
    pub(super) fn of(layout: &Layout, lines: &[Line], words: &Vocabulary, header: Option<usize>) -> Self {
        let is_item =
            |line: &&Line| line.has_amount() && line.has_letters() && role(layout, line, words, false) == Role::Item;
        let priced: Vec<&Line> = lines.iter().filter(is_item).collect();
        let dated = |line: &&Line| line.has_amount() && line.tokens[0].days().is_some();
        let texts: Vec<&Line> = lines
            .iter()
            .filter(|line| !line.has_amount() && line.has_letters())
            .collect();
        let bought = header.map_or(&[][..], |header| &lines[header..]);
        Self {
            indents: indents(&priced, &texts),
            counts: priced.iter().any(|line| is_counted(layout, line)),
            names_follow: lines_below::names_follow(layout, bought, words),
            flags: flags(layout, &priced),
            dated: lines.iter().filter(dated).count(),
        }
    }
}

/// Center x of the tax code letters, if most lines with a price have one and they are aligned.
fn flags(layout: &Layout, priced: &[&Line]) -> Option<f32> {
    let flag = |line: &&Line| {
        let price = line.tokens.iter().position(|token| token.amount().is_some())?;
        let before = line.tokens[..price].last()?;
        let word = *before.words.last()?;
        let behind_name = before.words.len() > 1 || price > 1;
        (is_flag(&layout.word(word).text) && behind_name).then(|| layout.region(word).center().0)
    };
    let mut places: Vec<f32> = priced.iter().filter_map(flag).collect();
    places.sort_by(f32::total_cmp);
    let middle = *places.get(places.len() / 2)?;
    let size = priced.iter().map(|line| line.size).fold(0.0, f32::max);
    let aligned = places.iter().filter(|place| (*place - middle).abs() < size).count();
    (aligned >= FLAGS && 2 * aligned > priced.len()).then_some(middle)
}

/// Whether a text is a tax code letter: one or two capitals.
pub(super) fn is_flag(text: &str) -> bool {
    text.len() <= 2 && !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Whether some prices are indented and each of those is below a line of text that is not.
fn indents(priced: &[&Line], texts: &[&Line]) -> bool {
    let left = priced.iter().map(|line| line.region.x).fold(f32::MAX, f32::min);
    let stands_in = |line: &&&Line| line.region.x - left > INDENT * line.size;
    let named = |line: &&Line| {
        texts.iter().any(|text| {
            let gap = line.region.y - text.region.bottom();
            (text.region.x - left).abs() < 0.5 * line.size && (-1.0..line.size).contains(&gap)
        })
    };
    let mut indented = priced.iter().filter(stands_in).peekable();
    indented.peek().is_some() && indented.all(named)
}
