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
    stage.keys(Key::Enter).await;
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

/// Whether the card shows this field and has the focus.
fn on_card(path: &str) -> String {
    format!(
        "document.querySelector('.f.on')?.dataset.field === '{path}' && document.activeElement.closest('.check-card')"
    )
}

/// Makes two amounts unlike their taxes; the year is not the expected one.
async fn much_to_check(stage: &Stage, id: &str) -> Vec<String> {
    let form = document(stage, id).await["forms"][0]["id"].clone();
    for path in ["ss_wages", "medicare_wages"] {
        let edit = json!({"documentId": id, "form": form, "path": path, "by": {"text": "9,999,999.00"}});
        stage.call("correct", edit).await.unwrap();
    }
    stage
        .until(
            "there is much to check",
            "document.querySelectorAll('.f .dot.judge, .f .dot.contradicted').length >= 3",
        )
        .await;
    let open = stage
        .value(
            "return [...document.querySelectorAll('.f:has(.dot.judge), .f:has(.dot.contradicted)')].map((one) => one.dataset.field)",
        )
        .await;
    serde_json::from_value(open).unwrap()
}

#[tokio::test]
async fn window_a_w2_is_checked_by_keys_alone() {
    let Some(stage) = Stage::open().await else { return };
    let id = opened(&stage, Some(1999)).await;
    // It opens at the first value to check, with the focus on the card.
    stage.until("the card", &on_card("tax_year")).await;
    let open = much_to_check(&stage, &id).await;
    // Every amount of a failed sum is asked about.
    for path in ["ss_tips", "medicare_tax_withheld"] {
        assert!(
            open.iter().any(|one| one == path),
            "{path} counts as verified: {open:?}"
        );
    }
    stage
        .until(
            "the crop",
            "document.querySelector('.crop img')?.complete && document.querySelector('.reasons')",
        )
        .await;
    stage.picture("card").await;
    let evidence = |view: &Value, path: &str| field(view, path)["evidence"].clone();
    let before = document(&stage, &id).await;
    for (at, path) in open.iter().enumerate() {
        stage.until(path, &on_card(path)).await;
        stage.keys(Key::Enter).await;
        if let Some(next) = open.get(at + 1) {
            stage.until(next, &on_card(next)).await;
        }
    }
    stage
        .until(
            "the end",
            "document.querySelector('.check-card [role=status]')?.innerText.includes('checked')",
        )
        .await;
    stage.picture("checked").await;
    let after = document(&stage, &id).await;
    for path in &open {
        assert_eq!(field(&after, path)["corrected"], true, "{path}");
    }
    assert_eq!(
        evidence(&after, "tax_year"),
        evidence(&before, "tax_year"),
        "a confirmed value keeps its place"
    );
    assert_eq!(evidence(&after, "employee_name"), evidence(&before, "employee_name"));

    // The blocker, a year that is not expected, stands; it is asked about once.
    stage.keys("a").await;
    stage.find("[role=alertdialog]").await;
    stage.press("Accept anyway").await;
    stage
        .until(
            "it is accepted",
            "document.querySelector('.doc-head')?.innerText.includes('Accepted')",
        )
        .await;
    stage.keys(Key::Control + "z").await;
    stage
        .until(
            "the acceptance is undone",
            "document.body.innerText.includes('Undid: accepted')",
        )
        .await;
    stage.close().await;
}

#[tokio::test]
async fn window_a_word_clicked_on_the_page_replaces_the_value_and_is_undone() {
    let Some(stage) = Stage::open().await else { return };
    let id = opened(&stage, None).await;
    let was = field(&document(&stage, &id).await, "ss_wages")["value"].clone();
    for _ in 0..2 {
        stage.click("[data-field=ss_wages] button.v", "").await;
    }
    let input = stage.find("[data-field=ss_wages] input").await;
    input.send_keys("1").await.unwrap();
    click_word_of(&stage, &id, "wages_tips").await;
    stage
        .until(
            "the word is in the field",
            "document.querySelector('[data-field=ss_wages] input')?.value.includes('.')",
        )
        .await;
    stage.picture("replaced").await;
    input.send_keys(Key::Enter).await.unwrap();
    has_value_of(&stage, &id, "ss_wages", "wages_tips").await;
    stage.find("body").await.send_keys(Key::Control + "z").await.unwrap();
    stage
        .until("it is undone", "document.body.innerText.includes('Undid: ')")
        .await;
    let view = document(&stage, &id).await;
    assert_eq!(field(&view, "ss_wages")["value"], was);
    assert!(!field(&view, "wages_tips")["evidence"].as_array().unwrap().is_empty());
    stage.close().await;
}

#[tokio::test]
async fn window_escape_leaves_the_card_and_then_the_document() {
    let Some(stage) = Stage::open().await else { return };
    opened(&stage, Some(1999)).await;
    stage.until("the card", &on_card("tax_year")).await;
    stage.keys(Key::Escape).await;
    stage
        .until("the card is closed", "!document.querySelector('.check-card')")
        .await;
    stage.find("body").await.send_keys(Key::Escape).await.unwrap();
    stage
        .until(
            "the list has the focus",
            "document.activeElement?.getAttribute('role') === 'grid'",
        )
        .await;
    stage.close().await;
}
