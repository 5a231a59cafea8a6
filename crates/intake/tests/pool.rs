//! The pool with misbehaving readers: small scripts that flood, hang, lie, die or send incomplete frames. None may
//! hang the pool, increase its memory, or pass for a valid page.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs::File;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;
use touchstone_intake::protocol::{Greeting, Opened, PROTOCOL_VERSION, Reply, Request};
use touchstone_intake::{
    Confinement, Failure, ImageFormat, Limits, Outcome, Page, PageFault, Picture, PoolConfig, ReaderPool,
};

fn greeting(protocol: u32, confinement: Confinement) -> Reply {
    Reply::Ready(Greeting {
        protocol,
        version: "mock".to_owned(),
        library: String::new(),
        build: String::new(),
        confinement,
        hardening: Vec::new(),
    })
}

/// A folder with a scripted reader. `ready`, `opened` and so on are frames to send with `cat`.
struct Mock {
    folder: tempfile::TempDir,
}

impl Mock {
    fn new(script: &str) -> Self {
        let mock = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        let mut page = Page::unreadable(
            1,
            PageFault {
                outcome: Outcome::Damaged,
                message: "mock".to_owned(),
            },
        );
        page.fault = None;
        mock.frame("page1", &Reply::Page(Box::new(page.clone())));
        page.number = 2;
        mock.frame("page2", &Reply::Page(Box::new(page.clone())));
        page.width = f32::NAN;
        mock.frame("nan", &Reply::Page(Box::new(page)));
        for (name, protocol, confinement) in [
            ("ready", PROTOCOL_VERSION, Confinement::Full),
            ("loose", PROTOCOL_VERSION, Confinement::Limits),
            ("other_version", PROTOCOL_VERSION + 1, Confinement::Full),
        ] {
            mock.frame(name, &greeting(protocol, confinement));
        }
        mock.frame(
            "opened",
            &Reply::Opened(Opened {
                pages: 9,
                password_used: None,
            }),
        );
        mock.frame(
            "too_many",
            &Reply::Opened(Opened {
                pages: 4_000_000_000,
                password_used: None,
            }),
        );
        mock.frame("closed", &Reply::Closed);
        for (name, bytes) in [("picture", &b"<html>"[..]), ("drawn", b"\x89PNG\r\n\x1a\n")] {
            mock.frame(
                name,
                &Reply::Picture(Picture {
                    width: 9,
                    height: 9,
                    format: ImageFormat::Png,
                    bytes: bytes.to_vec(),
                }),
            );
        }
        let script = format!("#!/bin/sh\ncd {}\n{script}\n", mock.folder.path().display());
        let mut file = File::create(mock.folder.path().join("reader")).unwrap();
        file.write_all(script.as_bytes()).unwrap();
        file.set_permissions(std::fs::Permissions::from_mode(0o755)).unwrap();
        mock
    }

    fn frame(&self, name: &str, reply: &Reply) {
        let bytes = postcard::to_stdvec(reply).unwrap();
        let framed = [&(bytes.len() as u32).to_be_bytes()[..], &bytes].concat();
        std::fs::write(self.folder.path().join(name), framed).unwrap();
    }

    fn pool(&self) -> ReaderPool {
        let limits = Limits {
            request: Duration::from_millis(600),
            ..Limits::default()
        };
        ReaderPool::new(PoolConfig {
            limits,
            ..PoolConfig::new(self.folder.path().join("reader"), 1)
        })
    }
}

fn document() -> File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(b"%PDF-1.7").unwrap();
    file
}

async fn check_opening(script: &str, outcome: Outcome, said: &str) {
    let failure = Mock::new(script)
        .pool()
        .open(document(), &[])
        .await
        .err()
        .expect(script);
    assert_eq!(failure.outcome, outcome, "{script}: {failure}");
    assert!(failure.message.contains(said), "{script}: {failure}");
}

