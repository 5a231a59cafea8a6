//! The grader's rules one by one, on the W-2 of the checks' tests.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::*;
use crate::checks::case::{Case, fields};
use indexmap::IndexMap;
use serde_json::json;
use touchstone_core::record::{Candidate, Evidence, Usage};
use touchstone_intake::Region;

fn extraction() -> Extraction {
    Extraction {
        label: "W-2".to_owned(),
        proposed_label: None,
        confidence: 0.95,
        alternatives: vec![Candidate {
            label: "1099-NEC".to_owned(),
            confidence: 0.2,
        }],
        fields: fields(),
        signals: std::collections::BTreeMap::new(),
        remembered: std::collections::BTreeMap::new(),
        issues: Vec::new(),
        rationale: String::new(),
        summary: String::new(),
        usage: Usage::default(),
    }
}

struct Graded {
    grade: Grade,
    score: f64,
}

fn graded(expected_year: Option<i32>, number: u32, change: impl FnOnce(&mut Extraction)) -> Graded {
    let case = Case::sound();
    let mut extraction = extraction();
    change(&mut extraction);
    let input = GradeInput {
        pack: &case.pack,
        attempt_id: AttemptId::fresh(),
        form: 1,
        number,
        extraction: &extraction,
        expected_year,
    };
    let grade = grade(&input);
    Graded {
        score: result_score(&input, &grade),
        grade,
    }
}

fn set(extraction: &mut Extraction, name: &str, value: Value) {
    let mut field = Field::missing();
    field.value = value;
    extraction.fields.insert(name.to_owned(), field);
}

/// `pass label score confidence`, then the issues.
#[track_caller]
fn check(year: Option<i32>, change: impl FnOnce(&mut Extraction), expected: &str, issues: &[&str]) {
    let Grade {
        pass,
        label,
        score,
        confidence,
        issues: found,
        ..
    } = graded(year, 1, change).grade;
    let word = if pass { "pass" } else { "fail" };
    assert_eq!(format!("{word} {label} {score:.0} {confidence:.2}"), expected);
    let found: Vec<String> = found
        .iter()
        .map(|issue| format!("{} {} {}", issue.code, issue.severity.as_str(), issue.subject))
        .collect();
    assert_eq!(found, issues);
}

#[test]
fn a_sound_form_passes_without_a_word() {
    check(Some(2024), |_| {}, "pass W-2 99 0.95", &[]);
    check(None, |_| {}, "pass W-2 99 0.95", &[]);
    let sound = graded(Some(2024), 1, |_| {});
    assert_eq!(
        (sound.grade.failure_reasons.len(), sound.grade.feedback.as_str()),
        (0, "")
    );
    // 0.3 x 0.95 + 0.4 + 0.2 x 12/26 + 0.1 + 0.1
    assert!(
        (sound.score - (0.285 + 0.4 + 0.2 * 12.0 / 26.0 + 0.1 + 0.1)).abs() < 1e-9,
        "{}",
        sound.score
    );
}

#[test]
fn missing_and_invalid_fields() {
    check(
        None,
        |e| set(e, "employer_name", json!(null)),
        "pass W-2 90 0.95",
        &["missing_field MAJOR forms[0].employer_name"],
    );
    let empty_box = Evidence {
        page: 1,
        reading: 1,
        words: (0, 0),
        regions: vec![Region {
            page: 1,
            x: 1.0,
            y: 1.0,
            width: 9.0,
            height: 9.0,
        }],
        quote: String::new(),
        anchors: Vec::new(),
    };
    check(
        None,
        |e| {
            set(e, "employer_name", json!(null));
            e.fields["employer_name"].evidence.push(empty_box.clone());
        },
        "pass W-2 90 0.95",
        &["missing_field MINOR forms[0].employer_name"],
    );
    // A number that is required to file the form.
    check(
        None,
        |e| {
            set(e, "employer_ein", json!(null));
            e.fields["employer_ein"].evidence.push(empty_box.clone());
        },
        "pass W-2 90 0.95",
        &["left_empty MAJOR forms[0].employer_ein"],
    );
    check(
        None,
        |e| set(e, "wages_tips", json!("$-")),
        "pass W-2 90 0.95",
        &["parse_error MAJOR forms[0].wages_tips"],
    );
    check(
        None,
        |e| set(e, "allocated_tips", json!("12,34")),
        "pass W-2 97 0.95",
        &["parse_error MAJOR forms[0].allocated_tips"],
    );
    check(
        None,
        |e| set(e, "box_12", json!([{ "code": "ZZZ", "amount": "1.00" }])),
        "pass W-2 96 0.95",
        &["parse_error MAJOR forms[0].box_12"],
    );
    check(
        None,
        |e| set(e, "employee_ssn", json!("900-12-3456")),
        "pass W-2 99 0.95",
        &["doubtful_number MINOR forms[0].employee_ssn"],
    );
}

