//! A score as plain text for a terminal, worst first.

use super::effort::Effort;
use super::figures::{Ranking, Share};
use super::judge::{Kind, Miss};
use super::marking::MarkingScore;
use super::score::{Against, Score, Summary};
use super::truth::Split;
use std::fmt::Write;

/// Plain text. `most` limits the list of misses.
pub fn table(score: &Score, most: usize) -> String {
    let mut out = accepted_wrong(score);
    for (title, summary) in parts(score) {
        let _ = writeln!(out, "{title}");
        for (name, value) in lines(summary, score.against) {
            let _ = writeln!(out, "  {name:<34} {value}");
        }
    }
    types(&mut out, score);
    layouts(&mut out, score);
    let _ = writeln!(out, "\nfields with misses                 exact");
    for (label, fields) in &score.fields {
        for (name, field) in fields {
            if field.invented > 0 || field.exact.hits < field.exact.of {
                let name = format!("{label}.{name}");
                let _ = writeln!(
                    out,
                    "{name:<34} {}{}",
                    shown(&field.exact),
                    extra(field.invented, "invented")
                );
            }
        }
    }
    let right = score.against.word("correct", "the same");
    let _ = writeln!(out, "\nvalue confidence, share {right}");
    for bin in &score.all.value_confidence.bins {
        let _ = writeln!(out, "{:.1} to {:.1}       {}", bin.from, bin.to, shown(&bin.right));
    }
    reviewed(&mut out, score);
    if !score.misses.is_empty() {
        let _ = writeln!(out, "\nmisses ({})", score.misses.len());
    }
    for miss in score.misses.iter().take(most) {
        let _ = writeln!(out, "{}", describe(miss, score.against));
    }
    if score.misses.len() > most {
        let _ = writeln!(out, "and {} more", score.misses.len() - most);
    }
    out
}

/// Errors that must never happen are listed first.
fn accepted_wrong(score: &Score) -> String {
    let mut out = String::new();
    if !score.accepted_wrong.is_empty() {
        let errors = score.against.word("errors", "differences");
        let _ = writeln!(out, "accepted with {errors} ({})", score.accepted_wrong.len());
        for name in &score.accepted_wrong {
            let _ = writeln!(out, "  {name}");
        }
        out.push('\n');
    }
    out
}

fn types(out: &mut String, score: &Score) {
    let _ = writeln!(out, "\ntype             found as");
    for (label, row) in &score.confusion {
        let found: Vec<String> = row.iter().map(|(found, count)| format!("{found} {count}")).collect();
        let _ = writeln!(out, "{label:<16} {}", found.join(", "));
    }
    let right = score.against.word("right", "the same");
    let _ = writeln!(
        out,
        "\ntype             found                              {right:<34} values exact"
    );
    for (label, own) in &score.types {
        let _ = writeln!(
            out,
            "{label:<16} {:<34} {:<34} {}{}",
            shown(&own.recall),
            shown(&own.precision),
            shown(&own.values.exact),
            extra(own.values.invented, score.against.word("invented", "added")),
        );
    }
}

/// What a review of the most doubtful documents would find.
fn reviewed(out: &mut String, score: &Score) {
    let reviewed = &score.all.reviewed;
    if reviewed.errors == 0 {
        return;
    }
    let errors = score.against.word("errors", "differences");
    let _ = writeln!(out, "\n{errors} found   by confidence  by issues ({})", reviewed.errors);
    for (first, second) in reviewed.by_confidence.iter().zip(&reviewed.by_issues) {
        let share = format!("{:.0} % reviewed", 100.0 * first.reviewed);
        let _ = writeln!(
            out,
            "{share:<14}  {:>9.1} %  {:>9.1} %",
            100.0 * first.found,
            100.0 * second.found
        );
    }
}

fn layouts(out: &mut String, score: &Score) {
    if score.layouts.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "\nlayout                       split   types    exact                              accepted  wrong"
    );
    for (name, layout) in &score.layouts {
        let _ = writeln!(
            out,
            "{name:<28} {:<7} {:<8} {:<34} {:<9} {}{}{}",
            split(layout.split),
            counts(&layout.types),
            shown(&layout.exact),
            counts(&layout.accepted_of_clean),
            layout.accepted_wrong,
            extra(layout.invented, "invented"),
            extra(layout.lost_rows, "rows lost"),
        );
    }
}

