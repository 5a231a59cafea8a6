//! Models in the window: choice of the engine, consent before documents leave, corrections in words. The models are
//! scripted; one provider has an address without a server.

use crate::stage::{Stage, write_catalog};
use serde_json::json;
use std::path::{Path, PathBuf};
use thirtyfour::prelude::*;
use touchstone_tests::model::{Asked, ModelServer, Pace, Reply};

/// Writes a catalog with the given providers, and one remote provider that does not exist.
fn catalog(workspace: &Path, here: &str) {
    let away = "[[endpoint]]\nname = \"Faraway\"\ntitle = \"Faraway\"\ndialect = \"openai_chat\"\n\
         url = \"https://models.invalid/v1\"\nkey_env = \"TOUCHSTONE_FARAWAY_KEY\"\n\
         [[model]]\nendpoint = \"Faraway\"\nid = \"small-1\"\ncontext = 100000\noutput = 8000\n\
         can = [\"tools\", \"schema\"]\n";
    write_catalog(workspace, &format!("{here}{away}"));
}

fn sample() -> PathBuf {
    crate::stage::root().join("tests/fixtures/samples/w2-001-official.pdf")
}

const READER: &str = "Engine for US tax documents of individuals";

#[tokio::test]
async fn window_documents_leave_only_once_the_person_agrees() {
    let Some(stage) = Stage::prepared(|workspace| catalog(workspace, "")).await else {
        return;
    };
    // Without a key it is listed with what is missing.
    stage.press("Settings").await;
    stage.open_list(READER).await;
    let option = stage.named("[role=option]", "small-1 of Faraway").await;
    assert_eq!(option.attr("aria-disabled").await.unwrap().as_deref(), Some("true"));
    stage
        .driver
        .active_element()
        .await
        .unwrap()
        .send_keys(Key::Escape)
        .await
        .unwrap();
    let key = json!({"provider": "Faraway", "key": "made-up", "sessionOnly": true});
    stage.call("set_key", key).await.unwrap();
    // The window is notified of settings, not of keys that it did not set itself.
    let overview = stage.call("overview", json!({})).await.unwrap();
    let preferences = json!({"preferences": overview["preferences"]});
    stage.call("set_preferences", preferences).await.unwrap();
    let ready = "[...document.querySelectorAll('.engines li')].some((one) => one.innerText.startsWith('Faraway') \
        && one.innerText.includes('You are asked for consent before'))";
    stage.until("the key makes it ready", ready).await;
    stage.choose(READER, "small-1 of Faraway").await;
    stage
        .until(
            "the choice is shown",
            "document.body.innerText.includes('Documents go to Faraway')",
        )
        .await;
    let overview = stage.call("overview", json!({})).await.unwrap();
    assert_eq!(overview["preferences"]["engines"]["tax"], "Faraway:small-1");

    let options = json!({"pack": "tax", "expected_year": null, "case": null, "skip_duplicates": false});
    stage.import_as(&[sample()], options).await;
    stage.find("[role=alertdialog]").await;
    let shown = stage.shown().await;
    for part in [
        "Send documents to Faraway?",
        "https://models.invalid",
        "Page text",
        "1 document",
        "w2-001-official.pdf",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    stage.picture("consent").await;
    stage.press("Not now").await;
    let overview = stage.call("overview", json!({})).await.unwrap();
    assert_eq!(
        (&overview["waits_for"], &overview["counts"]["queued"]),
        (&json!({"title": "Faraway", "by_itself": false}), &json!(1))
    );
    stage.press("Library").await;
    others_go_on(&stage).await;
    stage.press("Send to Faraway?").await;
    stage.press("Read on this computer instead").await;
    stage.settled().await;
    assert_eq!(stage.rows(false).await[0]["state"], "accepted");

    // With consent it is tried, and the consent stays on record with its wording until it is withdrawn.
    let id = stage.rows(false).await[0]["document_id"].clone();
    stage.call("rerun", json!({"ids": [id]})).await.unwrap();
    stage.press("Agree and send").await;
    stage.answer_question("Send documents to Faraway?", false);
    assert!(stage.shown().await.contains("Send documents to Faraway?"));
    let engines = stage.call("engines", json!({})).await.unwrap();
    assert!(
        !engines.to_string().contains("agreed_at"),
        "nothing is agreed: {engines}"
    );
    stage.press("Agree and send").await;
    stage.answer_question("Send documents to Faraway?", true);
    stage
        .until(
            "the question is answered",
            "document.querySelector('[role=alertdialog]') === null",
        )
        .await;
    stage.call("cancel", json!({"ids": []})).await.unwrap();
    let engines = stage.call("engines", json!({})).await.unwrap();
    let faraway = engines
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["name"] == "Faraway")
        .unwrap()
        .clone();
    let statement = faraway["consent"]["statement"].as_str().unwrap();
    assert!(statement.contains("https://models.invalid"), "{statement}");
    stage.press("Settings").await;
    stage.press("Withdraw").await;
    stage
        .until(
            "it is taken back",
            "![...document.querySelectorAll('button')].some((one) => one.innerText === 'Withdraw')",
        )
        .await;
    stage.close().await;
}

