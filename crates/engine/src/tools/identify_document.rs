//! Tool `identify_document`: sets the label of the document.

use super::draft::Identity;
use super::{Answer, Toolbox, arguments, fields_of, reply};
use crate::provider::Tool;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::fmt::Write;
use touchstone_core::pack::Pack;

pub(super) const NAME: &str = "identify_document";
const ABOUT: &str = "Says what the document is. Values saved before are kept.";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {
    /// One of the labels in your instructions.
    label: String,
    /// The document's own name for itself, if none of the labels fits it.
    proposed_label: Option<String>,
    /// How sure you are, 0 to 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    confidence: f64,
    /// In one sentence, what on the page shows it.
    #[schemars(length(max = 500))]
    reason: String,
}

/// The tool with the pack's labels in its schema.
pub(super) fn tool(pack: &Pack) -> Tool {
    let mut tool = super::tool::<Arguments>(NAME, ABOUT);
    tool.schema["properties"]["label"]["enum"] = labels(pack).collect();
    tool
}

pub(super) fn labels(pack: &Pack) -> impl Iterator<Item = &str> {
    pack.labels.iter().map(|label| label.name.as_str())
}

pub(super) fn run(toolbox: &mut Toolbox<'_>, input: Value) -> Answer {
    let given: Arguments = arguments(input)?;
    if toolbox.pack.label(&given.label).is_none() {
        let known: Vec<&str> = labels(toolbox.pack).collect();
        return Err(format!(
            "There is no label `{}`; the labels are {}. For anything else take `{}` and propose a label.",
            given.label,
            known.join(", "),
            toolbox.pack.fallback
        ));
    }
    let mut saved = format!("The document is taken down as {}.", given.label);
    if toolbox.draft.is_blank() {
        saved.push_str(" Save its values next.");
    }
    if given.label != toolbox.listed {
        let fields = fields_of(toolbox.pack, &given.label);
        let _infallible = write!(
            saved,
            " Your instructions list the fields of another form; it has these.\n\n{fields}"
        );
    }
    toolbox.draft.identify(Identity {
        label: given.label,
        proposed_label: given.proposed_label.filter(|label| !label.trim().is_empty()),
        confidence: given.confidence,
        reason: given.reason,
    });
    Ok(reply(saved))
}
