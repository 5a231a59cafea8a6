//! Hand-drawn receipts and statements, one case for each layout of lists.

use super::paper::{Paper, run};
use serde_json::{Value, json};
use touchstone_core::record::Extraction;

/// Lines 14 points apart, with texts at the given x positions.
pub(super) fn page(lines: &[&[(f32, &str)]]) -> Paper {
    let mut paper = Paper::new();
    for (number, texts) in lines.iter().enumerate() {
        for (x, text) in *texts {
            paper.text(*x, 40.0 + 14.0 * number as f32, 9.0, text);
        }
    }
    paper
}

const HEAD: [&[(f32, &str)]; 5] = [
    &[(40.0, "Harbor Point Bank")],
    &[(40.0, "Account statement")],
    &[(40.0, "Account number: 0012345")],
    &[(40.0, "Statement period: 12/15/2023 through 01/14/2024")],
    &[(40.0, "Beginning balance"), (300.0, "$1,000.00")],
];
const HEADER: &[(f32, &str)] = &[
    (40.0, "Date"),
    (110.0, "Description"),
    (400.0, "Amount"),
    (500.0, "Balance"),
];

pub(super) fn statement(body: &[&[(f32, &str)]]) -> Extraction {
    let lines: Vec<&[(f32, &str)]> = HEAD.iter().copied().chain(body.iter().copied()).collect();
    let (_, mut forms) = run(vec![page(&lines).0]);
    assert_eq!(forms.len(), 1, "{forms:?}");
    forms.remove(0)
}

/// Checks rows as `date description amount balance`.
#[track_caller]
fn check(body: &[&[(f32, &str)]], wanted: &[&str]) {
    let form = statement(body);
    assert_eq!(form.label, "STATEMENT", "{}", form.rationale);
    let rows = form.fields["transactions"]
        .value
        .as_array()
        .cloned()
        .unwrap_or_default();
    let text = |row: &Value, part: &str| row[part].as_str().unwrap_or("-").to_owned();
    let found: Vec<String> = rows
        .iter()
        .map(|row| {
            ["date", "description", "amount", "balance"]
                .map(|part| text(row, part))
                .join(" | ")
        })
        .collect();
    assert_eq!(found, wanted, "{:?}", form.issues);
    assert!(form.issues.is_empty(), "{:?}", form.issues);
    assert_eq!(form.fields["transaction_count"].value, json!(wanted.len()));
}

#[test]
fn years_come_from_the_period_also_across_new_year() {
    check(
        &[
            &[(40.0, "Ending balance"), (300.0, "$930.00")],
            HEADER,
            &[
                (40.0, "12/28"),
                (110.0, "Bookshop"),
                (400.0, "-50.00"),
                (500.0, "950.00"),
            ],
            &[(40.0, "01/03"), (110.0, "Bakery"), (400.0, "-20.00"), (500.0, "930.00")],
        ],
        &[
            "2023-12-28 | Bookshop | -50.00 | 950.00",
            "2024-01-03 | Bakery | -20.00 | 930.00",
        ],
    );
}

#[test]
fn descriptions_wrap_and_amounts_may_stand_on_their_last_line() {
    check(
        &[
            &[(40.0, "Ending balance"), (300.0, "$930.00")],
            HEADER,
            &[
                (40.0, "12/28"),
                (110.0, "Bookshop on the"),
                (400.0, "-50.00"),
                (500.0, "950.00"),
            ],
            &[(110.0, "corner CHICAGO IL")],
            &[(40.0, "01/03"), (110.0, "Transfer to the")],
            &[(110.0, "bakery"), (400.0, "-20.00"), (500.0, "930.00")],
        ],
        &[
            "2023-12-28 | Bookshop on the corner CHICAGO IL | -50.00 | 950.00",
            "2024-01-03 | Transfer to the bakery | -20.00 | 930.00",
        ],
    );
}

