//! The remaining words of a sheet without its captions, grouped into runs: each is a possible value.

use super::model::{Run, Side};
use crate::captions::model::{Caption, RUN_GAP};
use crate::page::model::Layout;
use crate::page::reading;
use touchstone_core::address;
use touchstone_intake::Region;

/// Min gap that ends a run where a column begins, in font sizes.
const COLUMN_GAP: f32 = 0.15;
/// The same where the column already has its value.
const FURTHER_GAP: f32 = 0.7;
/// Min ratio of a gap to the usual space of a text at which it is wider.
const WIDER: f32 = 1.3;
/// Min gap after a box's label, in font sizes.
const LABEL_ROOM: f32 = 0.6;
/// Min gap on both sides of a dash that marks a box as empty, in font sizes.
const BLANK_ROOM: f32 = 1.0;
/// Max difference between the left ends of preprinted signs in a column, in points.
const SAME_COLUMN: f32 = 1.5;
/// Reach of a caption over a column of text, in points.
const COLUMN_REACH: f32 = 75.0;

/// The runs of a sheet in reading order, without captions and upright print.
pub(crate) fn runs(layout: &Layout, sheet: &Region, captions: &[Caption], side: Side) -> Vec<Run> {
    let mut free: Vec<bool> = (0..layout.folded.len())
        .map(|word| sheet.holds(layout.region(word)) && !layout.upright[word])
        .collect();
    for &word in captions.iter().flat_map(|caption| &caption.words) {
        free[word] = false;
    }
    let blank: Vec<bool> = (0..free.len())
        .map(|word| free[word] && is_blank(layout, word, captions))
        .collect();
    for (word, free) in free.iter_mut().enumerate() {
        let filler = is_filler(&layout.word(word).text) && !blank[word] || is_dollar_sign(layout, word);
        *free = *free && !filler && !is_bare_label(layout, word, captions);
    }
    let mut runs = Vec::new();
    for row in &layout.rows {
        let words: Vec<usize> = row.words.iter().copied().filter(|&word| free[word]).collect();
        for part in by_widget(layout, &words) {
            let widget = layout.word(part[0]).widget;
            // Text typed into a form field stays together, however wide its gaps.
            let gap = if widget.is_some() { f32::MAX } else { RUN_GAP };
            for piece in layout.split(&part, gap) {
                let typed = widget.is_some();
                for column in at_columns(layout, piece.words, captions, side, typed) {
                    for words in at_amounts(layout, column, typed) {
                        runs.push(run(layout, without_telephone(layout, words, typed), widget));
                    }
                }
            }
        }
    }
    // Preprinted signs for a value that was never entered: `( )`, `%`, `/  /`.
    for run in &mut runs {
        run.blank = run.words.iter().all(|&word| blank[word]);
    }
    runs.retain(|run| run.blank || !run.words.iter().all(|&word| is_sign(&layout.word(word).text)));
    let mut runs = with_cents(layout, runs);
    runs.sort_by(|a, b| a.place.y.total_cmp(&b.place.y).then(a.place.x.total_cmp(&b.place.x)));
    runs
}

/// Joins dollars and cents in adjacent cells to one amount.
fn with_cents(layout: &Layout, runs: Vec<Run>) -> Vec<Run> {
    let mut joined: Vec<Run> = Vec::with_capacity(runs.len());
    for next in runs {
        let last = joined.last().and_then(|run| run.words.last().copied());
        match (joined.last_mut(), last) {
            (Some(run), Some(last)) if next.words.len() == 1 && reading::are_cents(layout, last, next.words[0]) => {
                run.words.extend(next.words);
            }
            _ => joined.push(next),
        }
    }
    joined
}

fn run(layout: &Layout, words: Vec<usize>, widget: Option<u32>) -> Run {
    let mut place = layout.around(&words);
    if let Some(field) = widget.and_then(|index| layout.page.widgets.get(index as usize)) {
        place.x = field.region.x;
        place.width = field.region.width;
    }
    Run {
        size: layout.word(words[0]).size,
        words,
        place,
        widget,
        blank: false,
        taken: false,
    }
}

