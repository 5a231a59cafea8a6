//! Documents judged page by page: findings on each page, the marking of the window, places of the markings, the
//! reasons for a missing marking, and the expert packet.

use crate::sizes::in_all_sizes;
use crate::stage::{Stage, program, root};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use thirtyfour::prelude::*;
use touchstone_engine::store::{Access, DocumentFilter, Place, Store};
use touchstone_intake::{ReadingSource, Recipe};

const NOFORN: &str = "marked-stamped-three-pages.pdf";

fn marked(name: &str) -> PathBuf {
    root().join("packs/markings/examples").join(name)
}

async fn import(stage: &Stage, names: &[&str]) {
    let paths: Vec<PathBuf> = names.iter().map(|name| marked(name)).collect();
    let options = json!({"pack": "markings", "expected_year": null, "case": null, "skip_duplicates": false});
    stage.import_as(&paths, options).await;
    stage.settled().await;
}

async fn open(stage: &Stage, name: &str) {
    stage.click("nav button", "Library").await;
    stage.click("[role=gridcell]", name).await;
    stage.find("[role=grid]").await.send_keys(Key::Enter).await.unwrap();
    stage
        .until("the page", "document.querySelector('.sheet img')?.complete")
        .await;
}

async fn banner(stage: &Stage, text: &str) {
    let shown = "document.querySelector('.banner-line.top span')?.textContent";
    stage.until(text, &format!("{shown} === '{text}'")).await;
    let lines = stage
        .value("return [...document.querySelectorAll('.banner-line')].map((one) => one.getBoundingClientRect().top)")
        .await;
    let height = stage.value("return innerHeight").await.as_f64().unwrap();
    assert_eq!(lines[0], 0.0, "the banner stands at the top");
    assert!(lines[1].as_f64().unwrap() > height - 60.0, "and at the bottom: {lines}");
}

#[tokio::test]
async fn window_markings_are_shown_by_page_and_around_everything() {
    let Some(stage) = Stage::open().await else { return };
    import(&stage, &[NOFORN, "marked-memo-unmarked.pdf"]).await;
    banner(&stage, "SECRET//NOFORN").await;

    open(&stage, NOFORN).await;
    banner(&stage, "SECRET//NOFORN").await;
    stage
        .until(
            "a line a page",
            "document.querySelectorAll('.look-line .level').length === 3",
        )
        .await;
    // The marking is highlighted where its words are printed.
    let apart = stage
        .value(
            "const box = (one) => one.getBoundingClientRect();
             const zone = box(document.querySelector('.sheet[data-page=\"1\"] .mark.zone'));
             const words = [...document.querySelectorAll('.sheet[data-page=\"1\"] [data-word]')];
             return Math.min(...words.filter((one) => one.textContent.startsWith('SECRET')).map((one) =>
               Math.abs(box(one).left - zone.left) + Math.abs(box(one).top - zone.top)));",
        )
        .await;
    assert!(
        apart.as_f64().unwrap() < 8.0,
        "the mark is {apart} pixels from its word"
    );
    let pages = stage.find(".look").await;
    pages.send_keys(Key::Down).await.unwrap();
    stage
        .until(
            "the second page is in front",
            "document.querySelector('[aria-label=\"Findings on page 2\"] .note') !== null",
        )
        .await;
    stage.picture("findings").await;
    // A page's marking is corrected beside its findings, and the document's marking follows.
    let line = stage.find(".pad-in .field input").await;
    line.send_keys(Key::Control + "a").await.unwrap();
    line.send_keys("TOP SECRET//NOFORN").await.unwrap();
    stage.picture("page-marking").await;
    stage.press("Save page marking").await;
    banner(&stage, "TOP SECRET//NOFORN").await;
    let faults = in_all_sizes(&stage, "marked").await;

    open(&stage, "marked-memo-unmarked.pdf").await;
    banner(&stage, "UNMARKED").await;
    stage
        .named(".note", "First pass")
        .await
        .text()
        .await
        .map(|text| assert!(text.contains("Searched: banner top"), "{text}"))
        .unwrap();
    stage.find(".mark.zone.searched").await;
    stage.picture("absence").await;
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    stage.close().await;
}

/// A page with a second reading, as from OCR: one word was hard to read.
fn read_twice(workspace: &Path) {
    let done = Command::new(program().with_file_name("touchstone"))
        .arg("classify")
        .arg(marked(NOFORN))
        .args(["--pack", "markings", "--workspace"])
        .arg(workspace)
        .stdout(Stdio::null())
        .status()
        .unwrap();
    assert!(done.success(), "it was not read");
    let workspace = workspace.to_owned();
    let work = async move {
        let store = Store::open(&Place::Folder(workspace), Access::Own).await.unwrap();
        let document = store.documents(&DocumentFilter::default()).await.unwrap()[0].id;
        let mut reading = store.page(document, 1).await.unwrap().reading;
        reading.source = ReadingSource::Ocr {
            engine: "made".to_owned(),
            model: "up".to_owned(),
        };
        reading.recipe = Some(Recipe {
            dpi: 300.0,
            region: None,
            turn: 0.0,
            enhancements: vec![Recipe::FINE.to_owned()],
            reason: Some("its letters were faint".to_owned()),
        });
        reading.words[0].min_char_confidence = Some(0.2);
        store.add_reading(document, 1, &reading).await.unwrap();
        store.close().await.unwrap();
    };
    std::thread::spawn(|| tokio::runtime::Runtime::new().unwrap().block_on(work))
        .join()
        .unwrap();
}

