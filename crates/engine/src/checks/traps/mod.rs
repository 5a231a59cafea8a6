//! V3: the pack's traps, signs that a document is not what it seems even if every value is read correctly (seed 003,
//! slide 5). The pack defines the traps; the grader finds wrong years and blank forms.

mod continuation_lines;
mod charts;
mod forms;
mod lines;
mod conflicts;
mod pages;
mod patients;
mod sheet;
mod squares;
mod stamps;

use super::CheckInput;
pub use conflicts::{Parties, contradicted, issuer, marks, parties, statement};
use touchstone_core::pack::{Trap, TrapKind};
use touchstone_core::record::{Evidence, NewIssue, RaisedBy};

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let found = input.pack.traps.iter().flat_map(|trap| match &trap.kind {
        TrapKind::Words { words, alone, begins } => stamps::run(
            input,
            trap,
            &sheet::Sought {
                words,
                begins,
                alone: *alone,
            },
        ),
        TrapKind::Ticked { fields } => forms::ticked(input, trap, fields),
        TrapKind::Years => forms::years(input, trap),
        TrapKind::RepeatedCopy => forms::repeated_copies(input, trap),
        TrapKind::SameContent => conflicts::same_content(input, trap).into_iter().collect(),
        TrapKind::Conflict(conflict) => conflicts::conflicts(input, trap, conflict),
        TrapKind::Vendor { vendors, labels } => charts::vendors(input, trap, vendors, labels),
        TrapKind::SegmentWords { words, labels } => charts::segment_words(input, trap, words, labels),
        TrapKind::Quoted { patterns } => charts::quoted(input, trap, patterns),
        TrapKind::Signs { signs } => pages::signs(input, trap, signs),
        TrapKind::Patient => patients::mismatch(input, trap),
        TrapKind::Patients { words } => patients::several(input, trap, words),
    });
    found.collect()
}

/// An issue of a trap: the code is the trap's name, the message is the trap's with the details.
fn sprung(trap: &Trap, subject: impl Into<String>, detail: &str, evidence: Vec<Evidence>) -> NewIssue {
    let message = if detail.is_empty() {
        trap.message.clone()
    } else {
        format!("{}: {detail}", trap.message)
    };
    let issue = NewIssue::new(RaisedBy::V3, &trap.name, trap.severity, subject, message).evidence(evidence);
    match &trap.suggestion {
        Some(suggestion) => issue.suggestion(suggestion),
        None => issue,
    }
}

#[cfg(test)]
mod tests;
