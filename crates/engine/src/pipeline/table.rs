//! Generates docs/checks.md, a page with every check, trap and rule of the arbiter. A test keeps it fresh;
//! `TOUCHSTONE_BLESS=1` rewrites it.
#![allow(clippy::unwrap_used)]

use super::decide::RULES;
use crate::checks::{CHECKS, GRADED, Raised};
use std::fmt::Write;
use touchstone_core::pack::{Pack, PackShelf, TrapKind, default_folder};

const HEAD: &str = "# Checks

Made from the program's own lists (`crates/engine/src/checks/catalog.rs`) and the packs that ship with it.

V1 to V4 run on every result, in this order; the extractor's and the grader's issues stand beside theirs. V5, the arbiter,
decides on all of them. A severity is the check's own; a pack may give another one where it switches a check on. *Fixable*
issues are repaired mechanically, and the repair is followed by another pass, at most two times.

After their rules V2, V3 and V4 put one question each to a model: whether the full text fits the labels, the traps on the
first 4,000 characters, and whether the evidence is relevant and of a proper size. None is asked when no model is set or V1
found a BLOCKER; V2's is not asked when V2's rules found one. What was asked, and what was left out with its reason, stands in
the record of the pass. The answers raise `semantic_mismatch` (V2), `contextual_trap` (V3) and `weak_evidence` (V4), MAJOR or
MINOR and never fixable; an answer that cannot be read after one repair raises `parse_error`, a declined one `refused`.

Where a model classifies, `Readings` raises `marking_disagreement`, `segments_disagreement` and `label_disagreement` (MAJOR)
where the local engine sees something else, `label_unproved` (MAJOR) where both see the same and the words the model shows for it
are not on the page, and the agent `findings_contradicted` (MAJOR) where the model contradicts itself. A question of these, or of
V2 to V4, that a provider fails to answer raises `no_answer`, and the local reading stands.
Where it fills a form, values and the cells of rows that both read raise `disagreement` (MAJOR, MINOR when only the writing
differs), a value or row that only the local engine reads `left_out` and `row_left_out`, a row that only the model reads
`row_added` (MAJOR each).
";

fn page(packs: &[&Pack]) -> String {
    let mut text = HEAD.to_owned();
    section(
        &mut text,
        "Checks",
        &["check", "agent", "code", "severity", "fixable", "says", "applies to"],
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
        &["pack", "trap", "kind", "severity", "fixable", "says"],
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
        &["agent", "code", "severity", "fixable", "says"],
    );
    for raised in GRADED {
        row(&mut text, &["Grader"], raised, &[]);
    }
    section(&mut text, "The arbiter (V5)", &["rule", "when", "decision"]);
    for (number, when, decided) in RULES {
        cells_of(&mut text, &[&number.to_string(), when, decided.as_str()]);
    }
    text.push_str(
        "\nThe first rule that fits decides. The same issues always give the same decision, whatever their order.\n",
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
    let own = [raised.code, raised.severity.as_str(), fixable, raised.says];
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
        TrapKind::Vendor { .. } => "vendor against type",
        TrapKind::SegmentWords { .. } => "words on the pages of a segment",
        TrapKind::Quoted { .. } => "evidence that is a running head",
        TrapKind::Signs { .. } => "a sign of doubt on a page",
        TrapKind::Patient => "another patient's page",
        TrapKind::Patients { .. } => "papers of several patients",
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
