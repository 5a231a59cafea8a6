//! Predictions against truth: how often the type is right, every field right, and what was accepted that was wrong.
//! A prediction is a result of `touchstone.result/1`, whoever wrote it. Not here: making predictions.

mod compare;
mod figures;
mod report;
mod score;

pub use figures::{Bin, Share, auroc, bins, upper_bound, wilson};
pub use report::{html, table};
pub use score::{Miss, Score, score};

use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What is true of one file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Truth {
    pub file_name: String,
    /// Print or source of the document, so that a score can be given by layout.
    #[serde(default)]
    pub layout: Option<String>,
    #[serde(default)]
    pub split: Split,
    /// How reading the file ends.
    #[serde(default = "ok")]
    pub outcome: String,
    /// `None` when the file cannot be read.
    pub label: Option<String>,
    #[serde(default)]
    pub forms: Vec<TrueForm>,
    /// Whether a perfect program would accept the document without a person. The auto-accept share is taken of these.
    #[serde(default)]
    pub expect: Expect,
}

/// Whether the program may have been tuned on the layout. What is not said counts as tuned, since that proves less.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Split {
    #[default]
    Tuned,
    Unseen,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct TrueForm {
    pub label: String,
    pub fields: Map<String, Value>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expect {
    Accept,
    Escalate,
    #[default]
    Any,
}

fn ok() -> String {
    "ok".to_owned()
}

/// The parts of a result that are scored.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Prediction {
    pub document: PredictedDocument,
    pub outcome: String,
    pub classification: PredictedLabel,
    #[serde(default)]
    pub forms: Vec<PredictedForm>,
    pub decision: PredictedDecision,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct PredictedDocument {
    pub path: String,
    pub file_name: String,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct PredictedLabel {
    pub label: Option<String>,
    pub confidence: f64,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct PredictedForm {
    pub label: String,
    pub fields: BTreeMap<String, PredictedField>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct PredictedField {
    pub value: Value,
    pub confidence: f64,
    /// Confidence of the parts of a list, by path such as `[0].amount`.
    #[serde(default)]
    pub cells: BTreeMap<String, PredictedCell>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct PredictedCell {
    pub confidence: f64,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct PredictedDecision {
    pub outcome: String,
}

impl PredictedForm {
    fn values(&self) -> Map<String, Value> {
        self.fields
            .iter()
            .map(|(name, field)| (name.clone(), field.value.clone()))
            .collect()
    }

    /// Confidence of one leaf: of its cell when the list has cells, else of the field.
    fn confidence(&self, leaf: &str) -> f64 {
        let end = leaf.find(['[', '.']).unwrap_or(leaf.len());
        let (name, rest) = leaf.split_at(end);
        let Some(field) = self.fields.get(name) else { return 0.0 };
        field.cells.get(rest).map_or(field.confidence, |cell| cell.confidence)
    }
}
