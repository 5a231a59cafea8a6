//! Tool `get_current_extraction`: shows the current draft.

use super::{Answer, Toolbox, arguments, reply};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

pub(super) const NAME: &str = "get_current_extraction";
pub(super) const ABOUT: &str = "Shows what the document is said to be and all values saved so far.";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {}

pub(super) fn run(toolbox: &Toolbox<'_>, input: Value) -> Answer {
    let Arguments {} = arguments(input)?;
    let draft = &toolbox.draft;
    Ok(reply(
        json!({
            "label": draft.label(),
            "identified": draft.identity().is_some(),
            "completed": draft.is_completed(),
            "fields": draft.values(),
        })
        .to_string(),
    ))
}
