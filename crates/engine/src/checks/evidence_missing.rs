//! V1: every label claimed present has evidence (seed 003, slide 4, check 6).

use super::{CheckInput, evidence};
use touchstone_core::record::{NewIssue, Presence, RaisedBy, Severity};

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    evidence::shares(input.classification)
        .filter(|(_, share)| share.presence != Presence::NoEvidence && share.evidence.is_empty())
        .map(|(subject, share)| {
            let message = format!("{} is reported present but has no evidence", share.label);
            NewIssue::new(RaisedBy::V1, "evidence_missing", Severity::Minor, subject, message).guide("IG-6")
        })
        .collect()
}
