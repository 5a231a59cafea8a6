//! Documents read with a model, through the engine's facade and a scripted server: decisions between two readings,
//! and documents that may not leave. The window is in its own tests, wire formats are in those of providers.

use crate::shell::Shell;
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use touchstone_core::record::{AttemptState, CorrectedBy, DocumentId, EngineId, EngineKind, RunState};
use touchstone_engine::event::{Piece, Watcher};
use touchstone_engine::provider::RetryPolicy;
use touchstone_engine::store::{Access, Place};
use touchstone_engine::views::{Corrected, DocumentView, IssueView, ReadingPick};
use touchstone_engine::{Desk, DeskOptions, Submission, Ticket};
use touchstone_tests::model::{Asked, ModelServer, Pace, Reader, Reply};
use touchstone_tests::{Case, Truth, catalog};

pub(crate) fn nearby() -> EngineId {
    EngineId {
        kind: EngineKind::Model,
        provider: Some("Nearby".into()),
        model: Some("small-1".into()),
    }
}

/// A W-2 with three rows in box 12.
pub(crate) fn paper() -> Case {
    let layouts = catalog::named("w2:tuned");
    let cases = catalog::cases(&layouts, 2, 11).into_iter();
    let rows = |case: &Case| {
        case.truth
            .forms
            .first()
            .map_or(0, |form| form.fields["box_12"].as_array().map_or(0, Vec::len))
    };
    cases
        .filter(|case| case.truth.label.as_deref() == Some("W-2"))
        .find(|case| rows(case) == 3)
        .expect("such a W-2")
}

pub(crate) async fn desk(shell: &Shell, catalog: &str) -> Desk {
    bearing(shell, catalog, RetryPolicy::default()).await
}

/// A desk with the given retry_policy towards providers.
pub(crate) async fn bearing(shell: &Shell, catalog: &str, retry_policy: RetryPolicy) -> Desk {
    let options = DeskOptions {
        jobs: Some(1),
        catalog: Some(shell.file("catalog.toml", catalog.as_bytes())),
        retry_policy,
        ..DeskOptions::default()
    };
    Desk::open(&Place::Memory, Access::Own, options).await.unwrap()
}

/// Waits until the model has sent these words. They are counted by then: whatever is stopped afterwards has its cost.
pub(crate) async fn wait_for_text(watcher: &mut Watcher, words: &str) {
    while let Some(live) = watcher.next().await {
        if matches!(&live.piece, Piece::Text { text } if text.contains(words)) {
            return;
        }
    }
    panic!("nobody says {words:?} any more");
}

/// A catalog with a port that no server listens on.
const NOWHERE: &str = "[[endpoint]]\nname = \"Nearby\"\ntitle = \"Nearby\"\ndialect = \"openai_chat\"\n\
    url = \"http://127.0.0.1:9/v1\"\n[[model]]\nendpoint = \"Nearby\"\nid = \"small-1\"\n\
    context = 100000\noutput = 8000\ncan = [\"tools\", \"schema\"]\n";

/// A desk that asks once and backs off twice, briefly.
async fn impatient(shell: &Shell, catalog: &str) -> Desk {
    let retry_policy = RetryPolicy {
        tries: 1,
        rest: Duration::from_millis(50),
        rests: 2,
        ..RetryPolicy::default()
    };
    bearing(shell, catalog, retry_policy).await
}

pub(crate) async fn submitted(desk: &Desk, path: PathBuf, engine: EngineId) -> Ticket {
    let submission = Submission {
        path,
        pack: "tax".into(),
        expected_year: None,
        case: None,
        engine,
        again: false,
    };
    desk.submit(&submission).await.unwrap()
}

/// The box 12 of the truth without its second row, and with a row that no other reading has.
fn misread(truth: &Truth) -> Truth {
    let mut truth = truth.clone();
    let form = &mut truth.forms[0].fields;
    let rows = form["box_12"].as_array().unwrap();
    form["box_12"] = json!([rows[0], rows[2], {"code": rows[0]["code"], "amount": rows[2]["amount"]}]);
    form["federal_tax_withheld"] = form["medicare_tax_withheld"].clone();
    truth
}

struct Scene {
    desk: Desk,
    id: String,
}

impl Scene {
    async fn view(&self) -> DocumentView {
        self.desk.document_view(&self.id).await.unwrap()
    }

