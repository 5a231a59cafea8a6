#![allow(clippy::unwrap_used)]

use super::*;
use crate::checks::Readings;
use std::path::Path;
use touchstone_core::pack::Pack;
use touchstone_core::record::{
    AttemptId, Document, DocumentId, DocumentState, Evidence, Presence, RaisedBy, Segment, TypeShare, now,
};
use touchstone_intake::{Outcome, Reading};

fn document() -> Document {
    Document {
        id: DocumentId::fresh(),
        sha256: "ab".repeat(32),
        file_name: "a.pdf".into(),
        path: "/a.pdf".into(),
        media_type: "application/pdf".into(),
        bytes: 1,
        page_count: Some(2),
        pack: "tax".into(),
        expected_year: None,
        case: None,
        received_at: now(),
        state: DocumentState::Active,
        outcome: Some(Outcome::Ok),
        outcome_message: None,
    }
}

/// A sound classification of two pages, whose label is supported by the one word of page 1.
fn classification() -> Classification {
    let evidence = Evidence {
        page: 1,
        reading: 1,
        words: (0, 1),
        regions: vec![reading().words[0].region],
        quote: "LETTER".into(),
        anchors: vec![],
    };
    let share = TypeShare {
        label: "OTHER".into(),
        presence: Presence::Primary,
        confidence: 0.95,
        share: 1.0,
        evidence: vec![evidence],
    };
    Classification {
        attempt_id: AttemptId::fresh(),
        label: "OTHER".into(),
        proposed_label: Some("letter".into()),
        candidates: vec![],
        confidence: 0.95,
        rationale: String::new(),
        number_of_segments: 1,
        segments: vec![Segment {
            first_page: 1,
            last_page: 2,
            page_count: 2,
            label: "OTHER".into(),
            types: vec![share],
        }],
        mixture: vec![],
        vendor_signals: vec![],
        marking: None,
        self_evaluation: None,
    }
}

fn reading() -> Reading {
    let region = touchstone_intake::Region {
        page: 1,
        x: 72.0,
        y: 72.0,
        width: 60.0,
        height: 12.0,
    };
    let word = touchstone_intake::Word::typed("LETTER", region, 12.0);
    let block = touchstone_intake::Block {
        kind: touchstone_intake::BlockKind::Heading,
        region,
        words: (0, 1),
    };
    Reading {
        words: vec![word],
        blocks: vec![block],
        ..Reading::empty()
    }
}

fn verdict_on(classification: &Classification, standing: &[NewIssue]) -> Verdict {
    passed(classification, standing, Questions::None).unwrap()
}

fn asked_verdict(classification: &Classification, questions: Questions<'_>) -> Result<Verdict, Box<Waiting>> {
    passed(classification, &[], questions)
}

fn passed(
    classification: &Classification,
    standing: &[NewIssue],
    questions: Questions<'_>,
) -> Result<Verdict, Box<Waiting>> {
    let pack = Pack::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/tax")).unwrap();
    let mut readings = Readings::default();
    readings.insert(1, reading());
    let document = document();
    let input = CheckInput {
        pack: &pack,
        document: &document,
        expected_year: None,
        classification,
        forms: &[],
        plans: &[],
        attempts: &[],
        page_count: 2,
        readings: &readings,
        pages: &[],
        surroundings: &touchstone_core::record::Surroundings::default(),
        findings: &[],
    };
    verify(RunId::fresh(), &input, standing, 2, questions)
}

fn decisions(verdict: &Verdict) -> Vec<Decided> {
    verdict.verified.passes.iter().map(|pass| pass.decision).collect()
}

#[test]
fn a_sound_result_is_accepted_in_one_pass() {
    let verdict = verdict_on(&classification(), &[]);
    assert_eq!(
        decisions(&verdict),
        [Decided::AutoAccept],
        "{:?}",
        verdict.verified.issues
    );
    assert_eq!(verdict.repaired, None);
}

