//! What the cells of a column are, for formats whose columns have types. Cells are text until they are written.

use jiff::civil::{Date, date};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use touchstone_core::pack::{FieldSpec, Pack};
use touchstone_core::record::Format;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Kind {
    #[default]
    Text,
    /// With two decimals.
    Amount,
    Day,
    Whole,
    Number,
    YesNo,
}

impl Kind {
    /// The kind of a field of a form at a path such as `box_12[0].amount`.
    pub(super) fn of(pack: Option<&Pack>, label: &str, path: &str) -> Self {
        let mut names = path.split('.').map(|name| name.split('[').next().unwrap_or(name));
        let field = names.next().and_then(|name| pack?.template_for(label).field(name));
        let part = names.next();
        match (field, part) {
            (Some(field), Some(part)) => part_of(field, part).map_or(Self::Text, |part| Self::of_format(&part.format)),
            (Some(field), None) => Self::of_format(&field.format),
            (None, _) => Self::Text,
        }
    }

    pub(super) fn of_format(format: &Format) -> Self {
        match format {
            Format::Currency => Self::Amount,
            Format::Date => Self::Day,
            Format::Year | Format::Count => Self::Whole,
            Format::Bool => Self::YesNo,
            _ => Self::Text,
        }
    }
}

fn part_of<'p>(field: &'p FieldSpec, name: &str) -> Option<&'p FieldSpec> {
    field.parts.iter().find(|part| part.name == name)
}

/// An amount in hundredths; `None` if it has more decimals or too many digits.
pub(super) fn hundredths(text: &str) -> Option<i64> {
    let amount = Decimal::from_str_exact(text).ok()?.checked_mul(Decimal::ONE_HUNDRED)?;
    amount.fract().is_zero().then(|| amount.to_i64()).flatten()
}

/// Days since 1970-01-01 of a date such as `2025-12-31`.
pub(super) fn days(text: &str) -> Option<i32> {
    let day: Date = text.parse().ok()?;
    let since = day.since(date(1970, 1, 1)).ok()?;
    Some(since.get_days())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_and_days_are_exact_or_stay_text() {
        for (text, expected) in [
            ("1234.50", Some(123_450)),
            ("-0.01", Some(-1)),
            ("7", Some(700)),
            ("1.005", None),
            ("590,50", None),
            ("", None),
            ("99999999999999999.00", None),
        ] {
            assert_eq!(hundredths(text), expected, "{text}");
        }
        for (text, expected) in [
            ("1970-01-02", Some(1)),
            ("1969-12-31", Some(-1)),
            ("2025-02-30", None),
            ("12/31/2025", None),
        ] {
            assert_eq!(days(text), expected, "{text}");
        }
    }
}