    /// Open issues about the values that the model misread. Others are ignored, because the scripted reader cannot
    /// quote names of several lines.
    async fn open(&self) -> Vec<IssueView> {
        let misread = |path: &Option<String>| {
            let path = path.as_deref().unwrap_or_default();
            path == "federal_tax_withheld" || path.starts_with("box_12")
        };
        let issues = self.view().await.issues.into_iter();
        issues
            .filter(|issue| issue.choice.is_some() && misread(&issue.path))
            .collect()
    }

    async fn about(&self, path: &str) -> IssueView {
        let open = self.open().await;
        let found = open.iter().find(|issue| issue.path.as_deref() == Some(path)).cloned();
        found.unwrap_or_else(|| panic!("{path}: {open:#?}"))
    }

    async fn pick(&self, path: &str, pick: ReadingPick) -> Corrected {
        let issue = self.about(path).await;
        self.desk.pick_reading(&self.id, &issue.id, pick).await.unwrap()
    }

    async fn value(&self, name: &str) -> Value {
        let run = self.view().await.run.unwrap().id.parse().unwrap();
        let run_record = self.desk.run_record(run).await.unwrap();
        run_record.forms[0].field(name).unwrap().value.clone()
    }
}

/// A document that the model misread, and its truth.
async fn scene(shell: &Shell) -> (Scene, Truth) {
    let case = paper();
    let reader = Reader::new(misread(&case.truth), 0);
    let server = ModelServer::answering(Pace::default(), move |asked: &Asked| reader.answer(asked)).unwrap();
    let desk = desk(shell, &server.catalog()).await;
    let ticket = submitted(&desk, shell.file(&case.file_name, &case.bytes), nearby()).await;
    desk.work(&[], &CancellationToken::new()).await.unwrap();
    let id = ticket.document_id.to_string();
    (Scene { desk, id }, case.truth)
}

#[tokio::test]
async fn of_two_readings_a_person_takes_one_value_row_or_list_at_a_time() {
    let (scene, truth) = scene(&Shell::new()).await;
    let fields = &truth.forms[0].fields;
    let rows = fields["box_12"].as_array().unwrap().clone();
    assert_eq!(scene.view().await.decision.unwrap().outcome, "ESCALATE_TO_SME");

    // A value comes with the place where it was read.
    let choice = scene.about("federal_tax_withheld").await.choice.unwrap();
    assert_eq!(choice.other.as_deref(), fields["federal_tax_withheld"].as_str());
    let picked = scene.pick("federal_tax_withheld", ReadingPick::Other).await;
    assert!(!picked.field.evidence.is_empty() && picked.field.corrected);
    assert_eq!(
        scene.value("federal_tax_withheld").await,
        fields["federal_tax_withheld"]
    );

    // A row that was left out, and one that is nowhere on the page.
    let missing = scene.about("box_12").await;
    let choice = missing.choice.unwrap();
    assert_eq!((choice.current, choice.row), (None, true));
    assert!(choice.other.unwrap().ends_with(rows[1]["amount"].as_str().unwrap()));
    scene.pick("box_12", ReadingPick::Other).await;
    scene.pick("box_12[2]", ReadingPick::Other).await;
    assert_eq!(scene.value("box_12").await, json!([rows[0], rows[2], rows[1]]));
    assert_eq!(scene.open().await, []);

    // Undone one by one; then the list as a whole.
    for _ in 0..2 {
        scene.desk.undo(&scene.id).await.unwrap();
    }
    assert_eq!(scene.open().await.len(), 2);
    let form = scene.view().await.forms[0].id.clone();
    scene
        .desk
        .pick_list(&scene.id, &form, "box_12", ReadingPick::Other)
        .await
        .unwrap();
    assert_eq!(scene.value("box_12").await, json!([rows[0], rows[2], rows[1]]));
    assert_eq!(scene.open().await, []);
    let over = scene
        .desk
        .pick_list(&scene.id, &form, "box_12", ReadingPick::Other)
        .await;
    assert!(over.unwrap_err().to_string().contains("no question about"));
}

