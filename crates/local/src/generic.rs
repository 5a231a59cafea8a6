//! Documents that are none of the pack's forms: what can be said of any paper (seed 000, the generic template), and
//! a name for it when its own form number is printed. Not here: forms with a template, and whom it names (`named`).

use super::evidence;
use super::layout::{Layout, Row, fold};
use super::reading;
use super::whole::WholeAmounts;
use super::year;
use indexmap::IndexMap;
use serde_json::Value;
use std::collections::BTreeMap;
use touchstone_core::pack::{FieldSpec, Template};
use touchstone_core::record::{Cell, Field, Format};
use touchstone_intake::Region;

/// More amounts than this say nothing about what a document is.
const AMOUNTS: usize = 200;
/// The template's words for what numbers count that are no money, such as hours.
const MEASURED: &str = "measured";
/// ... and for what money is asked or paid for, as heads of columns and beside sums.
const CHARGED: &str = "charged";
/// A head is looked for so many points above a number.
pub(super) const HEAD: f32 = 120.0;
/// A headline is printed so many times as large as most words.
const LARGE: f32 = 1.5;

/// What of the amounts on a page is its own print.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Print {
    None,
    /// A numbered form explains itself in whole dollars: `$600 or more`.
    OfForm,
}

/// What is known of a page before its generic fields are filled.
pub(super) struct Known<'a> {
    /// Words of the title by which the paper was recognised.
    pub title: Option<&'a [usize]>,
    pub print: Print,
    /// Whom it names, by field.
    pub named: BTreeMap<String, Field>,
}

/// Fills the generic fields that a page or its part can answer; those already filled by an earlier page are kept.
pub(super) fn fill(
    layout: &Layout,
    template: &Template,
    part: &Region,
    mut known: Known,
    fields: &mut IndexMap<String, Field>,
) {
    for (index, spec) in template.fields.iter().enumerate() {
        let filled = fields.get(&spec.name).is_some_and(Field::is_filled);
        let list = spec.parts.is_empty() && matches!(spec.format, Format::List);
        if filled && !list {
            continue;
        }
        let found = match &spec.format {
            Format::Year => tax_year(layout, part),
            Format::List => {
                let words = |list: &str| template.words.get(list).map(Vec::as_slice).unwrap_or_default();
                let counts = Counts::of(layout, words(MEASURED));
                let whole = WholeAmounts::of(layout, words(CHARGED));
                amounts(
                    layout,
                    spec,
                    part,
                    (known.print, &counts, &whole),
                    fields.get(&spec.name),
                )
            }
            Format::Text if index == 0 => match known.title {
                // A word of titles within a name, such as that of an association, is no title.
                Some(words) if is_within_name(layout, words, &known.named) => None,
                Some(words) => Some(field(layout, Value::from(layout.text(words)), &[words.to_vec()], 0.9)),
                None => title(layout, part),
            },
            Format::Text => known.named.remove(&spec.name),
            _ => None,
        };
        if let Some(field) = found {
            fields.insert(spec.name.clone(), field);
        } else if !filled {
            fields.entry(spec.name.clone()).or_insert_with(Field::missing);
        }
    }
}

/// Whether words are a part of a party's name, and not all of it.
fn is_within_name(layout: &Layout, words: &[usize], named: &BTreeMap<String, Field>) -> bool {
    let own = layout.letters(words);
    let mut names = named.values().filter_map(|field| field.raw.as_deref()).map(fold);
    names.any(|name| name.len() > own.len() && name.windows(own.len().max(1)).any(|part| part == own))
}

/// A form or schedule number printed as a name: `W-4`, `1040`, `1099-R`.
pub(super) struct Number {
    /// Folded: `form` or `schedule`.
    pub kind: Vec<u8>,
    pub code: String,
    /// The word before it and the number.
    pub words: Vec<usize>,
    score: f32,
}

/// The best of the page's form numbers.
pub(super) fn form_number(layout: &Layout) -> Option<String> {
    let best = numbers(layout)
        .into_iter()
        .reduce(|best, next| if next.score > best.score { next } else { best });
    best.map(|number| number.code)
}

