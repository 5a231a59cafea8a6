//! Tests of passwords, damage and attacks: each ends in its outcome, in bounded time and memory.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use std::path::Path;
use std::time::Duration;
use support::{file, one_page, open, passwords, pdf, pool, pool_with, stream, texts};
use touchstone_intake::{Failure, ImageFormat, Limits, OpenDocument, Outcome, Region, TextSource};

/// The size of a rendering, or the outcome that prevented it.
async fn rendering(document: &OpenDocument, region: Option<Region>, scale: f32) -> Result<(u32, u32), Outcome> {
    let picture = document.render(1, region, scale, ImageFormat::Png).await;
    picture
        .map(|picture| (picture.width, picture.height))
        .map_err(|failure| failure.outcome)
}

async fn opening(bytes: &[u8]) -> Failure {
    open(&pool(1), bytes).await.err().expect("it does not open")
}

fn fixture(name: &str) -> std::fs::File {
    std::fs::File::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)).unwrap()
}

fn simple(content: &str) -> Vec<u8> {
    one_page("/MediaBox[0 0 600 800]", "", content, &[])
}

#[tokio::test]
async fn passwords_are_tried_in_order() {
    let pool = pool(1);
    for (name, given, expected) in [
        ("password-aes256.pdf", &[][..], Err(Outcome::PasswordNeeded)),
        ("password-aes256.pdf", &["wrong", ""], Err(Outcome::PasswordNeeded)),
        ("password-aes256.pdf", &["wrong", "userpw"], Ok(Some(1))),
        (
            "password-aes256.pdf",
            &["nul\0inside", "ownerpw", "userpw"],
            Ok(Some(1)),
        ),
        ("password-unicode.pdf", &["pässwörd €"], Ok(Some(0))),
        ("password-unicode.pdf", &["password"], Err(Outcome::PasswordNeeded)),
        ("password-rc4.pdf", &["userpw"], Ok(Some(0))),
        ("owner-only.pdf", &["unneeded"], Ok(None)),
    ] {
        match pool.open(fixture(name), &passwords(given)).await {
            Ok(document) => {
                assert_eq!(Ok(document.password_used()), expected, "{name} {given:?}");
                assert_eq!(texts(&document.page(1).await.unwrap()), ["opened"], "{name}");
                document.close().await;
            }
            Err(failure) => assert_eq!(Err(failure.outcome), expected, "{name} {given:?} {failure}"),
        }
    }
    assert_eq!(pool.figures().started, 1, "a refusal does not cost a reader");
}

#[tokio::test]
async fn what_is_wrong_is_said() {
    let whole = simple("BT /F1 12 Tf 100 700 Td (text) Tj ET");
    assert_eq!(opening(b"").await.outcome, Outcome::Empty);
    assert_eq!(opening(b"Dear Sir").await.outcome, Outcome::NotADocument);
    assert_eq!(
        opening(b"%PDF-1.7 and then nothing that makes sense").await.outcome,
        Outcome::Damaged
    );
    assert_eq!(opening(&whole[..60]).await.outcome, Outcome::Damaged);
    let no_pages = pdf(&[
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Count 0/Kids[]>>".to_owned(),
    ]);
    assert_eq!(opening(&no_pages).await.outcome, Outcome::Empty);
    let foreign = String::from_utf8(whole).unwrap().replace(
        "/Root 1 0 R",
        "/Root 1 0 R/ID[<00><00>]/Encrypt<</Filter/Entrust.PPKEF/V 1/R 2/O(o)/U(u)/P -4>>",
    );
    assert_eq!(opening(foreign.as_bytes()).await.outcome, Outcome::Encrypted);
}

#[tokio::test]
async fn too_many_pages_are_refused_before_any_is_read() {
    let pool = pool_with(
        1,
        Limits {
            pages: 3,
            ..Limits::default()
        },
    );
    let pages = |count: usize| {
        let mut objects = vec!["<</Type/Catalog/Pages 2 0 R>>".to_owned()];
        let kids: Vec<String> = (0..count).map(|n| format!("{} 0 R", n + 3)).collect();
        objects.push(format!("<</Type/Pages/Count {count}/Kids[{}]>>", kids.join(" ")));
        objects.extend((0..count).map(|_| "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>".to_owned()));
        pdf(&objects)
    };
    assert_eq!(
        open(&pool, &pages(4)).await.err().unwrap().outcome,
        Outcome::TooManyPages
    );
    let document = open(&pool, &pages(3)).await.unwrap();
    assert_eq!(document.page_count(), 3);
    assert_eq!(document.page(4).await.unwrap_err().outcome, Outcome::Io);
    document.close().await;
}

