//! Records for the tests of the store: minimal, and never equal by accident.
#![allow(clippy::unwrap_used)]

use super::{Access, Place, Store};
use indexmap::IndexMap;
use serde_json::json;
use std::collections::BTreeMap;
use touchstone_core::record::*;
use touchstone_intake::{Block, BlockKind, Page, Reading, ReadingSource, Region, Word};

pub(super) async fn store() -> Store {
    Store::open(&Place::Memory, Access::Own).await.unwrap()
}

pub(crate) fn document() -> Document {
    let id = DocumentId::fresh();
    Document {
        id,
        sha256: "ab".repeat(32),
        file_name: "one.pdf".to_owned(),
        path: "/papers/one.pdf".to_owned(),
        media_type: "application/pdf".to_owned(),
        bytes: 3,
        page_count: None,
        pack: "tax".to_owned(),
        expected_year: None,
        case: None,
        received_at: now(),
        state: DocumentState::Active,
        outcome: None,
        outcome_message: None,
    }
}

/// A page with one paragraph on one line.
pub(crate) fn page(number: u32, words: &[&str]) -> Page {
    Page::letter(number, reading(number, ReadingSource::Embedded, words))
}

pub(super) fn reading(page: u32, source: ReadingSource, words: &[&str]) -> Reading {
    let region = |x: f32, width: f32| Region {
        page,
        x,
        y: 72.0,
        width,
        height: 11.5,
    };
    let word = |(index, text): (usize, &&str)| Word {
        bold: index == 0,
        ..Word::typed(*text, region(72.0 + 50.0 * index as f32, 45.1), 10.0)
    };
    Reading {
        number: 1,
        source,
        recipe: None,
        words: words.iter().enumerate().map(word).collect(),
        blocks: vec![Block {
            kind: BlockKind::Paragraph,
            region: region(72.0, 400.0),
            words: (0, words.len() as u32),
        }],
    }
}

pub(crate) fn run(document: DocumentId) -> Run {
    Run {
        id: RunId::fresh(),
        document_id: document,
        pack: "tax".to_owned(),
        pack_version: "1.0.0".to_owned(),
        settings: Settings {
            engine: EngineId::local(),
            expected_year: Some(2024),
            grader: "rules".to_owned(),
            max_attempts: 3,
            max_retries: 2,
            policy_version: "1".to_owned(),
            pack_sha256: "cd".repeat(32),
            guides: std::collections::BTreeMap::default(),
            allowance: Allowance::default(),
        },
        stage: Stage::Intake,
        state: RunState::Queued,
        interruptions: 0,
        queued_at: now(),
        started_at: None,
        ended_at: None,
        failure: None,
    }
}

/// A stored document with a claimed run at `stage`.
pub(super) async fn running(store: &Store, stage: Stage) -> Run {
    let document = document();
    store.insert_document(&document).await.unwrap();
    let run = Run {
        stage,
        ..run(document.id)
    };
    store.queue(&run).await.unwrap();
    assert!(store.claim(run.id).await.unwrap());
    store.run(run.id).await.unwrap()
}

pub(crate) fn attempt(run: RunId, form: Option<u32>, role: &str, number: u32) -> Attempt {
    Attempt {
        id: AttemptId::fresh(),
        run_id: run,
        form,
        role: role.to_owned(),
        number,
        engine: EngineId {
            kind: EngineKind::Model,
            provider: Some("acme".to_owned()),
            model: Some("m-1".to_owned()),
        },
        state: AttemptState::Started,
        usage: Usage::default(),
        score: None,
        best: false,
        summary: None,
        started_at: now(),
        ended_at: None,
    }
}

pub(crate) fn usage() -> Usage {
    Usage {
        calls: 2,
        input_tokens: 1000,
        output_tokens: 50,
        cached_tokens: 300,
        cost_usd: 0.1 + 0.2,
        seconds: 1.5,
    }
}

