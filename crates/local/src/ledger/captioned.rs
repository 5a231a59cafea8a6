//! Finds values by their captions anywhere on a page: to the right on the same line, else below.

use super::line::{Kind, Line, Token, folds};
use super::span::{Money, Span, span};
use super::vocabulary::{Found, Phrase, is_one, longest_at};
use crate::page::model::Layout;
use std::collections::{HashMap, HashSet};
use touchstone_core::stop;
use touchstone_core::value::amount;
use touchstone_core::value::day::Day;
use touchstone_intake::Region;

/// Max words in a line that heads an account.
const SHORT: usize = 8;

/// Max distance of a value below its caption, in font sizes.
const BELOW: f32 = 3.4;

/// A caption with its value.
#[derive(Debug, Clone)]
pub(super) struct Captioned<T> {
    pub caption: Span,
    pub value: T,
}

/// Where phrases appear as captions on a line: at the start of a text, or after a bar within it.
pub(super) fn places(layout: &Layout, line: &Line, phrases: &[Phrase]) -> Vec<Found> {
    stop::point();
    let first = |&place: &usize| place == 0 || line.folds[place - 1].word != line.folds[place].word;
    let found = (0..line.folds.len()).filter(first);
    let mut found: Vec<Found> = found
        .filter_map(|place| longest_at(phrases, &line.folds, place))
        .collect();
    // Most lines have none.
    if !found.is_empty() {
        let begins = beginnings(layout, line);
        found.retain(|found| begins.contains(&line.folds[found.from].word));
    }
    found
}

/// The words that begin a text of a line: its first, those after words such as `your`, and those after a bar, as in
/// `High Yield Savings | Account #`.
fn beginnings(layout: &Layout, line: &Line) -> HashSet<usize> {
    let mut leading: HashMap<usize, bool> = HashMap::new();
    for fold in &line.folds {
        *leading.entry(fold.word).or_insert(true) &=
            matches!(fold.text.as_slice(), b"your" | b"the" | b"total" | b"current");
    }
    let mut begins = HashSet::new();
    for token in &line.tokens {
        let (mut leads, mut barred) = (true, false);
        for &word in &token.words {
            if leads || barred {
                begins.insert(word);
            }
            leads &= leading.get(&word).is_none_or(|&leads| leads);
            barred = matches!(layout.word(word).text.as_str(), "|" | "•" | "·");
        }
    }
    begins
}

/// The words after `last`.
pub(super) fn behind(words: &[usize], last: usize) -> Vec<usize> {
    words.iter().copied().skip_while(|&word| word != last).skip(1).collect()
}

fn caption_region(layout: &Layout, line: &Line, found: Found) -> (Vec<usize>, Region) {
    let mut words: Vec<usize> = line.folds[found.from..found.to].iter().map(|fold| fold.word).collect();
    words.dedup();
    let region = layout.around(&words);
    (words, region)
}

/// All values of one kind with a caption. `read` returns the value of a token.
pub(super) fn values<T>(
    layout: &Layout,
    lines: &[Line],
    phrases: &[Phrase],
    read: &dyn Fn(&Token) -> Option<T>,
) -> Vec<Captioned<(T, Vec<usize>)>> {
    let mut all = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        for found in places(layout, line, phrases) {
            let (words, region) = caption_region(layout, line, found);
            let value = right_of(line, &region, &words, read).or_else(|| below(lines, index, &region, read));
            if let Some(value) = value {
                let words = with_day(layout, line, words);
                all.push(Captioned {
                    caption: span(layout, &words),
                    value,
                });
            }
        }
    }
    all
}

/// Extends a caption by the date it includes: `Beginning balance on March 1`, `Beginning cash, April 1`.
fn with_day(layout: &Layout, line: &Line, mut caption: Vec<usize>) -> Vec<usize> {
    let behind = line
        .words
        .iter()
        .skip_while(|word| Some(*word) != caption.last())
        .skip(1);
    let behind: Vec<usize> = behind.copied().collect();
    let leads = |word: &&usize| {
        let mut folds = line.folds.iter().filter(|fold| fold.word == **word);
        folds.all(|fold| matches!(fold.text.as_slice(), b"on" | b"as" | b"of" | b"at"))
    };
    let lead = behind.iter().take_while(leads).count();
    let day = line.tokens.iter().find(|token| token.words.first() == behind.get(lead));
    let comma = caption
        .last()
        .is_some_and(|&word| layout.word(word).text.ends_with(','));
    if let Some(day) = day.filter(|token| (lead > 0 || comma) && token.days().is_some()) {
        caption.extend(&behind[..lead]);
        caption.extend(&day.words);
    }
    caption
}

