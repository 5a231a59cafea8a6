//! What the clinical pack must reach on made charts: a budget of exact counts that may only be lowered. Single
//! behaviors are tested beside the engine.

use crate::accuracy::{judged_by, tested, write};
use crate::shell::{Shell, data};
use touchstone_engine::evaluate::{Score, score, table};
use touchstone_tests::{Case, catalog, clinical};

fn measured(layouts: &str, each: usize) -> Score {
    let layouts = catalog::named(layouts);
    measured_cases(&catalog::cases(&layouts, 4711, each * layouts.len()))
}

fn measured_cases(cases: &[Case]) -> Score {
    let shell = Shell::new();
    let folder = shell.path("charts");
    write(cases, &folder);
    score(&judged_by(&shell, &folder, "clinical"))
}

/// The charts that ship with the pack, a third of them in styles that nothing is tuned on.
#[test]
fn heavy_the_examples_of_the_pack_are_read_without_a_miss() {
    let score = tested(&Shell::new(), "clinical");
    let (clean, all) = (&score["all"]["accepted_of_clean"], &score["all"]);
    assert!(all["documents"].as_u64() >= Some(40), "{score}");
    assert_eq!(all["accepted_wrong"], 0, "{score}");
    assert_eq!(clean["hits"], clean["of"], "{score}");
}

/// Eight styles, six documents each: single documents, charts, and documents with a misfiled page.
#[test]
fn charts() {
    let score = measured("chart:tuned", 6);
    let report = table(&score, 60);
    eprintln!("{report}");
    let all = &score.all;
    assert_eq!(all.documents, 48);
    assert_eq!(score.accepted_wrong, Vec::<String>::new(), "{report}");
    assert_eq!(all.pages.types.hits, all.pages.types.of, "{report}");
    assert!(all.pages.f1.is_some_and(|f1| f1 >= 0.99), "{report}");
    let clean = &all.accepted_of_clean;
    assert!(clean.of - clean.hits <= 4, "{report}");
}

/// Notes and reports published by others, below three letterheads behind a cover, against their publishers' labels.
#[test]
fn heavy_charts_of_published_texts() {
    let Some(folder) = data("clinical") else { return };
    let score = measured_cases(&clinical::published(&folder).expect("setting the published texts"));
    let report = table(&score, 60);
    eprintln!("{report}");
    let all = &score.all;
    assert_eq!(all.documents, 20);
    assert_eq!(score.accepted_wrong, Vec::<String>::new(), "{report}");
    assert_eq!((all.pages.types.hits, all.pages.types.of), (108, 108), "{report}");
    assert!(all.pages.f1.is_some_and(|f1| f1 >= 0.99), "{report}");
    assert!(all.accepted_of_clean.hits >= 18, "{report}");
}