#[test]
fn a_day_may_be_printed_once_for_several_lines() {
    check(
        &[
            &[(40.0, "Ending balance"), (300.0, "$930.00")],
            HEADER,
            &[
                (40.0, "12/28"),
                (110.0, "Bookshop"),
                (400.0, "-50.00"),
                (500.0, "950.00"),
            ],
            &[(110.0, "Bakery"), (400.0, "-20.00"), (500.0, "930.00")],
        ],
        &[
            "2023-12-28 | Bookshop | -50.00 | 950.00",
            "2023-12-28 | Bakery | -20.00 | 930.00",
        ],
    );
}

#[test]
fn signs_come_from_sections_columns_marks_and_print() {
    check(
        &[
            &[(40.0, "Ending balance"), (300.0, "$1,250.00")],
            &[(40.0, "Deposits and other credits")],
            &[(40.0, "Date"), (110.0, "Description"), (400.0, "Amount")],
            &[(40.0, "12/20"), (110.0, "Payroll"), (400.0, "300.00")],
            &[(40.0, "Total deposits and other credits"), (400.0, "300.00")],
            &[(40.0, "Electronic withdrawals")],
            &[(40.0, "12/21"), (110.0, "Rent"), (400.0, "50.00")],
            &[(40.0, "Total electronic withdrawals"), (400.0, "50.00")],
        ],
        &["2023-12-20 | Payroll | 300.00 | -", "2023-12-21 | Rent | -50.00 | -"],
    );
    check(
        &[
            &[(40.0, "Ending balance"), (300.0, "$1,250.00")],
            &[
                (40.0, "Date"),
                (110.0, "Description"),
                (330.0, "Debit"),
                (400.0, "Credit"),
            ],
            &[(40.0, "12/20"), (110.0, "Payroll"), (400.0, "300.00")],
            &[(40.0, "12/21"), (110.0, "Rent"), (330.0, "50.00")],
        ],
        &["2023-12-20 | Payroll | 300.00 | -", "2023-12-21 | Rent | -50.00 | -"],
    );
    check(
        &[
            &[(40.0, "Ending balance"), (300.0, "$1,250.00")],
            &[(40.0, "Date"), (110.0, "Description"), (400.0, "Amount")],
            &[(40.0, "12/20"), (110.0, "Payroll"), (400.0, "300.00"), (433.0, "CR")],
            &[(40.0, "12/21"), (110.0, "Rent"), (400.0, "40.00-")],
            &[(40.0, "12/22"), (110.0, "Fee"), (400.0, "(10.00)")],
        ],
        &[
            "2023-12-20 | Payroll | 300.00 | -",
            "2023-12-21 | Rent | -40.00 | -",
            "2023-12-22 | Fee | -10.00 | -",
        ],
    );
}

#[test]
fn checks_stand_side_by_side() {
    check(
        &[
            &[(40.0, "Ending balance"), (300.0, "$850.00")],
            &[(40.0, "Checks paid")],
            &[
                (40.0, "Check number"),
                (130.0, "Date"),
                (200.0, "Amount"),
                (300.0, "Check number"),
                (390.0, "Date"),
                (460.0, "Amount"),
            ],
            &[
                (40.0, "1001"),
                (130.0, "12/20"),
                (200.0, "100.00"),
                (300.0, "1002"),
                (390.0, "12/21"),
                (460.0, "50.00"),
            ],
        ],
        &["2023-12-20 | 1001 | -100.00 | -", "2023-12-21 | 1002 | -50.00 | -"],
    );
}

#[test]
fn daily_balances_are_no_transactions() {
    check(
        &[
            &[(40.0, "Ending balance"), (300.0, "$950.00")],
            HEADER,
            &[
                (40.0, "12/28"),
                (110.0, "Bookshop"),
                (400.0, "-50.00"),
                (500.0, "950.00"),
            ],
            &[(40.0, "Daily balance summary")],
            &[(40.0, "Date"), (110.0, "Balance")],
            &[(40.0, "12/28"), (110.0, "950.00")],
        ],
        &["2023-12-28 | Bookshop | -50.00 | 950.00"],
    );
}

