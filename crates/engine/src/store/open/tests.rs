//! Opening: owners and readers side by side, everything that can be refused, and what a kill or a full disk leaves.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::*;
use crate::error::Code;
use crate::record::{Document, DocumentId, Run, RunState, Stage};
use crate::store::{DocumentFilter, StoreError, fixture};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

const ROLE: &str = "TOUCHSTONE_TEST_ROLE";
const FOLDER: &str = "TOUCHSTONE_TEST_FOLDER";

/// A folder for a workspace that is gone with the test.
fn somewhere() -> (tempfile::TempDir, Place) {
    let folder = tempfile::tempdir().unwrap();
    let place = Place::Folder(folder.path().join("deep/workspace"));
    (folder, place)
}

fn folder_of(place: &Place) -> &Path {
    match place {
        Place::Folder(folder) => folder,
        Place::Memory => Path::new(":memory:"),
    }
}

async fn own_it(place: &Place) -> Store {
    Store::open(place, Access::Own).await.unwrap()
}

async fn add_document(store: &Store) -> Document {
    let document = fixture::document();
    store.insert_document(&document).await.unwrap();
    document
}

async fn all(store: &Store) -> Vec<Document> {
    store.documents(&DocumentFilter::default()).await.unwrap()
}

#[tokio::test]
async fn one_owner_at_a_time_and_the_next_finds_everything() {
    let (_folder, place) = somewhere();
    let first = own_it(&place).await;
    let document = add_document(&first).await;
    let refused = Store::open(&place, Access::Own).await.unwrap_err();
    let path = folder_of(&place).display();
    assert_eq!(
        refused.to_string(),
        format!("cannot open the workspace {path}: another Touchstone is using it")
    );
    assert_eq!(refused.code(), Code::WorkspaceInUse);
    first.close().await.unwrap();
    assert!(
        Store::open(&place, Access::Own).await.is_err(),
        "the lock is held until the last clone is gone"
    );
    drop(first);
    let second = own_it(&place).await;
    assert_eq!(all(&second).await, [document]);
}

#[tokio::test]
async fn closing_leaves_one_file_and_a_crash_leaves_a_log_that_is_read_back() {
    let (_folder, place) = somewhere();
    let log = folder_of(&place).join("touchstone.db-wal");
    let store = own_it(&place).await;
    let first = add_document(&store).await;
    store.close().await.unwrap();
    drop(store);
    assert!(!log.exists());
    let store = own_it(&place).await;
    let second = add_document(&store).await;
    assert!(log.exists());
    // As after a crash: the files as they are now, without anything that closing does.
    let copy = folder_of(&place).with_file_name("copy");
    fs::create_dir(&copy).unwrap();
    for name in ["touchstone.db", "touchstone.db-wal"] {
        fs::copy(folder_of(&place).join(name), copy.join(name)).unwrap();
    }
    let recovered = own_it(&Place::Folder(copy)).await;
    assert_eq!(all(&recovered).await, [first, second]);
}

#[tokio::test]
async fn a_reader_sees_what_the_owner_commits_and_writes_nothing() {
    let (_folder, place) = somewhere();
    let owner = own_it(&place).await;
    let run = fixture::running(&owner, Stage::Intake).await;
    let reader = Store::open(&place, Access::ReadOnly).await.unwrap();
    assert_eq!(all(&reader).await.len(), 1);
    owner
        .put_pages(run.document_id, &[fixture::page(1, &["tips"])])
        .await
        .unwrap();
    assert_eq!(reader.search("tips", 5).await.unwrap().len(), 1);
    assert!(reader.integrity().await.unwrap().problems.is_empty());
    let refusals = [
        reader.insert_document(&fixture::document()).await.unwrap_err(),
        reader.set_case(run.document_id, None).await.unwrap_err(),
        reader.claim(run.id).await.unwrap_err(),
        reader.put_pages(run.document_id, &[]).await.unwrap_err(),
    ];
    for refusal in refusals {
        assert!(matches!(refusal, StoreError::ReadOnly { .. }), "{refusal:?}");
    }
    reader.close().await.unwrap();
    add_document(&owner).await;
    owner.close().await.unwrap();
    let later = Store::open(&place, Access::ReadOnly).await.unwrap();
    assert_eq!(all(&later).await.len(), 2);
}

