//! Automatic acceptance of the pack is switched off, so a person looks at every document. See the audit sample in `store`.

use super::CheckInput;
use touchstone_core::record::{NewIssue, RaisedBy, Severity};

pub(super) const CODE: &str = "acceptance_off";

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let issue = || {
        let message = format!("automatic acceptance of the pack {} is switched off", input.pack.name);
        NewIssue::new(RaisedBy::Agent, CODE, Severity::Major, "document", message)
    };
    input.surroundings.held_back.then(issue).into_iter().collect()
}
