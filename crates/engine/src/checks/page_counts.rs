//! V1: the page count claimed for a segment is that of its range (seed 003, slide 4, check 3).

use super::CheckInput;
use touchstone_core::record::{NewIssue, RaisedBy, Segment, Severity};

pub(super) const CODE: &str = "page_count";

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let segments = input.classification.segments.iter().enumerate();
    let wrong = segments.filter_map(|(index, segment)| Some((index, segment, counted(segment)?)));
    wrong
        .filter(|(_, segment, real)| segment.page_count != *real)
        .map(|(index, segment, real)| {
            let subject = format!("segments[{index}].page_count");
            let message = format!(
                "the segment with pages {} to {} has {real} pages",
                segment.first_page, segment.last_page
            );
            NewIssue::new(RaisedBy::V1, CODE, Severity::Major, subject, message)
                .expected(real, segment.page_count)
                .guide("IG-3")
                .fixable()
        })
        .collect()
}

/// Pages of the range; `None` if it is not a range.
pub(super) fn counted(segment: &Segment) -> Option<u32> {
    segment.last_page.checked_sub(segment.first_page)?.checked_add(1)
}
