//! One W-2 in several layouts: values below, right of and above their captions, with and without rulings.

use super::paper::{Paper, read, run};
use serde_json::{Value, json};
use touchstone_core::record::Extraction;

/// Where a layout places its values.
#[derive(Clone, Copy, PartialEq)]
enum Values {
    Below,
    Right,
    Above,
}

const BOXES: [[(&str, &str); 2]; 5] = [
    [
        ("1 Wages, tips, other compensation", "23,677.70"),
        ("2 Federal income tax withheld", "2,841.32"),
    ],
    [
        ("3 Social security wages", "24,410.00"),
        ("4 Social security tax withheld", "1,513.42"),
    ],
    [
        ("5 Medicare wages and tips", "24,410.00"),
        ("6 Medicare tax withheld", "353.95"),
    ],
    [("7 Social security tips", ""), ("8 Allocated tips", "")],
    [
        ("a Employee's social security number", "554-03-0876"),
        ("b Employer identification number (EIN)", "63-0065650"),
    ],
];

fn print(values: Values, ruled: bool) -> Paper {
    let mut paper = Paper::new();
    paper.text(40.0, 20.0, 12.0, "2020 Form W-2 Wage and Tax Statement");
    let mut y = 50.0;
    for row in BOXES {
        for (column, (caption, value)) in row.into_iter().enumerate() {
            let x = 40.0 + 260.0 * column as f32;
            let (caption_at, value_at) = match values {
                Values::Below => ((x + 2.0, y + 2.0), (x + 4.0, y + 11.0)),
                Values::Above => ((x + 2.0, y + 15.0), (x + 4.0, y + 2.0)),
                Values::Right => ((x + 2.0, y + 8.0), (x + 170.0, y + 7.0)),
            };
            paper
                .text(caption_at.0, caption_at.1, 7.0, caption)
                .text(value_at.0, value_at.1, 10.0, value);
            if ruled {
                paper.frame(x, y, 260.0, 24.0);
            }
        }
        y += 24.0;
    }
    let height = 60.0;
    let people = [
        (
            "c Employer's name, address, and ZIP code",
            ["NORTH 312", "151 N Market Street", "Wooster OH 44691"],
        ),
        (
            "e/f Employee's name, address, and ZIP code",
            ["Anastasia Hodges", "200 2nd Street NE", "Waseca MN 56093"],
        ),
    ];
    for (column, (caption, lines)) in people.into_iter().enumerate() {
        let x = 40.0 + 260.0 * column as f32;
        let (caption_y, first) = match values {
            Values::Below => (y + 2.0, (x + 4.0, y + 12.0)),
            Values::Above => (y + height - 9.0, (x + 4.0, y + 4.0)),
            Values::Right => (y + 3.0, (x + 165.0, y + 2.0)),
        };
        paper.text(x + 2.0, caption_y, 7.0, caption);
        for (line, text) in lines.into_iter().enumerate() {
            paper.text(first.0, first.1 + 12.0 * line as f32, 10.0, text);
        }
        if ruled {
            paper.frame(x, y, 260.0, height);
        }
    }
    paper
}

fn value(form: &Extraction, name: &str) -> Value {
    form.fields[name].value.clone()
}

#[test]
fn values_are_found_on_every_side() {
    for values in [Values::Below, Values::Right, Values::Above] {
        for ruled in [true, false] {
            let (_, forms) = run(vec![print(values, ruled).0]);
            let form = &forms[0];
            let expected = [
                ("wages_tips", json!("23677.70")),
                ("federal_tax_withheld", json!("2841.32")),
                ("ss_wages", json!("24410.00")),
                ("ss_tax_withheld", json!("1513.42")),
                ("medicare_wages", json!("24410.00")),
                ("medicare_tax_withheld", json!("353.95")),
                ("ss_tips", Value::Null),
                ("allocated_tips", Value::Null),
                ("employee_ssn", json!("554-03-0876")),
                ("employer_ein", json!("63-0065650")),
                ("employer_name", json!("NORTH 312")),
                ("employer_address", json!("151 N Market Street, Wooster OH 44691")),
                ("employee_name", json!("Anastasia Hodges")),
                ("employee_address", json!("200 2nd Street NE, Waseca MN 56093")),
                ("tax_year", json!(2020)),
            ];
            for (name, wanted) in expected {
                let side = ["below", "right", "above"][values as usize];
                assert_eq!(value(form, name), wanted, "{name}, values {side}, ruled {ruled}");
            }
        }
    }
}

