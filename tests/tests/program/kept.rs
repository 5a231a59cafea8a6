//! kill -9 while documents are taken in, erased, exported and backed up, and while a workspace is migrated: nothing is
//! lost, and nothing is left behind.

use crate::shell::{Shell, torture};
use sha2::{Digest, Sha256};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use touchstone_tests::{Dice, w2};

const DOCUMENTS: usize = 8;

/// Kills of each command. TOUCHSTONE_KILLS sets another number.
fn kills() -> usize {
    let set = std::env::var("TOUCHSTONE_KILLS")
        .ok()
        .and_then(|text| text.parse().ok());
    set.unwrap_or(if torture() { 100 } else { 6 })
}

/// Arguments that export every document to a file.
pub(crate) fn exporting(file: &Path) -> [String; 7] {
    let file = file.display().to_string();
    ["export", "--state", "all", "--format", "json", "--out", &file].map(str::to_owned)
}

/// A workspace of documents that were read, copied for each kill.
pub(crate) struct Scene {
    pub shell: Shell,
    dice: Dice,
    pub ids: Vec<String>,
}

impl Scene {
    pub(crate) fn new(seed: u64) -> Self {
        let shell = Shell::new();
        let folder = shell.path("batch");
        for case in w2::cases(seed, DOCUMENTS) {
            case.write(&folder).expect("writing");
        }
        let read = shell
            .run(["classify".as_ref(), "--json".as_ref(), folder.as_os_str()])
            .expect_code(0);
        let id = |result: serde_json::Value| result["document"]["id"].as_str().expect("an id").to_owned();
        let ids = read.results().into_iter().map(id).collect();
        copy_folder(&shell.workspace(), &shell.path("template"));
        Self {
            shell,
            dice: Dice::new(seed),
            ids,
        }
    }

    pub(crate) fn reset(&self) {
        std::fs::remove_dir_all(self.shell.workspace()).expect("removing the workspace");
        copy_folder(&self.shell.path("template"), &self.shell.workspace());
    }

    /// How long a command takes that is left alone.
    fn whole(&self, arguments: &[String]) -> Duration {
        let since = Instant::now();
        self.shell.run(arguments).expect_code(0);
        since.elapsed()
    }

    /// Starts a command and kills it at a random moment of `whole`.
    fn kill(&mut self, arguments: &[String], whole: Duration) {
        let mut running = self.shell.start(&mut self.shell.command(arguments));
        std::thread::sleep(whole * u32::try_from(self.dice.between(0, 1000)).expect("small") / 1000);
        if running.is_running() {
            running.kill();
        }
        running.wait();
    }

    /// Opens the workspace for writing, as the next start does.
    pub(crate) fn start_again(&self) {
        self.shell.run(["settings", "local_only=false"]).expect_code(0);
    }

    /// Every original has a document, every document its original, and nothing is damaged or owed.
    pub(crate) fn assert_whole(&self) {
        let workspace = self.shell.workspace();
        let stored: BTreeSet<String> = files(&workspace.join("originals"))
            .iter()
            .map(|path| sha256(path))
            .collect();
        assert_eq!(stored, digests(&workspace.join("touchstone.db")));
        let verified = self.shell.run(["verify"]).expect_code(0);
        assert!(!verified.stdout.contains("owed"), "{}", verified.stdout);
    }
}

/// Bit rot is found and named, fails only its document, and is repaired by the file that the user still has.
#[test]
fn a_changed_original_is_found_fails_its_document_only_and_is_repaired_by_an_import() {
    let scene = Scene::new(8);
    let stored = files(&scene.shell.workspace().join("originals"));
    let rotten = sha256(&stored[0]);
    let mut bytes = std::fs::read(&stored[0]).expect("an original");
    bytes[100] ^= 1;
    std::fs::write(&stored[0], bytes).expect("damaging it");

    let quick = scene.shell.run(["doctor", "--quick"]).expect_code(0);
    assert!(!quick.stdout.contains("DAMAGED"), "{}", quick.stdout);
    for command in ["doctor", "verify"] {
        let found = scene.shell.run([command]).expect_code(1);
        assert_eq!(found.stdout.matches("DAMAGED").count(), 1, "{}", found.stdout);
        assert!(found.stdout.contains("has changed"), "{}", found.stdout);
    }
    let backup = scene.shell.path("backup");
    let lacking = scene.shell.run(["backup".as_ref(), backup.as_os_str()]).expect_code(1);
    assert!(
        lacking.stderr.contains("1 original missing or damaged"),
        "{}",
        lacking.stderr
    );

    let retry: Vec<String> = std::iter::once("retry".to_owned()).chain(scene.ids.clone()).collect();
    scene.shell.run(&retry).expect_code(1);
    let outcomes = |shell: &Shell| {
        let listed = shell
            .run(["export", "--state", "all", "--format", "json"])
            .expect_code(0)
            .results();
        let of = |result: &serde_json::Value| {
            let document = &result["document"];
            (
                document["sha256"] == *rotten,
                result["outcome"].as_str().map(str::to_owned),
            )
        };
        listed.iter().map(of).collect::<Vec<_>>()
    };
    for (is_rotten, outcome) in outcomes(&scene.shell) {
        assert_eq!(outcome.as_deref(), Some(if is_rotten { "io" } else { "ok" }));
    }
    let batch = scene.shell.path("batch");
    scene.shell.run(["classify".as_ref(), batch.as_os_str()]).expect_code(0);
    assert!(
        outcomes(&scene.shell)
            .iter()
            .all(|(_, outcome)| outcome.as_deref() == Some("ok"))
    );
    scene.assert_whole();
}

