//! Two sides compared, as the screen of evaluation shows them.

use super::Finite;
use crate::evaluate::Against;
use serde::{Deserialize, Serialize};
use specta::Type;

/// Something that can be compared: what people settled, or results.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct SideView {
    pub name: String,
    pub title: String,
    pub documents: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
pub struct EvaluationQuery {
    /// Names of sides.
    pub of: String,
    pub against: String,
    /// Only documents of this pack.
    pub pack: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct EvaluationView {
    pub kind: Against,
    /// The measured side, and the one that it is measured against.
    pub of: SideView,
    pub against: SideView,
    /// Ids of the compared documents; other parts name them by position.
    pub documents: Vec<String>,
    /// Names of documents that could not be read.
    pub unreadable: Vec<String>,
    /// The figures as `touchstone evaluate` prints them.
    pub summary: Vec<FigureView>,
    pub confusion: Vec<CellView>,
    pub types: Vec<TypeScoreView>,
    pub fields: Vec<FieldScoreView>,
    pub value_confidence: ReliabilityView,
    pub type_confidence: ReliabilityView,
    pub errors: u32,
    /// Empty without errors.
    pub review: Vec<StepOfReview>,
    pub effort: EffortView,
    /// `null` for truth.
    pub effort_against: Option<EffortView>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct FigureView {
    pub name: String,
    pub value: String,
}

/// A share with its 95 % interval (Wilson).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Type)]
pub struct Proportion {
    pub hits: u32,
    pub of: u32,
    /// `null` if nothing was measured.
    pub value: Option<f64>,
    #[specta(type = Finite)]
    pub low: f64,
    #[specta(type = Finite)]
    pub high: f64,
}

/// Documents with one label on one side and one on the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct CellView {
    /// Of the side that is measured against, and of the measured one.
    pub known: String,
    pub found: String,
    pub documents: Vec<u32>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct TypeScoreView {
    pub label: String,
    /// Documents found as this, of those that are this; and those that are this, of those found as it.
    pub recall: Proportion,
    pub precision: Proportion,
    pub exact: Proportion,
    pub normalised: Proportion,
    pub invented: u32,
    /// The documents whose type or values differ.
    pub differ: Vec<u32>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct FieldScoreView {
    pub label: String,
    pub field: String,
    pub exact: Proportion,
    pub normalised: Proportion,
    pub invented: u32,
    /// The documents whose value differs, apart from the writing.
    pub differ: Vec<u32>,
}

/// Stated confidence against the share that is right.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct ReliabilityView {
    pub judged: u32,
    pub wrong: u32,
    pub auroc: Option<f64>,
    pub ece: Option<f64>,
    /// The tenths with any, lowest first.
    pub bins: Vec<BinView>,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Type)]
pub struct BinView {
    #[specta(type = Finite)]
    pub from: f64,
    #[specta(type = Finite)]
    pub to: f64,
    #[specta(type = Finite)]
    pub confidence: f64,
    pub right: Proportion,
}

/// The share of the errors in the most doubtful documents, by the lowest confidence and by the issues.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Type)]
pub struct StepOfReview {
    #[specta(type = Finite)]
    pub reviewed: f64,
    #[specta(type = Finite)]
    pub by_confidence: f64,
    #[specta(type = Finite)]
    pub by_issues: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Type)]
pub struct EffortView {
    pub documents: u32,
    #[specta(type = Finite)]
    pub cost_usd: f64,
    #[specta(type = Finite)]
    pub seconds: f64,
    pub cost_usd_per_document: Option<f64>,
    pub seconds_per_document: Option<f64>,
}
