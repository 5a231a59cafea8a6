//! Cases: documents are filed, totals add up, and each number leads to its place on the page.

use crate::stage::{Stage, root};
use serde_json::{Value, json};
use std::fs;
use thirtyfour::prelude::*;

#[tokio::test]
async fn window_documents_are_filed_and_a_total_leads_to_its_page() {
    let Some(stage) = Stage::open().await else { return };
    let samples = root().join("tests/fixtures/samples");
    let papers = ["w2-001-official.pdf", "w2-002-official-centered.pdf"].map(|name| samples.join(name));
    stage.import(&papers).await;
    stage
        .until(
            "both rows",
            "document.querySelectorAll('[role=grid] .rows [role=row]').length === 2",
        )
        .await;
    // While documents are being read, the bar with the button moves.
    stage.settled().await;
    let grid = stage.find("[role=grid]").await;
    grid.click().await.unwrap();
    grid.send_keys(Key::Control + "a").await.unwrap();
    stage.press("Case…").await;
    let field = stage.find("[role=dialog] input").await;
    field.send_keys("Hodges 2024").await.unwrap();
    stage.press("File").await;
    stage
        .until(
            "they are filed",
            "document.body.innerText.includes('Filed under Hodges 2024')",
        )
        .await;
    let rows = stage.rows(false).await;
    assert!(rows.iter().all(|row| row["case"] == "Hodges 2024"), "{rows:?}");

    let case = stage.call("case_view", json!({"name": "Hodges 2024"})).await.unwrap();
    assert_eq!(case["documents"].as_array().unwrap().len(), 2);
    let totals = &case["totals"];
    // Each year separately.
    let wages: Vec<&Value> = totals
        .as_array()
        .unwrap()
        .iter()
        .filter(|total| total["field"] == "wages_tips")
        .collect();
    let cents = |value: &Value| value.as_str().unwrap().replace('.', "").parse::<i64>().unwrap();
    let mut papers = 0;
    for total in &wages {
        let parts = total["documents"].as_array().unwrap();
        papers += parts.len();
        assert_eq!(
            cents(&total["total"]),
            parts.iter().map(|part| cents(&part["value"])).sum::<i64>()
        );
    }
    assert_eq!(papers, 2);
    let years: Vec<&Value> = wages.iter().map(|total| &total["year"]).collect();
    assert!(
        years
            .iter()
            .all(|year| years.iter().filter(|other| other == &year).count() == 1),
        "{years:?}"
    );

    stage.click("nav button", "Cases").await;
    stage
        .click("table button", if wages.len() == 1 { "2 values" } else { "1 value" })
        .await;
    stage.picture("case-behind").await;
    stage.click("table button", "Show on the page").await;
    stage
        .until(
            "the value is lit on its page",
            "document.querySelector('.mark.chosen') && document.querySelector('.f.on')",
        )
        .await;
    stage.close().await;
}

#[tokio::test]
async fn window_a_form_that_is_in_two_files_counts_once() {
    let Some(stage) = Stage::open().await else { return };
    let original = root().join("tests/fixtures/samples/w2-001-official.pdf");
    let copy = stage.folder.path().join("the same again.pdf");
    let bytes = [fs::read(&original).unwrap(), b"\n% another file\n".to_vec()].concat();
    fs::write(&copy, bytes).unwrap();
    let options = json!({"pack": "tax", "expected_year": null, "case": "Twice", "skip_duplicates": false});
    stage.import_as(&[original, copy], options).await;
    stage.settled().await;
    let case = stage.call("case_view", json!({"name": "Twice"})).await.unwrap();
    let mut totals = case["totals"].as_array().unwrap().iter();
    let wages = totals.find(|total| total["field"] == "wages_tips").unwrap();
    let parts = wages["documents"].as_array().unwrap();
    assert_eq!(parts.len(), 2);
    assert_eq!(wages["total"], parts[0]["value"], "{wages}");

    stage.click("nav button", "Cases").await;
    stage.click("table button", "1 value").await;
    stage
        .until("the copy is named", "document.body.innerText.includes('counted once')")
        .await;
    let listed = "document.querySelector('.papers').innerText";
    stage
        .until(
            "and in the list of documents",
            &format!("{listed}.includes('duplicate of')"),
        )
        .await;
    stage.picture("counted-once").await;
    stage.close().await;
}
