//! What an entry of the audit log records.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use touchstone_core::record::{DocumentId, RunId};

/// What an entry records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Logged {
    /// The log began, with the rows that were there already.
    Begun,
    /// Accepted automatically.
    Accepted,
    /// A person agreed with the result.
    Confirmed,
    /// A person accepted it with changes.
    Corrected,
    Rejected,
    Reopened,
    /// Taken over from a file of truths.
    Imported,
    /// Values were changed without a verdict.
    Edited,
    /// An act of a person was undone, or done again.
    TakenBack,
    /// Drawn for the audit sample.
    Drawn,
    /// A person found the drawn acceptance right.
    FoundRight,
    /// A person found something wrong in it.
    FoundWrong,
    /// The verdict on the drawn acceptance was withdrawn.
    VerdictWithdrawn,
    /// A second reviewer entered values without seeing the first ones.
    SecondReview,
    SecondWithdrawn,
    /// Automatic acceptance of the pack was switched off.
    SwitchedOff,
    SwitchedOn,
    /// The share of the sample or its limit was changed.
    RulesChanged,
    /// The document was erased.
    Erased,
}

impl Logged {
    /// For people.
    pub fn describe(self) -> &'static str {
        match self {
            Logged::Begun => "the log began",
            Logged::Accepted => "accepted automatically",
            Logged::Confirmed => "confirmed",
            Logged::Corrected => "corrected",
            Logged::Rejected => "rejected",
            Logged::Reopened => "reopened",
            Logged::Imported => "imported",
            Logged::Edited => "edited",
            Logged::TakenBack => "undone or redone",
            Logged::Drawn => "drawn for the audit sample",
            Logged::FoundRight => "audited: right",
            Logged::FoundWrong => "audited: something wrong",
            Logged::VerdictWithdrawn => "audit verdict withdrawn",
            Logged::SecondReview => "second review",
            Logged::SecondWithdrawn => "second review withdrawn",
            Logged::SwitchedOff => "automatic acceptance off",
            Logged::SwitchedOn => "automatic acceptance on",
            Logged::RulesChanged => "rules of the audit changed",
            Logged::Erased => "erased",
        }
    }
}

/// An entry to be added.
#[derive(Debug, Clone, Copy)]
pub(in crate::store) struct NewEntry<'a> {
    pub what: Logged,
    pub who: Option<&'a str>,
    pub document: Option<DocumentId>,
    pub run: Option<RunId>,
    /// That of the document, if there is one.
    pub pack: Option<&'a str>,
    pub note: Option<&'a str>,
}

impl NewEntry<'_> {
    pub(in crate::store) fn of(what: Logged) -> Self {
        Self {
            what,
            who: None,
            document: None,
            run: None,
            pack: None,
            note: None,
        }
    }
}

/// An entry as it is shown.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LogEntry {
    pub number: u64,
    pub at: Timestamp,
    pub what: Logged,
    pub who: Option<String>,
    pub document_id: Option<DocumentId>,
    pub document_sha256: Option<String>,
    pub run_id: Option<RunId>,
    pub pack: Option<String>,
    pub note: Option<String>,
    pub previous: String,
    pub digest: String,
}
