//! V2: no two segments share a page (seed 003, slide 4, page range overlap).

use super::CheckInput;
use crate::record::{NewIssue, RaisedBy, Severity};

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let segments = &input.classification.segments;
    let mut issues = Vec::new();
    for (later, b) in segments.iter().enumerate() {
        for (earlier, a) in segments[..later].iter().enumerate() {
            let (first, last) = (a.first_page.max(b.first_page), a.last_page.min(b.last_page));
            if first <= last {
                let message = format!("segments {earlier} and {later} both hold pages {first} to {last}");
                let subject = format!("segments[{later}]");
                issues.push(NewIssue::new(
                    RaisedBy::V2,
                    "overlap",
                    Severity::Blocker,
                    subject,
                    message,
                ));
            }
        }
    }
    issues
}