/// All documents and, if both splits occur, each of them.
pub(super) fn parts(score: &Score) -> Vec<(&'static str, &Summary)> {
    let splits = score.splits.iter().map(|(which, summary)| {
        let title = match which {
            Split::Tuned => "layouts possibly tuned on",
            Split::Unseen => "layouts never tuned on",
        };
        (title, summary)
    });
    match score.splits.len() {
        0 => vec![("all documents", &score.all)],
        1 => splits.collect(),
        _ => splits.chain([("all documents", &score.all)]).collect(),
    }
}

/// The figures of a summary by name, if measured.
pub fn lines(summary: &Summary, against: Against) -> Vec<(&'static str, String)> {
    let mut lines = vec![
        ("documents", summary.documents.to_string()),
        (against.word("types correct", "types the same"), shown(&summary.types)),
    ];
    let names = against.word("names of other documents correct", "names of other documents the same");
    if summary.proposed.of > 0 {
        lines.push((names, shown(&summary.proposed)));
    }
    if summary.segments.of > 0 {
        let name = against.word("page ranges correct", "page ranges the same");
        let extra = extra(summary.extra_segments, "extra");
        lines.push((name, format!("{}{extra}", shown(&summary.segments))));
    }
    if summary.pages.types.of > 0 {
        let name = against.word("page labels correct", "page labels the same");
        lines.push((name, shown(&summary.pages.types)));
    }
    if let Some(f1) = summary.pages.f1 {
        let found = counts(&summary.pages.recall);
        lines.push(("segment starts found, F1", format!("{found}, {f1:.3}")));
    }
    markings(&mut lines, &summary.markings, against);
    lines.extend([
        ("values exact", shown(&summary.exact)),
        (
            against.word("values correct except formatting", "values the same except formatting"),
            shown(&summary.normalised),
        ),
        (
            against.word("values invented", "values added"),
            summary.invented.to_string(),
        ),
    ]);
    if summary.rows > 0 {
        let rows = format!(
            "{} lost, {} extra, of {}",
            summary.lost_rows, summary.extra_rows, summary.rows
        );
        lines.push(("list rows", rows));
    }
    accepted(&mut lines, summary, against);
    lines.extend([
        ("value confidence", ranking(&summary.value_confidence, against)),
        ("type confidence", ranking(&summary.type_confidence, against)),
    ]);
    effort(&mut lines, &summary.effort);
    lines
}

fn accepted(lines: &mut Vec<(&'static str, String)>, summary: &Summary, against: Against) {
    if summary.accepted_of_clean.of > 0 {
        lines.push(("clean documents accepted", shown(&summary.accepted_of_clean)));
    }
    let bound = 100.0 * summary.accepted_error_bound;
    let wrong = against.word("wrong", "different");
    lines.extend([
        (
            against.word("documents accepted, wrong", "documents accepted, different"),
            format!(
                "{}, {} (at most {bound:.2} % {wrong}, one-sided 95 %)",
                summary.accepted, summary.accepted_wrong
            ),
        ),
        (
            against.word("values accepted, wrong", "values accepted, different"),
            format!("{}, {}", summary.accepted_values, summary.accepted_wrong_values),
        ),
    ]);
}

fn effort(lines: &mut Vec<(&'static str, String)>, effort: &Effort) {
    if let (Some(cost), Some(seconds)) = (effort.cost_usd_per_document, effort.seconds_per_document) {
        lines.extend([
            (
                "cost of models",
                format!("{cost:.4} USD per document, {:.4} USD in total", effort.cost_usd),
            ),
            (
                "seconds of work",
                format!("{seconds:.2} per document, {:.1} in total", effort.seconds),
            ),
        ]);
    }
}

/// The measured parts of markings, and the under-calls.
fn markings(lines: &mut Vec<(&'static str, String)>, score: &MarkingScore, against: Against) {
    let shares = [
        (
            against.word("pages, whole marking correct", "pages, whole marking the same"),
            &score.pages,
        ),
        ("pages, level", &score.page_levels),
        ("pages, controls", &score.page_caveats),
        ("pages, countries", &score.page_rel_to),
        ("pages, declassification", &score.page_declassify_on),
        (
            against.word("documents, whole marking correct", "documents, whole marking the same"),
            &score.documents,
        ),
        ("documents, level", &score.document_levels),
        ("documents, controls", &score.document_caveats),
        ("documents, countries", &score.document_rel_to),
        ("documents, declassification", &score.document_declassify_on),
    ];
    let measured = shares.into_iter().filter(|(_, share)| share.of > 0);
    lines.extend(measured.map(|(name, share)| (name, shown(share))));
    if score.pages.of + score.documents.of > 0 {
        let under = format!(
            "{}, {} of them accepted",
            score.under_called, score.under_called_accepted
        );
        lines.push(("markings under-called", under));
    }
}

fn ranking(ranking: &Ranking, against: Against) -> String {
    let wrong = against.word("wrong", "different");
    let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.3}"));
    let auroc = ranking.auroc.map_or_else(
        || format!("AUROC - ({} of {} {wrong})", ranking.wrong, ranking.judged),
        |value| format!("AUROC {value:.3} ({} of {} {wrong})", ranking.wrong, ranking.judged),
    );
    let (ece, brier) = (number(ranking.ece), number(ranking.brier));
    format!(
        "{auroc}, ECE {ece}, Brier {brier}, {} bins populated",
        ranking.bins.len()
    )
}

/// A miss on one line, with its place.
fn describe(miss: &Miss, against: Against) -> String {
    let accepted = if miss.accepted && miss.is_error() {
        "ACCEPTED "
    } else {
        ""
    };
    let page = miss.page.map_or(String::new(), |page| format!(" page {page}"));
    let quote = miss
        .quote
        .as_ref()
        .map_or(String::new(), |quote| format!(", read from {quote:?}"));
    let confidence = miss
        .confidence
        .map_or(String::new(), |value| format!(", confidence {value:.2}"));
    format!(
        "{accepted}{}{page}  {}: {}, expected {}, found {}{quote}{confidence}",
        miss.file_name,
        miss.what,
        reason(miss.kind, against),
        miss.expected,
        miss.found,
    )
}

/// The kind of a miss, in words.
pub(super) fn reason(kind: Kind, against: Against) -> &'static str {
    match kind {
        Kind::Decision => "accepted, but needed review",
        Kind::Label => against.word("wrong type", "another type"),
        Kind::FormLost => "form not found",
        Kind::FormExtra => "extra form",
        Kind::RowLost => "row missing",
        Kind::RowExtra => "extra row",
        Kind::Wrong => against.word("wrong value", "another value"),
        Kind::Missed => "not found",
        Kind::Invented => against.word("not in the document", "found here only"),
        Kind::Segments => against.word("wrong page ranges", "other page ranges"),
        Kind::Marking => against.word("wrong marking", "another marking"),
        Kind::UnderCalled => "under-called",
        Kind::ProposedLabel => against.word("wrong name", "another name"),
        Kind::Writing => "formatted differently",
    }
}

pub(super) fn split(split: Split) -> &'static str {
    match split {
        Split::Tuned => "tuned",
        Split::Unseen => "unseen",
    }
}

