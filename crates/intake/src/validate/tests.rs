//! Replies as an attacker would write them.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::page::{Block, BlockKind, Recipe, Ruling, WidgetKind};
use crate::protocol::{Reply, Request};
use proptest::prelude::*;

fn region(x: f32, y: f32, width: f32, height: f32) -> Region {
    Region {
        page: 1,
        x,
        y,
        width,
        height,
    }
}

fn word(text: &str) -> Word {
    Word::typed(text, region(10.0, 10.0, 30.0, 12.0), 10.0)
}

fn good() -> Page {
    let mut page = Page::unreadable(
        1,
        PageFault {
            outcome: Outcome::Partial,
            message: "cut".to_owned(),
        },
    );
    (page.width, page.height) = (612.0, 792.0);
    page.reading.words = vec![word("Wages"), word("100.00")];
    page.reading.blocks = vec![Block {
        kind: BlockKind::Paragraph,
        region: region(10.0, 10.0, 60.0, 12.0),
        words: (0, 2),
    }];
    page.rulings = vec![Ruling {
        horizontal: true,
        at: 50.0,
        from: 0.0,
        to: 600.0,
        thickness: 1.0,
    }];
    page.cells = vec![region(0.0, 0.0, 100.0, 20.0)];
    page.widgets = vec![Widget {
        name: "a".to_owned(),
        kind: WidgetKind::Text,
        region: region(0.0, 0.0, 50.0, 12.0),
        value: Some("x".to_owned()),
        shown: None,
        unproved: false,
        checked: None,
        caption: None,
        max_length: None,
    }];
    page
}

fn check(change: impl FnOnce(&mut Page), expected: &str) {
    let mut changed = good();
    change(&mut changed);
    match page(&mut changed, 1, &Limits::default()) {
        Ok(()) => assert_eq!(expected, "", "it passed"),
        Err(breach) => assert!(
            !expected.is_empty() && breach.0.contains(expected),
            "{breach} instead of {expected:?}"
        ),
    }
}

#[test]
fn a_page_is_believed_only_when_everything_fits() {
    check(|_| {}, "");
    check(|page| page.number = 2, "page 2 instead of 1");
    check(|page| page.width = f32::NAN, "a page side");
    check(|page| page.height = 20_000.0, "a page side");
    check(|page| page.width = -1.0, "a page side");
    check(|page| page.reading.words[0].region.x = f32::INFINITY, "a region");
    check(|page| page.reading.words[0].region.page = 7, "a region");
    check(|page| page.reading.words[0].region.width = -4.0, "a region");
    check(|page| page.reading.words[0].region.x = 90_000.0, "a region");
    check(|page| page.reading.words[0].size = f32::NAN, "a font size");
    check(|page| page.reading.words[0].confidence = Some(1.5), "a confidence");
    check(|page| page.reading.words[0].widget = Some(1), "widget");
    check(|page| page.reading.words[0].text = "x".repeat(5_000), "bytes in a word");
    check(|page| page.reading.words = vec![word("x"); MAX_WORDS + 1], "words");
    check(|page| page.reading.blocks[0].words = (0, 3), "blocks for 3 of 2 words");
    check(|page| page.reading.blocks[0].words = (1, 2), "after word 0");
    check(|page| page.reading.blocks[0].words = (2, 0), "a block of words 2..0");
    check(|page| page.reading.blocks.clear(), "blocks for 0 of 2 words");
    check(|page| page.reading.number = 0, "numbered 0");
    check(|page| page.reading.recipe = Some(Recipe::plain(None, 4.0)), "");
    let turned = |turn| {
        Some(Recipe {
            turn,
            ..Recipe::plain(None, 4.0)
        })
    };
    check(|page| page.reading.recipe = turned(f32::NAN), "a recipe");
    check(|page| page.reading.recipe = turned(7_200.0), "a recipe");
    check(
        |page| page.reading.recipe = Some(Recipe::plain(None, f32::INFINITY)),
        "a recipe",
    );
    let of = |width| Some(Recipe::plain(Some(region(0.0, 0.0, width, 1.0)), 4.0));
    check(|page| page.reading.recipe = of(f32::NAN), "a recipe");
    let enhanced = Recipe {
        enhancements: vec![String::new(); MAX_ENHANCEMENTS + 1],
        ..Recipe::plain(None, 4.0)
    };
    check(|page| page.reading.recipe = Some(enhanced), "enhancements");
    let named = |engine: &str| ReadingSource::Ocr {
        engine: engine.to_owned(),
        model: String::new(),
    };
    check(
        |page| page.reading.source = named(&"e".repeat(5_000)),
        "name of a recognizer",
    );
    check(
        |page| {
            page.reading.source = ReadingSource::Merged {
                readings: vec![1; MAX_MERGED + 1],
            }
        },
        "merged readings",
    );
    check(|page| page.rulings[0].to = f32::NAN, "a ruling");
    check(|page| page.rulings[0].from = 700.0, "a ruling");
    check(|page| page.rulings = vec![page.rulings[0]; MAX_RULINGS + 1], "rulings");
    check(|page| page.cells[0].height = f32::NEG_INFINITY, "a region");
    check(|page| page.pictures = vec![page.cells[0]; MAX_PICTURES + 1], "pictures");
    check(|page| page.slants = vec![page.cells[0]; MAX_SLANTS + 1], "slants");
    check(|page| page.widgets[0].name = "n".repeat(5_000), "field name");
    check(
        |page| page.widgets[0].value = Some("v".repeat(MAX_VALUE + 1)),
        "bytes in a field",
    );
    check(
        |page| {
            page.fault = Some(PageFault {
                outcome: Outcome::Ok,
                message: String::new(),
            });
        },
        "a fault with the outcome ok",
    );
}