#[tokio::test]
async fn a_page_of_two_billion_points_costs_only_itself() {
    let bytes = pdf(&[
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Count 3/Kids[3 0 R 4 0 R 5 0 R]>>".to_owned(),
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 2147483600]>>".to_owned(),
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]>>".to_owned(),
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 20000 800]>>".to_owned(),
    ]);
    let pool = pool(1);
    let document = open(&pool, &bytes).await.unwrap();
    let mut faults = Vec::new();
    for number in 1..=3 {
        faults.push(document.page(number).await.unwrap().fault.map(|fault| fault.outcome));
    }
    assert_eq!(faults, [Some(Outcome::PageTooLarge), None, Some(Outcome::PageTooLarge)]);
    assert_eq!(rendering(&document, None, 1.0).await, Err(Outcome::PageTooLarge));
    document.close().await;
    assert_eq!(pool.figures().started, 1);
}

#[tokio::test]
async fn pages_that_lead_back_to_themselves_end() {
    let bytes = pdf(&[
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Count 3/Kids[2 0 R 3 0 R 2 0 R]>>".to_owned(),
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]>>".to_owned(),
    ]);
    let pool = pool(1);
    let document = match open(&pool, &bytes).await {
        Ok(document) => document,
        Err(failure) => return assert_eq!(failure.outcome, Outcome::Damaged, "{failure}"),
    };
    for number in 1..=document.page_count() {
        let page = document.page(number).await.unwrap();
        assert!(page.fault.is_none_or(|fault| fault.outcome == Outcome::Damaged));
    }
    document.close().await;
}

#[tokio::test]
async fn a_form_that_draws_itself_runs_out_of_memory_and_the_next_page_is_read() {
    let objects = vec![
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>".to_owned(),
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</XObject<</X 6 0 R>>>>/Contents 5 0 R>>".to_owned(),
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 8 0 R>>>>/Contents 7 0 R>>".to_owned(),
        stream("", "/X Do /X Do"),
        stream(
            "/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 6 0 R>>>>",
            "/X Do /X Do",
        ),
        stream("", "BT /F1 12 Tf 100 700 Td (unharmed) Tj ET"),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
    ];
    let limits = Limits {
        resident: 192 << 20,
        request: Duration::from_secs(20),
        ..Limits::default()
    };
    let pool = pool_with(1, limits);
    let document = open(&pool, &pdf(&objects)).await.unwrap();
    let fault = document.page(1).await.unwrap().fault.expect("the page cannot be read");
    assert_eq!(fault.outcome, Outcome::OutOfMemory, "{}", fault.message);
    assert_eq!(texts(&document.page(2).await.unwrap()), ["unharmed"]);
    let failure = document.page(1).await.unwrap_err();
    assert_eq!(failure.outcome, Outcome::OutOfMemory, "{failure}");
    assert!(failure.message.contains("gave up after 2 readers"), "{failure}");
    assert!(
        document.page(2).await.is_err(),
        "a document that ended two readers is given up"
    );
    document.close().await;
}

#[tokio::test]
async fn the_reader_itself_cannot_take_more_than_its_address_space() {
    let pool = pool_with(
        1,
        Limits {
            address_space: 160 << 20,
            ..Limits::default()
        },
    );
    let bytes = simple("");
    let document = open(&pool, &bytes).await.unwrap();
    // A picture that ended its reader is drawn again at half the resolution.
    assert_eq!(rendering(&document, None, 9.0).await, Ok((2700, 3600)));
    assert_eq!(rendering(&document, None, 1.0).await, Ok((600, 800)));
    document.close().await;
}

