//! The examples of seed 003, each with the outcome that the seed states, on the clinical pack as it ships.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::checks::Readings;
use touchstone_core::pack::{Pack, default_folder};
use touchstone_core::record::{
    AttemptId, Document, DocumentId, DocumentState, Evidence, PageSummary, Presence, RaisedBy, Segment, Severity,
    Surroundings, TypeShare, now,
};
use touchstone_intake::{Block, BlockKind, Outcome, Page, Reading, Region, Word};

mod papers;

const LABELS: [&str; 5] = [
    "Genomic Report",
    "Clinical Note",
    "Pathology Report",
    "Radiology Report",
    "Other",
];

const GENOMIC: &str = "GENOMIC SEQUENCING REPORT\nNext Generation Sequencing Panel\nVariant Classification\n\
    BRCA1 c.5266dupC pathogenic variant detected\nGenes analyzed\nReference sequence";
const NOTE: &str = "PROGRESS NOTE\nHistory of Present Illness\nPatient history reviewed\nNo prior genetic testing\n\
    Family history mother with breast cancer age 52\nAssessment and Plan";
const BLOOD: &str = "Quest Diagnostics\nCBC with differential\nWBC 8.2\nHemoglobin 13.4\nPLT 250";

/// A chart and the claims made about it.
struct Chart {
    pages: Vec<Page>,
    found: Classification,
}

fn page(number: u32, text: &str) -> Page {
    let mut reading = Reading::empty();
    for (line, text) in text.lines().enumerate() {
        let from = reading.words.len() as u32;
        for (at, word) in text.split_whitespace().enumerate() {
            let region = Region {
                page: number,
                x: 40.0 + 60.0 * at as f32,
                y: 60.0 + 30.0 * line as f32,
                width: 55.0,
                height: 10.0,
            };
            reading.words.push(Word::typed(word, region, 10.0));
        }
        let region = reading.words[from as usize].region;
        let words = (from, reading.words.len() as u32);
        reading.blocks.push(Block {
            kind: BlockKind::Paragraph,
            region,
            words,
        });
    }
    Page::letter(number, reading)
}

/// Shares in the order of `LABELS`; the label with the largest one is PRIMARY, the others have no evidence.
fn types(shares: [f64; 5]) -> Vec<TypeShare> {
    let most = shares.iter().copied().fold(0.0, f64::max);
    let all = LABELS.iter().zip(shares);
    all.map(|(label, share)| TypeShare {
        label: (*label).to_owned(),
        presence: if share >= most {
            Presence::Primary
        } else {
            Presence::NoEvidence
        },
        confidence: 0.92,
        share,
        evidence: Vec::new(),
    })
    .collect()
}

impl Chart {
    /// `segments` are first page, last page and shares; the mixture is that of the first segment.
    fn new(texts: &[&str], segments: &[(u32, u32, [f64; 5])]) -> Self {
        let parts: Vec<Segment> = segments
            .iter()
            .map(|(first_page, last_page, shares)| {
                let types = types(*shares);
                Segment {
                    first_page: *first_page,
                    last_page: *last_page,
                    page_count: last_page - first_page + 1,
                    label: types
                        .iter()
                        .find(|one| one.presence == Presence::Primary)
                        .unwrap()
                        .label
                        .clone(),
                    types,
                }
            })
            .collect();
        let found = Classification {
            attempt_id: AttemptId::fresh(),
            label: parts[0].label.clone(),
            proposed_label: None,
            candidates: Vec::new(),
            confidence: 0.92,
            rationale: String::new(),
            number_of_segments: parts.len() as u32,
            mixture: parts[0].types.clone(),
            segments: parts,
            vendor_signals: Vec::new(),
            marking: None,
            self_evaluation: None,
        };
        let pages = (1..).zip(texts).map(|(number, text)| page(number, text)).collect();
        Self { pages, found }
    }

    /// Adds evidence for a label wherever it is PRIMARY, at the place of the quote on the page, or a made-up place.
    fn shown(mut self, label: &str, page: u32, quote: &str) -> Self {
        let evidence = self.claim(page, quote);
        let segments = self
            .found
            .segments
            .iter_mut()
            .filter(|one| (one.first_page..=one.last_page).contains(&page));
        let shares = segments.flat_map(|one| &mut one.types).chain(&mut self.found.mixture);
        for share in shares.filter(|share| share.label == label) {
            share.evidence.push(evidence.clone());
        }
        self
    }