/// A file in the folder of the originals that belongs to no document, as earlier versions could leave it.
#[test]
fn a_stored_file_of_no_document_is_told_and_cleared_on_request() {
    let scene = Scene::new(9);
    let stray = scene.shell.workspace().join("originals/ab").join("c".repeat(62));
    std::fs::create_dir_all(stray.parent().expect("a folder")).expect("creating a folder");
    std::fs::write(&stray, "nobody's").expect("a stray file");
    let told = scene.shell.run(["doctor"]).expect_code(1);
    assert!(told.stdout.contains("1 stored file of no document"), "{}", told.stdout);
    scene.start_again();
    assert!(stray.exists(), "nothing is erased unasked");
    scene.shell.run(["doctor", "--clear"]).expect_code(0);
    assert!(!stray.exists());
    scene.assert_whole();
}

#[test]
fn heavy_killed_while_documents_are_erased_none_leaves_a_file() {
    let mut scene = Scene::new(3);
    let arguments: Vec<String> = ["forget", "--yes"]
        .into_iter()
        .map(str::to_owned)
        .chain(scene.ids.clone())
        .collect();
    let whole = scene.whole(&arguments);
    for _ in 0..kills() {
        scene.reset();
        scene.kill(&arguments, whole);
        scene.start_again();
        scene.assert_whole();
        let left = digests(&scene.shell.workspace().join("touchstone.db")).len();
        assert!(
            left == 0 || left == DOCUMENTS,
            "{left} documents are left of {DOCUMENTS}"
        );
    }
}

#[test]
fn heavy_killed_while_documents_are_taken_in_none_leaves_a_file() {
    let mut scene = Scene::new(4);
    let batch = scene.shell.path("batch").display().to_string();
    let arguments: Vec<String> = ["classify", &batch].map(str::to_owned).to_vec();
    std::fs::remove_dir_all(scene.shell.workspace()).expect("removing the workspace");
    // Files are taken in at the beginning.
    let whole = scene.whole(&arguments) / 3;
    for _ in 0..kills() {
        std::fs::remove_dir_all(scene.shell.workspace()).expect("removing the workspace");
        std::fs::create_dir(scene.shell.workspace()).expect("an empty workspace");
        scene.kill(&arguments, whole);
        scene.start_again();
        scene.assert_whole();
    }
}

#[test]
fn heavy_killed_while_a_backup_is_made_it_is_absent_or_whole() {
    let mut scene = Scene::new(5);
    let backup = scene.shell.path("backup");
    let arguments = ["backup".to_owned(), backup.display().to_string()];
    let whole = scene.whole(&arguments);
    for _ in 0..kills() {
        if backup.exists() {
            std::fs::remove_dir_all(&backup).expect("removing the backup");
        }
        scene.kill(&arguments, whole);
        if !backup.exists() {
            scene.shell.run(&arguments).expect_code(0);
        }
        scene.shell.run(["verify".as_ref(), backup.as_os_str()]).expect_code(0);
    }
    let restored = scene.shell.path("restored");
    let whole = {
        let since = Instant::now();
        scene
            .shell
            .run(["restore".as_ref(), backup.as_os_str(), restored.as_os_str()])
            .expect_code(0);
        since.elapsed()
    };
    let arguments = [
        "restore",
        &backup.display().to_string(),
        &restored.display().to_string(),
    ]
    .map(str::to_owned);
    for _ in 0..kills() {
        if restored.exists() {
            std::fs::remove_dir_all(&restored).expect("removing the restored workspace");
        }
        scene.kill(&arguments, whole);
        if restored.exists() {
            scene
                .shell
                .run(["verify".as_ref(), restored.as_os_str()])
                .expect_code(0);
        }
    }
    let beside: Vec<_> = files(&backup)
        .into_iter()
        .filter(|path| path.ends_with("half"))
        .collect();
    assert_eq!(beside, Vec::<PathBuf>::new());
    scene.assert_whole();
}

