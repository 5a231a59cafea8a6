//! Amounts that recognition damaged: parted by a space, a letter for a digit. What they may have been is only a candidate, and
//! taken where another amount on the paper proves it by the pack's arithmetic. No digit is ever made up: a candidate has the
//! printed characters, with gaps closed and letters taken for the digits they look like. Not here: the arithmetic (`cross`).

use super::cross::cross_checks;
use super::model::Fields;
use crate::pack::Pack;
use crate::record::{Field, Format};
use crate::text::repair_digits;
use crate::value::money;
use rust_decimal::Decimal;
use serde_json::Value;

/// Proof is exact but for what rounding to cents may do to a rate.
const ROUNDING: Decimal = Decimal::from_parts(5, 0, 0, false, 2);

/// Fills in what damaged amounts must have been. What was printed stays their raw text and their evidence.
pub fn prove(pack: &Pack, label: &str, year: Option<i32>, fields: &mut Fields) {
    let damaged = |name: &String| {
        let field = &fields[name];
        let printed = field.text()?;
        let money = matches!(pack.template_for(label).field(name)?.format, Format::Currency);
        let unread = money && money::of(&field.value).is_none();
        let candidate = damaged_amount(printed).filter(|_| unread)?;
        let proved = Field {
            value: Value::String(money::print(candidate)),
            raw: field.raw.clone().or_else(|| Some(printed.to_owned())),
            ..field.clone()
        };
        let mut with = fields.clone();
        with.insert(name.clone(), proved.clone());
        proof(pack, label, year, &with, name).map(|_| (name.clone(), proved))
    };
    let names: Vec<String> = fields.keys().cloned().collect();
    let proved: Vec<(String, Field)> = names.iter().filter_map(damaged).collect();
    for (name, field) in proved {
        fields.insert(name, field);
    }
}

/// The amount that a damaged text must be if it is one: with cents, so that two numbers are not run together.
pub fn damaged_amount(printed: &str) -> Option<Decimal> {
    let closed: String = printed.split_whitespace().collect();
    let repaired = repair_digits(&closed);
    let cents = repaired.rsplit_once('.').is_some_and(|(_, cents)| cents.len() == 2);
    money::parse(&repaired).ok().filter(|_| cents)
}

/// What proves an amount: a rule that works it out from other amounts of the form, and none that speaks against it.
pub fn proof(pack: &Pack, label: &str, year: Option<i32>, fields: &Fields, name: &str) -> Option<String> {
    let own = money::of(&fields.get(name)?.value)?;
    let checks = cross_checks(pack, label, fields, year);
    if own.is_zero() || checks.iter().any(|check| check.field == name && !check.passed) {
        return None;
    }
    let exact = checks.into_iter().find(|check| {
        let expected = money::parse(&check.expected);
        check.field == name && expected.is_ok_and(|expected| (expected - own).abs() <= ROUNDING)
    });
    exact.map(|check| check.message)
}
