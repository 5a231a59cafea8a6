//! Results of the verification passes, and the arbiter's decision.

use super::{Issue, NewIssue, RaisedBy, RunId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One pass over all checks. Its decision is based on the issues found before its own fixes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Verification {
    pub run_id: RunId,
    /// 0..=2.
    pub pass: u32,
    pub decision: Decided,
    /// V4's quality: 1 - 0.30 per BLOCKER - 0.15 per MAJOR - 0.05 per MINOR, at least 0.
    pub quality_score: f64,
    pub fixes: Vec<Fix>,
    pub issue_ids: Vec<String>,
    /// Hex digest of boundaries, labels, shares and declared counts.
    pub fingerprint: String,
    /// Outcomes of the questions to a model. Empty in rows written before this was recorded.
    pub model_phases: Vec<ModelPhase>,
}

/// A question to a model: either the question asked, or why it was skipped; the other is empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelPhase {
    pub agent: RaisedBy,
    pub skipped: String,
    #[serde(default)]
    pub asked: String,
}

/// A model's answer to the question of one agent in one pass.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Questioned {
    pub pass: u32,
    pub agent: RaisedBy,
    /// The part of the document that it was shown: `all pages`.
    pub of: String,
    pub issues: Vec<NewIssue>,
}

/// A mechanical repair.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fix {
    pub path: String,
    pub before: Value,
    pub after: Value,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Decided {
    AutoAccept,
    AutoRetry,
    EscalateToSme,
}

impl Decided {
    pub const ALL: [Decided; 3] = [Decided::AutoAccept, Decided::AutoRetry, Decided::EscalateToSme];

    pub fn as_str(self) -> &'static str {
        match self {
            Decided::AutoAccept => "AUTO_ACCEPT",
            Decided::AutoRetry => "AUTO_RETRY",
            Decided::EscalateToSme => "ESCALATE_TO_SME",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|decided| decided.as_str() == name)
    }
}

/// The arbiter's final decision on a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    pub run_id: RunId,
    pub outcome: Decided,
    /// 1..=8, from the table of seed 003 slide 7.
    pub rule: u32,
    pub cause: Cause,
    /// Ids of the issues considered by the rule.
    pub reasons: Vec<String>,
    pub policy_version: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    Rule,
    RetryLimit,
    Cycle,
}

impl Cause {
    pub const ALL: [Cause; 3] = [Cause::Rule, Cause::RetryLimit, Cause::Cycle];

    pub fn as_str(self) -> &'static str {
        match self {
            Cause::Rule => "rule",
            Cause::RetryLimit => "retry_limit",
            Cause::Cycle => "cycle",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cause| cause.as_str() == name)
    }
}

/// All results of the verify stage, in order.
#[derive(Debug, Clone, PartialEq)]
pub struct Verified {
    pub passes: Vec<Verification>,
    pub issues: Vec<Issue>,
    pub decision: Decision,
}