#[test]
fn too_little_fails_and_says_what_is_missing() {
    let only_wages = |e: &mut Extraction| {
        let kept = e.fields.shift_remove("wages_tips").unwrap();
        e.fields = IndexMap::from([("wages_tips".to_owned(), kept)]);
    };
    let grade = graded(None, 1, only_wages).grade;
    assert!(!grade.pass && grade.score < 70.0, "{}", grade.score);
    assert!(
        grade
            .failure_reasons
            .contains(&"only 1 of at least 4 fields were found".to_owned())
    );
    insta::assert_snapshot!(grade.feedback, @r"
    What was wrong:
    - `employee_ssn`: missing Employee SSN (Box a)
    - `employer_ein`: missing Employer EIN (Box b)
    - `employer_name`: missing Employer name (Box c)
    - `federal_tax_withheld`: missing Federal income tax withheld (Box 2)
    - `tax_year`: missing Tax year (Top right corner)
    - only 1 of at least 4 fields were found
    Look again in each of these boxes, and consider whether this is another form: 1099-NEC (0.20).
    ");
    let last = graded(None, 2, only_wages).grade.feedback;
    assert!(
        last.ends_with(
            "Last attempt: look for `employee_ssn`, Employee SSN (Box a); `employer_ein`, Employer EIN (Box b); \
         `employer_name`, Employer name (Box c); `wages_tips`, Wages, tips, other compensation (Box 1); \
         `federal_tax_withheld`, Federal income tax withheld (Box 2); `tax_year`, Tax year (Top right corner) only. \
         If they stay unclear, report OTHER with low confidence."
        ),
        "{last}"
    );
    // The faults of the last attempt are for a person: no attempt follows it.
    let over = graded(None, 3, only_wages).grade.feedback;
    assert!(
        over.starts_with("What was wrong:") && !over.contains("ttempt"),
        "{over}"
    );
}

#[test]
fn a_blank_form_is_other_whatever_was_tried() {
    let blank = |e: &mut Extraction| {
        for (name, field) in &mut e.fields {
            if name != "tax_year" {
                field.value = json!(null);
            }
        }
        set(e, "retirement_plan", json!(false));
        set(e, "allocated_tips", json!("0.00"));
    };
    let grade = graded(None, 1, blank).grade;
    assert_eq!(
        (grade.pass, grade.label.as_str(), grade.confidence),
        (false, "OTHER", 0.5)
    );
    assert_eq!(
        (grade.issues[0].code.as_str(), grade.issues[0].severity),
        ("blank", Severity::Blocker)
    );
    assert!(grade.failure_reasons[0].contains("blank"));
}

#[test]
fn years() {
    let issue = "wrong_year BLOCKER forms[0].tax_year";
    check(Some(2023), |_| {}, "pass W-2 89 0.95", &[issue]);
    let wrong = graded(Some(2023), 1, |_| {}).grade;
    assert_eq!((wrong.failure_reasons.len(), wrong.issues[0].evidence.len()), (1, 1));
    assert_eq!(
        (wrong.issues[0].expected.as_deref(), wrong.issues[0].actual.as_deref()),
        (Some("2023"), Some("2024"))
    );
    check(
        Some(2024),
        |e| set(e, "tax_year", json!(null)),
        "pass W-2 90 0.95",
        &["missing_field MAJOR forms[0].tax_year"],
    );
    let other = |e: &mut Extraction| {
        e.label = "OTHER".to_owned();
        e.fields.clear();
        set(e, "document_title", json!("Letter"));
    };
    check(
        Some(2024),
        other,
        "pass OTHER 99 0.95",
        &["missing_field MAJOR forms[0].tax_year"],
    );
    check(None, other, "pass OTHER 99 0.95", &[]);
}

#[test]
fn confidence_and_arithmetic() {
    check(
        None,
        |e| e.confidence = 0.7,
        "fail W-2 94 0.50",
        &["low_confidence MAJOR forms[0]", "failed_grade MAJOR forms[0]"],
    );
    check(
        None,
        |e| e.fields["wages_tips"].confidence = 0.4,
        "pass W-2 99 0.95",
        &["low_confidence MAJOR forms[0].wages_tips"],
    );
    let wrong_sum = |e: &mut Extraction| set(e, "ss_tax_withheld", json!("1.00"));
    check(None, wrong_sum, "pass W-2 99 0.95", &[]);
    let grade = graded(None, 1, wrong_sum);
    assert_eq!(
        grade.grade.failure_reasons,
        [
            "Social security tax withheld (Box 4) should be 6.2 % of Social security wages (Box 3) \
          (expected 1513.42, found 1.00)"
        ]
    );
    assert!(grade.score < graded(None, 1, |_| {}).score);
}

#[test]
fn blockers_cost_a_fifth() {
    let (right, wrong) = (graded(Some(2024), 1, |_| {}).score, graded(Some(2023), 1, |_| {}).score);
    assert!((right - wrong - 0.2).abs() < 1e-9, "{right} {wrong}");
}

#[test]
fn at_most_ten_faults_are_listed() {
    let grade = graded(Some(2023), 1, |e| {
        e.confidence = 0.3;
        for name in [
            "employee_ssn",
            "employer_ein",
            "wages_tips",
            "federal_tax_withheld",
            "ss_wages",
            "ss_tips",
        ] {
            set(e, name, json!("?"));
        }
        for name in [
            "allocated_tips",
            "dependent_care_benefits",
            "nonqualified_plans",
            "medicare_wages",
            "employer_name",
        ] {
            set(e, name, json!(if name == "employer_name" { "" } else { "?" }));
        }
    });
    let listed = grade
        .grade
        .feedback
        .lines()
        .filter(|line| line.starts_with("- "))
        .count();
    assert_eq!(listed, 10);
    let first = grade.grade.feedback.lines().nth(1).unwrap();
    assert!(first.contains("tax year 2024, but 2023"), "{first}");
}

/// Wrong optional boxes drag an attempt below the pass mark; without them the critical ones are enough.
#[test]
fn the_last_attempt_passes_on_its_critical_fields_where_the_others_fail() {
    let misread = |e: &mut Extraction| {
        e.confidence = 0.8;
        set(e, "employer_name", json!(null));
        set(e, "employer_ein", json!(null));
        for name in [
            "ss_wages",
            "ss_tax_withheld",
            "medicare_wages",
            "medicare_tax_withheld",
            "ss_tips",
            "allocated_tips",
        ] {
            set(e, name, json!("1O,0"));
        }
        for name in [
            "dependent_care_benefits",
            "nonqualified_plans",
            "box_12",
            "retirement_plan",
        ] {
            set(e, name, json!("?"));
        }
    };
    let first = graded(None, 1, misread).grade;
    assert!(!first.pass && first.score < 70.0, "{}", first.score);
    let last = graded(None, 3, |e| {
        misread(e);
        let pack = Case::sound().pack;
        for spec in pack.template_for("W-2").fields.iter().filter(|spec| !spec.critical) {
            set(e, &spec.name, json!(null));
        }
    })
    .grade;
    assert!(
        last.pass && last.score > first.score,
        "{} after {}",
        last.score,
        first.score
    );
    // Missing fields are still reported, so nothing is accepted on half a form.
    assert!(last.issues.iter().filter(|issue| issue.code == "missing_field").count() == 2);
}

/// Each part of the score separately (seed 000), and of the result's score (seed 004).
#[test]
fn the_parts_of_the_scores() {
    let all = graded(None, 1, |_| {}).grade.score;
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} is not {b}");
    close(all, 40.0 + 30.0 + 20.0 * 0.95 + 10.0);
    // One of six required fields is missing: a sixth of the 40 and its share of the 30.
    let missing = graded(None, 1, |e| set(e, "employer_name", json!(null))).grade;
    let results = missing.field_results.len() as f64;
    close(
        missing.score,
        40.0 * 5.0 / 6.0 + 30.0 * (results - 1.0) / results + 19.0 + 10.0,
    );
    close(graded(None, 1, |e| e.confidence = 0.85).grade.score, all - 2.0);
    close(graded(Some(2023), 1, |_| {}).grade.score, all - 10.0);
    let (sound, unsure) = (graded(None, 1, |_| {}), graded(None, 1, |e| e.confidence = 0.85));
    close(sound.score - unsure.score, 0.3 * 0.1);
    let inconsistent = graded(None, 1, |e| set(e, "ss_tax_withheld", json!("1.00")));
    assert!(sound.score > inconsistent.score && sound.score - inconsistent.score < 0.1 + 1e-9);
    let failed = graded(None, 1, |e| e.confidence = 0.7);
    close(sound.score - failed.score, 0.3 * (0.95 - 0.5) + 0.1);
    let without = graded(None, 1, |e| set(e, "control_number", json!("A 17")));
    close(without.score - sound.score, 0.2 / 26.0);
}
