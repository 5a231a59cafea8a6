#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::*;
use serde_json::json;
use std::collections::BTreeMap;

fn fields(value: &Value) -> Fields {
    let object = value.as_object().unwrap();
    let field = |value: &Value| Field {
        value: value.clone(),
        raw: None,
        confidence: 0.9,
        evidence: Vec::new(),
        cells: BTreeMap::new(),
    };
    object
        .iter()
        .map(|(name, value)| (name.clone(), field(value)))
        .collect()
}

/// Asserts the failed checks of a form of the tax pack, as `code severity field`.
#[track_caller]
fn check(label: &str, form: &Value, wanted: &[&str]) {
    let pack = Pack::load(&crate::pack::default_folder().unwrap().join("tax")).unwrap();
    let failed: Vec<String> = sums(&pack, label, &fields(form))
        .into_iter()
        .filter(|check| !check.passed)
        .map(|check| format!("{} {:?} {}", check.code, check.severity, check.field))
        .collect();
    assert_eq!(failed, wanted, "{form}");
}

fn statement(opening: Option<&str>, rows: &[(&str, Option<&str>)], closing: Option<&str>) -> Value {
    let rows: Vec<Value> = rows
        .iter()
        .map(|(amount, balance)| json!({"amount": amount, "balance": balance}))
        .collect();
    json!({"opening_balance": opening, "closing_balance": closing, "transactions": rows})
}

#[test]
fn a_ledger_closes_or_says_by_how_much_it_does_not() {
    const SUM: &str = "inconsistent Major transactions";
    const UNPROVED: &str = "unproved_list Major transactions";
    let plain = |opening, rows: &[&str], closing| {
        let rows: Vec<(&str, Option<&str>)> = rows.iter().map(|amount| (*amount, None)).collect();
        statement(opening, &rows, closing)
    };
    let open = Some("100.00");
    check("STATEMENT", &plain(open, &["50.00", "-20.00"], Some("130.00")), &[]);
    check("STATEMENT", &plain(open, &["50.00"], Some("130.00")), &[SUM]);
    check(
        "STATEMENT",
        &plain(open, &["50.00", "50.00", "-20.00"], Some("130.00")),
        &[SUM],
    );
    check("STATEMENT", &plain(open, &["50.00", "-20.01"], Some("130.00")), &[SUM]);
    check("STATEMENT", &plain(open, &[], Some("100.00")), &[]);
    let divided = |closing: &str| {
        let rows = [
            json!({"amount": "-30.00", "principal": "20.00"}),
            json!({"amount": "-5.00"}),
        ];
        json!({"opening_balance": "100.00", "closing_balance": closing, "transactions": rows})
    };
    check("STATEMENT", &divided("80.00"), &[]);
    check("STATEMENT", &divided("65.00"), &[SUM]);
    check("STATEMENT", &plain(open, &[], Some("130.00")), &[SUM]);
    check("STATEMENT", &plain(None, &["50.00"], Some("130.00")), &[UNPROVED]);
    check("STATEMENT", &plain(open, &["50.00"], None), &[UNPROVED]);
    check("STATEMENT", &plain(None, &[], None), &[UNPROVED]);
}

#[test]
fn running_balances_show_which_row_is_wrong() {
    const SUM: &str = "inconsistent Major transactions";
    let open = Some("100.00");
    let close = Some("130.00");
    let right = [("50.00", Some("150.00")), ("-20.00", Some("130.00"))];
    check("STATEMENT", &statement(open, &right, close), &[]);
    let newest_first = [("-20.00", Some("130.00")), ("50.00", Some("150.00"))];
    check("STATEMENT", &statement(open, &newest_first, close), &[]);
    let end_of_day = [("50.00", None), ("-20.00", Some("130.00"))];
    check("STATEMENT", &statement(open, &end_of_day, close), &[]);
    let swapped_signs = [("-20.00", Some("150.00")), ("50.00", Some("130.00"))];
    check("STATEMENT", &statement(open, &swapped_signs, close), &[SUM]);
}

