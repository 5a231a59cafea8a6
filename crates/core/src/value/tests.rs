//! Tables of texts accepted and rejected by each format, and round trips.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::*;
use crate::record::CodeList;
use proptest::prelude::*;
use regex::Regex;
use rust_decimal::Decimal;
use serde_json::json;
use std::sync::Arc;

/// Rows of printed text and stored value; `null` means rejected.
#[track_caller]
fn check(format: &Format, rows: &[(&str, Value)]) {
    for (text, expected) in rows {
        let got = parse(format, text).unwrap_or(Value::Null);
        assert_eq!(got, *expected, "{format} {text:?}");
        if !got.is_null() {
            assert_eq!(validate(format, &got), Ok(()), "{format} {text:?}");
        }
    }
}

#[test]
fn money_is_exact_or_refused() {
    check(
        &Format::Currency,
        &[
            ("$1,234.56", json!("1234.56")),
            ("1234", json!("1234.00")),
            ("1,234", json!("1234.00")),
            (" 12.5 ", json!("12.50")),
            ("12.", json!("12.00")),
            (".50", json!("0.50")),
            ("0.00", json!("0.00")),
            ("-0.00", json!("0.00")),
            ("(12.00)", json!("-12.00")),
            ("($12.00)", json!("-12.00")),
            ("$(1,012.00)", json!("-1012.00")),
            ("12.00-", json!("-12.00")),
            ("1,234|56", json!("1234.56")),
            ("10| 48", json!("10.48")),
            ("46.64.", json!("46.64")),
            ("32 ]", json!("32.00")),
            ("| 1,204.50", json!("1204.50")),
            ("[12.00]", json!(null)),
            ("-12", json!("-12.00")),
            ("-$12", json!("-12.00")),
            ("$ -12", json!("-12.00")),
            ("\u{2212}12.00", json!("-12.00")),
            ("1,234.56 USD", json!("1234.56")),
            ("US$ 5", json!("5.00")),
            ("***1,234.56**", json!("1234.56")),
            ("24,410 .00", json!("24410.00")),
            ("24, 410.00", json!("24410.00")),
            ("123456789012345.67", json!("123456789012345.67")),
            ("", json!(null)),
            ("$", json!(null)),
            ("$-", json!(null)),
            ("N/A", json!(null)),
            ("1.234,56", json!(null)),
            ("1,23.4", json!(null)),
            ("12,34", json!(null)),
            (",123", json!(null)),
            ("1,2345", json!(null)),
            ("12.345", json!(null)),
            ("12.3.4", json!(null)),
            ("1234 5678", json!(null)),
            ("24,410 00", json!(null)),
            ("(12.00)-", json!(null)),
            ("--12", json!(null)),
            ("1O0.00", json!(null)),
            ("1234567890123456", json!(null)),
        ],
    );
}

#[test]
fn numbers_of_people_and_employers_keep_masks_and_gain_dashes() {
    check(
        &Format::Ssn,
        &[
            ("554-03-0876", json!("554-03-0876")),
            ("554030876", json!("554-03-0876")),
            ("554 03 0876", json!("554-03-0876")),
            ("5 5 4 0 3 0 8 7 6", json!("554-03-0876")),
            ("554\u{2013}03\u{2013}0876", json!("554-03-0876")),
            ("XXX-XX-1234", json!("XXX-XX-1234")),
            ("xxx-xx-1234", json!("xxx-xx-1234")),
            ("***-**-1234", json!("***-**-1234")),
            ("***.**-1234", json!("***-**-1234")),
            ("554.03.0876", json!(null)),
            ("XXXXX1234", json!("XXX-XX-1234")),
            ("*****1234", json!("***-**-1234")),
            ("XXX-45-1234", json!("XXX-45-1234")),
            ("63-0065650", json!(null)),
            ("554-03-087", json!(null)),
            ("554-03-08766", json!(null)),
            ("XXX-XX-XXXX", json!(null)),
            ("554-XX-0876", json!(null)),
            ("5S4-03-0876", json!(null)),
            ("1234", json!(null)),
            ("", json!(null)),
        ],
    );
    check(
        &Format::Ein,
        &[
            ("63-0065650", json!("63-0065650")),
            ("630065650", json!("63-0065650")),
            ("63 0065650", json!("63-0065650")),
            ("**-***5650", json!("**-***5650")),
            ("**-*5650", json!(null)),
            ("XX-XXX5650", json!("XX-XXX5650")),
            ("554-03-0876", json!(null)),
        ],
    );
    check(
        &Format::Tin,
        &[
            ("63-0065650", json!("63-0065650")),
            ("554-03-0876", json!("554-03-0876")),
            ("554030876", json!("554-03-0876")),
            ("**-***5650", json!("**-***5650")),
        ],
    );
}

#[test]
fn impossible_numbers_are_doubted_not_refused() {
    let ssn = |text| tin::ssn(text).unwrap().doubt.is_some();
    let doubted = [
        "000-12-3456",
        "666-12-3456",
        "900-12-3456",
        "123-00-4567",
        "123-45-0000",
    ];
    assert!(doubted.into_iter().all(ssn));
    assert!(!ssn("554-03-0876") && !ssn("XXX-XX-0000"));
    let ein = |text| tin::ein(text).unwrap().doubt.is_some();
    assert!(ein("00-1234567") && !ein("63-0065650") && !ein("XX-XXX5650"));
    assert!(tin::ssn("XXX-XX-1234").unwrap().masked);
}

