//! Third stage: fills every planned form in up to three graded attempts and keeps the best. The loop knows only the
//! traits `Extractor` and `Judge`. See `attempt_loop` for the attempts at one form.

mod attempt_loop;
mod closer_looks;
mod empty_fields;
mod merge;
mod model;
mod places;
mod remember;
mod second_reading;

use super::attempts::Graded;
use super::conclude::{Kept, conclude};
use super::{Interrupted, Work};
use crate::checks::traps;
use model::Filler;
use touchstone_core::pack::Mode;
use touchstone_core::record::{
    Attempt, AttemptState, Document, Extraction, Extractor, GradedAttempt, Run, SECOND, StepKind,
};

pub(super) const ROLE: &str = "extract";

/// Fills all planned forms and commits the resulting classification. Attempts that finished before a restart are
/// restored from their rows.
pub(super) async fn fill_all(
    work: &Work<'_>,
    run: &Run,
    document: &Document,
    engine: &dyn Extractor,
) -> Result<bool, Interrupted> {
    let run_record = work.store.run_record(run.id).await?;
    let surveyed = run_record
        .classification()
        .ok_or_else(|| anyhow::anyhow!("run {} was never surveyed", run.id))?;
    let mut remembered = remember::of_run(work, run, &run_record).await?;
    let mut filled: Vec<Option<Graded>> = Vec::with_capacity(run_record.plans.len());
    for plan in &run_record.plans {
        let filler = Filler {
            work,
            run,
            document,
            engine,
            plan,
            run_record: &run_record,
            remembered: &remembered,
        };
        filled.push(filler.fill(restored(&filler).await?).await?);
    }
    if !remembered.is_empty() {
        remember::mark_taken(&mut remembered, &run_record.plans, &filled);
        work.store.remember(run.id, &remembered).await?;
    }
    let kept: Vec<Kept<'_>> = run_record.plans.iter().zip(filled.iter().map(Option::as_ref)).collect();
    let order: Vec<&str> = work.pack.labels.iter().map(|label| label.name.as_str()).collect();
    // If no forms are filled, the survey of the pages decides.
    let concluded = (work.pack.mode == Mode::Form).then(|| conclude(surveyed, &kept, &order, &work.pack.fallback));
    let forms = work.store.best_forms(run.id).await?;
    let marks = traps::marks(&work.pack, document, &forms);
    Ok(work.store.finish_extract(run.id, concluded.as_ref(), &marks).await?)
}

/// Work on a form that finished before a restart: graded attempts, the number of attempts used, and the second reading.
struct Restored {
    graded: Vec<Graded>,
    used: u32,
    second: Option<Extraction>,
}

async fn restored(filler: &Filler<'_>) -> Result<Restored, Interrupted> {
    let (work, run_record, plan) = (filler.work, filler.run_record, filler.plan);
    let mut restored = Restored {
        graded: Vec::new(),
        used: 0,
        second: None,
    };
    let of_form = |role: &'static str| {
        let rows = run_record.attempts.iter();
        rows.filter(move |row| row.attempt.role == role && row.attempt.form == Some(plan.number))
    };
    if let Some(row) = of_form(SECOND).find(|row| row.attempt.state == AttemptState::Done) {
        restored.second = Some(extraction_of(work, &row.attempt).await?);
    }
    for row in of_form(ROLE) {
        match (row.attempt.state, &row.grade, row.attempt.score) {
            (AttemptState::Done, Some(grade), Some(score)) => {
                let extraction = extraction_of(work, &row.attempt).await?;
                let graded = Graded {
                    attempt_id: row.attempt.id,
                    holds: filler.holds(row.attempt.id, row.attempt.number, &extraction),
                    extraction,
                    grade: grade.clone(),
                    score,
                    doubts: 0,
                    unclear: false,
                    repeats: restored.graded.last().is_some_and(|before| before.grade.pass),
                };
                let begun = |other: &GradedAttempt| other.attempt.number > row.attempt.number;
                // A closer look that had begun is continued, even if its places were already looked at.
                let begun = of_form(ROLE).any(begun);
                let (graded, _) = filler.doubted(graded).await?;
                restored.graded.push(Graded {
                    unclear: graded.unclear || begun,
                    ..graded
                });
            }
            (AttemptState::Failed, ..) => {}
            _ => continue,
        }
        restored.used = restored.used.max(row.attempt.number);
    }
    Ok(restored)
}

/// Restores an extraction: its last reply step holds everything but the fields, which are in the form's row.
async fn extraction_of(work: &Work<'_>, attempt: &Attempt) -> Result<Extraction, Interrupted> {
    let form = work.store.form_of(attempt.id).await?;
    let form = form.ok_or_else(|| anyhow::anyhow!("attempt {} is done but has no form", attempt.id))?;
    let steps = work.store.steps(attempt.id).await?;
    let reply = steps.into_iter().rfind(|step| step.kind == StepKind::Reply);
    let reply = reply.ok_or_else(|| anyhow::anyhow!("attempt {} is done but has no reply step", attempt.id))?;
    let mut extraction: Extraction = serde_json::from_value(reply.content)
        .map_err(|error| anyhow::anyhow!("could not read back the reply of attempt {}: {error}", attempt.id))?;
    extraction.fields = form.fields;
    Ok(extraction)
}
