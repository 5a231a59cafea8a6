//! Payers' own layouts: captions in other words, addresses as on an envelope, few rulings, cents set apart.

use super::paper::{Paper, check, lines, read};
use serde_json::json;

#[test]
fn addresses_without_captions_belong_to_the_numbers_beside_them() {
    let mut paper = Paper::new();
    paper
        .text(380.0, 40.0, 12.0, "2019 Form 1099-DIV")
        .text(380.0, 55.0, 9.0, "Dividends and Distributions");
    let payer = ["Alder Funds LLC", "19 Prospect Road", "Newark, NJ 07181"];
    lines(&mut paper, 40.0, 40.0, &payer);
    lines(
        &mut paper,
        40.0,
        76.0,
        &["Payer's telephone: (958) 256-3062", "Payer's TIN: 46-2634527"],
    );
    lines(
        &mut paper,
        60.0,
        130.0,
        &["Zoe T Lind", "18 Jefferson Way", "Unit 7", "Atlanta GA 30334-1501"],
    );
    paper.text(40.0, 210.0, 9.0, "Recipient's TIN: 523-62-4783");
    paper
        .text(40.0, 240.0, 9.0, "1a Total ordinary dividends")
        .text(480.0, 240.0, 9.0, "13,383.44");
    paper
        .text(40.0, 254.0, 9.0, "1b Qualified dividends")
        .text(480.0, 254.0, 9.0, "7,628.56");
    let found = read(paper);
    let expected = [
        ("payer_name", json!("Alder Funds LLC")),
        ("payer_address", json!("19 Prospect Road, Newark, NJ 07181")),
        ("payer_telephone", json!("(958) 256-3062")),
        ("payer_tin", json!("46-2634527")),
        ("recipient_name", json!("Zoe T Lind")),
        (
            "recipient_address",
            json!("18 Jefferson Way, Unit 7, Atlanta GA 30334-1501"),
        ),
        ("total_dividends", json!("13383.44")),
        ("qualified_dividends", json!("7628.56")),
    ];
    check(&found, &expected);
    assert!(found.issues.is_empty(), "{:?}", found.issues);
}

#[test]
fn a_telephone_number_on_the_line_of_another_is_the_senders() {
    let mut paper = Paper::new();
    lines(
        &mut paper,
        40.0,
        40.0,
        &["Rookery Consulting Group", "9502 Hollis Court", "Macon, GA 31201"],
    );
    paper
        .text(40.0, 78.0, 9.0, "Federal ID number 83-1136555")
        .text(190.0, 78.0, 9.0, "Telephone (894) 555-0196");
    lines(
        &mut paper,
        60.0,
        130.0,
        &["Hamish Castellane", "3867 Sycamore Blvd", "Boise, ID 83702"],
    );
    paper
        .text(40.0, 180.0, 12.0, "2024 FORM 1099-DIV")
        .text(200.0, 180.0, 12.0, "DIVIDENDS AND DISTRIBUTIONS")
        .text(40.0, 200.0, 9.0, "Recipient's TIN: 523-62-4270")
        .text(40.0, 220.0, 9.0, "1a. Total ordinary dividends")
        .text(480.0, 220.0, 9.0, "2126.40")
        .text(40.0, 234.0, 9.0, "1b. Qualified dividends")
        .text(480.0, 234.0, 9.0, "1896.86");
    let found = read(paper);
    let expected = [
        ("payer_name", json!("Rookery Consulting Group")),
        ("payer_tin", json!("83-1136555")),
        ("payer_telephone", json!("(894) 555-0196")),
        ("recipient_name", json!("Hamish Castellane")),
    ];
    check(&found, &expected);
}

#[test]
fn a_caption_may_ask_for_the_address_in_any_words() {
    let mut paper = Paper::new();
    paper
        .text(360.0, 40.0, 9.0, "2020 FORM 1099-NEC")
        .text(360.0, 52.0, 9.0, "NONEMPLOYEE COMPENSATION");
    paper
        .text(40.0, 40.0, 9.0, "PAYER'S NAME, STREET, CITY, STATE, ZIP CODE,")
        .text(40.0, 52.0, 9.0, "TELEPHONE");
    lines(
        &mut paper,
        50.0,
        64.0,
        &[
            "SUNSPOT PARTNERS LP",
            "8655 ALDER STREET",
            "CHARLOTTE, NC 28251",
            "728-841-7746",
        ],
    );
    paper
        .text(40.0, 130.0, 9.0, "PAYER'S TIN")
        .text(50.0, 142.0, 9.0, "52-3881382");
    paper
        .text(200.0, 130.0, 9.0, "RECIPIENT'S TIN")
        .text(210.0, 142.0, 9.0, "616-51-1755");
    paper.text(40.0, 166.0, 9.0, "RECIPIENT'S NAME AND MAILING ADDRESS");
    lines(
        &mut paper,
        50.0,
        178.0,
        &["TOBIAS S WHITE III", "8587 INDUSTRIAL STREET", "NASHVILLE, TN 37230"],
    );
    paper
        .text(40.0, 226.0, 9.0, "1 NONEMPLOYEE COMPENSATION")
        .text(60.0, 238.0, 9.0, "62232.21");
    let expected = [
        ("payer_name", json!("SUNSPOT PARTNERS LP")),
        ("payer_address", json!("8655 ALDER STREET, CHARLOTTE, NC 28251")),
        ("payer_telephone", json!("728-841-7746")),
        ("recipient_name", json!("TOBIAS S WHITE III")),
        (
            "recipient_address",
            json!("8587 INDUSTRIAL STREET, NASHVILLE, TN 37230"),
        ),
        ("nonemployee_compensation", json!("62232.21")),
    ];
    check(&read(paper), &expected);
}