/// The first value right of a caption, with at most one other text in between.
fn right_of<T>(
    line: &Line,
    region: &Region,
    caption: &[usize],
    read: &dyn Fn(&Token) -> Option<T>,
) -> Option<(T, Vec<usize>)> {
    let mut texts = 0;
    for token in line
        .tokens
        .iter()
        .filter(|token| token.region.x >= region.right() - 1.0)
    {
        if let Some(value) = read(token) {
            return Some((value, token.words.clone()));
        }
        let own = || token.words.iter().any(|word| caption.contains(word));
        let worded = || line.folds.iter().any(|fold| token.words.contains(&fold.word));
        texts += usize::from(token.kind == Kind::Text && !own() && worded());
        if texts > 1 {
            return None;
        }
    }
    None
}

/// The value below a caption that has none beside it.
fn below<T>(
    lines: &[Line],
    index: usize,
    region: &Region,
    read: &dyn Fn(&Token) -> Option<T>,
) -> Option<(T, Vec<usize>)> {
    let size = lines[index].size;
    let under = lines[index + 1..]
        .iter()
        .take_while(|line| line.region.y - region.bottom() < BELOW * size);
    for line in under {
        let aligned = |token: &&Token| {
            let close = (token.region.center().0 - region.center().0).abs() < 2.0 * size;
            token.region.overlap_x(region) > 0.0 || close
        };
        if let Some(token) = line.tokens.iter().find(aligned) {
            return read(token).map(|value| (value, token.words.clone()));
        }
    }
    None
}

/// Amounts with a caption, in printed order.
pub(super) fn amounts(layout: &Layout, lines: &[Line], phrases: &[Phrase]) -> Vec<Captioned<Money>> {
    let read = |token: &Token| token.amount();
    let found = values(layout, lines, phrases, &read);
    found
        .into_iter()
        .map(|one| Captioned {
            caption: one.caption,
            value: Money {
                value: one.value.0,
                span: span(layout, &one.value.1),
            },
        })
        .collect()
}

/// Amounts whose caption ends in a date, with that date's readings: `Balance on March 31, 2024`.
pub(super) fn dated_amounts(layout: &Layout, lines: &[Line], phrases: &[Phrase]) -> Vec<(Vec<Day>, Captioned<Money>)> {
    let mut all = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        for found in places(layout, line, phrases) {
            let (mut words, region) = caption_region(layout, line, found);
            let behind = line.tokens.iter().find(|token| token.region.x >= region.right() - 1.0);
            let Some((token, days)) = behind.and_then(|token| Some((token, token.days()?))) else {
                continue;
            };
            words.extend(&token.words);
            let region = region.union(&token.region);
            let read = |token: &Token| token.amount();
            let value = right_of(line, &region, &words, &read).or_else(|| below(lines, index, &region, &read));
            all.extend(value.map(|(value, own)| {
                let (caption, span) = (span(layout, &words), span(layout, &own));
                let value = Money { value, span };
                (days.to_vec(), Captioned { caption, value })
            }));
        }
    }
    all
}

