//! What the model is told: the instructions of `prompts/`, the labels and fields of the pack, and the task. The beginning is
//! the same for every form of a label, so that providers can cache it.

use crate::pack::{FieldSpec, Pack};
use crate::provider::{Ask, Effort, Message, Model, Part, Request};
use crate::record::{Assignment, Format};
use crate::tools::tools;
use std::fmt::Write;

const EXTRACTOR: &str = include_str!("prompts/extractor.md");
/// Tokens of one answer: a form of a hundred values with quotes fits.
const MAX_TOKENS: u32 = 16_000;
/// The attempt that keeps critical fields only (DESIGN 3).
const CRITICAL_ONLY: u32 = 3;

/// `guide` is the pack's own wording for the stage, or the user's.
pub(super) fn request(
    pack: &Pack,
    guide: &str,
    assignment: &Assignment,
    pictures: Vec<Part>,
    model: &Model,
) -> Request {
    let parts = pictures.into_iter().chain([Part::text(task(assignment))]);
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
    let template = pack.template_for(label);
    let _infallible = writeln!(text, "\n## Fields of {} (`{label}`)\n", template.title);
    for spec in &template.fields {
        field(&mut text, spec, "");
    }
    text
}

fn field(text: &mut String, spec: &FieldSpec, indent: &str) {
    let place = spec
        .location
        .as_deref()
        .map(|place| format!("{place}; "))
        .unwrap_or_default();
    let required = if spec.required { "; required" } else { "" };
    let _infallible = writeln!(
        text,
        "{indent}- `{}` ({place}{}{required}): {}",
        spec.name, spec.format, spec.description
    );
    if spec.format == Format::List {
        for part in &spec.parts {
            field(text, part, "  ");
        }
    }
}

fn task(assignment: &Assignment) -> String {
    let plan = &assignment.plan;
    let mut text = format!("Fill the form on pages {} to {}.", plan.first_page, plan.last_page);
    let copies: Vec<&str> = plan.sheets.iter().filter_map(|sheet| sheet.copy.as_deref()).collect();
    if !copies.is_empty() {
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

/// What a later attempt is told beyond the task; it differs from attempt to attempt, so it comes behind all that does not.
pub(super) fn again(assignment: &Assignment) -> Option<String> {
    let mut told = Vec::new();
    if assignment.previous.is_some() {
        told.push("The values of the attempt before are loaded; correct them instead of saving all again.".to_owned());
    }
    if let Some(feedback) = &assignment.feedback {
        told.push(format!("What was wrong with it:\n{feedback}"));
    }
    if assignment.number >= CRITICAL_ONLY {
        told.push(
            "This is the last attempt. Save only values that you see beyond doubt; if the required ones are not there, the \
             document is something else."
                .to_owned(),
        );
    }
    (!told.is_empty()).then(|| told.join("\n\n"))
}