/// A document read by the local engine does not wait for a model, and nothing is reported as paused.
async fn others_go_on(stage: &Stage) {
    let other = crate::stage::root().join("tests/fixtures/samples/1099-int.pdf");
    let options =
        json!({"pack": "tax", "expected_year": null, "case": null, "engine": "local", "skip_duplicates": false});
    stage.import_as(&[other], options).await;
    let text = "document.querySelector('.batch').innerText";
    stage
        .until(
            "one is read and one waits",
            &format!(
                "{text}.includes('1 of 2 done') && {text}.includes('waiting for Faraway') && !{text}.includes('aused')"
            ),
        )
        .await;
    stage.picture("waits-for-a-model").await;
    let id = stage.rows(false).await[0]["document_id"].clone();
    stage.call("trash", json!({"ids": [id]})).await.unwrap();
}

#[tokio::test]
async fn window_a_form_is_corrected_in_words() {
    let claim = json!({"path": "control_number", "value": "Q-4711", "page": 1, "quote": "", "confidence": 0.9});
    let server = ModelServer::answering(Pace::default(), move |asked: &Asked| match asked.turn() {
        0 => Reply::Calls(vec![("update_field", claim.clone())]),
        _ => Reply::Text("The control number is Q-4711 now.".to_owned()),
    });
    let server = server.unwrap();
    let Some(stage) = Stage::prepared(|workspace| catalog(workspace, &server.catalog())).await else {
        return;
    };
    stage.import(&[sample()]).await;
    stage.read_by("Nearby:small-1").await;
    stage.open_first().await;
    let area = stage.find(".in-words textarea").await;
    area.send_keys("the control number is Q-4711").await.unwrap();
    area.send_keys(Key::Enter).await.unwrap();
    stage
        .until(
            "the model answers",
            "document.body.innerText.includes('The control number is Q-4711 now.')",
        )
        .await;
    let proposal = stage.named(".proposals li", "Control number").await;
    assert!(proposal.text().await.unwrap().contains("From your description"));
    stage.picture("in-words").await;
    let shown = "document.querySelector('.f[data-field=control_number]').innerText";
    assert!(
        !stage
            .value(&format!("return {shown}"))
            .await
            .as_str()
            .unwrap()
            .contains("Q-4711")
    );
    stage.click(".proposals button", "Accept").await;
    stage
        .until("the field has it", &format!("{shown}.includes('Q-4711')"))
        .await;
    let id = stage.rows(false).await[0]["document_id"].clone();
    let view = stage.call("document", json!({"documentId": id})).await.unwrap();
    let history = view["history"].as_array().unwrap();
    let by_agent = history
        .iter()
        .find(|change| change["by"] == "agent, accepted by R. Reader")
        .expect("a change by the agent");
    assert_eq!(by_agent["after"], "Q-4711");
    stage.press("Undo").await;
    stage
        .until("it is undone", &format!("!{shown}.includes('Q-4711')"))
        .await;
    stage.close().await;
}