#[test]
fn what_cannot_be_read_is_told() {
    let two_amounts = statement(&[
        &[(40.0, "Ending balance"), (300.0, "$950.00")],
        &[(40.0, "Date"), (110.0, "Description"), (400.0, "Amount")],
        &[(40.0, "12/28"), (110.0, "Bookshop"), (380.0, "50.00"), (420.0, "40.00")],
    ]);
    let codes: Vec<&str> = two_amounts.issues.iter().map(|issue| issue.code.as_str()).collect();
    assert_eq!(codes, ["incomplete"]);
    let wrong_sum = statement(&[
        &[(40.0, "Ending balance"), (300.0, "$1,300.00")],
        &[(40.0, "Deposits")],
        &[(40.0, "Date"), (110.0, "Description"), (400.0, "Amount")],
        &[(40.0, "12/20"), (110.0, "Payroll"), (400.0, "300.00")],
        &[(40.0, "Total deposits"), (400.0, "350.00")],
    ]);
    let codes: Vec<&str> = wrong_sum.issues.iter().map(|issue| issue.code.as_str()).collect();
    assert_eq!(codes, ["inconsistent"]);
}

#[test]
fn marks_may_be_glued_to_amounts_and_texts_may_hold_amounts() {
    check(
        &[
            &[(40.0, "Ending balance"), (300.0, "$1,009.10")],
            &[
                (40.0, "Date"),
                (110.0, "Description"),
                (400.0, "Amount"),
                (500.0, "New balance"),
            ],
            &[
                (40.0, "12/20"),
                (110.0, "Refund"),
                (400.0, "45.00CR"),
                (500.0, "1,045.00"),
            ],
            &[
                (40.0, "12/28"),
                (110.0, "Bought 12 at 2.23"),
                (400.0, "26.80DR"),
                (500.0, "1,018.20"),
            ],
            &[
                (40.0, "01/03"),
                (110.0, "Bakery"),
                (400.0, "9.10-"),
                (500.0, "1,009.10"),
            ],
        ],
        &[
            "2023-12-20 | Refund | 45.00 | 1045.00",
            "2023-12-28 | Bought 12 at 2.23 | -26.80 | 1018.20",
            "2024-01-03 | Bakery | -9.10 | 1009.10",
        ],
    );
}

#[test]
fn accounts_and_holders_stand_in_many_ways() {
    let head = |account: &[(f32, &str)], holder: &[(f32, &str)]| {
        let period: &[(f32, &str)] = &[(40.0, "Statement period: 12/15/2023 through 01/14/2024")];
        let first: &[(f32, &str)] = &[(40.0, "Beginning balance"), (300.0, "$1,000.00")];
        let last: &[(f32, &str)] = &[(40.0, "Ending balance"), (300.0, "$950.00")];
        let row: &[(f32, &str)] = &[(40.0, "12/28"), (110.0, "Bookshop"), (400.0, "-50.00")];
        let bank: &[(f32, &str)] = &[(40.0, "Harbor Point Bank")];
        let (_, mut forms) = run(vec![page(&[bank, holder, account, period, first, last, row]).0]);
        let fields = forms.remove(0).fields;
        let text = |name: &str| fields[name].value.as_str().unwrap_or("-").to_owned();
        (text("account"), text("recipient_name"))
    };
    let found = |account: &[(f32, &str)]| head(account, &[(40.0, "Prepared for Maria Oduya")]);
    let wanted = |account: &str| (account.to_owned(), "Maria Oduya".to_owned());
    assert_eq!(found(&[(40.0, "Account # XXXXXX4651")]), wanted("XXXXXX4651"));
    assert_eq!(found(&[(40.0, "Account No. 44-2210")]), wanted("44-2210"));
    assert_eq!(found(&[(40.0, "Account ending in 4471")]), wanted("4471"));
    assert_eq!(
        found(&[(40.0, "Savings account"), (300.0, "*****6252")]),
        wanted("*****6252")
    );
    assert_eq!(
        head(&[(40.0, "Account 0012345")], &[(40.0, "Kwame Ferreira-Lopes")]),
        ("0012345".to_owned(), "Kwame Ferreira-Lopes".to_owned())
    );
}