    fn claim(&self, page: u32, quote: &str) -> Evidence {
        let reading = &self.pages[page as usize - 1].reading;
        let found = touchstone_core::text::find(quote, reading, None).into_iter().next();
        Evidence {
            page,
            reading: reading.number,
            words: found.as_ref().map_or((0, 1), |span| span.words),
            regions: found.map_or_else(|| vec![reading.words[0].region], |span| span.regions),
            quote: quote.to_owned(),
            anchors: Vec::new(),
        }
    }

    fn share(&mut self, segment: usize, label: &str) -> &mut TypeShare {
        let types = &mut self.found.segments[segment].types;
        types.iter_mut().find(|share| share.label == label).unwrap()
    }

    fn verdict(&self) -> Verdict {
        let pack = Pack::load(&default_folder().unwrap().join("clinical")).unwrap();
        let mut readings = Readings::default();
        for page in &self.pages {
            readings.insert_page(page.clone());
        }
        let pages: Vec<PageSummary> = self.pages.iter().map(summary).collect();
        let known = Surroundings {
            readings: self
                .pages
                .iter()
                .map(|page| (page.number, page.reading.number))
                .collect(),
            ..Surroundings::default()
        };
        let input = CheckInput {
            pack: &pack,
            document: &document(),
            expected_year: None,
            classification: &self.found,
            forms: &[],
            findings: &[],
            plans: &[],
            attempts: &[],
            page_count: self.pages.len() as u32,
            readings: &readings,
            pages: &pages,
            surroundings: &known,
        };
        verify(RunId::fresh(), &input, &[], 2, Questions::None).unwrap()
    }
}

fn summary(page: &Page) -> PageSummary {
    PageSummary {
        number: page.number,
        width: page.width,
        height: page.height,
        has_tables: page.has_tables,
        block_kinds: vec![BlockKind::Paragraph],
        text_source: page.text_source,
        fault: None,
    }
}

fn document() -> Document {
    Document {
        id: DocumentId::fresh(),
        sha256: "ab".repeat(32),
        file_name: "doc2_6.pdf".into(),
        path: "/doc2_6.pdf".into(),
        media_type: "application/pdf".into(),
        bytes: 1,
        page_count: Some(1),
        pack: "clinical".into(),
        expected_year: None,
        case: None,
        received_at: now(),
        state: DocumentState::Active,
        outcome: Some(Outcome::Ok),
        outcome_message: None,
    }
}

/// Id, severity, fixability and code of every issue of a pass.
fn issues(verdict: &Verdict, pass: u32) -> Vec<(String, Severity, bool, String)> {
    let all = verdict.verified.issues.iter().filter(|issue| issue.pass == pass);
    all.map(|issue| {
        let body = &issue.body;
        (issue.id.clone(), body.severity, body.auto_fixable, body.code.clone())
    })
    .collect()
}

fn ended(verdict: &Verdict) -> (Decided, u32, usize) {
    let decision = &verdict.verified.decision;
    (decision.outcome, decision.rule, verdict.verified.passes.len())
}

fn raised<'v>(verdict: &'v Verdict, code: &str) -> &'v NewIssue {
    let found = verdict.verified.issues.iter().find(|issue| issue.body.code == code);
    &found
        .unwrap_or_else(|| panic!("no {code} in {:?}", verdict.verified.issues))
        .body
}

const SOUND: [f64; 5] = [0.85, 0.10, 0.02, 0.02, 0.01];

/// One page of a sequencing report.
fn report() -> Chart {
    Chart::new(&[GENOMIC], &[(1, 1, SOUND)]).shown("Genomic Report", 1, "Next Generation Sequencing Panel")
}

/// Slide 2: a five-page report and a three-page note.
fn eight_pages() -> Chart {
    let texts = [GENOMIC, GENOMIC, GENOMIC, GENOMIC, GENOMIC, NOTE, NOTE, NOTE];
    let segments = [(1, 5, SOUND), (6, 8, [0.05, 0.90, 0.02, 0.02, 0.01])];
    Chart::new(&texts, &segments)
        .shown("Genomic Report", 1, "Next Generation Sequencing Panel")
        .shown("Clinical Note", 6, "History of Present Illness")
}

#[test]
fn the_document_of_slide_2_is_accepted() {
    let verdict = eight_pages().verdict();
    assert_eq!(
        ended(&verdict),
        (Decided::AutoAccept, 7, 1),
        "{:?}",
        verdict.verified.issues
    );
}

