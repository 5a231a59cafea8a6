//! The parts of a result that are scored. `export` has the whole result.

use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use touchstone_core::record::{Severity, Signals};

/// Stands for the label of a segment that has none.
pub(super) const NO_LABEL: &str = "-";

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Prediction {
    pub document: PredictedDocument,
    pub outcome: String,
    pub classification: PredictedLabel,
    #[serde(default)]
    pub pages: Vec<PredictedPage>,
    #[serde(default)]
    pub forms: Vec<PredictedForm>,
    #[serde(default)]
    pub issues: Vec<PredictedIssue>,
    /// The passes over the checks, in order.
    #[serde(default)]
    pub verification: Vec<PredictedVerification>,
    /// `None` for a document that was not read to its end.
    pub decision: Option<PredictedDecision>,
    /// `None` if the program does not tell it.
    #[serde(default)]
    pub usage: Option<PredictedUsage>,
}

/// A reason to doubt the result.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct PredictedIssue {
    pub id: String,
    pub severity: Severity,
}

/// The issues found by one pass.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct PredictedVerification {
    pub issue_ids: Vec<String>,
}

/// US dollars paid for models, and seconds of work.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct PredictedUsage {
    pub cost_usd: f64,
    pub seconds: f64,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct PredictedDocument {
    pub path: String,
    pub file_name: String,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct PredictedLabel {
    pub label: Option<String>,
    #[serde(default)]
    pub proposed_label: Option<String>,
    pub confidence: f64,
    #[serde(default)]
    pub segments: Vec<PredictedSegment>,
    #[serde(default)]
    pub marking: Option<PredictedMarking>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct PredictedPage {
    pub number: u32,
    #[serde(default)]
    pub label: Option<String>,
    #[serde(default)]
    pub marking: Option<PredictedMarking>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct PredictedMarking {
    pub level: String,
    pub caveats: Vec<String>,
    pub rel_to: Vec<String>,
    pub declassify_on: Option<String>,
    pub cancelled: bool,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct PredictedSegment {
    pub first_page: u32,
    pub last_page: u32,
    pub label: Option<String>,
    /// Every label of the pack, in its order.
    #[serde(default)]
    pub types: Vec<PredictedType>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct PredictedType {
    pub label: String,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct PredictedForm {
    pub label: String,
    #[serde(default)]
    pub first_page: Option<u32>,
    pub fields: BTreeMap<String, PredictedField>,
    /// The signals behind the values, by path; known only for our own runs.
    #[serde(default)]
    pub signals: BTreeMap<String, Signals>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct PredictedField {
    pub value: Value,
    pub confidence: f64,
    #[serde(default)]
    pub evidence: Vec<PredictedPlace>,
    /// The parts of a list, by path such as `[0].amount`.
    #[serde(default)]
    pub cells: BTreeMap<String, PredictedCell>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct PredictedCell {
    pub confidence: f64,
    #[serde(default)]
    pub evidence: Vec<PredictedPlace>,
}

/// The claimed place of a value.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct PredictedPlace {
    pub page: u32,
    #[serde(default)]
    pub quote: String,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct PredictedDecision {
    pub outcome: String,
}

impl Prediction {
    pub fn decided(&self) -> Option<&str> {
        self.decision.as_ref().map(|decision| decision.outcome.as_str())
    }

    /// Whether the program accepted the document without a person.
    pub fn is_accepted(&self) -> bool {
        self.decided() == Some("AUTO_ACCEPT")
    }

    /// Numbers of blocking, major and minor issues that the last pass left.
    pub(super) fn issue_counts(&self) -> [u64; 3] {
        let last = self.verification.last();
        let stands = |issue: &&PredictedIssue| last.is_none_or(|pass| pass.issue_ids.contains(&issue.id));
        let mut counts = [0; 3];
        for issue in self.issues.iter().filter(stands) {
            match issue.severity {
                Severity::Blocker => counts[0] += 1,
                Severity::Major => counts[1] += 1,
                Severity::Minor => counts[2] += 1,
            }
        }
        counts
    }
}

impl PredictedForm {
    pub(super) fn values(&self) -> Map<String, Value> {
        self.fields
            .iter()
            .map(|(name, field)| (name.clone(), field.value.clone()))
            .collect()
    }

    /// Confidence and places of one leaf: of its cell if the list has cells, else of the field.
    pub(super) fn source(&self, leaf: &str) -> (f64, &[PredictedPlace]) {
        let (name, rest) = leaf.split_at(leaf.find(['[', '.']).unwrap_or(leaf.len()));
        let Some(field) = self.fields.get(name) else {
            return (0.0, &[]);
        };
        match field.cells.get(rest) {
            Some(cell) => (cell.confidence, &cell.evidence),
            None => (field.confidence, &field.evidence),
        }
    }
}
