//! The stages over an in-memory store with a scripted engine: attempts, feedback, failures, restarts.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::*;
use crate::store::{Access, Place};
use async_trait::async_trait;
use indexmap::IndexMap;
use serde_json::json;
use std::path::Path;
use std::sync::Mutex;
use touchstone_core::record::*;
use touchstone_intake::pool::PoolConfig;
use touchstone_intake::{
    Block, BlockKind, Outcome, Page, PageSource, Reading, ReadingSource, Region, TextSource, Word,
};

/// What the scripted engine does when asked for an extraction.
#[derive(Clone, Copy)]
enum Play {
    Fill,
    Blank,
    Fail,
}

struct Scripted {
    plays: Mutex<Vec<Play>>,
    asked: Mutex<Vec<(u32, Option<String>)>>,
}

impl Scripted {
    fn new(plays: &[Play]) -> Self {
        Self {
            plays: Mutex::new(plays.iter().rev().copied().collect()),
            asked: Mutex::default(),
        }
    }

    fn asked(&self) -> Vec<(u32, Option<String>)> {
        self.asked.lock().unwrap().clone()
    }
}

fn title() -> Evidence {
    Evidence {
        page: 1,
        reading: 1,
        words: (0, 1),
        regions: vec![Region {
            page: 1,
            x: 72.0,
            y: 72.0,
            width: 60.0,
            height: 12.0,
        }],
        quote: "LETTER".into(),
        anchors: vec![],
    }
}

#[async_trait]
impl Extractor for Scripted {
    fn engine(&self) -> EngineId {
        EngineId::local()
    }

    async fn survey(&self, _: &dyn PageSource, _: Option<i32>, _: &dyn SurveyObserver) -> anyhow::Result<Survey> {
        let candidates = vec![Candidate {
            label: "OTHER".into(),
            confidence: 0.9,
        }];
        let share = TypeShare {
            label: "OTHER".into(),
            presence: Presence::Primary,
            confidence: 0.9,
            share: 1.0,
            evidence: vec![title()],
        };
        let segment = Segment {
            first_page: 1,
            last_page: 1,
            page_count: 1,
            label: "OTHER".into(),
            types: vec![share],
        };
        let sheets = vec![Sheet {
            page: 1,
            region: None,
            head: None,
            copy: None,
        }];
        let plan = FormPlan {
            number: 1,
            segment: 0,
            candidates: candidates.clone(),
            first_page: 1,
            last_page: 1,
            sheets,
        };
        Ok(Survey {
            findings: vec![],
            candidates,
            proposed_label: Some("letter".into()),
            segments: vec![segment],
            forms: vec![plan],
            marking: None,
            mixture: vec![],
            vendor_signals: Vec::new(),
            self_evaluation: None,
            rationale: "a heading".into(),
            claimed_segments: None,
            issues: Vec::new(),
            usage: Usage::default(),
        })
    }

    async fn extract(&self, assignment: &Assignment, _: &dyn PageSource) -> anyhow::Result<Extraction> {
        self.asked
            .lock()
            .unwrap()
            .push((assignment.number, assignment.feedback.clone()));
        let play = self.plays.lock().unwrap().pop().expect("the script is long enough");
        let mut fields = IndexMap::new();
        for name in [
            "document_title",
            "tax_year",
            "issuer_name",
            "recipient_name",
            "any_amounts",
        ] {
            fields.insert(name.to_owned(), Field::missing());
        }
        match play {
            Play::Fail => anyhow::bail!("the engine broke on purpose"),
            Play::Blank => {}
            Play::Fill => {
                let filled = Field {
                    value: json!("LETTER"),
                    raw: Some("LETTER".into()),
                    confidence: 0.95,
                    evidence: vec![title()],
                    cells: std::collections::BTreeMap::new(),
                };
                fields.insert("document_title".into(), filled);
            }
        }
        Ok(Extraction {
            label: "OTHER".into(),
            proposed_label: Some("letter".into()),
            confidence: 0.93,
            alternatives: vec![],
            fields,
            signals: std::collections::BTreeMap::new(),
            remembered: std::collections::BTreeMap::new(),
            issues: vec![],
            rationale: "its title".into(),
            summary: "A letter.".into(),
            usage: Usage::default(),
        })
    }
}

struct Bench {
    store: Store,
    pool: ReaderPool,
    pack: Arc<Pack>,
    stop: CancellationToken,
}

impl Bench {
    async fn new() -> Self {
        let packs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/tax");
        let pool = ReaderPool::new(PoolConfig::new("no-reader-is-needed-here".into(), 1));
        Self {
            store: Store::open(&Place::Memory, Access::Own).await.unwrap(),
            pool,
            pack: Arc::new(Pack::load(&packs).unwrap()),
            stop: CancellationToken::new(),
        }
    }

