//! Tool `get_document_text`: the text of the form's pages.

use super::fence::fenced;
use super::{Answer, Toolbox, arguments, lines};
use crate::provider::Part;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

pub(super) const NAME: &str = "get_document_text";
pub(super) const ABOUT: &str = "Reads the text of the document's pages. Long documents come in parts: ask for the page, and the letter, that the answer names next.";

/// Max characters in one answer. A page that would exceed it begins the next answer where possible.
const LONGEST: usize = 40_000;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {
    /// The page to begin with; the first page when omitted.
    #[schemars(range(min = 1))]
    from_page: Option<u32>,
    /// Letters of that page to skip, to read the rest of a page that one answer could not hold; 0 when omitted.
    #[schemars(range(min = 0))]
    from_letter: Option<u32>,
}

pub(super) async fn run(toolbox: &Toolbox<'_>, input: Value) -> Answer {
    let Arguments { from_page, from_letter } = arguments(input)?;
    let (mut parts, more) = read(toolbox, from_page, from_letter.unwrap_or(0) as usize).await?;
    parts.extend(more.map(Part::text));
    Ok(parts)
}

/// The whole text, if one answer holds it.
pub(super) async fn whole(toolbox: &Toolbox<'_>) -> Option<Vec<Part>> {
    match read(toolbox, None, 0).await {
        Ok((parts, None)) => Some(parts),
        // A page that cannot be read is reported to the call that reads it.
        Ok((_, Some(_))) | Err(_) => None,
    }
}

/// The parts of one answer, and how to continue.
async fn read(
    toolbox: &Toolbox<'_>,
    from_page: Option<u32>,
    passed: usize,
) -> Result<(Vec<Part>, Option<String>), String> {
    let last = toolbox.extent.last_page;
    let first = from_page.unwrap_or(toolbox.extent.first_page);
    let mut answer = PageTexts::default();
    for number in first..=last.max(first) {
        if number != first && toolbox.extent.is_foreign(number) {
            continue;
        }
        let page = toolbox.page(number).await?;
        let passed = if number == first { passed } else { 0 };
        let more = answer.add(number, last, &lines::text_of(&page), passed);
        if more.is_some() {
            return Ok((answer.parts, more));
        }
    }
    Ok((answer.parts, None))
}

/// The texts of pages in one answer.
#[derive(Default)]
pub(super) struct PageTexts {
    pub parts: Vec<Part>,
    letters: usize,
}

impl PageTexts {
    /// Adds a page without the letters that an earlier answer held. Returns how to continue if the answer is full.
    pub(super) fn add(&mut self, number: u32, last: u32, text: &str, passed: usize) -> Option<String> {
        let length = text.chars().count().saturating_sub(passed);
        if self.letters > 0 && self.letters + length > LONGEST {
            return Some(format!(
                "(Pages {number} to {last} follow: call again with from_page {number}.)"
            ));
        }
        self.letters += length;
        let shown: String = text.chars().skip(passed).take(LONGEST).collect();
        let text = fenced(&format!("page number=\"{number}\""), &shown);
        self.parts.push(Part::text(text).of_page(number));
        let next = passed + LONGEST;
        (length > LONGEST)
            .then(|| format!("(Page {number} goes on: call again with from_page {number} and from_letter {next}.)"))
    }
}
