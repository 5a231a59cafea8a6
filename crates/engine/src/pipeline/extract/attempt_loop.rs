//! The attempts at one form: each is started, extracted, graded by the rules and, if the run's settings ask for it, by
//! a judge, and committed with everything it found. See `attempts` for which attempt comes next.

use super::merge::Difference;
use super::model::{Filler, asked, form_of, reply};
use super::places::Place;
use super::{ROLE, Restored, closer_looks, second_reading};
use crate::agent::Journal;
use crate::checks::grade::{GradeInput, grade, holds, result_score, with_opinion};
use crate::event::Piece;
use crate::pipeline::attempts::{Graded, Next, best, next};
use crate::pipeline::classify::begin;
use crate::pipeline::{Interrupted, StoredPages};
use crate::prints;
use crate::provider::{is_general, is_of_request};
use crate::store::Completed;
use std::time::Instant;
use touchstone_core::arithmetic::prove;
use touchstone_core::record::{
    Assignment, AttemptId, Case, EngineKind, Extraction, Form, GRADER_MODEL, Judge, NewIssue, Severity, Step, StepKind,
    Usage,
};
use touchstone_intake::PageSource;

/// The outcome of an attempt.
enum Made {
    Graded(Box<Graded>),
    /// The engine failed.
    Failed,
    /// The engine failed and would fail again, because the question is the same.
    Hopeless,
}

