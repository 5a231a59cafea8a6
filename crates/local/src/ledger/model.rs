//! Pieces, items and doubts of papers that are read by their structure.

use super::line::{Fold, folds};
use super::span::{Money, Span};
use crate::page::model::Layout;
use rust_decimal::Decimal;
use std::collections::BTreeMap;
use touchstone_core::pack::LedgerField;
use touchstone_core::record::Field;
use touchstone_core::value::amount;
use touchstone_intake::Region;

/// No till prints a larger quantity before an item's name.
pub(super) const MOST: i64 = 99;

/// A doubt about a field.
pub(crate) struct Doubt {
    pub field: LedgerField,
    pub code: &'static str,
    pub message: String,
    pub evidence: Span,
}

/// The fields by name, and what the reader itself doubts.
pub(crate) struct Filled {
    pub fields: BTreeMap<LedgerField, Field>,
    pub doubts: Vec<Doubt>,
}

/// A piece of text on one line.
pub(super) struct Piece {
    pub words: Vec<usize>,
    pub folds: Vec<Fold>,
    pub region: Region,
    pub size: f32,
}

pub(super) fn pieces(layout: &Layout) -> Vec<Piece> {
    let piece = |words: &Vec<usize>, region: Region| Piece {
        folds: folds(layout, words),
        size: words.iter().map(|&word| layout.word(word).size).fold(1.0, f32::max),
        words: words.clone(),
        region,
    };
    layout.pieces.iter().map(|row| piece(&row.words, row.region)).collect()
}

#[derive(Debug, Clone, Default)]
pub(super) struct Item {
    pub description: Span,
    pub quantity: Option<Span>,
    pub price: Option<Money>,
    pub amount: Option<Money>,
    /// A bare number before the name, which is a quantity only if other lines have one too.
    pub leading: Option<Span>,
}

/// Weights and hours are rounded before they are multiplied.
pub(super) fn is_product(quantity: Decimal, price: Decimal, amount: Decimal) -> bool {
    amount::product(quantity, price).is_some_and(|product| (product - amount).abs() <= Decimal::new(1, 2))
}

/// A line of text waiting for its price.
#[derive(Debug, Clone)]
pub(super) struct Above {
    pub words: Vec<usize>,
    pub region: Region,
    pub size: f32,
    /// Whether a count and a name begin it.
    pub counted: bool,
    /// Whether it breaks off: `256GB / Core i5 /`, and is no heading between dashes.
    pub open: bool,
}

/// How a receipt prints what was bought.
#[derive(Debug, Clone, Copy)]
pub(super) struct Habits {
    /// Prices stand indented below the names.
    pub indents: bool,
    /// Lines with a price begin with a count.
    pub counts: bool,
    /// Names stand below their prices.
    pub names_follow: bool,
    /// Where letters of the till stand between names and prices: `MILK 2% F 3.49`.
    pub flags: Option<f32>,
    /// So many lines with a price begin with their days.
    pub dated: usize,
}
