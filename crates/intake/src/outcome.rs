//! The possible outcomes of reading a file. Damage is reported as data, never as a panic or an untyped error.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The outcome of intake for a document or a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Ok,
    /// Some pages could not be read; the others are complete.
    Partial,
    /// A document without pages, or an empty file.
    Empty,
    PasswordNeeded,
    /// Encrypted in a way that no password can open.
    Encrypted,
    NotADocument,
    Damaged,
    TooManyPages,
    PageTooLarge,
    OutOfMemory,
    TimedOut,
    WorkerCrashed,
    Io,
    Cancelled,
}

impl Outcome {
    pub const ALL: [Outcome; 14] = [
        Outcome::Ok,
        Outcome::Partial,
        Outcome::Empty,
        Outcome::PasswordNeeded,
        Outcome::Encrypted,
        Outcome::NotADocument,
        Outcome::Damaged,
        Outcome::TooManyPages,
        Outcome::PageTooLarge,
        Outcome::OutOfMemory,
        Outcome::TimedOut,
        Outcome::WorkerCrashed,
        Outcome::Io,
        Outcome::Cancelled,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Outcome::Ok => "ok",
            Outcome::Partial => "partial",
            Outcome::Empty => "empty",
            Outcome::PasswordNeeded => "password_needed",
            Outcome::Encrypted => "encrypted",
            Outcome::NotADocument => "not_a_document",
            Outcome::Damaged => "damaged",
            Outcome::TooManyPages => "too_many_pages",
            Outcome::PageTooLarge => "page_too_large",
            Outcome::OutOfMemory => "out_of_memory",
            Outcome::TimedOut => "timed_out",
            Outcome::WorkerCrashed => "worker_crashed",
            Outcome::Io => "io",
            Outcome::Cancelled => "cancelled",
        }
    }

    pub fn parse(name: &str) -> Option<Outcome> {
        Outcome::ALL.into_iter().find(|outcome| outcome.as_str() == name)
    }

    /// Whether a reader may have failed on the size of a picture, so that half the resolution is worth another try.
    pub fn is_of_size(self) -> bool {
        matches!(self, Outcome::OutOfMemory | Outcome::TimedOut | Outcome::WorkerCrashed)
    }

    /// Whether there are pages to process.
    pub fn is_readable(self) -> bool {
        matches!(self, Outcome::Ok | Outcome::Partial)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// An outcome other than `Ok`, with a message that says what was attempted and why it failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    pub outcome: Outcome,
    pub message: String,
}

impl Failure {
    pub fn new(outcome: Outcome, message: impl Into<String>) -> Self {
        Self {
            outcome,
            message: message.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for outcome in Outcome::ALL {
            assert_eq!(Outcome::parse(outcome.as_str()), Some(outcome));
        }
        assert_eq!(Outcome::parse("fine"), None);
    }
}
