//! One run of a document through the pipeline, and its settings.

use super::{DocumentId, EngineId, RunId};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Run {
    pub id: RunId,
    pub document_id: DocumentId,
    pub pack: String,
    pub pack_version: String,
    pub settings: Settings,
    pub stage: Stage,
    pub state: RunState,
    /// Number of times the program stopped during this run.
    pub interruptions: u32,
    pub queued_at: Timestamp,
    pub started_at: Option<Timestamp>,
    pub ended_at: Option<Timestamp>,
    /// Why the run failed, for display.
    pub failure: Option<String>,
}

/// Value of the `grader` setting with which a model tries to refute each filled form, after the rules.
pub const GRADER_MODEL: &str = "model";

/// Everything that can affect a result, resolved once when the run is queued.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    pub engine: EngineId,
    pub expected_year: Option<i32>,
    /// `rules`, or [`GRADER_MODEL`] if a provider is configured.
    pub grader: String,
    pub max_attempts: u32,
    pub max_retries: u32,
    pub policy_version: String,
    pub pack_sha256: String,
    /// Versions of the user's own instructions by stage, for a model. Stages not listed use the pack's instructions.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub guides: BTreeMap<String, u32>,
    #[serde(default)]
    pub allowance: Allowance,
}

impl Settings {
    /// Whether two runs would have the same result, ignoring their allowances.
    pub fn are_those_of(&self, other: &Settings) -> bool {
        let allowance = self.allowance;
        *self
            == Settings {
                allowance,
                ..other.clone()
            }
    }
}

/// Limits on model use for one document, over all stages and attempts. Counts requests and the time until their
/// answers arrive, but not the time that work is paused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(default)]
pub struct Allowance {
    pub calls: u32,
    pub tokens: u32,
    pub cents: u32,
    pub minutes: u32,
}

impl Default for Allowance {
    /// Far more than a chart of a hundred pages needs: stops runaway work, but no document that is merely long.
    fn default() -> Self {
        Self {
            calls: 1_000,
            tokens: 20_000_000,
            cents: 1_000,
            minutes: 240,
        }
    }
}

/// The next stage to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    Intake,
    Classify,
    Extract,
    Verify,
    Decide,
    Done,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    Queued,
    Running,
    Done,
    Failed,
    Cancelled,
}

impl Stage {
    pub const ALL: [Stage; 6] = [
        Stage::Intake,
        Stage::Classify,
        Stage::Extract,
        Stage::Verify,
        Stage::Decide,
        Stage::Done,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Stage::Intake => "intake",
            Stage::Classify => "classify",
            Stage::Extract => "extract",
            Stage::Verify => "verify",
            Stage::Decide => "decide",
            Stage::Done => "done",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.as_str() == name)
    }
}

impl RunState {
    pub const ALL: [RunState; 5] = [
        RunState::Queued,
        RunState::Running,
        RunState::Done,
        RunState::Failed,
        RunState::Cancelled,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            RunState::Queued => "queued",
            RunState::Running => "running",
            RunState::Done => "done",
            RunState::Failed => "failed",
            RunState::Cancelled => "cancelled",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == name)
    }
}
