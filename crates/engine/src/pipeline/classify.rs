//! Second stage: surveys all pages, which gives their types and the forms to fill. A form's final label is decided when
//! it is filled (see `extract`).

use super::{Interrupted, Work};
use crate::provider::is_general;
use crate::store::{Classified, Store};
use async_trait::async_trait;
use std::time::Instant;
use touchstone_core::record::{
    Attempt, AttemptId, AttemptState, Document, EngineId, Extractor, PageFinding, Run, RunId, Step, StepKind, Survey,
    SurveyObserver, Usage, now,
};

/// Journals the survey as an attempt and commits findings, plans and the first classification with the stage.
pub(super) async fn survey(
    work: &Work<'_>,
    run: &Run,
    document: &Document,
    engine: &dyn Extractor,
) -> Result<bool, Interrupted> {
    let attempt = begin(run, None, "survey", 1, engine);
    work.store.start_attempt(&attempt).await?;
    let started = Instant::now();
    let pages = work.pages(document);
    let looks = Looks {
        store: work.store,
        run: run.id,
        attempt: attempt.id,
    };
    let within = engine.within(attempt.id);
    let engine = within.as_deref().unwrap_or(engine);
    let surveyed = tokio::select! {
        surveyed = engine.survey(&pages, run.settings.expected_year, &looks) => surveyed,
        () = work.stop.cancelled() => return Err(Interrupted::Stopped),
    };
    let survey = match surveyed {
        Ok(survey) => survey,
        Err(error) => {
            // If every document would fail the same way, the attempt stays open, so that the paid calls are reused
            // later.
            if !is_general(&error) {
                let failed = format!("{error:#}");
                work.store
                    .fail_attempt(attempt.id, &failed, &spent(started, Usage::default()))
                    .await?;
            }
            let what = format!("could not survey document {}", document.id);
            return Err(Interrupted::Fatal(error.context(what)));
        }
    };
    let found = Classified {
        attempt: attempt.id,
        findings: &survey.findings,
        classification: &survey.classification(attempt.id),
        plans: &survey.forms,
        summary: &survey.rationale,
        usage: spent(started, survey.usage),
        steps: &[Step {
            attempt_id: attempt.id,
            seq: 1,
            kind: StepKind::Reply,
            content: survey_record(document, &survey),
        }],
    };
    Ok(work.store.finish_classify(run.id, &found).await?)
}

/// The transcript's record of a survey.
fn survey_record(document: &Document, survey: &Survey) -> serde_json::Value {
    serde_json::json!({
        "pages": document.page_count,
        "candidates": survey.candidates,
        "segments": survey.segments.len(),
        "forms": survey.forms.len(),
        "issues": survey.issues,
    })
}

fn spent(started: Instant, usage: Usage) -> Usage {
    Usage {
        seconds: started.elapsed().as_secs_f64(),
        ..usage
    }
}

/// Stores the finding for each page as it is made.
struct Looks<'a> {
    store: &'a Store,
    run: RunId,
    attempt: AttemptId,
}

#[async_trait]
impl SurveyObserver for Looks<'_> {
    async fn found(&self, finding: &PageFinding) -> anyhow::Result<()> {
        Ok(self.store.add_finding(self.run, self.attempt, finding).await?)
    }
}

/// An attempt that has just started.
pub(super) fn begin(run: &Run, form: Option<u32>, role: &str, number: u32, engine: &dyn Extractor) -> Attempt {
    begin_as(run, form, role, number, engine.engine())
}

/// Like [`begin`], for an attempt that is not made by an [`Extractor`].
pub(super) fn begin_as(run: &Run, form: Option<u32>, role: &str, number: u32, engine: EngineId) -> Attempt {
    Attempt {
        id: AttemptId::fresh(),
        run_id: run.id,
        form,
        role: role.to_owned(),
        number,
        engine,
        state: AttemptState::Started,
        usage: Usage::default(),
        score: None,
        best: false,
        summary: None,
        started_at: now(),
        ended_at: None,
    }
}