#[tokio::test]
async fn a_list_that_stands_is_confirmed_with_its_places() {
    let (scene, truth) = scene(&Shell::new()).await;
    let stood = scene.value("box_12").await;
    let form = scene.view().await.forms[0].id.clone();
    let confirmed = scene
        .desk
        .pick_list(&scene.id, &form, "box_12", ReadingPick::Current)
        .await
        .unwrap();
    assert_eq!(scene.value("box_12").await, stood);
    assert!(confirmed.field.cells.iter().all(|cell| !cell.evidence.is_empty()));
    // The value that differs is still open and, once confirmed, keeps its place.
    assert_eq!(scene.open().await.len(), 1);
    let confirmed = scene.pick("federal_tax_withheld", ReadingPick::Current).await;
    assert!(!confirmed.field.evidence.is_empty());
    assert_eq!(
        scene.value("federal_tax_withheld").await,
        truth.forms[0].fields["medicare_tax_withheld"]
    );
    let run = scene.view().await.run.unwrap().id.parse().unwrap();
    let run_record = scene.desk.run_record(run).await.unwrap();
    assert!(run_record.corrections.iter().all(|edit| edit.by == CorrectedBy::Person));
}

#[tokio::test]
async fn documents_that_wait_for_a_consent_are_kept_here() {
    let shell = Shell::new();
    let far = "[[endpoint]]\nname = \"Faraway\"\ntitle = \"Faraway\"\ndialect = \"openai_chat\"\n\
               url = \"https://models.invalid/v1\"\n[[model]]\nendpoint = \"Faraway\"\nid = \"m\"\n\
               context = 100000\noutput = 8000\ncan = [\"tools\", \"schema\"]\n";
    let desk = desk(&shell, far).await;
    let away = EngineId {
        kind: EngineKind::Model,
        provider: Some("Faraway".into()),
        model: Some("m".into()),
    };
    let sample = crate::shell::fixtures("samples").join("w2-001-official.pdf");
    let path = shell.file("w2.pdf", &fs::read(sample).unwrap());
    let ticket = submitted(&desk, path, away.clone()).await;
    let stop = CancellationToken::new();
    let refused = desk.work(&[], &stop).await.unwrap_err();
    assert!(format!("{refused:#}").contains("Faraway"), "{refused:#}");
    assert_eq!(
        desk.keep_here(&nearby()).await.unwrap(),
        0,
        "nobody waits for another model"
    );
    assert_eq!(desk.keep_here(&away).await.unwrap(), 1);
    desk.work(&[], &stop).await.unwrap();
    let id: DocumentId = ticket.document_id;
    let view = desk.document_view(&id.to_string()).await.unwrap();
    assert_eq!(view.run.unwrap().engine, EngineId::local().to_string());
    assert_eq!(desk.sent(id).await.unwrap(), [], "nothing was sent");
}

#[tokio::test]
async fn a_budget_of_a_workspace_stops_before_the_call_and_goes_on_when_raised() {
    let shell = Shell::new();
    let case = paper();
    let reader = Reader::new(case.truth.clone(), 0);
    let server =
        ModelServer::answering(Pace::default(), move |asked: &Asked| -> Reply { reader.answer(asked) }).unwrap();
    let desk = desk(&shell, &server.catalog()).await;
    let mut preferences = desk.preferences().await.unwrap();
    preferences.spend_limit_cents = Some(0);
    desk.set_preferences(&preferences).await.unwrap();
    let ticket = submitted(&desk, shell.file(&case.file_name, &case.bytes), nearby()).await;
    let stop = CancellationToken::new();
    let refused = desk.work(&[], &stop).await.unwrap_err();
    assert!(format!("{refused:#}").contains("spend limit"), "{refused:#}");
    assert!(server.asked().is_empty());
    preferences.spend_limit_cents = Some(100);
    desk.set_preferences(&preferences).await.unwrap();
    desk.work(&[], &stop).await.unwrap();
    let calls = desk.sent(ticket.document_id).await.unwrap();
    assert_eq!(calls.len(), server.asked().len());
    let (sum, spent) = (
        calls.iter().map(|call| call.usage.cost_usd).sum::<f64>(),
        desk.spent().await.unwrap(),
    );
    assert!(spent > 0.0 && (sum - spent).abs() < 1e-9, "{sum} {spent}");
    // Costs stay on record when the document is deleted.
    desk.trash(&[ticket.document_id.to_string()]).await.unwrap();
    desk.empty_trash().await.unwrap();
    assert!((desk.spent().await.unwrap() - spent).abs() < 1e-9);
}

