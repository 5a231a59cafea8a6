//! Several documents of one label on a page, headers of statements, a check that is not a receipt, and list values
//! whose captions are printed under each other.

use super::paper::{Paper, run};
use serde_json::{Value, json};
use touchstone_core::record::Extraction;

fn lines(paper: &mut Paper, top: f32, lines: &[&[(f32, &str)]]) {
    for (number, texts) in lines.iter().enumerate() {
        for (x, text) in *texts {
            paper.text(*x, top + 14.0 * number as f32, 9.0, text);
        }
    }
}

fn read(paper: Paper) -> Vec<Extraction> {
    run(vec![paper.0]).1
}

#[track_caller]
fn check(found: &Extraction, expected: &[(&str, Value)]) {
    for (name, value) in expected {
        assert_eq!(found.fields[*name].value, *value, "{name}: {:?}", found.issues);
    }
}

const HEADER: &[(f32, &str)] = &[(40.0, "Date"), (110.0, "Description"), (400.0, "Amount")];

#[test]
fn each_account_of_a_statement_is_a_form_when_all_are_proved() {
    let closing = ["$900.00", "$901.00"];
    for (second, forms) in closing.into_iter().zip([2, 1]) {
        let mut paper = Paper::new();
        paper.text(40.0, 30.0, 14.0, "Harbor Point Bank");
        let body: [&[(f32, &str)]; 12] = [
            &[(40.0, "Combined statement"), (300.0, "May 1, 2024 - May 31, 2024")],
            &[(40.0, "Harbor Checking Account 3310088412")],
            &[(40.0, "Beginning balance"), (400.0, "$1,000.00")],
            HEADER,
            &[(40.0, "05/03"), (110.0, "Rent"), (400.0, "-70.00")],
            &[(40.0, "Ending balance"), (400.0, "$930.00")],
            &[(40.0, "Harbor Savings Account 3310099901")],
            &[(40.0, "Beginning balance"), (400.0, "$800.00")],
            HEADER,
            &[(40.0, "05/10"), (110.0, "Transfer in"), (400.0, "100.00")],
            &[(40.0, "Ending balance"), (400.0, second)],
            &[(40.0, "Member FDIC")],
        ];
        lines(&mut paper, 60.0, &body);
        let found = read(paper);
        assert_eq!(found.len(), forms, "{second}");
        if forms == 2 {
            check(
                &found[0],
                &[("account", json!("3310088412")), ("closing_balance", json!("930.00"))],
            );
            check(
                &found[1],
                &[("account", json!("3310099901")), ("closing_balance", json!("900.00"))],
            );
            check(
                &found[1],
                &[
                    ("institution", json!("Harbor Point Bank")),
                    ("period_end", json!("2024-05-31")),
                ],
            );
        }
    }
}

#[test]
fn receipts_beside_each_other_are_two() {
    let mut paper = Paper::new();
    let body: [&[(f32, &str)]; 7] = [
        &[(40.0, "Alder Coffee Shop"), (330.0, "Corner Garage")],
        &[(40.0, "05/11/2024"), (330.0, "05/12/2024")],
        &[
            (40.0, "Flat white"),
            (220.0, "4.75"),
            (330.0, "Parking"),
            (510.0, "18.00"),
        ],
        &[(40.0, "Croissant"), (220.0, "4.25"), (330.0, "Total"), (510.0, "18.00")],
        &[(40.0, "Subtotal"), (220.0, "9.00"), (330.0, "Cash"), (510.0, "20.00")],
        &[(40.0, "Tax"), (220.0, "0.79"), (330.0, "Change"), (510.0, "2.00")],
        &[(40.0, "Total"), (220.0, "9.79")],
    ];
    lines(&mut paper, 60.0, &body);
    let found = read(paper);
    assert_eq!(found.len(), 2);
    check(
        &found[0],
        &[("merchant", json!("Alder Coffee Shop")), ("total", json!("9.79"))],
    );
    check(
        &found[1],
        &[("merchant", json!("Corner Garage")), ("total", json!("18.00"))],
    );
}