#[tokio::test]
async fn what_is_not_a_workspace_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("file"), "text").unwrap();
    for name in ["papers", "foreign", "hollow"] {
        fs::create_dir(at(name)).unwrap();
    }
    fs::write(at("papers/w2.pdf"), "text").unwrap();
    fs::write(at("hollow/touchstone.db"), "").unwrap();
    let foreign = SqliteConnectOptions::new()
        .filename(at("foreign/touchstone.db"))
        .create_if_missing(true);
    let mut connection = SqliteConnection::connect_with(&foreign).await.unwrap();
    sqlx::query("CREATE TABLE songs (title TEXT)")
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();

    let rows = [
        ("file", Access::Own, "it is a file"),
        ("papers", Access::Own, "it holds other files, such as w2.pdf"),
        ("foreign", Access::Own, "touchstone.db is another program's database"),
        ("papers", Access::ReadOnly, "there is no touchstone.db in it"),
        (
            "foreign",
            Access::ReadOnly,
            "touchstone.db is another program's database",
        ),
        ("hollow", Access::ReadOnly, "its touchstone.db is empty"),
    ];
    for (name, access, reason) in rows {
        let error = Store::open(&Place::Folder(at(name)), access).await.unwrap_err();
        let expected = format!("cannot open {} as a workspace: {reason}", at(name).display());
        assert_eq!((error.to_string(), error.code()), (expected, Code::WorkspaceUnusable));
    }
    let entries: Vec<_> = fs::read_dir(at("papers"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(entries, ["w2.pdf"]);
    let absent = Store::open(&Place::Folder(at("absent")), Access::ReadOnly)
        .await
        .unwrap_err();
    assert!(absent.to_string().contains("absent"), "{absent}");
    assert!(!at("absent").exists());

    // What a crash during creation leaves is no stranger.
    add_document(&own_it(&Place::Folder(at("hollow"))).await).await;
}

#[tokio::test]
async fn damage_and_other_schemas_are_told_apart() {
    let (_folder, place) = somewhere();
    let store = own_it(&place).await;
    let applied = "INSERT INTO _sqlx_migrations VALUES (999, 'later', 'now', 1, x'00', 0)";
    sqlx::query(applied).execute(&store.writer).await.unwrap();
    store.close().await.unwrap();
    drop(store);
    for access in [Access::Own, Access::ReadOnly] {
        let error = Store::open(&place, access).await.unwrap_err();
        assert!(matches!(error, OpenError::NewerSchema { found: 999, .. }), "{error:?}");
        assert_eq!(error.code(), Code::NewerSchema);
    }
    fs::write(folder_of(&place).join("touchstone.db"), "x".repeat(5000)).unwrap();
    for access in [Access::Own, Access::ReadOnly] {
        let error = Store::open(&place, access).await.unwrap_err();
        assert!(matches!(error, OpenError::Damaged { .. }), "{error:?}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_may_look_inside() {
    use std::os::unix::fs::PermissionsExt;
    let (_folder, place) = somewhere();
    let store = own_it(&place).await;
    add_document(&store).await;
    let rows = [
        ("", 0o700),
        ("originals", 0o700),
        ("touchstone.db", 0o600),
        ("touchstone.db-wal", 0o600),
        ("lock", 0o600),
    ];
    for (name, mode) in rows {
        let found = fs::metadata(folder_of(&place).join(name)).unwrap().permissions().mode() & 0o777;
        assert_eq!(found, mode, "{name:?} has mode {found:o}");
    }
}

#[tokio::test]
async fn every_connection_is_durable_and_wipes_what_it_deletes() {
    let (_folder, place) = somewhere();
    let store = own_it(&place).await;
    let rows = [
        ("SELECT journal_mode FROM pragma_journal_mode", "wal"),
        ("SELECT CAST(synchronous AS TEXT) FROM pragma_synchronous", "2"),
        ("SELECT CAST(foreign_keys AS TEXT) FROM pragma_foreign_keys", "1"),
        ("SELECT CAST(secure_delete AS TEXT) FROM pragma_secure_delete", "1"),
        ("SELECT CAST(timeout AS TEXT) FROM pragma_busy_timeout", "5000"),
    ];
    for (sql, expected) in rows {
        let found: String = sqlx::query_scalar(sql).fetch_one(&store.writer).await.unwrap();
        assert_eq!(found, expected, "{sql}");
    }
}

#[tokio::test]
async fn many_hands_on_one_connection_in_memory_do_not_wait_for_each_other_for_ever() {
    let store = fixture::store().await;
    let hands = (0..50u32).map(|n| {
        let store = store.clone();
        tokio::spawn(async move {
            let run = fixture::running(&store, Stage::Intake).await;
            store
                .put_pages(run.document_id, &[fixture::page(1, &[&format!("word{n}")])])
                .await
                .unwrap();
            store.dossier(run.id).await.unwrap().pages.len()
        })
    });
    for hand in hands.collect::<Vec<_>>() {
        assert_eq!(hand.await.unwrap(), 1);
    }
    assert_eq!(store.runs_in(RunState::Running).await.unwrap().len(), 50);
}

#[tokio::test]
async fn a_full_disk_is_said_and_nothing_is_lost() {
    let (_folder, place) = somewhere();
    for store in [fixture::store().await, own_it(&place).await] {
        let run = fixture::running(&store, Stage::Intake).await;
        let limit = |pages: i64| sqlx::query_scalar(sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {pages}")));
        let used: i64 = sqlx::query_scalar("PRAGMA page_count")
            .fetch_one(&store.writer)
            .await
            .unwrap();
        let _: i64 = limit(used + 40).fetch_one(&store.writer).await.unwrap();
        let text = "word ".repeat(100);
        let batch = |start: u32| {
            (start..start + 5)
                .map(|n| fixture::page(n, &[&text]))
                .collect::<Vec<_>>()
        };
        let (mut stored, mut failure) = (0, None);
        while failure.is_none() && stored < 5000 {
            match store.put_pages(run.document_id, &batch(stored + 1)).await {
                Ok(_) => stored += 5,
                Err(error) => failure = Some(error),
            }
        }
        let failure = failure.expect("the limit is reached");
        assert!(matches!(failure, StoreError::DiskFull { .. }), "{failure:?}");
        assert_eq!(failure.code(), Some(Code::DiskFull));
        assert_eq!(store.count_pages(run.document_id).await.unwrap(), stored);

        let _: i64 = limit(1_000_000).fetch_one(&store.writer).await.unwrap();
        assert_eq!(store.put_pages(run.document_id, &batch(stored + 1)).await.unwrap(), 5);
        assert!(store.requeue(run.id).await.unwrap());
        assert!(store.integrity().await.unwrap().problems.is_empty());
    }
}

#[test]
fn versions_that_lose_data_are_refused() {
    let rows = [
        ("3.6.23", false),
        ("3.7.0", true),
        ("3.50.4", true),
        ("3.51.2", true),
        ("3.51.3", false),
        ("3.52.0", false),
        ("4.0.0", false),
    ];
    for (version, refused) in rows {
        assert_eq!(loses_data_under_wal(version), refused, "{version}");
    }
}

/// This test binary, doing one role in a process of its own.
fn child(exe: &Path, role: &str, folder: &Path) -> Command {
    let mut command = Command::new(exe);
    command.args(["--ignored", "--exact", "--nocapture", "store::open::tests::as_a_child"]);
    command.env(ROLE, role).env(FOLDER, folder);
    command
}

#[test]
#[ignore = "started by the tests that need a process of their own"]
fn as_a_child() {
    let role = std::env::var(ROLE).expect("started by another test");
    let place = Place::Folder(PathBuf::from(
        std::env::var_os(FOLDER).expect("started by another test"),
    ));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        match role.as_str() {
            "write until killed" => write_until_killed(&place).await,
            "read sealed" => read_sealed(&place).await,
            other => panic!("there is no role {other}"),
        }
    });
}

async fn write_until_killed(place: &Place) {
    let store = own_it(place).await;
    store.recover().await.unwrap();
    eprintln!("writing");
    loop {
        let run = fixture::running(&store, Stage::Intake).await;
        let pages: Vec<_> = (1..=PAGES)
            .map(|n| fixture::page(n, &["wages", "tips", "and", "more"]))
            .collect();
        store.put_pages(run.document_id, &pages).await.unwrap();
        let done = store.finish_intake(run.id, touchstone_intake::Outcome::Ok, None, Some(PAGES), Stage::Verify);
        assert!(done.await.unwrap());
        assert!(
            store
                .finish_verify(run.id, None, &fixture::verified(run.id))
                .await
                .unwrap()
        );
        assert!(
            store
                .finish_decide(run.id, None, Some(&fixture::review(&run)))
                .await
                .unwrap()
        );
    }
}

const PAGES: u32 = 20;

#[tokio::test]
async fn a_kill_leaves_whole_steps_only() {
    let (_folder, place) = somewhere();
    let (exe, mut seen) = (std::env::current_exe().unwrap(), 0);
    for round in 0..6u64 {
        let mut victim = child(&exe, "write until killed", folder_of(&place))
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(victim.stderr.take().unwrap()).lines();
        assert!(
            lines.map_while(Result::ok).any(|line| line == "writing"),
            "the child did not start"
        );
        tokio::time::sleep(Duration::from_millis(20 + 37 * round)).await;
        victim.kill().unwrap();
        victim.wait().unwrap();

        let store = own_it(&place).await;
        let documents = all(&store).await;
        assert!(documents.len() >= seen, "documents were lost");
        seen = documents.len();
        for document in &documents {
            check_whole(&store, document.id).await;
        }
        let whole = store.integrity().await.unwrap();
        assert_eq!((whole.problems, whole.dangling), (vec![], vec![]));
        let running = store.runs_in(RunState::Running).await.unwrap();
        let recovered = store.recover().await.unwrap().runs;
        assert_eq!(recovered, running.iter().map(|run| run.id).collect::<Vec<_>>());
        assert!(recovered.len() <= 1, "one hand had one run");
    }
    assert!(seen > 0, "nothing was written before any kill");
}

/// Whatever stage the run is at, what that stage promises is there, and nothing of a later one.
async fn check_whole(store: &Store, id: DocumentId) {
    let pages = store.count_pages(id).await.unwrap();
    assert!(pages == 0 || pages == PAGES, "{pages} of {PAGES} pages");
    let Some(Run { id, stage, state, .. }) = store.newest_run(id).await.unwrap() else {
        assert_eq!(pages, 0);
        return;
    };
    let dossier = store.dossier(id).await.unwrap();
    assert!(stage == Stage::Intake || pages == PAGES, "{stage:?} with {pages} pages");
    assert_eq!(dossier.decision.is_some(), stage > Stage::Verify, "{stage:?}");
    assert_eq!(
        dossier.issues.len(),
        if stage > Stage::Verify { 2 } else { 0 },
        "{stage:?}"
    );
    assert_eq!(dossier.review.is_some(), stage == Stage::Done, "{stage:?}");
    assert_eq!(state == RunState::Done, stage == Stage::Done, "{stage:?}");
}

/// Opens two workspaces in a folder in which this process can write nothing: one that was closed, one that was not.
async fn read_sealed(place: &Place) {
    let at = |name: &str| Place::Folder(folder_of(place).join(name));
    assert!(
        fs::write(folder_of(&at("closed")).join("probe"), "x").is_err(),
        "the folder is not sealed"
    );
    let store = Store::open(&at("closed"), Access::ReadOnly).await.unwrap();
    let documents = all(&store).await;
    assert_eq!(documents.len(), 1);
    assert_eq!(store.search("tips", 5).await.unwrap().len(), 1);
    store.original(&documents[0]).await.unwrap();
    assert!(store.integrity().await.unwrap().is_whole());
    let refused = store.set_case(documents[0].id, None).await.unwrap_err();
    assert!(matches!(refused, StoreError::ReadOnly { .. }), "{refused:?}");
    store.close().await.unwrap();

    let refused = Store::open(&at("closed"), Access::Own).await.unwrap_err();
    assert!(matches!(refused, OpenError::ReadOnly { .. }), "{refused:?}");
    let refused = Store::open(&at("crashed"), Access::ReadOnly).await.unwrap_err();
    assert!(matches!(refused, OpenError::NotClosed { .. }), "{refused:?}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_workspace_on_read_only_media_can_be_read() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let place = Place::Folder(at("closed"));
    let store = own_it(&place).await;
    fs::write(at("one.pdf"), "abc").unwrap();
    let kept = store.keep_original(&at("one.pdf")).await.unwrap();
    let document = Document {
        sha256: kept.sha256,
        ..fixture::document()
    };
    store.insert_document(&document).await.unwrap();
    store
        .put_pages(document.id, &[fixture::page(1, &["tips"])])
        .await
        .unwrap();
    fs::create_dir(at("crashed")).unwrap();
    for name in ["touchstone.db", "touchstone.db-wal"] {
        fs::copy(at("closed").join(name), at("crashed").join(name)).unwrap();
    }
    store.close().await.unwrap();
    drop(store);

    // Rights do not bind root, so the child becomes nobody, who needs a copy of this program that it can reach.
    let exe = at("program");
    fs::copy(std::env::current_exe().unwrap(), &exe).unwrap();
    let mut chmod = Command::new("chmod");
    chmod
        .args(["-R", "u=rX,g=rX,o=rX"])
        .arg(at("closed"))
        .arg(at("crashed"));
    assert!(chmod.status().unwrap().success());
    for (path, mode) in [(folder.path(), 0o755), (&exe, 0o755)] {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }
    let mut command = child(&exe, "read sealed", folder.path());
    if fs::metadata("/proc/self").is_ok_and(|me| me.uid() == 0) {
        command.uid(65534).gid(65534);
    }
    let output = command.output().unwrap();
    // The folder is removed at the end, which needs the right to write in it.
    assert!(
        Command::new("chmod")
            .args(["-R", "u+w"])
            .arg(folder.path())
            .status()
            .unwrap()
            .success()
    );
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"));
}
