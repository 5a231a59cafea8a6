//! Scans of made pages are read by the real readers: words, boxes and orientation.
#![allow(clippy::unwrap_used)]

use touchstone_intake::{Page, PoolConfig, ReaderPool, ReadingSource, Recogniser, Region, TextSource, Word};
use touchstone_tests::lying::layered;
use touchstone_tests::scan::Scanner;
use touchstone_tests::scanning::{Recall, open, recognised, scanned, written_by_hand};
use touchstone_tests::{Dice, catalog};

/// Each row: a scan, and the minimum share of words read exactly.
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
        // Below the goal of 98 %: 0.909 was measured. The floor only keeps it from getting worse.
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
        // Turned upright, the page has its printed size.
        let (width, height) = (read.width - printed.width, read.height - printed.height);
        assert!(width.abs() < 1.0 && height.abs() < 1.0, "{scan}: {width} {height}");
        // Words are where they were printed.
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

/// A scanner's text layer in which every number is wrong changes nothing but how sure the other words are.
#[tokio::test(flavor = "multi_thread")]
async fn heavy_the_wrong_text_layer_of_a_scan_is_not_read() {
    let pool = ReaderPool::new(PoolConfig::for_this_machine().unwrap());
    let case = catalog::cases(&catalog::named("official"), 3, 1).remove(0);
    let text = open(&pool, &case.bytes).await.unwrap();
    let printed = text.page(1).await.unwrap();
    text.close().await;
    let scanner: Scanner = "clean:200".parse().unwrap();
    let mut dice = Dice::new(5);
    let scan = scanned(&pool, &case.bytes, scanner, &mut dice).await.unwrap().unwrap();
    let next = |c: char| {
        c.to_digit(10)
            .map_or(c, |digit| char::from(b'0' + (digit as u8 + 1) % 10))
    };
    let wrong: Vec<String> = printed
        .reading
        .words
        .iter()
        .map(|word| word.text.chars().map(next).collect())
        .collect();
    let corners = printed.reading.words.iter();
    let corners = corners.map(|word| (word.region.x, printed.height - word.region.bottom()));
    let lying = layered(&scan, wrong.iter().map(String::as_str).zip(corners)).unwrap();
    let mut numbers = Vec::new();
    for bytes in [scan, lying] {
        let picture = open(&pool, &bytes).await.unwrap();
        let page = picture.page(1).await.unwrap();
        assert_eq!(page.text_source, TextSource::Unread);
        let is_lying = !numbers.is_empty();
        assert_eq!(
            page.layer.len() > 100,
            is_lying,
            "{} words in the layer",
            page.layer.len()
        );
        let read = recognised(&picture, 1).await.unwrap();
        picture.close().await;
        assert!(read.layer.is_empty());
        let of_page = read.reading.words.into_iter();
        let of_page = of_page.filter(|word| word.text.contains(|c: char| c.is_ascii_digit()));
        let of_page = of_page.map(|word| (word.text, word.min_char_confidence));
        numbers.push(of_page.collect::<Vec<_>>());
    }
    let lying = numbers.pop().unwrap();
    assert!(lying.len() > 20, "{} numbers", lying.len());
    assert_eq!(lying, numbers[0]);
}

fn by_hand(page: &Page) -> Vec<&Word> {
    page.reading.words.iter().filter(|word| word.handwritten).collect()
}

/// Handwritten amounts and numbers are distinguished from the form's print.
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
    let texts: Vec<&str> = found.iter().map(|word| word.text.as_str()).collect();
    let here = |place: &&Region| found.iter().any(|word| word.region.shared_area(place) > 0.0);
    let seen = places.iter().filter(here).count();
    assert!(seen * 3 >= places.len(), "{seen} of {}: {texts:?}", places.len());
    // On such a page fewer signs make print suspect, so a caption may occasionally be taken for handwriting.
    let elsewhere = |word: &&&Word| !places.iter().any(|place| word.region.shared_area(place) > 0.0);
    assert!(found.iter().filter(elsewhere).count() < 3, "{texts:?}");
}

/// A picture file alone is a document too, and a cancelled reading leaves nothing behind.
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
    // Without a stored density, the long side is taken as that of a Letter page.
    assert!((read.height - 792.0).abs() < 1.0, "{}", read.height);
}

/// Other installed recognizers read the same page, upright or rotated, into boxes in the same places.
#[tokio::test(flavor = "multi_thread")]
async fn heavy_other_recognisers_read_the_same_page() {
    let printer = ReaderPool::new(PoolConfig::for_this_machine().unwrap());
    let case = catalog::cases(&catalog::named("official"), 3, 1).remove(0);
    let text = open(&printer, &case.bytes).await.unwrap();
    let printed = text.page(1).await.unwrap();
    text.close().await;
    for (recogniser, engine, least) in [
        // 0.85 was measured: the captions of an official form are small, and Tesseract takes its boxes for lines.
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

/// A recognizer that cannot read reports why and never returns an empty page; the others can still be probed.
#[tokio::test(flavor = "multi_thread")]
async fn heavy_a_recogniser_that_cannot_read_says_why() {
    let folder = tempfile::tempdir().unwrap();
    // It answers only to the version and language queries.
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
    let error = pool.probe_recognition(Recogniser::Tesseract).await.unwrap_err();
    assert!(error.message.contains("lacks the language `eng`"), "{}", error.message);
    let greeting = pool.probe_recognition(Recogniser::BuiltIn).await.unwrap();
    assert!(greeting.build.starts_with("PP-OCR"), "{}", greeting.build);
}