pub(super) fn shown(share: &Share) -> String {
    let percent = share
        .value
        .map_or("-".to_owned(), |value| format!("{:.2} %", 100.0 * value));
    let (low, high) = (100.0 * share.low, 100.0 * share.high);
    format!("{percent} ({}/{}, {low:.1}..{high:.1} %)", share.hits, share.of)
}

fn counts(share: &Share) -> String {
    format!("{}/{}", share.hits, share.of)
}

fn extra(count: u64, what: &str) -> String {
    if count > 0 {
        format!("  {what} {count}")
    } else {
        String::new()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::evaluate::{Prediction, Truth, html, judge, score, score_of};
    use serde_json::json;

    #[test]
    fn results_that_may_be_wrong_themselves_are_called_different() {
        let found = |value: &str| {
            json!({"document": {"path": "a.pdf", "file_name": "a.pdf"}, "outcome": "ok",
                "classification": {"label": "W-2", "confidence": 0.9}, "decision": {"outcome": "AUTO_ACCEPT"},
                "forms": [{"label": "W-2", "fields": {"name": {"value": value, "confidence": 0.8}}}],
                "usage": {"cost_usd": 0.25, "seconds": 1.5}})
        };
        let [first, second]: [Prediction; 2] = ["x", "y"].map(|value| serde_json::from_value(found(value)).unwrap());
        let judged = [judge(&first, &Truth::of(&second))];
        let against = |against: Against| {
            let score = score_of(&judged, against);
            [table(&score, 10), html(&score, None)].concat()
        };
        let agreement = against(Against::Results);
        for word in ["wrong", "correct", "errors", "clean"] {
            assert!(!agreement.contains(word), "{word}: {agreement}");
        }
        assert!(agreement.contains("W-2.name: another value, expected \"y\", found \"x\""));
        assert!(agreement.contains("0.2500 USD per document") && agreement.contains("100 % reviewed"));
        assert!(against(Against::Truth).contains("W-2.name: wrong value"));
    }

    #[test]
    fn nothing_scored_is_shown_as_nothing() {
        let table = table(&score(&[]), 10);
        assert!(
            table.contains("  types correct                      - (0/0, 0.0..100.0 %)"),
            "{table}"
        );
    }
}
