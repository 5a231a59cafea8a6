//! Turns the words assigned to boxes into fields: value, text as printed, evidence and confidence.

use super::model::{Candidate, Item, Sheet, Text};
use crate::captions::evidence;
use crate::captions::model::Caption;
use crate::page::reading;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use touchstone_core::pack::FieldSpec;
use touchstone_core::record::{Cell, Field, Format};

/// Max confidence of a single rule-based reading.
pub(crate) const SUREST: f64 = 0.98;
/// Factor for the confidence of a value that does not have its field's format.
const MISFIT: f64 = 0.3;

/// A dash in a box is not a value: the box is empty, and the dash's place is the evidence.
pub(crate) fn blank_field(sheet: &Sheet, given: &Candidate) -> Field {
    let place = sheet.layout.around(&given.words);
    Field {
        confidence: confidence(sheet, given.caption, given.fit),
        evidence: vec![evidence::of_place(
            sheet.layout,
            place,
            &[&sheet.captions[given.caption]],
        )],
        ..Field::missing()
    }
}

pub(crate) fn given_field(sheet: &Sheet, given: &Candidate) -> Field {
    let spec = &sheet.template.fields[given.field];
    let raw = sheet.layout.text(&given.words);
    let caption = &sheet.captions[given.caption];
    let mut confidence = confidence(sheet, given.caption, given.fit);
    if !given.valid {
        confidence *= MISFIT;
    }
    let within = raw.strip_prefix('(').map(|rest| rest.trim_end_matches(')'));
    let read = match within.filter(|_| spec.bracketed) {
        Some(bare) => touchstone_core::value::parse(&spec.format, bare).ok(),
        None => reading::of_words(sheet.layout, &spec.format, &given.words),
    };
    Field {
        value: read.unwrap_or_else(|| Value::from(raw.clone())),
        raw: Some(raw),
        confidence,
        evidence: evidence::of_lines(sheet.layout, std::slice::from_ref(&given.words), &[caption]),
        cells: BTreeMap::new(),
    }
}

/// Confidence in a value by its caption and its fit in the caption's area.
fn confidence(sheet: &Sheet, caption: usize, fit: f32) -> f64 {
    let captioned = 0.6 + 0.4 * f64::from(sheet.captions[caption].score);
    let placed = if sheet.areas[caption].closed {
        1.0
    } else {
        0.82 + 0.18 * f64::from(fit.clamp(0.0, 1.0))
    };
    SUREST * captioned * placed
}

pub(crate) fn text_field(sheet: &Sheet, text: &Text) -> Field {
    let spec = &sheet.template.fields[text.field];
    let layout = sheet.layout;
    let lines: Vec<String> = text.lines.iter().map(|line| layout.text(line)).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let fit = if sheet.captions[text.caption].labelled {
        1.0
    } else {
        0.8
    };
    Field {
        value: Value::from(spec.lines.join(&lines)),
        raw: Some(lines.join(" ")),
        confidence: confidence(sheet, text.caption, fit),
        evidence: evidence::of_lines(layout, &text.lines, &[&sheet.captions[text.caption]]),
        cells: BTreeMap::new(),
    }
}

pub(crate) fn list_field(sheet: &Sheet, spec: &FieldSpec, items: &[Item]) -> Field {
    let mut rows = Vec::new();
    let mut cells = BTreeMap::new();
    let mut all = Vec::new();
    let mut sum = 0.0;
    for (row, item) in items.iter().enumerate() {
        let mut object = Map::new();
        let words = spec.parts.iter().zip(&item.parts);
        let mut row_cells: Vec<Option<Cell>> = words
            .map(|(part, words)| (!words.is_empty()).then(|| cell(sheet, part, words, item)))
            .collect();
        part_states(spec, &mut row_cells);
        for (part, cell) in spec.parts.iter().zip(row_cells) {
            object.insert(
                part.name.clone(),
                cell.as_ref().map_or(Value::Null, |cell| cell.value.clone()),
            );
            if let Some(cell) = cell {
                sum += cell.confidence;
                all.extend(cell.evidence.clone());
                cells.insert(format!("[{row}].{}", part.name), cell);
            }
        }
        rows.push(Value::Object(object));
    }
    let raws: Vec<&str> = cells.values().filter_map(|cell| cell.raw.as_deref()).collect();
    Field {
        value: Value::Array(rows),
        raw: Some(raws.join(" ")),
        confidence: if cells.is_empty() {
            0.0
        } else {
            sum / cells.len() as f64
        },
        evidence: all,
        cells,
    }
}

/// A state code printed in one word with the state's number, `NJ/403-6834-8`, is the state of the row.
fn part_states(spec: &FieldSpec, cells: &mut [Option<Cell>]) {
    for place in 0..cells.len().saturating_sub(1) {
        let (Format::State, Format::Text, None) =
            (&spec.parts[place].format, &spec.parts[place + 1].format, &cells[place])
        else {
            continue;
        };
        let Some(number) = &mut cells[place + 1] else { continue };
        let text = number.value.as_str().unwrap_or_default().to_owned();
        let Some((state, rest)) = text.split_once('/') else {
            continue;
        };
        let Some(value) = reading::value(&Format::State, state.trim()) else {
            continue;
        };
        if rest.bytes().any(|byte| byte.is_ascii_digit()) {
            number.value = Value::from(rest.trim());
            let mut own = number.clone();
            own.value = value;
            own.raw = Some(state.trim().to_owned());
            cells[place] = Some(own);
        }
    }
}

/// Signs before a text separate it from the print before it: `/ 068-2023-7`.
fn without_signs<'w>(sheet: &Sheet, part: &FieldSpec, words: &'w [usize]) -> &'w [usize] {
    let sign = |word: &&usize| !sheet.layout.word(**word).text.contains(char::is_alphanumeric);
    let signs = words.iter().take_while(sign).count();
    if part.format == Format::Text && signs < words.len() {
        &words[signs..]
    } else {
        words
    }
}

fn without_stroke(value: Value) -> Value {
    match value {
        Value::String(text) => Value::from(text.trim_start_matches(['/', ' '])),
        other => other,
    }
}

fn cell(sheet: &Sheet, part: &FieldSpec, words: &[usize], item: &Item) -> Cell {
    let words = without_signs(sheet, part, words);
    let raw = sheet.layout.text(words);
    let read = reading::of_words(sheet.layout, &part.format, words).map(without_stroke);
    let sure = item
        .captions
        .iter()
        .map(|&caption| confidence(sheet, caption, 0.9))
        .fold(0.0, f64::max);
    let captions: Vec<&Caption> = item.captions.iter().map(|&caption| &sheet.captions[caption]).collect();
    Cell {
        confidence: if read.is_some() { sure } else { sure * MISFIT },
        value: read.unwrap_or_else(|| Value::from(raw.clone())),
        raw: Some(raw),
        evidence: evidence::of_lines(sheet.layout, &[words.to_vec()], &captions),
    }
}