#[test]
fn what_is_taken_off_before_the_subtotal_is_no_item() {
    let mut paper = Paper::new();
    let body: [&[(f32, &str)]; 8] = [
        &[(40.0, "Cornerstone Pharmacy")],
        &[(40.0, "01/22/2024")],
        &[(40.0, "Bandages"), (220.0, "4.79")],
        &[(40.0, "Tablets"), (220.0, "12.49")],
        &[(40.0, "Coupon"), (220.0, "-2.00")],
        &[(40.0, "Subtotal"), (220.0, "15.28")],
        &[(40.0, "Tax"), (220.0, "1.11")],
        &[(40.0, "Total"), (220.0, "16.39")],
    ];
    lines(&mut paper, 60.0, &body);
    let found = read(paper);
    let adjusted = json!([{"description": "Coupon", "amount": "-2.00"}]);
    check(&found[0], &[("adjustments", adjusted), ("subtotal", json!("15.28"))]);
    assert_eq!(found[0].fields["items"].value.as_array().map(Vec::len), Some(2));
}

/// A title, both parties and their numbers, with captions in one column.
fn stacked(title: &str) -> Paper {
    let mut paper = Paper::new();
    paper.text(40.0, 30.0, 13.0, title);
    let body: [&[(f32, &str)]; 8] = [
        &[(40.0, "Payer's name and address"), (330.0, "Payer's TIN")],
        &[(40.0, "Alder Funds LLC"), (330.0, "46-2634527")],
        &[(40.0, "19 Prospect Road"), (330.0, "Recipient's TIN")],
        &[(40.0, "Newark, NJ 07181"), (330.0, "523-62-4783")],
        &[(40.0, "Recipient's name and address"), (330.0, "Account number")],
        &[(40.0, "Zoe T Lind"), (330.0, "C61-6628")],
        &[(40.0, "18 Jefferson Way")],
        &[(40.0, "Atlanta, GA 30334")],
    ];
    lines(&mut paper, 60.0, &body);
    paper
}

#[test]
fn captions_under_each_other_have_values_of_their_own() {
    let mut paper = stacked("2022 Form 1099-MISC Miscellaneous Information");
    for (row, (name, value)) in [
        ("Box 1 Rents", "12,000.00"),
        ("Box 4 Federal income tax withheld", "55.00"),
        ("State", "ID"),
        ("Payer's state no.", "42670739"),
        ("State tax withheld", "268.35"),
        ("State income", "12,000.00"),
    ]
    .into_iter()
    .enumerate()
    {
        let level = 200.0 + 10.0 * row as f32;
        paper.text(40.0, level, 9.0, name).text(480.0, level, 9.0, value);
    }
    let found = read(paper);
    let state = json!([{
        "state": "ID", "payer_state_no": "42670739", "state_income": "12000.00", "state_tax_withheld": "268.35"
    }]);
    let expected = [
        ("payer_tin", json!("46-2634527")),
        ("recipient_tin", json!("523-62-4783")),
        ("account_number", json!("C61-6628")),
        ("federal_tax_withheld", json!("55.00")),
        ("state_taxes", state),
    ];
    check(&found[0], &expected);
}

#[test]
fn a_number_without_a_name_belongs_to_the_panel_it_stands_in() {
    let mut paper = Paper::new();
    paper.text(40.0, 30.0, 13.0, "Form 1099-INT Interest Income Tax Year 2021");
    let body: [&[(f32, &str)]; 6] = [
        &[(40.0, "Payer information"), (330.0, "Recipient information")],
        &[(40.0, "Lakeshore Bank"), (330.0, "Zoe T Lind")],
        &[(40.0, "19 Prospect Road"), (330.0, "18 Jefferson Way")],
        &[(40.0, "Newark, NJ 07181"), (330.0, "Atlanta, GA 30334")],
        &[(40.0, "TIN: 46-2634527"), (330.0, "TIN: 523-62-4783")],
        &[(40.0, "Box 1 Interest income"), (480.0, "$5,467.95")],
    ];
    lines(&mut paper, 60.0, &body);
    paper.frame(36.0, 56.0, 290.0, 74.0).frame(326.0, 56.0, 250.0, 74.0);
    let expected = [
        ("payer_tin", json!("46-2634527")),
        ("recipient_tin", json!("523-62-4783")),
    ];
    check(&read(paper)[0], &expected);
}

