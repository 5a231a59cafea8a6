//! Tests of how results appear in tables.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::sample::w2;

fn accepted() -> ResultJson {
    let mut result = w2();
    result.document.path = "in/ok\u{202e}.pdf".to_owned();
    let decision = result.decision.as_mut().unwrap();
    decision.outcome = Decided::AutoAccept;
    decision.reasons.clear();
    result.verification.pop();
    result
}

#[test]
fn a_table_names_what_each_file_is_and_why_it_waits() {
    let missing = ResultJson::unreadable(
        "in/gone.pdf",
        "tax",
        Outcome::Io,
        "could not read in/gone.pdf: there is no such file",
    );
    let empty = ResultJson::unreadable("in/zero.pdf", "tax", Outcome::Empty, "the file has no bytes");
    let mut several = accepted();
    several.forms = vec![
        several.forms[0].clone(),
        several.forms[0].clone(),
        several.forms[0].clone(),
    ];
    several.forms[2].label = "1099-INT".to_owned();
    several.forms[2].fields["tax_year"].value = serde_json::json!(2024);
    let rows: Vec<Row> = [w2(), accepted(), several, missing, empty]
        .iter()
        .map(Row::of)
        .collect();
    insta::assert_snapshot!(render(&rows), @r"
     file       type                year         confidence   decision   issues    note
    ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
     w2.pdf     W-2                 2025          0.95 HIGH   review     1 MAJOR   box 4 is not 6.2 % of box 3
     ok�.pdf    W-2                 2025          0.95 HIGH   accepted   1 MINOR
     ok�.pdf    2 × W-2, 1099-INT   2025, 2024    0.95 HIGH   accepted   1 MINOR
     gone.pdf   –                   –                     –   failed     –         could not read in/gone.pdf: there is no such file
     zero.pdf   –                   –                     –   empty      –         the file has no bytes
    ");
    insta::assert_snapshot!(summary(&rows), @"5 documents: 2 accepted, 1 to review, 1 empty, 1 failed");
    insta::assert_snapshot!(rows.iter().map(Row::brief).collect::<Vec<_>>().join("\n"), @r"
    W-2, review
    W-2, accepted
    2 × W-2, 1099-INT, accepted
    failed, could not read in/gone.pdf: there is no such file
    empty, the file has no bytes
    ");
}

#[test]
fn a_repaired_issue_is_not_counted() {
    let result = w2();
    let counted: Vec<&str> = last_issues(&result).iter().map(|issue| issue.id.as_str()).collect();
    assert_eq!(counted, ["V2-0002"]);
}

#[test]
fn the_folder_of_all_files_is_left_out() {
    let check = |files: &[&str], expected: usize| {
        let row = |file: &&str| Row {
            file: (*file).to_owned(),
            ..Row::of(&w2())
        };
        let rows: Vec<Row> = files.iter().map(row).collect();
        assert_eq!(common_folder(&rows), expected, "{files:?}");
    };
    check(&[], 0);
    check(&["a.pdf"], 0);
    check(&["in/a.pdf"], 3);
    check(&["in/a.pdf", "in/b.pdf"], 3);
    check(&["in/x/a.pdf", "in/y/b.pdf"], 3);
    check(&["in/a.pdf", "inner/a.pdf"], 0);
    check(&["/a.pdf", "/é/b.pdf"], 1);
    check(&["a.pdf", "/a.pdf"], 0);
}
