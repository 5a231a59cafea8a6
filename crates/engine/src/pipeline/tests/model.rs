//! Whole runs with a scripted model.

use super::*;
use crate::agent::Guides;
use crate::agent::script::{Reply, Script, acts, asides, responds};
use crate::event::Piece as Shown;
use crate::provider::{Model, ProviderError, Request, Sink, Turn};
use crate::tools::tests::{claim, page as lines};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::Notify;
use touchstone_core::pack::GuideStage;

/// A W-2 with only its required fields.
pub(super) const W2: &str = "Form W-2 Wage and Tax Statement 2024\n\
    a Employee's social security number 123-45-6789\n\
    b Employer identification number (EIN) 12-3456789\n\
    c Employer's name Acme Widgets LLC\n\
    e Employee's name Ann Lee\n\
    1 Wages, tips, other compensation 50,000.00\n\
    2 Federal income tax withheld 6,500.00\n\
    3 Social security wages 50,000.00\n\
    4 Social security tax withheld 3,100.00";

pub(super) fn engine() -> EngineId {
    EngineId {
        kind: EngineKind::Model,
        provider: Some("anthropic".into()),
        model: Some("scripted".into()),
    }
}

pub(super) fn identify(label: &str) -> (&'static str, Value) {
    let input = json!({"label": label, "confidence": 0.95, "reason": "its title"});
    ("identify_document", input)
}

pub(super) fn save(claims: &[(&str, &str, &str)]) -> (&'static str, Value) {
    let fields: Vec<Value> = claims
        .iter()
        .map(|(path, value, quote)| claim(path, value, quote))
        .collect();
    ("extract_fields", json!({"fields": fields}))
}

pub(super) fn complete() -> (&'static str, Value) {
    ("complete_extraction", json!({}))
}

pub(super) fn filled() -> (&'static str, Value) {
    save(&[
        ("employee_ssn", "123-45-6789", "123-45-6789"),
        ("employer_ein", "12-3456789", "12-3456789"),
        ("employer_name", "Acme Widgets LLC", "Acme Widgets LLC"),
        ("wages_tips", "50,000.00", "other compensation 50,000.00"),
        ("federal_tax_withheld", "6,500.00", "6,500.00"),
        ("tax_year", "2024", "2024"),
    ])
}

fn whole_form() -> Vec<Reply> {
    vec![
        acts(&[("get_document_text", json!({}))]),
        acts(&[identify("W-2"), filled()]),
        acts(&[complete()]),
        responds("A W-2 of 2024."),
    ]
}

/// Passes calls on to a script, except for one that never ends.
struct Hanging {
    script: Script,
    at: usize,
    made: AtomicUsize,
    hangs: Notify,
    answered: Mutex<HashMap<String, usize>>,
}

#[async_trait]
impl Provider for Hanging {
    fn model(&self) -> &Model {
        self.script.model()
    }

    async fn stream(
        &self,
        request: &Request,
        sink: &Sink<'_>,
        stop: &CancellationToken,
    ) -> Result<Turn, ProviderError> {
        if self.made.fetch_add(1, Ordering::SeqCst) == self.at {
            self.hangs.notify_one();
            std::future::pending::<()>().await;
        }
        *self.answered.lock().unwrap().entry(request.digest("", "")).or_default() += 1;
        self.script.stream(request, sink, stop).await
    }
}

#[tokio::test]
async fn wherever_the_program_dies_no_answered_call_is_made_again() {
    // The calls: identifying the form, four turns that fill it, and the questions of V2, V3 and V4.
    for at in 0..8 {
        let bench = Bench::new().await;
        let model = Arc::new(Hanging {
            script: Script::new(whole_form()).improvising(asides("W-2", "Form W-2")),
            at,
            made: AtomicUsize::new(0),
            hangs: Notify::new(),
            answered: Mutex::default(),
        });
        let run = bench
            .claimed_with(&[lines(1, W2)], bench.settings(engine(), Some(2024)))
            .await;
        let asking: Arc<dyn Provider> = Arc::<Hanging>::clone(&model);
        let work = bench.work_with(Some(Arc::clone(&asking)));
        tokio::select! {
            ended = process(&work, run.clone()) => panic!("it hangs at call {at}, but: {ended:?}"),
            () = model.hangs.notified() => {}
        }
        let named = bench.store.recover().await.unwrap();
        assert_eq!(
            (named.runs.len(), named.attempts.len(), named.calls.len()),
            (1, 1, 1),
            "{at}"
        );

        let again = bench.store.claim_next().await.unwrap().unwrap();
        process(&bench.work_with(Some(asking)), again).await.unwrap();
        let answered = model.answered.lock().unwrap().clone();
        assert!(answered.values().all(|times| *times == 1), "{at}: {answered:?}");
        let calls = bench.store.calls_of(run.document_id).await.unwrap();
        let of_state = |state| calls.iter().filter(|call| call.state == state).count();
        assert_eq!(of_state(CallState::Done), answered.len(), "{at}");
        assert_eq!(of_state(CallState::Interrupted), 1, "{at}");
        let run_record = bench.store.run_record(run.id).await.unwrap();
        assert_eq!(run_record.run.state, RunState::Done, "{at}");
        assert_eq!(run_record.forms[0].text("wages_tips"), Some("50000.00"), "{at}");
        // The local engine's reading is stored beside the model's, and is made once however often the program died.
        let seconds = run_record.attempts.iter().filter(|row| row.attempt.role == "second");
        let second = &seconds.collect::<Vec<_>>()[..];
        let [second] = second else { panic!("{at}: {second:?}") };
        assert_eq!(
            (second.attempt.state, second.attempt.best),
            (AttemptState::Done, false),
            "{at}"
        );
        let beside = bench.store.form_of(second.attempt.id).await.unwrap().unwrap();
        assert_eq!(beside.text("employer_ein"), Some("12-3456789"), "{at}");
    }
}

