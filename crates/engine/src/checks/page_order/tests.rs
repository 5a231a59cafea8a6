//! Charts with printed page counts, in order and out of order.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use crate::checks::case::{Case, chart};
use touchstone_core::record::{Presence, TypeShare};

const TEXT: &str = "CHIEF COMPLAINT: Cough for three weeks. HISTORY OF PRESENT ILLNESS: woman of 58 years with a dry cough, no fever, \
no weight loss. Former smoker. Chest film at an outside clinic was said to show a nodule, which was called indeterminate.";

/// Segments by their pages, and the counts printed at the foot of each page.
fn check(segments: &[(u32, u32)], feet: &[&str], expected: &[&str]) {
    let pages: Vec<String> = feet
        .iter()
        .enumerate()
        .map(|(page, foot)| format!("Seen on 11/{:02}/2025\n{TEXT}\n\n{foot}", page + 1))
        .collect();
    let found = raised(segments, &pages);
    assert_eq!(found, expected, "{feet:?}");
}

fn raised(segments: &[(u32, u32)], pages: &[String]) -> Vec<String> {
    let case = chart(segments, pages);
    let codes = ["page_order", "page_missing", "begins_late", "page_twice", "interleaved"];
    let mut issues = case.issues();
    issues.retain(|issue| codes.contains(&issue.code.as_str()));
    issues
        .iter()
        .map(|issue| format!("{} {}: {}", issue.code, issue.subject, issue.message))
        .collect()
}

#[test]
fn pages_in_order() {
    check(&[(1, 3)], &["Page 1 of 3", "Page 2 of 3", "Page 3 of 3"], &[]);
    check(&[(1, 2), (3, 3)], &["Page 1 of 2", "Page 2 of 2", "Page 1 of 1"], &[]);
    check(&[(1, 3)], &["Page 1 of 2", "", "Page 2 of 2"], &[]);
    check(&[(1, 2)], &["", ""], &[]);
}

#[test]
fn a_number_that_is_left_out_is_a_missing_page() {
    check(
        &[(1, 2)],
        &["Page 1 of 3", "Page 3 of 3"],
        &["page_missing segments[0]: a page is missing between 1 of 3 on page 1 and 3 of 3 on page 2"],
    );
    check(
        &[(1, 2), (3, 3)],
        &["", "Page 2 of 2", "Page 1 of 2"],
        &["page_missing segments[1]: page 3 ends a segment but is numbered 1 of 2"],
    );
}

#[test]
fn pages_out_of_order() {
    check(
        &[(1, 3)],
        &["Page 6 of 6", "Page 4 of 6", "Page 2 of 6"],
        &[
            "page_order segments[0]: the pages are in reverse order: 6 of 6 on page 1, 4 of 6 on page 2, 2 of 6 on page 3",
        ],
    );
    check(
        &[(1, 3)],
        &["Page 1 of 3", "Page 3 of 3", "Page 2 of 3"],
        &["page_order segments[0]: 1 of 3 on page 1 is followed by 3 of 3 on page 2"],
    );
    check(
        &[(1, 4)],
        &["Page 1 of 2", "Page 2 of 2", "Page 1 of 2", "Page 2 of 2"],
        &["page_order segments[0]: 2 of 2 on page 2 is followed by 1 of 2 on page 3"],
    );
}

#[test]
fn a_later_page_that_begins_a_paper() {
    check(
        &[(1, 1), (2, 2), (3, 3)],
        &["", "Page 2 of 2", "Page 1 of 2"],
        &[
            "begins_late segments[1]: page 2 begins a segment but is numbered 2 of 2",
            "page_missing segments[2]: page 3 ends a segment but is numbered 1 of 2",
        ],
    );
    // The count of the whole chart does not begin a segment.
    check(
        &[(1, 2), (3, 4)],
        &["Page 1 of 4", "Page 2 of 4", "Page 3 of 4", "Page 4 of 4"],
        &[],
    );
}