#[test]
fn a_receipt_adds_up() {
    let item = |quantity: Option<&str>, price: Option<&str>, amount: &str| json!({"quantity": quantity, "price": price, "amount": amount});
    let receipt = |items: Vec<Value>, subtotal: Option<&str>, tax: Option<&str>, total: Option<&str>| json!({"items": items, "subtotal": subtotal, "tax": tax, "total": total});
    let two = || vec![item(Some("2"), Some("3.50"), "7.00"), item(None, None, "1.25")];
    check(
        "RECEIPT",
        &receipt(two(), Some("8.25"), Some("0.66"), Some("8.91")),
        &[],
    );
    check("RECEIPT", &receipt(two(), None, Some("0.66"), Some("8.91")), &[]);
    check("RECEIPT", &receipt(two(), None, None, Some("8.25")), &[]);
    check(
        "RECEIPT",
        &receipt(two(), Some("8.25"), Some("0.60"), Some("8.91")),
        &["inconsistent Major total"],
    );
    check(
        "RECEIPT",
        &receipt(two(), Some("8.30"), Some("0.66"), Some("8.96")),
        &["inconsistent Major subtotal"],
    );
    check(
        "RECEIPT",
        &receipt(two(), None, None, None),
        &["unproved_list Major items"],
    );
    check(
        "RECEIPT",
        &receipt(vec![], None, None, Some("5.00")),
        &["unproved_list Minor items"],
    );
    let thrice = vec![item(Some("3"), Some("3.50"), "7.00")];
    check(
        "RECEIPT",
        &receipt(thrice, None, None, Some("7.00")),
        &["inconsistent Major items"],
    );
    let weighed = vec![item(Some("0.762"), Some("1.58"), "1.20")];
    check("RECEIPT", &receipt(weighed, None, None, Some("1.20")), &[]);
    let endless = "999999999999999.99";
    let beyond = vec![item(Some(endless), Some(endless), "-5.00")];
    check(
        "RECEIPT",
        &receipt(beyond, None, None, Some("-5.00")),
        &["inconsistent Major items"],
    );
}

mod property {
    use super::*;
    use proptest::prelude::*;

    fn failed(form: &Value) -> usize {
        let pack = Pack::load(&crate::pack::default_folder().unwrap().join("tax")).unwrap();
        let checks = sums(&pack, "STATEMENT", &fields(form));
        checks.into_iter().filter(|check| !check.passed).count()
    }

    fn form(opening: i64, rows: &[i64], closing: i64, running: bool) -> Value {
        let print = |cents: i64| money::print(Decimal::new(cents, 2));
        let mut balance = opening;
        let rows: Vec<Value> = rows
            .iter()
            .map(|cents| {
                balance += cents;
                json!({"amount": print(*cents), "balance": running.then(|| print(balance))})
            })
            .collect();
        json!({"opening_balance": print(opening), "closing_balance": print(closing), "transactions": rows})
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// A lost row, a duplicated row or a changed digit never goes unnoticed, and a valid list raises nothing.
        #[test]
        fn one_wrong_row_never_reconciles(
            opening in -1_000_000_i64..1_000_000,
            rows in proptest::collection::vec(prop_oneof![-500_000_i64..-1, 1_i64..500_000], 1..40),
            place in any::<prop::sample::Index>(),
            digit in 0_u32..5,
            more in 1_i64..9,
            running in any::<bool>(),
        ) {
            let closing = opening + rows.iter().sum::<i64>();
            prop_assert_eq!(failed(&form(opening, &rows, closing, running)), 0);
            let place = place.index(rows.len());
            let mut lost = rows.clone();
            lost.remove(place);
            prop_assert!(failed(&form(opening, &lost, closing, running)) > 0);
            let mut doubled = rows.clone();
            doubled.insert(place, rows[place]);
            prop_assert!(failed(&form(opening, &doubled, closing, running)) > 0);
            let mut wrong = rows.clone();
            wrong[place] += more * 10_i64.pow(digit);
            prop_assert!(failed(&form(opening, &wrong, closing, running)) > 0);
        }
    }
}

#[test]
fn messages_name_fields_as_a_person_knows_them() {
    let pack = Pack::load(&crate::pack::default_folder().unwrap().join("tax")).unwrap();
    let broken = [
        (
            "STATEMENT",
            statement(Some("100.00"), &[("50.00", None)], Some("130.00")),
        ),
        ("STATEMENT", statement(None, &[("50.00", None)], Some("130.00"))),
        (
            "STATEMENT",
            statement(Some("1.00"), &[("1.00", Some("3.00"))], Some("2.00")),
        ),
        (
            "RECEIPT",
            json!({"items": [{"quantity": "2", "price": "3.00", "amount": "7.00"}], "subtotal": "7.00", "total": "9.00"}),
        ),
        ("RECEIPT", json!({"total": "9.00", "items": []})),
    ];
    let mut messages = Vec::new();
    for (label, form) in &broken {
        let failed = sums(&pack, label, &fields(form))
            .into_iter()
            .filter(|check| !check.passed);
        messages.extend(failed.map(|check| check.message));
    }
    insta::assert_snapshot!(messages.join("\n"));
}
