//! Text kept after its page is dropped: raw text with its evidence, and the fields and cells made of it.

use crate::captions::evidence;
use crate::page::model::Layout;
use rust_decimal::Decimal;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use touchstone_core::record::{Cell, Evidence, Field};
use touchstone_core::value::money;

/// Max confidence of a value read from a statement or receipt.
const SUREST: f64 = 0.96;

#[derive(Debug, Clone, Default)]
pub(crate) struct Span {
    pub raw: String,
    pub evidence: Vec<Evidence>,
}

#[derive(Debug, Clone)]
pub(super) struct Money {
    pub value: Decimal,
    pub span: Span,
}

pub(super) fn span(layout: &Layout, words: &[usize]) -> Span {
    Span {
        raw: layout.text(words),
        evidence: evidence::of_lines(layout, &[words.to_vec()], &[]),
    }
}

impl Span {
    /// Appends another line of the same text.
    pub(super) fn append(&mut self, other: Span) {
        if !self.raw.is_empty() && !other.raw.is_empty() {
            self.raw.push(' ');
        }
        self.raw.push_str(&other.raw);
        self.evidence.extend(other.evidence);
    }

    /// Sort key: page, line (in steps of 6 points) and x.
    pub(super) fn place(&self) -> (u32, u32, u32) {
        const LINE: f32 = 6.0;
        let first = self.evidence.first().and_then(|first| first.regions.first());
        first.map_or((0, 0, 0), |region| {
            (region.page, (region.center().1 / LINE).round() as u32, region.x as u32)
        })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.raw.is_empty()
    }

    pub(super) fn field(&self, value: Value, sure: f64) -> Field {
        Field {
            value,
            raw: Some(self.raw.clone()),
            confidence: SUREST * sure,
            evidence: self.evidence.clone(),
            cells: BTreeMap::new(),
        }
    }

    pub(super) fn cell(&self, value: Value, sure: f64) -> Cell {
        Cell {
            value,
            raw: Some(self.raw.clone()),
            confidence: SUREST * sure,
            evidence: self.evidence.clone(),
        }
    }

    pub(super) fn text(&self) -> Value {
        Value::from(self.raw.trim())
    }
}

impl Money {
    pub(super) fn json(&self) -> Value {
        Value::from(money::print(self.value))
    }

    pub(super) fn field(&self, sure: f64) -> Field {
        self.span.field(self.json(), sure)
    }
}

/// One row of a list: its parts in template order, each with its cell if present.
pub(super) type RowCells = Vec<(&'static str, Option<Cell>)>;

/// Builds a list field with a cell for each value. The evidence of the list itself is its header.
pub(super) fn list(rows: Vec<RowCells>, header: &Span) -> Field {
    let mut values = Vec::with_capacity(rows.len());
    let mut cells = BTreeMap::new();
    let mut sum = 0.0;
    for (index, row) in rows.into_iter().enumerate() {
        let mut object = Map::new();
        for (part, cell) in row {
            let value = cell.as_ref().map_or(Value::Null, |cell| cell.value.clone());
            object.insert(part.to_owned(), value);
            if let Some(cell) = cell {
                sum += cell.confidence;
                cells.insert(format!("[{index}].{part}"), cell);
            }
        }
        values.push(Value::Object(object));
    }
    Field {
        value: Value::Array(values),
        raw: None,
        confidence: if cells.is_empty() {
            0.0
        } else {
            sum / cells.len() as f64
        },
        evidence: header.evidence.clone(),
        cells,
    }
}
