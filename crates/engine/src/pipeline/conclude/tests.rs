use super::*;
use std::collections::BTreeMap;
use touchstone_core::record::{AttemptId, Extraction, Grade, Usage};

fn segment(first_page: u32, last_page: u32, label: &str) -> Segment {
    Segment {
        first_page,
        last_page,
        page_count: last_page - first_page + 1,
        label: label.into(),
        types: Vec::new(),
    }
}

fn plan(number: u32, segment: u32) -> FormPlan {
    FormPlan {
        number,
        segment,
        candidates: Vec::new(),
        first_page: 1,
        last_page: 1,
        sheets: Vec::new(),
    }
}

fn graded(label: &str, confidence: f64, proposed: Option<&str>) -> Graded {
    let attempt_id = AttemptId::fresh();
    Graded {
        attempt_id,
        extraction: Extraction {
            label: label.into(),
            proposed_label: proposed.map(Into::into),
            confidence,
            alternatives: Vec::new(),
            fields: indexmap::IndexMap::new(),
            signals: BTreeMap::new(),
            remembered: BTreeMap::new(),
            issues: Vec::new(),
            rationale: format!("filled as {label}"),
            summary: String::new(),
            usage: Usage::default(),
        },
        grade: Grade {
            attempt_id,
            pass: true,
            score: 90.0,
            label: label.into(),
            confidence,
            field_results: BTreeMap::new(),
            failure_reasons: Vec::new(),
            feedback: String::new(),
            reasoning: String::new(),
            issues: Vec::new(),
        },
        score: 0.9,
        doubts: 0,
        unclear: false,
        repeats: false,
        holds: false,
    }
}

fn surveyed(segments: Vec<Segment>) -> Classification {
    let candidates = vec![
        Candidate {
            label: "W-2".into(),
            confidence: 0.97,
        },
        Candidate {
            label: "1099-INT".into(),
            confidence: 0.2,
        },
    ];
    Classification {
        attempt_id: AttemptId::fresh(),
        label: "W-2".into(),
        proposed_label: None,
        candidates,
        confidence: 0.97,
        rationale: "printed title".into(),
        number_of_segments: segments.len() as u32,
        segments,
        mixture: Vec::new(),
        vendor_signals: Vec::new(),
        marking: None,
        self_evaluation: None,
    }
}

const ORDER: [&str; 3] = ["W-2", "1099-INT", "OTHER"];

#[test]
fn a_blank_form_turns_the_document_into_the_fallback() {
    let (plan, graded) = (plan(1, 0), graded("OTHER", 0.4, Some("blank W-2")));
    let concluded = conclude(
        &surveyed(vec![segment(1, 1, "W-2")]),
        &[(&plan, Some(&graded))],
        &ORDER,
        "OTHER",
    );
    assert_eq!(
        (concluded.label.as_str(), concluded.proposed_label.as_deref()),
        ("OTHER", Some("blank W-2"))
    );
    assert_eq!(concluded.segments[0].label, "OTHER");
    assert!((concluded.confidence - 0.4).abs() < 1e-9);
    assert!(
        concluded
            .candidates
            .iter()
            .all(|candidate| candidate.confidence <= 0.4 + 1e-9)
    );
}

#[test]
fn the_largest_share_names_the_document_and_ties_go_by_pack_order() {
    let (one, two) = (plan(1, 0), plan(2, 1));
    let (w2, interest) = (graded("W-2", 0.9, None), graded("1099-INT", 0.8, None));
    let kept: [Kept<'_>; 2] = [(&one, Some(&interest)), (&two, Some(&w2))];
    let even = surveyed(vec![segment(1, 1, "1099-INT"), segment(2, 2, "W-2")]);
    assert_eq!(conclude(&even, &kept, &ORDER, "OTHER").label, "W-2");
    let uneven = surveyed(vec![segment(1, 3, "1099-INT"), segment(4, 4, "W-2")]);
    assert_eq!(conclude(&uneven, &kept, &ORDER, "OTHER").label, "1099-INT");
}

#[test]
fn a_filled_form_outweighs_a_blank_copy_in_its_segment() {
    let (one, two) = (plan(1, 0), plan(2, 0));
    let (blank, filled) = (graded("OTHER", 0.3, None), graded("W-2", 0.95, None));
    let kept: [Kept<'_>; 2] = [(&one, Some(&blank)), (&two, Some(&filled))];
    assert_eq!(
        conclude(&surveyed(vec![segment(1, 1, "W-2")]), &kept, &ORDER, "OTHER").label,
        "W-2"
    );
}

#[test]
fn a_form_whose_attempts_all_failed_leaves_the_survey_standing() {
    let plan = plan(1, 0);
    let survey = surveyed(vec![segment(1, 1, "W-2")]);
    let concluded = conclude(&survey, &[(&plan, None)], &ORDER, "OTHER");
    assert_eq!(concluded.segments, survey.segments);
}