#[test]
fn an_empty_box_is_evidence_and_every_quote_is_verbatim() {
    let paper = print(Values::Below, true);
    let words: Vec<String> = paper.0.reading.words.iter().map(|word| word.text.clone()).collect();
    let (_, forms) = run(vec![paper.0]);
    let tips = &forms[0].fields["ss_tips"];
    assert_eq!((tips.evidence.len(), tips.evidence[0].quote.as_str()), (1, ""));
    assert!(tips.evidence[0].regions[0].area() > 0.0);
    for evidence in forms[0].fields.values().flat_map(|field| &field.evidence) {
        let (from, to) = (evidence.words.0 as usize, evidence.words.1 as usize);
        assert_eq!(evidence.quote, words[from..to].join(" "));
    }
}

/// A layout with `Code` in single tiny letters.
#[test]
fn a_caption_may_be_spaced() {
    let mut paper = print(Values::Below, true);
    paper
        .0
        .reading
        .words
        .retain(|word| word.region.y < 165.0 || word.region.x < 300.0);
    paper
        .text(302.0, 172.0, 6.0, "e Employee's first name and initial")
        .text(304.0, 182.0, 10.0, "Anastasia Hodges")
        .frame(300.0, 165.0, 260.0, 29.0);
    for (row, (box_name, code, amount)) in [
        ("12a See instructions for box 12", "D", "2,024.23"),
        ("12b", "DD", "11,310.08"),
        ("12c", "W", "2,959.71"),
        ("12d", "", ""),
    ]
    .into_iter()
    .enumerate()
    {
        let y = 290.0 + 24.0 * row as f32;
        paper.frame(300.0, y, 130.0, 24.0).text(302.0, y + 2.0, 6.0, box_name);
        for (letter, text) in ["C", "o", "d", "e"].into_iter().enumerate() {
            paper.text(302.0 + 3.2 * letter as f32, y + 18.0, 3.5, text);
        }
        paper
            .text(315.0, y + 12.0, 9.5, code)
            .text(380.0, y + 12.0, 9.5, amount);
    }
    let (_, forms) = run(vec![paper.0]);
    let form = &forms[0];
    assert_eq!(value(form, "employee_name"), json!("Anastasia Hodges"));
    let rows = [("D", "2024.23"), ("DD", "11310.08"), ("W", "2959.71")];
    let expected: Vec<Value> = rows
        .iter()
        .map(|(code, amount)| json!({"code": code, "amount": amount}))
        .collect();
    assert_eq!(value(form, "box_12"), json!(expected));
}

#[test]
fn an_amount_under_an_empty_box_is_a_doubt_though_another_box_has_the_same() {
    let doubts = |below: &str| {
        let mut paper = Paper::new();
        paper
            .text(40.0, 30.0, 13.0, "2022 Form 1099-DIV Dividends and Distributions")
            .text(400.0, 30.0, 8.0, "OMB No. 1545-0110 Copy B For Recipient")
            .frame(40.0, 200.0, 130.0, 40.0)
            .text(44.0, 204.0, 8.0, "1a Total ordinary dividends")
            .text(130.0, 222.0, 9.0, "412.80")
            .frame(170.0, 200.0, 130.0, 40.0)
            .text(174.0, 204.0, 8.0, "2a Total capital gain distr.")
            .text(270.0, 222.0, 9.0, "0.00")
            .frame(300.0, 200.0, 130.0, 40.0)
            .text(304.0, 204.0, 8.0, "3 Nondividend distributions")
            .text(350.0, 244.0, 9.0, below);
        let further = [
            "4 Federal income tax withheld",
            "5 Section 199A dividends",
            "6 Investment expenses",
            "7 Foreign tax paid",
            "9 Cash liquidation distributions",
            "10 Noncash liquidation distributions",
        ];
        for (line, caption) in further.into_iter().enumerate() {
            paper.frame(40.0, 500.0 + 30.0 * line as f32, 200.0, 30.0);
            paper.text(44.0, 503.0 + 30.0 * line as f32, 8.0, caption);
        }
        let form = read(paper);
        let doubted = form
            .issues
            .iter()
            .filter(|issue| issue.message.contains("is under a caption"));
        doubted.count()
    };
    assert_eq!(doubts("0.00"), 1);
    assert_eq!(doubts("of which"), 0);
}
