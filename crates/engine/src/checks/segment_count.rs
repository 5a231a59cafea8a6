//! V1: the claimed number of segments equals the number of segments (seed 003, slide 4, check 1).

use super::CheckInput;
use touchstone_core::record::{NewIssue, RaisedBy, Severity};

pub(super) const CODE: &str = "segment_count";

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let (claimed, real) = (
        input.classification.number_of_segments,
        input.classification.segments.len(),
    );
    if claimed as usize == real {
        return Vec::new();
    }
    let message = format!("number_of_segments is {claimed} but there are {real} segments");
    let issue = NewIssue::new(RaisedBy::V1, CODE, Severity::Blocker, "number_of_segments", message);
    vec![issue.expected(real, claimed).guide("IG-1").fixable()]
}