#[tokio::test]
async fn window_readings_lie_side_by_side_and_unsure_words_are_shaded() {
    let Some(stage) = Stage::prepared(read_twice).await else {
        return;
    };
    open(&stage, NOFORN).await;
    stage.press("Uncertain words").await;
    stage
        .until(
            "one word is shaded",
            "document.querySelectorAll('.sheet .doubt').length === 1",
        )
        .await;
    stage.press("Readings").await;
    stage
        .until(
            "both readings are drawn",
            "[...document.querySelectorAll('.compare-side img')].filter((one) => one.complete).length === 2",
        )
        .await;
    let sides = stage.shown().await;
    assert!(
        sides.contains("1 · text in the file") && sides.contains("2 · OCR at 300 dpi, fine detection"),
        "{sides}"
    );
    stage.picture("readings").await;
    let faults = in_all_sizes(&stage, "readings").await;
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    stage.find("body").await.send_keys(Key::Escape).await.unwrap();
    stage
        .until("back to the page", "document.querySelector('.compare') === null")
        .await;
    stage.close().await;
}

#[tokio::test]
async fn window_an_expert_is_given_a_packet_and_puts_the_document_right() {
    let Some(stage) = Stage::open().await else { return };
    // Each gives some reason for doubt; one is enough here.
    let doubtful = [
        "marked-report-cancelled-stamp.pdf",
        "marked-memo-struck-lowered.pdf",
        "marked-report-record-sheet-alone.pdf",
    ];
    import(&stage, &doubtful).await;
    let rows = stage.rows(false).await;
    let waiting = rows.iter().find(|row| row["state"] == "needs_review");
    let waiting = waiting.expect("none of them waits for an expert");
    let id = waiting["document_id"].as_str().unwrap().to_owned();
    open(&stage, waiting["file_name"].as_str().unwrap()).await;
    stage.click("[role=tab]", "Review").await;
    stage.named(".packet .issue", "").await;
    stage.picture("packet").await;
    let faults = in_all_sizes(&stage, "packet").await;
    assert!(faults.is_empty(), "{}", faults.join("\n"));

    for (ending, holds) in [("html", "<html"), ("json", "issues_summary")] {
        let path = stage.folder.path().join(format!("packet.{ending}"));
        stage.prepare_answer("Save packet", &[&path]);
        let given = json!({"documentId": id, "format": ending});
        stage.call("export_packet", given).await.unwrap();
        assert!(fs::read_to_string(&path).unwrap().contains(holds), "{ending}");
    }

    // Another label, a note, and the verdict.
    stage.choose("Document type", "TOP SECRET").await;
    stage
        .until(
            "the label is put right",
            "document.querySelector('.doc-head').innerText.includes('TOP SECRET')",
        )
        .await;
    let notes = stage.find(".packet textarea").await;
    notes.send_keys("The second page counts.").await.unwrap();
    stage.press("Accept").await;
    stage
        .until(
            "it is accepted",
            "document.querySelector('.doc-head').innerText.includes('Accepted · by R. Reader')",
        )
        .await;
    let path = stage.folder.path().join("truth.json");
    let request = json!({"ids": [id], "filter": null, "format": "json", "settled_only": false, "mask": false});
    stage.export(request, &path).await.unwrap();
    let written = fs::read_to_string(&path).unwrap();
    assert!(
        written.contains("SME_CORRECTED") && written.contains("TOP SECRET"),
        "{written}"
    );
    stage.close().await;
}

#[tokio::test]
async fn window_instructions_of_a_pack_are_changed_and_taken_back() {
    let Some(stage) = Stage::open().await else { return };
    stage.click("nav button", "Packs").await;
    let text = stage.find(".guide textarea").await;
    text.send_keys("Look at the edges first.").await.unwrap();
    stage.named(".diff .added", "+").await;
    stage.press("Save").await;
    stage.named(".chip", "").await;
    stage
        .until(
            "it is stored",
            "[...document.querySelectorAll('.chip')].some((one) => one.innerText.includes('edited'))",
        )
        .await;
    stage.picture("guides").await;
    let faults = in_all_sizes(&stage, "guides").await;
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    stage.press("Restore pack default").await;
    stage
        .until(
            "the pack's own counts",
            "![...document.querySelectorAll('.chip')].some((one) => one.innerText.includes('edited'))",
        )
        .await;
    stage.close().await;
}
