//! Corrections in words, through the engine's facade and a scripted server: what may be proposed, and how a question
//! is stopped. How the model edits is in the agent's own tests.

use crate::models::{desk, nearby, paper, submitted, wait_for_text};
use crate::shell::Shell;
use serde_json::{Value, json};
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use touchstone_core::record::DocumentId;
use touchstone_engine::Desk;
use touchstone_tests::model::{Asked, ModelServer, Pace, Reader, Reply};

const WISH: &str = "The preparer is Birch Partners";

/// A model that reads the document and answers corrections with `answers`, turn by turn.
fn server(answers: Vec<Reply>) -> ModelServer {
    let reader = Reader::new(paper().truth, 0);
    let answer = move |asked: &Asked| {
        if asked.words().contains(WISH) {
            answers[asked.turn().min(answers.len() - 1)].clone()
        } else {
            reader.answer(asked)
        }
    };
    ModelServer::answering(Pace::default(), answer).unwrap()
}

async fn read(shell: &Shell, server: &ModelServer) -> (Desk, DocumentId) {
    let (desk, case) = (desk(shell, &server.catalog()).await, paper());
    let ticket = submitted(&desk, shell.file(&case.file_name, &case.bytes), nearby()).await;
    desk.work(&[], &CancellationToken::new()).await.unwrap();
    (desk, ticket.document_id)
}

async fn preparer(desk: &Desk, id: DocumentId) -> Option<Value> {
    let view = desk.document_view(&id.to_string()).await.unwrap();
    let run = view.run.unwrap().id.parse().unwrap();
    let run_record = desk.run_record(run).await.unwrap();
    run_record.forms[0].field("preparer").map(|field| field.value.clone())
}

/// A name that the template lacks is proposed and withdrawn like any other.
#[tokio::test]
async fn a_name_that_the_form_does_not_have_is_proposed_too() {
    let edit = json!({"path": "preparer.name", "value": "Birch Partners", "page": 1, "quote": "", "confidence": 0.9});
    let server = server(vec![
        Reply::Calls(vec![("update_field", edit)]),
        Reply::Text("Added.".to_owned()),
    ]);
    let shell = Shell::new();
    let (desk, id) = read(&shell, &server).await;
    let document = id.to_string();
    let form = desk.document_view(&document).await.unwrap().forms[0].id.clone();
    let stop = CancellationToken::new();
    let answer = desk.ask_correction(&document, &form, WISH, &stop).await.unwrap();
    assert_eq!((answer.proposals, answer.text.as_str()), (1, "Added."));
    let proposed = desk.document_view(&document).await.unwrap().proposals;
    assert_eq!(
        (proposed[0].path.as_str(), proposed[0].after.as_deref()),
        ("preparer.name", Some("Birch Partners"))
    );
    desk.accept_proposal(&document, &proposed[0].id).await.unwrap();
    assert_eq!(preparer(&desk, id).await, Some(json!({"name": "Birch Partners"})));
    desk.undo(&document).await.unwrap();
    assert_eq!(preparer(&desk, id).await, None);
    desk.redo(&document).await.unwrap();
    assert_eq!(preparer(&desk, id).await, Some(json!({"name": "Birch Partners"})));
}

/// Stopped by the person, and by moving the document to the trash.
#[tokio::test]
async fn what_was_asked_is_stopped_in_the_middle_of_an_answer() {
    for thrown_away in [false, true] {
        let words = "Let me think about that for a while.";
        let server = server(vec![Reply::Endless(words)]);
        let shell = Shell::new();
        let (desk, id) = read(&shell, &server).await;
        let document = id.to_string();
        let form = desk.document_view(&document).await.unwrap().forms[0].id.clone();
        let stop = CancellationToken::new();
        let mut watcher = desk.watch();
        let stopping = async {
            wait_for_text(&mut watcher, words).await;
            if thrown_away {
                assert_eq!(desk.trash(std::slice::from_ref(&document)).await.unwrap().changed, 1);
            } else {
                assert!(!desk.cancel_correction(&document, "another form").unwrap());
                assert!(desk.cancel_correction(&document, &form).unwrap());
            }
        };
        let (asked, ()) = tokio::join!(desk.ask_correction(&document, &form, WISH, &stop), stopping);
        assert!(asked.unwrap_err().to_string().contains("cancelled"));
        assert!(desk.document_view(&document).await.unwrap().proposals.is_empty());
        while server.left() == 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let calls = desk.sent(id).await.unwrap();
        let last = calls.last().unwrap();
        assert!(last.usage.output_tokens > 0 && last.usage.cost_usd > 0.0, "{last:?}");
        assert!(
            !desk.cancel_correction(&document, &form).unwrap(),
            "nothing is under way"
        );
    }
}