/// A provider that refuses the second question as overloaded, with or without a `retry-after`.
#[tokio::test]
async fn work_waits_for_a_provider_and_goes_on_by_itself() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    for refusal in [
        Reply::Refusal(529, "", "overloaded"),
        Reply::Refusal(429, "retry-after-ms: 150\r\nx-should-retry: false\r\n", "slow down"),
    ] {
        let shell = Shell::new();
        let case = paper();
        let reader = Reader::new(case.truth.clone(), 0);
        let asked = AtomicUsize::new(0);
        let server = ModelServer::answering(Pace::default(), move |question: &Asked| {
            match asked.fetch_add(1, Ordering::SeqCst) {
                1 => refusal.clone(),
                _ => reader.answer(question),
            }
        })
        .unwrap();
        let desk = impatient(&shell, &server.catalog()).await;
        let ticket = submitted(&desk, shell.file(&case.file_name, &case.bytes), nearby()).await;
        desk.work(&[], &CancellationToken::new()).await.unwrap();
        let run_record = desk.run_record(ticket.run_id).await.unwrap();
        let count = |state| {
            run_record
                .attempts
                .iter()
                .filter(|row| row.attempt.state == state)
                .count()
        };
        assert_eq!((count(AttemptState::Failed), count(AttemptState::Interrupted)), (0, 1));
        assert_eq!(
            run_record
                .attempts
                .iter()
                .filter(|row| row.attempt.role == "survey")
                .count(),
            1
        );
        assert!(run_record.decision.is_some() && run_record.forms.len() == 1);
        // Only the refused question was asked twice.
        let calls = desk.sent(ticket.document_id).await.unwrap();
        let answered = calls.iter().filter(|call| call.error.is_none()).count();
        assert_eq!((server.asked().len(), calls.len()), (answered + 1, answered + 1));
        let used = desk.result(ticket.run_id).await.unwrap().usage;
        assert_eq!(used.calls, calls.len() as u64);
        let cost: f64 = calls.iter().map(|call| call.usage.cost_usd).sum();
        assert!((used.cost_usd - cost).abs() < 1e-6);
    }
}

#[tokio::test]
async fn a_provider_that_stays_away_is_told_in_the_end_and_no_document_fails() {
    let shell = Shell::new();
    let case = paper();
    let server = ModelServer::answering(Pace::default(), |_| Reply::Refusal(529, "", "overloaded")).unwrap();
    let desk = impatient(&shell, &server.catalog()).await;
    let ticket = submitted(&desk, shell.file(&case.file_name, &case.bytes), nearby()).await;
    let stopped = desk.work(&[], &CancellationToken::new()).await.unwrap_err();
    assert!(format!("{stopped:#}").contains("overloaded"), "{stopped:#}");
    // One question and two that followed the backoffs.
    assert_eq!(server.asked().len(), 3);
    let run_record = desk.run_record(ticket.run_id).await.unwrap();
    assert_eq!(run_record.run.state, RunState::Queued);
    // A local server that is not running is not worth waiting for.
    let desk = impatient(&shell, NOWHERE).await;
    submitted(&desk, shell.file("other.pdf", &case.bytes), nearby()).await;
    let stopped = desk.work(&[], &CancellationToken::new()).await.unwrap_err();
    let stopped = format!("{stopped:#}");
    assert!(stopped.contains("(at http://127.0.0.1:9; is it running?)"), "{stopped}");
}

/// One worker, and a provider that must not be asked for an hour, or not before the user has acted.
#[tokio::test]
async fn documents_that_this_computer_reads_do_not_wait_for_a_provider() {
    let busy = ModelServer::answering(Pace::default(), |_| {
        Reply::Refusal(429, "retry-after: 3600\r\n", "come back later")
    });
    let no_key = ModelServer::answering(Pace::default(), |_| Reply::Refusal(401, "", "who are you?"));
    for (server, waits) in [(busy.unwrap(), true), (no_key.unwrap(), false)] {
        let shell = Shell::new();
        let case = paper();
        let desk = impatient(&shell, &server.catalog()).await;
        let away = submitted(&desk, shell.file(&case.file_name, &case.bytes), nearby()).await;
        let other = fs::read(crate::shell::fixtures("samples").join("1099-int.pdf")).unwrap();
        let here = submitted(&desk, shell.file("here.pdf", &other), EngineId::local()).await;
        let stop = CancellationToken::new();
        let state = async |run| desk.run_record(run).await.unwrap().run.state;
        let done = async {
            while state(here.run_id).await != RunState::Done {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            // The worker waits for a provider that backs off, so the test has to stop it.
            if waits {
                stop.cancel();
            }
        };
        let (worked, ()) = tokio::join!(desk.work(&[], &stop), done);
        assert_eq!(worked.is_ok(), waits, "{worked:?}");
        assert_eq!(state(away.run_id).await, RunState::Queued);
        assert_eq!(server.asked().len(), 1, "it was left alone");
    }
}
