//! Every screen, light and dark, checked by axe and kept as a screenshot.

use crate::stage::Stage;
use std::time::Duration;
use thirtyfour::prelude::*;

#[tokio::test]
async fn window_every_screen_is_accessible_in_light_and_dark() {
    let Some(stage) = Stage::open().await else { return };
    stage.press("Try the sample documents").await;
    stage.settled().await;
    stage
        .until(
            "rows",
            "document.querySelectorAll('[role=grid] .rows [role=row]').length > 3",
        )
        .await;
    for shade in ["light", "dark"] {
        stage.theme(shade).await;
        for screen in ["Library", "Ground truth", "Cases", "Trash", "Packs", "Settings"] {
            stage.click("nav button", screen).await;
            tokio::time::sleep(Duration::from_millis(700)).await;
            stage
                .picture(&format!("{}-{shade}", screen.to_lowercase().replace(' ', "-")))
                .await;
        }
        stage.click("nav button", "Library").await;
        stage.click("[role=gridcell]", "w2-001-official.pdf").await;
        stage.find("[role=grid]").await.send_keys(Key::Enter).await.unwrap();
        stage
            .until("the page", "document.querySelector('.sheet img')?.complete")
            .await;
        for tab in ["Fields", "Classification", "Issues", "Run", "History"] {
            stage.click("[role=tab]", tab).await;
            tokio::time::sleep(Duration::from_millis(500)).await;
            stage
                .value("document.querySelector('.step details')?.setAttribute('open', ''); return 0;")
                .await;
            stage.picture(&format!("document-{}-{shade}", tab.to_lowercase())).await;
        }
    }
    stage.close().await;
}
