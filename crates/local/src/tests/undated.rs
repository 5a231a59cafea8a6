//! Statements that show their year or their signs in few places.

use super::ledgers::{codes, receipt};
use serde_json::json;
use touchstone_core::record::Extraction;

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
    // The rows are in another month than the one named.
    let form = statement(&[(40.0, "February 2024")]);
    assert!(codes(&form).contains(&"inconsistent"), "{:?}", form.issues);
}

#[test]
fn the_days_of_a_month_may_share_its_name() {
    let rows: [(&'static str, &str); 5] = [
        ("January 1-31, 2024", "January 1-31, 2024"),
        ("January 1 - 31, 2024", "January 1 - 31, 2024"),
        ("1 \u{2013} 31 January 2024", "1 \u{2013} 31 January 2024"),
        ("Activity (01/01/2024 - 01/31/2024)", "01/01/2024 - 01/31/2024"),
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

#[test]
fn an_account_stands_behind_a_bar_and_in_no_row() {
    let statement = |account: &'static str| {
        receipt(&[
            &[(40.0, "Driftwood Bank")],
            &[(40.0, account)],
            &[(40.0, "Statement period 09/01/2024 - 09/30/2024")],
            &[
                (40.0, "Date"),
                (110.0, "Transaction"),
                (400.0, "Amount"),
                (500.0, "Balance"),
            ],
            &[(40.0, "09/01"), (110.0, "Opening Balance"), (500.0, "1,000.00")],
            &[
                (40.0, "09/05"),
                (110.0, "Transfer from Checking x0917"),
                (400.0, "300.00"),
                (500.0, "1,300.00"),
            ],
            &[(40.0, "09/30"), (110.0, "Closing Balance"), (500.0, "1,300.00")],
        ])
    };
    let form = statement("High Yield Savings | Account #: 220-8847-10");
    assert_eq!(form.fields["account"].value, json!("220-8847-10"));
    let form = statement("High Yield Savings");
    assert_eq!(form.fields["account"].value, json!(null));
}

#[test]
fn a_card_is_not_the_bank_that_issued_it() {
    let form = receipt(&[
        &[(40.0, "Meridian Rewards Card")],
        &[(40.0, "Issued by Stonebridge Bank, N.A.")],
        &[(40.0, "Account ending in 4471")],
        &[(40.0, "Statement period 08/12/2024 - 09/11/2024")],
        &[(40.0, "Previous balance"), (300.0, "$100.00")],
        &[(40.0, "New balance"), (300.0, "$150.00")],
        &[(40.0, "Minimum payment"), (300.0, "$25.00")],
        &[(40.0, "Date"), (110.0, "Description"), (400.0, "Amount")],
        &[(40.0, "08/14"), (110.0, "CITY SEAFOOD"), (400.0, "$50.00")],
    ]);
    assert_eq!(form.fields["institution"].value, json!("Stonebridge Bank, N.A."));
    let minimum = json!({"description": "Minimum payment", "amount": "25.00"});
    assert_eq!(form.fields["balances"].value[2], minimum);
}

#[test]
fn cash_begins_and_ends_on_days() {
    let form = receipt(&[
        &[(40.0, "Aldersgate Trust Company")],
        &[(40.0, "Current account statement")],
        &[(40.0, "Account number: 0012345")],
        &[(40.0, "April 1, 2020 through April 30, 2020")],
        &[(40.0, "Beginning cash, April 1"), (300.0, "$18,440.09")],
        &[(40.0, "Ending cash, April 30"), (300.0, "$19,644.69")],
        &[
            (40.0, "Date"),
            (110.0, "Transaction"),
            (400.0, "Amount"),
            (500.0, "Cash balance"),
        ],
        &[
            (40.0, "Apr 02"),
            (110.0, "Dividend"),
            (400.0, "1,204.60"),
            (500.0, "19,644.69"),
        ],
    ]);
    assert_eq!(form.fields["document_title"].value, json!("Current account statement"));
    let named = [0, 1].map(|row| form.fields["balances"].value[row]["description"].clone());
    assert_eq!(
        named,
        [json!("Beginning cash, April 1"), json!("Ending cash, April 30")]
    );
    assert_eq!(codes(&form), Vec::<&str>::new());
}
