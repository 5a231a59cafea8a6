//! Finds the person a page is about: values beside or below the captions listed in the pack, and whether two of them
//! can belong to the same person. Names match in any word order, dates in any format, and misread letters are
//! tolerated where nothing else distinguishes two people.

use crate::record::{Evidence, Identifier, IdentifierForm, Kinds};
use crate::text::{PrintedRow, evidence_of, joined, normalise, repair_digits, rows};
use crate::value::day;
use crate::words;
use jiff::civil::Date;
use touchstone_intake::Reading;

/// Max gap between words of one value, in font sizes.
const APART: f32 = 2.4;
/// Max distance of a value below its caption, in caption heights.
const BELOW: f32 = 2.6;
/// Max words in a name.
const LONGEST: usize = 5;
/// Min digits in an identifying number.
const SHORTEST: usize = 4;

/// One value that a page states about its patient.
#[derive(Debug, Clone, PartialEq)]
pub struct Stated {
    /// Index into `Kinds::patient`.
    pub what: usize,
    /// As printed.
    pub text: String,
    value: Value,
    pub evidence: Evidence,
    /// Top of the caption.
    pub y: f32,
}

#[derive(Debug, Clone, PartialEq)]
enum Value {
    /// Lower-case words, titles left out.
    Name(Vec<String>),
    /// Every day the print can mean.
    Day(Vec<Date>),
    Number(String),
}

impl Stated {
    /// Whether both values can belong to the same person.
    pub fn agrees(&self, other: &Stated) -> bool {
        match (&self.value, &other.value) {
            (Value::Name(a), Value::Name(b)) => same_name(a, b),
            (Value::Day(a), Value::Day(b)) => a.iter().any(|day| b.contains(day)),
            (Value::Number(a), Value::Number(b)) => a == b,
            _ => true,
        }
    }
}

/// Max vertical offset of text at the same position on two pages, in points.
const SAME_HEIGHT: f32 = 6.0;
/// Max vertical distance on one row, in points.
const SAME_ROW: f32 = 3.0;

/// Whether all identifiers that both pages state agree; `None` if they share none.
pub fn agree(before: &[Stated], page: &[Stated]) -> Option<bool> {
    let mut pairs = before
        .iter()
        .flat_map(|a| page.iter().filter(move |b| a.what == b.what).map(move |b| a.agrees(b)))
        .peekable();
    pairs.peek()?;
    Some(pairs.all(|same| same))
}

/// Whether at least two captions of the patient are on a page.
pub fn is_block(page: &[Stated]) -> bool {
    page.iter().any(|stated| stated.what != page[0].what)
}

/// Whether everything a page states about the patient is on one row.
pub fn in_one_row(page: &[Stated]) -> bool {
    let tops = || page.iter().map(|stated| stated.y);
    let (least, most) = (tops().fold(f32::MAX, f32::min), tops().fold(f32::MIN, f32::max));
    most - least < SAME_ROW
}

/// Whether two pages state the same items about the patient at the same heights.
pub fn same_places(before: &[Stated], page: &[Stated]) -> bool {
    let same = |(a, b): (&Stated, &Stated)| a.what == b.what && (a.y - b.y).abs() < SAME_HEIGHT;
    before.len() == page.len() && before.iter().zip(page).all(same)
}

/// Part of a word between colons, bars and dot leaders.
struct Token<'r> {
    text: &'r str,
    word: usize,
    /// Whether a colon or leader follows.
    caption: bool,
    /// Gap to the previous token of the row, in font sizes; very large for the first.
    gap: f32,
}

/// All identifier values on a page, from top to bottom.
pub fn stated(kinds: &Kinds, page: u32, reading: &Reading) -> Vec<Stated> {
    let rows = rows(reading);
    let tokens: Vec<Vec<Token>> = rows.iter().map(|row| tokens(row, reading)).collect();
    let mut found = Vec::new();
    for (row, line) in tokens.iter().enumerate() {
        let mut at = 0;
        while at < line.len() {
            let Some((what, identifier, length)) = caption(kinds, line, at) else {
                at += other_caption(kinds, line, at).max(1);
                continue;
            };
            let end = at + length;
            let beside = value_beside(kinds, identifier, line, end);
            // Only a caption with nothing to its right has its value below.
            let open = line.get(end).is_none_or(|next| next.gap > APART);
            let below = || {
                let rest = &tokens[row + 1..];
                value_below(identifier, &line[at..end], end == line.len(), rest, reading)
            };
            let value = beside.or_else(|| if open { below() } else { None });
            if let Some((value, words)) = value {
                found.extend(state(page, reading, what, value, &words, rows[row].region.y));
            }
            at = end;
        }
    }
    found
}

fn state(page: u32, reading: &Reading, what: usize, value: Value, words: &[usize], y: f32) -> Option<Stated> {
    let (from, to) = (*words.iter().min()?, *words.iter().max()? + 1);
    let own = &reading.words[from..to];
    // Words of other columns may come between those of the value; such a value is quoted by its first word only.
    let own = if to - from == words.len() { own } else { &own[..1] };
    Some(Stated {
        what,
        text: joined(own).trim_end_matches([',', ';']).to_owned(),
        value,
        evidence: evidence_of(page, reading, from..from + own.len()),
        y,
    })
}

