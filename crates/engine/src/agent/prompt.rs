//! Assembles the prompt: the instructions of `prompts/`, the labels and fields of the pack, and the task. The
//! beginning is the same for every form of a label, so that providers can cache it.

use crate::provider::{Ask, Effort, Message, Model, Part, Request};
use crate::tools::{fields_of, tools};
use std::fmt::Write;
use touchstone_core::pack::Pack;
use touchstone_core::record::Assignment;
use touchstone_intake::{Page, Region};

const EXTRACTOR: &str = include_str!("prompts/extractor.md");
/// Max tokens of one answer: enough for a form of a hundred values with quotes.
const MAX_TOKENS: u32 = 16_000;
/// The attempt that keeps critical fields only.
const CRITICAL_ONLY: u32 = 3;
/// Max characters of the line that identifies a part of a page.
const FIRST_LETTERS: usize = 80;

/// `guide` is the pack's wording for the stage, or the user's; `shown` describes the form's part of shared pages.
pub(super) fn request(
    pack: &Pack,
    guide: &str,
    assignment: &Assignment,
    pictures: Vec<Part>,
    shown: &[String],
    model: &Model,
) -> Request {
    let parts = pictures.into_iter().chain([Part::text(task(assignment, shown))]);
    Request {
        system: format!("{EXTRACTOR}\n{guide}\n\n{}", described(pack, &assignment.label)),
        messages: vec![Message::User {
            results: Vec::new(),
            parts: parts.collect(),
        }],
        ask: Ask::Tools(tools(pack, model.can.images)),
        max_tokens: MAX_TOKENS,
        effort: Some(Effort::Low),
        cache_key: None,
    }
}

pub(super) fn described(pack: &Pack, label: &str) -> String {
    let mut text = String::from("## Labels\n\n");
    for label in &pack.labels {
        let _infallible = writeln!(text, "- `{}`: {}", label.name, label.description);
    }
    text.push('\n');
    text.push_str(&fields_of(pack, label));
    text
}

fn task(assignment: &Assignment, shown: &[String]) -> String {
    let plan = &assignment.plan;
    let mut text = format!("Fill the form on {}.", pages(plan.first_page, plan.last_page));
    for part in shown {
        let _infallible = write!(text, " {part}");
    }
    let copies: Vec<&str> = plan.sheets.iter().filter_map(|sheet| sheet.copy.as_deref()).collect();
    if copies.len() > 1 {
        let _infallible = write!(
            text,
            " It is printed several times ({}); the copies say the same.",
            copies.join(", ")
        );
    }
    if let Some(year) = assignment.expected_year {
        let _infallible = write!(
            text,
            " It should be of the tax year {year}; save the year that is printed, whichever it is."
        );
    }
    text
}

pub(super) fn pages(first: u32, last: u32) -> String {
    if first == last {
        format!("page {first}")
    } else {
        format!("pages {first} to {last}")
    }
}

/// Describes the form's part of a page and its first printed line.
pub(super) fn part_of(page: &Page, part: &Region, text: &str) -> String {
    let percent = |at: f32, of: f32| (100.0 * at / of.max(1.0)).clamp(0.0, 100.0).round();
    let mut described_part = format!(
        "Other forms share page {} with it, and you are given its own part of that page: from {} % to {} % of the height \
         and from {} % to {} % of the width.",
        page.number,
        percent(part.y, page.height),
        percent(part.bottom(), page.height),
        percent(part.x, page.width),
        percent(part.right(), page.width)
    );
    if let Some(line) = text.lines().find(|line| !line.trim().is_empty()) {
        let line: String = line.trim().chars().take(FIRST_LETTERS).collect();
        let _infallible = write!(described_part, " What is printed first in it: \"{line}\".");
    }
    described_part
}

/// Addition to the task for a later attempt. It differs per attempt, so it follows everything that does not.
pub(super) fn again(assignment: &Assignment) -> Option<String> {
    let mut notes = Vec::new();
    if assignment.previous.is_some() {
        notes.push("The values of the attempt before are loaded; correct them instead of saving all again.".to_owned());
    }
    if let Some(feedback) = &assignment.feedback {
        notes.push(format!("What was wrong with it:\n{feedback}"));
    }
    if assignment.number >= CRITICAL_ONLY {
        notes.push(
            "This is the last attempt. Save only values that you see beyond doubt; if the required ones are not there, the \
             document is something else."
                .to_owned(),
        );
    }
    (!notes.is_empty()).then(|| notes.join("\n\n"))
}