pub(crate) fn evidence(page: u32) -> Evidence {
    Evidence {
        page,
        reading: 1,
        words: (2, 3),
        regions: vec![Region {
            page,
            x: 72.1,
            y: 80.7,
            width: 33.3,
            height: 9.9,
        }],
        quote: "48,500.00".to_owned(),
        anchors: vec!["1 Wages, tips, other compensation".to_owned()],
    }
}

pub(super) fn form(attempt: AttemptId, number: u32) -> Form {
    let wages = Field {
        value: json!("48500.00"),
        raw: Some("48,500.00".to_owned()),
        confidence: 0.1 + 0.2,
        evidence: vec![evidence(1)],
        cells: BTreeMap::new(),
    };
    let cell = Cell {
        value: json!("D"),
        raw: None,
        confidence: 0.97,
        evidence: vec![evidence(2)],
    };
    let box_12 = Field {
        value: json!([{"code": "D", "amount": null}]),
        cells: BTreeMap::from([("[0].code".to_owned(), cell)]),
        ..Field::missing()
    };
    let fields = [
        ("wages_tips", wages),
        ("box_12", box_12),
        ("control_number", Field::missing()),
    ];
    Form {
        id: FormId::fresh(),
        attempt_id: attempt,
        number,
        segment: 0,
        label: "W-2".to_owned(),
        first_page: 1,
        last_page: 1,
        region: Some(evidence(1).regions[0]),
        confidence: 0.93,
        fields: IndexMap::from(fields.map(|(name, field)| (name.to_owned(), field))),
    }
}

pub(super) fn grade(attempt: AttemptId) -> Grade {
    let subject = "forms[0].fields.control_number";
    Grade {
        attempt_id: attempt,
        pass: true,
        score: 91.25,
        label: "W-2".to_owned(),
        confidence: 0.93,
        field_results: BTreeMap::from([
            ("wages_tips".to_owned(), None),
            ("employee_ssn".to_owned(), Some("missing".to_owned())),
        ]),
        failure_reasons: vec!["employee_ssn".to_owned()],
        feedback: String::new(),
        reasoning: "one required field is missing".to_owned(),
        issues: vec![NewIssue::new(
            RaisedBy::Grader,
            "missing_field",
            Severity::Minor,
            subject,
            "empty",
        )],
    }
}

pub(super) fn steps(attempt: AttemptId) -> Vec<Step> {
    let step = |seq, kind| Step {
        attempt_id: attempt,
        seq,
        kind,
        content: json!({"n": seq, "text": "ü"}),
    };
    vec![step(1, StepKind::Request), step(2, StepKind::ToolCall)]
}

pub(crate) fn finding(page: u32) -> PageFinding {
    PageFinding {
        page,
        pass: Pass::Classify,
        candidates: vec![candidate()],
        markings_found: vec!["SECRET".to_owned()],
        marking: Some(marking()),
        rationale: "caption found".to_owned(),
        enhance: true,
        enhancements: "contrast".to_owned(),
        absence: Some(Absence {
            zones: vec!["top".to_owned()],
            enhancements: Vec::new(),
        }),
        evidence: vec![evidence(page)],
        signs: vec![PageSign::new(Sign::Cancelled, "a stamp")],
    }
}

fn candidate() -> Candidate {
    Candidate {
        label: "W-2".to_owned(),
        confidence: 0.93,
    }
}

pub(crate) fn marking() -> Marking {
    Marking {
        level: "SECRET".to_owned(),
        caveats: vec!["NOFORN".to_owned()],
        rel_to: Vec::new(),
        declassify_on: Some("20401231".to_owned()),
        printed: "SECRET//NOFORN".to_owned(),
        cancelled: false,
    }
}

