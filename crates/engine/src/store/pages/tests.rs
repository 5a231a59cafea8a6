//! Pages: they read back unchanged, numbers are unique, and the index is in step.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::event::Received;
use crate::store::{Depth, fixture};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use touchstone_core::record::Document;
use touchstone_intake::{Block, Outcome, Recipe, Region, Ruling, Widget, WidgetKind, Word};

async fn with_document() -> (Store, DocumentId) {
    let store = fixture::store().await;
    let document = fixture::document();
    store.insert_document(&document).await.unwrap();
    (store, document.id)
}

async fn found(store: &Store, query: &str) -> Vec<u32> {
    store
        .search(query, 10)
        .await
        .unwrap()
        .iter()
        .map(|hit| hit.page)
        .collect()
}

#[tokio::test]
async fn a_batch_that_is_sent_again_changes_nothing() {
    let (store, id) = with_document().await;
    store.set_outcome(id, Outcome::Ok, None, Some(3)).await.unwrap();
    let mut listener = store.subscribe();
    let pages = [fixture::page(2, &["two"]), fixture::page(1, &["one"])];
    assert_eq!(store.put_pages(id, &pages).await.unwrap(), 2);
    let other = [fixture::page(2, &["other"]), fixture::page(3, &["three"])];
    assert_eq!(store.put_pages(id, &other).await.unwrap(), 1);
    assert_eq!(store.stored_pages(id).await.unwrap(), [1, 2, 3]);
    assert_eq!(store.count_pages(id).await.unwrap(), 3);
    assert_eq!(store.page(id, 2).await.unwrap(), pages[0]);
    assert_eq!(
        (found(&store, "two").await, found(&store, "other").await),
        (vec![2], vec![])
    );
    for done in [2, 3] {
        let (document, total) = (id, Some(3));
        let read = Event::PagesRead { document, done, total };
        assert_eq!(listener.next().await, Some(Received::Event(read)));
    }
}

#[tokio::test]
async fn a_batch_with_a_page_that_cannot_be_stored_leaves_none() {
    let (store, id) = with_document().await;
    let mut nowhere = fixture::page(2, &["two"]);
    nowhere.reading.words[0].region.x = f32::NAN;
    let mut elsewhere = fixture::page(2, &["two"]);
    elsewhere.reading.blocks[0].region.page = 7;
    let mut too_many = fixture::page(2, &["two"]);
    too_many.reading.blocks[0].words = (0, 2);
    let mut endless = fixture::page(2, &["two"]);
    endless.width = f32::INFINITY;
    for (page, reason) in [
        (nowhere, "a word or block has a number that is not finite"),
        (elsewhere, "a word or block is on another page"),
        (too_many, "a block refers to words that do not exist"),
        (endless, "its layout has a number that is not finite"),
    ] {
        let error = store
            .put_pages(id, &[fixture::page(1, &["one"]), page])
            .await
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("cannot store ") && error.ends_with(reason), "{error}");
    }
    assert_eq!(store.count_pages(id).await.unwrap(), 0);
    assert!(found(&store, "one").await.is_empty());
}

#[tokio::test]
async fn readings_are_numbered_and_the_newest_whole_one_counts() {
    let (store, id) = with_document().await;
    let first = fixture::page(1, &["smudge"]);
    store.put_pages(id, std::slice::from_ref(&first)).await.unwrap();
    let ocr = ReadingSource::Ocr {
        engine: "pp".to_owned(),
        model: "v6".to_owned(),
    };
    let recipe = |region| Recipe {
        turn: 0.0,
        dpi: 200.0,
        region,
        enhancements: vec!["deskew".to_owned()],
        reason: None,
    };
    let mut whole = fixture::reading(1, ocr, &["wages", "tips"]);
    whole.recipe = Some(recipe(None));
    whole.blocks[0].kind = BlockKind::Table;
    let part = Reading {
        recipe: Some(recipe(Some(whole.words[0].region))),
        ..whole.clone()
    };
    assert_eq!(store.add_reading(id, 1, &whole).await.unwrap(), 2);
    assert_eq!(store.add_reading(id, 1, &part).await.unwrap(), 3);

    let page = store.page(id, 1).await.unwrap();
    assert_eq!(page.reading, Reading { number: 2, ..whole });
    assert_eq!((page.text_source, page.has_tables), (TextSource::Ocr, true));
    assert_eq!(store.reading(id, 1, 1).await.unwrap(), first.reading);
    assert_eq!(store.reading(id, 1, 3).await.unwrap(), Reading { number: 3, ..part });
    assert_eq!(
        (found(&store, "smudge").await, found(&store, "tips").await),
        (vec![], vec![1])
    );
    assert_eq!(
        store.page_summaries(id).await.unwrap()[0].block_kinds,
        [BlockKind::Table]
    );

    let error = store.reading(id, 1, 4).await.unwrap_err().to_string();
    assert_eq!(error, format!("there is no reading 4 of page 1 of document {id}"));
    let error = store.page(id, 2).await.unwrap_err().to_string();
    assert_eq!(error, format!("there is no page 2 of document {id}"));
    assert!(matches!(
        store.add_reading(id, 2, &page.reading).await,
        Err(StoreError::NotFound { .. })
    ));
}