fn tokens<'r>(row: &PrintedRow, reading: &'r Reading) -> Vec<Token<'r>> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut right = f32::MIN;
    for &word in &row.words {
        let (own, size) = (&reading.words[word], reading.words[word].size.max(1.0));
        let mut gap = (own.region.x - right) / size;
        let mut rest = own.text.as_str();
        loop {
            let cut = rest
                .find([':', '|', '#'])
                .or_else(|| rest.find("..."))
                .unwrap_or(rest.len());
            let (text, after) = rest.split_at(cut);
            let left = after.trim_start_matches([':', '|', '#', '.']);
            let bar = after.starts_with('|');
            let caption = !after.is_empty() && !bar;
            if text.chars().any(char::is_alphanumeric) {
                tokens.push(Token {
                    text,
                    word,
                    caption,
                    gap,
                });
            } else if let Some(last) = tokens.last_mut().filter(|_| caption && gap < 1.0) {
                last.caption = true;
            }
            gap = if bar { f32::INFINITY } else { 0.0 };
            if after.is_empty() || left.is_empty() {
                break;
            }
            rest = left;
        }
        // Text on either side of a bar is as far apart as two columns.
        right = if gap.is_infinite() {
            f32::MIN
        } else {
            own.region.right()
        };
    }
    tokens
}

/// Number of tokens from `at` that spell `text`, comparing only letters and digits.
fn spells(line: &[Token], at: usize, text: &str) -> Option<usize> {
    let mut length = 0;
    for word in text.split_whitespace() {
        let token = line.get(at + length)?;
        let apart = length > 0 && (token.gap > APART || line[at + length - 1].caption);
        if apart || !folded(token.text).eq(folded(word)) {
            return None;
        }
        length += 1;
    }
    Some(length)
}

fn folded(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
}

/// The longest identifier caption starting at `at`.
fn caption<'k>(kinds: &'k Kinds, line: &[Token], at: usize) -> Option<(usize, &'k Identifier, usize)> {
    let all = kinds.patient.iter().enumerate();
    let all = all.flat_map(|(what, identifier)| {
        let captions = identifier.captions.iter().chain(&identifier.beside);
        captions.map(move |text| (what, identifier, text))
    });
    let found = all.filter_map(|(what, identifier, text)| Some((what, identifier, spells(line, at, text)?)));
    let best = found.max_by_key(|(_, _, length)| *length)?;
    let (_, identifier, length) = best;
    let begins = at == 0 || line[at].gap > 1.0 || line[at - 1].caption;
    let closed = line[at + length - 1].caption;
    let longer_other = other_caption(kinds, line, at) > length;
    // `name` and `patient` are ordinary words; only a colon or a separate cell makes them captions.
    let sound = match identifier.form {
        IdentifierForm::Name if length == 1 => begins && closed,
        IdentifierForm::Name => closed || begins && line.get(at + length).is_none_or(|next| next.gap > 1.0),
        // In `as it stands in your chart:` the colon introduces something else.
        IdentifierForm::Day | IdentifierForm::Number => begins || line[at].text.starts_with(char::is_uppercase),
    };
    let weak = (at..at + length)
        .map(|token| line[token].text)
        .collect::<Vec<_>>()
        .join(" ");
    let weak = identifier.beside.iter().any(|text| folded(text).eq(folded(&weak)));
    let others = kinds.patient.iter().filter(|other| other.what != identifier.what);
    let mut others = others.flat_map(|other| &other.captions);
    let company = !weak || others.any(|text| (at + length..line.len()).any(|at| spells(line, at, text).is_some()));
    (sound && company && !longer_other).then_some(best)
}

/// Length in tokens of a caption of another person or of no identifier; 0 if there is none.
fn other_caption(kinds: &Kinds, line: &[Token], at: usize) -> usize {
    let limits = &kinds.limits;
    let all = limits.others.iter().chain(&limits.numbers).chain(&limits.days);
    all.filter_map(|text| spells(line, at, text)).max().unwrap_or(0)
}

/// The value to the right of its caption, up to a wide gap or the next caption.
fn value_beside(kinds: &Kinds, identifier: &Identifier, line: &[Token], from: usize) -> Option<(Value, Vec<usize>)> {
    let mut own: Vec<&Token> = Vec::new();
    let closed = line.get(from.checked_sub(1)?)?.caption;
    for (at, token) in line.iter().enumerate().skip(from) {
        // A tab may separate a caption from its value, but not another caption.
        let far = token.gap > if own.is_empty() && closed { 4.0 * APART } else { APART };
        let next = token.caption || other_caption(kinds, line, at) > 0 || caption(kinds, line, at).is_some();
        if far || next && !(own.is_empty() && identifier.form == IdentifierForm::Number) {
            break;
        }
        own.push(token);
        if token.caption {
            break;
        }
    }
    value(identifier.form, &own)
}

