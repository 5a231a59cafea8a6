//! Text layers that need more than reading: text turned inside the page, and values in fonts without a map to letters,
//! which are recognized. The forms on them are read nevertheless.

use crate::accuracy::{Pairs, judged, write};
use crate::shell::{Shell, data};
use std::path::Path;
use touchstone_engine::evaluate::{score, table};
use touchstone_tests::{Case, unmapped, w2};

/// A font that `make setup` installs.
const DEJAVU: &str = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf";

/// Min percentage of values that are recognized from the picture.
const RECOGNIZED: u64 = 90;

/// Every document has its label, nothing wrong is accepted, and at least this percentage of the values is right.
fn assert_read(pairs: &Pairs, least: u64) {
    let score = score(pairs);
    let report = table(&score, 40);
    eprintln!("{report}");
    assert_eq!(score.all.types.hits, pairs.len() as u64, "{report}");
    assert_eq!(score.accepted_wrong, Vec::<String>::new(), "{report}");
    let values = &score.all.normalised;
    assert!(values.of > 0 && values.hits * 100 >= values.of * least, "{report}");
}

fn made(cases: &[Case]) -> Pairs {
    let shell = Shell::new();
    let folder = shell.path("layers");
    write(cases, &folder);
    judged(&shell, &folder)
}

#[test]
fn a_form_that_is_turned_inside_the_page_is_read() {
    assert_read(&made(&w2::sideways(31)), 100);
}

fn with_values_in_courier() -> Case {
    w2::cases_of("official-centered", 31, 1).remove(0)
}

#[test]
fn heavy_values_in_drawn_glyphs_are_read() {
    assert_read(
        &made(&[unmapped::drawn(&with_values_in_courier()).unwrap()]),
        RECOGNIZED,
    );
}

#[test]
fn heavy_values_in_numbered_glyphs_are_read() {
    if !Path::new(DEJAVU).exists() {
        eprintln!("skipped: there is no {DEJAVU}");
        return;
    }
    let case = unmapped::numbered(&with_values_in_courier(), Path::new(DEJAVU)).unwrap();
    assert_read(&made(&[case]), RECOGNIZED);
}

/// Reported documents of both kinds, with the percentage of values that are read.
#[test]
fn heavy_reported_documents_of_these_kinds_are_read() {
    let Some(folder) = data("reports/tax") else { return };
    for (name, least) in [
        ("w2_text_rotate_180", 100),
        ("w2_text_sideways", 100),
        ("w2_values_cid_without_mapping", RECOGNIZED),
    ] {
        let shell = Shell::new();
        for ending in ["pdf", "truth.json"] {
            let name = format!("{name}.{ending}");
            let bytes = std::fs::read(folder.join(&name)).expect("a reported document");
            shell.file(&format!("reported/{name}"), &bytes);
        }
        assert_read(&judged(&shell, &shell.path("reported")), least);
    }
}