/// Numbers that follow the word "Form" in the upper half or in large print; those in sentences are left out.
pub(super) fn numbers(layout: &Layout) -> Vec<Number> {
    let mut sizes: Vec<f32> = layout.page.reading.words.iter().map(|word| word.size).collect();
    sizes.sort_by(f32::total_cmp);
    let Some(usual) = sizes.get(sizes.len() / 2) else {
        return Vec::new();
    };
    let mut numbers = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for (index, word) in layout.page.reading.words.iter().enumerate() {
        let code = word
            .text
            .trim_matches(|c: char| matches!(c, '(' | ')' | ',' | '.' | ':' | ';'));
        if !is_form_number(code) || word.widget.is_some() {
            continue;
        }
        let named = named_by(layout, index);
        if named.is_none() && !is_headline(layout, index, code, *usual) {
            continue;
        }
        let top = 1.0 - (word.region.y / layout.page.height.max(1.0)).clamp(0.0, 1.0);
        let large = word.size >= 1.3 * usual || top > 0.93;
        let next = layout
            .right_of(index)
            .filter(|&next| layout.region(next).x - word.region.right() <= word.size);
        if next.is_none() && code.len() == word.text.len() {
            seen.push(code);
        }
        // A form of small print still says twice what it is: in its title and in its footer.
        let twice = seen.iter().filter(|other| **other == code).count() > 1;
        let goes_on = next.is_some_and(|next| layout.word(next).text.starts_with(|c: char| c.is_lowercase()));
        if (large || twice) && !(goes_on && word.size < 1.3 * usual) {
            numbers.push(Number {
                kind: named.map_or_else(|| b"form".to_vec(), |named| layout.folded[named].clone()),
                code: code.to_owned(),
                words: named.into_iter().chain([index]).collect(),
                score: word.size * (0.6 + 0.4 * top) - index as f32 * 0.0001,
            });
        }
    }
    numbers
}

/// A number with letters, in large print, alone at the head of the page: `1099-NEC` over `Nonemployee Compensation`.
fn is_headline(layout: &Layout, index: usize, code: &str, usual: f32) -> bool {
    let word = layout.word(index);
    let apart = |gap: f32| gap > 2.0 * word.size;
    let left = layout
        .left_of(index)
        .map(|other| word.region.x - layout.region(other).right());
    let right = layout
        .right_of(index)
        .map(|other| layout.region(other).x - word.region.right());
    code.contains('-')
        && code.contains(char::is_alphabetic)
        && word.size >= LARGE * usual
        && word.region.y < HEAD
        && left.is_none_or(apart)
        && right.is_none_or(apart)
}

/// The word "Form" or "Schedule" right before a number, on its level.
fn named_by(layout: &Layout, index: usize) -> Option<usize> {
    let word = layout.word(index);
    (0..layout.folded.len()).find(|&other| {
        let region = layout.region(other);
        let gap = word.region.x - region.right();
        (layout.folded[other] == b"form" || layout.folded[other] == b"schedule")
            && (-1.0..2.0 * word.size.max(8.0)).contains(&gap)
            && region.overlap_y(&word.region.grown(2.0)) > 0.0
            && !follows_text(layout, other)
    })
}

/// Within a sentence a form is only talked about: `report it on Form 1040`.
fn follows_text(layout: &Layout, word: usize) -> bool {
    layout.left_of(word).is_some_and(|before| {
        let gap = layout.region(word).x - layout.region(before).right();
        let text = &layout.word(before).text;
        gap < layout.word(word).size && text.starts_with(|c: char| c.is_lowercase() || c == '“')
    })
}

/// `1040`, `1099-MISC`, `W-9`, `8949`, `K-1`, `1120-S`, `8962X`: not a year, not any number.
fn is_form_number(text: &str) -> bool {
    let (head, tail) = text.split_once('-').unwrap_or((text, ""));
    let tail_fits = tail.len() <= 5 && tail.bytes().all(|b| b.is_ascii_alphanumeric());
    let digits = head.bytes().take_while(u8::is_ascii_digit).count();
    let letters = head.len() - digits;
    let year = tail.is_empty() && head.len() == 4 && (head.starts_with("19") || head.starts_with("20"));
    let numbered =
        (3..=4).contains(&digits) && letters <= 2 && head.bytes().skip(digits).all(|b| b.is_ascii_uppercase());
    let lettered = matches!(head, "W" | "K" | "SS" | "I") && !tail.is_empty();
    tail_fits && !year && (numbered || lettered)
}

pub(super) fn field(layout: &Layout, value: Value, lines: &[Vec<usize>], confidence: f64) -> Field {
    let texts: Vec<String> = lines.iter().map(|line| layout.text(line)).collect();
    Field {
        value,
        raw: Some(texts.join(" ")),
        confidence,
        evidence: evidence::of_lines(layout, lines, &[]),
        cells: BTreeMap::new(),
    }
}

fn tax_year(layout: &Layout, part: &Region) -> Option<Field> {
    let found = year::find(layout, part, &[])?;
    (found.confidence > 0.7).then(|| field(layout, Value::from(found.value), &[found.words], found.confidence * 0.8))
}

