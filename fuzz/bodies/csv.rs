//! The CSV export of a document whose texts are arbitrary. It can be read back, and no spreadsheet runs a cell of it.

use serde_json::{Value, json};
use touchstone_engine::export::{Exported, Format, Output};

/// Separates the texts of one input.
const SEPARATOR: char = '\u{1f}';

struct Written(Vec<u8>);

impl Output for Written {
    fn write(&mut self, _file: &str, bytes: &[u8], _records: u64) -> anyhow::Result<()> {
        self.0.extend(bytes);
        Ok(())
    }
}

/// File name, path, case and label, then the names and values of fields in turn.
pub(crate) fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut texts = text.split(SEPARATOR);
    let mut next = || texts.next().unwrap_or_default().to_owned();
    let about = [next(), next(), next(), next()];
    let mut fields = serde_json::Map::new();
    loop {
        let (name, value) = (next(), next());
        if name.is_empty() {
            break;
        }
        fields.insert(name, value.into());
    }
    let mut exporter = Format::named("csv").expect("the format").start(None);
    let mut written = Written(Vec::new());
    exporter
        .add(&document(&about, &fields), &mut written)
        .expect("a document is taken");
    exporter.finish(&mut written).expect("a table is written");
    let written = String::from_utf8(written.0).expect("text");
    check(&written, &about, &fields);
}

fn check(written: &str, about: &[String; 4], fields: &serde_json::Map<String, Value>) {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(written.as_bytes());
    let rows: Vec<csv::StringRecord> = reader
        .records()
        .map(|row| row.expect("a row as wide as the header"))
        .collect();
    assert_eq!(rows.len(), 2, "a header and a row");
    let cells: Vec<&str> = rows[1].iter().collect();
    for cell in rows.iter().flatten() {
        assert!(!runs(cell), "a spreadsheet would run {cell:?}");
    }
    for text in about
        .iter()
        .map(String::as_str)
        .chain(fields.values().filter_map(Value::as_str))
    {
        let is_there = |cell: &&str| *cell == text || cell.strip_prefix('\'') == Some(text);
        assert!(cells.iter().any(is_there), "{text:?} is lost");
    }
}

/// Whether a spreadsheet takes a cell for a formula. A plain negative number is none.
fn runs(cell: &str) -> bool {
    let plain = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = cell
        .strip_prefix('-')
        .is_some_and(|digits| match digits.split_once('.') {
            Some((whole, decimals)) => plain(whole) && plain(decimals),
            None => plain(digits),
        });
    cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠']) && !is_number
}

fn document(about: &[String; 4], fields: &serde_json::Map<String, Value>) -> Exported {
    let [file_name, path, case, label] = about;
    let field = |value: &Value| json!({"value": value, "raw": null, "confidence": 0.5, "evidence": [], "cells": {}});
    let fields: serde_json::Map<String, Value> = fields
        .iter()
        .map(|(name, value)| (name.clone(), field(value)))
        .collect();
    let document = json!({
        "state": "needs_review", "source": null, "settled_at": null, "schema": "", "run_id": null,
        "document": {"id": null, "path": path, "file_name": file_name, "sha256": null, "page_count": 1,
            "expected_year": null, "case": case},
        "pack": {"name": "tax", "version": null},
        "engine": {"kind": "local", "provider": null, "model": null},
        "outcome": "ok", "error": null,
        "classification": {"label": null, "proposed_label": null, "confidence": 0.0, "band": "LOW", "candidates": [],
            "rationale": "", "number_of_segments": 0, "segments": [], "mixture": [], "vendor_signals": [],
            "marking": null, "self_evaluation": null},
        "pages": [], "attempts": [], "issues": [], "verification": [], "decision": null,
        "forms": [{"id": "01900000-0000-7000-8000-000000000001", "label": label, "first_page": 1, "last_page": 1,
            "region": null, "fields": fields}],
        "usage": {"calls": 0, "input_tokens": 0, "output_tokens": 0, "cost_usd": 0.0, "seconds": 0.0},
    });
    serde_json::from_value(document).expect("a document of the export's own form")
}
