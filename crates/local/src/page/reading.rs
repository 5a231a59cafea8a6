//! Reads words as values of a format. Thin on purpose: the rules are in `touchstone_core::value`.

use super::model::Layout;
use rust_decimal::Decimal;
use serde_json::Value;
use touchstone_core::address;
use touchstone_core::arithmetic::damaged_amount;
use touchstone_core::record::Format;
use touchstone_core::value;
use touchstone_core::words;

/// Max gap between pieces of one amount, in font sizes.
const AMOUNT_SPACE: f32 = 0.6;
/// Max width of a cell for cents, in font sizes.
const CENTS_CELL: f32 = 3.0;
/// Min amounts below each other whose dollars end and whose cents begin alike.
const CENTS_COLUMN: usize = 2;
/// Max difference between these ends, in points.
const CENTS_ALIGNED: f32 = 0.75;
/// Max words of a run in which part of it is searched for; longer runs are sentences.
const LONGEST: usize = 8;

/// The value of a text in a format, or nothing if it is not of that format.
pub(crate) fn value(format: &Format, text: &str) -> Option<Value> {
    // Nine digits with a dash before the last four are a postcode.
    if matches!(format, Format::Ssn | Format::Ein | Format::Tin) && text.contains('-') && address::is_postcode(text) {
        return None;
    }
    value::parse(format, text).ok()
}

/// Whether one word is a value of a format.
pub(crate) fn reads(layout: &Layout, format: &Format, word: usize) -> bool {
    value(format, &layout.word(word).text).is_some()
}

/// The value of some words in a format. A separate cell for cents is recognized: `23,677 | 70`.
pub(crate) fn of_words(layout: &Layout, format: &Format, words: &[usize]) -> Option<Value> {
    if let (Format::Currency, [dollars @ .., before, cents]) = (format, words)
        && are_cents(layout, *before, *cents)
    {
        let dollars: Vec<usize> = dollars.iter().copied().chain([*before]).collect();
        return value(
            format,
            &format!("{}.{}", layout.text(&dollars), layout.word(*cents).text),
        );
    }
    let text = layout.text(words);
    match format {
        Format::Currency if is_one_amount(layout, words) => value(format, &text.replace(' ', "")),
        // Only a zero is round and alone where an amount is expected; OCR cannot tell the three apart.
        Format::Currency if layout.is_scan() && matches!(text.as_str(), "o" | "O") => value(format, "0"),
        Format::Regex(_) if layout.is_scan() && is_either_case(&text) => value(format, &text.to_uppercase()),
        _ => value(format, &text),
    }
}

/// Whether a lone letter has the same shape in both cases: OCR cannot tell a code `W` from a `w`.
fn is_either_case(text: &str) -> bool {
    matches!(text, "c" | "o" | "s" | "v" | "w" | "x" | "z")
}

/// Whether words are one amount with spaces inside: `1,234 .00`, `12 345.67`, `24,41 0.00`, `1,234.00 -`.
fn is_one_amount(layout: &Layout, words: &[usize]) -> bool {
    let text = |word: usize| layout.word(word).text.as_str();
    let near = |pair: &[usize]| {
        let gap = layout.gap(pair[0], pair[1]);
        gap < AMOUNT_SPACE * layout.word(pair[0]).size
    };
    let groups = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b',');
    let goes_on = |text: &str| {
        let (whole, cents) = text
            .split_once('.')
            .map_or((text, None), |(whole, cents)| (whole, Some(cents)));
        let whole_fits = whole.is_empty() || whole.len() == 3;
        let cents_fit = cents.is_none_or(|cents| cents.len() == 2 && groups(cents));
        text == "-" || groups(whole) && whole_fits && cents_fit && (cents.is_some() || !whole.is_empty())
    };
    let [first, rest @ ..] = words else { return false };
    let begins = text(*first).trim_start_matches(['$', '(', '-']);
    let begun = !begins.is_empty() && (groups(begins) || rest.iter().all(|&word| text(word) == "-"));
    let whole = |pair: &[usize]| goes_on(text(pair[1])) || completes(text(pair[0]), text(pair[1]));
    !rest.is_empty() && begun && words.windows(2).all(near) && words.windows(2).all(whole)
}

/// Whether a text begins with exactly the digits that the last group of thousands before it lacks: `24,41 0.00`.
fn completes(before: &str, text: &str) -> bool {
    let (digits, rest) = text.split_at(text.bytes().take_while(u8::is_ascii_digit).count());
    let begun = before.rsplit_once(',').map_or(0, |(_, group)| group.len());
    let ends = rest.is_empty() || rest.len() == 3 && rest.starts_with('.');
    begun > 0 && !digits.is_empty() && begun + digits.len() == 3 && ends
}

/// The amount of dollars and cents in two columns.
pub(crate) fn with_cents(layout: &Layout, dollars: usize, cents: usize) -> Option<Decimal> {
    let text = || format!("{}.{}", layout.word(dollars).text, layout.word(cents).text);
    are_cents(layout, dollars, cents).then(|| value::amount::unmistakable(&text()))?
}

