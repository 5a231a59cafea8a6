//! Every screen in windows from small to large: nothing extends over the edge or overlaps other text. With
//! `TOUCHSTONE_SCREENS` set, a screenshot of each is kept, light and dark.

use crate::stage::Stage;
use thirtyfour::prelude::*;

const SIZES: [(u32, u32); 5] = [(720, 700), (1024, 768), (1280, 800), (1440, 900), (1920, 1080)];

/// Controls and text that extend beyond the window, or are cut off without an indication.
const STRAYS: &str = "const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.closest('.unseen') === null;
    const wide = innerWidth, strays = [];
    if (document.documentElement.scrollWidth > wide) strays.push('the window scrolls sideways');
    if (document.documentElement.scrollHeight > innerHeight) strays.push('the window scrolls down');
    for (const one of document.querySelectorAll('.bar *, .rail *, .insp-foot *, .tools *, .tabs *, .banner-line *, .modal *')) {
      if (!seen(one)) continue;
      const box = one.getBoundingClientRect();
      if (box.width > 0 && (box.right > wide + 1 || box.left < -1 || box.bottom > innerHeight + 1))
        strays.push(one.className + ' ' + one.textContent.slice(0, 40));
      if (one.matches('button') && one.scrollWidth > one.clientWidth + 1) strays.push('cut: ' + one.textContent.slice(0, 40));
    }
    for (const one of document.querySelectorAll('.f .v, .readings-line .btn')) {
      if (!seen(one)) continue;
      const edge = one.closest('.insp').getBoundingClientRect().right;
      if (one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > edge)
        strays.push('value cut: ' + one.textContent.slice(0, 40));
    }
    return strays;";

/// Strays on a screen. Styles follow the size of the window only with the next frame.
async fn strays(stage: &Stage, screen: &str) -> Vec<String> {
    stage.painted().await;
    let found = stage.value(STRAYS).await;
    let found = found.as_array().cloned().unwrap_or_default();
    found.iter().map(|one| format!("{screen}: {one}")).collect()
}

/// Checks the current screen at every size, and in both themes when screenshots are kept.
pub(crate) async fn in_all_sizes(stage: &Stage, name: &str) -> Vec<String> {
    let pictures = std::env::var_os("TOUCHSTONE_SCREENS").is_some();
    let shades: &[&str] = if pictures { &["light", "dark"] } else { &["light"] };
    let mut found = Vec::new();
    for shade in shades {
        if pictures {
            stage.theme(shade).await;
        }
        for (width, height) in SIZES {
            stage.resize(width, height).await;
            let screen = format!("{name}-{width}-{shade}");
            found.extend(strays(stage, &screen).await);
            if pictures {
                stage.only_shot(&format!("sizes/{screen}")).await;
            }
        }
    }
    found
}

#[tokio::test]
async fn window_every_screen_fits_small_and_large_windows() {
    let Some(stage) = Stage::open().await else { return };
    stage.find(".vacant").await;
    let mut found = in_all_sizes(&stage, "empty").await;
    stage.press("Try the sample documents").await;
    stage.settled().await;
    stage
        .until(
            "rows",
            "document.querySelectorAll('[role=grid] .rows [role=row]').length > 3",
        )
        .await;
    for screen in ["Library", "Evaluate", "Cases", "Trash", "Packs", "Settings"] {
        stage.click("nav button", screen).await;
        tokio::time::sleep(std::time::Duration::from_millis(400)).await;
        found.extend(in_all_sizes(&stage, &screen.to_lowercase()).await);
    }
    stage.click("nav button", "Library").await;
    stage.find("body").await.send_keys("?").await.unwrap();
    stage.find(".modal").await;
    found.extend(in_all_sizes(&stage, "keys").await);
    stage.press("Close").await;
    let rows = stage.rows(false).await;
    let doubted = rows.iter().find(|row| row["state"] == "needs_review");
    let doubted = doubted.unwrap_or(&rows[0])["file_name"].as_str().unwrap().to_owned();
    stage.click("[role=gridcell]", &doubted).await;
    stage.find("[role=grid]").await.send_keys(Key::Enter).await.unwrap();
    stage
        .until("the page", "document.querySelector('.sheet img')?.complete")
        .await;
    for tab in ["Fields", "Classification", "Issues", "Run", "History"] {
        stage.click("[role=tab]", tab).await;
        found.extend(in_all_sizes(&stage, &format!("document-{}", tab.to_lowercase())).await);
    }
    stage.press("Export…").await;
    stage.find(".modal").await;
    found.extend(in_all_sizes(&stage, "export").await);
    assert!(found.is_empty(), "{} strays:\n{}", found.len(), found.join("\n"));
    stage.close().await;
}
