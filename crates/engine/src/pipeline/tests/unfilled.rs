//! Whole runs with a model that does not fill a form: the result is never accepted, reported blank, or counted as free.

use super::model::{W2, complete, engine, filled, identify};
use super::*;
use crate::agent::script::{Reply, Script, acts, asides, fault, responds, turn};
use crate::provider::{Ask, Fault, Message, Request, Stop, is_general};
use crate::tools::tests::page as lines;
use serde_json::json;
use std::sync::atomic::{AtomicUsize, Ordering};

const SECOND_W2: &str = "Form W-2 Wage and Tax Statement 2024\n\
    a Employee's social security number 987-65-4321\n\
    b Employer identification number (EIN) 98-7654321\n\
    c Employer's name Bell Foundry LLC\n\
    e Employee's name Bob May\n\
    1 Wages, tips, other compensation 41,000.00\n\
    2 Federal income tax withheld 4,100.00";

/// A run over pages with a model that gives the scripted answers where tools are offered.
struct Scene {
    bench: Bench,
    run: Run,
    script: Arc<Script>,
}

impl Scene {
    async fn of(pages: &[&str], answer: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Self {
        let bench = Bench::new().await;
        let pages: Vec<Page> = pages
            .iter()
            .zip(1..)
            .map(|(text, number)| lines(number, text))
            .collect();
        let run = bench.claimed_with(&pages, bench.settings(engine(), Some(2024))).await;
        let aside = asides("W-2", "Form W-2");
        let script = Script::answering(move |request| match request.ask {
            Ask::Tools(_) => Some(answer(request)),
            _ => aside(request),
        });
        let script = Arc::new(script);
        Self { bench, run, script }
    }

    async fn process(&self) -> Result<(), Interrupted> {
        let model: Arc<dyn Provider> = Arc::<Script>::clone(&self.script);
        let run = self.bench.store.run(self.run.id).await.unwrap();
        process(&self.bench.work_with(Some(model)), run).await
    }

    async fn run_record(&self) -> RunRecord {
        self.bench.store.run_record(self.run.id).await.unwrap()
    }

    /// Number of conversations about a form that were started.
    fn begun(&self) -> usize {
        let asked = self.script.asked();
        let begins = |request: &&Request| matches!(request.ask, Ask::Tools(_)) && request.messages.len() == 1;
        asked.iter().filter(begins).count()
    }
}

fn issue<'a>(run_record: &'a RunRecord, code: &str) -> Option<&'a NewIssue> {
    let mut issues = run_record.issues.iter().map(|issue| &issue.body);
    issues.find(|issue| issue.code == code)
}

/// Fills the whole form in one conversation.
fn fills(request: &Request) -> Reply {
    match request.messages.len() {
        1 => acts(&[identify("W-2"), filled(), complete()]),
        _ => responds("A W-2."),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "a script holds turns and faults")]
fn declines() -> Reply {
    Ok(turn("", &[], Stop::Refused { why: "policy".into() }))
}

#[tokio::test]
async fn a_form_that_nobody_filled_is_never_accepted() {
    type Answer = fn(&Request) -> Reply;
    let named_only: Answer = |request| match request.messages.len() {
        1 => acts(&[identify("W-2")]),
        _ => declines(),
    };
    // A question that would be refused again is not repeated.
    for (name, answer, attempts, why) in [
        ("declined", (|_| declines()) as Answer, 1, "declined: policy"),
        ("named, then declined", named_only, 1, "declined: policy"),
        ("rejected", |_| fault(Fault::Invalid), 1, "was rejected"),
        ("too long", |_| fault(Fault::TooLong), 1, "too long"),
        ("broken", |_| fault(Fault::Server), 3, "the provider failed"),
        (
            "only talk",
            |_| responds("I would rather not."),
            3,
            "it stopped calling tools",
        ),
    ] {
        let scene = Scene::of(&[W2], answer).await;
        scene.process().await.unwrap();
        let run_record = scene.run_record().await;
        assert_eq!(scene.begun(), attempts, "{name}");
        let unfilled = issue(&run_record, "unfilled").expect(name);
        assert_eq!(
            (unfilled.severity, unfilled.raised_by),
            (Severity::Blocker, RaisedBy::V1)
        );
        assert!(unfilled.message.contains(why), "{name}: {}", unfilled.message);
        assert!(unfilled.suggestion.is_some(), "{name}: the second reading is there");
        assert!(issue(&run_record, "blank").is_none(), "{name}");
        assert_eq!(
            run_record.decision.as_ref().unwrap().outcome,
            Decided::EscalateToSme,
            "{name}"
        );
        assert!(run_record.truth.is_none() && run_record.forms.is_empty(), "{name}");
        let again = replay(&scene.bench.store, &scene.bench.pack, scene.run.id)
            .await
            .unwrap();
        assert!(again.matches, "{name}: {:?}", again.differences);
        counted(&scene, &run_record, name).await;
    }
}

