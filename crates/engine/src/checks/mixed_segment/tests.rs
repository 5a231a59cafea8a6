//! Segments that hold one document, and segments that hold two.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use crate::checks::case::chart;

/// The pages of one segment, and the expected message.
fn check(pages: &[&str], expected: &str) {
    let pages: Vec<String> = pages.iter().map(|page| (*page).to_owned()).collect();
    let case = chart(&[(1, pages.len() as u32)], &pages);
    let mut issues = case.issues();
    issues.retain(|issue| issue.code == "several_papers");
    let found: Vec<&str> = issues.iter().map(|issue| issue.message.as_str()).collect();
    assert_eq!(found.join("; "), expected);
}

#[test]
fn a_letter_is_opened_once() {
    check(&["Dear Dr. Holm,\nthank you for seeing her.", "Sincerely"], "");
    check(
        &[
            "Dear Dr. Holm,\nthank you for seeing her.",
            "Dear Dr. Osei:\nwe saw her again.",
        ],
        "the segment has two salutations: \"Dear Dr. Holm,\" on page 1 and \"Dear Dr. Osei:\" on page 2",
    );
}

#[test]
fn a_letter_has_one_day() {
    check(
        &["November 3, 2025\nRE: Jane Doe", "November 3, 2025\nShe is well."],
        "",
    );
    check(
        &["November 3, 2025\nRE: Jane Doe", "November 17, 2025\nRE: Jane Doe"],
        "the segment has two letter dates: \"November 3, 2025\" on page 1 and \"November 17, 2025\" on page 2",
    );
    // Numeric visit dates head columns and tables.
    check(&["11/03/2025\nshe is well", "11/17/2025\nshe is better"], "");
    check(
        &[
            "11/03/2025\nDear Dr. Holm,\nshe is well",
            "Date: 11/03/2025\nshe is better",
        ],
        "",
    );
    check(
        &[
            "11/03/2025\nDear Dr. Holm,\nshe is well",
            "Date: 11/17/2025\nshe is better",
        ],
        "the segment has two letter dates: \"11/03/2025\" on page 1 and \"Date: 11/17/2025\" on page 2",
    );
}

#[test]
fn a_letter_that_begins_below_a_signature_is_another_paper() {
    let note = format!(
        "{}Electronically signed by Ada Reyes, MD",
        "she is well and walks\n".repeat(30)
    );
    check(
        &[&format!("{note}\nDear Dr. Holm,\nthank you\nSincerely")],
        "a letter begins below a signature in the segment: \"Electronically signed by Ada Reyes, MD\" on page 1 and \
         \"Dear Dr. Holm,\" on page 1",
    );
    check(
        &["Electronically signed by Ada Reyes, MD\nDear Dr. Holm,\nthank you\nSincerely"],
        "",
    );
}

#[test]
fn those_who_sign_together_sign_one_paper() {
    let resident = "Electronically signed by Ada Reyes, MD 11/03/2025 10:33";
    let attending = "Electronically signed by I. Marchetti, MD";
    check(&["she is well", &format!("{resident}\n{attending}")], "");
    check(&[attending, "Electronically signed by: Irene Marchetti MD"], "");
    check(&[resident, &format!("{resident}\n{attending}")], "");
    check(
        &[resident, attending],
        "its pages are signed by different people: \"Electronically signed by Ada Reyes, MD 11/03/2025 10:33\" on page 1 and \
         \"Electronically signed by I. Marchetti, MD\" on page 2",
    );
}
