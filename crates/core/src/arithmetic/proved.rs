//! Amounts damaged by recognition: split by a space, or with a letter in place of a digit. A repaired amount is only
//! a candidate, accepted where another amount of the form proves it by the pack's arithmetic. No digit is made up: a
//! candidate has the printed characters, with gaps closed and letters replaced by the digits they resemble.

use super::cross::cross_checks;
use super::model::Fields;
use crate::pack::Pack;
use crate::record::{Field, Format};
use crate::text::repair_digits;
use crate::value::money;
use rust_decimal::Decimal;
use serde_json::Value;

/// Max difference in a proof, in dollars: rounding a rate to cents may move the result by this much.
const ROUNDING: Decimal = Decimal::from_parts(5, 0, 0, false, 2);

/// Repairs damaged amounts that can be proved. The printed text remains their raw text and evidence.
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

/// The only amount a damaged text can be. Cents are required, so that two numbers are not run together.
pub fn damaged_amount(printed: &str) -> Option<Decimal> {
    let closed: String = printed.split_whitespace().collect();
    let repaired = repair_digits(&closed);
    let cents = repaired.rsplit_once('.').is_some_and(|(_, cents)| cents.len() == 2);
    money::parse(&repaired).ok().filter(|_| cents)
}

/// The message of a rule that proves an amount from other amounts of the form; `None` if any rule contradicts it.
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