#[tokio::test]
async fn readers_that_never_start_are_named() {
    check_opening("exit 3", Outcome::Io, "exit code 3").await;
    check_opening("echo library gone >&2; exit 1", Outcome::Io, "library gone").await;
    check_opening("exec sleep 60", Outcome::Io, "took longer than 0.6 s").await;
    check_opening(
        "cat other_version >&0; exec sleep 60",
        Outcome::Io,
        &format!("protocol {} instead of {PROTOCOL_VERSION}", PROTOCOL_VERSION + 1),
    )
    .await;
    check_opening("cat closed >&0; exec sleep 60", Outcome::Io, "not touchstone-reader").await;
    check_opening(
        "echo usage of another program >&0; exec sleep 60",
        Outcome::Io,
        "too large",
    )
    .await;
}

/// A system that is low on memory may kill a reader before it has received a document.
#[tokio::test]
async fn a_reader_that_is_killed_while_it_starts_is_started_again() {
    let mock =
        Mock::new("echo >> starts; [ $(wc -l < starts) -gt 2 ] || kill -KILL $$; cat ready opened >&0; exec sleep 60");
    let open = mock.pool().open(document(), &[]).await.unwrap();
    assert_eq!(open.page_count(), 9);
    check_opening("kill -KILL $$", Outcome::Io, "SIGKILL").await;
}

#[tokio::test]
async fn a_reader_below_the_least_confinement_gets_no_document() {
    let mock = Mock::new("cat loose opened >&0; exec sleep 60");
    for (least, accepted) in [("calls", false), ("limits", true), ("none", true), ("limit", false)] {
        let mut config = mock.pool().config().clone();
        config.confinement = Some(least.to_owned());
        match ReaderPool::new(config).open(document(), &[]).await {
            Ok(_) => assert!(accepted, "{least}"),
            Err(failure) => {
                assert!(!accepted && failure.outcome == Outcome::Io, "{least}: {failure}");
                assert!(failure.message.contains("TOUCHSTONE_CONFINEMENT"), "{failure}");
            }
        }
    }
}

#[tokio::test]
async fn a_missing_program_is_named() {
    let mut config = Mock::new("").pool().config().clone();
    config.program = "/nowhere/touchstone-reader".into();
    let failure = ReaderPool::new(config).open(document(), &[]).await.err().unwrap();
    assert_eq!(failure.outcome, Outcome::Io);
    assert!(failure.message.contains("/nowhere/touchstone-reader"), "{failure}");
}

#[tokio::test]
async fn readers_that_misbehave_while_opening_cost_the_document() {
    check_opening(
        "cat ready >&0; exec sleep 60",
        Outcome::TimedOut,
        "opening the document",
    )
    .await;
    check_opening("cat ready >&0; kill -SEGV $$", Outcome::WorkerCrashed, "SIGSEGV").await;
    check_opening("cat ready >&0; exit 0", Outcome::WorkerCrashed, "exit code 0").await;
    check_opening(
        "cat ready >&0; exec cat /dev/zero >&0",
        Outcome::WorkerCrashed,
        "broke the protocol",
    )
    .await;
    check_opening("cat ready >&0; exec yes >&0", Outcome::WorkerCrashed, "too large").await;
    check_opening(
        "cat ready closed >&0; exec sleep 60",
        Outcome::WorkerCrashed,
        "an unexpected reply",
    )
    .await;
    check_opening(
        "cat ready too_many >&0; exec sleep 60",
        Outcome::WorkerCrashed,
        "4000000000 pages",
    )
    .await;
    check_opening(
        "cat ready >&0; head -c 6 opened >&0; exit 0",
        Outcome::WorkerCrashed,
        "exit code 0",
    )
    .await;
    check_opening(
        "cat ready >&0; head -c 3 opened >&0; exec sleep 60",
        Outcome::TimedOut,
        "took longer",
    )
    .await;
    let alloc = "cat ready >&0; echo memory allocation of 99 bytes failed >&2; kill -ABRT $$";
    check_opening(alloc, Outcome::OutOfMemory, "SIGABRT").await;
    check_opening("cat ready >&0; kill -KILL $$", Outcome::OutOfMemory, "SIGKILL").await;
}

