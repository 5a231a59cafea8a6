//! What the program reads off pages with security markings: the pack's examples, further ones of layouts that nothing is
//! tuned on, and scans.
//! Nothing may be accepted that protects less than the page does. Not here: forms (see `accuracy`).

use crate::accuracy::{judged_by, tested, write};
use crate::shell::Shell;
use std::path::Path;
use touchstone_engine::evaluate::{Score, score, table};
use touchstone_intake::{PoolConfig, ReaderPool};
use touchstone_tests::scan::Scanner;
use touchstone_tests::scanning::scanned;
use touchstone_tests::{Case, Dice, catalog, markings};

fn measured(shell: &Shell, folder: &Path) -> Score {
    let score = score(&judged_by(shell, folder, "markings"));
    let report = table(&score, 40);
    eprintln!("{report}");
    assert_eq!(score.accepted_wrong, Vec::<String>::new(), "{report}");
    assert_eq!(score.all.markings.under_called_accepted, 0, "{report}");
    score
}

/// At least 98 % of the pages right in all that is said of them, and nine of ten clean documents accepted.
fn check(score: &Score) {
    let (pages, clean) = (&score.all.markings.pages, &score.all.accepted_of_clean);
    assert!(
        pages.hits * 100 >= pages.of * 98,
        "{} of {} pages",
        pages.hits,
        pages.of
    );
    assert!(
        clean.hits * 10 >= clean.of * 9,
        "{} of {} accepted",
        clean.hits,
        clean.of
    );
}

#[test]
fn the_examples_of_the_pack_are_read_without_a_miss() {
    let shell = Shell::new();
    let score = tested(&shell, "markings");
    let (clean, all) = (&score["all"]["accepted_of_clean"], &score["all"]);
    assert!(all["documents"].as_u64() >= Some(100), "{score}");
    assert_eq!(all["accepted_wrong"], 0, "{score}");
    assert_eq!(all["markings"]["under_called_accepted"], 0, "{score}");
    assert_eq!(clean["hits"], clean["of"], "{score}");
}

#[test]
fn marked_pages_of_unseen_layouts_are_read() {
    let shell = Shell::new();
    let folder = shell.path("unseen");
    let layouts = catalog::named("marked:unseen");
    write(&catalog::cases(&layouts, 5, 36), &folder);
    check(&measured(&shell, &folder));
}

/// Each row: a text, and what a scanner did to it.
const SCANS: [(&str, &str); 3] = [
    ("secret-noforn", "clean:150"),
    ("top-secret", "skew:200"),
    ("confidential", "faint:200"),
];

#[test]
fn heavy_scans_of_marked_pages_are_read() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let pool = runtime.block_on(async { ReaderPool::new(PoolConfig::for_this_machine().unwrap()) });
    let shell = Shell::new();
    let folder = shell.path("scans");
    let all = markings::shipped(2024);
    let scans = SCANS.map(|(text, scan)| {
        let scanner: Scanner = scan.parse().unwrap();
        let case = all.iter().find(|case| case.truth.remarks == [text]).unwrap();
        let made = runtime.block_on(scanned(&pool, &case.bytes, scanner, &mut Dice::new(5)));
        Case {
            bytes: made.unwrap().unwrap(),
            ..case.clone()
        }
    });
    write(&scans, &folder);
    let score = measured(&shell, &folder);
    let levels = &score.all.markings.page_levels;
    assert_eq!(levels.hits, levels.of, "{}", table(&score, 40));
}
