//! V2: no two segments share a page (seed 003, slide 4, page range overlap).

use super::CheckInput;
use touchstone_core::record::{NewIssue, RaisedBy, Severity};

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let segments = &input.classification.segments;
    let mut issues = Vec::new();
    for (later, b) in segments.iter().enumerate() {
        for (earlier, a) in segments[..later].iter().enumerate() {
            let (first, last) = (a.first_page.max(b.first_page), a.last_page.min(b.last_page));
            if first <= last {
                let (a, b) = (earlier + 1, later + 1);
                let message = format!("segments {a} and {b} both include pages {first} to {last}");
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

#[cfg(test)]
mod tests {
    use crate::checks::case::Case;

    #[test]
    fn segments_are_counted_from_one() {
        let mut case = Case::sound();
        let again = case.classification.segments[0].clone();
        case.classification.segments.push(again);
        case.classification.number_of_segments = 2;
        let found: Vec<String> = case.issues().into_iter().map(|issue| issue.message).collect();
        assert_eq!(found, ["segments 1 and 2 both include pages 1 to 1"]);
    }
}