#[tokio::test]
async fn what_is_deleted_leaves_the_index() {
    let (store, id) = with_document().await;
    store.put_pages(id, &[fixture::page(1, &["one"])]).await.unwrap();
    sqlx::query("DELETE FROM documents")
        .execute(&store.writer)
        .await
        .unwrap();
    let left: (u32, u32, u32) = sqlx::query_as(
        "SELECT (SELECT count(*) FROM pages), (SELECT count(*) FROM readings), (SELECT count(*) FROM page_text)",
    )
    .fetch_one(&store.reader)
    .await
    .unwrap();
    assert_eq!(left, (0, 0, 0));
    assert!(
        store
            .integrity(Depth::Full, |_, _| ())
            .await
            .unwrap()
            .problems
            .is_empty()
    );
}

#[tokio::test]
async fn a_page_that_could_not_be_read_is_a_row_like_any_other() {
    let (store, id) = with_document().await;
    let fault = PageFault {
        outcome: Outcome::TimedOut,
        message: "gave up after 20 s".to_owned(),
    };
    let page = Page::unreadable(7, fault.clone());
    store.put_pages(id, std::slice::from_ref(&page)).await.unwrap();
    assert_eq!(store.page(id, 7).await.unwrap(), page);
    assert_eq!(store.page_summaries(id).await.unwrap()[0].fault, Some(fault));
}

fn number() -> impl Strategy<Value = f32> {
    prop_oneof![-1e4f32..1e4, any::<f32>().prop_filter("finite", |x| x.is_finite())]
}

fn region() -> impl Strategy<Value = Region> {
    (number(), number(), number(), number()).prop_map(|(x, y, width, height)| Region {
        page: 3,
        x,
        y,
        width,
        height,
    })
}

fn word() -> impl Strategy<Value = Word> {
    let numbers = (number(), option::of(0f32..=1.0), option::of(0f32..=1.0));
    (
        ".{0,12}",
        region(),
        numbers,
        any::<(bool, bool)>(),
        option::of(any::<u32>()),
    )
        .prop_map(
            |(text, region, (size, confidence, min_char_confidence), (bold, handwritten), widget)| Word {
                text,
                region,
                confidence,
                min_char_confidence,
                handwritten,
                size,
                bold,
                widget,
            },
        )
}

fn kind() -> impl Strategy<Value = BlockKind> {
    prop_oneof![
        Just(BlockKind::Heading),
        Just(BlockKind::KeyValue),
        Just(BlockKind::Stamp)
    ]
}

fn reading() -> impl Strategy<Value = Reading> {
    let recipe = (number(), option::of(region()), vec(".{0,5}", 0..3)).prop_map(|(dpi, region, enhancements)| Recipe {
        turn: 0.0,
        dpi,
        region,
        enhancements,
        reason: None,
    });
    let source = prop_oneof![
        Just(ReadingSource::Form),
        (".{0,5}", ".{0,5}").prop_map(|(engine, model)| ReadingSource::Ocr { engine, model }),
    ];
    (
        vec(word(), 0..20),
        vec((kind(), region()), 0..5),
        source,
        option::of(recipe),
    )
        .prop_map(|(words, blocks, source, recipe)| {
            let end = words.len() as u32;
            let block = |(kind, region)| Block {
                kind,
                region,
                words: (end / 2, end),
            };
            let blocks = blocks.into_iter().map(block).collect();
            Reading {
                number: 1,
                source,
                recipe,
                words,
                blocks,
            }
        })
}

fn widget() -> impl Strategy<Value = Widget> {
    (
        ".{0,9}",
        region(),
        option::of(".{0,9}"),
        option::of(any::<bool>()),
        option::of(any::<u32>()),
    )
        .prop_map(|(name, region, value, checked, max_length)| Widget {
            caption: value.clone(),
            shown: value.clone(),
            unproved: false,
            kind: WidgetKind::CheckBox,
            name,
            region,
            value,
            checked,
            max_length,
        })
}

fn page() -> impl Strategy<Value = Page> {
    let ruling =
        (any::<bool>(), number(), number(), number(), number()).prop_map(|(horizontal, at, from, to, thickness)| {
            Ruling {
                horizontal,
                at,
                from,
                to,
                thickness,
            }
        });
    let drawn = (
        (vec(ruling, 0..9), vec(region(), 0..4)),
        vec(region(), 0..9),
        vec(widget(), 0..4),
        vec(region(), 0..3),
    );
    (reading(), drawn, (number(), number()), any::<bool>()).prop_map(
        |(mut reading, ((rulings, slants), cells, widgets, pictures), (width, height), has_tables)| {
            // A page holds a reading of the whole page.
            if let Some(recipe) = &mut reading.recipe {
                recipe.region = None;
            }
            Page {
                number: 3,
                width,
                height,
                has_tables,
                text_source: TextSource::Embedded,
                reading,
                layer: vec![],
                hidden: vec![],
                samples: vec![],
                rulings,
                slants,
                cells,
                widgets,
                pictures,
                fault: None,
            }
        },
    )
}

#[test]
fn any_page_and_reading_comes_back_bit_for_bit() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let store = runtime.block_on(fixture::store());
    proptest!(ProptestConfig::with_cases(128), |(page in page(), more in reading())| {
        let document = Document { page_count: Some(9), ..fixture::document() };
        let (back, again) = runtime.block_on(async {
            store.insert_document(&document).await.unwrap();
            store.put_pages(document.id, std::slice::from_ref(&page)).await.unwrap();
            let back = store.page(document.id, 3).await.unwrap();
            let number = store.add_reading(document.id, 3, &more).await.unwrap();
            (back, store.reading(document.id, 3, number).await.unwrap())
        });
        prop_assert_eq!(back, page);
        prop_assert_eq!(again, Reading { number: 2, ..more });
    });
}
