//! Scans of made pages are read by the real readers: words, boxes, and the way they lie.
#![allow(clippy::unwrap_used)]

use touchstone_intake::{Page, PoolConfig, ReaderPool, ReadingSource, Recogniser, Region, TextSource, Word};
use touchstone_tests::scan::Scanner;
use touchstone_tests::scanning::{Recall, open, recognised, scanned, written_by_hand};
use touchstone_tests::{Dice, catalog};

/// Each row: a scan, and the least share of words that is read exactly.
#[tokio::test(flavor = "multi_thread")]
async fn heavy_scans_of_a_form_are_read() {
    let pool = ReaderPool::new(PoolConfig::for_this_machine().unwrap());
    let case = catalog::cases(&catalog::named("official"), 3, 1).remove(0);
    let text = open(&pool, &case.bytes).await.unwrap();
    let printed = text.page(1).await.unwrap();
    let mut complaints = Vec::new();
    for (scan, least) in [
        // Counted by place and text, which is stricter than by text alone; 0.968 was measured.
        ("clean:200", 0.96),
        ("skew:200", 0.95),
        ("turned:200", 0.95),
        ("noise:200", 0.93),
        // Short of the 98 % aimed at: 0.909 was measured. The floor only keeps it from getting worse.
        ("jpeg:150", 0.9),
        // The stacked letters of `Code`, four points high, are 16 of 253 words; all others were read.
        ("faint:200", 0.93),
    ] {
        let scanner: Scanner = scan.parse().unwrap();
        let bytes = scanned(&pool, &case.bytes, scanner, &mut Dice::new(5))
            .await
            .unwrap()
            .unwrap();
        let picture = open(&pool, &bytes).await.unwrap();
        assert_eq!(picture.page(1).await.unwrap().text_source, TextSource::Unread);
        let read = recognised(&picture, 1).await.unwrap();
        picture.close().await;
        assert_eq!(read.text_source, TextSource::Ocr);
        assert!(matches!(read.reading.source, ReadingSource::Ocr { .. }), "{scan}");
        let (recall, _) = Recall::of(&printed, &read);
        let share = recall.read as f32 / recall.words as f32;
        if share < least {
            complaints.push(format!("{scan}: {share} of the words, {recall:?}"));
        }
        let by_hand: Vec<&str> = by_hand(&read).iter().map(|word| word.text.as_str()).collect();
        assert!(by_hand.is_empty(), "{scan}: {by_hand:?} are printed");
        // Laid upright, the page has the size it was printed with.
        let (width, height) = (read.width - printed.width, read.height - printed.height);
        assert!(width.abs() < 1.0 && height.abs() < 1.0, "{scan}: {width} {height}");
        // Words lie where they were printed.
        let near = printed.reading.words.iter().filter(|word| {
            read.reading.words.iter().any(|other| {
                let ((x, y), (found_x, found_y)) = (word.region.center(), other.region.center());
                other.text == word.text && (x - found_x).abs() < 4.0 && (y - found_y).abs() < 4.0
            })
        });
        let near = near.count() as f32 / recall.words as f32;
        if near < least - 0.05 {
            complaints.push(format!("{scan}: {near} of the words in their places"));
        }
        if read.cells.len() * 10 < printed.cells.len() * 7 {
            complaints.push(format!("{scan}: {} cells", read.cells.len()));
        }
    }
    text.close().await;
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

fn by_hand(page: &Page) -> Vec<&Word> {
    page.reading.words.iter().filter(|word| word.handwritten).collect()
}

/// Amounts and numbers that are written with a pen are told from the form's print.
#[tokio::test(flavor = "multi_thread")]
async fn heavy_handwriting_is_told_from_print() {
    let pool = ReaderPool::new(PoolConfig::for_this_machine().unwrap());
    let case = catalog::cases(&catalog::named("official"), 3, 1).remove(0);
    let (scanner, mut dice) = ("clean:200".parse().unwrap(), Dice::new(5));
    let value = |word: &Word| word.text.len() > 4 && word.size > 8.0;
    let (bytes, places) = written_by_hand(&pool, &case.bytes, scanner, &mut dice, value)
        .await
        .unwrap();
    assert!(places.len() > 5, "{} written", places.len());
    let picture = open(&pool, &bytes).await.unwrap();
    let read = recognised(&picture, 1).await.unwrap();
    picture.close().await;
    let found = by_hand(&read);
    let told: Vec<&str> = found.iter().map(|word| word.text.as_str()).collect();
    let here = |place: &&Region| found.iter().any(|word| word.region.shared_area(place) > 0.0);
    let seen = places.iter().filter(here).count();
    assert!(seen * 3 >= places.len(), "{seen} of {}: {told:?}", places.len());
    // Print on such a page is suspect by fewer signs, and a caption now and then is taken for writing.
    let elsewhere = |word: &&&Word| !places.iter().any(|place| word.region.shared_area(place) > 0.0);
    assert!(found.iter().filter(elsewhere).count() < 3, "{told:?}");
}

/// A file of a picture alone is a document too, and of a cancelled reading nothing is left behind.
#[tokio::test(flavor = "multi_thread")]
async fn heavy_pictures_are_documents() {
    let pool = ReaderPool::new(PoolConfig::for_this_machine().unwrap());
    let case = catalog::cases(&catalog::named("official"), 3, 1).remove(0);
    let text = open(&pool, &case.bytes).await.unwrap();
    let printed = text.page(1).await.unwrap();
    let drawn = text
        .render(1, None, 200.0 / 72.0, touchstone_intake::ImageFormat::Png)
        .await
        .unwrap();
    text.close().await;
    let picture = open(&pool, &drawn.bytes).await.unwrap();
    let halfway = tokio::time::timeout(std::time::Duration::from_millis(400), recognised(&picture, 1)).await;
    assert!(
        halfway.is_err(),
        "a page is read in less time than this test allows for"
    );
    let read = recognised(&picture, 1).await.unwrap();
    let (recall, _) = Recall::of(&printed, &read);
    // By place and text, which is stricter than by text alone.
    assert!(recall.read * 100 >= recall.words * 96, "{recall:?}");
    // Without a density the long side is that of a letter.
    assert!((read.height - 792.0).abs() < 1.0, "{}", read.height);
}

/// Whoever is installed beside the built-in recogniser reads the same page, upright or turned, into boxes of the same places.
#[tokio::test(flavor = "multi_thread")]
async fn heavy_other_recognisers_read_the_same_page() {
    let printer = ReaderPool::new(PoolConfig::for_this_machine().unwrap());
    let case = catalog::cases(&catalog::named("official"), 3, 1).remove(0);
    let text = open(&printer, &case.bytes).await.unwrap();
    let printed = text.page(1).await.unwrap();
    text.close().await;
    for (recogniser, engine, least) in [
        // 0.85 was measured: the captions of an official form are small, and its boxes are lines to Tesseract.
        (Recogniser::Tesseract, "tesseract", 0.7),
        (Recogniser::OnnxRuntime, "onnxruntime", 0.95),
    ] {
        if let Err(failure) = recogniser.place() {
            eprintln!("skipped: {failure}");
            continue;
        }
        let pool = ReaderPool::new(PoolConfig {
            recogniser,
            ..PoolConfig::for_this_machine().unwrap()
        });
        for scan in ["clean:200", "turned:200"] {
            let scanner: Scanner = scan.parse().unwrap();
            let bytes = scanned(&printer, &case.bytes, scanner, &mut Dice::new(5)).await;
            let picture = open(&pool, &bytes.unwrap().unwrap()).await.unwrap();
            let read = recognised(&picture, 1).await.unwrap();
            picture.close().await;
            assert!(
                matches!(&read.reading.source, ReadingSource::Ocr { engine: by, .. } if by == engine),
                "{:?}",
                read.reading.source
            );
            let (recall, _) = Recall::of(&printed, &read);
            let share = recall.read as f32 / recall.words as f32;
            assert!(share >= least, "{engine}, {scan}: {share} of the words, {recall:?}");
        }
    }
}

/// A recogniser that cannot read is a reason, never an empty page, and the others can be asked what they are all the same.
#[tokio::test(flavor = "multi_thread")]
async fn heavy_a_recogniser_that_cannot_read_says_why() {
    let folder = tempfile::tempdir().unwrap();
    // It answers to its version, and to nothing else.
    let program = folder.path().join("tesseract");
    let script =
        "#!/bin/sh\ncase \"$1\" in --version) echo tesseract 5.0.0;; --list-langs) echo List; echo fra;; esac\n";
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o700)).unwrap();
    let pool = ReaderPool::new(PoolConfig {
        recogniser: Recogniser::Tesseract,
        tesseract: Some(program),
        ..PoolConfig::for_this_machine().unwrap()
    });
    let told = pool.probe_recognition(Recogniser::Tesseract).await.unwrap_err();
    assert!(told.message.contains("lacks the language `eng`"), "{}", told.message);
    let greeting = pool.probe_recognition(Recogniser::BuiltIn).await.unwrap();
    assert!(greeting.build.starts_with("PP-OCR"), "{}", greeting.build);
}
