//! The grader's rules (seed 000) and the score that picks the best attempt (seed 004). Pure.
//!
//! An extractor reports a box as verifiably empty by giving the null field one piece of evidence with an empty quote,
//! an empty word range (`words.0 == words.1`) and the region of the box. A required box that is empty on the page is
//! a MINOR issue, one that was merely not found a MAJOR one.

mod feedback;
mod judged;
mod opinion;

use super::{form_path, is_fact};
use judged::{Judged, Verdict};
pub use opinion::with_opinion;
use serde_json::Value;
use touchstone_core::arithmetic::{CrossCheck, cross_checks, own_year};
use touchstone_core::pack::{Pack, Template};
use touchstone_core::record::{AttemptId, Extraction, Field, Form, Grade, NewIssue, RaisedBy, Severity};

/// One attempt to be graded.
#[derive(Debug, Clone, Copy)]
pub struct GradeInput<'a> {
    pub pack: &'a Pack,
    pub attempt_id: AttemptId,
    /// Number of the form in the document, from 1.
    pub form: u32,
    /// 1..=3; the feedback is for the next attempt.
    pub number: u32,
    pub extraction: &'a Extraction,
    pub expected_year: Option<i32>,
}

/// Max confidence of a failed attempt (seed 000).
const FAILED_CONFIDENCE: f64 = 0.5;
/// Values below this confidence go to a person.
const UNLIKELY: f64 = 0.5;

/// Grades one attempt.
pub fn grade(input: &GradeInput) -> Grade {
    let sheet = Sheet::of(input);
    let failure_reasons = sheet.failure_reasons();
    let score = sheet.score();
    let confident = sheet.is_confident();
    let pass = failure_reasons.is_empty() || score >= 70.0 && confident && !sheet.blank;
    let own = input.extraction.confidence;
    Grade {
        attempt_id: input.attempt_id,
        pass,
        score,
        label: if sheet.blank {
            input.pack.fallback.clone()
        } else {
            input.extraction.label.clone()
        },
        confidence: if pass { own } else { own.min(FAILED_CONFIDENCE) },
        field_results: sheet.judged.iter().filter_map(Judged::result).collect(),
        feedback: if pass {
            String::new()
        } else {
            feedback::feedback(&sheet)
        },
        reasoning: sheet.reasoning(pass, score),
        issues: sheet.issues(pass),
        failure_reasons,
    }
}

/// The score by which the best of several attempts is kept (seed 004): a pass and confidence raise it, BLOCKERs lower
/// it.
pub fn result_score(input: &GradeInput, grade: &Grade) -> f64 {
    let sheet = Sheet::of(input);
    let filled = sheet
        .judged
        .iter()
        .filter(|field| field.verdict != Verdict::Missing)
        .count();
    let completeness = filled as f64 / sheet.judged.len().max(1) as f64;
    let passed = sheet.cross.iter().filter(|check| check.passed).count();
    let consistency = if sheet.cross.is_empty() {
        1.0
    } else {
        passed as f64 / sheet.cross.len() as f64
    };
    let blockers = grade
        .issues
        .iter()
        .filter(|issue| issue.severity == Severity::Blocker)
        .count();
    0.3 * grade.confidence + 0.4 * sheet.required_ratio() + 0.2 * completeness + 0.1 * consistency
        - 0.2 * blockers as f64
        + if grade.pass { 0.1 } else { 0.0 }
}

/// Issues about the current content of a form, however it was read: it is blank, for another year, or lacks a number.
pub fn facts(pack: &Pack, form: &Form, expected_year: Option<i32>) -> Vec<NewIssue> {
    let extraction = Extraction::of(form);
    let input = GradeInput {
        pack,
        attempt_id: form.attempt_id,
        form: form.number,
        number: 1,
        extraction: &extraction,
        expected_year,
    };
    let sheet = Sheet::of(&input);
    sheet.issues(true).into_iter().filter(is_fact).collect()
}

/// Whether at least half of the required fields are filled and valid. Never true for the fallback, which requires
/// none.
pub fn holds(input: &GradeInput) -> bool {
    let sheet = Sheet::of(input);
    sheet.template.required().next().is_some() && 2 * sheet.required_filled() >= sheet.template.required().count()
}

/// A fault of an attempt, and the field it concerns; the field's name is shown to the model only.
pub(super) struct Reason {
    field: Option<String>,
    text: String,
}

impl Reason {
    fn of_form(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { field: None, text }
    }

    fn of_field(name: &str, text: String) -> Self {
        let field = Some(name.to_owned());
        Self { field, text }
    }

