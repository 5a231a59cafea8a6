//! Checking values by keyboard and mouse: words are picked for the open or empty field, the keys move down the list,
//! and the focus is where the next key is expected.

use crate::paper::{document, field};
use crate::stage::{Stage, root};
use serde_json::{Value, json};
use thirtyfour::prelude::*;

/// Imports one sample, opens it, and returns its id.
async fn opened(stage: &Stage, expected_year: Option<u32>) -> String {
    let options = json!({"pack": "tax", "expected_year": expected_year, "case": null, "skip_duplicates": false});
    let paths = [root().join("tests/fixtures/samples/w2-001-official.pdf")];
    stage.import_as(&paths, options).await;
    stage.settled().await;
    stage.open_first().await;
    stage.find("[data-field=wages_tips] button").await;
    stage
        .until("the words", "document.querySelector('.sheet [data-word]')")
        .await;
    stage.rows(false).await[0]["document_id"].as_str().unwrap().to_owned()
}

/// An amount that is missing from the document.
fn empty_amount(view: &Value) -> String {
    let groups = view["forms"][0]["groups"].as_array().unwrap().iter();
    let mut fields = groups.flat_map(|group| group["fields"].as_array().unwrap());
    let found = fields.find(|field| field["kind"] == "money" && field["value"].is_null());
    found.expect("every amount has a value")["path"]
        .as_str()
        .unwrap()
        .to_owned()
}

/// Clicks the first word on the page of a field's value.
async fn click_word_of(stage: &Stage, id: &str, path: &str) {
    let words = stage
        .call("page_words", json!({"documentId": id, "page": 1}))
        .await
        .unwrap();
    let mut words = words["words"].as_array().unwrap().iter();
    let at = words.position(|word| word["owner"]["path"] == path).unwrap();
    let word = stage
        .find(&format!(".sheet[data-page=\"1\"] [data-word=\"{at}\"]"))
        .await;
    word.scroll_into_view().await.unwrap();
    let chain = stage.driver.action_chain().move_to_element_center(&word).click();
    chain.perform().await.unwrap();
}

async fn keys(stage: &Stage, keys: impl Into<TypingData>) {
    stage
        .driver
        .active_element()
        .await
        .unwrap()
        .send_keys(keys)
        .await
        .unwrap();
}

async fn has_value_of(stage: &Stage, id: &str, path: &str, other: &str) {
    let wanted = field(&document(stage, id).await, other)["evidence"][0]["regions"].clone();
    for _ in 0..100 {
        let view = document(stage, id).await;
        let own = field(&view, path);
        if !own["value"].is_null() {
            assert_eq!(own["value"], field(&view, other)["value"]);
            assert_eq!(own["evidence"][0]["regions"], wanted, "its place is kept with it");
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("{path} is still empty: {}", stage.shown().await);
}

#[tokio::test]
async fn window_a_word_of_another_value_is_picked_for_an_empty_field() {
    let Some(stage) = Stage::open().await else { return };
    let id = opened(&stage, None).await;
    let empty = empty_amount(&document(&stage, &id).await);
    stage.click(&format!("[data-field={empty}] button"), "").await;
    click_word_of(&stage, &id, "wages_tips").await;
    stage
        .until("it is offered", "document.querySelector('.pick-bar .btn.primary')")
        .await;
    stage.picture("picked").await;
    keys(&stage, Key::Enter).await;
    has_value_of(&stage, &id, &empty, "wages_tips").await;
    stage.call("undo", json!({"documentId": id})).await.unwrap();

    // The same while the field is open: the word replaces the typed text, and no empty value is saved.
    stage
        .until(
            "it is empty again",
            &format!("document.querySelector('[data-field={empty}] button .muted')"),
        )
        .await;
    stage.click(&format!("[data-field={empty}] button"), "").await;
    let input = stage.find(&format!("[data-field={empty}] input")).await;
    click_word_of(&stage, &id, "wages_tips").await;
    stage
        .until(
            "the word is in the field",
            &format!("document.querySelector('[data-field={empty}] input')?.value.includes('.')"),
        )
        .await;
    stage.picture("filled").await;
    input.send_keys(Key::Enter).await.unwrap();
    has_value_of(&stage, &id, &empty, "wages_tips").await;

    // With a filled field selected, clicking a word selects the field of that value.
    stage.click("[data-field=wages_tips] button", "").await;
    click_word_of(&stage, &id, "ss_wages").await;
    stage
        .until(
            "the owner is chosen",
            "document.querySelector('.f.on')?.dataset.field === 'ss_wages'",
        )
        .await;
    stage.close().await;
}

/// Fields to be checked, in their order on the screen.
async fn to_check(stage: &Stage) -> Vec<String> {
    let found = stage
        .value(
            "return [...document.querySelectorAll('.f:has(.dot.judge), .f:has(.dot.contradicted)')].map((one) => one.dataset.field)",
        )
        .await;
    serde_json::from_value(found).unwrap()
}

#[tokio::test]
async fn window_checking_goes_downward_and_the_focus_stays_with_it() {
    let Some(stage) = Stage::open().await else { return };
    let id = opened(&stage, Some(1999)).await;
    // Two amounts that no longer fit their taxes, and an unexpected year.
    let form = document(&stage, &id).await["forms"][0]["id"].clone();
    for path in ["ss_wages", "medicare_wages"] {
        let edit = json!({"documentId": id, "form": form, "path": path, "by": {"text": "9,999,999.00"}});
        stage.call("correct", edit).await.unwrap();
    }
    stage
        .until(
            "there is much to check",
            "document.querySelectorAll('.dot.judge, .dot.contradicted').length >= 3",
        )
        .await;
    let open = to_check(&stage).await;
    let chosen = |path: &str| {
        format!(
            "document.querySelector('.f.on')?.dataset.field === '{path}' && document.activeElement.closest('.f.on')"
        )
    };
    for path in &open[..2] {
        stage.find("body").await.send_keys("n").await.unwrap();
        stage.until(path, &chosen(path)).await;
    }
    stage.picture("to check").await;
    keys(&stage, "e").await;
    let input = stage.find(&format!("[data-field=\"{}\"] input", open[1])).await;
    input.send_keys(Key::Enter).await.unwrap();
    stage
        .until(
            "it is settled",
            &format!(
                "document.querySelector('[data-field=\"{0}\"] button') && !document.querySelector('[data-field=\"{0}\"] .dot.judge, [data-field=\"{0}\"] .dot.contradicted')",
                open[1]
            ),
        )
        .await;
    let left = to_check(&stage).await;
    keys(&stage, "n").await;
    let below = left.iter().find(|path| **path != open[0]).unwrap();
    stage.until(below, &chosen(below)).await;

    // Leave the field, then the document, and continue in the list.
    keys(&stage, Key::Escape).await;
    keys(&stage, Key::Escape).await;
    stage
        .until(
            "the list has the focus",
            "document.activeElement?.getAttribute('role') === 'grid'",
        )
        .await;
    stage.close().await;
}