    fn work(&self) -> Work<'_> {
        self.work_with(None)
    }

    fn work_with(&self, model: Option<Arc<dyn Provider>>) -> Work<'_> {
        Work {
            store: &self.store,
            pool: &self.pool,
            pack: Arc::clone(&self.pack),
            passwords: &[],
            model,
            stop: &self.stop,
        }
    }

    /// A document with one stored page, and its run at the classify stage.
    async fn claimed(&self) -> Run {
        self.claimed_with(&[page()], self.settings(EngineId::local(), None))
            .await
    }

    fn settings(&self, engine: EngineId, expected_year: Option<i32>) -> Settings {
        Settings {
            engine,
            expected_year,
            grader: "rules".into(),
            max_attempts: 3,
            max_retries: 2,
            policy_version: POLICY_VERSION.into(),
            pack_sha256: self.pack.sha256.clone(),
            guides: std::collections::BTreeMap::default(),
            allowance: Allowance::default(),
        }
    }

    async fn claimed_with(&self, pages: &[Page], settings: Settings) -> Run {
        let document = Document {
            id: DocumentId::fresh(),
            sha256: "ab".repeat(32),
            file_name: "letter.pdf".into(),
            path: "/made/letter.pdf".into(),
            media_type: "application/pdf".into(),
            bytes: 100,
            page_count: None,
            pack: "tax".into(),
            expected_year: None,
            case: None,
            received_at: now(),
            state: DocumentState::Active,
            outcome: None,
            outcome_message: None,
        };
        self.store.insert_document(&document).await.unwrap();
        self.store.put_pages(document.id, pages).await.unwrap();
        let run = Run {
            id: RunId::fresh(),
            document_id: document.id,
            pack: "tax".into(),
            pack_version: self.pack.version.clone(),
            settings,
            stage: Stage::Intake,
            state: RunState::Queued,
            interruptions: 0,
            queued_at: now(),
            started_at: None,
            ended_at: None,
            failure: None,
        };
        self.store.queue(&run).await.unwrap();
        let run = self.store.claim_next().await.unwrap().unwrap();
        assert!(
            self.store
                .finish_intake(run.id, Outcome::Ok, None, Some(pages.len() as u32), Stage::Classify)
                .await
                .unwrap()
        );
        self.store.run(run.id).await.unwrap()
    }
}

fn page() -> Page {
    let word = Word {
        bold: true,
        ..Word::typed("LETTER", title().regions[0], 12.0)
    };
    let block = Block {
        kind: BlockKind::Heading,
        region: word.region,
        words: (0, 1),
    };
    Page {
        number: 1,
        width: 612.0,
        height: 792.0,
        has_tables: false,
        text_source: TextSource::Embedded,
        reading: Reading {
            number: 1,
            source: ReadingSource::Embedded,
            recipe: None,
            words: vec![word],
            blocks: vec![block],
        },
        layer: vec![],
        hidden: vec![],
        samples: vec![],
        rulings: vec![],
        slants: vec![],
        cells: vec![],
        widgets: vec![],
        pictures: vec![],
        fault: None,
    }
}

mod arbitrary;
mod forms;
mod model;
mod unfilled;

