//! Statements that tell their year or their signs in few places.

use super::ledgers::{codes, receipt};
use crate::record::Extraction;
use serde_json::json;

type Line<'a> = &'a [(f32, &'a str)];

fn rows(form: &Extraction) -> Vec<String> {
    let rows = form.fields["transactions"]
        .value
        .as_array()
        .cloned()
        .unwrap_or_default();
    let text = |row: &serde_json::Value, part: &str| row[part].as_str().unwrap_or("-").to_owned();
    rows.iter()
        .map(|row| ["date", "amount", "balance"].map(|part| text(row, part)).join(" | "))
        .collect()
}

fn statement(head: Line) -> Extraction {
    receipt(&[
        &[(40.0, "Harbor Point Bank")],
        &[(40.0, "Account statement")],
        &[(40.0, "Account number: 0012345")],
        head,
        &[
            (40.0, "Date"),
            (110.0, "Description"),
            (400.0, "Amount"),
            (500.0, "Balance"),
        ],
        &[(110.0, "Opening balance"), (500.0, "1,000.00")],
        &[
            (40.0, "Jan 05"),
            (110.0, "Bookshop"),
            (400.0, "50.00-"),
            (500.0, "950.00"),
        ],
        &[
            (40.0, "Jan 21"),
            (110.0, "Payroll"),
            (400.0, "300.00+"),
            (500.0, "1,250.00"),
        ],
        &[(110.0, "Closing balance"), (500.0, "1,250.00")],
    ])
}

#[test]
fn the_year_is_told_by_whatever_names_the_month() {
    let heads: [Line; 7] = [
        &[(40.0, "Statement date: January 31, 2024")],
        &[(40.0, "Statement date 01/31/24")],
        &[(40.0, "January 2024")],
        &[(40.0, "Statement for January 2024")],
        &[(40.0, "Statement ending 01/31/2024")],
        &[(40.0, "As of January 31, 2024")],
        &[(40.0, "Month ended January 31, 2024")],
    ];
    for head in heads {
        let form = statement(head);
        assert_eq!(form.label, "STATEMENT", "{}", form.rationale);
        let wanted = ["2024-01-05 | -50.00 | 950.00", "2024-01-21 | 300.00 | 1250.00"];
        assert_eq!(rows(&form), wanted, "{head:?} {:?}", form.issues);
        assert_eq!(form.fields["closing_balance"].value, json!("1250.00"));
        assert_eq!(codes(&form), Vec::<&str>::new(), "{head:?}");
    }
}

#[test]
fn a_month_is_a_period_from_its_first_day_to_its_last() {
    let form = statement(&[(40.0, "Statement for January 2024")]);
    let found = ["period", "period_start", "period_end"].map(|name| form.fields[name].value.clone());
    assert_eq!(found, [json!("January 2024"), json!("2024-01-01"), json!("2024-01-31")]);
    // The rows are of another month than the one that is named.
    let form = statement(&[(40.0, "February 2024")]);
    assert!(codes(&form).contains(&"inconsistent"), "{:?}", form.issues);
}
