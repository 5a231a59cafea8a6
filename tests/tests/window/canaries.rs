//! A person, a key and a password go through the window. None of them is left outside the workspace: not in the store
//! and the caches of the web view, in temporary files, shared memory or logs. See `program/canaries` for the command
//! line.

use crate::stage::{Stage, Start, TIME_LIMIT, processes};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use thirtyfour::prelude::*;
use touchstone_tests::canary::Canaries;
use touchstone_tests::memory::memory_of;
use touchstone_tests::{Case, damaged, w2};

/// Between two looks at the memory of the web view.
const PAUSE: Duration = Duration::from_secs(1);
const KEY: &str = "marlinquartz47kestrel";
const PASSWORD: &str = "opallantern58marl";
/// Names of files, which name persons as well.
const FILE: &str = "marchbanks_ondine";
const EXPORT: &str = "quarterly_marchbanks";
/// What a person types: a correction, a search.
const TYPED: [&str; 2] = ["Quillfeather Bramblewood", "ondine thistledown"];

/// The documents of a person, outside of everything that belongs to the program, and what must not be left of them.
struct Papers {
    folder: TempDir,
    secrets: Canaries,
    persons: Canaries,
}

impl Papers {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut cases = w2::cases(4_711, 2);
        let (locked, open) = (cases.remove(1), cases.remove(0));
        fs::write(folder.path().join(format!("{FILE}.pdf")), &open.bytes).unwrap();
        let bytes = damaged::locked(&locked, PASSWORD).unwrap().bytes;
        fs::write(folder.path().join("locked.pdf"), bytes).unwrap();
        let mut persons = vec![FILE, EXPORT];
        persons.extend(TYPED);
        persons.extend([&open, &locked].into_iter().flat_map(values_of));
        Self {
            folder,
            secrets: Canaries::new(&[KEY, PASSWORD]),
            persons: Canaries::new(&persons),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Searches all files below the home folder, and those in shared memory. Persons may be in the workspace.
    #[track_caller]
    fn check_kept(&self, home: &Path, when: &str) {
        let mut leaked = self.secrets.found_below(home).unwrap();
        let persons = self.persons.found_below(home).unwrap().into_iter();
        leaked.extend(persons.filter(|(path, _)| !is_workspace(home, Path::new(path))));
        for entry in fs::read_dir("/dev/shm").into_iter().flatten().flatten() {
            // Other programs may delete theirs meanwhile.
            let bytes = fs::read(entry.path()).unwrap_or_default();
            let found = [&self.secrets, &self.persons].map(|canaries| canaries.found_in(&bytes));
            let name = entry.path().display().to_string();
            leaked.extend(found.into_iter().flatten().map(|what| (name.clone(), what)));
        }
        assert!(leaked.is_empty(), "{when}: {leaked:#?}");
    }
}

fn values_of(case: &Case) -> Vec<&'static str> {
    let fields = &case.truth.forms[0].fields;
    let text = |name: &str| fields[name].as_str().unwrap().to_owned();
    let digits = text("employee_ssn").chars().filter(char::is_ascii_digit).collect();
    [text("employee_ssn"), digits, text("employee_name")]
        .map(|text: String| &*text.leak())
        .to_vec()
}

fn is_workspace(home: &Path, path: &Path) -> bool {
    let workspace = home.join("workspace");
    let is_database = ["touchstone.db", "touchstone.db-wal", "touchstone.db-shm"]
        .iter()
        .any(|name| path == workspace.join(name));
    is_database || path.starts_with(workspace.join("originals"))
}

/// Traced, so that everything which a log could tell is told.
fn traced() -> Start {
    Start {
        variables: vec![("TOUCHSTONE_LOG", "trace"), ("RUST_BACKTRACE", "1")],
        ..Start::default()
    }
}

/// The list of recent files that GTK keeps, with a file of another program that is never too old for it.
const RECENT: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<xbel version="1.0" xmlns:bookmark="http://www.freedesktop.org/standards/desktop-bookmarks"
    xmlns:mime="http://www.freedesktop.org/standards/shared-mime-info">
  <bookmark href="file:///srv/letter.odt" added="2099-01-01T00:00:00Z" modified="2099-01-01T00:00:00Z" visited="2099-01-01T00:00:00Z">
    <info><metadata owner="http://freedesktop.org"><mime:mime-type type="text/plain"/><bookmark:applications>
      <bookmark:application name="Writer" exec="&apos;writer %u&apos;" modified="2099-01-01T00:00:00Z" count="1"/>
    </bookmark:applications></metadata></info>
  </bookmark>
</xbel>"#;

fn recent(home: &Path) -> PathBuf {
    home.join("data/recently-used.xbel")
}

