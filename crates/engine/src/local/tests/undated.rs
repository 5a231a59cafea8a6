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

#[test]
fn the_days_of_a_month_may_share_its_name() {
    let rows: [(&'static str, &str); 5] = [
        ("January 1-31, 2024", "January 1-31, 2024"),
        ("January 1 - 31, 2024", "January 1 - 31, 2024"),
        ("1 \u{2013} 31 January 2024", "1 \u{2013} 31 January 2024"),
        ("Activity (01/01/2024 - 01/31/2024)", "(01/01/2024 - 01/31/2024)"),
        ("Statement period Jan 1-31, 2024", "Jan 1-31, 2024"),
    ];
    for (printed, period) in rows {
        let form = statement(&[(40.0, printed)]);
        let found = ["period", "period_start", "period_end"].map(|name| form.fields[name].value.clone());
        assert_eq!(
            found,
            [json!(period), json!("2024-01-01"), json!("2024-01-31")],
            "{printed}"
        );
        assert_eq!(codes(&form), Vec::<&str>::new(), "{printed}");
    }
}

#[test]
fn an_account_may_stand_behind_another_number() {
    let form = receipt(&[
        &[(40.0, "Thornbury Bank plc")],
        &[(40.0, "Sort code 20-44-11  Account number 41188233")],
        &[(40.0, "1 June 2024 to 30 June 2024")],
        &[
            (40.0, "Date"),
            (100.0, "Details"),
            (330.0, "Paid out"),
            (410.0, "Paid in"),
            (490.0, "Balance"),
        ],
        &[
            (40.0, "01 Jun 24"),
            (100.0, "BALANCE BROUGHT FORWARD"),
            (490.0, "1,204.11"),
        ],
        &[(40.0, "03 Jun 24"), (100.0, "DD THAMES WATER"), (330.0, "64.11")],
        &[
            (40.0, "28 Jun 24"),
            (100.0, "CR ACME PAYROLL"),
            (410.0, "2,100.00"),
            (490.0, "3,240.00"),
        ],
        &[
            (40.0, "30 Jun 24"),
            (100.0, "BALANCE CARRIED FORWARD"),
            (490.0, "3,240.00"),
        ],
    ]);
    assert_eq!(form.fields["account"].value, json!("41188233"));
    assert_eq!(codes(&form), Vec::<&str>::new());
}
