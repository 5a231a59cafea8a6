//! Pieces, line items and issues shared by the readers of statements and receipts.

use super::line::{Fold, folds};
use super::span::{Money, Span};
use crate::page::model::Layout;
use rust_decimal::Decimal;
use std::collections::BTreeMap;
use touchstone_core::pack::LedgerField;
use touchstone_core::record::Field;
use touchstone_core::value::amount;
use touchstone_intake::Region;

/// Max quantity read from a number before an item's name.
pub(super) const MOST: i64 = 99;

/// An issue that the reader raises about a field.
pub(crate) struct Doubt {
    pub field: LedgerField,
    pub code: &'static str,
    pub message: String,
    pub evidence: Span,
}

/// Fields by name, with the issues that the reader raises.
pub(crate) struct Filled {
    pub fields: BTreeMap<LedgerField, Field>,
    pub doubts: Vec<Doubt>,
}

impl Filled {
    pub(super) fn has(&self, field: LedgerField) -> bool {
        self.fields.get(&field).is_some_and(Field::is_filled)
    }
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
    /// A bare number before the name, a quantity only if other lines have one too.
    pub leading: Option<Span>,
}

/// Whether quantity times price makes the amount, to the cent: weights and hours are rounded before multiplication.
pub(super) fn is_product(quantity: Decimal, price: Decimal, amount: Decimal) -> bool {
    amount::product(quantity, price).is_some_and(|product| (product - amount).abs() <= Decimal::new(1, 2))
}

/// A line of text above the line with its price.
#[derive(Debug, Clone)]
pub(super) struct Above {
    pub words: Vec<usize>,
    pub region: Region,
    pub size: f32,
    /// Begins with a count and a name.
    pub counted: bool,
    /// Breaks off, as in `256GB / Core i5 /`. A heading between dashes does not.
    pub open: bool,
}

/// How a receipt lays out its items.
#[derive(Debug, Clone, Copy)]
pub(super) struct Habits {
    /// Prices are indented below the names.
    pub indents: bool,
    /// Lines with a price begin with a count.
    pub counts: bool,
    /// Names are printed below their prices.
    pub names_follow: bool,
    /// Center x of the tax code letters between names and prices: `MILK 2% F 3.49`.
    pub flags: Option<f32>,
    /// How many lines with an amount begin with a date.
    pub dated: usize,
}
