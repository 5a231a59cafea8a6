//! One attempt at a piece of work, its grade, and the transcript of its steps.

use super::{AttemptId, EngineId, RunId};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Role of the attempt that reads a form a second time.
pub const SECOND: &str = "second";

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    pub id: AttemptId,
    pub run_id: RunId,
    /// The form of the document that the attempt fills, from 1; `None` for document-wide work.
    pub form: Option<u32>,
    /// `survey`, `extract`, `second`, ...
    pub role: String,
    /// 1..=3 within one form and role.
    pub number: u32,
    pub engine: EngineId,
    pub state: AttemptState,
    pub usage: Usage,
    /// Score for choosing the best result (seed 004), set by the grade.
    pub score: Option<f64>,
    /// Whether this attempt is the one used for its form.
    pub best: bool,
    pub summary: Option<String>,
    pub started_at: Timestamp,
    pub ended_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttemptState {
    /// Committed before the work begins.
    Started,
    Done,
    Failed,
    /// Not finished, for the reason in the summary; without one, the program crashed. The work is redone in a new
    /// attempt.
    Interrupted,
}

impl AttemptState {
    pub const ALL: [AttemptState; 4] = [
        AttemptState::Started,
        AttemptState::Done,
        AttemptState::Failed,
        AttemptState::Interrupted,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            AttemptState::Started => "started",
            AttemptState::Done => "done",
            AttemptState::Failed => "failed",
            AttemptState::Interrupted => "interrupted",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == name)
    }
}

/// Resources used by an attempt. Costs are in US dollars.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    pub calls: u64,
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub cached_tokens: u64,
    pub cost_usd: f64,
    pub seconds: f64,
}

impl Usage {
    #[must_use]
    pub fn plus(&self, other: &Usage) -> Usage {
        Usage {
            calls: self.calls + other.calls,
            input_tokens: self.input_tokens + other.input_tokens,
            output_tokens: self.output_tokens + other.output_tokens,
            cached_tokens: self.cached_tokens + other.cached_tokens,
            cost_usd: self.cost_usd + other.cost_usd,
            seconds: self.seconds + other.seconds,
        }
    }
}

/// One step of an attempt's transcript, ordered by `seq` from 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Step {
    pub attempt_id: AttemptId,
    pub seq: u32,
    pub kind: StepKind,
    pub content: Value,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    Request,
    Reply,
    ToolCall,
    ToolAnswer,
    Grade,
    Note,
}

impl StepKind {
    pub const ALL: [StepKind; 6] = [
        StepKind::Request,
        StepKind::Reply,
        StepKind::ToolCall,
        StepKind::ToolAnswer,
        StepKind::Grade,
        StepKind::Note,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            StepKind::Request => "request",
            StepKind::Reply => "reply",
            StepKind::ToolCall => "tool_call",
            StepKind::ToolAnswer => "tool_answer",
            StepKind::Grade => "grade",
            StepKind::Note => "note",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// The grader's result for an attempt (seed 000).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Grade {
    pub attempt_id: AttemptId,
    pub pass: bool,
    /// 0..=100.
    pub score: f64,
    pub label: String,
    pub confidence: f64,
    /// The fault of each field by name; `None` if valid. Unfilled optional fields are absent.
    pub field_results: BTreeMap<String, Option<String>>,
    pub failure_reasons: Vec<String>,
    /// What the next attempt should do differently; empty if passed.
    pub feedback: String,
    pub reasoning: String,
    pub issues: Vec<super::NewIssue>,
}