#[test]
fn heavy_killed_while_an_export_is_written_the_file_is_the_old_or_the_new_one() {
    let mut scene = Scene::new(6);
    let file = scene.shell.path("results.json");
    let arguments = exporting(&file);
    let whole = scene.whole(&arguments);
    let new = std::fs::read(&file).expect("the export");
    for _ in 0..kills() {
        std::fs::write(&file, "old").expect("the old export");
        scene.kill(&arguments, whole);
        let found = std::fs::read(&file).expect("an export");
        assert!(
            found == b"old" || found == new,
            "{} bytes are neither the old nor the new file",
            found.len()
        );
    }
    scene.assert_whole();
}

/// The newest schema of `schema_0011.sql`.
const EARLIER: usize = 11;

#[test]
fn heavy_killed_while_a_workspace_is_migrated_it_is_migrated_by_the_next_start() {
    let shell = Shell::new();
    let template = shell.path("template");
    let documents = earlier(&template);
    let mut dice = Dice::new(7);
    let mut whole = Duration::ZERO;
    for kill in 0..=kills() {
        if shell.workspace().exists() {
            std::fs::remove_dir_all(shell.workspace()).expect("removing the workspace");
        }
        copy_folder(&template, &shell.workspace());
        let since = Instant::now();
        let mut running = shell.start(&mut shell.command(["settings", "local_only=false"]));
        if kill > 0 {
            std::thread::sleep(whole * u32::try_from(dice.between(0, 1000)).expect("small") / 1000);
            running.kill();
        }
        running.wait();
        whole = whole.max(since.elapsed());
        shell.run(["settings", "local_only=false"]).expect_code(0);
        assert_eq!(digests(&shell.workspace().join("touchstone.db")), documents);
        shell.run(["verify"]).expect_code(0);
    }
}

/// A workspace as an earlier version left it, and the digests of its documents.
pub(crate) fn earlier(workspace: &Path) -> BTreeSet<String> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let migrations = workspace.join("../migrations");
    std::fs::create_dir_all(&migrations).expect("a folder");
    std::fs::create_dir_all(workspace).expect("a folder");
    for file in files(&sources.join("migrations")) {
        let name = file.file_name().and_then(|name| name.to_str()).expect("a name");
        if name
            .get(..4)
            .and_then(|number| number.parse().ok())
            .is_some_and(|number: usize| number <= EARLIER)
        {
            std::fs::copy(&file, migrations.join(name)).expect("copying");
        }
    }
    for text in ["abc", "def"] {
        let digest = format!("{:x}", Sha256::digest(text));
        let folder = workspace.join("originals").join(&digest[..2]);
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join(&digest[2..]), text).expect("an original");
    }
    let rows = std::fs::read_to_string(sources.join("crates/engine/src/store/migrate/schema_0011.sql"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let options = SqliteConnectOptions::new()
            .filename(workspace.join("touchstone.db"))
            .create_if_missing(true);
        let mut connection = SqliteConnection::connect_with(&options).await.expect("a database");
        let migrator = sqlx::migrate::Migrator::new(migrations).await.expect("the migrations");
        migrator
            .run_direct(None, &mut connection, false)
            .await
            .expect("migrating");
        let rows = sqlx::AssertSqlSafe(rows.expect("the rows"));
        sqlx::raw_sql(rows)
            .execute(&mut connection)
            .await
            .expect("storing the rows");
        connection.close().await.expect("closing");
    });
    ["abc", "def"]
        .iter()
        .map(|text| format!("{:x}", Sha256::digest(text)))
        .collect()
}

pub(crate) fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("creating a folder");
    for path in files(from) {
        let target = to.join(path.strip_prefix(from).expect("it lies in the folder"));
        std::fs::create_dir_all(target.parent().expect("a folder")).expect("creating a folder");
        std::fs::copy(&path, target).expect("copying");
    }
}

pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(folder).into_iter().filter_map(Result::ok);
    let files = entries.filter(|entry| entry.file_type().is_file());
    files.map(walkdir::DirEntry::into_path).collect()
}

fn sha256(path: &Path) -> String {
    format!(
        "{:x}",
        Sha256::digest(std::fs::read(path).expect("reading an original"))
    )
}

/// The digests of the originals of all documents.
pub(crate) fn digests(database: &Path) -> BTreeSet<String> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        let options = SqliteConnectOptions::new()
            .filename(database)
            .busy_timeout(Duration::from_secs(10));
        let mut connection = SqliteConnection::connect_with(&options).await.expect("the database");
        let found: Vec<String> = sqlx::query_scalar("SELECT sha256 FROM documents")
            .fetch_all(&mut connection)
            .await
            .expect("the documents");
        connection.close().await.expect("closing");
        found.into_iter().collect()
    })
}