/// The value in the next row or two below a caption that has its own cell or column.
fn value_below(
    identifier: &Identifier,
    caption: &[Token],
    last: bool,
    below: &[Vec<Token>],
    reading: &Reading,
) -> Option<(Value, Vec<usize>)> {
    let region = |token: &Token| reading.words[token.word].region;
    let (left, low) = (region(caption.first()?).x, region(caption.last()?));
    let right = if last {
        low.right() + 200.0
    } else {
        low.right().max(left + 60.0)
    };
    for row in below.iter().take(2) {
        let mut own: Vec<&Token> = Vec::new();
        for token in row {
            let place = region(token);
            let under = place.x > left - 6.0 && (place.x < right || token.gap < 1.0 && !own.is_empty());
            let near = place.y - low.bottom() < BELOW * low.height;
            if under && near && (own.is_empty() || token.gap < APART) {
                own.push(token);
            }
        }
        if own.iter().any(|token| token.caption) {
            return None;
        }
        if let Some(found) = value(identifier.form, &own) {
            return Some(found);
        }
    }
    None
}

fn value(form: IdentifierForm, tokens: &[&Token]) -> Option<(Value, Vec<usize>)> {
    match form {
        IdentifierForm::Name => name(tokens),
        IdentifierForm::Day => (1..=tokens.len().min(4)).rev().find_map(|length| {
            let text: Vec<&str> = tokens[..length].iter().map(|token| token.text).collect();
            let days = days(&text.join(" "));
            let words = tokens[..length].iter().map(|token| token.word).collect();
            (!days.is_empty()).then_some((Value::Day(days), words))
        }),
        IdentifierForm::Number => {
            let token = tokens.first()?;
            let number: String = repair_digits(token.text)
                .chars()
                .filter(|c| c.is_alphanumeric())
                .flat_map(char::to_lowercase)
                .collect();
            let number = number.trim_start_matches('0').to_owned();
            let digits = token.text.chars().filter(char::is_ascii_digit).count();
            (digits >= SHORTEST).then(|| (Value::Number(number), vec![token.word]))
        }
    }
}

fn days(text: &str) -> Vec<Date> {
    let text = text.trim_end_matches(|c: char| !c.is_alphanumeric());
    let compact = text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit());
    let spelled = if compact {
        format!("{}-{}-{}", &text[..4], &text[4..6], &text[6..])
    } else {
        text.to_owned()
    };
    let read = |text: &str| -> Vec<Date> {
        let days = day::readings(text).into_iter();
        days.filter(|day| day.year.is_some())
            .filter_map(|day| day.date(2000))
            .collect()
    };
    let found = read(&spelled);
    if found.is_empty() {
        read(&repair_digits(&spelled))
    } else {
        found
    }
}

fn name(tokens: &[&Token]) -> Option<(Value, Vec<usize>)> {
    let plain = |token: &&&Token| {
        let letters = token.text.chars().filter(|c| c.is_alphabetic()).count();
        let marks = |c: char| c.is_alphabetic() || "'.,-\u{2019}".contains(c);
        let strange = token.text.chars().filter(|c| !marks(*c));
        // In a long word, one letter may have been read as a digit.
        letters > 0 && strange.clone().count() <= usize::from(letters >= 4 && strange.clone().all(|c| "01".contains(c)))
    };
    let named = |token: &&&Token| {
        let capital = token
            .text
            .chars()
            .find(|c| c.is_alphabetic())
            .is_some_and(char::is_uppercase);
        capital || words::common().particles.contains(token.text)
    };
    let own = tokens.iter().take_while(plain).take_while(named);
    let own: Vec<&&Token> = own.take(LONGEST).collect();
    let words = own
        .iter()
        .map(|token| normalise(&token.text.replace('0', "o").replace('1', "l")));
    let words: Vec<String> = words
        .flat_map(|word| {
            let parts: Vec<String> = word.split(|c: char| !c.is_alphabetic()).map(str::to_owned).collect();
            if word.contains('\'') {
                vec![parts.concat()]
            } else {
                parts
            }
        })
        .filter(|word| !word.is_empty() && !words::common().titles.contains(word))
        .collect();
    let long = words.iter().filter(|word| word.len() > 1).count();
    (long >= 2).then(|| (Value::Name(words), own.iter().map(|token| token.word).collect()))
}

/// Whether every long word of the shorter name occurs in the other one, and the initials fit.
fn same_name(a: &[String], b: &[String]) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let mut left: Vec<&String> = long.iter().collect();
    let mut order: Vec<&String> = short.iter().collect();
    order.sort_by_key(|word| std::cmp::Reverse(word.len()));
    order.into_iter().all(|word| {
        let fits = |other: &&String| match (word.len(), other.len()) {
            (1, _) | (_, 1) => word.chars().next() == other.chars().next(),
            (length, _) => strsim::levenshtein(word, other) <= usize::from(length >= 5),
        };
        let exact = left.iter().position(|other| *other == word);
        match exact.or_else(|| left.iter().position(fits)) {
            Some(place) => {
                left.remove(place);
                true
            }
            None => false,
        }
    })
}

#[cfg(test)]
mod tests;