#[test]
fn days_years_and_shares() {
    check(
        &Format::Date,
        &[
            ("1/31/2024", json!("2024-01-31")),
            ("01-31-24", json!("2024-01-31")),
            ("12/31/99", json!("1999-12-31")),
            ("2024-01-31", json!("2024-01-31")),
            ("Jan. 31, 2024", json!("2024-01-31")),
            ("January 31st, 2024", json!("2024-01-31")),
            ("31 Sept 2024", json!(null)),
            ("30 Sept 2024", json!("2024-09-30")),
            ("31/1/2024", json!(null)),
            ("2/30/2024", json!(null)),
            ("1/31", json!(null)),
            ("today", json!(null)),
        ],
    );
    check(
        &Format::Year,
        &[
            ("2024", json!(2024)),
            (" 2099 ", json!(2099)),
            ("1999", json!(null)),
            ("2100", json!(null)),
            ("20 24", json!(null)),
            ("2O24", json!(null)),
            ("24", json!(null)),
        ],
    );
    check(
        &Format::Percentage,
        &[
            ("12.5%", json!("12.5")),
            ("100 %", json!("100")),
            ("33.333333", json!("33.333333")),
            ("-5%", json!(null)),
            ("1,000%", json!(null)),
            ("100.01", json!(null)),
            ("44691", json!(null)),
            ("%", json!(null)),
        ],
    );
}

#[test]
fn marks_codes_and_patterns() {
    check(
        &Format::Bool,
        &[
            ("X", json!(true)),
            ("", json!(false)),
            ("☒", json!(true)),
            ("maybe", json!(null)),
        ],
    );
    check(
        &Format::State,
        &[("mn", json!("MN")), ("Minnesota", json!(null)), ("ZZ", json!(null))],
    );
    let codes = [("DD".to_owned(), "health".to_owned())].into();
    let list = Arc::new(CodeList {
        name: "box_12".to_owned(),
        codes,
    });
    check(&Format::Code(list), &[("dd", json!("DD")), ("D", json!(null))]);
    let letters = Format::Regex(Regex::new("^[A-Z]+$").unwrap());
    check(&letters, &[("ABC", json!("ABC")), ("AB1", json!(null))]);
    check(&Format::Text, &[(" Acme ", json!("Acme")), ("  ", json!(null))]);
}

#[test]
fn validate_asks_for_the_stored_form() {
    let check = |format: Format, value: Value, expected: &str| {
        let got = validate(&format, &value).map_or_else(|fault| fault.to_string(), |()| "ok".to_owned());
        assert_eq!(got, expected);
    };
    check(Format::Currency, json!(null), "ok");
    check(Format::Currency, json!("12.00"), "ok");
    check(
        Format::Currency,
        json!("$12"),
        "\"$12\" is not a currency amount: it would be stored as 12.00",
    );
    check(
        Format::Currency,
        json!("$-"),
        "\"$-\" is not a currency amount: it has no digits",
    );
    check(
        Format::Currency,
        json!(true),
        "\"true\" is not a currency amount: it has the wrong type",
    );
    check(
        Format::Year,
        json!("2024"),
        "\"2024\" is not a tax year: it would be stored as 2024",
    );
    check(
        Format::Year,
        json!(1999),
        "\"1999\" is not a tax year: it is not one of 2000 to 2099",
    );
    check(
        Format::Bool,
        json!("X"),
        "\"X\" is not a check box: it is neither true nor false",
    );
    check(Format::List, json!([]), "ok");
    assert_eq!(canonical(&Format::Currency, &json!(12.5)), Ok(json!("12.50")));
    assert_eq!(canonical(&Format::Year, &json!("2024")), Ok(json!(2024)));
}

/// An amount as printed on an American form.
fn grouped(cents: u64) -> String {
    let whole = (cents / 100).to_string();
    let mut text = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    format!("{text}.{:02}", cents % 100)
}

proptest! {
    #[test]
    fn money_survives_printing(cents in -99_999_999_999_999i64..99_999_999_999_999) {
        let amount = Decimal::new(cents, 2);
        prop_assert_eq!(money::parse(&money::print(amount)), Ok(amount));
    }

    #[test]
    fn grouped_money_means_its_cents(cents in 0u64..99_999_999_999_999) {
        let amount = Decimal::new(i64::try_from(cents).unwrap(), 2);
        prop_assert_eq!(money::parse(&grouped(cents)), Ok(amount));
        prop_assert_eq!(money::parse(&format!("(${})", grouped(cents))), Ok(-amount));
    }

    #[test]
    fn what_is_parsed_is_stored_as_it_validates(text in "\\PC{0,16}") {
        for format in [Format::Currency, Format::Ssn, Format::Ein, Format::Date, Format::Year, Format::Percentage] {
            if let Ok(value) = parse(&format, &text) {
                prop_assert_eq!(validate(&format, &value), Ok(()));
            }
        }
    }

    #[test]
    fn digits_of_money_are_the_digits_of_its_text(text in "[-$(]{0,2}[0-9,.]{1,12}[)-]{0,1}") {
        if let Ok(amount) = money::parse(&text) {
            let printed = tin::digits(&money::print(amount));
            let stripped = tin::digits(&text);
            let (printed, stripped) = (printed.trim_matches('0'), stripped.trim_matches('0'));
            prop_assert_eq!(printed, stripped);
        }
    }
}
