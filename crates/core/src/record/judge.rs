//! Judging a filled form after the rules. The rules always come first, and their result is kept; a judge decides
//! whether the form passes and writes the feedback for the next attempt. `checks::grade` combines both
//! into one grade.

use super::{Assignment, Extraction, Grade, Severity, Usage};
use async_trait::async_trait;
use touchstone_intake::PageSource;

/// A filled form and the grade by the rules.
#[derive(Debug, Clone, Copy)]
pub struct Case<'a> {
    pub assignment: &'a Assignment,
    pub extraction: &'a Extraction,
    pub rules: &'a Grade,
}

/// The result of a judge, and its usage.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// Or the reason for its absence, for display; the rules' grade then applies.
    pub opinion: Result<Opinion, String>,
    pub usage: Usage,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Opinion {
    pub pass: bool,
    /// Worst first.
    pub doubts: Vec<Doubt>,
    /// For the next attempt.
    pub feedback: String,
    /// For display.
    pub reasoning: String,
}

/// One suspected fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubt {
    /// Name of a field or a path inside one; empty for the entire form.
    pub field: String,
    pub severity: Severity,
    pub what: String,
}

/// Tries to refute filled forms. An error is one that must be fixed before any form can be judged.
#[async_trait]
pub trait Judge: Send + Sync {
    async fn judge(&self, case: &Case<'_>, pages: &dyn PageSource) -> anyhow::Result<Judgement>;
}
