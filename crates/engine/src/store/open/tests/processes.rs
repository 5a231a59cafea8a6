//! Cases that require a separate process: a kill in the middle of a write, and a user without write permission.

use super::*;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use touchstone_core::record::{DocumentId, Run};

const ROLE: &str = "TOUCHSTONE_TEST_ROLE";
const FOLDER: &str = "TOUCHSTONE_TEST_FOLDER";

/// This test binary, playing one role in a separate process.
fn child(exe: &Path, role: &str, folder: &Path) -> Command {
    let mut command = Command::new(exe);
    command.args([
        "--ignored",
        "--exact",
        "--nocapture",
        "store::open::tests::processes::as_a_child",
    ]);
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
                .finish_verify(
                    run.id,
                    &touchstone_core::record::Surroundings::default(),
                    None,
                    &fixture::verified(run.id)
                )
                .await
                .unwrap()
        );
        assert!(
            store
                .finish_decide(run.id, None, Some(&fixture::review(&run)), None)
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
        let whole = store.integrity(Depth::Full, |_, _| ()).await.unwrap();
        assert_eq!((whole.problems, whole.dangling), (vec![], vec![]));
        let running = store.runs_in(RunState::Running).await.unwrap();
        let recovered = store.recover().await.unwrap().runs;
        assert_eq!(recovered, running.iter().map(|run| run.id).collect::<Vec<_>>());
        assert!(recovered.len() <= 1, "one hand had one run");
    }
    assert!(seen > 0, "nothing was written before any kill");
}

/// At any stage, the run's stored data is complete up to that stage, with nothing of a later one.
async fn check_whole(store: &Store, id: DocumentId) {
    let pages = store.count_pages(id).await.unwrap();
    assert!(pages == 0 || pages == PAGES, "{pages} of {PAGES} pages");
    let Some(Run { id, stage, state, .. }) = store.newest_run(id).await.unwrap() else {
        assert_eq!(pages, 0);
        return;
    };
    let run_record = store.run_record(id).await.unwrap();
    assert!(stage == Stage::Intake || pages == PAGES, "{stage:?} with {pages} pages");
    assert_eq!(run_record.decision.is_some(), stage > Stage::Verify, "{stage:?}");
    assert_eq!(
        run_record.issues.len(),
        if stage > Stage::Verify { 2 } else { 0 },
        "{stage:?}"
    );
    assert_eq!(run_record.review.is_some(), stage == Stage::Done, "{stage:?}");
    assert_eq!(state == RunState::Done, stage == Stage::Done, "{stage:?}");
}

/// Opens two workspaces in a folder where this process cannot write: one that was closed, one that was not.
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
    assert!(store.integrity(Depth::Full, |_, _| ()).await.unwrap().is_whole());
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
    let kept = store.keep_original(&at("one.pdf"), u64::MAX).await.unwrap();
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

    // Permissions do not bind root, so the child runs as user `nobody`, who needs a copy of this program that it can
    // reach.
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
    // Removing the folder at the end requires write permission.
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