/// Calls and cost of the result equal the sums of their rows.
async fn counted(scene: &Scene, run_record: &RunRecord, name: &str) {
    let calls = scene.bench.store.calls_of(run_record.document.id).await.unwrap();
    let sum = |part: fn(&Usage) -> f64| {
        let of_calls: f64 = calls.iter().map(|call| part(&call.usage)).sum();
        let of_attempts: f64 = run_record.attempts.iter().map(|row| part(&row.attempt.usage)).sum();
        (of_calls, of_attempts)
    };
    for (calls, attempts) in [
        sum(|usage| usage.calls as f64),
        sum(|usage| usage.input_tokens as f64),
        sum(|usage| usage.cost_usd),
    ] {
        assert!(
            calls > 0.0 && (calls - attempts).abs() < 1e-9,
            "{name}: {calls} {attempts}"
        );
    }
}

#[tokio::test]
async fn of_two_forms_the_one_that_was_filled_hides_nothing() {
    let scene = Scene::of(&[W2, SECOND_W2], |request| {
        let words = crate::agent::script::words(request);
        if words.contains("pages 2 to 2") {
            fault(Fault::Invalid)
        } else {
            fills(request)
        }
    })
    .await;
    scene.process().await.unwrap();
    let run_record = scene.run_record().await;
    assert_eq!((run_record.plans.len(), run_record.forms.len()), (2, 1));
    assert_eq!(issue(&run_record, "unfilled").unwrap().subject, "forms[1]");
    assert_eq!(run_record.decision.as_ref().unwrap().rule, 1);
}

#[tokio::test]
async fn what_was_found_so_far_waits_for_a_provider_that_is_down() {
    for broken in [Fault::Network, Fault::Overloaded, Fault::RateLimited, Fault::Resting] {
        let made = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&made);
        // The second call fails.
        let scene = Scene::of(&[W2], move |request| {
            if count.fetch_add(1, Ordering::SeqCst) == 1 {
                return fault(broken);
            }
            match request.messages.len() {
                1 => acts(&[identify("W-2"), filled()]),
                3 => acts(&[complete()]),
                _ => responds("A W-2."),
            }
        })
        .await;
        let ended = scene.process().await;
        assert!(
            matches!(ended, Err(Interrupted::Fatal(error)) if is_general(&error)),
            "{broken:?}"
        );
        assert!(scene.bench.store.requeue(scene.run.id, "stopped").await.unwrap());
        let waits = scene.bench.store.claim_next().await.unwrap().unwrap();
        assert_eq!(waits.stage, Stage::Extract, "{broken:?}: the survey is kept");
        scene.process().await.unwrap();
        let run_record = scene.run_record().await;
        assert_eq!(run_record.forms[0].text("wages_tips"), Some("50000.00"), "{broken:?}");
        let failed = run_record
            .attempts
            .iter()
            .any(|row| row.attempt.state == AttemptState::Failed);
        assert!(!failed, "{broken:?}: no attempt was used up");
        // One question was put twice: the one that got no answer.
        assert_eq!(made.load(Ordering::SeqCst), 4, "{broken:?}");
    }
}

#[tokio::test]
async fn a_later_attempt_begins_with_what_the_first_one_read() {
    let scene = Scene::of(&[W2], |request| {
        let again = crate::agent::script::words(request).contains("What was wrong with it");
        match (request.messages.len(), again) {
            (1, _) => acts(&[("get_document_text", json!({}))]),
            (3, false) => acts(&[
                identify("W-2"),
                super::model::save(&[
                    ("tax_year", "2024", "2024"),
                    ("employer_name", "Acme Widgets LLC", "Acme Widgets LLC"),
                ]),
                complete(),
            ]),
            (3, true) => acts(&[identify("W-2"), filled(), complete()]),
            _ => responds("Filled."),
        }
    })
    .await;
    scene.process().await.unwrap();
    let asked = scene.script.asked();
    let tools: Vec<&Request> = asked
        .iter()
        .filter(|request| matches!(request.ask, Ask::Tools(_)))
        .collect();
    let second = tools
        .iter()
        .find(|request| crate::agent::script::words(request).contains("What was wrong"));
    let (first, second) = (tools[1], second.expect("a second attempt"));
    assert_eq!((first.messages.len(), second.messages.len()), (3, 3));
    assert_eq!(first.messages[..2], second.messages[..2]);
    assert_eq!(first.system, second.system);
    let (
        Message::User {
            results: one,
            parts: none,
        },
        Message::User { results: other, parts },
    ) = (&first.messages[2], &second.messages[2])
    else {
        panic!("an answer to what was called")
    };
    assert_eq!(one, other, "the page, before all that is new");
    assert_eq!((none.len(), parts.len()), (0, 1));
    assert!(format!("{parts:?}").contains("The values of the attempt before are loaded"));
    assert_eq!(scene.begun(), 1, "nothing is read twice");
}
