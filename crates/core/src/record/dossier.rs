//! Everything that is stored about one run, in one value: what the result JSON, replay and export are made from.
//! Not here: how it is loaded (see the store), and the words of the pages, which are read one page at a time.

use super::{
    Attempt, Classification, Correction, Decided, Decision, Document, Form, FormPlan, Grade, GroundTruth, Issue,
    PageFinding, PageSummary, Review, Run, Stage, Surroundings, TruthSource, Verification,
};

#[derive(Debug, Clone, PartialEq)]
pub struct Dossier {
    pub run: Run,
    pub document: Document,
    /// By page number.
    pub pages: Vec<PageSummary>,
    /// In the order they were made.
    pub findings: Vec<PageFinding>,
    /// Oldest first; the last one counts.
    pub classifications: Vec<StagedClassification>,
    pub plans: Vec<FormPlan>,
    /// In the order they were started, failed and interrupted ones too.
    pub attempts: Vec<GradedAttempt>,
    /// The forms of the best attempts, by form number.
    pub forms: Vec<Form>,
    /// What verification knew beyond these rows; `None` until the run is verified.
    pub surroundings: Option<Surroundings>,
    /// Of all passes, in the order they were raised.
    pub issues: Vec<Issue>,
    /// By pass.
    pub verifications: Vec<Verification>,
    pub decision: Option<Decision>,
    /// The newest review of this run.
    pub review: Option<Review>,
    /// The newest settled truth of the document, which an earlier run may have settled.
    pub truth: Option<GroundTruth>,
    /// Every edit of the document, in the order they were made; `forms` are as they were read.
    pub corrections: Vec<Correction>,
}

/// A classification with the stage that wrote it: classify, extract (the best attempts' labels) or verify (repairs).
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

impl Dossier {
    /// The classification that counts: the newest.
    pub fn classification(&self) -> Option<&Classification> {
        self.classifications.last().map(|row| &row.classification)
    }

    /// The truth that counts: what was accepted automatically does so until a later run finds a reason for doubt, what a
    /// person settled stays.
    pub fn standing_truth(&self) -> Option<&GroundTruth> {
        let doubted = self
            .decision
            .as_ref()
            .is_some_and(|decision| decision.outcome != Decided::AutoAccept);
        self.truth
            .as_ref()
            .filter(|truth| !(doubted && truth.source == TruthSource::AutoAccepted))
    }

    /// What the classify stage thought, before any form was filled.
    pub fn first_classification(&self) -> Option<&Classification> {
        self.classifications.first().map(|row| &row.classification)
    }

    /// The newest classification that was there when `stage` began, which is what replaying that stage starts from.
    pub fn classification_before(&self, stage: Stage) -> Option<&Classification> {
        self.classifications
            .iter()
            .rfind(|row| row.stage < stage)
            .map(|row| &row.classification)
    }
}