pub(super) fn receipt(lines: &[&[(f32, &str)]]) -> Extraction {
    let (_, mut forms) = run(vec![page(lines).0]);
    assert_eq!(forms.len(), 1, "{forms:?}");
    forms.remove(0)
}

pub(super) fn codes(form: &Extraction) -> Vec<&str> {
    form.issues.iter().map(|issue| issue.code.as_str()).collect()
}

/// Items as `quantity | description | price | amount`.
pub(super) fn items(form: &Extraction) -> Vec<String> {
    let rows = form.fields["items"].value.as_array().cloned().unwrap_or_default();
    let text = |row: &Value, part: &str| row[part].as_str().unwrap_or("-").to_owned();
    rows.iter()
        .map(|row| {
            ["quantity", "description", "price", "amount"]
                .map(|part| text(row, part))
                .join(" | ")
        })
        .collect()
}

#[test]
fn a_till_slip_adds_up() {
    let form = receipt(&[
        &[(60.0, "CORNER MARKET")],
        &[(60.0, "07/04/2024 12:10")],
        &[(20.0, "TOTAL BODY LOTION"), (200.0, "4.00"), (224.0, "T")],
        &[(20.0, "BANANAS"), (200.0, "1.20")],
        &[(20.0, "0.762 kg @ 1.58")],
        &[(20.0, "OLIVES")],
        &[(30.0, "2 @ 3.00"), (200.0, "6.00")],
        &[(20.0, "SUBTOTAL"), (200.0, "11.20")],
        &[(20.0, "STATE TAX"), (200.0, "0.50")],
        &[(20.0, "CITY TAX"), (200.0, "0.30")],
        &[(20.0, "TOTAL"), (200.0, "$12.00")],
        &[(20.0, "CASH"), (200.0, "20.00")],
        &[(20.0, "CHANGE"), (200.0, "8.00")],
        &[(20.0, "THANK YOU")],
    ]);
    assert_eq!(form.label, "RECEIPT", "{}", form.rationale);
    assert_eq!(
        items(&form),
        [
            "- | TOTAL BODY LOTION | - | 4.00",
            "0.762 | BANANAS | 1.58 | 1.20",
            "2 | OLIVES | 3.00 | 6.00",
        ]
    );
    let wanted = [
        ("merchant", "CORNER MARKET"),
        ("date", "2024-07-04"),
        ("subtotal", "11.20"),
        ("tax", "0.80"),
        ("total", "12.00"),
        ("payment_method", "CASH"),
    ];
    for (name, value) in wanted {
        assert_eq!(form.fields[name].value, json!(value), "{name}");
    }
}

const SHOP: [&[(f32, &str)]; 4] = [
    &[(60.0, "CORNER MARKET")],
    &[(60.0, "FRESNO, CA 93721")],
    &[(60.0, "SALES RECEIPT")],
    &[(60.0, "07/04/2024 12:10")],
];

#[track_caller]
fn check_items(body: &[&[(f32, &str)]], wanted: &[&str]) {
    let lines: Vec<&[(f32, &str)]> = SHOP.iter().copied().chain(body.iter().copied()).collect();
    let form = receipt(&lines);
    assert_eq!(form.label, "RECEIPT", "{}", form.rationale);
    assert_eq!(items(&form), wanted);
    assert!(form.issues.is_empty(), "{:?}", form.issues);
}

