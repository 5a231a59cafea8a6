//! What somebody beside the rules says of a filled form. The rules always come first and stay; a judge decides about the pass
//! and writes what the next attempt is told (DESIGN 3). Not here: how both become one grade (see `checks::grade`).

use super::{Assignment, Extraction, Grade, Severity, Usage};
use async_trait::async_trait;
use touchstone_intake::PageSource;

/// A filled form, with what the rules made of it.
#[derive(Debug, Clone, Copy)]
pub struct Case<'a> {
    pub assignment: &'a Assignment,
    pub extraction: &'a Extraction,
    pub rules: &'a Grade,
}

/// What a judge came to, and what that used.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// Or why there is no opinion, for people: the rules' grade stands then.
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
    /// For people.
    pub reasoning: String,
}

/// One thing that seems wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubt {
    /// Name of a field or a path inside one; empty for the form as a whole.
    pub field: String,
    pub severity: Severity,
    pub what: String,
}

/// Somebody who tries to refute filled forms. An error is one that somebody has to mend before any form can be judged.
#[async_trait]
pub trait Judge: Send + Sync {
    async fn judge(&self, case: &Case<'_>, pages: &dyn PageSource) -> anyhow::Result<Judgement>;
}
