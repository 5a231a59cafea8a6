//! Account statements with other layouts of headers, periods and tables.

use super::ledgers::{codes, page, statement};
use super::paper::run;
use serde_json::json;
use touchstone_core::record::Extraction;

type Line<'a> = &'a [(f32, &'a str)];

fn read(lines: &[Line]) -> Extraction {
    let (_, mut forms) = run(vec![page(lines).0]);
    assert_eq!(forms.len(), 1, "{forms:?}");
    assert_eq!(forms[0].label, "STATEMENT", "{}", forms[0].rationale);
    forms.remove(0)
}

#[test]
fn captions_at_the_left_of_their_cells_head_amounts_at_the_right() {
    let form = statement(&[
        &[(40.0, "Ending balance"), (300.0, "$668.20")],
        &[
            (40.0, "Date"),
            (110.0, "Description"),
            (187.0, "Principal"),
            (246.0, "Interest"),
            (300.0, "Late fees"),
            (362.0, "Total payment"),
            (456.0, "Principal balance"),
        ],
        &[
            (40.0, "01/05/2024"),
            (110.0, "Payment"),
            (217.0, "331.80"),
            (276.0, "80.40"),
            (343.0, "0.00"),
            (427.0, "412.20"),
            (538.0, "668.20"),
        ],
    ]);
    let row = &form.fields["transactions"].value[0];
    let parts = ["description", "amount", "principal", "interest", "fees", "balance"];
    let found = parts.map(|part| row[part].as_str().unwrap_or("-"));
    assert_eq!(found, ["Payment", "-331.80", "331.80", "80.40", "0.00", "668.20"]);
    assert_eq!(codes(&form), Vec::<&str>::new());
}

#[test]
fn totals_of_the_year_are_none_of_a_section() {
    let form = statement(&[
        &[(40.0, "Ending balance"), (300.0, "$982.34")],
        &[(40.0, "Interest Charged")],
        &[(40.0, "Date"), (110.0, "Description"), (400.0, "Amount")],
        &[(40.0, "01/05"), (110.0, "Interest charge"), (400.0, "17.66")],
        &[(40.0, "2024 Totals Year-to-Date")],
        &[(40.0, "Total fees charged in 2024 $29.00")],
        &[(40.0, "Total interest charged in 2024 $61.03")],
    ]);
    assert_eq!(form.fields["transaction_count"].value, json!(1));
    assert_eq!(codes(&form), Vec::<&str>::new());
}

const TABLE: [Line; 5] = [
    &[(40.0, "Beginning balance"), (300.0, "$100.00")],
    &[(40.0, "Ending balance"), (300.0, "$150.00")],
    &[
        (40.0, "Date"),
        (110.0, "Description"),
        (400.0, "Amount"),
        (500.0, "Balance"),
    ],
    &[
        (40.0, "11/05/2025"),
        (110.0, "Salary"),
        (400.0, "50.00"),
        (500.0, "150.00"),
    ],
    &[(40.0, "Thank you for banking with us")],
];

#[test]
fn the_name_below_the_period_is_whose_account_it_is() {
    let head: [Line; 5] = [
        &[(40.0, "Pomelo Bank")],
        &[(40.0, "Account statement")],
        &[(40.0, "1 Nov 2025 – 30 Nov 2025")],
        &[(40.0, "Seraphina Odhiambo")],
        &[(40.0, "Account number 8830014527")],
    ];
    let form = read(&[&head[..], &TABLE[..]].concat());
    assert_eq!(form.fields["recipient_name"].value, json!("Seraphina Odhiambo"));
}

#[test]
fn a_caption_beside_another_is_nobodys_name_and_brackets_are_no_part_of_a_period() {
    let head: [Line; 4] = [
        &[
            (40.0, "Dakota Plains Bank"),
            (300.0, "Home Equity Line of Credit Statement"),
        ],
        &[(40.0, "Cardholder"), (300.0, "Account number"), (450.0, "HE-30017745")],
        &[(40.0, "Basil Nakagawa")],
        &[(40.0, "Account activity (11/01/2025 to 11/30/2025)")],
    ];
    let form = read(&[&head[..], &TABLE[..]].concat());
    assert_eq!(form.fields["recipient_name"].value, json!("Basil Nakagawa"));
    assert_eq!(form.fields["period"].value, json!("11/01/2025 to 11/30/2025"));
    assert_eq!(
        form.fields["document_title"].value,
        json!("Home Equity Line of Credit Statement")
    );
}

#[test]
fn how_to_balance_an_account_belongs_to_its_statement() {
    let head: [Line; 4] = [
        &[(40.0, "Pomelo Bank")],
        &[(40.0, "Account statement")],
        &[(40.0, "Account number 8830014527")],
        &[(40.0, "Statement period: 11/01/2025 through 11/30/2025")],
    ];
    let front = page(&[&head[..], &TABLE[..]].concat());
    let mut back = page(&[
        &[(40.0, "How to balance your account")],
        &[(
            40.0,
            "1. Mark off in your register each check that is shown on this statement.",
        )],
        &[(40.0, "2. Ending balance shown on this statement $ ________")],
        &[(
            40.0,
            "Telephone us at 800-555-0140 about errors no later than 60 days after the statement.",
        )],
    ]);
    back.0.number = 2;
    for word in &mut back.0.reading.words {
        word.region.page = 2;
    }
    let (survey, forms) = run(vec![front.0, back.0]);
    assert_eq!(forms.len(), 1, "{}", survey.rationale);
    assert_eq!(forms[0].label, "STATEMENT");
}