#[test]
fn text_is_cleaned_on_the_way_in() {
    let mut page = good();
    page.reading.words[0].text = "Wa\u{202E}ges\0".to_owned();
    page.reading.words[1].text = "\u{200B}".to_owned();
    page.widgets[0].value = Some("one\u{7}\ntwo\u{2066}".to_owned());
    super::page(&mut page, 1, &Limits::default()).unwrap();
    assert_eq!(page.reading.words[0].text, "Wages");
    assert_eq!(page.reading.words[1].text, "\u{FFFD}");
    assert_eq!(page.widgets[0].value.as_deref(), Some("one\ntwo"));
}

#[test]
fn pictures_greetings_and_failures_are_checked_too() {
    let limits = Limits::default();
    let png = |width, height, bytes: &[u8]| Picture {
        width,
        height,
        format: ImageFormat::Png,
        bytes: bytes.to_vec(),
    };
    let magic = b"\x89PNG\r\n\x1a\n";
    assert!(picture(&png(9, 9, magic), ImageFormat::Png, &limits).is_ok());
    assert!(picture(&png(9, 9, magic), ImageFormat::Webp, &limits).is_err());
    assert!(picture(&png(0, 9, magic), ImageFormat::Png, &limits).is_err());
    assert!(picture(&png(90_000, 90_000, magic), ImageFormat::Png, &limits).is_err());
    assert!(picture(&png(9, 9, b"<svg onload=..."), ImageFormat::Png, &limits).is_err());
    assert!(
        picture(
            &png(1, 1, &[magic.as_slice(), &vec![0; 100_000]].concat()),
            ImageFormat::Png,
            &limits
        )
        .is_err()
    );
    assert!(
        opened(
            &Opened {
                pages: 0,
                password_used: None
            },
            &limits,
            0
        )
        .is_err()
    );
    assert!(
        opened(
            &Opened {
                pages: 1,
                password_used: Some(0)
            },
            &limits,
            0
        )
        .is_err()
    );
    assert!(failure(&mut Failure::new(Outcome::Ok, "fine")).is_err());
}

fn sample() -> Vec<u8> {
    postcard::to_stdvec(&Reply::Page(Box::new(good()))).unwrap()
}

#[test]
fn trailing_bytes_are_a_breach() {
    assert!(decode(&sample()).is_ok());
    assert!(decode(&[sample(), vec![0]].concat()).is_err());
    assert!(decode(&[]).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_bytes_are_decoded_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        if let Ok(Reply::Page(mut page)) = decode(&bytes) {
            let _ = super::page(&mut page, 1, &Limits::default());
        }
    }

    #[test]
    fn a_damaged_page_is_refused_or_sound(flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        let mut bytes = sample();
        for (place, value) in flips {
            let place = place.index(bytes.len());
            bytes[place] = value;
        }
        let Ok(Reply::Page(mut page)) = decode(&bytes) else { return Ok(()) };
        if super::page(&mut page, 1, &Limits::default()).is_ok() {
            prop_assert!(page.reading.text().len() <= 2 * MAX_TEXT);
            prop_assert!(page.reading.words.iter().all(|word| word.region.is_finite() && !word.text.is_empty()));
        }
    }

    #[test]
    fn requests_survive_the_way(number in any::<u32>(), scale in 0.1f32..10.0) {
        let recipe = Recipe::plain(Some(region(1.0, 2.0, 3.0, 4.0)), scale);
        let request = Request::Render { number, recipe, format: ImageFormat::Webp };
        let bytes = postcard::to_stdvec(&request).unwrap();
        prop_assert_eq!(postcard::from_bytes::<Request>(&bytes).unwrap(), request);
    }
}

#[test]
fn a_page_with_more_words_than_any_paper_has_is_too_dense() {
    let of = |words: usize| {
        let mut page = good();
        page.reading.words = vec![word("x"); words];
        too_dense(&page).map(|failure| failure.outcome)
    };
    assert_eq!(of(DENSEST), None);
    assert_eq!(of(DENSEST + 1), Some(Outcome::PageTooLarge));
}
