//! Tool `find_text`: finds words on the form's pages.

use super::{Answer, Toolbox, arguments, lines};
use crate::provider::Part;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::fmt::Write;
use touchstone_intake::Word;

pub(super) const NAME: &str = "find_text";
pub(super) const ABOUT: &str = "Finds words on the pages, with the words around them. Digits must match exactly.";

/// Max places in one answer.
const MOST: usize = 10;
/// Words shown on each side.
const AROUND: usize = 8;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {
    /// The words to find.
    #[schemars(length(min = 1, max = 200))]
    text: String,
}

pub(super) async fn run(toolbox: &Toolbox<'_>, input: Value) -> Answer {
    let Arguments { text: wanted } = arguments(input)?;
    let mut parts = Vec::new();
    let mut count = 0;
    for number in toolbox.extent.pages() {
        let page = toolbox.page(number).await?;
        let words = &page.reading.words;
        let mut places = String::new();
        for span in lines::find(&wanted, &page, None).into_iter().take(MOST - count) {
            let (from, to) = (span.words.0 as usize, span.words.1 as usize);
            let before = joined(&words[from.saturating_sub(AROUND)..from]);
            let after = joined(&words[to..(to + AROUND).min(words.len())]);
            let _infallible = writeln!(places, "page {number}: {before} >>{}<< {after}", span.quote);
            count += 1;
        }
        if !places.is_empty() {
            parts.push(Part::text(places).of_page(number));
        }
    }
    if count == 0 {
        return Err(format!("\"{wanted}\" is nowhere on these pages."));
    }
    Ok(parts)
}

/// The words that belong to the form.
fn joined(words: &[Word]) -> String {
    let own = words
        .iter()
        .map(|word| word.text.as_str())
        .filter(|text| !text.is_empty());
    own.collect::<Vec<_>>().join(" ")
}