pub(crate) fn classification(attempt: AttemptId, label: &str) -> Classification {
    let share = TypeShare {
        label: label.to_owned(),
        presence: Presence::Primary,
        confidence: 0.93,
        share: 1.0 / 3.0,
        evidence: vec![evidence(1)],
    };
    Classification {
        attempt_id: attempt,
        label: label.to_owned(),
        proposed_label: Some("Wage statement".to_owned()),
        candidates: vec![candidate()],
        confidence: 0.93,
        rationale: "caption found".to_owned(),
        number_of_segments: 1,
        segments: vec![Segment {
            first_page: 1,
            last_page: 2,
            page_count: 2,
            label: label.to_owned(),
            types: vec![share.clone()],
        }],
        mixture: vec![share],
        vendor_signals: vec!["ADP".to_owned()],
        marking: Some(marking()),
        self_evaluation: Some("sure".to_owned()),
    }
}

pub(super) fn plan(number: u32) -> FormPlan {
    FormPlan {
        number,
        segment: 0,
        candidates: vec![candidate()],
        first_page: 1,
        last_page: 1,
        sheets: vec![Sheet {
            page: 1,
            region: None,
            head: None,
            copy: Some("Copy B".to_owned()),
        }],
    }
}

pub(super) fn issue(run: RunId, id: &str, pass: u32) -> Issue {
    let subject = "forms[0].fields.wages_tips";
    Issue {
        id: id.to_owned(),
        run_id: run,
        pass,
        body: NewIssue::new(
            RaisedBy::V2,
            "arithmetic",
            Severity::Major,
            subject,
            "box 4 is not 6.2 % of box 3",
        )
        .expected("3007.00", "3070.00")
        .suggestion("look at box 4")
        .guide("IG-2")
        .fixable()
        .evidence(vec![evidence(1)]),
    }
}

pub(crate) fn verified(run: RunId) -> Verified {
    let pass = |pass, decision| Verification {
        run_id: run,
        pass,
        decision,
        quality_score: 0.85,
        fixes: vec![Fix {
            path: "mixture[0].share".to_owned(),
            before: json!(0.9),
            after: json!(1.0),
        }],
        issue_ids: vec!["V2-0001".to_owned()],
        fingerprint: "f00d".to_owned(),
        model_phases: vec![ModelPhase {
            agent: RaisedBy::V2,
            skipped: "no model is set".to_owned(),
            asked: String::new(),
        }],
    };
    Verified {
        passes: vec![pass(0, Decided::AutoRetry), pass(1, Decided::AutoAccept)],
        issues: vec![issue(run, "V2-0001", 0), issue(run, "V2-0002", 1)],
        decision: Decision {
            run_id: run,
            outcome: Decided::AutoAccept,
            rule: 6,
            cause: Cause::Rule,
            reasons: vec!["V2-0002".to_owned()],
            policy_version: "1".to_owned(),
        },
    }
}

pub(crate) fn review(run: &Run) -> Review {
    Review {
        id: ReviewId::fresh(),
        act: None,
        undoes: None,
        document_id: run.document_id,
        run_id: run.id,
        reviewer: None,
        state: ReviewState::Pending,
        verdict: None,
        notes: None,
        seconds: None,
        ended_at: None,
    }
}

pub(super) fn truth(document: DocumentId, attempt: AttemptId) -> GroundTruth {
    GroundTruth {
        id: TruthId::fresh(),
        document_id: document,
        source: TruthSource::AutoAccepted,
        classification: classification(attempt, "W-2"),
        forms: vec![form(attempt, 1)],
        review_id: None,
        supersedes: None,
        settled_at: now(),
    }
}

/// A correction by a person, outside a review.
pub(super) fn correction(document: DocumentId) -> Correction {
    Correction {
        id: CorrectionId::fresh(),
        act: ActId::fresh(),
        document_id: document,
        review_id: None,
        path: "forms[0].fields.wages_tips".to_owned(),
        before: json!(null),
        after: json!("48500.00"),
        evidence: Some(evidence(1)),
        form_label: Some("W-2".to_owned()),
        undoes: None,
        by: CorrectedBy::Person,
        author: Some("R. Expert".to_owned()),
        at: now(),
    }
}