impl Filler<'_> {
    pub(super) async fn fill(&self, restored: Restored) -> Result<Option<Graded>, Interrupted> {
        let Restored {
            mut graded,
            mut used,
            second,
        } = restored;
        let second = match (second, self.engine.second()) {
            (None, Some(reader)) => Some(second_reading::read(self, reader).await?),
            (known, _) => known,
        };
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
                    let before = self.set_out_from(&graded, after);
                    match self.attempt(number, before, second.as_ref()).await? {
                        Made::Graded(made) => graded.push(*made),
                        Made::Failed => {}
                        Made::Hopeless => used = self.run.settings.max_attempts,
                    }
                }
            }
        }
    }

    /// Returns the attempt that the next one starts from. A model corrects the best attempt so far; the local engine
    /// reads anew and looks closer at the doubts of its last attempt.
    fn set_out_from<'g>(&self, graded: &'g [Graded], last: Option<usize>) -> Option<&'g Graded> {
        let index = if self.is_local() { last } else { best(graded) };
        index.map(|index| &graded[index])
    }

    fn is_local(&self) -> bool {
        self.engine.engine().kind == EngineKind::Local
    }

    /// Makes one attempt: journaled, extracted, graded and committed.
    async fn attempt(
        &self,
        number: u32,
        before: Option<&Graded>,
        second: Option<&Extraction>,
    ) -> Result<Made, Interrupted> {
        let attempt = begin(self.run, Some(self.plan.number), ROLE, number, self.engine);
        self.work.store.start_attempt(&attempt).await?;
        let repeats = before.is_some_and(|before| before.grade.pass);
        let assignment = self.assignment(number, before, second);
        self.work
            .store
            .add_steps(attempt.id, &[asked(&assignment, number)])
            .await?;
        let started = Instant::now();
        let differences = self.look_closer(attempt.id, before).await?;
        let pages = self.pages();
        let within = self.engine.within(attempt.id);
        let engine = within.as_deref().unwrap_or(self.engine);
        let extracted = tokio::select! {
            extracted = engine.extract(&assignment, &pages) => extracted,
            () = self.work.stop.cancelled() => return Err(Interrupted::Stopped),
        };
        let mut extraction = match extracted {
            Ok(extraction) => extraction,
            Err(error) => return self.failed(attempt.id, started, error).await,
        };
        let own = &mut extraction;
        own.remembered = prints::apply(self.remembered, self.plan.number, &own.label, &mut own.fields);
        if self.is_local() {
            self.fill_empty(&mut extraction).await?;
        }
        extraction
            .issues
            .extend(closer_looks::issues(self.plan.number, &extraction.fields, &differences));
        let mut graded = self.graded(attempt.id, number, extraction);
        graded.repeats = repeats;
        if let Some(judge) = engine.judge().filter(|_| self.is_judged(&graded)) {
            // The grade by the rules is shown before the model is asked.
            self.show_grade(&graded);
            let judged = tokio::select! {
                judged = self.judged(judge, &assignment, &mut graded, &pages) => judged,
                () = self.work.stop.cancelled() => return Err(Interrupted::Stopped),
            };
            if let Err(error) = judged {
                return self.failed(attempt.id, started, error).await;
            }
        }
        graded.extraction.usage.seconds = started.elapsed().as_secs_f64();
        let (graded, _) = self.doubted(graded).await?;
        if self.commit(&graded).await? {
            self.show_completion(&graded);
            Ok(Made::Graded(Box::new(graded)))
        } else {
            Err(Interrupted::Stopped)
        }
    }

    /// The assignment of an attempt, given the one before it.
    fn assignment(&self, number: u32, before: Option<&Graded>, second: Option<&Extraction>) -> Assignment {
        let first = self.first_assignment();
        // If a model identified the form as another label, it gets that label's fields. The fallback only means that
        // the form is unknown.
        let known = before
            .filter(|_| !self.is_local())
            .map(|before| &before.extraction.label);
        let known = known.filter(|label| **label != self.work.pack.fallback);
        let repeats = before.is_some_and(|before| before.grade.pass);
        Assignment {
            label: known.unwrap_or(&first.label).clone(),
            // A repeat of an attempt that passed reads with the rules of a first attempt, on a page that shows more.
            number: if repeats { 1 } else { number },
            feedback: before.map(|graded| graded.grade.feedback.clone()),
            previous: before.map(|graded| graded.extraction.clone()),
            second: second.cloned(),
            ..first
        }
    }

    /// Counts the doubts of the checks about an attempt, and finds the places where a closer look may help. A model is
    /// not paid to read again a form that has passed.
    pub(super) async fn doubted(&self, graded: Graded) -> Result<(Graded, Vec<Place>), Interrupted> {
        let form = self.form(&graded);
        let doubts = closer_looks::doubts(self.work, self.run_record, &form, &graded.grade.issues).await?;
        let free = self.is_local() || !graded.grade.pass;
        let doubted = Graded {
            doubts: doubts.count,
            unclear: free && !doubts.places.is_empty(),
            ..graded
        };
        Ok((doubted, doubts.places))
    }

    /// Looks closer at doubtful places before a form is read again. Returns what the looks read differently.
    async fn look_closer(&self, attempt: AttemptId, before: Option<&Graded>) -> Result<Vec<Difference>, Interrupted> {
        let Some(before) = before else { return Ok(Vec::new()) };
        let (_, places) = self.doubted(before.clone()).await?;
        let looked = tokio::select! {
            looked = closer_looks::look(self, &places) => looked?,
            () = self.work.stop.cancelled() => return Err(Interrupted::Stopped),
        };
        self.work.store.add_steps(attempt, &looked.steps).await?;
        Ok(looked.differences)
    }

    /// The assignment of a first attempt.
    pub(super) fn first_assignment(&self) -> Assignment {
        Assignment {
            expected_year: self.run.settings.expected_year,
            ..Assignment::first(self.plan, &self.run_record.plans, &self.work.pack.fallback)
        }
    }

    pub(super) fn pages(&self) -> StoredPages<'_> {
        self.work.pages(self.document)
    }

    /// Records a failed attempt. If a person has to act first, or the provider has to recover, the attempt is
    /// interrupted instead of failed, and is made again later.
    async fn failed(&self, attempt: AttemptId, started: Instant, error: anyhow::Error) -> Result<Made, Interrupted> {
        if is_general(&error) {
            return Err(error.into());
        }
        let usage = Usage {
            seconds: started.elapsed().as_secs_f64(),
            ..Usage::default()
        };
        let message = format!("{error:#}");
        self.work.store.fail_attempt(attempt, &message, &usage).await?;
        Ok(if is_of_request(&error) {
            Made::Hopeless
        } else {
            Made::Failed
        })
    }

    /// Whether to ask a judge. A form with a BLOCKER from the rules is refused whatever a judge answers.
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

    fn graded(&self, attempt_id: AttemptId, number: u32, mut extraction: Extraction) -> Graded {
        let year = self.run.settings.expected_year;
        prove(&self.work.pack, &extraction.label, year, &mut extraction.fields);
        let input = self.input(attempt_id, number, &extraction);
        let mut grade = grade(&input);
        let score = result_score(&input, &grade);
        let holds = holds(&input);
        let doubts: Vec<NewIssue> = extraction.issues.clone();
        grade.issues.extend(doubts);
        Graded {
            attempt_id,
            extraction,
            grade,
            score,
            doubts: 0,
            unclear: false,
            repeats: false,
            holds,
        }
    }

    pub(super) fn holds(&self, attempt_id: AttemptId, number: u32, extraction: &Extraction) -> bool {
        holds(&self.input(attempt_id, number, extraction))
    }

    fn form(&self, graded: &Graded) -> Form {
        let grade = &graded.grade;
        form_of(
            graded.attempt_id,
            self.plan,
            &graded.extraction,
            &grade.label,
            grade.confidence,
        )
    }

    /// Commits the attempt with everything it found. Returns false if another worker owns the attempt now.
    async fn commit(&self, graded: &Graded) -> Result<bool, Interrupted> {
        let done = Completed {
            attempt: graded.attempt_id,
            form: &self.form(graded),
            grade: &graded.grade,
            score: graded.score,
            summary: &graded.extraction.summary,
            usage: graded.extraction.usage,
            steps: &steps(graded),
        };
        Ok(self.work.store.complete_attempt(&done).await?)
    }

    fn journal(&self, graded: &Graded) -> Journal {
        Journal::of_run(self.work.store, self.run).within(graded.attempt_id)
    }

    fn show_grade(&self, graded: &Graded) {
        self.journal(graded).show(Piece::Grade {
            pass: graded.grade.pass,
            score: graded.grade.score,
            feedback: graded.grade.feedback.clone(),
        });
    }

    fn show_completion(&self, graded: &Graded) {
        self.show_grade(graded);
        self.journal(graded).show(Piece::Complete {
            complete: true,
            extraction_id: graded.attempt_id,
            cost: graded.extraction.usage.cost_usd,
        });
    }
}

/// The last lines of the transcript: the reply and the grade.
fn steps(graded: &Graded) -> Vec<Step> {
    let contents = [
        reply(&graded.extraction),
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
