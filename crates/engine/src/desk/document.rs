//! One document as the window shows it.

use super::fields::{Showing, evidence, place_of, remembered_by};
use super::history::{accepted, changes, judged, passed, received};
use super::library::row;
use super::proposals::proposal_views;
use super::readings::{Readings, row_in_words};
use super::recheck::Recheck;
use super::scene::{last_issues, whole_form};
use super::settings::mode;
use super::steps::step;
use super::trouble::parse_id;
use super::views::{
    AttemptStateName, AttemptView, Change, DecisionView, DocumentFacts, DocumentView, FixView, IssueStanding,
    IssueView, PageView, RunView, SeverityName, StepView, UsageView, VerificationView,
};
use super::{Desk, classified};
use crate::review;
use anyhow::{Context, ensure};
use touchstone_core::pack::Pack;
use touchstone_core::record::{
    AttemptId, AttemptState, Correction, Decided, Decision, Document, Form, GradedAttempt, Issue, PageFinding,
    PageSummary, Run, RunId, RunRecord, Severity, Usage, Verification,
};
use touchstone_core::value;

impl Desk {
    pub async fn document_view(&self, id: &str) -> anyhow::Result<DocumentView> {
        let id = parse_id(id)?;
        let shelved = self.store.shelved(id).await?;
        let as_read = match shelved.run {
            Some(run) => Some(
                self.store
                    .run_record(run)
                    .await
                    .with_context(|| format!("could not load run {run}"))?,
            ),
            None => None,
        };
        let run_record = as_read.clone().map(review::corrected);
        let pack = run_record
            .as_ref()
            .and_then(|run_record| self.pack(&run_record.run.pack).ok());
        let corrections = self.store.corrections(id).await?;
        let document = shelved.document.clone();
        let forms = run_record
            .as_ref()
            .map(|run_record| run_record.forms.clone())
            .unwrap_or_default();
        let history = self.history(&document, &forms, pack.as_deref(), &corrections).await?;
        let known = self.pack(&document.pack).ok();
        let facts = facts(&document, run_record.as_ref(), known.as_deref());
        let (can_undo, can_redo) = self.steps(id).await?;
        let mut view = DocumentView {
            row: row(shelved),
            document: facts,
            pages: self
                .store
                .page_summaries(id)
                .await?
                .iter()
                .map(|page| page_view(page, &[]))
                .collect(),
            run: None,
            classification: None,
            findings: Vec::new(),
            marking: None,
            forms: Vec::new(),
            issues: Vec::new(),
            verification: Vec::new(),
            decision: None,
            attempts: Vec::new(),
            history,
            proposals: proposal_views(&self.store.proposals(id).await?, &forms, pack.as_deref()),
            corrector: match &run_record {
                Some(run_record) => self.corrector(&run_record.run).await?.map(|engine| engine.to_string()),
                None => None,
            },
            can_undo,
            can_redo,
        };
        if let (Some(run_record), Some(as_read)) = (&run_record, &as_read) {
            let again = self.recheck(as_read, pack.as_deref()).await?;
            fill(&mut view, run_record, as_read, pack.as_deref(), &again);
        }
        Ok(view)
    }

    /// The history of a document, oldest first.
    async fn history(
        &self,
        document: &Document,
        forms: &[Form],
        pack: Option<&Pack>,
        corrections: &[Correction],
    ) -> anyhow::Result<Vec<Change>> {
        let mut history = vec![received(document)];
        history.extend(self.store.runs_of(document.id).await?.iter().map(passed));
        let reviews = self.store.reviews_of(document.id).await?;
        history.extend(changes(corrections, forms, pack));
        history.extend(judged(&reviews, corrections));
        history.extend(self.store.truths(document.id).await?.iter().filter_map(accepted));
        history.sort_by(|a, b| a.at.cmp(&b.at));
        Ok(history)
    }

    /// The stored transcript of one of a run's attempts, complete or not.
    pub async fn transcript(&self, run: &str, attempt: &str) -> anyhow::Result<Vec<StepView>> {
        let not_an_id = |id: &str| format!("could not look up the transcript `{id}`: it is not a valid id");
        let run: RunId = run.parse().with_context(|| not_an_id(run))?;
        let id: AttemptId = attempt.parse().with_context(|| not_an_id(attempt))?;
        let mut of_run = self.store.attempts(run).await?.into_iter();
        let known = of_run.any(|graded| graded.attempt.id == id);
        ensure!(known, "run {run} has no attempt {id}");
        Ok(self.store.steps(id).await?.iter().map(step).collect())
    }
}

