#![allow(clippy::unwrap_used)]
use super::*;
use crate::checks::case::{Case, fields};
use serde_json::json;
use std::collections::BTreeMap;
use touchstone_core::record::{AttemptId, Extraction, Field, Usage};

/// The changed W-2 of the checks' tests: its grade by the rules, and the grade merged with an opinion.
fn joined(change: impl FnOnce(&mut Extraction), opinion: &Result<Opinion, String>) -> (Grade, Grade) {
    let case = Case::sound();
    let mut extraction = Extraction {
        label: "W-2".to_owned(),
        proposed_label: None,
        confidence: 0.95,
        alternatives: Vec::new(),
        fields: fields(),
        signals: BTreeMap::new(),
        remembered: BTreeMap::new(),
        issues: Vec::new(),
        rationale: String::new(),
        summary: String::new(),
        usage: Usage::default(),
    };
    change(&mut extraction);
    let input = GradeInput {
        pack: &case.pack,
        attempt_id: AttemptId::fresh(),
        form: 1,
        number: 1,
        extraction: &extraction,
        expected_year: Some(2024),
    };
    let rules = crate::checks::grade::grade(&input);
    let grade = with_opinion(&input, rules.clone(), opinion);
    (rules, grade)
}

#[expect(clippy::unnecessary_wraps, reason = "a judge may also have none")]
fn opinion(pass: bool, doubts: &[(&str, Severity)]) -> Result<Opinion, String> {
    let doubt = |(field, severity): &(&str, Severity)| Doubt {
        field: (*field).to_owned(),
        severity: *severity,
        what: "the box says something else".to_owned(),
    };
    Ok(Opinion {
        pass,
        doubts: doubts.iter().map(doubt).collect(),
        feedback: if pass { String::new() } else { "Look there.".to_owned() },
        reasoning: "seen".to_owned(),
    })
}

fn codes(grade: &Grade) -> Vec<String> {
    let issues = grade.issues.iter();
    let line = |issue: &NewIssue| format!("{} {} {}", issue.code, issue.severity.as_str(), issue.subject);
    issues.map(line).collect()
}

fn unsure(extraction: &mut Extraction) {
    extraction.confidence = 0.4;
    extraction.fields.insert("wages_tips".to_owned(), Field::missing());
    extraction.fields.insert("employee_ssn".to_owned(), Field::missing());
    extraction.fields.insert("employer_ein".to_owned(), Field::missing());
}

fn blank(extraction: &mut Extraction) {
    extraction
        .fields
        .values_mut()
        .for_each(|field| *field = Field::missing());
}

fn of_2019(extraction: &mut Extraction) {
    extraction.fields.get_mut("tax_year").unwrap().value = json!(2019);
}

#[test]
fn the_judge_decides_and_the_rules_stay() {
    let (rules, grade) = joined(|_| {}, &opinion(false, &[("wages_tips", Severity::Blocker)]));
    assert!(rules.pass && !grade.pass);
    assert_eq!((grade.score, grade.confidence), (rules.score, 0.5));
    assert_eq!(grade.field_results, rules.field_results);
    let expected = ["doubted MAJOR forms[0].wages_tips", "failed_grade MAJOR forms[0]"];
    assert_eq!(codes(&grade), expected, "a doubt is no proof");
    assert!(grade.feedback.contains("Box 1") && grade.feedback.contains("Look there."));

    let (rules, grade) = joined(unsure, &opinion(true, &[("", Severity::Minor)]));
    assert!(!rules.pass && grade.pass && grade.feedback.is_empty());
    let left: Vec<String> = codes(&rules)
        .into_iter()
        .filter(|code| !code.starts_with("failed_grade"))
        .collect();
    assert_eq!(codes(&grade)[..left.len()], left, "a pass hides nothing");
    assert_eq!(codes(&grade)[left.len()..], ["doubted MINOR forms[0]"]);
}

#[test]
fn what_the_rules_block_no_judge_lets_pass() {
    for (name, change, code) in [
        ("blank", blank as fn(&mut Extraction), "blank BLOCKER forms[0]"),
        ("wrong year", of_2019, "wrong_year BLOCKER forms[0].tax_year"),
    ] {
        let (_, grade) = joined(change, &opinion(true, &[]));
        assert!(!grade.pass && grade.confidence <= 0.5, "{name}");
        assert!(
            codes(&grade).iter().any(|found| found == code),
            "{name}: {:?}",
            codes(&grade)
        );
        assert!(!grade.feedback.is_empty(), "{name}");
    }
}

#[test]
fn without_an_opinion_the_rules_stand_and_a_person_looks() {
    let (rules, grade) = joined(|_| {}, &Err("it cannot be read".to_owned()));
    assert_eq!((grade.pass, &grade.feedback), (rules.pass, &rules.feedback));
    assert_eq!(codes(&grade), ["parse_error MAJOR forms[0]"]);
}
