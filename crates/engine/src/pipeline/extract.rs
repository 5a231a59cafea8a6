//! Third stage: every planned form is filled in up to three attempts, graded each time, and the best is kept. The
//! loop knows only the trait `Extractor`. Which attempt comes next is decided in `attempts`; this file acts on it.

use super::attempts::{Graded, Next, next};
use super::classify::begin;
use super::conclude::{Kept, conclude};
use super::{Interrupted, StoredPages, Work};
use crate::agent::Journal;
use crate::checks::grade::{GradeInput, grade, result_score};
use crate::checks::traps;
use crate::event::Said;
use crate::pack::Mode;
use crate::provider::{ProviderError, Remedy};
use crate::record::{
    Assignment, Attempt, AttemptId, AttemptState, Document, Dossier, Extraction, Extractor, Form, FormId, FormPlan,
    NewIssue, Run, Step, StepKind, Usage,
};
use crate::store::Completed;
use serde_json::Value;
use std::time::Instant;

pub(super) const ROLE: &str = "extract";

/// Fills all planned forms and commits the classification they amount to. Attempts that an earlier start of the
/// program finished are taken from their rows.
pub(super) async fn fill_all(
    work: &Work<'_>,
    run: &Run,
    document: &Document,
    engine: &dyn Extractor,
) -> Result<bool, Interrupted> {
    let dossier = work.store.dossier(run.id).await?;
    let surveyed = dossier
        .classification()
        .ok_or_else(|| anyhow::anyhow!("run {} was never surveyed", run.id))?;
    let mut filled: Vec<Option<Graded>> = Vec::with_capacity(dossier.plans.len());
    for plan in &dossier.plans {
        let filler = Filler {
            work,
            run,
            document,
            engine,
            plan,
        };
        filled.push(filler.fill(restored(work, &dossier, plan).await?).await?);
    }
    let kept: Vec<Kept<'_>> = dossier.plans.iter().zip(filled.iter().map(Option::as_ref)).collect();
    let order: Vec<&str> = work.pack.labels.iter().map(|label| label.name.as_str()).collect();
    // Where no forms are filled, the pages themselves decided.
    let concluded = (work.pack.mode == Mode::Form).then(|| conclude(surveyed, &kept, &order, &work.pack.fallback));
    let forms = work.store.best_forms(run.id).await?;
    let marks = traps::marks(&work.pack, document, &forms);
    Ok(work.store.finish_extract(run.id, concluded.as_ref(), &marks).await?)
}

/// What a start of the program finds finished: the graded attempts at a form, and how many numbers are used up.
struct Restored {
    graded: Vec<Graded>,
    used: u32,
}

async fn restored(work: &Work<'_>, dossier: &Dossier, plan: &FormPlan) -> Result<Restored, Interrupted> {
    let mut restored = Restored {
        graded: Vec::new(),
        used: 0,
    };
    for row in dossier
        .attempts
        .iter()
        .filter(|row| row.attempt.role == ROLE && row.attempt.form == Some(plan.number))
    {
        match (row.attempt.state, &row.grade, row.attempt.score) {
            (AttemptState::Done, Some(grade), Some(score)) => {
                let extraction = extraction_of(work, &row.attempt).await?;
                restored.graded.push(Graded {
                    attempt_id: row.attempt.id,
                    extraction,
                    grade: grade.clone(),
                    score,
                });
            }
            (AttemptState::Failed, ..) => {}
            _ => continue,
        }
        restored.used = restored.used.max(row.attempt.number);
    }
    Ok(restored)
}

/// An extraction out of its rows: the last reply holds it without its fields, the form's row holds those.
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

/// The attempts at one form.
struct Filler<'a> {
    work: &'a Work<'a>,
    run: &'a Run,
    document: &'a Document,
    engine: &'a dyn Extractor,
    plan: &'a FormPlan,
}

