//! Separate tests of each mechanism: rows, search, captions, names, years, values, copies.

use super::paper::{Pages, Paper, engine};
use crate::captions::find::captions;
use crate::forms::copies::same_form;
use crate::page::model::Layout;
use crate::recognise::form_number;
use crate::recognise::model::same_value;
use crate::values::form_year;
use proptest::prelude::*;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use touchstone_core::address;
use touchstone_core::record::Extractor;
use touchstone_core::stop;
use touchstone_tests::drawn::small_w2;

#[test]
fn letters_under_each_other_are_no_values() {
    let mut paper = Paper::new();
    for (step, letter) in ["C", "o", "d", "e"].into_iter().enumerate() {
        paper.text(458.0, 188.0 + 3.6 * step as f32, 4.0, letter);
    }
    paper.text(467.0, 190.0, 12.0, "C").text(458.0, 205.0, 7.0, "12b");
    assert_eq!(Layout::new(&paper.0).upright, [true, true, true, true, false, false]);
}

#[test]
fn a_caption_and_the_value_under_it_are_two_rows() {
    let mut paper = Paper::new();
    paper
        .text(40.0, 36.0, 7.0, "OMB No. 1545-0008")
        .text(60.0, 36.0, 12.0, "554-03-0876");
    assert_eq!(Layout::new(&paper.0).rows.len(), 2);
}

/// Captions that the W-2 template finds on a paper, as printed.
fn found(paper: &Paper) -> Vec<String> {
    let engine = engine();
    let form = engine.pack.form("W-2").unwrap();
    let layout = Layout::new(&paper.0);
    let mut found: Vec<String> = captions(&layout, form.wordings, false)
        .iter()
        .map(|caption| layout.text(&caption.words))
        .collect();
    found.sort();
    found
}

#[test]
fn captions_are_found_whole_and_once() {
    let check = |rows: &[(f32, f32, f32, &str)], expected: &[&str]| {
        let mut paper = Paper::new();
        for (x, y, size, text) in rows {
            paper.text(*x, *y, *size, text);
        }
        assert_eq!(found(&paper), expected, "{rows:?}");
    };
    // With its box label, not as the shorter wording within it.
    check(
        &[(40.0, 40.0, 7.0, "16 State wages, tips, etc.")],
        &["16 State wages, tips, etc."],
    );
    // The label in another size, glued to the caption, or two labels of one box.
    check(
        &[(33.0, 40.0, 9.0, "2"), (40.0, 40.0, 6.0, "Federal income tax withheld")],
        &["2 Federal income tax withheld"],
    );
    check(
        &[(40.0, 40.0, 7.0, "1Wages, tips, other compensation")],
        &["1Wages, tips, other compensation"],
    );
    check(
        &[(40.0, 40.0, 7.0, "e/f Employee's name, address, and ZIP code")],
        &["e/f Employee's name, address, and ZIP code"],
    );
    // Wrapped below its box label.
    check(
        &[
            (36.0, 40.0, 7.0, "13"),
            (49.0, 40.0, 5.0, "Statutory"),
            (49.0, 45.0, 5.0, "employee"),
        ],
        &["13 Statutory employee"],
    );
    // A mention in a sentence, and short wordings inside a value.
    check(
        &[(
            40.0,
            40.0,
            9.0,
            "Report your social security wages on line 3 of the return",
        )],
        &[],
    );
    check(&[(40.0, 40.0, 9.0, "ACME CORP. OTHER STATE BANK")], &[]);
}

#[test]
fn names_end_where_addresses_begin() {
    let check = |lines: &[&str], expected: usize| {
        let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        assert_eq!(address::name_lines(&lines), expected, "{lines:?}");
    };
    check(&["NORTH 312", "151 N Market Street", "Wooster OH 44691"], 1);
    check(&["3M Company", "PO Box 33", "St. Paul, MN 55133-1234"], 1);
    check(
        &[
            "Department of Parks, Recreation",
            "and Public Libraries",
            "11919 Commerce Parkway",
            "Boulder, CO 80302",
        ],
        2,
    );
    check(
        &["ACME INC", "DBA ACME", "Rural route by the mill", "Boise ID 83702"],
        2,
    );
    check(
        &["Street Smart Media LLC", "One Infinite Loop", "Cupertino CA 95014"],
        1,
    );
    check(
        &["Park Avenue Dental PC", "Attn: Payroll", "9 Elm Ave", "Boise ID 83702"],
        1,
    );
    check(&["Only a name"], 1);
    check(&[], 0);
    assert_eq!(
        address::lone_name_lines(&[
            "Whitmore, Pemberton".into(),
            "& Associates Certified Accountants".into()
        ]),
        2
    );
    assert_eq!(
        address::name_end(&["Acme", "Inc,", "12", "Main", "St,", "Boise", "ID", "83702"]),
        Some(2)
    );
}

