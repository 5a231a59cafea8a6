//! Amounts that recognition damaged: parted by a space, a letter for a digit. What they may have been is only a candidate, and
//! taken where another amount on the paper proves it by the pack's arithmetic. No digit is ever made up: a candidate has the
//! printed characters, with gaps closed and letters taken for the digits they look like. Not here: the arithmetic (`cross`).

use super::cross::{Fields, cross_checks};
use crate::pack::Pack;
use crate::record::{Field, Format};
use crate::text::repair_digits;
use crate::value::money;
use rust_decimal::Decimal;
use serde_json::Value;

/// Proof is exact but for what rounding to cents may do to a rate.
const ROUNDING: Decimal = Decimal::from_parts(5, 0, 0, false, 2);

/// Fills in what damaged amounts must have been. What was printed stays their raw text and their evidence.
pub(crate) fn prove(pack: &Pack, label: &str, year: Option<i32>, fields: &mut Fields) {
    let damaged = |name: &String| {
        let field = &fields[name];
        let printed = field.text()?;
        let money = matches!(pack.template_for(label).field(name)?.format, Format::Currency);
        let unread = money && money::of(&field.value).is_none();
        let candidate = candidate(printed).filter(|_| unread)?;
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
pub(crate) fn candidate(printed: &str) -> Option<Decimal> {
    let closed: String = printed.split_whitespace().collect();
    let repaired = repair_digits(&closed);
    let cents = repaired.rsplit_once('.').is_some_and(|(_, cents)| cents.len() == 2);
    money::parse(&repaired).ok().filter(|_| cents)
}

/// What proves an amount: a rule that works it out from other amounts of the form, and none that speaks against it.
pub(super) fn proof(pack: &Pack, label: &str, year: Option<i32>, fields: &Fields, name: &str) -> Option<String> {
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

#[cfg(test)]
mod tests {
    use super::super::case::{Case, reading};
    use super::*;
    use crate::record::Severity;

    #[test]
    fn an_amount_is_taken_where_the_form_proves_it_and_only_there() {
        let check = |name: &str, printed: &str, expected: &str| {
            let mut case = Case::sound();
            case.field(name).value = Value::String(printed.to_owned());
            let label = case.forms[0].label.clone();
            let fields = &mut case.forms[0].fields;
            prove(&case.pack, &label, None, fields);
            assert_eq!(fields[name].text(), Some(expected), "{printed}");
            let mended = printed != expected;
            assert_eq!(fields[name].raw.as_deref() == Some(printed), mended, "{printed}");
        };
        check("ss_tax_withheld", "1,5 13.42", "1513.42");
        check("ss_tax_withheld", "1,S13.42", "1513.42");
        check("ss_tax_withheld", "15 13.4Z", "1513.42");
        // Another digit than the rate gives, and an amount that nothing works out.
        check("ss_tax_withheld", "1,6 13.42", "1,6 13.42");
        check("federal_tax_withheld", "2,8 41.32", "2,8 41.32");
    }

    #[test]
    fn a_damaged_amount_passes_with_its_proof_alone() {
        for (name, from, to, code, severity) in [
            (
                "medicare_tax_withheld",
                "353.95",
                "3S3.95",
                "proved_reading",
                Severity::Minor,
            ),
            (
                "federal_tax_withheld",
                "2,841.32",
                "2,84l.32",
                "unsupported",
                Severity::Major,
            ),
        ] {
            let (mut case, mut words) = (Case::sound(), reading());
            for word in words.words.iter_mut().filter(|word| word.text == from) {
                word.text = to.to_owned();
            }
            case.readings.insert(1, words);
            case.field(name).evidence[0].quote = to.to_owned();
            let issues = case.issues();
            let own = issues.iter().filter(|issue| issue.subject.ends_with(name));
            let said: Vec<_> = own.map(|issue| (issue.code.as_str(), issue.severity)).collect();
            assert_eq!(said, [(code, severity)]);
        }
    }
}