/// A product is not part of the bank's name, and a card statement gives the dates of its cycle.
#[test]
fn a_card_of_a_bank_with_its_cycle() {
    let card: [&[(f32, &str)]; 11] = [
        &[(40.0, "COASTLINE BANK VISA SIGNATURE")],
        &[(40.0, "Account number: **** **** **** 4418")],
        &[(40.0, "Statement closing date 05/18/2024")],
        &[(40.0, "Opening date 04/19/2024")],
        &[(40.0, "Previous balance"), (300.0, "$1,000.00")],
        &[(40.0, "New balance"), (300.0, "$1,070.00")],
        &[(40.0, "Minimum payment"), (300.0, "$35.00")],
        &[(40.0, "Credit limit"), (300.0, "$6,000.00")],
        &[(40.0, "Date"), (110.0, "Description"), (400.0, "Amount")],
        &[(40.0, "04/22"), (110.0, "LA TABLE VERTE"), (400.0, "170.00")],
        &[(40.0, "05/10"), (110.0, "PAYMENT - THANK YOU"), (400.0, "-100.00")],
    ];
    let mut paper = Paper::new();
    lines(&mut paper, 40.0, &card);
    let form = read(paper).remove(0);
    assert_eq!(form.label, "STATEMENT", "{}", form.rationale);
    check(
        &form,
        &[
            ("institution", json!("COASTLINE BANK")),
            ("period_start", json!("2024-04-19")),
            ("period_end", json!("2024-05-18")),
            ("closing_balance", json!("1070.00")),
        ],
    );
}

/// A check lists what it pays, like a receipt, but is not one.
#[test]
fn a_check_with_its_stub_is_no_receipt() {
    let check: [&[(f32, &str)]; 8] = [
        &[(40.0, "Larkin Bros Roofing Inc"), (400.0, "DATE 05/17/2024")],
        &[(40.0, "Thank you")],
        &[(40.0, "TO THE ORDER OF"), (160.0, "Beatriz Prescott")],
        &[(200.0, "NON-NEGOTIABLE")],
        &[(40.0, "Description"), (400.0, "Amount")],
        &[(40.0, "Contract labor"), (400.0, "900.00")],
        &[(40.0, "Contract labor"), (400.0, "340.00")],
        &[(40.0, "Total"), (400.0, "1,240.00")],
    ];
    let mut paper = Paper::new();
    lines(&mut paper, 40.0, &check);
    let found = read(paper);
    assert!(found.iter().all(|form| form.label == "OTHER"), "{found:?}");
}

#[test]
fn the_member_of_a_union_has_accounts_whose_numbers_begin_with_hers() {
    let mut paper = Paper::new();
    paper.text(40.0, 30.0, 14.0, "Otter Valley Credit Union");
    let body: [&[(f32, &str)]; 11] = [
        &[
            (40.0, "Statement period 06/01/2024 - 06/30/2024"),
            (320.0, "Member 77120"),
        ],
        &[(40.0, "Share Draft Checking Account 77120-3301")],
        HEADER,
        &[(40.0, "06/01"), (110.0, "Beginning balance"), (400.0, "1,804.10")],
        &[(40.0, "06/06"), (110.0, "Transfer to Savings 0001"), (400.0, "-327.41")],
        &[(40.0, "06/30"), (110.0, "Ending balance"), (400.0, "1,476.69")],
        &[(40.0, "Regular Share Savings Account 77120-0001")],
        HEADER,
        &[(40.0, "06/01"), (110.0, "Beginning balance"), (400.0, "4,210.00")],
        &[
            (40.0, "06/06"),
            (110.0, "Transfer from Checking 3301"),
            (400.0, "327.41"),
        ],
        &[(40.0, "06/30"), (110.0, "Ending balance"), (400.0, "4,537.41")],
    ];
    lines(&mut paper, 60.0, &body);
    let found = read(paper);
    assert_eq!(found.len(), 2);
    check(
        &found[0],
        &[("account", json!("77120-3301")), ("closing_balance", json!("1476.69"))],
    );
    check(
        &found[1],
        &[("account", json!("77120-0001")), ("closing_balance", json!("4537.41"))],
    );
}
