//! Tool `get_document_text`: the text of one document of the stack.

use super::StackTools;
use crate::provider::Part;
use crate::tools::get_document_text::PageTexts;
use crate::tools::{Answer, arguments, text_of};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

pub(super) const NAME: &str = "get_document_text";
pub(super) const ABOUT: &str = "Reads the text of a document, named by its position. Long documents come in parts: ask for the page, and the letter, that the answer names next.";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {
    /// Position of the document in the stack.
    #[schemars(range(min = 1))]
    document: u32,
    /// The page to begin with; the first page when omitted.
    #[schemars(range(min = 1))]
    from_page: Option<u32>,
    /// Letters of that page to skip; 0 when omitted.
    #[schemars(range(min = 0))]
    from_letter: Option<u32>,
}

pub(super) async fn run(tools: &StackTools<'_>, input: Value) -> Answer {
    let asked: Arguments = arguments(input)?;
    let passed = asked.from_letter.unwrap_or(0) as usize;
    let (mut parts, more) = read(tools, asked.document, asked.from_page.unwrap_or(1), passed).await?;
    parts.extend(more.map(Part::text));
    Ok(parts)
}

/// The whole text, if one answer holds it.
pub(super) async fn whole(tools: &StackTools<'_>, position: u32) -> Option<Vec<Part>> {
    match read(tools, position, 1, 0).await {
        Ok((parts, None)) => Some(parts),
        // A page that cannot be read is reported to the call that reads it.
        Ok((_, Some(_))) | Err(_) => None,
    }
}

/// The parts of one answer, and how to continue.
async fn read(
    tools: &StackTools<'_>,
    position: u32,
    first: u32,
    passed: usize,
) -> Result<(Vec<Part>, Option<String>), String> {
    let document = tools.document(position).await?;
    let last = document.pages.unwrap_or(0);
    if !(1..=last).contains(&first) {
        return Err(format!("Document {position} has no page {first}: it has {last} pages."));
    }
    let mut answer = PageTexts::default();
    for number in first..=last {
        let page = tools.page(&document, number).await?;
        let passed = if number == first { passed } else { 0 };
        let more = answer.add(number, last, &text_of(&page), passed);
        if more.is_some() {
            return Ok((answer.parts, more));
        }
    }
    Ok((answer.parts, None))
}
