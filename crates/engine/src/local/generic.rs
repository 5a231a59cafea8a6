//! Documents that are none of the pack's forms: what can be said of any paper (seed 000, the generic template), and
//! a name for it when its own form number is printed. Not here: forms with a template.

use super::evidence;
use super::layout::{Layout, Row};
use super::reading;
use super::year;
use crate::pack::{FieldSpec, Template};
use crate::record::{Cell, Field, Format};
use indexmap::IndexMap;
use serde_json::Value;
use std::collections::BTreeMap;
use touchstone_intake::Region;

/// More amounts than this say nothing about what a document is.
const AMOUNTS: usize = 200;

/// Fills the generic fields that a page can answer; those already filled by an earlier page are kept.
pub(super) fn fill(layout: &Layout, template: &Template, fields: &mut IndexMap<String, Field>) {
    for (index, spec) in template.fields.iter().enumerate() {
        let known = fields.get(&spec.name).is_some_and(Field::is_filled);
        let list = spec.parts.is_empty() && matches!(spec.format, Format::List);
        if known && !list {
            continue;
        }
        let found = match &spec.format {
            Format::Year => tax_year(layout),
            Format::List => amounts(layout, spec, fields.get(&spec.name)),
            Format::Text if index == 0 => title(layout),
            _ => None,
        };
        if let Some(field) = found {
            fields.insert(spec.name.clone(), field);
        } else if !known {
            fields.entry(spec.name.clone()).or_insert_with(Field::missing);
        }
    }
}

/// `W-4`, `1040`, `1099-R`: the form number that follows the word "Form" in the upper half or in large print.
pub(super) fn form_number(layout: &Layout) -> Option<String> {
    let mut sizes: Vec<f32> = layout.page.reading.words.iter().map(|word| word.size).collect();
    sizes.sort_by(f32::total_cmp);
    let usual = sizes.get(sizes.len() / 2)?;
    let mut best: Option<(f32, String)> = None;
    let mut seen: Vec<&str> = Vec::new();
    for (index, word) in layout.page.reading.words.iter().enumerate() {
        let code = word
            .text
            .trim_matches(|c: char| matches!(c, '(' | ')' | ',' | '.' | ':' | ';'));
        if !is_form_number(code) || word.widget.is_some() {
            continue;
        }
        let named = (0..layout.folded.len()).any(|other| {
            let region = layout.region(other);
            let gap = word.region.x - region.right();
            (layout.folded[other] == b"form" || layout.folded[other] == b"schedule")
                && (-1.0..2.0 * word.size.max(8.0)).contains(&gap)
                && region.overlap_y(&word.region.grown(2.0)) > 0.0
                && !follows_text(layout, other)
        });
        let top = 1.0 - (word.region.y / layout.page.height.max(1.0)).clamp(0.0, 1.0);
        let score = word.size * (0.6 + 0.4 * top) - index as f32 * 0.0001;
        let large = word.size >= 1.3 * usual || top > 0.93;
        let ended = layout
            .right_of(index)
            .is_none_or(|next| layout.region(next).x - word.region.right() > word.size);
        if named && ended && code.len() == word.text.len() {
            seen.push(code);
        }
        // A form of small print still says twice what it is: in its title and in its footer.
        let twice = seen.iter().filter(|other| **other == code).count() > 1;
        if named && (large || twice) && best.as_ref().is_none_or(|(most, _)| score > *most) {
            best = Some((score, code.to_owned()));
        }
    }
    best.map(|(_, code)| code)
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

fn field(layout: &Layout, value: Value, lines: &[Vec<usize>], confidence: f64) -> Field {
    let texts: Vec<String> = lines.iter().map(|line| layout.text(line)).collect();
    Field {
        value,
        raw: Some(texts.join(" ")),
        confidence,
        evidence: evidence::of_lines(layout, lines, &[]),
        cells: BTreeMap::new(),
    }
}

fn tax_year(layout: &Layout) -> Option<Field> {
    let whole = Region {
        page: layout.page.number,
        x: 0.0,
        y: 0.0,
        width: layout.page.width,
        height: layout.page.height,
    };
    let found = year::find(layout, &whole, &[])?;
    (found.confidence > 0.7).then(|| field(layout, Value::from(found.value), &[found.words], found.confidence * 0.8))
}

/// The largest print in the upper half of the page, if any stands out or stands first.
pub(super) fn title(layout: &Layout) -> Option<Field> {
    let worded = |row: &&Row| {
        let letters = row
            .words
            .iter()
            .flat_map(|&word| &layout.folded[word])
            .filter(|c| c.is_ascii_alphabetic())
            .count();
        letters >= 4 && row.words.len() <= 14 && row.region.y < 0.5 * layout.page.height
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

/// Every amount with a currency sign or cents.
fn amounts(layout: &Layout, spec: &FieldSpec, known: Option<&Field>) -> Option<Field> {
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
        let text = word.text.trim_end_matches([',', ';', ':']);
        let cents = text.len() > 3 && text.as_bytes()[text.len() - 3] == b'.';
        if values.len() >= AMOUNTS || !(cents || text.starts_with('$')) {
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
