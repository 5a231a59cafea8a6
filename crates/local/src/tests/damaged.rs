//! Amounts damaged by OCR, on scans: the remainder is offered as read, since the form may prove the amount.

use super::boxes::check;
use super::paper::Paper;
use serde_json::{Value, json};
use touchstone_intake::TextSource;

/// Boxes 3 and 4 of a W-2 without rulings, the second with pieces of text at given x positions.
fn boxes(source: TextSource, pieces: &[(f32, &str)]) -> Paper {
    let mut paper = Paper::new();
    paper.0.text_source = source;
    paper
        .text(40.0, 100.0, 7.0, "1 Wages, tips, other compensation")
        .text(40.0, 112.0, 9.0, "84608.90")
        .text(240.0, 100.0, 7.0, "2 Federal income tax withheld")
        .text(240.0, 112.0, 9.0, "20306.25")
        .text(40.0, 140.0, 7.0, "3 Social security wages")
        .text(40.0, 152.0, 9.0, "88317.45")
        .text(240.0, 140.0, 7.0, "4 Social security tax withheld");
    for (x, text) in pieces {
        paper.text(*x, 152.0, 9.0, text);
    }
    paper
}

#[test]
fn what_is_left_of_an_amount_is_offered_as_it_was_read() {
    for (pieces, expected) in [
        (vec![(240.0, "547S.68")], json!("547S.68")),
        (vec![(240.0, "5,47S.68")], json!("5,47S.68")),
        (vec![(240.0, "5475.6B")], json!("5475.6B")),
        (vec![(240.0, "54 75.68")], json!("54 75.68")),
        (vec![(240.0, "54"), (262.0, "75.68")], json!("54 75.68")),
        (vec![(240.0, "5475.68")], json!("5475.68")),
        (vec![(240.0, "5,47"), (263.0, "5.68")], json!("5475.68")),
        (vec![(240.0, "o")], json!("0.00")),
        (vec![(240.0, "SEE NOTE")], Value::Null),
    ] {
        let paper = boxes(TextSource::Ocr, &pieces);
        check(
            "W-2",
            &paper,
            &[("ss_wages", json!("88317.45")), ("ss_tax_withheld", expected)],
        );
    }
}

#[test]
fn a_text_layer_damages_no_digits() {
    let paper = boxes(TextSource::Embedded, &[(240.0, "547S.68")]);
    check("W-2", &paper, &[("ss_tax_withheld", Value::Null)]);
    let paper = boxes(TextSource::Embedded, &[(240.0, "o")]);
    check("W-2", &paper, &[("ss_tax_withheld", Value::Null)]);
}

#[test]
fn lines_whose_boxes_reach_into_each_other_are_one_caption() {
    let mut paper = Paper::new();
    paper.0.text_source = TextSource::Ocr;
    // Small print of 5 points, which OCR reads as 6.4 with what extends into it.
    paper
        .text(335.0, 205.4, 7.0, "13")
        .text(348.5, 204.5, 6.3, "Statutory")
        .text(348.1, 206.9, 6.8, "employee")
        .check(348.0, 216.0, true)
        .text(384.5, 204.7, 5.5, "Retirement")
        .text(385.6, 210.1, 4.0, "plan")
        .check(384.0, 216.0, false)
        .text(420.5, 204.5, 6.0, "Third-party")
        .text(420.5, 207.4, 6.0, "sick pay")
        .check(420.0, 216.0, false);
    for word in &mut paper.0.reading.words {
        word.confidence = Some(0.99);
    }
    let expected = [
        ("statutory_employee", json!(true)),
        ("retirement_plan", json!(false)),
        ("third_party_sick_pay", json!(false)),
    ];
    check("W-2", &paper, &expected);
}

#[test]
fn a_code_by_itself_is_a_capital_however_it_was_read() {
    let check = |code: &str, source: TextSource, expected: Value| {
        let mut paper = Paper::new();
        paper.0.text_source = source;
        paper
            .text(300.0, 429.0, 7.0, "13 Other deductions")
            .text(301.0, 438.0, 9.0, code)
            .text(402.0, 438.0, 9.0, "7179.84");
        let rows = json!([{ "code": expected, "amount": "7179.84" }]);
        super::boxes::check("K-1", &paper, &[("other_deductions", rows)]);
    };
    check("W", TextSource::Ocr, json!("W"));
    check("w", TextSource::Ocr, json!("W"));
    check("a", TextSource::Ocr, Value::Null);
    check("w", TextSource::Embedded, Value::Null);
}