    /// Wording for the next attempt.
    fn describe(&self) -> String {
        match &self.field {
            Some(name) => format!("`{name}`: {}", self.text),
            None => self.text.clone(),
        }
    }
}

/// Everything the rules look at, computed once.
struct Sheet<'a> {
    input: &'a GradeInput<'a>,
    template: &'a Template,
    judged: Vec<Judged<'a>>,
    cross: Vec<CrossCheck>,
    blank: bool,
    /// The expected year and the year on the form, if they differ.
    wrong_year: Option<(i32, i32)>,
}

impl<'a> Sheet<'a> {
    fn of(input: &'a GradeInput<'a>) -> Self {
        let extraction = input.extraction;
        let template = input.pack.template_for(&extraction.label);
        let year = own_year(&extraction.fields);
        let wrong_year = input
            .expected_year
            .zip(year)
            .filter(|(expected, found)| expected != found);
        Self {
            input,
            template,
            judged: judged::judge(template, &extraction.fields),
            cross: cross_checks(input.pack, &extraction.label, &extraction.fields, input.expected_year),
            blank: is_blank(extraction),
            wrong_year,
        }
    }

    fn required_filled(&self) -> usize {
        let good = |field: &&Judged| field.spec.required && field.verdict == Verdict::Valid;
        self.judged.iter().filter(good).count()
    }

    /// Number of fields counted towards the minimum: the valid required ones, or all valid ones if none is required.
    fn counted(&self) -> usize {
        if self.template.required().next().is_some() {
            return self.required_filled();
        }
        self.judged
            .iter()
            .filter(|field| field.verdict == Verdict::Valid)
            .count()
    }

    /// Share of required fields that are filled and valid; without required fields, of the minimum.
    fn required_ratio(&self) -> f64 {
        match self.template.required().count() {
            0 => (self.counted() as f64 / self.template.min_fields.max(1) as f64).min(1.0),
            required => self.required_filled() as f64 / required as f64,
        }
    }

    fn is_confident(&self) -> bool {
        self.input.extraction.confidence >= self.template.confidence_threshold
    }

    /// 0..=100: 40 for required fields, 30 for formats, 20 for confidence, 10 if nothing is critical.
    fn score(&self) -> f64 {
        let results: Vec<bool> = self
            .judged
            .iter()
            .filter_map(Judged::result)
            .map(|(_, fault)| fault.is_none())
            .collect();
        let valid = results.iter().filter(|valid| **valid).count() as f64 / results.len().max(1) as f64;
        let critical = self.blank || self.wrong_year.is_some();
        let confidence = self.input.extraction.confidence.clamp(0.0, 1.0);
        40.0 * self.required_ratio() + 30.0 * valid + 20.0 * confidence + if critical { 0.0 } else { 10.0 }
    }

    /// Faults of the attempt, worst first.
    fn reasons(&self) -> Vec<Reason> {
        let mut reasons = Vec::new();
        if self.blank {
            reasons.push(Reason::of_form(
                "the document appears to be a blank form: no field is filled",
            ));
        }
        if let Some((expected, found)) = self.wrong_year {
            let text = format!("the document is for tax year {found}, but {expected} is needed");
            reasons.push(Reason::of_form(text));
        }
        let required = || self.judged.iter().filter(|field| field.spec.required);
        reasons.extend(required().filter_map(Judged::missing));
        reasons.extend(required().filter_map(Judged::invalid));
        let (counted, minimum) = (self.counted(), self.template.min_fields);
        if counted < minimum {
            let text = format!("only {counted} of at least {minimum} fields were found");
            reasons.push(Reason::of_form(text));
        }
        reasons.extend(self.cross.iter().filter(|check| !check.passed).map(|check| {
            let described = self.template.described(&check.field);
            // Most messages begin with the field they are about.
            let about = if check.message.starts_with(&described) {
                check.message.clone()
            } else {
                format!("{described}: {}", check.message)
            };
            let text = format!("{about} (expected {}, found {})", check.expected, check.actual);
            Reason::of_field(&check.field, text)
        }));
        if !self.is_confident() {
            let (own, wanted) = (self.input.extraction.confidence, self.template.confidence_threshold);
            reasons.push(Reason::of_form(format!(
                "confidence {:.0}% is below the threshold {:.0}%",
                own * 100.0,
                wanted * 100.0
            )));
        }
        reasons
    }

    /// The same, worded for a person.
    fn failure_reasons(&self) -> Vec<String> {
        self.reasons().into_iter().map(|reason| reason.text).collect()
    }

