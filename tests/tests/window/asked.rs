//! Input from the system and requests to it: a dropped folder, pasted paths, file dialogs, and places that the page
//! must never navigate to.

use crate::stage::{Stage, root};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use thirtyfour::prelude::*;

fn sample(name: &str) -> PathBuf {
    root().join("tests/fixtures/samples").join(name)
}

impl Stage {
    /// Answers a file dialog of the system by typing: the path, then Enter; once more if the dialog was not ready for
    /// the first keys.
    pub(crate) fn answer_dialog(&self, title: &str, path: &Path) {
        let path = path.to_str().unwrap();
        assert!(!path.contains(' '), "the path is typed as one word: {path}");
        let title = format!("^{}$", title.replace(' ', "."));
        self.xdotool(&format!("search --sync --onlyvisible --name {title} sleep 1"));
        for _ in 0..5 {
            self.xdotool(&format!("search --onlyvisible --name {title} windowfocus sleep 0.5"));
            // Focuses the path entry, even if a list has the focus.
            self.xdotool("key ctrl+l sleep 0.3 key ctrl+a sleep 0.2");
            self.xdotool(&format!("type --delay 20 {path}"));
            self.xdotool("sleep 1 key Return");
            for _ in 0..20 {
                std::thread::sleep(Duration::from_millis(250));
                if !self.is_shown(&title) {
                    return;
                }
            }
        }
        panic!("the dialog {title} does not take {path}");
    }

    /// Answers a question of the program, in a dialog of the system, by its keys.
    pub(crate) fn answer_question(&self, title: &str, agrees: bool) {
        let title = format!("^{}$", title.replace([' ', '?'], "."));
        self.xdotool(&format!("search --sync --onlyvisible --name {title} sleep 1"));
        for _ in 0..5 {
            self.xdotool(&format!("search --onlyvisible --name {title} windowfocus sleep 0.5"));
            // The button that agrees has the focus at first.
            self.xdotool(if agrees { "key space" } else { "key Escape" });
            for _ in 0..12 {
                std::thread::sleep(Duration::from_millis(250));
                if !self.is_shown(&title) {
                    return;
                }
            }
        }
        panic!("the question {title} is not answered");
    }

    fn is_shown(&self, title: &str) -> bool {
        let found = Command::new("xdotool")
            .args(["search", "--onlyvisible", "--name", title])
            .env("DISPLAY", &self.display)
            .output()
            .unwrap();
        !found.stdout.is_empty()
    }
}

#[tokio::test]
async fn window_a_dropped_folder_names_the_case() {
    let Some(stage) = Stage::open().await else { return };
    let client = stage.folder.path().join("Müller & Co 2024");
    fs::create_dir_all(client.join("later")).unwrap();
    fs::copy(sample("w2-001-official.pdf"), client.join("w2.pdf")).unwrap();
    fs::copy(sample("1099-int.pdf"), client.join("later/interest.pdf")).unwrap();
    fs::write(client.join("notes.txt"), "call them").unwrap();
    stage.drop_files(&[client], async || {}).await;
    let case = stage.find("[role=dialog] .stack > .field:last-of-type input").await;
    stage
        .until(
            "the folder names the case",
            "[...document.querySelectorAll('[role=dialog] input')].some((one) => one.value === 'Müller & Co 2024')",
        )
        .await;
    assert_eq!(case.value().await.unwrap().as_deref(), Some("Müller & Co 2024"));
    assert!(stage.shown().await.contains("Skipped 1 file Touchstone cannot read"));
    stage.picture("import-folder").await;
    stage.press("Add 2 documents").await;
    stage.settled().await;
    let rows = stage.rows(false).await;
    assert_eq!(rows.len(), 2);
    assert!(rows.iter().all(|row| row["case"] == "Müller & Co 2024"), "{rows:?}");
    stage.close().await;
}