#[tokio::test]
async fn window_a_person_a_key_and_a_password_are_left_in_the_workspace_only() {
    let prepare = |workspace: &Path| fs::write(recent(workspace.parent().unwrap()), RECENT).unwrap();
    let Some(stage) = Stage::started(prepare, &traced()).await else {
        return;
    };
    let (papers, home) = (Papers::new(), stage.folder.path().to_owned());
    stage.click("nav button", "Settings").await;
    let key = "[aria-label='Anthropic API key']";
    let field = stage.find(&format!("{key} input[type=password]:not([disabled])")).await;
    field.send_keys(KEY).await.unwrap();
    stage.click(&format!("{key} button"), "Save").await;
    stage
        .until(
            "the key is kept",
            "document.body.innerText.includes('The key is stored in the system keychain.')",
        )
        .await;
    papers.check_kept(&home, "after a key");

    stage.click("nav button", "Library").await;
    stage.press("Add files…").await;
    stage.answer_dialog("Add documents", &papers.path(&format!("{FILE}.pdf")));
    stage.press("Add 1 document").await;
    stage.settled().await;
    stage.open_first().await;
    stage
        .until(
            "the picture",
            "document.querySelector('.sheet[data-page=\"1\"] img')?.complete",
        )
        .await;
    correct(&stage).await;
    papers.check_kept(&home, "with a document open");
    stage.click("nav button", "Library").await;
    unlock(&stage, &papers).await;
    let search = stage.find("input[placeholder='Search names and page text']").await;
    search.send_keys(TYPED[1]).await.unwrap();
    papers.check_kept(&home, "after a search");
    search.send_keys(Key::Control + "a").await.unwrap();
    search.send_keys(FILE).await.unwrap();
    stage.click("[role=gridcell]", FILE).await;
    stage.press("Export…").await;
    stage.choose("Documents", "All that were read").await;
    stage.press("Choose a file and export…").await;
    stage.answer_dialog("Export", &papers.path(&format!("{EXPORT}.csv")));
    stage
        .until(
            "the summary",
            "document.querySelector('.modal')?.innerText.includes('Export complete')",
        )
        .await;
    papers.check_kept(&home, "after an export");
    let found = papers.persons.found_below(&home).unwrap();
    assert!(found.len() > 4, "the search finds what is there: {found:?}");
    let exported = papers.persons.found_below(papers.folder.path()).unwrap();
    assert!(exported.iter().any(|(path, _)| path.contains(EXPORT)), "{exported:?}");
    stage.quit().await;
    papers.check_kept(&home, "at the end");
    let others = fs::read_to_string(recent(&home)).unwrap();
    assert!(
        others.contains("file:///srv/letter.odt"),
        "files of other programs: {others}"
    );
}

/// The window as shipped is incognito, which no driver can attach to: it shows the list of documents.
#[tokio::test]
async fn window_as_shipped_no_person_is_left() {
    let Some(stage) = Stage::started(|_| {}, &traced()).await else {
        return;
    };
    let (papers, home) = (Papers::new(), stage.folder.path().to_owned());
    stage.import(&[papers.path(&format!("{FILE}.pdf"))]).await;
    stage.quit().await;
    let shown = stage.start(&[]);
    let begun = Instant::now();
    while !is_viewed(&stage, &papers) {
        assert!(begun.elapsed() < TIME_LIMIT, "the list is not shown");
        std::thread::sleep(PAUSE);
    }
    papers.check_kept(&home, "with the list shown");
    drop(shown);
    papers.check_kept(&home, "after a kill");
}

/// Whether the web view has names of the person. Taken for granted where this user cannot read the memory of a process.
fn is_viewed(stage: &Stage, papers: &Papers) -> bool {
    let views = processes(&stage.workspace()).into_iter().filter(|process| {
        let program = fs::read_link(process.join("exe")).unwrap_or_default();
        program.ends_with("WebKitWebProcess")
    });
    let mut ids = views.filter_map(|process| process.file_name()?.to_str()?.parse().ok());
    ids.any(|id| memory_of(id).is_none_or(|memory| !papers.persons.found_in(&memory).is_empty()))
}

async fn correct(stage: &Stage) {
    // Once to choose the value, once more to edit it.
    for _ in 0..2 {
        stage.click("[data-field=employee_name] button", "").await;
    }
    let input = stage.find("[data-field=employee_name] input").await;
    input.send_keys(Key::Control + "a").await.unwrap();
    input.send_keys(TYPED[0]).await.unwrap();
    input.send_keys(Key::Enter).await.unwrap();
    stage
        .until(
            "the new value",
            &format!(
                "document.querySelector('[data-field=employee_name]').innerText.includes('{}')",
                TYPED[0]
            ),
        )
        .await;
}

/// Unlocks a document; the program asks for its password by itself.
async fn unlock(stage: &Stage, papers: &Papers) {
    stage.start_beside(&[papers.path("locked.pdf")]);
    stage.press("Add 1 document").await;
    stage.settled().await;
    let field = stage.find("[role=dialog] input[type=password]").await;
    field.send_keys(PASSWORD).await.unwrap();
    stage.click("[role=dialog] button", "Unlock").await;
    stage
        .until("it opens", "document.body.innerText.includes('Unlocked 1 document')")
        .await;
    stage.settled().await;
    let rows = stage.rows(false).await;
    assert!(rows.iter().all(|row| row["state"] != "password"), "{rows:?}");
}
