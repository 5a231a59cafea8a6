//! A run record for the tests of this module: a W-2 with a list, a check box, an issue of each severity and two attempts.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::{Exported, ExportedPage, Format, Output};
use indexmap::IndexMap;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use touchstone_core::record::{
    Allowance, Attempt, AttemptId, AttemptState, Candidate, Cause, Cell, Classification, Decided, Decision, Document,
    DocumentId, DocumentState, EngineId, Evidence, Field, Fix, Form, FormId, Grade, GradedAttempt, Issue, Marking,
    NewIssue, PageFinding, PageSummary, Pass, Presence, RaisedBy, Run, RunId, RunRecord, RunState, Segment, Settings,
    Severity, Stage, StagedClassification, TypeShare, Usage, Verification,
};
use touchstone_intake::{BlockKind, Outcome, PageFault, Region, TextSource};

/// What an exporter wrote, by file.
#[derive(Default)]
pub(super) struct Kept {
    pub(super) files: IndexMap<String, Vec<u8>>,
    pub(super) records: u64,
}

impl Output for Kept {
    fn write(&mut self, file: &str, bytes: &[u8], records: u64) -> anyhow::Result<()> {
        self.files.entry(file.to_owned()).or_default().extend(bytes);
        self.records += records;
        Ok(())
    }
}

impl Kept {
    /// The only file.
    pub(super) fn text(&self) -> String {
        self.text_of("")
    }

    pub(super) fn text_of(&self, file: &str) -> String {
        String::from_utf8(self.files.get(file).cloned().unwrap_or_default()).unwrap()
    }
}

/// Exports documents, whose pages are those given.
pub(super) fn written(format: &Format, highest: Option<&str>, documents: &[Exported]) -> Kept {
    written_with(format, highest, documents, &[])
}

pub(super) fn written_with(
    format: &Format,
    highest: Option<&str>,
    documents: &[Exported],
    pages: &[ExportedPage],
) -> Kept {
    let mut kept = Kept::default();
    let mut exporter = format.start(highest.map(str::to_owned));
    for document in documents {
        for page in pages {
            exporter.page(document, page, &mut kept).unwrap();
        }
        exporter.add(document, &mut kept).unwrap();
    }
    exporter.finish(&mut kept).unwrap();
    kept
}

/// Formats a marking by its level alone, for tests without a pack.
pub(crate) fn level(marking: &Marking) -> String {
    marking.level.clone()
}

pub(super) fn moment() -> jiff::Timestamp {
    "2026-02-03T04:05:06.789Z".parse().unwrap()
}

fn uuid<T: std::str::FromStr>(last: u8) -> T
where
    T::Err: std::fmt::Debug,
{
    format!("01900000-0000-7000-8000-0000000000{last:02x}").parse().unwrap()
}

pub(super) fn evidence(quote: &str) -> Evidence {
    Evidence {
        page: 1,
        reading: 1,
        words: (3, 4),
        regions: vec![Region {
            page: 1,
            x: 72.004_6,
            y: 100.0,
            width: 33.333_332,
            height: -0.0,
        }],
        quote: quote.to_owned(),
        anchors: vec!["1 Wages, tips, other compensation".to_owned()],
    }
}

pub(super) fn field(value: Value, raw: Option<&str>) -> Field {
    Field {
        value,
        raw: raw.map(str::to_owned),
        confidence: 0.987_654_3,
        evidence: raw.map(evidence).into_iter().collect(),
        cells: BTreeMap::new(),
    }
}

