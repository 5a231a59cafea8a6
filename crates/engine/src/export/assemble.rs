//! Fills the result JSON from the records of one run. Pure. See `parts` for what it shares with settled truth.

use super::parts::{classification, evidence, form, marking, rounded, unit};
use super::result::{
    AttemptResult, ClassificationResult, DecisionResult, DocumentResult, EngineResult, ErrorResult, IssueResult, Line,
    PackResult, PageResult, RememberedResult, ResultJson, SCHEMA, UNFINISHED, UsageResult, VerificationResult,
    file_name,
};
use touchstone_core::record::{
    Attempt, AttemptState, Band, EngineId, Form, FormId, GradedAttempt, Issue, PageFinding, PageSummary, Remembered,
    RunRecord, RunState, Usage, Verification,
};
use touchstone_intake::{Outcome, TextSource};

impl ResultJson {
    /// The result of one run, finished or not: an interrupted run has an error and everything found so far.
    pub fn of(run_record: &RunRecord, line: Line<'_>) -> Self {
        let (run, document) = (&run_record.run, &run_record.document);
        let outcome = document.outcome.unwrap_or(match run.state {
            RunState::Failed => Outcome::Io,
            _ => Outcome::Cancelled,
        });
        Self {
            schema: SCHEMA.to_owned(),
            run_id: Some(run.id),
            document: DocumentResult {
                id: Some(document.id),
                path: document.path.clone(),
                file_name: document.file_name.clone(),
                sha256: Some(document.sha256.clone()),
                page_count: document.page_count,
                expected_year: run.settings.expected_year,
                case: document.case.clone(),
            },
            pack: PackResult {
                name: run.pack.clone(),
                version: Some(run.pack_version.clone()),
            },
            engine: engine(&run.settings.engine),
            outcome,
            error: error(run_record, outcome),
            classification: run_record.classification().map_or_else(
                || ClassificationResult::none(document.outcome_message.as_deref().unwrap_or_default()),
                |found| classification(found, line),
            ),
            pages: run_record
                .pages
                .iter()
                .map(|page| page_result(page, &run_record.findings, line))
                .collect(),
            forms: run_record.forms.iter().map(form).collect(),
            attempts: run_record
                .attempts
                .iter()
                .map(|attempt| attempt_result(attempt, &run_record.forms))
                .collect(),
            remembered: remembered(run_record),
            issues: issues(&run_record.issues),
            verification: run_record.verifications.iter().map(verification).collect(),
            decision: decision(run_record),
            usage: usage(&run_record.attempts),
        }
    }

    /// The result of an input that never became a document, such as a missing file. `message` is the reason.
    pub fn unreadable(path: &str, pack: &str, outcome: Outcome, message: &str) -> Self {
        Self {
            schema: SCHEMA.to_owned(),
            run_id: None,
            document: DocumentResult {
                id: None,
                path: path.to_owned(),
                file_name: file_name(path),
                sha256: None,
                page_count: None,
                expected_year: None,
                case: None,
            },
            pack: PackResult {
                name: pack.to_owned(),
                version: None,
            },
            engine: engine(&EngineId::local()),
            outcome,
            error: (!is_fine(outcome)).then(|| ErrorResult {
                code: outcome.to_string(),
                message: message.to_owned(),
            }),
            classification: ClassificationResult::none(message),
            pages: Vec::new(),
            forms: Vec::new(),
            attempts: Vec::new(),
            remembered: Vec::new(),
            issues: Vec::new(),
            verification: Vec::new(),
            decision: (outcome != Outcome::Cancelled).then(DecisionResult::undecided),
            usage: UsageResult::default(),
        }
    }

    /// Adds what was requested with an unreadable input, so that its result can be told apart from others.
    #[must_use]
    pub fn asked_for(mut self, expected_year: Option<i32>, case: Option<&str>) -> Self {
        self.document.expected_year = expected_year;
        self.document.case = case.map(str::to_owned);
        self
    }
}