#[tokio::test]
async fn window_pasted_paths_are_offered() {
    let Some(stage) = Stage::open().await else { return };
    stage.import(&[sample("1099-int.pdf")]).await;
    // Two lines get onto the clipboard by the window's own means: typed, cut, pasted elsewhere.
    stage.click("nav button", "Packs").await;
    let text = stage.find(".guide textarea").await;
    text.send_keys(Key::Control + "a").await.unwrap();
    text.send_keys(sample("w2-001-official.pdf").to_str().unwrap())
        .await
        .unwrap();
    text.send_keys(Key::Enter).await.unwrap();
    text.send_keys(format!("\"{}\"", sample("1099-int.pdf").display()))
        .await
        .unwrap();
    let typed = stage
        .value("return document.querySelector('.guide textarea').value")
        .await;
    assert_eq!(typed.as_str().unwrap().lines().count(), 2, "{typed}");
    text.send_keys(Key::Control + "a").await.unwrap();
    text.send_keys(Key::Control + "x").await.unwrap();
    stage.click("nav button", "Library").await;
    let grid = stage.find("[role=grid]").await;
    grid.send_keys(Key::Control + "v").await.unwrap();
    stage.answer_question("Add the pasted files?", true);
    // One of the two is already in the library, and is reported as such.
    stage
        .until(
            "it is offered",
            "document.querySelector('[role=dialog]')?.innerText.includes('Skip 1 file already in the library')",
        )
        .await;
    stage.picture("import-duplicate").await;
    stage.press("Add 1 document").await;
    stage
        .until(
            "both are listed",
            "document.querySelectorAll('[role=grid] .rows [role=row]').length === 2",
        )
        .await;
    stage.settled().await;
    stage.close().await;
}

#[tokio::test]
async fn window_files_are_chosen_and_saved_through_the_dialogs_of_the_system() {
    let Some(stage) = Stage::open().await else { return };
    let paper = stage.folder.path().join("paper.pdf");
    fs::copy(sample("w2-001-official.pdf"), &paper).unwrap();
    stage.press("Add files…").await;
    stage.answer_dialog("Add documents", &paper);
    stage.press("Add 1 document").await;
    stage.settled().await;
    stage.click("[role=gridcell]", "paper.pdf").await;
    stage.press("Export…").await;
    stage.find(".modal").await;
    stage.picture("export").await;
    stage.press("Choose a file and export…").await;
    let written = stage.folder.path().join("out.csv");
    stage.answer_dialog("Export", &written);
    stage
        .until(
            "the summary",
            "document.querySelector('.modal')?.innerText.includes('Export complete')",
        )
        .await;
    stage.picture("export-summary").await;
    let text = fs::read_to_string(&written).unwrap();
    assert!(text.contains("paper.pdf") && text.contains("W-2"), "{text}");
    stage.close().await;
}

#[tokio::test]
async fn window_nothing_leads_away_from_our_own_pages() {
    let Some(stage) = Stage::open().await else { return };
    let home = stage.value("return location.href").await;
    for away in [
        "location.href = 'https://example.com/'",
        "location.assign('file:///etc/hostname')",
        "window.open('https://example.com/')",
        "const link = document.createElement('a'); link.href = 'https://example.com/'; link.target = '_blank'; \
            document.body.append(link); link.click(); link.remove()",
        "const form = document.createElement('form'); form.action = 'https://example.com/'; \
            document.body.append(form); form.submit(); form.remove()",
    ] {
        stage.value(&format!("{away}; return 0;")).await;
        tokio::time::sleep(Duration::from_millis(400)).await;
        assert_eq!(stage.value("return location.href").await, home, "{away}");
        assert_eq!(stage.driver.windows().await.unwrap().len(), 1, "{away}");
    }
    // Foreign styles are refused; those of our own components carry the nonce of this start.
    let foreign = "const style = document.createElement('style'); style.textContent = 'body { outline: 7px solid red }';
        document.head.append(style); const seen = getComputedStyle(document.body).outlineWidth; style.remove(); return seen;";
    assert_ne!(stage.value(foreign).await, json!("7px"));
    let own = "return document.getElementById('react-aria-pressable-style')?.sheet?.cssRules.length ?? 0";
    assert_eq!(stage.value(own).await, json!(1));
    let script = "const one = document.createElement('script'); one.textContent = 'window.ran = true';
        document.head.append(one); return window.ran ?? null;";
    assert_eq!(stage.value(script).await, Value::Null);
    stage.close().await;
}