fn w2_fields() -> IndexMap<String, Field> {
    let cell = |text: &str| Cell {
        value: json!(text),
        raw: Some(text.to_owned()),
        confidence: 0.9,
        evidence: vec![evidence(text)],
    };
    let mut box_12 = field(json!([{"code": "D", "amount": "1200.00"}]), Some("D 1200.00"));
    box_12.cells = [
        ("[0].code".to_owned(), cell("D")),
        ("[0].amount".to_owned(), cell("1200.00")),
    ]
    .into();
    IndexMap::from([
        (
            "employee_ssn".to_owned(),
            field(json!("XXX-XX-1234"), Some("XXX-XX-1234")),
        ),
        (
            "employer_name".to_owned(),
            field(json!("=Ünder, \"Co\""), Some("=Ünder, \"Co\"")),
        ),
        ("wages_tips".to_owned(), field(json!("-1234.00"), Some("(1,234.00)"))),
        ("box_12".to_owned(), box_12),
        ("other".to_owned(), field(json!([]), None)),
        ("retirement_plan".to_owned(), field(json!(true), Some(""))),
        ("allocated_tips".to_owned(), Field::missing()),
        ("tax_year".to_owned(), field(json!(2025), Some("2025"))),
    ])
}

pub(super) fn form() -> Form {
    Form {
        id: uuid::<FormId>(4),
        attempt_id: uuid(3),
        number: 1,
        segment: 0,
        label: "W-2".to_owned(),
        first_page: 1,
        last_page: 1,
        region: Some(Region {
            page: 1,
            x: 0.0,
            y: 0.0,
            width: 612.0,
            height: 396.0,
        }),
        confidence: 0.95,
        fields: w2_fields(),
    }
}

fn attempt(last: u8, number: u32, best: bool) -> GradedAttempt {
    let id: AttemptId = uuid(last);
    let attempt = Attempt {
        id,
        run_id: uuid(2),
        form: Some(1),
        role: "extract".to_owned(),
        number,
        engine: EngineId::local(),
        state: AttemptState::Done,
        usage: Usage {
            seconds: 0.123_456_7,
            ..Usage::default()
        },
        score: Some(0.912_345_6),
        best,
        summary: None,
        started_at: moment(),
        ended_at: Some(moment()),
    };
    let grade = Grade {
        attempt_id: id,
        pass: best,
        score: 91.234_5,
        label: "W-2".to_owned(),
        confidence: 0.95,
        field_results: BTreeMap::new(),
        failure_reasons: if best {
            vec![]
        } else {
            vec!["wages_tips is missing".to_owned()]
        },
        feedback: String::new(),
        reasoning: "rules".to_owned(),
        issues: vec![],
    };
    GradedAttempt {
        attempt,
        grade: Some(grade),
    }
}

fn issue(id: &str, severity: Severity) -> Issue {
    let body = NewIssue::new(
        RaisedBy::V2,
        "box_arithmetic",
        severity,
        "forms[0].ss_tax_withheld",
        "does not add up",
    )
    .expected("76.51", "76.00")
    .evidence(vec![evidence("76.00")]);
    Issue {
        id: id.to_owned(),
        run_id: uuid(2),
        pass: 0,
        body,
    }
}

fn classification() -> Classification {
    Classification {
        attempt_id: uuid(3),
        label: "W-2".to_owned(),
        proposed_label: None,
        candidates: vec![Candidate {
            label: "W-2".to_owned(),
            confidence: f64::NAN,
        }],
        confidence: 0.95,
        rationale: "the form says so".to_owned(),
        number_of_segments: 1,
        segments: vec![Segment {
            first_page: 1,
            last_page: 1,
            page_count: 1,
            label: "W-2".to_owned(),
            types: vec![TypeShare {
                label: "W-2".to_owned(),
                presence: Presence::Primary,
                confidence: 0.95,
                share: 1.0,
                evidence: vec![evidence("Wage and Tax Statement")],
            }],
        }],
        mixture: vec![],
        vendor_signals: vec![],
        marking: None,
        self_evaluation: None,
    }
}

fn page(number: u32, fault: Option<PageFault>) -> PageSummary {
    PageSummary {
        number,
        width: 612.0,
        height: 792.0,
        has_tables: true,
        block_kinds: vec![BlockKind::Table],
        text_source: if fault.is_some() {
            TextSource::None
        } else {
            TextSource::Embedded
        },
        fault,
    }
}