#[tokio::test]
async fn the_users_own_instructions_reach_the_model() {
    let bench = Bench::new().await;
    for (stage, words) in [("extract", "Amounts in yen."), ("grade", "Doubt every yen.")] {
        bench.store.override_prompt("tax", stage, Some(words)).await.unwrap();
    }
    let settings = Settings {
        grader: GRADER_MODEL.into(),
        guides: Guides::newest(&bench.store, &bench.pack).await.unwrap(),
        ..bench.settings(engine(), Some(2024))
    };
    let run = bench.claimed_with(&[lines(1, W2)], settings).await;
    // A prompt changed after the run was queued applies to other runs only.
    bench
        .store
        .override_prompt("tax", "extract", Some("Amounts in francs."))
        .await
        .unwrap();
    let script = Arc::new(Script::new(whole_form()).improvising(|request| {
        let answer = json!({"pass": true, "issues": [], "feedback": "", "reasoning": ""});
        request.shape().map(|_| responds(&answer.to_string()))
    }));
    let asking: Arc<dyn Provider> = Arc::<Script>::clone(&script);
    process(&bench.work_with(Some(asking)), run).await.unwrap();
    let asked = script.asked();
    let extracting = asked.iter().find(|request| !request.tools().is_empty()).unwrap();
    assert!(extracting.system.contains("Amounts in yen."));
    assert!(!extracting.system.contains(bench.pack.guide(GuideStage::Extract)));
    let grading = asked
        .iter()
        .find(|request| request.shape().is_some_and(|shape| shape.name == "grade"));
    assert!(grading.unwrap().system.contains("Doubt every yen."));
}

#[tokio::test]
async fn what_happens_is_shown_as_it_happens_and_kept_line_by_line() {
    let bench = Bench::new().await;
    let run = bench
        .claimed_with(&[lines(1, W2)], bench.settings(engine(), Some(2024)))
        .await;
    let mut watcher = bench.store.watch();
    let script = Script::new(whole_form()).improvising(asides("W-2", "Form W-2"));
    let script: Arc<dyn Provider> = Arc::new(script);
    process(&bench.work_with(Some(script)), run.clone()).await.unwrap();

    let calls = bench.store.calls_of(run.document_id).await.unwrap();
    let mut reading = calls.iter().filter(|call| call.sent.text_of == [1]);
    assert!(reading.any(|call| call.sent.bytes > 1_000 && call.purpose == Purpose::Extract));
    assert_eq!(calls[0].origin, "https://api.anthropic.com");

    let best = bench.store.best_forms(run.id).await.unwrap().remove(0).attempt_id;
    let steps = bench.store.steps(best).await.unwrap();
    let kinds: Vec<&str> = steps.iter().map(|step| step.kind.as_str()).collect();
    let begins = [
        "request",
        "request",
        "reply",
        "tool_call",
        "tool_answer",
        "reply",
        "tool_call",
        "tool_call",
        "tool_answer",
        "tool_answer",
    ];
    assert_eq!(kinds[..10], begins, "{kinds:?}");
    assert_eq!(kinds[kinds.len() - 2..], ["reply", "grade"]);

    let mut shown = Vec::new();
    loop {
        let live = watcher.next().await.unwrap();
        assert_eq!((live.run, live.document), (Some(run.id), run.document_id));
        let over = matches!(live.piece, Shown::Complete { .. });
        shown.push(live.piece);
        if over {
            break;
        }
    }
    let tools = shown.iter().filter(|piece| matches!(piece, Shown::Tool { .. }));
    assert_eq!(tools.count(), 4);
    assert!(matches!(&shown[shown.len() - 2], Shown::Grade { .. }));
    assert!(matches!(shown.last(), Some(Shown::Complete { extraction_id, .. }) if *extraction_id == best));
}
