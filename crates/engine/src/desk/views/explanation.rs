//! The explanation of a value as the window and the command line show it.

use serde::Serialize;
use specta::Type;
use touchstone_core::record::Explanation;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct ExplanationView {
    /// From 1.
    pub form: u32,
    pub label: String,
    /// The display name.
    pub name: String,
    /// `null` if the field is empty.
    pub value: Option<String>,
    /// As printed.
    pub raw: Option<String>,
    /// In percent.
    pub confidence: u32,
    /// The engine and attempt that filled the form: `local, attempt 1`.
    pub filled_by: Option<String>,
    /// Where it comes from: the run, the attempt, the calls to models, and the entry of the audit log that settled it.
    pub provenance: Vec<String>,
    /// A user's edit is in force.
    pub edited: bool,
    pub evidence: Vec<QuoteView>,
    /// Issues of the last verification: `MAJOR: ...`.
    pub issues: Vec<String>,
    /// How the local engine reads the field, one for each copy of the form.
    pub copies: Vec<Explanation>,
    /// What `copies` do not cover.
    pub note: Option<String>,
}

/// A quote from the evidence of a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct QuoteView {
    pub page: u32,
    /// Words of the page, from 0, up to but excluding the last, and the reading whose words are counted.
    pub words: (u32, u32),
    pub reading: u32,
    pub quote: String,
    /// Captions that identify the quote.
    pub captions: Vec<String>,
}