fn finding() -> PageFinding {
    PageFinding {
        page: 1,
        pass: Pass::Classify,
        candidates: vec![Candidate {
            label: "W-2".to_owned(),
            confidence: 0.95,
        }],
        markings_found: vec![],
        marking: None,
        rationale: "title and captions of a W-2".to_owned(),
        enhance: false,
        enhancements: String::new(),
        absence: None,
        evidence: vec![],
        signs: vec![],
    }
}

fn run() -> Run {
    Run {
        id: uuid(2),
        document_id: uuid::<DocumentId>(1),
        pack: "tax".to_owned(),
        pack_version: "1.0.0".to_owned(),
        settings: Settings {
            engine: EngineId::local(),
            expected_year: Some(2025),
            grader: "rules".to_owned(),
            max_attempts: 3,
            max_retries: 2,
            policy_version: "1".to_owned(),
            pack_sha256: "00".repeat(32),
            guides: std::collections::BTreeMap::default(),
            allowance: Allowance::default(),
        },
        stage: Stage::Done,
        state: RunState::Done,
        interruptions: 0,
        queued_at: moment(),
        started_at: Some(moment()),
        ended_at: Some(moment()),
        failure: None,
    }
}

fn document() -> Document {
    Document {
        id: uuid::<DocumentId>(1),
        sha256: "ab".repeat(32),
        file_name: "w2.pdf".to_owned(),
        path: "in/w2.pdf".to_owned(),
        media_type: "application/pdf".to_owned(),
        bytes: 1234,
        page_count: Some(2),
        pack: "tax".to_owned(),
        expected_year: Some(2025),
        case: Some("+Smith".to_owned()),
        received_at: moment(),
        state: DocumentState::Active,
        outcome: Some(Outcome::Partial),
        outcome_message: Some("page 2 could not be read".to_owned()),
    }
}

pub(crate) fn run_record() -> RunRecord {
    let run_id: RunId = uuid(2);
    let fault = PageFault {
        outcome: Outcome::Damaged,
        message: "page 2 has no content".to_owned(),
    };
    RunRecord {
        run: run(),
        document: document(),
        pages: vec![page(1, None), page(2, Some(fault))],
        findings: vec![finding()],
        classifications: vec![StagedClassification {
            stage: Stage::Extract,
            classification: classification(),
        }],
        plans: vec![],
        attempts: vec![attempt(5, 1, false), attempt(3, 2, true)],
        forms: vec![form()],
        surroundings: None,
        issues: vec![
            issue("V2-0001", Severity::Minor),
            issue("V2-0003", Severity::Major),
            issue("V2-0002", Severity::Blocker),
        ],
        verifications: vec![Verification {
            run_id,
            pass: 0,
            decision: Decided::EscalateToSme,
            quality_score: 0.5,
            fixes: vec![Fix {
                path: "segments[0].types[0].share".to_owned(),
                before: json!(0.5),
                after: json!(1.0),
            }],
            issue_ids: vec!["V2-0001".to_owned(), "V2-0002".to_owned(), "V2-0003".to_owned()],
            fingerprint: "f".to_owned(),
            model_phases: Vec::new(),
        }],
        decision: Some(Decision {
            run_id,
            outcome: Decided::EscalateToSme,
            rule: 1,
            cause: Cause::Rule,
            reasons: vec!["V2-0002".to_owned()],
            policy_version: "1".to_owned(),
        }),
        review: None,
        truth: None,
        corrections: vec![],
    }
}

/// The same with evidence that has an area.
pub(super) fn tall() -> RunRecord {
    let mut record = run_record();
    for field in record.forms.iter_mut().flat_map(|form| form.fields.values_mut()) {
        let cells = field.cells.values_mut().flat_map(|cell| &mut cell.evidence);
        for evidence in field.evidence.iter_mut().chain(cells) {
            for region in &mut evidence.regions {
                region.height = 10.0;
            }
        }
    }
    record
}
