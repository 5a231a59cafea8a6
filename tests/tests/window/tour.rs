//! Every screen, light and dark, looked at by axe and kept as a picture.

use crate::stage::{Stage, root};
use serde_json::{Value, json};
use std::fs;
use std::time::Duration;
use thirtyfour::prelude::*;

/// Serious findings of axe on what is shown now, as text.
pub(crate) async fn findings(stage: &Stage, axe: &str, screen: &str) -> Vec<String> {
    stage.driver.execute(axe, vec![]).await.unwrap();
    let found = stage
        .driver
        .execute_async(
            "const done = arguments[0]; axe.run(document, { resultTypes: ['violations'] }).then((found) => done(
               found.violations.filter((one) => ['serious', 'critical'].includes(one.impact))
                 .map((one) => one.id + ': ' + one.nodes.slice(0, 3).map((node) => node.html).join(' | '))));",
            vec![],
        )
        .await
        .unwrap();
    let found = found.json().as_array().cloned().unwrap_or_default();
    found
        .iter()
        .map(|one| format!("{screen}: {}", one.as_str().unwrap_or_default()))
        .collect()
}

pub(crate) async fn theme(stage: &Stage, theme: &str) {
    let overview = stage.call("overview", json!({})).await.unwrap();
    let mut preferences = overview["preferences"].clone();
    preferences["theme"] = Value::from(theme);
    stage
        .call("set_preferences", json!({"preferences": preferences}))
        .await
        .unwrap();
    tokio::time::sleep(Duration::from_millis(700)).await;
}

#[tokio::test]
async fn window_every_screen_is_accessible_in_light_and_dark() {
    let Some(stage) = Stage::open().await else { return };
    let axe = fs::read_to_string(root().join("ui/node_modules/axe-core/axe.min.js"));
    let axe = axe.expect("axe is not there: `make ui` installs it");
    stage.press("Try the sample documents").await;
    stage.settled().await;
    stage
        .until(
            "rows",
            "document.querySelectorAll('[role=grid] .rows [role=row]').length > 3",
        )
        .await;
    let mut found = Vec::new();
    for shade in ["light", "dark"] {
        theme(&stage, shade).await;
        for screen in ["Library", "Cases", "Trash", "Packs", "Settings"] {
            stage.named("nav button", screen).await.click().await.unwrap();
            tokio::time::sleep(Duration::from_millis(700)).await;
            let name = format!("{}-{shade}", screen.to_lowercase());
            stage.picture(&name).await;
            found.extend(findings(&stage, &axe, &name).await);
        }
        stage.named("nav button", "Library").await.click().await.unwrap();
        stage
            .named("[role=gridcell]", "w2-001-official.pdf")
            .await
            .click()
            .await
            .unwrap();
        stage.find("[role=grid]").await.send_keys(Key::Enter).await.unwrap();
        stage
            .until("the page", "document.querySelector('.sheet img')?.complete")
            .await;
        for tab in ["Fields", "Classification", "Issues", "Run", "History"] {
            stage.named("[role=tab]", tab).await.click().await.unwrap();
            tokio::time::sleep(Duration::from_millis(500)).await;
            let name = format!("document-{}-{shade}", tab.to_lowercase());
            stage.picture(&name).await;
            found.extend(findings(&stage, &axe, &name).await);
        }
    }
    assert!(found.is_empty(), "{} findings:\n{}", found.len(), found.join("\n"));
    stage.close().await;
}