impl ClassificationResult {
    /// No label, with the reason.
    fn none(rationale: &str) -> Self {
        Self {
            label: None,
            proposed_label: None,
            confidence: 0.0,
            band: Band::Low,
            candidates: Vec::new(),
            rationale: rationale.to_owned(),
            number_of_segments: 0,
            segments: Vec::new(),
            mixture: Vec::new(),
            vendor_signals: Vec::new(),
            marking: None,
            self_evaluation: None,
        }
    }
}

/// The run's decision; `None` while the run is unfinished, or if it never will be finished.
fn decision(run_record: &RunRecord) -> Option<DecisionResult> {
    match (&run_record.decision, run_record.run.state) {
        (Some(decision), _) => Some(DecisionResult {
            outcome: decision.outcome,
            rule: decision.rule,
            cause: decision.cause,
            reasons: decision.reasons.clone(),
        }),
        (None, RunState::Done | RunState::Failed) => Some(DecisionResult::undecided()),
        (None, RunState::Queued | RunState::Running | RunState::Cancelled) => None,
    }
}

/// Outcomes that are an answer rather than an error (exit status 0).
fn is_fine(outcome: Outcome) -> bool {
    outcome.is_readable() || outcome == Outcome::Empty
}

fn error(run_record: &RunRecord, outcome: Outcome) -> Option<ErrorResult> {
    let run = &run_record.run;
    let (code, message) = match run.state {
        // A file that cannot be read is undecided too until its run ends.
        RunState::Queued | RunState::Running => (
            UNFINISHED,
            Some(format!(
                "the run has not finished: its next stage is `{}`",
                run.stage.as_str()
            )),
        ),
        _ if run_record.document.outcome.is_some() && !is_fine(outcome) => {
            (outcome.as_str(), run_record.document.outcome_message.clone())
        }
        RunState::Done => return None,
        RunState::Failed => ("run_failed", run.failure.clone()),
        RunState::Cancelled => ("cancelled", run.failure.clone()),
    };
    Some(ErrorResult {
        code: code.to_owned(),
        message: message.unwrap_or_else(|| format!("the file could not be read: {code}")),
    })
}

fn engine(id: &EngineId) -> EngineResult {
    EngineResult {
        kind: id.kind,
        provider: id.provider.clone(),
        model: id.model.clone(),
    }
}

fn page_result(page: &PageSummary, findings: &[PageFinding], line: Line<'_>) -> PageResult {
    let looks: Vec<&PageFinding> = findings.iter().filter(|finding| finding.page == page.number).collect();
    let latest = looks.last();
    let best = latest.and_then(|look| look.candidates.first());
    let mut markings_found: Vec<String> = Vec::new();
    for mark in looks.iter().flat_map(|look| &look.markings_found) {
        if !markings_found.contains(mark) {
            markings_found.push(mark.clone());
        }
    }
    let rationale = match &page.fault {
        Some(fault) => format!("{}: {}", fault.outcome, fault.message),
        None => latest.map_or_else(|| unlooked(page.text_source), |look| look.rationale.clone()),
    };
    // The reason for asking for a better picture is kept even after the second look.
    let asked = looks.iter().rev().find(|look| !look.enhancements.is_empty());
    PageResult {
        number: page.number,
        label: best.map(|candidate| candidate.label.clone()),
        confidence: best.map_or(0.0, |candidate| unit(candidate.confidence)),
        text_source: page.text_source,
        marking: looks
            .iter()
            .rev()
            .find_map(|look| look.marking.as_ref())
            .map(|one| marking(one, line)),
        markings_found,
        rationale,
        enhance: latest.is_some_and(|look| look.enhance),
        enhancements: asked.map(|look| look.enhancements.clone()).unwrap_or_default(),
        absence: latest.and_then(|look| look.absence.clone()),
    }
}

/// Why a page has no finding.
fn unlooked(source: TextSource) -> String {
    match source {
        TextSource::Unread => "a picture of text that has not been read".to_owned(),
        TextSource::Doubted => "a text layer that may not match the characters shown".to_owned(),
        TextSource::None => "the page is blank".to_owned(),
        TextSource::Embedded | TextSource::Partly | TextSource::Ocr => String::new(),
    }
}

