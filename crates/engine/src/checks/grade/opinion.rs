//! Merges a judge's opinion into the rules' grade. The judge decides the pass and the feedback; score, field results
//! and every issue of the rules stay, and a blank form or one of another year fails whatever the judge says.

use super::{FAILED_CONFIDENCE, GradeInput, Reason, Sheet, feedback};
use touchstone_core::record::{Doubt, Grade, NewIssue, Opinion, RaisedBy, Severity};

/// The grade of the rules merged with the opinion. Without an opinion, the rules' grade applies, with an issue that
/// gives the reason.
pub fn with_opinion(input: &GradeInput, rules: Grade, opinion: &Result<Opinion, String>) -> Grade {
    let sheet = Sheet::of(input);
    let opinion = match opinion {
        Ok(opinion) => opinion,
        Err(why) => return unheard(&sheet, rules, why),
    };
    let pass = opinion.pass && !sheet.blank && sheet.wrong_year.is_none();
    let mut grade = rules;
    grade.issues.retain(|issue| issue.code != "failed_grade");
    grade
        .issues
        .extend(opinion.doubts.iter().map(|doubt| issue(&sheet, doubt)));
    let own = input.extraction.confidence;
    if pass {
        grade.confidence = own;
        grade.feedback = String::new();
    } else {
        let doubts: Vec<Reason> = opinion.doubts.iter().map(|doubt| described(&sheet, doubt)).collect();
        grade.confidence = own.min(FAILED_CONFIDENCE);
        grade.feedback = feedback::written(&sheet, &doubts, &opinion.feedback);
        let doubts = doubts.into_iter().map(|doubt| doubt.text);
        grade.failure_reasons = doubts.chain(grade.failure_reasons).collect();
        grade.issues.push(sheet.failed());
    }
    if !opinion.reasoning.is_empty() {
        grade.reasoning = format!("{}. {}", grade.reasoning, opinion.reasoning);
    }
    Grade { pass, ..grade }
}

fn unheard(sheet: &Sheet, mut rules: Grade, why: &str) -> Grade {
    let message = format!("the model's grade is missing, so the rules decided: {why}");
    rules
        .issues
        .push(sheet.issue("parse_error", Severity::Major, "", message));
    rules
}

/// A model's doubt sends a form to a person, at most as MAJOR; a BLOCKER requires deterministic proof.
fn issue(sheet: &Sheet, doubt: &Doubt) -> NewIssue {
    let severity = doubt.severity.max(Severity::Major);
    let issue = NewIssue::new(
        RaisedBy::Grader,
        "doubted",
        severity,
        sheet.path(&doubt.field),
        &doubt.what,
    );
    let name = doubt.field.split(['.', '[']).next().unwrap_or_default();
    let field = sheet.input.extraction.fields.get(name);
    issue.evidence(field.map(|field| field.evidence.clone()).unwrap_or_default())
}

fn described(sheet: &Sheet, doubt: &Doubt) -> Reason {
    if doubt.field.is_empty() {
        return Reason::of_form(&doubt.what);
    }
    let text = format!("{}: {}", sheet.template.described(&doubt.field), doubt.what);
    Reason::of_field(&doubt.field, text)
}

#[cfg(test)]
mod tests;
