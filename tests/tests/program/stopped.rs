//! One document is stopped in the middle of a model's answer: the model is asked nothing more, the cost of the
//! partial answer is recorded, and the worker continues with the next document. Pausing everything is in
//! `interruption`.

use crate::models::{desk, nearby, paper, submitted, wait_for_text};
use crate::shell::{Shell, fixtures};
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use touchstone_core::record::{CallState, DocumentId, EngineId, ModelCall, RunId, RunState};
use touchstone_engine::Desk;
use touchstone_tests::model::{Asked, ModelServer, Pace, Reader, Reply};

const LAST_WORDS: &str = "Let me see what this paper says, line by line.";

/// A model that stops sending in its second turn at the first form.
fn silent_in_the_second_turn() -> ModelServer {
    let reader = Reader::new(paper().truth, 0);
    let silences = AtomicUsize::new(0);
    ModelServer::answering(Pace::default(), move |asked: &Asked| {
        let second = asked.shape().is_none() && asked.turn() == 1;
        if second && silences.fetch_add(1, Ordering::SeqCst) == 0 {
            Reply::Endless(LAST_WORDS)
        } else {
            reader.answer(asked)
        }
    })
    .unwrap()
}

async fn until(mut done: impl AsyncFnMut() -> bool) {
    while !done().await {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

struct Scene {
    desk: Desk,
    server: ModelServer,
    document: DocumentId,
    run: RunId,
    /// Queued behind it, for the local engine.
    next: RunId,
}

impl Scene {
    async fn state(&self, run: RunId) -> RunState {
        self.desk.run_record(run).await.unwrap().run.state
    }

    async fn calls(&self) -> Vec<ModelCall> {
        self.desk.sent(self.document).await.unwrap()
    }

    fn ids(&self) -> [String; 1] {
        [self.document.to_string()]
    }

    /// The only worker reads until the model stops sending, then `stop` is applied to the document, and the rest of
    /// the queue is read.
    async fn stopped_by(&self, stop: impl AsyncFnOnce(&Scene)) -> usize {
        let end = CancellationToken::new();
        let mut asked = 0;
        let mut watcher = self.desk.watch();
        let working = self.desk.serve(&end);
        let acting = async {
            wait_for_text(&mut watcher, LAST_WORDS).await;
            asked = self.server.asked().len();
            stop(self).await;
            until(async || self.state(self.next).await == RunState::Done).await;
            until(async || self.calls().await.iter().all(|call| call.usage.output_tokens > 0)).await;
            end.cancel();
        };
        tokio::join!(working, acting);
        asked
    }

    /// The interrupted call is recorded as such, with its partial answer.
    async fn assert_paid(&self) {
        until(async || self.server.left() == 1).await;
        let calls = self.calls().await;
        let broken: Vec<&ModelCall> = calls
            .iter()
            .filter(|call| call.state == CallState::Interrupted)
            .collect();
        let [call] = broken[..] else { panic!("{calls:#?}") };
        assert!(
            call.usage.input_tokens > 500 && call.usage.output_tokens > 5,
            "{:?}",
            call.usage
        );
        assert!(call.usage.cost_usd > 0.0 && call.ended_at.is_some());
        let used = self.desk.result(self.run).await.unwrap().usage;
        let of_run = calls.iter().filter(|call| call.run_id == Some(self.run));
        let (count, cost) = of_run.fold((0, 0.0), |(count, cost), call| (count + 1, cost + call.usage.cost_usd));
        assert_eq!(used.calls, count);
        assert!((used.cost_usd - cost).abs() < 1e-6, "{used:?} {cost}");
    }
}

async fn scene(shell: &Shell) -> Scene {
    let case = paper();
    let server = silent_in_the_second_turn();
    let desk = desk(shell, &server.catalog()).await;
    let ticket = submitted(&desk, shell.file(&case.file_name, &case.bytes), nearby()).await;
    let other = fs::read(fixtures("samples").join("1099-int.pdf")).unwrap();
    let next = submitted(&desk, shell.file("next.pdf", &other), EngineId::local()).await;
    Scene {
        desk,
        server,
        document: ticket.document_id,
        run: ticket.run_id,
        next: next.run_id,
    }
}

#[tokio::test]
async fn a_document_that_is_cancelled_is_asked_nothing_more_about() {
    let shell = Shell::new();
    let scene = scene(&shell).await;
    let asked = scene
        .stopped_by(async |scene| assert_eq!(scene.desk.cancel(&scene.ids()).await.unwrap().changed, 1))
        .await;
    assert_eq!(scene.state(scene.run).await, RunState::Cancelled);
    assert_eq!(scene.server.asked().len(), asked, "nothing was asked after it");
    scene.assert_paid().await;
}

#[tokio::test]
async fn a_document_that_is_thrown_away_is_asked_nothing_more_about() {
    let shell = Shell::new();
    let scene = scene(&shell).await;
    let asked = scene
        .stopped_by(async |scene| assert_eq!(scene.desk.trash(&scene.ids()).await.unwrap().changed, 1))
        .await;
    assert_eq!(scene.state(scene.run).await, RunState::Cancelled);
    assert_eq!(scene.server.asked().len(), asked, "nothing was asked after it");
    scene.assert_paid().await;
    // Restored from the trash, it is still cancelled.
    scene.desk.restore(&scene.ids()).await.unwrap();
    assert_eq!(scene.state(scene.run).await, RunState::Cancelled);
}

#[tokio::test]
async fn a_document_that_is_read_again_leaves_the_reading_before() {
    let shell = Shell::new();
    let scene = scene(&shell).await;
    let mut preferences = scene.desk.preferences().await.unwrap();
    preferences.engines.insert("tax".into(), nearby().to_string());
    scene.desk.set_preferences(&preferences).await.unwrap();
    scene
        .stopped_by(async |scene| {
            assert_eq!(scene.desk.rerun(&scene.ids()).await.unwrap().changed, 1);
            until(async || {
                let newest = scene.desk.newest_of(scene.run).await.unwrap();
                scene.state(newest).await == RunState::Done
            })
            .await;
        })
        .await;
    assert_eq!(scene.state(scene.run).await, RunState::Cancelled);
    scene.assert_paid().await;
    let calls = scene.calls().await;
    let last = calls.iter().rposition(|call| call.run_id == Some(scene.run)).unwrap();
    assert_eq!(
        calls[last].state,
        CallState::Interrupted,
        "the first reading asked nothing after it"
    );
    assert!(calls.len() > last + 1 && calls[last + 1..].iter().all(|call| call.run_id != Some(scene.run)));
}