    fn path(&self, field: &str) -> String {
        form_path(self.input.form, field)
    }

    fn issue(&self, code: &str, severity: Severity, field: &str, message: impl Into<String>) -> NewIssue {
        NewIssue::new(RaisedBy::Grader, code, severity, self.path(field), message)
    }

    /// Issues for the arbiter. A pass hides none. V2 reports failed arithmetic.
    fn issues(&self, pass: bool) -> Vec<NewIssue> {
        let mut issues = Vec::new();
        if self.blank {
            let issue = self.issue("blank", Severity::Blocker, "", "the form is blank: no field is filled");
            issues.push(issue.suggestion("ask for the completed form"));
        }
        issues.extend(self.year_issue());
        for field in &self.judged {
            issues.extend(field.issue(&self.path(&field.spec.name)));
        }
        issues.extend(self.unlikely());
        if !self.is_confident() {
            let (own, wanted) = (self.input.extraction.confidence, self.template.confidence_threshold);
            let message = format!("the confidence in {} is too low to accept it", self.template.title);
            let issue = self.issue("low_confidence", Severity::Major, "", message);
            issues.push(issue.expected(format!("at least {wanted:.2}"), format!("{own:.2}")));
        }
        if !pass {
            issues.push(self.failed());
        }
        issues
    }

    /// Values more likely wrong than right, however confident the form is as a whole. A confidence of 0 means none
    /// was given.
    fn unlikely(&self) -> Vec<NewIssue> {
        let unlikely = |judged: &Judged| {
            let field = judged.field?;
            let confidences = field
                .cells
                .values()
                .map(|cell| cell.confidence)
                .chain([field.confidence]);
            let least = confidences.filter(|confidence| *confidence > 0.0).fold(1.0, f64::min);
            if judged.verdict != Verdict::Valid || least >= UNLIKELY {
                return None;
            }
            let message = format!("{} is more likely wrong than right", judged.spec.described());
            let issue = self.issue("low_confidence", Severity::Major, &judged.spec.name, message);
            let issue = issue.expected(format!("at least {UNLIKELY:.2}"), format!("{least:.2}"));
            Some(issue.evidence(field.evidence.clone()))
        };
        self.judged.iter().filter_map(unlikely).collect()
    }

    fn failed(&self) -> NewIssue {
        let message = "the best attempt did not pass grading";
        self.issue("failed_grade", Severity::Major, "", message)
    }

    fn year_issue(&self) -> Option<NewIssue> {
        let expected = self.input.expected_year?;
        if let Some((expected, found)) = self.wrong_year {
            let message = format!("the document is for tax year {found}, but {expected} is needed");
            let evidence = self
                .input
                .extraction
                .fields
                .get("tax_year")
                .map(|field| field.evidence.clone());
            let issue = self
                .issue("wrong_year", Severity::Blocker, "tax_year", message)
                .expected(expected, found);
            return Some(issue.evidence(evidence.unwrap_or_default()));
        }
        // A missing required year has its own issue.
        let required = self.template.field("tax_year").is_some_and(|field| field.required);
        let unknown = own_year(&self.input.extraction.fields).is_none();
        (unknown && !required).then(|| {
            let message = "the tax year could not be determined";
            self.issue("missing_field", Severity::Major, "tax_year", message)
                .expected(expected, "unknown")
        })
    }

    fn reasoning(&self, pass: bool, score: f64) -> String {
        let required = self.template.required().count();
        format!(
            "{} as {}: score {score:.0}, {} of {required} required fields, {} of {} fields, {} of {} cross-checks",
            if pass { "passed" } else { "failed" },
            self.template.label,
            self.required_filled(),
            self.judged
                .iter()
                .filter(|field| field.verdict == Verdict::Valid)
                .count(),
            self.judged.len(),
            self.cross.iter().filter(|check| check.passed).count(),
            self.cross.len(),
        )
    }
}

/// Whether nothing is filled, except perhaps the year. An unticked check box or a printed zero does not
/// count.
fn is_blank(extraction: &Extraction) -> bool {
    let others = extraction.fields.iter().filter(|(name, _)| *name != "tax_year");
    others.map(|(_, field): (_, &Field)| &field.value).all(is_empty_value)
}

fn is_empty_value(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Bool(true) => false,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.trim().is_empty() || matches!(text.as_str(), "0" | "0.00"),
        Value::Array(items) => items.iter().all(is_empty_value),
        Value::Object(parts) => parts.values().all(is_empty_value),
    }
}

#[cfg(test)]
mod tests;
