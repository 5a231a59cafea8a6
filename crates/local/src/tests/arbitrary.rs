//! Arbitrary pages that pass validation are read to the end, whatever is on them.

use super::paper::Pages;
use crate::LocalEngine;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use touchstone_core::arithmetic::cross_checks;
use touchstone_core::pack::Pack;
use touchstone_core::record::{Assignment, Extractor};
use touchstone_intake::{Limits, Page, validate};
use touchstone_tests::arbitrary;

pub(super) const PACKS: [&str; 3] = ["tax", "clinical", "markings"];

pub(super) static ENGINES: LazyLock<[LocalEngine; 3]> = LazyLock::new(|| {
    PACKS.map(|name| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs").join(name);
        LocalEngine::new(Arc::new(Pack::load(&folder).expect("a pack of the repository loads")))
    })
});

/// Validates pages like a reader's replies, then surveys them, fills every planned form and checks its sums, with every
/// pack.
fn read(mut pages: Vec<Page>) {
    for (page, number) in pages.iter_mut().zip(1..) {
        validate::page(page, number, &Limits::default()).expect("arbitrary pages are valid");
    }
    let pages = Pages(pages);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    for engine in &*ENGINES {
        runtime.block_on(read_with(engine, &pages));
    }
}

pub(super) async fn read_with(engine: &LocalEngine, pages: &Pages) {
    let survey = engine.survey(pages, Some(2023), &()).await.unwrap();
    for plan in &survey.forms {
        let assignment = Assignment::first(plan, &survey.forms, "OTHER");
        let found = engine.extract(&assignment, pages).await.unwrap();
        cross_checks(&engine.pack.pack, &found.label, &found.fields, Some(2023));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_page_ends_the_program(pages in arbitrary::pages(0..120)) {
        read(pages);
    }
}

/// One page of some hundred words, more than is read of any; `make torture` makes it as large as validation allows.
#[test]
fn heavy_a_crowded_page_is_read_to_its_end() {
    let words = if std::env::var_os("TOUCHSTONE_TORTURE").is_some() {
        validate::MAX_WORDS
    } else {
        600
    };
    let mut runner = TestRunner::deterministic();
    let page = arbitrary::page(words..words + 1)
        .new_tree(&mut runner)
        .unwrap()
        .current();
    assert_eq!(page.reading.words.len(), words);
    read(vec![page]);
}
