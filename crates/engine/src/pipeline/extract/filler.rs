//! The attempts at one form: each is started, extracted, graded by the rules and, where the run says so, by a judge, and
//! committed with all it found. Which one comes next is decided in `attempts`.

use super::super::attempts::{Graded, Next, next};
use super::super::classify::begin;
use super::super::{Interrupted, StoredPages, Work};
use super::{ROLE, Restored};
use crate::agent::Journal;
use crate::checks::grade::{GradeInput, grade, result_score, with_opinion};
use crate::event::Said;
use crate::provider::needs_a_person;
use crate::record::{
    Assignment, AttemptId, Case, Document, Extraction, Extractor, Form, FormId, FormPlan, GRADER_MODEL, Judge,
    NewIssue, Run, Severity, Step, StepKind, Usage,
};
use crate::store::Completed;
use serde_json::Value;
use std::time::Instant;
use touchstone_intake::PageSource;

/// The attempts at one form.
pub(super) struct Filler<'a> {
    pub(super) work: &'a Work<'a>,
    pub(super) run: &'a Run,
    pub(super) document: &'a Document,
    pub(super) engine: &'a dyn Extractor,
    pub(super) plan: &'a FormPlan,
}

impl Filler<'_> {
    pub(super) async fn fill(&self, restored: Restored) -> Result<Option<Graded>, Interrupted> {
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
        let extraction = match extracted {
            Ok(extraction) => extraction,
            Err(error) => return self.failed(attempt.id, started, error).await,
        };
        let mut graded = self.graded(attempt.id, number, extraction);
        if let Some(judge) = engine.judge().filter(|_| self.is_judged(&graded)) {
            let judged = tokio::select! {
                judged = self.judged(judge, &assignment, &mut graded, &pages) => judged,
                () = self.work.stop.cancelled() => return Err(Interrupted::Stopped),
            };
            if let Err(error) = judged {
                return self.failed(attempt.id, started, error).await;
            }
        }
        graded.extraction.usage.seconds = started.elapsed().as_secs_f64();
        if self.commit(&graded).await? {
            self.tell(&graded);
            Ok(Some(graded))
        } else {
            Err(Interrupted::Stopped)
        }
    }

    /// Nothing came of the attempt. Where a person has to do something first, it is made again afterwards: it is
    /// interrupted, not failed.
    async fn failed(
        &self,
        attempt: AttemptId,
        started: Instant,
        error: anyhow::Error,
    ) -> Result<Option<Graded>, Interrupted> {
        if needs_a_person(&error) {
            return Err(error.into());
        }
        let usage = Usage {
            seconds: started.elapsed().as_secs_f64(),
            ..Usage::default()
        };
        let message = format!("{error:#}");
        self.work.store.fail_attempt(attempt, &message, &usage).await?;
        Ok(None)
    }

    /// Whether a judge is asked: not about a form that the rules refuse whatever anybody says.
    fn is_judged(&self, graded: &Graded) -> bool {
        let blocked = graded
            .grade
            .issues
            .iter()
            .any(|issue| issue.severity == Severity::Blocker);
        self.run.settings.grader == GRADER_MODEL && !blocked
    }

    async fn judged(
        &self,
        judge: &dyn Judge,
        assignment: &Assignment,
        graded: &mut Graded,
        pages: &dyn PageSource,
    ) -> anyhow::Result<()> {
        let case = Case {
            assignment,
            extraction: &graded.extraction,
            rules: &graded.grade,
        };
        let judgement = judge.judge(&case, pages).await?;
        let usage = graded.extraction.usage.plus(&judgement.usage);
        let input = self.input(graded.attempt_id, assignment.number, &graded.extraction);
        graded.grade = with_opinion(&input, graded.grade.clone(), &judgement.opinion);
        graded.score = result_score(&input, &graded.grade);
        graded.extraction.usage = usage;
        Ok(())
    }

    fn input<'e>(&'e self, attempt_id: AttemptId, number: u32, extraction: &'e Extraction) -> GradeInput<'e> {
        GradeInput {
            pack: &self.work.pack,
            attempt_id,
            form: self.plan.number,
            number,
            extraction,
            expected_year: self.run.settings.expected_year,
        }
    }

    fn graded(&self, attempt_id: AttemptId, number: u32, extraction: Extraction) -> Graded {
        let input = self.input(attempt_id, number, &extraction);
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
