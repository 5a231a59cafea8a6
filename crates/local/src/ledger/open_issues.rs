//! Collects a receipt's open issues: lines without an amount, amounts that nothing proves, several means of payment.
//! Issues about the date are in `days`, about a blank total in `blank_total`.

use super::days::Dated;
use super::model::{Doubt, Item};
use super::payment::{Shared, shared};
use super::receipt::Receipt;
use super::role::Role;
use super::sorting::{Entry, Settles, Sorted};
use super::{blank_total, lines_below};
use rust_decimal::Decimal;
use touchstone_core::pack::{LedgerColumn, LedgerField};
use touchstone_core::value::money;

impl Receipt {
    /// An item-like line among the items that has no amount.
    fn unpriced(&self) -> Option<Doubt> {
        let first = self.entries.iter().position(|entry| entry.role == Role::Item)?;
        let closes = |entry: &Entry| matches!(entry.role, Role::Subtotal | Role::Total | Role::Tax | Role::Paid);
        let end = (first..self.entries.len()).find(|&at| closes(&self.entries[at]))?;
        let (_, line) = self.unpriced.iter().find(|(at, _)| (first + 1..=end).contains(at))?;
        Some(Doubt {
            field: LedgerField::Items,
            code: "incomplete",
            message: format!("\"{}\" looks like an item but has no amount", line.raw.trim()),
            evidence: line.clone(),
        })
    }

    /// An item without a quantity in a quantity column: OCR loses isolated digits.
    fn uncounted(&self, items: &[Item]) -> Option<Doubt> {
        let headed = self.columns.iter().any(|column| column.is(LedgerColumn::Quantity));
        let counted = items.iter().any(|item| item.quantity.is_some());
        let lost = items.iter().find(|item| item.quantity.is_none())?;
        (self.recognised > 0 && headed && counted).then(|| Doubt {
            field: LedgerField::Items,
            code: "incomplete",
            message: format!(
                "no quantity was read for \"{}\", unlike other lines",
                lost.description.raw.trim()
            ),
            evidence: lost.description.clone(),
        })
    }

    /// The means that paid together, if the amounts prove it.
    pub(super) fn shared(&self, sorted: &Sorted) -> Option<Shared> {
        let changed = |entry: &&Entry| entry.settles == Some(Settles::Change);
        let change: Decimal = self
            .entries
            .iter()
            .filter(changed)
            .map(|entry| entry.amount.value.abs())
            .sum();
        shared(&self.tenders, change, sorted.total.as_ref()?.value)
    }

    /// All issues. Without items and subtotal nothing proves the total, least of all with other amounts beside it.
    pub(super) fn doubts(&self, sorted: &Sorted, shared: Option<&Shared>) -> Vec<Doubt> {
        let mut doubts: Vec<Doubt> = self.unpriced().into_iter().collect();
        doubts.extend(self.date.as_ref().and_then(Dated::doubt));
        doubts.extend(shared.map(Shared::doubt).or_else(|| self.method.as_ref()?.doubt()));
        doubts.extend(blank_total::doubt(self.blank.as_ref(), &self.entries));
        if let (Some(subtotal), true) = (&sorted.subtotal, sorted.items.is_empty() && !sorted.bare) {
            doubts.push(Doubt {
                field: LedgerField::Items,
                code: "incomplete",
                message: format!(
                    "the items of the subtotal {} were not found",
                    money::print(subtotal.value)
                ),
                evidence: subtotal.span.clone(),
            });
        }
        let unnamed = |item: &&Item| !lines_below::is_name(&item.description.raw);
        if let Some(item) = sorted.items.iter().find(unnamed) {
            let amount = item.amount.as_ref();
            doubts.push(Doubt {
                field: LedgerField::Items,
                code: "incomplete",
                message: "an item has no name".to_owned(),
                evidence: amount.map(|amount| amount.span.clone()).unwrap_or_default(),
            });
        }
        doubts.extend(self.uncounted(&sorted.items));
        if !sorted.items.is_empty() || sorted.subtotal.is_some() {
            return doubts;
        }
        let known: Vec<Decimal> = [&sorted.total]
            .into_iter()
            .flatten()
            .chain(&sorted.taxes)
            .chain(&sorted.tips)
            .map(|money| money.value)
            .collect();
        if let Some(other) = self
            .amounts
            .iter()
            .find(|money| !money.value.is_zero() && !known.contains(&money.value))
        {
            doubts.push(Doubt {
                field: LedgerField::Total,
                code: "unproved_total",
                message: format!(
                    "nothing adds up to the total, and {} is printed beside it",
                    money::print(other.value)
                ),
                evidence: other.span.clone(),
            });
        }
        doubts
    }
}