#[test]
fn amounts_tell_what_is_quantity_and_price() {
    let total: &[(f32, &str)] = &[(20.0, "TOTAL"), (240.0, "11.00")];
    let wanted = ["4 | PENS | 1.25 | 5.00", "2 | OLIVES | 3.00 | 6.00"];
    let columns: &[(f32, &str)] = &[(20.0, "Qty"), (60.0, "Product"), (180.0, "Unit"), (240.0, "Price")];
    let pens: &[(f32, &str)] = &[(20.0, "4"), (60.0, "PENS"), (180.0, "1.25"), (240.0, "5.00")];
    let olives: &[(f32, &str)] = &[(20.0, "2"), (60.0, "OLIVES"), (180.0, "3.00"), (240.0, "6.00")];
    check_items(&[columns, pens, olives, total], &wanted);
    check_items(&[pens, olives, total], &wanted);
    let above: [&[(f32, &str)]; 4] = [
        &[(20.0, "4 @ 1.25 EA")],
        &[(20.0, "PENS"), (240.0, "5.00")],
        &[(20.0, "2 @ 3.00 EA")],
        &[(20.0, "OLIVES"), (240.0, "6.00")],
    ];
    check_items(&[above[0], above[1], above[2], above[3], total], &wanted);
}

#[test]
fn sums_of_sections_are_not_bought_and_fees_without_a_subtotal_are() {
    check_items(
        &[
            &[(20.0, "Parts"), (180.0, "Qty/Hrs"), (240.0, "Amount")],
            &[(20.0, "Oil filter ....."), (180.0, "1"), (240.0, "12.00")],
            &[(20.0, "Wiper"), (180.0, "1"), (240.0, "8.00")],
            &[(150.0, "Parts total"), (240.0, "20.00")],
            &[(20.0, "Shop supplies fee"), (240.0, "2.00")],
            &[(150.0, "Total paid"), (240.0, "22.00")],
        ],
        &[
            "1 | Oil filter | - | 12.00",
            "1 | Wiper | - | 8.00",
            "- | Shop supplies fee | - | 2.00",
        ],
    );
}

#[test]
fn a_letter_of_thanks_names_the_gift_in_a_sentence() {
    let form = receipt(&[
        &[(60.0, "Riverbend Community Food Bank")],
        &[(60.0, "Official donation receipt")],
        &[(60.0, "Date: October 10, 2017")],
        &[(60.0, "Dear Maria Oduya,")],
        &[(
            60.0,
            "Thank you for your generous gift of $250.00, which we received last week.",
        )],
        &[(
            60.0,
            "No goods or services were provided to you in exchange for this gift.",
        )],
    ]);
    assert_eq!(form.label, "RECEIPT", "{}", form.rationale);
    let wanted = [
        ("merchant", json!("Riverbend Community Food Bank")),
        ("recipient_name", json!("Maria Oduya")),
        ("total", json!("250.00")),
        ("items", json!([])),
    ];
    for (name, value) in wanted {
        assert_eq!(form.fields[name].value, value, "{name}");
    }
}

#[test]
fn an_unpaid_invoice_is_no_receipt() {
    let (survey, forms) = run(vec![
        page(&[
            &[(40.0, "Pinecone Plumbing"), (450.0, "INVOICE")],
            &[(40.0, "Bill to: Ngozi Wu"), (400.0, "Invoice no: 4471")],
            &[(400.0, "Invoice date: 10/18/2018")],
            &[(400.0, "Due date: 12/17/2018")],
            &[
                (40.0, "Description"),
                (300.0, "Qty"),
                (380.0, "Unit price"),
                (500.0, "Total"),
            ],
            &[
                (40.0, "Kitchen sink"),
                (300.0, "2"),
                (380.0, "90.00"),
                (500.0, "180.00"),
            ],
            &[(380.0, "Subtotal"), (500.0, "180.00")],
            &[(380.0, "Tax"), (500.0, "12.60")],
            &[(380.0, "Balance due"), (500.0, "$192.60")],
        ])
        .0,
    ]);
    assert_eq!(forms[0].label, "OTHER");
    assert_eq!(survey.proposed_label.as_deref(), Some("invoice"));
}