/// The words of a field on the first page.
async fn words_of(stage: &Stage, id: &Value, path: &str) -> Vec<usize> {
    let page = json!({"documentId": id, "page": 1});
    let words = stage.call("page_words", page).await.unwrap();
    let words = words["words"].as_array().unwrap().clone();
    let owned = words
        .iter()
        .enumerate()
        .filter(|(_, word)| word["owner"]["path"] == path);
    owned.map(|(index, _)| index).collect()
}

/// Position of the center of a word on the screen.
async fn middle(stage: &Stage, word: usize) -> (i64, i64) {
    let script = format!(
        "const box = document.querySelector('.sheet[data-page=\"1\"] [data-word=\"{word}\"]').getBoundingClientRect();
         return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];"
    );
    let spot = stage.value(&script).await;
    (spot[0].as_i64().unwrap(), spot[1].as_i64().unwrap())
}

#[tokio::test]
async fn window_words_dragged_over_become_a_value_with_their_place() {
    let Some(stage) = Stage::open().await else { return };
    stage.import(&[sample("w2-001-official.pdf")]).await;
    stage.resize(1280, 860).await;
    stage.open_first().await;
    stage.click("[data-field=control_number] button", "").await;
    stage
        .until(
            "the words",
            "document.querySelectorAll('.sheet[data-page=\"1\"] [data-word]').length > 20",
        )
        .await;
    let id = stage.rows(false).await[0]["document_id"].clone();
    let words = words_of(&stage, &id, "employer_name").await;
    let (first, last) = (words[0], words[1]);
    stage
        .value(&format!(
            "document.querySelector('.sheet[data-page=\"1\"] [data-word=\"{first}\"]').scrollIntoView({{ block: 'center' }}); return 0;"
        ))
        .await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    let ((x1, y1), (x2, y2)) = (middle(&stage, first).await, middle(&stage, last).await);
    let half = x1.midpoint(x2);
    stage.xdotool(&format!(
        "mousemove {x1} {y1} sleep 0.2 mousedown 1 sleep 0.2 mousemove {half} {y1} sleep 0.2 mousemove {x2} {y2} sleep 0.3 mouseup 1"
    ));
    stage.find(".pick-bar").await;
    stage.picture("picked").await;
    stage.press("Use for Control number").await;
    let shown = "document.querySelector('[data-field=control_number]').innerText";
    let view = crate::paper::document(&stage, id.as_str().unwrap()).await;
    let name = crate::paper::field(&view, "employer_name")["value"]
        .as_str()
        .unwrap()
        .to_owned();
    let taken: Vec<&str> = name.split(' ').take(2).collect();
    let taken = taken.join(" ");
    stage
        .until("the field has the words", &format!("{shown}.includes('{taken}')"))
        .await;
    let view = crate::paper::document(&stage, id.as_str().unwrap()).await;
    let field = crate::paper::field(&view, "control_number");
    assert_eq!(
        (&field["value"], &field["evidence"][0]["quote"]),
        (&json!(taken), &json!(taken))
    );
    let place = &field["evidence"][0]["regions"][0];
    let printed = &crate::paper::field(&view, "employer_name")["evidence"][0]["regions"][0];
    let apart = (place["x"].as_f64().unwrap() - printed["x"].as_f64().unwrap()).abs();
    assert!(apart < 2.0, "{place} beside {printed}");
    // The answer went on to the next value.
    stage.click("[data-field=control_number] button", "").await;
    stage
        .until(
            "its place is lit",
            "document.querySelector('.mark.chosen[data-path=control_number]')",
        )
        .await;
    stage.close().await;
}
