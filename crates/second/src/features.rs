//! The features of a candidate: hashed words around it and what its own print looks like.

use crate::around::{Seen, Sight};
use crate::candidates::{Candidate, Kind};
use std::collections::BTreeMap;
use touchstone_intake::Word;

/// Number of hash buckets.
pub(crate) const BUCKETS: usize = 1 << 15;
/// Distance in font sizes at which a word counts half.
const HALF: f32 = 6.0;
/// Letters of the beginning of a word, which abbreviations share.
const BEGINNING: usize = 4;

/// Words of a text are counted up to this number.
const COUNTED: usize = 4;

/// A hash bucket and its weight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Feature {
    pub bucket: u16,
    pub weight: f32,
}

/// What print is compared with: how far the words of the page reach, and their usual size.
pub(crate) struct Setting {
    right: f32,
    bottom: f32,
    size: f32,
    line_count: usize,
    /// By amount, how often the page has it.
    amounts: BTreeMap<u64, usize>,
    /// By line, where its typed candidates begin, from left to right.
    typed: Vec<Vec<f32>>,
}

impl Setting {
    pub(crate) fn of(words: &[Word], line_count: usize, candidates: &[Candidate]) -> Self {
        let mut amounts = BTreeMap::new();
        let mut typed = vec![Vec::new(); line_count];
        for candidate in candidates.iter().filter(|one| one.kind == Kind::Typed) {
            // Years and numbers of boxes are no amounts.
            if let Some(amount) = candidate
                .meaning
                .amounts
                .first()
                .filter(|_| is_decimal(&candidate.text))
            {
                *amounts.entry(*amount).or_default() += 1;
            }
            if let Some(line) = typed.get_mut(candidate.line) {
                line.push(candidate.region.x);
            }
        }
        let mut sizes: Vec<f32> = words.iter().map(|word| word.size).collect();
        sizes.sort_by(f32::total_cmp);
        for line in &mut typed {
            line.sort_by(f32::total_cmp);
        }
        Self {
            right: words.iter().map(|word| word.region.right()).fold(1.0, f32::max),
            bottom: words.iter().map(|word| word.region.bottom()).fold(1.0, f32::max),
            size: sizes.get(sizes.len() / 2).map_or(10.0, |size| size.max(1.0)),
            line_count,
            amounts,
            typed,
        }
    }
}

/// Whether a text ends in cents.
fn is_decimal(text: &str) -> bool {
    let tail: Vec<char> = text.chars().rev().take(3).collect();
    matches!(tail[..], [a, b, '.' | ',' | ' '] if a.is_ascii_digit() && b.is_ascii_digit())
}

/// The feature that all candidates of a form with this label have.
pub fn feature_of_label(label: &str) -> Feature {
    feature(&format!("label {label}"), 1.0)
}

/// The other features of a candidate.
pub(crate) fn features(setting: &Setting, sight: &Sight, candidate: &Candidate) -> Vec<Feature> {
    let mut found = Vec::new();
    own(setting, sight, candidate, &mut found);
    for seen in sight.around(candidate) {
        words(&seen, &mut found);
    }
    found
}

fn words(seen: &Seen, found: &mut Vec<Feature>) {
    let direction = seen.direction;
    if seen.words.is_empty() {
        found.push(feature(&format!("{direction} nothing"), 0.5));
    }
    let mut last: Option<String> = None;
    for (word, distance) in &seen.words {
        let word = folded(word);
        if word.is_empty() {
            continue;
        }
        let weight = HALF / (HALF + distance);
        found.push(feature(&format!("{direction} {word}"), weight));
        found.push(feature(&format!("any {word}"), weight));
        if word.chars().count() > BEGINNING {
            let beginning: String = word.chars().take(BEGINNING).collect();
            found.push(feature(&format!("{direction} {beginning}~"), weight));
        }
        if let Some(last) = last {
            let (a, b) = if last < word { (&last, &word) } else { (&word, &last) };
            found.push(feature(&format!("{direction} {a} {b}"), weight));
        }
        last = Some(word);
    }
}

