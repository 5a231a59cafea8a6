//! The model of an attempt at a form: its context, its row and the first and last lines of its transcript.

use crate::pipeline::Work;
use serde_json::Value;
use touchstone_core::record::{
    Assignment, AttemptId, Document, Extraction, Extractor, Form, FormId, FormPlan, Remembered, Run, RunRecord,
    StepKind,
};

/// Everything needed to attempt one form.
pub(super) struct Filler<'a> {
    pub(super) work: &'a Work<'a>,
    pub(super) run: &'a Run,
    pub(super) document: &'a Document,
    pub(super) engine: &'a dyn Extractor,
    pub(super) plan: &'a FormPlan,
    pub(super) run_record: &'a RunRecord,
    /// What the memory of prints reads of the document.
    pub(super) remembered: &'a [Remembered],
}

/// The first line of a transcript: the assignment.
pub(super) fn asked(assignment: &Assignment, number: u32) -> (StepKind, Value) {
    let asked = serde_json::json!({
        "label": assignment.label,
        "attempt": number,
        "pages": [assignment.plan.first_page, assignment.plan.last_page],
        "copies": assignment.plan.sheets.len(),
        "feedback": assignment.feedback,
    });
    (StepKind::Request, asked)
}

/// The row of a filled form. `label` and `confidence` come from the grade, if there is one: a blank form is OTHER
/// whatever label was tried.
pub(super) fn form_of(
    attempt_id: AttemptId,
    plan: &FormPlan,
    filled: &Extraction,
    label: &str,
    confidence: f64,
) -> Form {
    Form {
        id: FormId::fresh(),
        attempt_id,
        number: plan.number,
        segment: plan.segment,
        label: label.to_owned(),
        first_page: plan.first_page,
        last_page: plan.last_page,
        region: plan.sheets.first().and_then(|sheet| sheet.region),
        confidence,
        fields: filled.fields.clone(),
    }
}

/// The reply without its fields, which are in the form's row.
pub(super) fn reply(extraction: &Extraction) -> (StepKind, Value) {
    let bare = Extraction {
        fields: indexmap::IndexMap::new(),
        ..extraction.clone()
    };
    (StepKind::Reply, serde_json::json!(bare))
}
