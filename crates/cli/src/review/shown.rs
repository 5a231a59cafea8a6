//! Output of `touchstone review`: the queue, a packet, the text around a place.

use crate::names::plain;
use crate::table as tables;
use crate::table::{NOTHING, table};
use serde::Serialize;
use std::fmt::Write;
use touchstone_core::record::{Decided, Severity};
use touchstone_engine::export::{Exported, Packet, PacketIssue, TextContext};

/// One document of the queue, as printed by `--json`.
#[derive(Debug, Serialize)]
pub(super) struct Waiting {
    doc_id: Option<String>,
    pdf_filename: String,
    case: Option<String>,
    pack: String,
    label: Option<String>,
    v5_decision: Option<&'static str>,
    rule: Option<u32>,
    blockers: usize,
    majors: usize,
    minors: usize,
}

pub(super) fn waiting(exported: &Exported) -> Waiting {
    let result = &exported.result;
    let issues = tables::last_issues(result);
    let count = |severity| issues.iter().filter(|issue| issue.severity == severity).count();
    Waiting {
        doc_id: result.document.id.map(|id| id.to_string()),
        pdf_filename: result.document.file_name.clone(),
        case: result.document.case.clone(),
        pack: result.pack.name.clone(),
        label: result.classification.label.clone(),
        v5_decision: result.decided().map(Decided::as_str),
        rule: result.decision.as_ref().map(|decision| decision.rule),
        blockers: count(Severity::Blocker),
        majors: count(Severity::Major),
        minors: count(Severity::Minor),
    }
}

pub(super) fn table_of(waiting_ones: &[Exported]) -> String {
    let mut table = table(&["id", "file", "type", "rule", "blocker", "major", "minor"]);
    for one in waiting_ones.iter().map(waiting) {
        table.add_row([
            one.doc_id.unwrap_or_else(|| NOTHING.to_owned()),
            plain(&one.pdf_filename),
            one.label.as_deref().map_or_else(|| NOTHING.to_owned(), plain),
            one.rule.map_or_else(|| NOTHING.to_owned(), |rule| rule.to_string()),
            one.blockers.to_string(),
            one.majors.to_string(),
            one.minors.to_string(),
        ]);
    }
    table.trim_fmt() + "\n"
}

pub(super) fn packet(packet: &Packet) -> String {
    let mut text = String::new();
    if let Some(marking) = &packet.highest_marking {
        put(&mut text, &format!("{}\n", plain(marking)));
    }
    let class = &packet.classification;
    let label = class.label.as_deref().unwrap_or(NOTHING);
    let pages = packet
        .page_count
        .map_or_else(|| NOTHING.to_owned(), |pages| pages.to_string());
    for (name, value) in [
        ("document", packet.doc_id.to_string()),
        ("file", packet.file_path.clone()),
        ("pages", pages),
        ("type", format!("{label}, confidence {:.2}", class.confidence)),
        ("because", class.rationale.replace('\n', "; ")),
        (
            "decision",
            format!("{} by rule {}", packet.v5_decision.as_str(), packet.rule),
        ),
        ("status", format!("{:?}", packet.review_status).to_lowercase()),
        ("text", packet.document_bundle_path.clone()),
    ] {
        put(&mut text, &format!("{name:<12}{}", plain(&value)));
    }
    if let Some(comparison) = &packet.comparison {
        let source = plain(&comparison.prior.source);
        if comparison.differences.is_empty() {
            put(&mut text, &format!("compared    {source} agrees"));
        }
        for one in &comparison.differences {
            let (what, ours, theirs) = (plain(&one.what), plain(&one.ours), plain(&one.theirs));
            put(
                &mut text,
                &format!("compared    {what}: {ours} here, {theirs} in {source}"),
            );
        }
    }
    for shown in &packet.issues_summary {
        put(&mut text, "");
        text.push_str(&issue(shown));
    }
    if let Some(marking) = &packet.highest_marking {
        put(&mut text, &format!("\n{}", plain(marking)));
    }
    text
}

/// An issue with the text around its places.
pub(super) fn issue(issue: &PacketIssue) -> String {
    let mut text = String::new();
    for line in issue.readable.lines() {
        put(&mut text, &plain(line));
    }
    for shown in &issue.contexts {
        text.push_str(&context(shown));
    }
    text
}

pub(super) fn context(around: &TextContext) -> String {
    let mut text = String::new();
    let quote = match (around.quote.is_empty(), around.found) {
        (true, true) => "an area without text".to_owned(),
        (true, false) => "begins".to_owned(),
        (false, true) => format!("\"{}\"", plain(&around.quote)),
        (false, false) => format!("\"{}\" not found; the page begins", plain(&around.quote)),
    };
    put(&mut text, &format!("  page {}: {quote}", around.page));
    for (paragraphs, sign) in [(&around.before, ' '), (&around.at, '>'), (&around.after, ' ')] {
        for paragraph in paragraphs {
            put(&mut text, &format!("  {sign} {}", plain(paragraph)));
        }
    }
    text
}

fn put(text: &mut String, line: &str) {
    let _infallible = writeln!(text, "{line}");
}