impl Filler<'_> {
    async fn fill(&self, restored: Restored) -> Result<Option<Graded>, Interrupted> {
        let Restored { mut graded, mut used } = restored;
        loop {
            match next(&graded, used, self.run.settings.max_attempts) {
                Next::Keep(None) => return Ok(None),
                Next::Keep(Some(best)) => {
                    let best = graded.swap_remove(best);
                    self.work
                        .store
                        .mark_best(self.run.id, self.plan.number, best.attempt_id)
                        .await?;
                    return Ok(Some(best));
                }
                Next::Try { number, after } => {
                    used = number;
                    let before = after.map(|index| &graded[index]);
                    let made = self.attempt(number, before).await?;
                    graded.extend(made);
                }
            }
        }
    }

    /// One attempt: journaled, extracted, graded and committed. `None` when the engine failed at it.
    async fn attempt(&self, number: u32, before: Option<&Graded>) -> Result<Option<Graded>, Interrupted> {
        let attempt = begin(self.run, Some(self.plan.number), ROLE, number, self.engine);
        self.work.store.start_attempt(&attempt).await?;
        let label = self
            .plan
            .candidates
            .first()
            .map_or(&self.work.pack.fallback, |best| &best.label)
            .clone();
        let expected_year = self.run.settings.expected_year;
        let assignment = Assignment {
            plan: self.plan.clone(),
            label,
            number,
            expected_year,
            feedback: before.map(|graded| graded.grade.feedback.clone()),
            previous: before.map(|graded| graded.extraction.clone()),
        };
        self.work.store.add_steps(attempt.id, &[asked(&assignment)]).await?;
        let started = Instant::now();
        let (store, pool) = (self.work.store, self.work.pool);
        let pages = StoredPages {
            store,
            pool,
            document: self.document,
            passwords: self.work.passwords,
        };
        let within = self.engine.within(attempt.id);
        let engine = within.as_deref().unwrap_or(self.engine);
        let extracted = tokio::select! {
            extracted = engine.extract(&assignment, &pages) => extracted,
            () = self.work.stop.cancelled() => return Err(Interrupted::Stopped),
        };
        let mut extraction = match extracted {
            Ok(extraction) => extraction,
            // The attempt is made again once the person has done it: it is interrupted, not failed.
            Err(error) if needs_a_person(&error) => return Err(error.into()),
            Err(error) => {
                let usage = Usage {
                    seconds: started.elapsed().as_secs_f64(),
                    ..Usage::default()
                };
                let why = format!("{error:#}");
                self.work.store.fail_attempt(attempt.id, &why, &usage).await?;
                return Ok(None);
            }
        };
        extraction.usage = Usage {
            seconds: started.elapsed().as_secs_f64(),
            ..extraction.usage
        };
        let graded = self.graded(attempt.id, number, extraction);
        if self.commit(&graded).await? {
            self.tell(&graded);
            Ok(Some(graded))
        } else {
            Err(Interrupted::Stopped)
        }
    }

    fn graded(&self, attempt_id: AttemptId, number: u32, extraction: Extraction) -> Graded {
        let input = GradeInput {
            pack: &self.work.pack,
            attempt_id,
            form: self.plan.number,
            number,
            extraction: &extraction,
            expected_year: self.run.settings.expected_year,
        };
        let mut grade = grade(&input);
        let score = result_score(&input, &grade);
        let doubts: Vec<NewIssue> = extraction.issues.clone();
        grade.issues.extend(doubts);
        Graded {
            attempt_id,
            extraction,
            grade,
            score,
        }
    }

    /// Writes the attempt with all it found. False when the attempt is no longer ours to finish.
    async fn commit(&self, graded: &Graded) -> Result<bool, Interrupted> {
        let done = Completed {
            attempt: graded.attempt_id,
            form: &form_of(graded, self.plan),
            grade: &graded.grade,
            score: graded.score,
            summary: &graded.extraction.summary,
            usage: graded.extraction.usage,
            steps: &steps(graded),
        };
        Ok(self.work.store.complete_attempt(&done).await?)
    }

    fn tell(&self, graded: &Graded) {
        let journal = Journal::of_run(self.work.store, self.run).within(graded.attempt_id);
        journal.show(Said::Grade {
            pass: graded.grade.pass,
            score: graded.grade.score,
            feedback: graded.grade.feedback.clone(),
        });
        journal.show(Said::Complete {
            complete: true,
            extraction_id: graded.attempt_id,
            cost: graded.extraction.usage.cost_usd,
        });
    }
}

/// Whether every further attempt would fail in the same way until somebody does something: no key, no money, no permission.
fn needs_a_person(error: &anyhow::Error) -> bool {
    let provider = error.downcast_ref::<ProviderError>();
    provider.is_some_and(|error| error.remedy() == Remedy::Pause)
}

/// The form's row carries the label that the grade confirmed: a blank form is OTHER whatever was tried.
fn form_of(graded: &Graded, plan: &FormPlan) -> Form {
    let sheet = plan.sheets.first();
    Form {
        id: FormId::fresh(),
        attempt_id: graded.attempt_id,
        number: plan.number,
        segment: plan.segment,
        label: graded.grade.label.clone(),
        first_page: plan.first_page,
        last_page: plan.last_page,
        region: sheet.and_then(|sheet| sheet.region),
        confidence: graded.grade.confidence,
        fields: graded.extraction.fields.clone(),
    }
}

/// The first line of a transcript: what was asked.
fn asked(assignment: &Assignment) -> (StepKind, Value) {
    let asked = serde_json::json!({
        "label": assignment.label,
        "attempt": assignment.number,
        "pages": [assignment.plan.first_page, assignment.plan.last_page],
        "copies": assignment.plan.sheets.len(),
        "feedback": assignment.feedback,
    });
    (StepKind::Request, asked)
}

/// The last lines: what came back (its fields are the form's row), what the grader said.
fn steps(graded: &Graded) -> Vec<Step> {
    let reply = Extraction {
        fields: indexmap::IndexMap::new(),
        ..graded.extraction.clone()
    };
    let contents = [
        (StepKind::Reply, serde_json::json!(reply)),
        (
            StepKind::Grade,
            serde_json::json!({
                "pass": graded.grade.pass,
                "score": graded.grade.score,
                "result_score": graded.score,
                "failure_reasons": graded.grade.failure_reasons,
            }),
        ),
    ];
    let numbered = contents.into_iter().zip(1..);
    numbered
        .map(|((kind, content), seq)| Step {
            attempt_id: graded.attempt_id,
            seq,
            kind,
            content,
        })
        .collect()
}