/// The words of an identifying number after a caption: digits, masks and dashes.
pub(super) fn number_after(layout: &Layout, lines: &[Line], phrases: &[Phrase], leads: &[Phrase]) -> Option<Span> {
    for (index, line) in lines.iter().enumerate() {
        // `Sort code 20-44-11 Account number 41188233`
        let behind = |place: &usize| {
            let before = place.checked_sub(1).map(|before| &line.folds[before].text);
            before.is_some_and(|text| text.iter().all(u8::is_ascii_digit))
        };
        let further = (0..line.folds.len()).filter(behind);
        let further = further.filter_map(|place| longest_at(phrases, &line.folds, place));
        for found in places(layout, line, phrases).into_iter().chain(further) {
            let (words, region) = caption_region(layout, line, found);
            let after = line
                .words
                .iter()
                .filter(|word| layout.region(**word).x >= region.right() - 1.0);
            let after: Vec<usize> = after.filter(|word| !words.contains(word)).copied().collect();
            if let Some(number) = number(layout, &after, leads) {
                return Some(span(layout, &number));
            }
            let size = line.size;
            let under = lines[index + 1..]
                .iter()
                .take_while(|line| line.region.y - region.bottom() < 2.0 * size)
                .find_map(|line| {
                    let below = line
                        .words
                        .iter()
                        .filter(|word| layout.region(**word).right() > region.x - size);
                    number(layout, &below.copied().collect::<Vec<_>>(), leads)
                });
            // `Card number    Closing date`: each has its value below.
            let captions = after
                .iter()
                .all(|&word| line.tokens.iter().any(|token| is_heading(token, word, &region)));
            if let Some(number) = under.filter(|_| captions) {
                return Some(span(layout, &number));
            }
        }
    }
    None
}

/// Lines with a number after one of the captions, and the number. On a short line the caption may follow a name:
/// `Harbor Checking Account 3310088412`.
pub(super) fn numbers_after(
    layout: &Layout,
    lines: &[Line],
    phrases: &[Phrase],
    leads: &[Phrase],
) -> Vec<(usize, Span)> {
    let inside = |line: &Line| {
        let mut found = (0..line.folds.len()).filter_map(|place| longest_at(phrases, &line.folds, place));
        found.find_map(|found| {
            let last = line.folds[found.to - 1].word;
            let behind = line.words.iter().skip_while(|word| **word != last).skip(1);
            number(layout, &behind.copied().collect::<Vec<_>>(), leads)
        })
    };
    let named = lines.iter().enumerate().filter_map(|(index, line)| {
        if line.words.len() > SHORT {
            return None;
        }
        Some((index, span(layout, &inside(line)?)))
    });
    named.collect()
}

/// Whether a word belongs to a text to the right of the caption.
fn is_heading(token: &Token, word: usize, caption: &Region) -> bool {
    token.kind == Kind::Text && token.words.contains(&word) && token.region.x > caption.right()
}

/// The leading words that form a number, possibly after a colon, `#`, `No.` or `ending in`.
fn number(layout: &Layout, words: &[usize], leads: &[Phrase]) -> Option<Vec<usize>> {
    let text = |word: usize| layout.word(word).text.as_str();
    let punctuation = |word: usize| {
        let marks = text(word).chars().all(|c| !c.is_alphanumeric());
        marks && (text(word) == "#" || !is_part(text(word)))
    };
    let leading = |word: &usize| punctuation(*word) || is_one(leads, &folds(layout, &[*word]));
    let skipped = words.iter().take_while(|word| leading(word)).count();
    let own: Vec<usize> = words[skipped..]
        .iter()
        .take_while(|word| is_part(text(**word)))
        .copied()
        .collect();
    let mut run: Vec<usize> = Vec::new();
    for word in own {
        let far = run
            .last()
            .is_some_and(|&last| layout.gap(last, word) > 1.5 * layout.word(word).size);
        if far {
            break;
        }
        run.push(word);
    }
    let digits = run
        .iter()
        .flat_map(|&word| text(word).bytes())
        .filter(u8::is_ascii_digit)
        .count();
    let amount = || amount::unmistakable(&layout.text(&run)).is_some();
    (digits >= 3 && !amount()).then_some(run)
}

/// Whether a text is made of digits, masks or dashes; letters only beside digits.
fn is_part(text: &str) -> bool {
    let plain = text.trim_end_matches([',', '.', ';']);
    let masked = !plain.is_empty()
        && plain
            .chars()
            .all(|c| matches!(c, 'x' | 'X' | '*' | '•' | '.' | '-' | '#'));
    let digits = plain.bytes().any(|byte| byte.is_ascii_digit());
    let date = plain.matches('/').count() > 0;
    masked || digits && !date && !plain.contains('$')
}