#[test]
fn papers_whose_pages_lie_in_turns() {
    let counts = [
        "Page 1 of 3",
        "Page 2 of 3",
        "Page 1 of 2",
        "Page 3 of 3",
        "Page 2 of 2",
    ];
    let pages: Vec<String> = counts.iter().map(|foot| format!("{TEXT}\n\n{foot}")).collect();
    let issues = chart(&[(1, 2), (3, 3), (4, 4), (5, 5)], &pages).issues();
    let issue = issues.iter().find(|issue| issue.code == "interleaved").unwrap();
    let message =
        "the pages of two papers lie in turns: 2 of 3 on page 2, 1 of 2 on page 3, 3 of 3 on page 4, 2 of 2 on page 5";
    assert_eq!(issue.message, message);
    assert_eq!(
        issue.suggestion.as_deref(),
        Some("Read these pages in the order 2, 4, 3, 5")
    );
    // A lost page is no turn: the second count begins anew before it goes on.
    check(
        &[(1, 1), (2, 3), (4, 5)],
        &[
            "Page 1 of 2",
            "Page 1 of 2",
            "Page 2 of 2",
            "Page 1 of 2",
            "Page 2 of 2",
        ],
        &["page_missing segments[0]: page 1 ends a segment but is numbered 1 of 2"],
    );
}

#[test]
fn the_order_by_the_counts_is_suggested() {
    for (counts, expected) in [
        (
            ["Page 3 of 3", "Page 2 of 3", "Page 1 of 3"],
            Some("Read the pages in the order 3, 2, 1"),
        ),
        (
            ["Page 2 of 3", "Page 1 of 3", "Page 3 of 3"],
            Some("Read the pages in the order 2, 1, 3"),
        ),
        (["Page 1 of 2", "Page 1 of 2", "Page 2 of 2"], None),
    ] {
        let pages: Vec<String> = counts.iter().map(|foot| format!("{TEXT}\n\n{foot}")).collect();
        let issues = chart(&[(1, 3)], &pages).issues();
        let issue = issues.iter().find(|issue| issue.code == "page_order").unwrap();
        assert_eq!(issue.suggestion.as_deref(), expected, "{counts:?}");
    }
}

#[test]
fn a_page_that_lies_there_twice() {
    let page = |day: u32, text: &str| format!("Seen on 11/{day:02}/2025\n{TEXT} {text}");
    let check = |pages: &[String], expected: &[&str]| assert_eq!(raised(&[(1, pages.len() as u32)], pages), expected);
    check(
        &[page(3, ""), page(3, "")],
        &["page_twice pages[1]: page 2 repeats page 1"],
    );
    check(&[page(3, ""), page(4, "")], &[]);
    // The same sentences in another order, as in two notes of one day.
    let (first, rest) = TEXT.split_at(TEXT.len() / 2);
    check(&[page(3, ""), format!("Seen on 11/03/2025\n{rest} {first}")], &[]);
    check(
        &[
            page(3, ""),
            page(
                3,
                "She was told to stop smoking and to come back with the film from the outside clinic.",
            ),
        ],
        &[],
    );
}

#[test]
fn a_page_without_a_name_that_the_count_of_a_form_goes_on_with() {
    let pages = ["Page 1 of 2", "Page 2 of 2"].map(|foot| format!("{TEXT}\n\n{foot}"));
    let mut case = chart(&[(1, 1), (2, 2)], &pages);
    case.pack.kinds = None;
    case.classification.segments[0].label = "W-2".to_owned();
    case.classification.segments[1].label = case.pack.fallback.clone();
    let late = |case: &Case| {
        let issues = case.issues();
        issues.iter().filter(|issue| issue.code == "begins_late").count()
    };
    assert_eq!(late(&case), 1);
    // A page named as another paper is a paper of its own.
    case.classification.segments[1].types = vec![TypeShare {
        label: case.pack.fallback.clone(),
        presence: Presence::Primary,
        confidence: 0.85,
        share: 1.0,
        evidence: Vec::new(),
    }];
    assert_eq!(late(&case), 0);
}
