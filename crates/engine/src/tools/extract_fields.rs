//! Tool `extract_fields`: saves values, each with the words that show it.

use super::quotes::{Claim, prove};
use super::{Answer, Toolbox, arguments, refusal, reply};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

pub(super) const NAME: &str = "extract_fields";
pub(super) const ABOUT: &str = "Saves values. Each needs the page and the exact words that show it; values that are not printed are left out. Rows of a list are saved part by part, in order.";

/// Small models save the same values again unless told what comes next.
const NEXT: &str = "Once nothing that is printed is left, call complete_extraction.";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {
    #[schemars(length(min = 1, max = 500))]
    fields: Vec<Claim>,
}

/// Saves what is proven and reports the rest with reasons, so that only those have to be sent again.
pub(super) async fn run(toolbox: &mut Toolbox<'_>, input: Value) -> Answer {
    let Arguments { fields } = arguments(input)?;
    let count = fields.len();
    let mut complaints = Vec::new();
    for claim in &fields {
        let saved = match prove(toolbox, claim).await {
            Ok(proven) => toolbox
                .draft
                .set(&proven.path, proven.value, proven.note)
                .map_err(|error| error.to_string()),
            Err(why) => Err(why),
        };
        complaints.extend(saved.err());
    }
    let saved = count - complaints.len();
    if complaints.is_empty() {
        return Ok(reply(format!("Saved {saved} values. {NEXT}")));
    }
    let complaints = refusal(&format!("Saved {saved} values. Not saved"), &complaints);
    Err(format!("{complaints}\n{NEXT}"))
}