#[test]
fn a_wrong_page_count_is_repaired_and_the_next_pass_accepts() {
    let mut claimed = classification();
    claimed.segments[0].page_count = 7;
    let verdict = verdict_on(&claimed, &[]);
    assert_eq!(
        decisions(&verdict),
        [Decided::AutoRetry, Decided::AutoAccept],
        "{:?}",
        verdict.verified.issues
    );
    let fix = &verdict.verified.passes[0].fixes[0];
    assert_eq!((fix.before.clone(), fix.after.clone()), (7.into(), 2.into()));
    assert_eq!(verdict.repaired.unwrap().segments[0].page_count, 2);
    assert_eq!(verdict.verified.decision.cause, Cause::Rule);
}

#[test]
fn a_repaired_blocker_still_escalates_but_the_expert_sees_a_whole_result() {
    let mut claimed = classification();
    claimed.number_of_segments = 3;
    let verdict = verdict_on(&claimed, &[]);
    assert_eq!(decisions(&verdict), [Decided::EscalateToSme]);
    assert_eq!(verdict.verified.decision.rule, 1);
    assert_eq!(verdict.repaired.unwrap().number_of_segments, 1);
}

#[test]
fn an_issue_that_no_repair_reaches_is_a_cycle() {
    // The issue is marked fixable but no repair applies to it, so the second pass finds the same fingerprint.
    let stubborn = NewIssue::new(RaisedBy::Agent, "made_up", Severity::Major, "document", "made up").fixable();
    let verdict = verdict_on(&classification(), &[stubborn]);
    assert_eq!(decisions(&verdict), [Decided::AutoRetry, Decided::EscalateToSme]);
    assert_eq!(
        (verdict.verified.decision.cause, verdict.verified.decision.rule),
        (Cause::Cycle, 5)
    );
}

#[test]
fn retries_end_at_the_limit() {
    let mut claimed = classification();
    claimed.segments[0].page_count = 7;
    let pack = Pack::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/tax")).unwrap();
    let (document, readings) = (document(), Readings::default());
    let input = CheckInput {
        pack: &pack,
        document: &document,
        expected_year: None,
        classification: &Classification {
            segments: claimed.segments.iter().cloned().map(without_evidence).collect(),
            ..claimed.clone()
        },
        forms: &[],
        plans: &[],
        attempts: &[],
        page_count: 2,
        readings: &readings,
        pages: &[],
        surroundings: &touchstone_core::record::Surroundings::default(),
        findings: &[],
    };
    let verdict = verify(RunId::fresh(), &input, &[], 0, Questions::None).unwrap();
    assert_eq!(decisions(&verdict), [Decided::EscalateToSme]);
    assert_eq!(verdict.verified.decision.cause, Cause::RetryLimit);
    assert!(verdict.verified.passes[0].fixes.is_empty());
}

/// A segment whose label claims nothing, so that only the page count is wrong.
fn without_evidence(mut segment: Segment) -> Segment {
    segment.types.clear();
    segment
}

#[test]
fn issue_ids_count_each_raiser_through_all_passes() {
    let mut claimed = classification();
    claimed.segments[0].page_count = 7;
    let minor = NewIssue::new(RaisedBy::Grader, "made_up", Severity::Minor, "document", "made up");
    let verdict = verdict_on(&claimed, &[minor]);
    let ids: Vec<&str> = verdict.verified.issues.iter().map(|issue| issue.id.as_str()).collect();
    assert_eq!(ids, ["Grader-0001", "V1-0001", "Grader-0002"]);
}

#[test]
fn the_score_is_that_of_the_evidence() {
    let raised = |by: RaisedBy| NewIssue::new(by, "made_up", Severity::Major, "document", "made up");
    let score = |by: RaisedBy| verdict_on(&classification(), &[raised(by)]).verified.passes[0].quality_score;
    assert!((score(RaisedBy::Grader) - 1.0).abs() < 1e-9);
    assert!((score(RaisedBy::V4) - 0.85).abs() < 1e-9);
}