#[tokio::test]
async fn a_reader_of_much_memory_is_ended() {
    let mock = Mock::new("cat ready >&0; exec sort /dev/zero");
    let mut config = mock.pool().config().clone();
    config.limits = Limits {
        resident: 50 << 20,
        request: Duration::from_secs(20),
        ..Limits::default()
    };
    let failure = ReaderPool::new(config).open(document(), &[]).await.err().unwrap();
    assert_eq!(failure.outcome, Outcome::OutOfMemory, "{failure}");
}

/// The complete requests that a script has stored so far.
fn requests(stored: &[u8]) -> Vec<Request> {
    let (mut left, mut requests) = (stored, Vec::new());
    while let Some((length, rest)) = left.split_first_chunk::<4>()
        && let Some((frame, rest)) = rest.split_at_checked(u32::from_be_bytes(*length) as usize)
    {
        requests.push(postcard::from_bytes(frame).unwrap());
        left = rest;
    }
    requests
}

#[tokio::test]
async fn a_picture_that_a_reader_fails_on_is_drawn_at_half_the_resolution() {
    let second = "[ -e first ] && { cat ready opened drawn >&0; exec cat > asked; }";
    let mock = Mock::new(&format!("{second}\ntouch first; cat ready opened >&0; exec sleep 60"));
    let document = mock.pool().open(document(), &[]).await.unwrap();
    let picture = document.render(1, None, 2.0, ImageFormat::Png).await.unwrap();
    assert_eq!(picture.width, 9);
    let asked = loop {
        let asked = requests(&std::fs::read(mock.folder.path().join("asked")).unwrap_or_default());
        if asked.len() == 2 {
            break asked;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert!(
        matches!(&asked[1], Request::Render { recipe, .. } if (recipe.scale() - 1.0).abs() < 0.01),
        "{asked:?}"
    );
}

#[tokio::test]
async fn a_document_that_has_taken_its_time_is_read_no_further() {
    let mock = Mock::new("cat ready opened page1 >&0; exec sleep 60");
    let mut config = mock.pool().config().clone();
    config.limits.document = Duration::ZERO;
    let document = ReaderPool::new(config).open(document(), &[]).await.unwrap();
    let failure = document.page(1).await.unwrap_err();
    assert_eq!(failure.outcome, Outcome::TimedOut);
    assert!(failure.message.contains("more than 0 s in all"), "{failure}");
}

/// Asserts the outcome of the first two pages: a fault of the page, or an error of the document.
async fn check_pages(script: &str, first: Outcome, second: &str) {
    let mock = Mock::new(script);
    let document = mock.pool().open(document(), &[]).await.expect(script);
    let page = document.page(1).await.expect(script);
    assert_eq!(page.fault.map(|fault| fault.outcome), Some(first), "{script}");
    let failure = document.page(2).await.expect_err(script);
    assert!(
        failure.message.contains("gave up after 2 readers"),
        "{script}: {failure}"
    );
    assert!(failure.message.contains(second), "{script}: {failure}");
    assert!(document.page(3).await.is_err(), "{script}");
}

#[tokio::test]
async fn readers_that_misbehave_cost_one_page_and_twice_the_document() {
    check_pages("cat ready opened >&0; exec sleep 60", Outcome::TimedOut, "took longer").await;
    check_pages(
        "cat ready opened nan >&0; exec sleep 60",
        Outcome::WorkerCrashed,
        "broke the protocol",
    )
    .await;
    check_pages(
        "cat ready opened picture >&0; exec sleep 60",
        Outcome::WorkerCrashed,
        "an unexpected reply",
    )
    .await;
    check_pages(
        "cat ready opened >&0; head -c 4 <&0 >&2; kill -TRAP $$",
        Outcome::WorkerCrashed,
        "SIGTRAP",
    )
    .await;
}

#[tokio::test]
async fn a_page_must_be_the_one_asked_for_and_finite() {
    let mock = Mock::new("cat ready opened page1 page1 >&0; exec sleep 60");
    let open = mock.pool().open(document(), &[]).await.unwrap();
    assert_eq!(open.page(1).await.unwrap().fault, None);
    let fault = open.page(2).await.unwrap().fault.unwrap();
    assert!(fault.message.contains("page 1 instead of 2"), "{}", fault.message);
    let mock = Mock::new("cat ready opened nan >&0; exec sleep 60");
    let open = mock.pool().open(document(), &[]).await.unwrap();
    let fault = open.page(2).await.unwrap().fault.unwrap();
    assert!(fault.message.contains("a page side of NaN"), "{}", fault.message);
}

#[tokio::test]
async fn a_picture_must_be_a_picture() {
    let mock = Mock::new("cat ready opened picture >&0; exec sleep 60");
    let open = mock.pool().open(document(), &[]).await.unwrap();
    let Err(Failure { outcome, message }) = open.render(1, None, 1.0, ImageFormat::Png).await else {
        panic!("it is no picture")
    };
    assert_eq!(outcome, Outcome::WorkerCrashed);
    assert!(message.contains("not Png"), "{message}");
}

fn is_running(id: u32) -> bool {
    let state = std::fs::read_to_string(Path::new("/proc").join(id.to_string()).join("stat"));
    state.is_ok_and(|state| !state.contains(") Z "))
}

async fn assert_ends(id: u32) {
    for _ in 0..100 {
        if !is_running(id) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("process {id} is still running");
}

#[tokio::test]
#[cfg(target_os = "linux")]
async fn a_dropped_document_leaves_no_process_behind() {
    let mock = Mock::new("cat ready opened >&0; exec sleep 60");
    let open = mock.pool().open(document(), &[]).await.unwrap();
    let id = open.reader_id().await.unwrap();
    assert!(is_running(id));
    drop(open);
    assert_ends(id).await;
}

#[tokio::test]
#[cfg(target_os = "linux")]
async fn a_cancelled_page_ends_its_reader_and_costs_nothing_else() {
    let mock = Mock::new("cat ready opened >&0; exec sleep 60");
    let open = mock.pool().open(document(), &[]).await.unwrap();
    for _ in 0..4 {
        let id = open.reader_id().await;
        let cancelled = tokio::time::timeout(Duration::from_millis(30), open.page(1)).await;
        assert!(
            cancelled.is_err(),
            "the page was not cancelled but ended, which would count as a death"
        );
        if let Some(id) = id {
            assert_ends(id).await;
        }
    }
    let fault = open.page(1).await.unwrap().fault.unwrap();
    assert_eq!(
        fault.outcome,
        Outcome::TimedOut,
        "four cancelled requests are no deaths: {}",
        fault.message
    );
}

#[tokio::test]
async fn a_full_pool_waits_for_a_document_to_close() {
    let mock = Mock::new("cat ready opened closed opened closed >&0; exec sleep 60");
    let pool = mock.pool();
    let first = pool.open(document(), &[]).await.unwrap();
    let second = tokio::time::timeout(Duration::from_millis(100), pool.open(document(), &[])).await;
    assert!(second.is_err(), "one reader, one document");
    first.close().await;
    let second = pool.open(document(), &[]).await.unwrap();
    second.close().await;
    assert_eq!(pool.figures().started, 1, "the reader was used again");
}

#[tokio::test]
async fn a_worn_reader_is_replaced() {
    let mock = Mock::new("cat ready opened closed >&0; exec sleep 60");
    let mut config = mock.pool().config().clone();
    config.limits.documents_per_reader = 1;
    let pool = ReaderPool::new(config);
    for _ in 0..3 {
        pool.open(document(), &[]).await.unwrap().close().await;
    }
    assert_eq!(pool.figures().started, 3);
}

#[tokio::test]
async fn an_idle_reader_that_died_is_no_fault_of_the_next_document() {
    let mock = Mock::new("cat ready opened closed >&0; sleep 0.2; exit 7");
    let pool = mock.pool();
    pool.open(document(), &[]).await.unwrap().close().await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    pool.open(document(), &[]).await.unwrap().close().await;
    assert_eq!(pool.figures().started, 2);
}
