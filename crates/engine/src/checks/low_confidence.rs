//! A label of band LOW is nothing to rely on (DESIGN 3, Classify).

use super::CheckInput;
use crate::record::{Band, NewIssue, RaisedBy, Severity};

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let found = input.classification;
    if found.band() != Band::Low {
        return Vec::new();
    }
    let message = format!("{} was only found with confidence {:.2}", found.label, found.confidence);
    let issue = NewIssue::new(RaisedBy::Agent, "low_confidence", Severity::Major, "label", message);
    vec![issue.expected("at least 0.70", format!("{:.2}", found.confidence))]
}