/// Whether a word is the number or letter of a box without a caption, in a column with other labels: a reserved or
/// shaded box, or one whose caption is not known.
fn is_bare_label(layout: &Layout, word: usize, captions: &[Caption]) -> bool {
    let is_number = |text: &str| {
        let digits = text.trim_end_matches(|c: char| c.is_ascii_lowercase());
        (1..=2).contains(&digits.len()) && text.len() <= digits.len() + 1 && digits.bytes().all(|b| b.is_ascii_digit())
    };
    let is_letter = |text: &str| matches!(text.as_bytes(), [b'A'..=b'Z'] | [b'A'..=b'Z', b'1'..=b'9']);
    let own = layout.word(word);
    // If a word follows closely, the number begins a text: `19 Prospect Road`.
    let followed = layout
        .right_of(word)
        .is_some_and(|next| layout.region(next).x - own.region.right() < LABEL_ROOM * own.size);
    let is_label = |text: &str| {
        if is_letter(&own.text) {
            is_letter(text)
        } else {
            is_number(text)
        }
    };
    if own.widget.is_some() || followed || !is_label(&own.text) {
        return false;
    }
    // OCR measures the size of a short word only roughly.
    let alike = captions.iter().filter(|caption| caption.labelled).filter(|caption| {
        let label = layout.word(caption.words[0]);
        is_label(&label.text)
            && (label.region.x - own.region.x).abs() < 1.0
            && (label.size / own.size.max(0.1) - 1.0).abs() < if own.confidence.is_some() { 0.4 } else { 0.05 }
    });
    alike.count() > 1
}

/// Lines to write on, dot leaders, check boxes and preprinted currency signs, which are not values.
fn is_filler(text: &str) -> bool {
    let rule = text.len() > 2 && text.chars().all(|c| matches!(c, '-' | '+' | '~'));
    rule || text
        .chars()
        .all(|c| matches!(c, '_' | '.' | '…' | '|' | '·' | '=' | '—' | '–' | '$' | '☐' | '☒' | '☑'))
}

/// Whether a letter `S` on a scan is a misread preprinted dollar sign: it is in a column with a dollar sign or with
/// other such letters, since single letters are never entered below each other.
fn is_dollar_sign(layout: &Layout, word: usize) -> bool {
    let own = layout.word(word);
    let is_letter = |text: &str| matches!(text, "S" | "s");
    let column = || {
        let others = layout.page.reading.words.iter();
        others.filter(|other| (other.region.x - own.region.x).abs() < SAME_COLUMN && other.region != own.region)
    };
    is_letter(&own.text)
        && layout.is_scan()
        && (column().any(|other| other.text == "$") || column().filter(|other| is_letter(&other.text)).count() > 1)
}

/// Whether `N/A` or a dash marks a box as empty: the dash has room on both sides. A dash between two numbers separates them; one
/// beside a caption belongs to it.
fn is_blank(layout: &Layout, word: usize, captions: &[Caption]) -> bool {
    let own = layout.word(word);
    match own.text.as_str() {
        "N/A" | "n/a" => return true,
        "-" | "--" | "–" | "—" | "––" | "——" => {}
        _ => return false,
    }
    let (before, after) = (layout.left_of(word), layout.right_of(word));
    let room = BLANK_ROOM * own.size;
    let crowded = before.is_some_and(|left| layout.gap(left, word) < room)
        || after.is_some_and(|right| layout.gap(word, right) < room);
    let number = |other: Option<usize>| {
        other.is_some_and(|other| layout.word(other).text.contains(|c: char| c.is_ascii_digit()))
    };
    let parts = number(before) && number(after);
    let (x, y) = own.region.center();
    let inside = captions.iter().any(|caption| caption.region.contains_point(x, y));
    !crowded && !parts && !inside
}

fn is_sign(text: &str) -> bool {
    text.chars()
        .all(|c| matches!(c, '%' | '(' | ')' | '[' | ']' | '/' | '*' | '-'))
}

fn by_widget(layout: &Layout, words: &[usize]) -> Vec<Vec<usize>> {
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for &word in words {
        match parts.last_mut() {
            Some(part) if layout.word(part[0]).widget == layout.word(word).widget => part.push(word),
            _ => parts.push(vec![word]),
        }
    }
    parts
}

/// Cuts a long text that nearly reaches the next column where a word begins directly under (or above) that column's
/// caption.
fn at_columns(layout: &Layout, words: Vec<usize>, captions: &[Caption], side: Side, typed: bool) -> Vec<Vec<usize>> {
    if typed || words.len() < 2 {
        return vec![words];
    }
    let starts = |word: usize, before: usize| {
        let (own, left) = (layout.region(word), layout.region(before));
        let gap = (own.x - left.right()) / layout.word(word).size.max(0.1);
        let under = |caption: &&Region| (-1.0..6.0).contains(&(own.x - caption.x)) && left.x < caption.x - 12.0;
        let Some(caption) = caption_of(captions, own, side).filter(under) else {
            return false;
        };
        // In monospaced type every space is wide.
        let wider = || own.x - left.right() > WIDER * space(layout, &words);
        if has_value(layout, caption, own) {
            return gap > FURTHER_GAP && wider();
        }
        gap > COLUMN_GAP && (!over_heads(layout, captions, words[0], caption, side) || wider())
    };
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for &word in &words {
        match parts.last_mut() {
            Some(part) if !part.last().is_some_and(|&before| starts(word, before)) => part.push(word),
            _ => parts.push(vec![word]),
        }
    }
    parts
}