#[tokio::test]
async fn pictures_keep_to_their_limit_and_their_region() {
    let pool = pool(1);
    let document = open(&pool, &simple("0 0 1 rg 100 600 100 100 re f")).await.unwrap();
    assert_eq!(rendering(&document, None, 20.0).await, Err(Outcome::PageTooLarge));
    let region = Region {
        page: 1,
        x: 90.0,
        y: 90.0,
        width: 20.0,
        height: 20.0,
    };
    let picture = document.render(1, Some(region), 10.0, ImageFormat::Png).await.unwrap();
    assert_eq!((picture.width, picture.height), (200, 200));
    let pixels = image::load_from_memory(&picture.bytes).unwrap().to_rgb8();
    assert_eq!(
        (pixels.get_pixel(50, 50).0, pixels.get_pixel(150, 150).0),
        ([255; 3], [0, 0, 255])
    );
    for outside in [
        Region { x: 700.0, ..region },
        Region {
            width: f32::NAN,
            ..region
        },
    ] {
        assert_eq!(rendering(&document, Some(outside), 1.0).await, Err(Outcome::Io));
    }
    assert_eq!(rendering(&document, None, f32::INFINITY).await, Err(Outcome::Io));
    document.close().await;
}

#[tokio::test]
async fn one_reader_serves_many_documents() {
    let pool = pool(1);
    for number in 0..30 {
        let document = open(&pool, &simple(&format!("BT /F1 12 Tf 100 700 Td (file{number}) Tj ET")))
            .await
            .unwrap();
        let page = document.page(1).await.unwrap();
        assert_eq!(texts(&page), [format!("file{number}")]);
        assert_eq!(page.text_source, TextSource::Embedded);
        document.close().await;
    }
    assert_eq!(pool.figures().started, 1);
    let greeting = pool.probe().await.unwrap();
    assert_eq!(greeting.build, "8149");
    assert!(
        greeting.hardening.iter().any(|name| name == "no core dumps"),
        "{greeting:?}"
    );
}

/// What a reader that was taken over could try. Without Landlock in the kernel the level is `Calls`.
#[test]
#[cfg(target_os = "linux")]
fn a_caged_reader_is_refused_whatever_it_tries() {
    for role in ["pdf", "ocr"] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_touchstone-reader"))
            .args(["check", role, "--address-space", "4294967296"])
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{role}: {text}");
        let level = text.lines().next().unwrap_or_default();
        assert!(
            level.starts_with("confinement: full") || level.starts_with("confinement: calls"),
            "{role}: {text}"
        );
        for attempt in [
            "read a file",
            "create a file",
            "list a folder",
            "open a TCP socket",
            "open a UDP socket",
            "open a local socket",
            "run a program",
            "start a process",
            "signal the parent",
            "trace a process",
            "read the parent's memory",
            "make memory executable",
            "exceed its address space",
        ] {
            let line = format!("could not {attempt}: ");
            assert!(text.contains(&line), "{role}: {line} {text}");
        }
        assert!(!text.contains("POSSIBLE"), "{role}: {text}");
    }
}

/// Threads started before and after the filter are under it.
#[tokio::test]
#[cfg(target_os = "linux")]
async fn every_thread_of_a_reader_is_confined() {
    let pool = pool(1);
    let document = open(&pool, &simple("")).await.unwrap();
    let id = document.reader_id().await.unwrap();
    let mut threads = 0;
    for thread in std::fs::read_dir(format!("/proc/{id}/task")).unwrap() {
        let status = std::fs::read_to_string(thread.unwrap().path().join("status")).unwrap();
        for line in ["NoNewPrivs:\t1", "Seccomp:\t2"] {
            assert!(status.contains(line), "{status}");
        }
        threads += 1;
    }
    assert!(threads >= 2, "the main thread, and the one that watches the parent");
    document.close().await;
}

#[tokio::test]
async fn a_missing_library_is_named() {
    let mut config = pool(1).config().clone();
    config.library = Some("/nowhere/libpdfium.so".into());
    let failure = touchstone_intake::ReaderPool::new(config)
        .open(file(&simple("")), &[])
        .await
        .err()
        .unwrap();
    assert_eq!(failure.outcome, Outcome::Io);
    assert!(failure.message.contains("/nowhere/libpdfium.so"), "{failure}");
}