#[test]
fn three_segments_are_claimed_and_two_are_there() {
    let mut chart = eight_pages();
    chart.found.number_of_segments = 3;
    let verdict = chart.verdict();
    assert_eq!(
        issues(&verdict, 0),
        [("V1-0001".into(), Severity::Blocker, true, "segment_count".into())]
    );
    let issue = raised(&verdict, "segment_count");
    assert_eq!(issue.guide_code.as_deref(), Some("IG-1"));
    assert_eq!(issue.message, "number_of_segments is 3 but there are 2 segments");
    assert_eq!(ended(&verdict), (Decided::EscalateToSme, 1, 1));
}

#[test]
fn a_primary_label_without_evidence_is_not_accepted() {
    let verdict = Chart::new(&[GENOMIC], &[(1, 1, SOUND)]).verdict();
    let issue = raised(&verdict, "evidence_missing");
    assert_eq!((issue.severity, issue.auto_fixable), (Severity::Minor, false));
    // A PRIMARY label without a verified span is also V4's MAJOR.
    assert_eq!(raised(&verdict, "unsupported").severity, Severity::Major);
    assert_eq!(ended(&verdict).0, Decided::EscalateToSme);
}

#[test]
fn shares_of_1_06_are_repaired_and_then_accepted() {
    let mut chart = report();
    for (label, share) in LABELS.iter().zip([0.50, 0.30, 0.10, 0.08, 0.08]) {
        chart.share(0, label).share = share;
    }
    let verdict = chart.verdict();
    assert_eq!(
        issues(&verdict, 0),
        [("V2-0001".into(), Severity::Major, true, "share_sum".into())]
    );
    assert!(
        raised(&verdict, "share_sum")
            .message
            .contains("Segment 1 shares sum to 1.060 instead of 1.0")
    );
    let decisions: Vec<Decided> = verdict.verified.passes.iter().map(|pass| pass.decision).collect();
    assert_eq!(decisions, [Decided::AutoRetry, Decided::AutoAccept]);
    assert_eq!(issues(&verdict, 1), []);
    let repaired = &verdict.repaired.as_ref().unwrap().segments[0].types;
    let shares: Vec<String> = repaired.iter().map(|share| format!("{:.3}", share.share)).collect();
    assert_eq!(shares, ["0.472", "0.283", "0.094", "0.075", "0.075"]);
    assert!((repaired.iter().map(|share| share.share).sum::<f64>() - 1.0).abs() < 1e-9);
}

#[test]
fn a_blood_count_that_is_called_genomic_does_not_fit_its_text() {
    let chart = Chart::new(&[BLOOD], &[(1, 1, SOUND)]).shown("Genomic Report", 1, "WBC 8.2");
    let verdict = chart.verdict();
    let issue = raised(&verdict, "text_unfit");
    assert_eq!(
        (issue.raised_by, issue.severity, issue.auto_fixable),
        (RaisedBy::V2, Severity::Major, false)
    );
    assert_eq!(issue.expected.as_deref(), Some("Other"));
    assert_eq!(ended(&verdict).0, Decided::EscalateToSme);
}

#[test]
fn a_routine_laboratory_makes_no_genomic_report() {
    let mut chart = report();
    chart.found.vendor_signals = vec!["Quest Diagnostics".to_owned()];
    let verdict = chart.verdict();
    let issue = raised(&verdict, "vendor_type");
    assert_eq!((issue.raised_by, issue.severity), (RaisedBy::V3, Severity::Blocker));
    assert!(issue.message.contains("Quest Diagnostics"));
    assert!(issue.suggestion.as_ref().unwrap().contains("MENTION_ONLY"));
    assert_eq!(verdict.verified.issues[0].id, "V3-0001");
    assert_eq!(ended(&verdict), (Decided::EscalateToSme, 1, 1));
}

#[test]
fn a_requisition_is_no_pathology_report() {
    let text = "TEST REQUISITION FORM\nTest Request Authorization #4821\nSurgical pathology consultation requested";
    let mut chart =
        Chart::new(&[text], &[(1, 1, [0.0, 0.0, 0.2, 0.0, 0.8])]).shown("Other", 1, "TEST REQUISITION FORM");
    let quote = chart.claim(1, "Surgical pathology consultation");
    let pathology = chart.share(0, "Pathology Report");
    pathology.presence = Presence::EmbeddedRaw;
    pathology.evidence.push(quote);
    let verdict = chart.verdict();
    let issue = raised(&verdict, "administrative_words");
    assert_eq!((issue.raised_by, issue.severity), (RaisedBy::V3, Severity::Blocker));
    assert!(
        issue.message.contains("Pathology Report is EMBEDDED_RAW"),
        "{}",
        issue.message
    );
    assert_eq!(ended(&verdict), (Decided::EscalateToSme, 1, 1));
}

