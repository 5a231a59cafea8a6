//! Everything stored about one run, in one value: the source of the result JSON, replay and export. The words of
//! pages are not included; they are read one page at a time.

use super::{
    Attempt, Classification, Correction, Decided, Decision, Document, Form, FormPlan, Grade, GroundTruth, Issue,
    PageFinding, PageSummary, Review, Run, Stage, Surroundings, TruthSource, Verification,
};

#[derive(Debug, Clone, PartialEq)]
pub struct RunRecord {
    pub run: Run,
    pub document: Document,
    /// By page number.
    pub pages: Vec<PageSummary>,
    /// In creation order.
    pub findings: Vec<PageFinding>,
    /// Oldest first; the last one applies.
    pub classifications: Vec<StagedClassification>,
    pub plans: Vec<FormPlan>,
    /// In start order, including failed and interrupted ones.
    pub attempts: Vec<GradedAttempt>,
    /// The forms of the best attempts, by form number.
    pub forms: Vec<Form>,
    /// The context of verification beyond these rows; `None` until the run is verified.
    pub surroundings: Option<Surroundings>,
    /// From all passes, in the order raised.
    pub issues: Vec<Issue>,
    /// By pass.
    pub verifications: Vec<Verification>,
    pub decision: Option<Decision>,
    /// The newest review of this run.
    pub review: Option<Review>,
    /// The latest settled truth of the document, possibly from an earlier run.
    pub truth: Option<GroundTruth>,
    /// All edits of the document, in order; not yet applied to `forms`.
    pub corrections: Vec<Correction>,
}

/// A classification and the stage that wrote it: classify, extract (labels of the best attempts) or verify
/// (repairs).
#[derive(Debug, Clone, PartialEq)]
pub struct StagedClassification {
    pub stage: Stage,
    pub classification: Classification,
}

#[derive(Debug, Clone, PartialEq)]
pub struct GradedAttempt {
    pub attempt: Attempt,
    pub grade: Option<Grade>,
}

impl RunRecord {
    /// The current classification, which is the newest.
    pub fn classification(&self) -> Option<&Classification> {
        self.classifications.last().map(|row| &row.classification)
    }

    /// The truth that applies: an automatically accepted one only until a later run is not accepted, one settled by
    /// an expert always.
    pub fn standing_truth(&self) -> Option<&GroundTruth> {
        let doubted = self
            .decision
            .as_ref()
            .is_some_and(|decision| decision.outcome != Decided::AutoAccept);
        self.truth
            .as_ref()
            .filter(|truth| !(doubted && truth.source == TruthSource::AutoAccepted))
    }

    /// The result of the classify stage, before any form was filled.
    pub fn first_classification(&self) -> Option<&Classification> {
        self.classifications.first().map(|row| &row.classification)
    }

    /// The newest classification at the start of `stage`, from which a replay of that stage starts.
    pub fn classification_before(&self, stage: Stage) -> Option<&Classification> {
        self.classifications
            .iter()
            .rfind(|row| row.stage < stage)
            .map(|row| &row.classification)
    }
}