fn own(setting: &Setting, sight: &Sight, candidate: &Candidate, found: &mut Vec<Feature>) {
    let (x, y) = candidate.region.center();
    let part = |at: f32, whole: f32, parts: f32| (at / whole * parts).clamp(0.0, parts - 1.0) as u32;
    let text = &candidate.text;
    let mut add = |name: String| found.push(feature(&name, 0.7));
    add(format!("x {}", part(x, setting.right, 4.0)));
    add(format!("y {}", part(y, setting.bottom, 8.0)));
    add(format!("from top {}", candidate.line.min(8)));
    add(format!("from bottom {}", (setting.line_count - candidate.line).min(8)));
    let first = candidate.words.first().and_then(|&word| sight.words.get(word));
    if let Some(word) = first {
        let size = (word.size / setting.size * 4.0).clamp(1.0, 9.0) as u32;
        add(format!("size {size}"));
        add(format!("bold {}", word.bold));
    }
    match candidate.kind {
        Kind::Typed => own_value(setting, candidate, add),
        Kind::Line => own_words(text, add),
    }
}

fn own_value(setting: &Setting, candidate: &Candidate, mut add: impl FnMut(String)) {
    let Candidate { text, meaning, .. } = candidate;
    add(format!("shape {}", shape(text)));
    add(format!("amount {}", !meaning.amounts.is_empty()));
    add(format!("date {}", !meaning.dates.is_empty()));
    add(format!("number {}", meaning.number.is_some()));
    add(format!("code {}", meaning.code.as_deref().unwrap_or_default()));
    add(format!("words {}", text.split(' ').count().min(COUNTED)));
    add(format!("sign {}", text.contains(['-', '(', '−', '–'])));
    add(format!("currency {}", text.contains(['$', '€', '£'])));
    if let Some(amount) = meaning.amounts.first().filter(|_| is_decimal(text)) {
        let higher = setting.amounts.range(amount + 1..).take(COUNTED).count();
        let repeated = setting.amounts.get(amount).map_or(0, |count| *count.min(&COUNTED));
        add(format!("higher {higher}"));
        add(format!("repeated {repeated}"));
    }
    if let Some(line) = setting.typed.get(candidate.line) {
        let before = line.partition_point(|&x| x < candidate.region.x);
        let behind = line.len() - line.partition_point(|&x| x <= candidate.region.x);
        add(format!("before {}", before.min(COUNTED)));
        add(format!("behind {}", behind.min(COUNTED)));
    }
}

fn own_words(text: &str, mut add: impl FnMut(String)) {
    let words: Vec<String> = text.split_whitespace().map(folded).collect();
    add(format!("length {}", words.len().min(8)));
    add(format!("capitals {}", !text.contains(char::is_lowercase)));
    add(format!(
        "digits {}",
        text.contains(|letter: char| letter.is_ascii_digit())
    ));
    add(format!("colon {}", text.ends_with(':')));
    for word in words.iter().take(8).filter(|word| !word.is_empty()) {
        add(format!("own {word}"));
    }
    if let Some(first) = words.first() {
        add(format!("begins {first}"));
    }
    if let Some(last) = words.last() {
        add(format!("ends {last}"));
    }
}

/// Digits as `9`, letters as `a`, runs of more than four shortened.
fn shape(text: &str) -> String {
    let mut shape = String::new();
    let mut run = 0;
    for letter in text.chars() {
        let class = match letter {
            _ if letter.is_ascii_digit() => '9',
            _ if letter.is_alphabetic() => 'a',
            _ => letter,
        };
        run = if shape.ends_with(class) { run + 1 } else { 0 };
        if run < 9 {
            shape.push(class);
        }
    }
    shape
}

/// A word in small letters, without punctuation; longer numbers lose their digits.
fn folded(word: &str) -> String {
    let kept: String = word
        .chars()
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect();
    let digits = kept.chars().filter(char::is_ascii_digit).count();
    if digits > 2 { "#".repeat(digits.min(5)) } else { kept }
}

fn feature(name: &str, weight: f32) -> Feature {
    Feature {
        bucket: bucket(name),
        weight,
    }
}

/// FNV-1a.
pub(crate) fn bucket(name: &str) -> u16 {
    let hash = name.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    ((hash ^ (hash >> 15)) as usize % BUCKETS) as u16
}
