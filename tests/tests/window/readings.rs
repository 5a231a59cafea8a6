//! A model at work as shown in the Run tab: steps and words as they arrive, and afterwards two readings to choose
//! from. The model is scripted and slow. Consent and corrections in words are in `models`.

use crate::stage::{Stage, write_catalog};
use serde_json::json;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;
use thirtyfour::Key;
use touchstone_tests::Truth;
use touchstone_tests::model::{Asked, ModelServer, Pace, Reader, Reply};

const SLOW: Pace = Pace {
    first: Duration::from_millis(1_200),
    word: Duration::from_millis(400),
};

/// A W-2 with three rows in box 12, and its truth.
fn sample() -> (PathBuf, Truth) {
    let folder = crate::stage::root().join("tests/fixtures/samples");
    let truth = fs::read(folder.join("w2-022-fresh-listing.truth.json")).unwrap();
    (
        folder.join("w2-022-fresh-listing.pdf"),
        serde_json::from_slice(&truth).unwrap(),
    )
}

/// The truth as misread: two rows of box 12 missing, and one box taken for another.
fn misread(truth: &Truth) -> Truth {
    let mut truth = truth.clone();
    let form = &mut truth.forms[0].fields;
    form["box_12"] = json!([form["box_12"][0]]);
    form["federal_tax_withheld"] = form["medicare_tax_withheld"].clone();
    truth
}

#[tokio::test]
async fn window_a_model_is_watched_at_work_and_its_reading_is_chosen_or_not() {
    let (path, truth) = sample();
    let reader = Reader::new(misread(&truth), 0);
    let server = ModelServer::answering(SLOW, move |asked: &Asked| match reader.answer(asked) {
        // Text for the user, streamed word by word.
        Reply::Text(_) if asked.shape().is_none() => Reply::Text(format!(
            "Filled from the first page. {}That is all.",
            "And so on. ".repeat(12)
        )),
        reply => reply,
    });
    let server = server.unwrap();
    let prepared = Stage::prepared(|workspace| write_catalog(workspace, &server.catalog()));
    let Some(stage) = prepared.await else { return };
    stage.read_by("Nearby:small-1").await;
    let options = json!({"pack": "tax", "expected_year": null, "case": null, "skip_duplicates": false});
    stage.import_as(&[path], options).await;
    stage.open_first().await;

    // A tool call while it is written, then stored as a step, a question about the form, and the last words as they
    // arrive.
    stage.click("[role=tab]", "Run").await;
    let at_work = "[...document.querySelectorAll('.at-work')].map((one) => one.innerText).join()";
    stage
        .until(
            "a call is shown while it is written",
            &format!(
                "/identify_document|extract_fields/.test({at_work}) && \
                 [...document.querySelectorAll('.at-work code')].some((one) => one.innerText.startsWith('{{') && \
                 (() => {{ try {{ JSON.parse(one.innerText); return false; }} catch {{ return true; }} }})())"
            ),
        )
        .await;
    stage
        .until("steps are stored", "document.querySelectorAll('.steps li').length >= 4")
        .await;
    let words = format!("{at_work}.includes('Filled from') && !{at_work}.includes('That is all.')");
    stage.until("words are shown as they come", &words).await;
    stage.picture("model-at-work").await;
    let asked = format!("/Grading|Consistency/.test({at_work})");
    stage.until("a question about the form is shown", &asked).await;
    stage.settled().await;
    stage
        .until("nothing is at work", "document.querySelector('.at-work') === null")
        .await;
    let id = stage.rows(false).await[0]["document_id"].clone();
    assert_eq!(stage.rows(false).await[0]["state"], "needs_review");

    // The request can be opened, in full text.
    let opened =
        "[...document.querySelectorAll('.request pre')].some((one) => one.innerText.includes('You fill in one form'))";
    let open = "[...document.querySelectorAll('.sent details')].forEach((one) => { one.open = true; })";
    stage.value(open).await;
    stage.until("a request is shown", opened).await;
    stage
        .value("document.querySelector('.sent details').scrollIntoView()")
        .await;
    stage.picture("sent-request").await;

    // A single value chosen by keyboard, then the list as a whole.
    stage.click("[role=tab]", "Fields").await;
    let field = stage.find("[data-field=federal_tax_withheld] button.v").await;
    field.click().await.unwrap();
    stage.find("[role=group][aria-label^='Choices for Federal']").await;
    stage.picture("two-readings").await;
    stage
        .driver
        .active_element()
        .await
        .unwrap()
        .send_keys("2")
        .await
        .unwrap();
    stage
        .until(
            "the other reading is taken",
            "document.querySelector('[role=group][aria-label^=\"Choices for Federal\"]') === null",
        )
        .await;
    let whole =
        "[...document.querySelectorAll('button')].find((one) => one.innerText.startsWith('Whole list: This computer'))";
    stage.value(&format!("{whole}.focus()")).await;
    stage
        .driver
        .active_element()
        .await
        .unwrap()
        .send_keys(Key::Enter)
        .await
        .unwrap();
    let open = "[...document.querySelectorAll('button')].some((one) => one.innerText.startsWith('Whole list'))";
    stage.until("nothing is open of the list", &format!("!{open}")).await;
    let view = stage.call("document", json!({"documentId": id})).await.unwrap();
    let fields: Vec<_> = view["forms"][0]["groups"].as_array().unwrap().iter().collect();
    let all = || fields.iter().flat_map(|group| group["fields"].as_array().unwrap());
    let list = all().find(|field| field["path"] == "box_12").unwrap();
    assert_eq!(list["rows"], 3);
    let tax = all().find(|field| field["path"] == "federal_tax_withheld").unwrap();
    assert_eq!(tax["value"], truth.forms[0].fields["federal_tax_withheld"]);
    stage.close().await;
}