fn fill(view: &mut DocumentView, run_record: &RunRecord, as_read: &RunRecord, pack: Option<&Pack>, again: &Recheck) {
    let mut issues = last_issues(run_record);
    issues.extend(again.found.iter().cloned());
    issues.sort_by(|a, b| (a.body.severity, &a.id).cmp(&(b.body.severity, &b.id)));
    let holds = |issue: &&Issue| again.standing(issue) != IssueStanding::Settled;
    let showing = Showing {
        pack,
        issues: &issues.iter().filter(holds).cloned().collect::<Vec<_>>(),
        edited: &review::edited_places(&run_record.corrections),
        remembered: remembered_by(run_record),
    };
    view.forms = run_record.forms.iter().map(|form| showing.form(form)).collect();
    let readings = Readings::of(run_record, &issues);
    let issue_views = issues.iter().map(|issue| IssueView {
        standing: again.standing(issue),
        ..issue_view(issue, &run_record.forms, &readings)
    });
    view.issues = issue_views.collect();
    view.pages = run_record
        .pages
        .iter()
        .map(|page| page_view(page, &run_record.findings))
        .collect();
    view.run = Some(run_view(&run_record.run, &run_record.attempts));
    view.classification = classified::classification(run_record, as_read, pack);
    view.findings = classified::findings(run_record, as_read, pack);
    view.marking = pack.and_then(|pack| classified::highest(run_record, pack));
    view.verification = run_record.verifications.iter().map(verification_view).collect();
    view.decision = run_record.decision.as_ref().map(decision_view);
    view.attempts = run_record
        .attempts
        .iter()
        .map(|attempt| attempt_view(attempt, &run_record.forms))
        .collect();
}

fn facts(document: &Document, run_record: Option<&RunRecord>, pack: Option<&Pack>) -> DocumentFacts {
    DocumentFacts {
        id: document.id.to_string(),
        path: document.path.clone(),
        sha256: document.sha256.clone(),
        media_type: document.media_type.clone(),
        bytes: document.bytes as f64,
        pack: document.pack.clone(),
        pack_version: run_record.map(|run_record| run_record.run.pack_version.clone()),
        mode: pack.map(|pack| mode(pack.mode).to_owned()),
        expected_year: document.expected_year,
        received_at: document.received_at.to_string(),
        outcome: document.outcome.map(|outcome| outcome.to_string()),
        outcome_message: document.outcome_message.clone(),
    }
}

fn page_view(page: &PageSummary, findings: &[PageFinding]) -> PageView {
    let latest = findings.iter().rfind(|finding| finding.page == page.number);
    PageView {
        number: page.number,
        width: f64::from(page.width),
        height: f64::from(page.height),
        text_source: format!("{:?}", page.text_source).to_lowercase(),
        label: latest
            .and_then(|finding| finding.candidates.first())
            .map(|best| best.label.clone()),
        fault: page.fault.as_ref().map(|fault| fault.message.clone()),
    }
}

fn run_view(run: &Run, attempts: &[GradedAttempt]) -> RunView {
    let nothing = Usage::default();
    let usage = attempts
        .iter()
        .fold(nothing, |sum, graded| sum.plus(&graded.attempt.usage));
    RunView {
        id: run.id.to_string(),
        stage: run.stage.as_str().to_owned(),
        state: run.state.as_str().to_owned(),
        pack: run.pack.clone(),
        engine: run.settings.engine.to_string(),
        queued_at: run.queued_at.to_string(),
        started_at: run.started_at.map(|at| at.to_string()),
        ended_at: run.ended_at.map(|at| at.to_string()),
        interruptions: run.interruptions,
        failure: run.failure.clone(),
        usage: usage_view(&usage),
    }
}

pub(super) fn usage_view(usage: &Usage) -> UsageView {
    UsageView {
        calls: usage.calls as f64,
        input_tokens: usage.input_tokens as f64,
        output_tokens: usage.output_tokens as f64,
        cached_tokens: usage.cached_tokens as f64,
        cost_usd: usage.cost_usd,
        seconds: usage.seconds,
    }
}