#[test]
fn a_snippet_that_is_not_on_page_3_is_fabricated() {
    let chart = Chart::new(&[GENOMIC, GENOMIC, NOTE], &[(1, 3, SOUND)]).shown(
        "Genomic Report",
        3,
        "BRCA1 pathogenic variant c.5266dupC detected",
    );
    let verdict = chart.verdict();
    let issue = raised(&verdict, "fabricated_evidence");
    assert_eq!((issue.raised_by, issue.severity), (RaisedBy::V4, Severity::Blocker));
    assert_eq!(
        issue.message,
        "\"BRCA1 pathogenic variant c.5266dupC detected\" is not on page 3"
    );
    assert_eq!(ended(&verdict), (Decided::EscalateToSme, 1, 1));
}

#[test]
fn a_quote_that_points_elsewhere_shows_nothing() {
    let pages = [GENOMIC, "See attached results"];
    let verdict = Chart::new(&pages, &[(1, 2, SOUND)])
        .shown("Genomic Report", 2, "See attached results")
        .verdict();
    let issue = raised(&verdict, "generic_evidence");
    assert_eq!(
        (issue.raised_by, issue.severity, issue.auto_fixable),
        (RaisedBy::V4, Severity::Major, false)
    );
    assert_eq!(ended(&verdict).0, Decided::EscalateToSme);
}

#[test]
fn two_fixable_sums_and_a_minor_are_retried_and_accepted() {
    let mut chart = report();
    for (label, share) in LABELS.iter().zip([0.50, 0.30, 0.10, 0.08, 0.08]) {
        chart.share(0, label).share = share;
    }
    // A mention without a quote is the MINOR of the seed's example.
    chart.share(0, "Clinical Note").presence = Presence::MentionOnly;
    chart.found.mixture[0].share = 0.82;
    let verdict = chart.verdict();
    let first: Vec<(Severity, bool)> = issues(&verdict, 0)
        .into_iter()
        .map(|(_, severity, fixable, _)| (severity, fixable))
        .collect();
    assert_eq!(
        first,
        [
            (Severity::Minor, false),
            (Severity::Major, true),
            (Severity::Major, true)
        ]
    );
    assert!(
        verdict
            .verified
            .issues
            .iter()
            .any(|issue| issue.body.message.contains("0.970"))
    );
    let decisions: Vec<Decided> = verdict.verified.passes.iter().map(|pass| pass.decision).collect();
    assert_eq!(decisions, [Decided::AutoRetry, Decided::AutoAccept]);
    assert_eq!(ended(&verdict), (Decided::AutoAccept, 6, 2));
}

#[test]
fn the_record_says_that_no_model_was_asked() {
    let verdict = report().verdict();
    let left: Vec<(RaisedBy, &str)> = verdict.verified.passes[0]
        .model_phases
        .iter()
        .map(|phase| (phase.agent, phase.skipped.as_str()))
        .collect();
    assert_eq!(
        left,
        [RaisedBy::V2, RaisedBy::V3, RaisedBy::V4].map(|agent| (agent, "no model is set"))
    );
}

/// Both expert outcomes of slide 10, on the blood count.
#[test]
fn an_expert_validates_or_corrects() {
    use crate::review::Judgement;
    use crate::review::settle;
    use touchstone_core::record::{Correction, Review, ReviewState, TruthSource, Verdict as ReviewVerdict};
    let mut run_record = crate::export::sample::run_record();
    let mut found = Chart::new(&[BLOOD], &[(1, 1, SOUND)]).found;
    found.attempt_id = run_record.classifications[0].classification.attempt_id;
    run_record.classifications[0].classification = found.clone();
    run_record.forms.clear();

    let agreed = settle(&run_record, Judgement::Accept).unwrap();
    let truth = agreed.truth.unwrap();
    assert_eq!(
        (agreed.review.verdict, truth.source),
        (Some(ReviewVerdict::Agrees), TruthSource::SmeValidated)
    );
    assert_eq!(truth.classification, found);

    let (path, document) = ("classification.label".to_owned(), run_record.document.id);
    let edit = Correction::of_person(document, path, "Genomic Report".into(), "Other".into());
    run_record.corrections.push(edit);
    let corrected = settle(&run_record, Judgement::Accept).unwrap();
    let truth = corrected.truth.unwrap();
    assert_eq!(
        (corrected.review.verdict, truth.source),
        (Some(ReviewVerdict::Corrects), TruthSource::SmeCorrected)
    );
    assert_eq!(truth.classification.label, "Other");
    assert!(matches!(
        corrected.review,
        Review {
            state: ReviewState::Completed,
            ..
        }
    ));
}