#[test]
fn the_tax_year_is_the_large_one_near_the_title() {
    let check = |rows: &[(f32, f32, f32, &str)], expected: Option<i32>| {
        let mut paper = Paper::new();
        for (x, y, size, text) in rows {
            paper.text(*x, *y, *size, text);
        }
        let layout = Layout::new(&paper.0);
        let sheet = paper.region(0.0, 0.0, 612.0, 792.0);
        assert_eq!(
            form_year::find(&layout, &sheet, &[]).map(|year| year.value),
            expected,
            "{rows:?}"
        );
    };
    check(
        &[
            (40.0, 40.0, 11.0, "Wage and Tax Statement"),
            (200.0, 38.0, 24.0, "2020"),
        ],
        Some(2020),
    );
    check(&[(200.0, 38.0, 24.0, "20 24")], Some(2024));
    check(&[(200.0, 38.0, 20.0, "2 0 2 3")], Some(2023));
    check(
        &[
            (40.0, 40.0, 14.0, "2014 W-2 and EARNINGS SUMMARY"),
            (40.0, 80.0, 10.0, "2099 Elm Ave"),
        ],
        Some(2014),
    );
    check(
        &[
            (40.0, 40.0, 8.0, "(Rev. January 2024)"),
            (40.0, 60.0, 8.0, "OMB No. 2024"),
        ],
        None,
    );
    check(&[(40.0, 40.0, 9.0, "751 209 9")], None);
}

#[test]
fn papers_name_themselves_by_their_form_number() {
    let check = |text: &str, expected: Option<&str>| {
        let mut paper = Paper::new();
        paper
            .text(40.0, 30.0, 14.0, text)
            .text(40.0, 200.0, 8.0, "and many words of small print that follow below it");
        assert_eq!(
            form_number::form_number(&Layout::new(&paper.0)).as_deref(),
            expected,
            "{text}"
        );
    };
    check("Form W-4", Some("W-4"));
    check("Form 1040 U.S. Individual Income Tax Return", Some("1040"));
    check("Form 1099-R", Some("1099-R"));
    check("Form 2024", None);
    check("Formal letter 1040", None);
}

#[test]
fn masked_digits_equal_any_digit() {
    let check = |a: &str, b: &str, expected: bool| assert_eq!(same_value(a, b), expected, "{a} / {b}");
    check("XXX-XX-0876", "554-03-0876", true);
    check("***-**-0876", "554030876", true);
    check("Acme, Inc.", "ACME INC", true);
    check("23677.70", "23677.71", false);
    check("554-03-0876", "554-03-0877", false);
}

#[test]
fn forms_are_told_apart_by_what_they_say() {
    let key = |ssn: &str, ein: &str, wages: &str, name: &str| {
        let entries = [
            ("ssn", ssn, 2.0),
            ("ein", ein, 2.0),
            ("wages", wages, 1.0),
            ("tax", wages, 1.0),
            ("name", name, 0.5),
        ];
        entries
            .iter()
            .map(|(field, value, weight)| ((*field).to_owned(), ((*value).to_owned(), *weight)))
            .collect()
    };
    let one = key("554-03-0876", "63-0065650", "100.00", "Ann");
    assert!(same_form(&one, &one));
    assert!(
        same_form(&one, &key("554-03-0876", "63-0065650", "101.00", "Ann")),
        "one slip in a copy"
    );
    assert!(
        !same_form(&one, &key("554-03-0877", "63-0065650", "250.00", "Bob")),
        "a colleague"
    );
    assert!(
        !same_form(&one, &key("554-03-0876", "12-3456789", "250.00", "Ann")),
        "a second employer"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn any_words_anywhere_are_read_without_a_panic(
        words in prop::collection::vec(("[ -~¥’é]{1,12}", -50.0f32..700.0, -50.0f32..900.0, 1.0f32..40.0), 0..60),
    ) {
        let mut paper = Paper::new();
        for (text, x, y, size) in &words {
            paper.text(*x, *y, *size, text);
        }
        let (survey, forms) = super::paper::run(vec![paper.0]);
        prop_assert_eq!(survey.forms.len(), forms.len());
        prop_assert!(forms.iter().all(|form| form.label == "OTHER"));
    }
}

#[test]
fn a_page_is_prepared_again_only_if_it_changed() {
    let engine = engine();
    let prepared = |paper: &Paper| engine.pack.prepared(paper.0.clone());
    let mut paper = Paper::new();
    let first = prepared(paper.text(40.0, 36.0, 9.0, "Wages"));
    assert!(Arc::ptr_eq(&first, &prepared(&paper)));
    let recognized = prepared(paper.text(40.0, 60.0, 9.0, "1,200.00"));
    assert_eq!(recognized.layout.rows.len(), 2);
}

#[tokio::test]
async fn a_survey_that_is_told_to_stop_ends_within_a_page() {
    let stop = CancellationToken::new();
    let pages = Pages(vec![small_w2()]);
    let engine = engine();
    assert!(stop::unless(&stop, engine.survey(&pages, None, &())).await.is_ok());
    stop.cancel();
    assert!(stop::unless(&stop, engine.survey(&pages, None, &())).await.is_err());
}