fn issue_view(issue: &Issue, forms: &[Form], readings: &Readings<'_>) -> IssueView {
    let body = &issue.body;
    let place = place_of(&body.subject);
    let number = place.map(|(number, _)| number).or_else(|| whole_form(&body.subject));
    let form = number.and_then(|number| forms.iter().find(|form| form.number == number));
    IssueView {
        id: issue.id.clone(),
        code: body.code.clone(),
        severity: match body.severity {
            Severity::Blocker => SeverityName::Blocker,
            Severity::Major => SeverityName::Major,
            Severity::Minor => SeverityName::Minor,
        },
        subject: body.subject.clone(),
        raised_by: body.raised_by.as_str().to_owned(),
        message: body.message.clone(),
        expected: body.expected.as_deref().and_then(row_in_words),
        actual: body.actual.as_deref().and_then(row_in_words),
        suggestion: body.suggestion.clone(),
        auto_fixable: body.auto_fixable,
        form: form.map(|form| form.id.to_string()),
        path: place.map(|(_, path)| path.to_owned()),
        evidence: body.evidence.iter().map(evidence).collect(),
        choice: readings.choice(issue),
        kinds: readings.kinds(issue),
        standing: IssueStanding::Open,
    }
}

fn verification_view(from: &Verification) -> VerificationView {
    VerificationView {
        pass: from.pass,
        decision: from.decision.as_str().to_owned(),
        quality_score: from.quality_score,
        issue_ids: from.issue_ids.clone(),
        fixes: from
            .fixes
            .iter()
            .map(|fix| FixView {
                path: fix.path.clone(),
                before: value::print(&fix.before),
                after: value::print(&fix.after),
            })
            .collect(),
    }
}

fn decision_view(from: &Decision) -> DecisionView {
    let explanation = match (from.rule, from.outcome) {
        (1, _) => "A blocker was found, so review is required.",
        (2, _) => "Three or more major issues were found, so review is required.",
        (3 | 4, _) => "A major issue cannot be repaired mechanically, so review is required.",
        (5, Decided::EscalateToSme) => "The repairs did not resolve the issues, so review is required.",
        (5, _) => "The issues can be repaired mechanically.",
        (6, _) => "Only minor issues were found.",
        (7, _) => "No issue was found.",
        _ => "Review is required.",
    };
    DecisionView {
        outcome: from.outcome.as_str().to_owned(),
        rule: from.rule,
        cause: from.cause.as_str().to_owned(),
        explanation: explanation.to_owned(),
        reasons: from.reasons.clone(),
    }
}

fn attempt_view(from: &GradedAttempt, forms: &[Form]) -> AttemptView {
    let (attempt, grade) = (&from.attempt, from.grade.as_ref());
    AttemptView {
        id: attempt.id.to_string(),
        form: forms
            .iter()
            .find(|form| Some(form.number) == attempt.form)
            .map(|form| form.id.to_string()),
        form_number: attempt.form,
        role: attempt.role.clone(),
        number: attempt.number,
        engine: attempt.engine.to_string(),
        state: match attempt.state {
            AttemptState::Started => AttemptStateName::Started,
            AttemptState::Done => AttemptStateName::Done,
            AttemptState::Failed => AttemptStateName::Failed,
            AttemptState::Interrupted => AttemptStateName::Interrupted,
        },
        label: grade.map(|grade| grade.label.clone()),
        score: grade.map(|grade| grade.score),
        pass: grade.map(|grade| grade.pass),
        confidence: grade.map(|grade| grade.confidence),
        result_score: attempt.score,
        best: attempt.best,
        summary: attempt.summary.clone(),
        failure_reasons: grade.map(|grade| grade.failure_reasons.clone()).unwrap_or_default(),
        feedback: grade
            .map(|grade| grade.feedback.clone())
            .filter(|text| !text.is_empty()),
        reasoning: grade
            .map(|grade| grade.reasoning.clone())
            .filter(|text| !text.is_empty()),
        usage: usage_view(&attempt.usage),
        started_at: attempt.started_at.to_string(),
        ended_at: attempt.ended_at.map(|at| at.to_string()),
    }
}
