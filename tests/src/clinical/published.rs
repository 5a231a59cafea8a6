//! Charts made from notes and reports published as plain text by others: set unchanged below three letterheads, three
//! texts per chart, behind a fax cover. The texts themselves are not kept here. Charts with our own text are in
//! `style`.

use crate::font::Font;
use crate::paper::{Ink, Paper, Sheet};
use crate::{Case, SegmentTruth, Truth};
use anyhow::Context;
use std::collections::BTreeMap;
use std::path::Path;

/// Texts per chart.
const TEXTS: usize = 3;
const LAYOUTS: [&str; 3] = ["published-centred", "published-left", "published-typed"];
const COVER: [&str; 6] = [
    "FAX COVER SHEET",
    "To: Medical Records",
    "From: Lakeview Regional Hospital",
    "Fax: (555) 201-4411",
    "Re: records as requested",
    "This fax is meant for its recipient only. If you received it in error, please destroy it.",
];

/// Every text listed in the folder's `labels.json`, folder by folder, sorted by name.
pub fn published(folder: &Path) -> anyhow::Result<Vec<Case>> {
    let list = folder.join("labels.json");
    let json = std::fs::read_to_string(&list).with_context(|| format!("reading {}", list.display()))?;
    let labels: BTreeMap<String, String> =
        serde_json::from_str(&json).with_context(|| format!("reading {}", list.display()))?;
    let mut texts = Vec::new();
    for (name, label) in &labels {
        let path = folder.join(name);
        let bytes = std::fs::read(&path).with_context(|| format!("reading {}", path.display()))?;
        texts.push((capitals(label), String::from_utf8_lossy(&bytes).into_owned()));
    }
    let charts = texts.chunks(TEXTS).enumerate();
    Ok(charts.map(|(index, texts)| chart(index, texts)).collect())
}

/// Capitalizes each word, as the pack writes labels: `clinical note` becomes `Clinical Note`.
fn capitals(label: &str) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    label.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

fn chart(index: usize, texts: &[(String, String)]) -> Case {
    let layout = index % LAYOUTS.len();
    let mut cover = Sheet::letter();
    for (row, line) in COVER.iter().enumerate() {
        let size = if row == 0 { 18.0 } else { 11.0 };
        cover.text(90.0, 90.0 + 34.0 * row as f32, Ink::new(Font::Sans, size), line);
    }
    let mut sheets = vec![cover];
    let mut segments = vec![segment(1, 1, "Other")];
    for (label, text) in texts {
        let first = sheets.len() as u32 + 1;
        sheets.extend(set(layout, text));
        segments.push(segment(first, sheets.len() as u32, label));
    }
    let truth = Truth {
        layout: LAYOUTS[layout].to_owned(),
        pages: sheets.len() as u32,
        label: Some(super::largest(&segments).to_owned()),
        segments,
        ..Truth::default()
    };
    Case::new(&format!("published-{index:03}"), Paper::new(sheets).into_pdf(), truth)
}

fn segment(first_page: u32, last_page: u32, label: &str) -> SegmentTruth {
    SegmentTruth {
        first_page,
        last_page,
        label: label.to_owned(),
    }
}

/// One text below its letterhead, with page numbers.
fn set(layout: usize, text: &str) -> Vec<Sheet> {
    let (font, bold, size, left) = [
        (Font::Serif, Font::SerifBold, 11.0, 72.0),
        (Font::Sans, Font::SansBold, 10.0, 60.0),
        (Font::Mono, Font::MonoBold, 9.0, 54.0),
    ][layout];
    let mut sheets = vec![Sheet::letter()];
    let (house, address) = (
        "Lakeview Regional Hospital",
        "120 Birch Road, Fresno, CA 93721   Tel (555) 201-4400",
    );
    let head = |sheet: &mut Sheet, y: f32, ink: Ink, words: &str| match layout {
        0 => sheet.text_center(306.0, y, ink, words),
        1 => sheet.text(left, y, ink, words),
        _ => sheet.text_right(560.0, y, ink, words),
    };
    head(&mut sheets[0], 44.0, Ink::new(bold, size + 3.0), house);
    head(&mut sheets[0], 60.0, Ink::new(font, size - 2.0), address);
    let mut y = 96.0;
    for line in text
        .lines()
        .flat_map(|line| wrapped(line, font, size, 612.0 - 2.0 * left))
    {
        if y > 726.0 {
            sheets.push(Sheet::letter());
            y = 72.0;
        }
        if let Some(sheet) = sheets.last_mut() {
            sheet.text(left, y, Ink::new(font, size), &line);
        }
        y += 1.3 * size;
    }
    let total = sheets.len();
    for (sheet, number) in sheets.iter_mut().zip(1..) {
        let ink = Ink::new(font, 8.0);
        match layout {
            0 => sheet.text_center(306.0, 766.0, ink, &format!("Page {number} of {total}")),
            1 => sheet.text_right(560.0, 766.0, ink, &format!("{number}")),
            _ => sheet.text(left, 30.0, ink, &format!("Page {number} of {total}")),
        }
    }
    sheets
}

/// Wraps a line of the text. An empty line stays empty.
fn wrapped(line: &str, font: Font, size: f32, room: f32) -> Vec<String> {
    let plain: String = line.chars().map(|c| if c.is_ascii() { c } else { '-' }).collect();
    let (mut lines, mut last) = (Vec::new(), String::new());
    for word in plain.split_whitespace() {
        if font.width(&format!("{last} {word}"), size) > room && !last.is_empty() {
            lines.push(std::mem::take(&mut last));
        }
        if !last.is_empty() {
            last.push(' ');
        }
        last.push_str(word);
    }
    lines.push(last);
    lines
}
