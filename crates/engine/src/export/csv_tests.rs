//! The CSV writer read back by an independent RFC 4180 reader: nothing lost, no number changed, no formula left.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::*;
use crate::export::sample::{field, form, level, run_record, written};
use crate::export::table::FIXED;
use proptest::prelude::*;
use serde_json::json;

/// RFC 4180, strictly: rows end in CRLF; a quote inside quotes is doubled.
fn read(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut chars = text.chars().peekable();
    let mut quoted = false;
    while let Some(c) = chars.next() {
        match (quoted, c) {
            (true, '"') if chars.peek() == Some(&'"') => cell.push(chars.next().unwrap()),
            (true, '"') => quoted = false,
            (false, '"') => quoted = true,
            (false, ',') => row.push(std::mem::take(&mut cell)),
            (false, '\r') => {
                assert_eq!(chars.next(), Some('\n'));
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            (_, c) => cell.push(c),
        }
    }
    assert!(row.is_empty() && cell.is_empty(), "the last row has its line end");
    rows
}

/// Removes the apostrophe that the writer added.
fn original(cell: &str) -> String {
    match cell.strip_prefix('\'') {
        Some(rest) if rest.trim_start_matches('\'').starts_with(is_trigger) => rest.to_owned(),
        _ => cell.to_owned(),
    }
}

fn export(documents: &[Exported]) -> Vec<Vec<String>> {
    read(&written(&FORMAT, None, documents).text())
}

fn cell<'a>(rows: &'a [Vec<String>], row: usize, column: &str) -> &'a str {
    let index = rows[0]
        .iter()
        .position(|name| name == column)
        .unwrap_or_else(|| panic!("no column {column}"));
    &rows[row][index]
}

#[test]
fn a_form_is_a_row_and_a_list_item_is_a_column() {
    let rows = export(&[Exported::of(&run_record(), &level)]);
    assert_eq!(
        rows[0][FIXED.len()..].join(" "),
        "employee_ssn employer_name wages_tips box_12[0].code box_12[0].amount other retirement_plan allocated_tips"
    );
    let check = |column: &str, expected: &str| assert_eq!(cell(&rows, 1, column), expected, "{column}");
    check("document_id", "01900000-0000-7000-8000-000000000001");
    check("file_name", "w2.pdf");
    check("case", "'+Smith");
    check("label", "W-2");
    check("confidence", "0.95");
    check("state", "needs_review");
    check("decision", "ESCALATE_TO_SME");
    check("tax_year", "2025");
    check("employer_name", "'=Ünder, \"Co\"");
    check("wages_tips", "-1234.00");
    check("box_12[0].amount", "1200.00");
    check("other", "");
    check("retirement_plan", "true");
    check("allocated_tips", "");
}

#[test]
fn columns_are_the_union_and_lists_grow_in_order() {
    let (mut short, mut long) = (run_record(), run_record());
    short.forms[0].fields.insert("other".to_owned(), field(json!([]), None));
    let items = json!([{"code": "A", "amount": "1.00"}, {"code": "B", "amount": "2.00"}]);
    long.forms[0].fields.insert("box_12".to_owned(), field(items, None));
    long.forms[0]
        .fields
        .insert("other".to_owned(), field(json!(["union dues", "-1.00", null]), None));
    long.forms[0]
        .fields
        .insert("label".to_owned(), field(json!("a field's own"), None));
    let mut second = form();
    second.number = 2;
    long.forms.push(second);
    let mut none = run_record();
    none.forms.clear();
    let rows = export(&[
        Exported::of(&short, &level),
        Exported::of(&long, &level),
        Exported::of(&none, &level),
    ]);
    assert_eq!(
        rows[0][FIXED.len() + 3..].join(" "),
        "box_12[0].code box_12[0].amount box_12[1].code box_12[1].amount other retirement_plan allocated_tips \
         fields.label"
    );
    assert_eq!(
        rows.len(),
        5,
        "a header, a row a form, and one for the document without forms"
    );
    assert!(rows.iter().all(|row| row.len() == rows[0].len()));
    assert_eq!(
        (cell(&rows, 1, "box_12[1].code"), cell(&rows, 2, "box_12[1].code")),
        ("", "B")
    );
    assert_eq!(
        (cell(&rows, 2, "form"), cell(&rows, 3, "form"), cell(&rows, 4, "form")),
        ("1", "2", "")
    );
    assert_eq!(
        (cell(&rows, 1, "other"), cell(&rows, 2, "other")),
        ("", "union dues; -1.00; ")
    );
    assert_eq!(cell(&rows, 2, "fields.label"), "a field's own");
}

#[test]
fn a_label_has_a_table_with_its_own_fields() {
    let mut other = run_record();
    other.forms[0].label = "1099-INT".to_owned();
    other.forms[0].fields.retain(|name, _| name == "tax_year");
    let kept = written(
        &BY_LABEL,
        None,
        &[Exported::of(&run_record(), &level), Exported::of(&other, &level)],
    );
    let names: Vec<&str> = kept.files.keys().map(String::as_str).collect();
    assert_eq!((names, kept.records), (vec!["w-2.csv", "1099-int.csv"], 2));
    let rows = read(&kept.text_of("1099-int.csv"));
    assert_eq!((rows.len(), rows[0].len()), (2, FIXED.len()));
}

#[test]
fn formulas_are_text_and_numbers_stay_numbers() {
    let check = |cell: &str, expected: &str| assert_eq!(neutral(cell), expected, "{cell:?}");
    check("=1+1", "'=1+1");
    check("+1", "'+1");
    check("-1+cmd|' /C calc'!A0", "'-1+cmd|' /C calc'!A0");
    check("@SUM(A1)", "'@SUM(A1)");
    check("\t=1", "'\t=1");
    check("\r=1", "'\r=1");
    check("\n=1", "'\n=1");
    check("\0=1", "'\0=1");
    check("＝1", "'＝1");
    check("－1", "'－1");
    check("-", "'-");
    check("-1e9", "'-1e9");
    check("-.5", "'-.5");
    check("-12.50", "-12.50");
    check("-1", "-1");
    check("0.00", "0.00");
    check("XXX-XX-1234", "XXX-XX-1234");
    check("'t Hooft", "'t Hooft");
    check("'=1", "''=1");
    check("", "");
}

#[test]
fn an_export_without_documents_is_only_the_header() {
    assert_eq!(export(&[]), [FIXED.map(|(name, _)| name.to_owned()).to_vec()]);
}

fn nasty() -> impl Strategy<Value = String> {
    prop_oneof![
        "[=+@\t\r\n'\",;＝＋－＠ a-c0-9.-]{0,12}",
        "-?[0-9]{1,12}(\\.[0-9]{2})?",
        any::<String>(),
    ]
}

proptest! {
    #[test]
    fn every_text_comes_back_and_none_is_a_formula(texts in proptest::collection::vec(nasty(), 1..6)) {
        let rows = read(&line(texts.iter().cloned()));
        prop_assert_eq!(rows.len(), 1);
        let back: Vec<String> = rows[0].iter().map(|cell| original(cell)).collect();
        prop_assert_eq!(&back, &texts);
        for (written, text) in rows[0].iter().zip(&texts) {
            prop_assert!(!written.starts_with(is_trigger) || is_number(text));
            prop_assert!(!is_number(text) || written == text);
        }
    }
}
