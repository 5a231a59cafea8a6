//! Generates docs/checks.md, a page with every check, trap and rule of the arbiter. A test keeps it fresh;
//! `TOUCHSTONE_BLESS=1` rewrites it.
#![allow(clippy::unwrap_used)]

use super::decide::RULES;
use crate::checks::{CHECKS, GRADED, Raised};
use std::fmt::Write;
use touchstone_core::pack::{Pack, PackShelf, TrapKind, default_folder};

const HEAD: &str = "# Checks

Generated from the program's own lists (`crates/engine/src/checks/catalog.rs`) and the packs that ship with it.

V1 to V4 run on every result, in this order; the extractor's and the grader's issues are listed with theirs. V5, the arbiter,
decides on all of them. The severity is the check's default; a pack may override it where it switches a check on. *Fixable*
issues are repaired mechanically; each repair is followed by another pass, at most two times.

After their rules, V2, V3 and V4 each ask a model one question: whether the full text fits the labels, whether the first 4,000
characters show a trap, and whether the evidence is relevant and of the right length. No question is asked if no model is set or
V1 found a BLOCKER; V2's is also skipped if V2's rules found one. The record of the pass says what was asked, and what was skipped
and why. The answers raise `semantic_mismatch` (V2), `contextual_trap` (V3) and `weak_evidence` (V4), MAJOR or MINOR and never
fixable. An answer that cannot be parsed after one repair raises `parse_error`; a declined one raises `refused`.

When a model classifies, `Readings` raises `marking_disagreement`, `segments_disagreement` and `label_disagreement` (MAJOR) if the
local engine's result differs, and `label_unproved` (MAJOR) if both agree but the model's quotes are not on the page. The agent
raises `findings_contradicted` (MAJOR) if the model contradicts itself. If a provider fails to answer one of these questions, or
one of V2 to V4, `no_answer` is raised and the local reading is kept.
When a model fills a form, values and row cells that both read differently raise `disagreement` (MAJOR, or MINOR if only the
formatting differs). Values and rows that only the local engine read raise `left_out` and `row_left_out`; rows that only the model
read raise `row_added` (MAJOR each).
";

fn page(packs: &[&Pack]) -> String {
    let mut text = HEAD.to_owned();
    section(
        &mut text,
        "Checks",
        &["check", "agent", "code", "severity", "fixable", "meaning", "applies to"],
    );
    for check in CHECKS {
        for raised in check.raises {
            row(
                &mut text,
                &[check.name, check.raised_by.as_str()],
                raised,
                &[check.applies],
            );
        }
    }
    section(
        &mut text,
        "Traps (V3)",
        &["pack", "trap", "kind", "severity", "fixable", "meaning"],
    );
    for pack in packs {
        for trap in &pack.traps {
            let cells = [
                &pack.name,
                &trap.name,
                kind(&trap.kind),
                trap.severity.as_str(),
                "no",
                &trap.message,
            ];
            cells_of(&mut text, &cells);
        }
    }
    section(
        &mut text,
        "The grader's rules",
        &["agent", "code", "severity", "fixable", "meaning"],
    );
    for raised in GRADED {
        row(&mut text, &["Grader"], raised, &[]);
    }
    section(&mut text, "The arbiter (V5)", &["rule", "when", "decision"]);
    for (number, when, decided) in RULES {
        cells_of(&mut text, &[&number.to_string(), when, decided.as_str()]);
    }
    text.push_str(
        "\nThe first rule that matches decides. The same issues always give the same decision, whatever their order.\n",
    );
    text
}

fn section(text: &mut String, title: &str, columns: &[&str]) {
    let _infallible = write!(text, "\n## {title}\n\n");
    cells_of(text, columns);
    cells_of(text, &vec!["---"; columns.len()]);
}

fn row(text: &mut String, before: &[&str], raised: &Raised, after: &[&str]) {
    let fixable = if raised.fixable { "yes" } else { "no" };
    let own = [raised.code, raised.severity.as_str(), fixable, raised.meaning];
    cells_of(text, &[before, &own, after].concat());
}

fn cells_of(text: &mut String, cells: &[&str]) {
    let _infallible = writeln!(text, "| {} |", cells.join(" | "));
}

fn kind(kind: &TrapKind) -> &'static str {
    match kind {
        TrapKind::Words { .. } => "words stamped across a page",
        TrapKind::Ticked { .. } => "a ticked box",
        TrapKind::Years => "forms of several years",
        TrapKind::RepeatedCopy => "the same copy twice",
        TrapKind::SameContent => "the same content as another document",
        TrapKind::Conflict(_) => "two forms that contradict each other",
        TrapKind::Vendor { .. } => "vendor that does not fit the type",
        TrapKind::SegmentWords { .. } => "words on the pages of a segment",
        TrapKind::Quoted { .. } => "evidence that is a running head",
        TrapKind::Signs { .. } => "a doubt noted on a page",
        TrapKind::Patient => "another patient's page",
        TrapKind::Patients { .. } => "documents of several patients",
    }
}

#[test]
fn the_page_of_all_checks_is_fresh() {
    let shelf = PackShelf::open(&[default_folder().unwrap()]);
    let packs: Vec<&Pack> = shelf.packs().iter().map(AsRef::as_ref).collect();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/checks.md");
    let fresh = page(&packs);
    if std::env::var_os("TOUCHSTONE_BLESS").is_some() {
        std::fs::write(file, &fresh).unwrap();
    }
    let committed = std::fs::read_to_string(file).unwrap_or_default().replace("\r\n", "\n");
    assert!(
        committed == fresh,
        "docs/checks.md is stale: run this test with TOUCHSTONE_BLESS=1"
    );
}

#[test]
fn names_and_codes_stand_once() {
    let mut names: Vec<&str> = CHECKS.iter().map(|check| check.name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    for check in CHECKS {
        let mut codes: Vec<&str> = check.raises.iter().map(|raised| raised.code).collect();
        let count = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), count, "{}", check.name);
    }
}
