//! Tool `complete_extraction`: marks the form as finished, unless it plainly is not.

use super::{Answer, Toolbox, arguments, reply};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

pub(super) const NAME: &str = "complete_extraction";
pub(super) const ABOUT: &str =
    "Marks the form as finished. Refused while the document is not identified or nothing is saved.";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {}

pub(super) fn run(toolbox: &mut Toolbox<'_>, input: Value) -> Answer {
    let Arguments {} = arguments(input)?;
    let draft = &toolbox.draft;
    let Some(identity) = draft.identity() else {
        return Err("The document is not identified yet: call identify_document first.".to_owned());
    };
    // A blank form gets the fallback label, so it has nothing to save.
    if draft.is_blank() && identity.label != toolbox.pack.fallback {
        return Err(format!(
            "Nothing is saved. Save what the page shows; if the form is blank, identify the document as {}.",
            toolbox.pack.fallback
        ));
    }
    toolbox.draft.complete();
    Ok(reply(
        "The form is finished. Tell the person in a sentence or two what you found.",
    ))
}
