//! Surveys charts too long for one question, page by page: the model labels each page and reports whether a new
//! document begins there, given its own notes on the pages before; code builds the segments. `chart` builds the
//! survey from the result.

use super::claims::{Chart, Claimed, Paper, SYSTEM, page_of, share_schema};
use super::{ABOUT_A_PAGE, Account, Reader, list, object, picture, shape};
use crate::agent::question::Question;
use crate::provider::Part;
use crate::tools::{needs_picture, text_of};
use serde::Deserialize;
use serde_json::json;
use std::fmt::Write;
use touchstone_core::pack::GuideStage;
use touchstone_core::record::{NewIssue, Presence};

const TASK: &str = include_str!("../prompts/paper.md");
/// Max earlier pages repeated to the model; those farther back do not help to find where a document begins.
const RECALLED: usize = 12;

#[derive(Debug, Clone, Deserialize)]
struct Sheet {
    label: String,
    begins: bool,
    types: Vec<Claimed>,
    vendor_signals: Vec<String>,
    rationale: String,
}

/// The chart, or the issue of the first page without an answer.
pub(super) async fn read(account: &mut Account, reader: &Reader<'_>) -> anyhow::Result<Result<Chart, NewIssue>> {
    let mut sheets: Vec<Sheet> = Vec::new();
    for number in 1..=reader.pages.page_count() {
        let question = question(reader, number, &sheets).await?;
        let subject = format!("pages[{}]", number - 1);
        match account
            .ask(reader.provider, &question, &subject, |_: &Sheet| Vec::new())
            .await?
        {
            Ok(mut sheet) => {
                // Its quotes are from this page, whatever page number they carry.
                let quotes = sheet.types.iter_mut().flat_map(|share| &mut share.evidence);
                quotes.for_each(|quote| quote.page = number);
                sheets.push(sheet);
            }
            Err(issue) => return Ok(Err(issue)),
        }
    }
    Ok(Ok(chart(reader, &sheets)))
}

async fn question(reader: &Reader<'_>, number: u32, before: &[Sheet]) -> anyhow::Result<Question> {
    let page = reader.page(number).await?;
    let guide = reader.system("", &[GuideStage::Init, GuideStage::Classify]);
    let task = format!("{TASK}\n{}\n{}", reader.labels(), guide.trim());
    let mut recalled = String::from("The pages before:\n");
    let from = before.len().saturating_sub(RECALLED);
    for (sheet, place) in before[from..].iter().zip(from + 1..) {
        let begins = if sheet.begins { "begins a" } else { "goes on with a" };
        let _infallible = writeln!(recalled, "Page {place} {begins} {}. {}", sheet.label, sheet.rationale);
    }
    if before.is_empty() {
        recalled.push_str("none, this is the first.\n");
    }
    let mut parts = vec![
        Part::text(task).stable(),
        Part::text(recalled),
        page_of(number, &text_of(&page)),
    ];
    if reader.provider.model().can.images && needs_picture(&page) {
        parts.push(picture(reader, &page).await);
    }
    Ok(Question {
        system: SYSTEM.to_owned(),
        parts,
        shape: shape(
            "page",
            object(json!({
                "label": {"type": "string", "enum": reader.label_names()},
                "begins": {"type": "boolean"},
                "types": list(share_schema(reader)),
                "vendor_signals": list(json!({"type": "string"})),
                "rationale": {"type": "string"},
            })),
        ),
        max_tokens: ABOUT_A_PAGE,
    })
}

/// Page ranges of one document each, with every label's share of them.
fn chart(reader: &Reader<'_>, sheets: &[Sheet]) -> Chart {
    let mut starts: Vec<usize> = (0..sheets.len())
        .filter(|&at| at == 0 || sheets[at].begins || sheets[at].label != sheets[at - 1].label)
        .collect();
    starts.push(sheets.len());
    let segments: Vec<Paper> = starts
        .windows(2)
        .map(|pair| {
            let own = &sheets[pair[0]..pair[1]];
            Paper {
                first_page: pair[0] as u32 + 1,
                last_page: pair[1] as u32,
                page_count: own.len() as u32,
                label: own[0].label.clone(),
                types: summed(reader, own),
            }
        })
        .collect();
    let mut vendors: Vec<String> = sheets
        .iter()
        .flat_map(|sheet| sheet.vendor_signals.iter().cloned())
        .collect();
    vendors.sort();
    vendors.dedup();
    let pages = |label: &str| sheets.iter().filter(|sheet| sheet.label == label).count();
    let most = reader.label_names().into_iter().rev().max_by_key(|label| pages(label));
    let rationale: Vec<String> = sheets
        .iter()
        .zip(1..)
        .filter(|(sheet, place)| sheet.begins || *place == 1)
        .map(|(sheet, place)| format!("Page {place}: {}", sheet.rationale))
        .collect();
    Chart {
        dominant_type: most.unwrap_or(&reader.pack.fallback).to_owned(),
        number_of_segments: segments.len() as u32,
        document_mixture: summed(reader, sheets),
        segments,
        vendor_signals: vendors,
        proposed_label: String::new(),
        rationale: rationale.join("\n"),
        self_evaluation: format!("Read page by page: {} pages do not fit in one question.", sheets.len()),
    }
}

/// Every label over several pages: the strongest presence on any of them, with the lowest confidence among the pages
/// with that presence.
fn summed(reader: &Reader<'_>, sheets: &[Sheet]) -> Vec<Claimed> {
    let strength = |presence: Presence| match presence {
        Presence::Primary => 3,
        Presence::EmbeddedRaw => 2,
        Presence::MentionOnly => 1,
        Presence::NoEvidence => 0,
    };
    let all = sheets.iter().flat_map(|sheet| &sheet.types);
    let total: f64 = all.clone().map(|share| share.share).sum();
    let of_label = |label: &str| {
        let own: Vec<&Claimed> = all.clone().filter(|share| share.label == label).collect();
        let presence = own
            .iter()
            .map(|share| share.presence)
            .max_by_key(|presence| strength(*presence));
        let presence = presence.unwrap_or(Presence::NoEvidence);
        let bearing = own.iter().filter(|share| share.presence == presence);
        let least = bearing.map(|share| share.confidence).reduce(f64::min).unwrap_or(0.0);
        let share: f64 = own.iter().map(|share| share.share).sum();
        Claimed {
            label: label.to_owned(),
            presence,
            confidence: if presence == Presence::NoEvidence { 0.0 } else { least },
            share: if total > 0.0 { share / total } else { 0.0 },
            evidence: own.iter().flat_map(|share| share.evidence.iter().cloned()).collect(),
        }
    };
    reader.label_names().into_iter().map(of_label).collect()
}
