//! Sums of the columns with amounts, over the rows that count.

use super::table::ShownRow;
use rust_decimal::Decimal;
use touchstone_core::record::StackColumn;
use touchstone_core::value::money;

/// One for each column; `None` where there are no amounts.
#[derive(Debug, Default)]
pub struct Sums(Vec<Option<Decimal>>);

impl Sums {
    pub fn of(columns: &[StackColumn]) -> Self {
        Self(vec![None; columns.len()])
    }

    pub fn add(&mut self, columns: &[StackColumn], row: &ShownRow) {
        if !row.counts {
            return;
        }
        for ((sum, column), cell) in self.0.iter_mut().zip(columns).zip(&row.cells) {
            let text = cell.as_ref().and_then(|cell| cell.field.text());
            let amount = text
                .filter(|_| column.format == "currency")
                .and_then(|text| money::parse(text).ok());
            if let Some(amount) = amount {
                *sum = sum.unwrap_or_default().checked_add(amount);
            }
        }
    }

    pub fn printed(&self) -> Vec<Option<String>> {
        self.0.iter().map(|sum| sum.map(money::print)).collect()
    }
}