/// Whether a word of two digits is the cents of the whole amount before it: in a separate cell, or slightly apart on
/// a page that prints cents in separate cells.
pub(crate) fn are_cents(layout: &Layout, dollars: usize, cents: usize) -> bool {
    in_cents_cell(layout, dollars, cents)
        || layout.cents_apart && could_be_cents(layout, dollars, cents) && {
            let ratio = layout.word(cents).size / layout.word(dollars).size.max(0.1);
            (0.95..1.05).contains(&ratio)
        }
}

/// Whether a page prints cents in cells or a column of their own.
pub(crate) fn has_cents_apart(layout: &Layout) -> bool {
    let pairs = || layout.rows.iter().flat_map(|row| row.words.windows(2));
    let walled = pairs().filter(|pair| in_cents_cell(layout, pair[0], pair[1]));
    let close = pairs().filter(|pair| could_be_cents(layout, pair[0], pair[1]));
    let ends: Vec<(f32, f32)> = close
        .map(|pair| (layout.region(pair[0]).right(), layout.region(pair[1]).x))
        .collect();
    let aligned = |a: &(f32, f32), b: &(f32, f32)| (a.0 - b.0).abs().max((a.1 - b.1).abs()) < CENTS_ALIGNED;
    let column = |one: &(f32, f32)| ends.iter().filter(|other| aligned(one, other)).count() >= CENTS_COLUMN;
    walled.count() > 1 || ends.iter().any(column)
}

/// Whether a word of two digits follows a whole amount and a ruling, in a cell that holds nothing else.
pub(crate) fn in_cents_cell(layout: &Layout, dollars: usize, cents: usize) -> bool {
    let (left, right) = (layout.region(dollars), layout.region(cents));
    let wall = || layout.vertical_between(left.right() - 1.0, right.x + 1.0, right.center().1);
    could_be_cents(layout, dollars, cents)
        && wall().is_some_and(|wall| right.right() - wall < CENTS_CELL * layout.word(cents).size)
}

/// Two digits close behind a whole amount.
fn could_be_cents(layout: &Layout, dollars: usize, cents: usize) -> bool {
    let digits = |text: &str| text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    let whole = layout.word(dollars).text.trim_start_matches(['$', '*', '(', '-']);
    let is_whole = whole.bytes().all(|byte| byte.is_ascii_digit() || byte == b',') && !whole.is_empty();
    let (left, right) = (layout.region(dollars), layout.region(cents));
    let gap = (right.x - left.right()) / layout.word(cents).size.max(0.1);
    let near = (-0.5..CENTS_CELL).contains(&gap) && left.overlap_y(right) > 0.5 * right.height;
    digits(&layout.word(cents).text) && is_whole && near
}

/// The words of a run that read as the format: all of them, or else the longest part that does. A bare number among
/// other words is not an amount.
pub(crate) fn part_that_reads(layout: &Layout, format: &Format, words: &[usize]) -> Option<Vec<usize>> {
    if of_words(layout, format, words).is_some() {
        return Some(words.to_vec());
    }
    if words.len() > LONGEST {
        return None;
    }
    for length in (1..words.len()).rev() {
        for part in words.windows(length) {
            let text = layout.text(part);
            let torn = || is_torn(layout, part) || layout.is_scan() && is_end(layout, words, part);
            let plain = !matches!(format, Format::Currency) || text.contains(['.', '$', ',']) && !torn();
            if plain && of_words(layout, format, part).is_some() {
                return Some(part.to_vec());
            }
        }
    }
    None
}

/// Whether words of a scan may be a damaged amount: a letter for a digit, a space within. The value is only known
/// where the form's arithmetic proves it.
pub(crate) fn is_damaged_amount(layout: &Layout, format: &Format, words: &[usize]) -> bool {
    let text = layout.text(words);
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    layout.is_scan() && matches!(format, Format::Currency) && digits > letters && damaged_amount(&text).is_some()
}

/// Whether part of a run follows bare digits, which on a scan may be its beginning.
fn is_end(layout: &Layout, words: &[usize], part: &[usize]) -> bool {
    let before = words
        .iter()
        .position(|word| *word == part[0])
        .and_then(|at| at.checked_sub(1));
    before.is_some_and(|before| {
        let text = &layout.word(words[before]).text;
        text.bytes().all(|byte| byte.is_ascii_digit() || byte == b',')
    })
}

/// Whether bare digits directly precede an amount and may be its thousands, so that its start is unknown.
fn is_torn(layout: &Layout, part: &[usize]) -> bool {
    let Some(before) = layout.left_of(part[0]) else {
        return false;
    };
    let gap = layout.gap(before, part[0]);
    let digits = layout
        .word(before)
        .text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b',');
    digits && gap < AMOUNT_SPACE * layout.word(before).size && layout.row_of[before] == layout.row_of[part[0]]
}

/// Whether a word refers to a statement in place of an amount.
pub(crate) fn is_reference(layout: &Layout, word: usize) -> bool {
    words::common().references.contains(&layout.folded[word])
}
