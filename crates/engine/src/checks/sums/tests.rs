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
    object.iter().map(|(name, value)| (name.clone(), field(value))).collect()
}

/// What fails, as `code severity` with the difference named in the message, on a form of the tax pack.
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
    check("STATEMENT", &plain(open, &["50.00", "50.00", "-20.00"], Some("130.00")), &[SUM]);
    check("STATEMENT", &plain(open, &["50.00", "-20.01"], Some("130.00")), &[SUM]);
    check("STATEMENT", &plain(open, &[], Some("100.00")), &[]);
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
    let receipt = |items: Vec<Value>, subtotal: Option<&str>, tax: Option<&str>, total: Option<&str>| {
        json!({"items": items, "subtotal": subtotal, "tax": tax, "total": total})
    };
    let two = || vec![item(Some("2"), Some("3.50"), "7.00"), item(None, None, "1.25")];
    check("RECEIPT", &receipt(two(), Some("8.25"), Some("0.66"), Some("8.91")), &[]);
    check("RECEIPT", &receipt(two(), None, Some("0.66"), Some("8.91")), &[]);
    check("RECEIPT", &receipt(two(), None, None, Some("8.25")), &[]);
    check("RECEIPT", &receipt(two(), Some("8.25"), Some("0.60"), Some("8.91")), &["inconsistent Major total"]);
    check("RECEIPT", &receipt(two(), Some("8.30"), Some("0.66"), Some("8.96")), &["inconsistent Major subtotal"]);
    check("RECEIPT", &receipt(two(), None, None, None), &["unproved_list Major items"]);
    check("RECEIPT", &receipt(vec![], None, None, Some("5.00")), &["unproved_list Minor items"]);
    let thrice = vec![item(Some("3"), Some("3.50"), "7.00")];
    check("RECEIPT", &receipt(thrice, None, None, Some("7.00")), &["inconsistent Major items"]);
    let weighed = vec![item(Some("0.762"), Some("1.58"), "1.20")];
    check("RECEIPT", &receipt(weighed, None, None, Some("1.20")), &[]);
}