#[tokio::test]
async fn a_failed_grade_is_tried_again_with_its_feedback_and_the_better_attempt_counts() {
    let (bench, engine) = (Bench::new().await, Scripted::new(&[Play::Blank, Play::Fill]));
    let run = bench.claimed().await;
    take_through(&bench.work(), run.clone(), &engine).await.unwrap();

    let asked = engine.asked();
    assert_eq!(asked.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(asked[0].1, None);
    assert!(asked[1].1.as_ref().is_some_and(|feedback| !feedback.is_empty()));
    let run_record = bench.store.run_record(run.id).await.unwrap();
    let best: Vec<u32> = run_record
        .attempts
        .iter()
        .filter(|row| row.attempt.best)
        .map(|row| row.attempt.number)
        .collect();
    assert_eq!(best, [2]);
    assert_eq!(run_record.run.state, RunState::Done);
    assert_eq!(run_record.forms[0].text("document_title"), Some("LETTER"));
    assert_eq!(
        run_record.decision.as_ref().unwrap().outcome,
        Decided::AutoAccept,
        "{:?}",
        run_record.issues
    );
    assert_eq!(run_record.truth.as_ref().unwrap().source, TruthSource::AutoAccepted);
}

#[tokio::test]
async fn an_engine_that_breaks_uses_up_an_attempt_and_nothing_else() {
    let (bench, engine) = (Bench::new().await, Scripted::new(&[Play::Fail, Play::Fill]));
    let run = bench.claimed().await;
    take_through(&bench.work(), run.clone(), &engine).await.unwrap();
    let run_record = bench.store.run_record(run.id).await.unwrap();
    let extractions = run_record.attempts.iter().filter(|row| row.attempt.role == "extract");
    let states: Vec<AttemptState> = extractions.map(|row| row.attempt.state).collect();
    assert_eq!(states, [AttemptState::Failed, AttemptState::Done]);
    assert_eq!(run_record.run.state, RunState::Done);
}

#[tokio::test]
async fn a_document_whose_every_attempt_is_blank_escalates_as_other() {
    let (bench, engine) = (Bench::new().await, Scripted::new(&[Play::Blank; 3]));
    let run = bench.claimed().await;
    take_through(&bench.work(), run.clone(), &engine).await.unwrap();
    assert_eq!(engine.asked().len(), 3);
    let run_record = bench.store.run_record(run.id).await.unwrap();
    let classification = run_record.classification().unwrap();
    assert_eq!(classification.label, "OTHER");
    assert!(classification.confidence <= 0.5, "{}", classification.confidence);
    assert_eq!(run_record.decision.as_ref().unwrap().outcome, Decided::EscalateToSme);
    assert!(run_record.truth.is_none());
    assert_eq!(run_record.review.as_ref().unwrap().state, ReviewState::Pending);
}

#[tokio::test]
async fn a_restart_takes_finished_attempts_from_their_rows() {
    let bench = Bench::new().await;
    let run = bench.claimed().await;
    // The first start completes the survey and one attempt; then the program dies in the middle of the second.
    let first = Scripted::new(&[Play::Blank]);
    let work = bench.work();
    let document = bench.store.document(run.document_id).await.unwrap();
    assert!(classify::survey(&work, &run, &document, &first).await.unwrap());
    let run = bench.store.run(run.id).await.unwrap();
    let died = tokio::spawn({
        let (store, pool, pack, stop) = (
            bench.store.clone(),
            bench.pool.clone(),
            Arc::clone(&bench.pack),
            bench.stop.clone(),
        );
        async move {
            let work = Work {
                store: &store,
                pool: &pool,
                pack,
                passwords: &[],
                model: None,
                stop: &stop,
            };
            extract::fill_all(&work, &run, &document, &first).await.map(|_| ())
        }
    });
    assert!(died.await.unwrap_err().is_panic(), "the script ends after one attempt");
    assert_eq!(bench.store.recover().await.unwrap().attempts.len(), 1);

    let again = bench.store.claim_next().await.unwrap().unwrap();
    assert_eq!((again.stage, again.interruptions), (Stage::Extract, 1));
    let second = Scripted::new(&[Play::Fill]);
    take_through(&bench.work(), again.clone(), &second).await.unwrap();
    assert_eq!(
        second.asked().iter().map(|(number, _)| *number).collect::<Vec<_>>(),
        [2]
    );
    assert!(second.asked()[0].1.is_some(), "the feedback came out of the rows");
    let run_record = bench.store.run_record(again.id).await.unwrap();
    assert_eq!(run_record.run.state, RunState::Done);
}

#[tokio::test]
async fn a_replay_gives_the_stored_decision_and_notices_a_changed_row() {
    let (bench, engine) = (Bench::new().await, Scripted::new(&[Play::Blank; 3]));
    let run = bench.claimed().await;
    take_through(&bench.work(), run.clone(), &engine).await.unwrap();
    let matching = replay(&bench.store, &bench.pack, run.id).await.unwrap();
    assert!(matching.matches, "{:?}", matching.differences);
    assert!(matching.issues > 0);
    let mut other = Pack::clone(&bench.pack);
    other.sha256 = "00".repeat(32);
    let changed = replay(&bench.store, &other, run.id).await.unwrap();
    assert!(!changed.matches && changed.differences[0].contains("pack"));
}

#[test]
fn a_longer_document_may_take_longer_but_never_more_than_the_longest() {
    let minutes = |pages| budget(pages).as_secs() / 60;
    assert_eq!((minutes(Some(0)), minutes(Some(3)), minutes(Some(30))), (2, 3, 12));
    assert_eq!(
        (minutes(Some(10_000)), minutes(Some(u32::MAX)), minutes(None)),
        (240, 240, 240)
    );
}

#[tokio::test]
async fn a_stop_leaves_the_run_as_it_stands() {
    let (bench, engine) = (Bench::new().await, Scripted::new(&[]));
    let run = bench.claimed().await;
    bench.stop.cancel();
    let stopped = take_through(&bench.work(), run.clone(), &engine).await;
    assert!(matches!(stopped, Err(Interrupted::Stopped)));
    assert!(bench.store.requeue(run.id, "stopped").await.unwrap());
    assert_eq!(bench.store.claim_next().await.unwrap().unwrap().stage, Stage::Classify);
}
