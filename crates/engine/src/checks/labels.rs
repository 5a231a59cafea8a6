//! V4: the evidence of every label is on the page and is not just a pointer, and a PRIMARY label has some (seed 003,
//! slide 6).

use super::evidence::{EvidenceVerifier, examine, is_generic, shares};
use super::{CheckInput, reference_only_page};
use touchstone_core::record::{NewIssue, Presence, RaisedBy, Severity};

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let verifier = EvidenceVerifier::new(input);
    let mut issues = reference_only_page::run(input);
    for (subject, share) in shares(input.classification) {
        let (found, sound) = examine(&verifier, &subject, &share.evidence);
        let fabricated = found.iter().any(|issue| issue.severity == Severity::Blocker);
        issues.extend(found);
        for piece in share
            .evidence
            .iter()
            .filter(|piece| is_generic(input.pack, &piece.quote))
        {
            let message = format!("\"{}\" only refers elsewhere", piece.quote);
            let issue = NewIssue::new(
                RaisedBy::V4,
                "generic_evidence",
                Severity::Major,
                subject.clone(),
                message,
            );
            issues.push(issue.evidence(vec![piece.clone()]));
        }
        if share.presence == Presence::Primary && sound.is_empty() && !fabricated {
            let message = format!("no verified evidence on the page shows that this is {}", share.label);
            issues.push(NewIssue::new(
                RaisedBy::V4,
                "unsupported",
                Severity::Major,
                subject,
                message,
            ));
        }
    }
    issues
}
