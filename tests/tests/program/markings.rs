//! Pages with security markings, read by the program: the pack's examples, further documents of unseen layouts, and
//! scans. Nothing may be accepted with a marking lower than the page's. Forms are in `accuracy`.

use crate::accuracy::{judged_by, tested, write};
use crate::shell::{Shell, data, root, torture};
use serde_json::Value;
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

/// At least 98 % of pages are right in every part of their marking, and 90 % of clean documents are accepted.
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
fn heavy_the_examples_of_the_pack_are_read_without_a_miss() {
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

/// The banner of a document expresses its whole marking; the banner printed on one page is reported beside it.
#[test]
fn the_banner_of_a_document_is_never_less_than_its_marking() {
    let shell = Shell::new();
    let examples = root().join("packs/markings/examples");
    for (name, banner, printed) in [
        (
            "marked-stamped-noforn-overrides.pdf",
            "SECRET//NOFORN",
            "SECRET//REL TO USA, AUS, GBR",
        ),
        (
            "marked-message-lists-intersect.pdf",
            "SECRET//REL TO USA, GBR",
            "SECRET//REL TO USA, AUS, GBR",
        ),
    ] {
        let file = examples.join(name);
        let words = ["classify", "--json", "--pack", "markings"].map(std::ffi::OsStr::new);
        let result = &shell.run(words.into_iter().chain([file.as_os_str()])).results()[0];
        let marking = &result["classification"]["marking"];
        assert_eq!(
            (&marking["banner"], &marking["printed"]),
            (&banner.into(), &printed.into()),
            "{name}"
        );
        let listed = shell
            .run(["export", "--state", "all", "--format", "jsonl"])
            .expect_code(0)
            .stdout;
        let line: Value = serde_json::from_str(listed.lines().find(|line| line.contains(name)).unwrap()).unwrap();
        assert_eq!(line["classification"]["marking"]["banner"], banner, "{name}");
        assert_eq!(line["highest_marking"], banner, "{name}");
    }
}

/// Each record of an export begins and ends with the highest marking of all records; the register has it first and
/// last.
#[test]
fn exports_bear_the_highest_marking() {
    let shell = Shell::new();
    let examples = root().join("packs/markings/examples");
    let files = [
        "marked-memo-confidential.pdf",
        "marked-stamped-three-pages.pdf",
        "marked-memo-unmarked.pdf",
    ];
    let files = files.map(|name| examples.join(name));
    let words = ["classify", "--json", "--pack", "markings"].map(std::ffi::OsStr::new);
    shell
        .run(words.into_iter().chain(files.iter().map(|file| file.as_os_str())))
        .expect_code(0);
    let export = |format: &str| {
        shell
            .run(["export", "--state", "all", "--format", format])
            .expect_code(0)
            .stdout
    };
    let array: Value = serde_json::from_str(&export("json")).unwrap();
    let documents = array.as_array().unwrap();
    assert_eq!(documents.len(), 3);
    for document in documents {
        assert_eq!(document["export_marking"], "SECRET//NOFORN", "{document}");
    }
    assert!(
        documents
            .iter()
            .any(|document| document["highest_marking"] == "CONFIDENTIAL")
    );
    for line in export("jsonl").lines() {
        assert!(line.starts_with("{\"export_marking\":\"SECRET//NOFORN\""), "{line}");
        assert!(line.ends_with("\"export_marking_again\":\"SECRET//NOFORN\"}"), "{line}");
    }
    let table = export("csv");
    assert_eq!(table.lines().count(), 4);
    assert!(
        table.lines().skip(1).all(|row| row.contains("SECRET//NOFORN")),
        "{table}"
    );
    let register = export("register");
    let rows: Vec<&str> = register.lines().collect();
    assert!(
        rows[1].starts_with("HIGHEST MARKING,") && rows[rows.len() - 1] == rows[1],
        "{register}"
    );
}

/// Each row: a text, and the scanner it is sent through.
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

/// Real scanned pages, stamped, faded and redacted: the level and the controls of each, and which may be accepted.
/// Heavy, because twenty readings of whole pages take too long for every change.
#[test]
fn heavy_published_scans_of_marked_pages() {
    let Some(folder) = data("markings") else { return };
    if !torture() {
        eprintln!("skipped: ten scanned pages are read with TOUCHSTONE_TORTURE only");
        return;
    }
    let truth = std::fs::read_to_string(folder.join("truth.json")).unwrap();
    let truth: Value = serde_json::from_str(&truth).unwrap();
    let shell = Shell::new();
    let words = ["classify", "--json", "--pack", "markings"].map(std::ffi::OsStr::new);
    let files = truth.as_object().unwrap().keys().map(|name| folder.join(name));
    let files: Vec<std::path::PathBuf> = files.collect();
    let output = shell.run(words.into_iter().chain(files.iter().map(|file| file.as_os_str())));
    let (mut levels, mut caveats, mut accepted, mut wrong) = (0, 0, 0, Vec::new());
    for result in output.results() {
        let name = result["document"]["file_name"].as_str().unwrap();
        let (expected, marking) = (&truth[name], &result["classification"]["marking"]);
        let level = result["classification"]["label"] == expected["level"];
        let listed = |value: &Value| {
            let names = value.as_array().into_iter().flatten();
            let names = names.filter_map(|name| name.as_str().map(str::to_owned));
            names.collect::<std::collections::BTreeSet<String>>()
        };
        let controls = listed(&marking["caveats"]) == listed(&expected["caveats"]);
        let passed = result["decision"]["outcome"] == "AUTO_ACCEPT";
        eprintln!("{name}: {marking}, {expected}, {passed}");
        levels += u32::from(level);
        caveats += u32::from(controls);
        accepted += u32::from(passed);
        if passed && !(level && controls) {
            wrong.push(name.to_owned());
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert_eq!((levels, caveats), (10, 10));
    assert!(accepted >= 9, "{accepted} accepted");
}