/// Whether a caption is higher than the one that heads a text, so that it heads something above the text.
fn over_heads(layout: &Layout, captions: &[Caption], first: usize, caption: &Region, side: Side) -> bool {
    let own = caption_of(captions, layout.region(first), side);
    side != Side::Above && own.is_some_and(|own| caption.center().1 < own.center().1 - own.height)
}

/// The usual space between the words of a text: a narrow one, but not the narrowest, since spaces vary on a scan.
fn space(layout: &Layout, words: &[usize]) -> f32 {
    let pairs = words.windows(2);
    let gap = |pair: &[usize]| layout.gap(pair[0], pair[1]).max(0.0);
    let mut spaces: Vec<f32> = pairs.map(gap).collect();
    spaces.sort_by(f32::total_cmp);
    spaces.get(spaces.len().saturating_sub(1) / 3).copied().unwrap_or(0.0)
}

/// Whether something is printed between a caption and a word of its column.
fn has_value(layout: &Layout, caption: &Region, word: &Region) -> bool {
    let (from, to) = if caption.y < word.y {
        (caption.bottom(), word.y)
    } else {
        (word.bottom(), caption.y)
    };
    layout.rows.iter().flat_map(|row| &row.words).any(|&other| {
        let (x, y) = layout.region(other).center();
        (from..to).contains(&y) && (caption.x - 1.0..caption.right()).contains(&x)
    })
}

/// The nearest caption above a word (below it, if values are above their captions) that spans the word's start.
fn caption_of<'a>(captions: &'a [Caption], word: &Region, side: Side) -> Option<&'a Region> {
    let level = word.center().1;
    let distance = |region: &Region| {
        if side == Side::Above {
            region.y - level
        } else {
            level - region.bottom()
        }
    };
    let covers = |region: &&Region| {
        (0.0..COLUMN_REACH).contains(&distance(region)) && region.x - 2.0 <= word.x && word.x <= region.right()
    };
    let near = captions.iter().map(|caption| &caption.region).filter(covers);
    near.min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

/// Splits adjacent amounts or shares into separate runs, however close they are, with or without a slash between
/// them.
fn at_amounts(layout: &Layout, words: Vec<usize>, typed: bool) -> Vec<Vec<usize>> {
    if typed {
        return vec![words];
    }
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for word in words {
        let text = layout.word(word).text.as_str();
        let begins = text == "/" || text.starts_with(|c: char| c.is_ascii_digit() || c == '$');
        let ended = |part: &Vec<usize>| {
            let last = part.last().map(|&last| layout.word(last).text.as_str());
            last.is_some_and(|last| last == "/" && parted(layout, part) || ends_amount(last))
        };
        match parts.last_mut() {
            Some(part) if !(begins && ended(part)) => part.push(word),
            _ => parts.push(vec![word]),
        }
    }
    parts
}

/// Cuts off a labeled telephone number after a number on one line: `Z41-770218 Customer Service: 800-555-0122`.
fn without_telephone(layout: &Layout, mut words: Vec<usize>, typed: bool) -> Vec<usize> {
    if typed {
        return words;
    }
    let text = |at: usize| layout.word(words[at]).text.as_str();
    let named = |text: &str| {
        let letters = text.strip_suffix(':').unwrap_or(text);
        letters.len() > 1 && letters.starts_with(char::is_uppercase) && letters.chars().all(char::is_alphabetic)
    };
    let colon = (1..words.len()).find(|&at| text(at).ends_with(':') && named(text(at)));
    let begins = colon.filter(|&colon| address::is_phone(&layout.text(&words[colon + 1..])));
    let begins = begins.and_then(|colon| (1..=colon).rev().take_while(|&at| named(text(at))).last());
    if let Some(at) = begins.filter(|&at| text(at - 1).ends_with(|c: char| c.is_ascii_digit())) {
        words.truncate(at);
    }
    words
}

/// Whether a part is only the slash between two values.
fn parted(layout: &Layout, part: &[usize]) -> bool {
    part.iter().all(|&word| layout.word(word).text == "/")
}

fn ends_amount(text: &str) -> bool {
    let bytes = text.as_bytes();
    text.ends_with('%')
        || bytes.len() >= 4
            && bytes[bytes.len() - 3] == b'.'
            && [bytes.len() - 1, bytes.len() - 2, bytes.len() - 4]
                .iter()
                .all(|&at| bytes[at].is_ascii_digit())
}