fn attempt_result(from: &GradedAttempt, forms: &[Form]) -> AttemptResult {
    let (attempt, grade) = (&from.attempt, from.grade.as_ref());
    AttemptResult {
        form: attempt.form.and_then(|number| form_id(forms, number)),
        number: attempt.number,
        engine: attempt.engine.to_string(),
        label: grade.map(|grade| grade.label.clone()),
        confidence: grade.map(|grade| unit(grade.confidence)),
        score: grade.map(|grade| rounded(grade.score, 2).clamp(0.0, 100.0)),
        result_score: attempt.score.map(|score| rounded(score, 4)),
        pass: grade.map(|grade| grade.pass),
        best: attempt.best,
        failure_reasons: grade.map_or_else(|| broken_off(attempt), |grade| grade.failure_reasons.clone()),
        feedback: grade.map(|grade| grade.feedback.clone()).unwrap_or_default(),
    }
}

/// Why an attempt has no grade.
fn broken_off(attempt: &Attempt) -> Vec<String> {
    match attempt.state {
        AttemptState::Started | AttemptState::Done => Vec::new(),
        AttemptState::Failed => vec![
            attempt
                .summary
                .clone()
                .unwrap_or_else(|| "the attempt failed".to_owned()),
        ],
        AttemptState::Interrupted => vec![
            attempt
                .summary
                .clone()
                .unwrap_or_else(|| "the program ended before it was finished".to_owned()),
        ],
    }
}

/// Maps the form number that attempts use to the id that readers of the result know.
fn form_id(forms: &[Form], number: u32) -> Option<FormId> {
    forms.iter().find(|form| form.number == number).map(|form| form.id)
}

fn remembered(run_record: &RunRecord) -> Vec<RememberedResult> {
    let known = run_record.surroundings.iter().flat_map(|known| &known.remembered);
    let result = |one: &Remembered| RememberedResult {
        path: format!("forms[{}].{}", one.form.saturating_sub(1), one.field),
        value: one.value.clone(),
        print: one.print,
        version: one.version,
        papers: one.papers,
        taken: one.taken,
    };
    known.map(result).collect()
}

fn issues(from: &[Issue]) -> Vec<IssueResult> {
    let mut sorted: Vec<&Issue> = from.iter().collect();
    sorted.sort_by(|a, b| (a.body.severity, &a.id).cmp(&(b.body.severity, &b.id)));
    sorted.into_iter().map(issue).collect()
}

fn issue(from: &Issue) -> IssueResult {
    let body = &from.body;
    IssueResult {
        id: from.id.clone(),
        raised_by: body.raised_by,
        code: body.code.clone(),
        guide_code: body.guide_code.clone(),
        severity: body.severity,
        message: body.message.clone(),
        expected: body.expected.clone(),
        actual: body.actual.clone(),
        subject: body.subject.clone(),
        auto_fixable: body.auto_fixable,
        suggestion: body.suggestion.clone(),
        evidence: evidence(&body.evidence),
    }
}

fn verification(from: &Verification) -> VerificationResult {
    VerificationResult {
        pass: from.pass,
        decision: from.decision,
        quality_score: unit(from.quality_score),
        fixes: from.fixes.clone(),
        issue_ids: from.issue_ids.clone(),
    }
}

fn usage(attempts: &[GradedAttempt]) -> UsageResult {
    let sum = attempts
        .iter()
        .fold(Usage::default(), |sum, graded| sum.plus(&graded.attempt.usage));
    UsageResult {
        calls: sum.calls,
        input_tokens: sum.input_tokens,
        output_tokens: sum.output_tokens,
        cost_usd: rounded(sum.cost_usd, 6),
        seconds: rounded(sum.seconds, 3),
    }
}

#[cfg(test)]
#[path = "assemble_tests.rs"]
mod tests;