/// The largest print in the upper half of the page, if any stands out or stands first.
pub(super) fn title(layout: &Layout, part: &Region) -> Option<Field> {
    let worded = |row: &&Row| {
        let colon = row
            .words
            .last()
            .is_some_and(|&word| layout.word(word).text.ends_with([':', ',']));
        let sentence = row.words.len() > 5
            && row
                .words
                .last()
                .is_some_and(|&word| layout.word(word).text.ends_with('.'));
        let letters = row
            .words
            .iter()
            .flat_map(|&word| &layout.folded[word])
            .filter(|c| c.is_ascii_alphabetic())
            .count();
        let upper = row.region.y < part.y + 0.5 * part.height;
        letters >= 4 && row.words.len() <= 14 && upper && !colon && !sentence && part.holds(&row.region)
    };
    let size = |row: &Row| row.words.iter().map(|&word| layout.word(word).size).fold(0.0, f32::max);
    let rows = layout.rows.iter().filter(worded);
    let best = rows.max_by(|a, b| size(a).total_cmp(&size(b)).then(b.region.y.total_cmp(&a.region.y)))?;
    Some(field(
        layout,
        Value::from(layout.text(&best.words)),
        std::slice::from_ref(&best.words),
        0.6,
    ))
}

/// Heads and words that say that numbers count something else than money.
struct Counts {
    words: Vec<usize>,
}

impl Counts {
    fn of(layout: &Layout, measured: &[String]) -> Self {
        let measured: Vec<Vec<u8>> = measured.iter().map(|word| fold(word)).collect();
        let all = 0..layout.folded.len();
        Self {
            words: all.filter(|&word| measured.contains(&layout.folded[word])).collect(),
        }
    }

    /// Whether a number without a currency sign stands right beside such a word, or below it as its head.
    fn hold(&self, layout: &Layout, number: usize) -> bool {
        let beside = [layout.left_of(number), layout.right_of(number)];
        if beside.into_iter().flatten().any(|word| self.words.contains(&word)) {
            return true;
        }
        let own = layout.region(number);
        let worded = |word: &usize| layout.folded[*word].iter().any(u8::is_ascii_alphabetic);
        let over = |word: &usize| {
            let place = layout.region(*word);
            place.overlap_x(own) > 0.0 && (0.0..HEAD).contains(&(own.y - place.bottom()))
        };
        let above = (0..layout.folded.len()).filter(|word| worded(word) && over(word));
        let nearest = above.max_by(|&a, &b| layout.region(a).y.total_cmp(&layout.region(b).y));
        nearest.is_some_and(|word| self.words.contains(&word))
    }
}

/// Every amount with a currency sign or cents, and whole ones that a table or a sum tells (see `whole`).
fn amounts(
    layout: &Layout,
    spec: &FieldSpec,
    part: &Region,
    (print, counts, whole): (Print, &Counts, &WholeAmounts),
    known: Option<&Field>,
) -> Option<Field> {
    let format = spec.item.as_ref()?;
    let mut list = known
        .filter(|field| field.is_filled())
        .cloned()
        .unwrap_or_else(|| Field {
            value: Value::Array(Vec::new()),
            confidence: 0.7,
            ..Field::missing()
        });
    for (index, word) in layout.page.reading.words.iter().enumerate() {
        let Value::Array(values) = &mut list.value else { break };
        // What a sentence puts behind it is no part of it.
        let text = word.text.trim_end_matches([',', ';', ':', '.']);
        let cents = text.len() > 3 && text.as_bytes()[text.len() - 3] == b'.';
        let signed = text.starts_with('$');
        let printed = print == Print::OfForm && !cents && word.widget.is_none();
        let counted = !signed && counts.hold(layout, index);
        let told = cents || signed || print == Print::None && whole.hold(layout, index);
        if values.len() >= AMOUNTS || !part.holds(&word.region) || !told || printed || counted {
            continue;
        }
        if let Some(value) = reading::value(format, text) {
            let evidence = evidence::of_lines(layout, &[vec![index]], &[]);
            list.evidence.extend(evidence.clone());
            list.cells.insert(
                format!("[{}]", values.len()),
                Cell {
                    value: value.clone(),
                    raw: Some(word.text.clone()),
                    confidence: 0.7,
                    evidence,
                },
            );
            values.push(value);
        }
    }
    let texts: Vec<&str> = list.cells.values().filter_map(|cell| cell.raw.as_deref()).collect();
    list.raw = Some(texts.join(" "));
    list.is_filled().then_some(list)
}
