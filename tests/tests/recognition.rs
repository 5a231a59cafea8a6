//! Scans of made pages are read by the real readers: words, boxes, and the way they lie.
#![allow(clippy::unwrap_used)]

use touchstone_intake::{PoolConfig, ReaderPool, ReadingSource, TextSource};
use touchstone_tests::scan::Scanner;
use touchstone_tests::scanning::{Recall, open, recognised, scanned};
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
