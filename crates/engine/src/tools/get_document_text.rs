//! Tool `get_document_text`: the text of the form's pages.

use super::{Answer, Toolbox, arguments, lines};
use crate::provider::Part;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

pub(super) const NAME: &str = "get_document_text";
pub(super) const ABOUT: &str = "Reads the text of the document's pages. Long documents come in parts: ask for the page that the answer names next.";

/// Letters of one answer.
const LONGEST: usize = 40_000;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {
    /// The page to begin with; the first one when left out.
    #[schemars(range(min = 1))]
    from_page: Option<u32>,
}

pub(super) async fn run(toolbox: &Toolbox<'_>, input: Value) -> Answer {
    let Arguments { from_page } = arguments(input)?;
    let (first, last) = toolbox.range;
    let mut parts = Vec::new();
    let mut letters = 0;
    for number in from_page.unwrap_or(first)..=last.max(from_page.unwrap_or(first)) {
        let page = toolbox.page(number).await?;
        let lines = lines::text_of(&page);
        if letters > 0 && letters + lines.len() > LONGEST {
            let more = format!("(Pages {number} to {last} follow: call again with from_page {number}.)");
            parts.push(Part::text(more));
            return Ok(parts);
        }
        letters += lines.len();
        let shown: String = lines.chars().take(LONGEST).collect();
        let text = format!("<page number=\"{number}\">\n{shown}\n</page>\n");
        parts.push(Part::text(text).of_page(number));
    }
    Ok(parts)
}