#[test]
fn a_document_that_was_not_read_escalates_by_rule_one() {
    let why = NewIssue::new(
        RaisedBy::Intake,
        "password_needed",
        Severity::Blocker,
        "document",
        "locked",
    );
    let verdict = unread(RunId::fresh(), why);
    assert_eq!(
        (verdict.verified.decision.outcome, verdict.verified.decision.rule),
        (Decided::EscalateToSme, 1)
    );
    assert_eq!(verdict.verified.decision.reasons, ["Intake-0001"]);
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(24))]

    /// However wrong the claims are: at most three passes, never left at AUTO_RETRY, no fingerprint fixed twice, and
    /// the same verdict every time.
    #[test]
    fn the_passes_end(count in 0u32..5, pages in 0u32..5, presence in 0usize..4, share in -1.0f64..2.0) {
        let mut claimed = classification();
        claimed.number_of_segments = count;
        claimed.segments[0].page_count = pages;
        let of = [Presence::Primary, Presence::EmbeddedRaw, Presence::MentionOnly, Presence::NoEvidence];
        claimed.segments[0].types[0].presence = of[presence];
        claimed.segments[0].types[0].share = share;
        let verdict = verdict_on(&claimed, &[]);
        let passes = &verdict.verified.passes;
        proptest::prop_assert!((1..=3).contains(&passes.len()));
        proptest::prop_assert!(verdict.verified.decision.outcome != Decided::AutoRetry);
        let (last, before) = passes.split_last().unwrap();
        proptest::prop_assert!(last.decision != Decided::AutoRetry);
        proptest::prop_assert!(before.iter().all(|pass| pass.decision == Decided::AutoRetry));
        let prints: std::collections::BTreeSet<&str> = passes.iter().map(|pass| pass.fingerprint.as_str()).collect();
        proptest::prop_assert_eq!(prints.len(), passes.len());
        let again = verdict_on(&claimed, &[]);
        let decided = |verdict: &Verdict| {
            let decision = &verdict.verified.decision;
            (decision.outcome, decision.rule, decision.cause, decision.reasons.clone())
        };
        proptest::prop_assert_eq!(decided(&verdict), decided(&again));
    }

    /// At most three questions per pass, none after a BLOCKER of V1; answers without doubts change nothing.
    #[test]
    fn questions_stay_within_their_budget(count in 0u32..3, pages in 0u32..4, share in -1.0f64..2.0) {
        let mut claimed = classification();
        claimed.number_of_segments = count;
        claimed.segments[0].page_count = pages;
        claimed.segments[0].types[0].share = share;
        let mut answers: Vec<Questioned> = Vec::new();
        let verdict = loop {
            match asked_verdict(&claimed, Questions::Live(&answers)) {
                Ok(verdict) => break verdict,
                Err(waiting) => answers.extend(waiting.agents.iter().map(|agent| Questioned {
                    pass: waiting.pass,
                    agent: *agent,
                    of: "all pages".into(),
                    issues: vec![],
                })),
            }
        };
        proptest::prop_assert!(answers.len() <= 9);
        let blocked = |pass: u32| verdict.verified.issues.iter().any(|issue| {
            issue.pass == pass && issue.body.raised_by == RaisedBy::V1 && issue.body.severity == Severity::Blocker
        });
        for pass in &verdict.verified.passes {
            let own = answers.iter().filter(|answer| answer.pass == pass.pass).count();
            proptest::prop_assert_eq!(own, if blocked(pass.pass) { 0 } else { 3 });
        }
        let stored = asked_verdict(&claimed, Questions::Stored(&answers)).unwrap();
        let without = verdict_on(&claimed, &[]);
        proptest::prop_assert_eq!(decisions(&stored), decisions(&verdict));
        proptest::prop_assert_eq!(decisions(&stored), decisions(&without));
    }
}
