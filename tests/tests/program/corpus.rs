//! Third-party files from beside the checkout: a hostile corpus, and tax documents with known fields.

use crate::processes::peaks;
use crate::shell::{Shell, data, fixtures, torture};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

const TYPED: [&str; 14] = [
    "ok",
    "partial",
    "empty",
    "password_needed",
    "encrypted",
    "not_a_document",
    "damaged",
    "too_many_pages",
    "page_too_large",
    "out_of_memory",
    "timed_out",
    "worker_crashed",
    "io",
    "cancelled",
];

/// Every file of the hostile corpus, or every thirtieth, gets a typed outcome; valid documents before and after are
/// read as usual.
#[test]
fn heavy_hostile_files_get_typed_outcomes() {
    let Some(folder) = data("robust") else { return };
    let walk = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter();
    let files: Vec<PathBuf> = walk
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .map(walkdir::DirEntry::into_path)
        .collect();
    let step = if torture() { 1 } else { files.len().div_ceil(30) };
    let chosen: Vec<&PathBuf> = files.iter().step_by(step).collect();
    let good = fixtures("samples").join("w2-001-official.pdf");
    let last = fixtures("samples").join("w2-002-official-centered.pdf");

    let shell = Shell::new();
    let mut list = format!("{}\n", good.display());
    for path in &chosen {
        let _ = writeln!(list, "{}", path.display());
    }
    let _ = writeln!(list, "{}", last.display());
    let list = std::fs::File::open(shell.file("list", list.as_bytes())).expect("the list");
    let mut running = shell.start(shell.command(["classify", "--json", "-"]).stdin(list));
    let (parent, reader) = peaks(&mut running);
    let output = running.wait();
    assert!(
        matches!(output.code(), Some(0 | 1)),
        "{:?}: {}",
        output.code(),
        output.stderr
    );
    let results = output.results();
    assert_eq!(results.len(), chosen.len() + 2, "a result for each file");
    let mut table: BTreeMap<&str, usize> = BTreeMap::new();
    for result in &results[1..=chosen.len()] {
        let outcome = result["outcome"].as_str().expect("an outcome");
        assert!(TYPED.contains(&outcome), "{outcome}");
        *table.entry(outcome).or_default() += 1;
    }
    for (outcome, count) in &table {
        eprintln!("{outcome:<18} {count}");
    }
    eprintln!(
        "{} files; most memory: program {parent} MB, a reader {reader} MB",
        chosen.len()
    );
    for result in [&results[0], &results[results.len() - 1]] {
        assert_eq!(
            result["classification"]["label"], "W-2",
            "{}",
            result["document"]["path"]
        );
    }
}

/// The W-2s among the tax documents, against the transcribed fields.
#[test]
fn w2s_among_tax_papers() {
    let Some(folder) = data("tax") else { return };
    let shell = Shell::new();
    let filled = folder.join("google_2020_Form_W-2.pdf");
    let result = &shell
        .run(["classify".as_ref(), "--json".as_ref(), filled.as_os_str()])
        .expect_code(0)
        .results()[0];
    assert_eq!(result["classification"]["label"], "W-2");
    let fields = &result["forms"][0]["fields"];
    let mut misses = Vec::new();
    for (name, expected) in [
        ("employee_ssn", "554-03-0876"),
        ("employer_ein", "63-0065650"),
        ("employer_name", "NORTH 312"),
        ("control_number", "GNI851"),
        ("employee_name", "Anastasia Hodges"),
        ("wages_tips", "23677.70"),
        ("federal_tax_withheld", "2841.32"),
        ("ss_wages", "24410.00"),
        ("ss_tax_withheld", "1513.42"),
        ("medicare_wages", "24410.00"),
        ("medicare_tax_withheld", "353.95"),
    ] {
        if fields[name]["value"] != expected {
            misses.push(format!("{name}: expected {expected}, found {}", fields[name]["value"]));
        }
    }
    assert!(misses.is_empty(), "{}", misses.join("\n"));
    assert_eq!(fields["tax_year"]["value"], 2020);
    assert_eq!(
        fields["box_12"]["value"],
        serde_json::json!([{"code": "C", "amount": "2929.20"}])
    );
    assert_eq!(fields["state_taxes"]["value"][0]["state"], "MN");
    // A blank form, and one with placeholders for names and no amount.
    for (name, blank) in [("irsea_fw2.pdf", true), ("tamil_w2.pdf", false)] {
        let path = folder.join(name);
        let result = &shell
            .run(["classify".as_ref(), "--json".as_ref(), path.as_os_str()])
            .expect_code(0)
            .results()[0];
        assert!(!blank || result["classification"]["label"] == "OTHER", "{name}");
        assert_eq!(result["decision"]["outcome"], "ESCALATE_TO_SME", "{name}");
    }
}
