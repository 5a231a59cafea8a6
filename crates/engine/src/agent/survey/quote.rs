//! Evidence for a model's quotes, located by our own search. A quote that is not found is kept as claimed, so that V4
//! reports the fabrication.

use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use touchstone_core::record::Evidence;
use touchstone_core::text;
use touchstone_intake::{PageSource, Reading};

/// Words that a model claims are on a page.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(in crate::agent) struct Quote {
    pub page: u32,
    #[serde(rename = "quote")]
    pub words: String,
    /// Captions beside it.
    #[serde(default)]
    pub anchors: Vec<String>,
}

pub(super) fn schema() -> Value {
    super::object(json!({
        "page": {"type": "integer", "minimum": 1},
        "quote": {"type": "string", "description": "words of the page, copied exactly, without line numbers"},
        "anchors": {"type": "array", "items": {"type": "string"},
            "description": "captions or headings on the same page that say what the quote is"},
    }))
}

/// Evidence with the place of the words in a reading, or as claimed and without a place if not found.
pub(super) fn placed(page: u32, reading: &Reading, quote: &str) -> Evidence {
    let found = text::find(quote, reading, None).into_iter().next();
    let (words, regions, quoted) = match found {
        // A letter read as a digit stays visible in the quote, and V4 doubts it.
        Some(span) if span.repaired => (span.words, span.regions, quote.to_owned()),
        Some(span) => (span.words, span.regions, span.quote),
        None => ((0, 0), Vec::new(), quote.to_owned()),
    };
    Evidence {
        page,
        reading: reading.number,
        words,
        regions,
        quote: quoted,
        anchors: Vec::new(),
    }
}

/// Whether the search found the words.
pub(in crate::agent) fn is_placed(evidence: &Evidence) -> bool {
    evidence.words.0 < evidence.words.1
}

/// Locates quotes, reading each page once.
pub(in crate::agent) struct Finder<'a> {
    pages: &'a dyn PageSource,
    readings: HashMap<u32, Reading>,
}

impl<'a> Finder<'a> {
    pub(in crate::agent) fn new(pages: &'a dyn PageSource) -> Self {
        let readings = HashMap::new();
        Self { pages, readings }
    }

    /// Evidence for every non-empty quote; quotes of a nonexistent page stay as claimed.
    pub(in crate::agent) async fn all(&mut self, quotes: &[Quote]) -> Vec<Evidence> {
        let mut evidence = Vec::new();
        for quote in quotes.iter().filter(|quote| !quote.words.trim().is_empty()) {
            let reading = self.reading(quote.page).await;
            evidence.push(Evidence {
                anchors: quote
                    .anchors
                    .iter()
                    .filter(|anchor| !anchor.trim().is_empty())
                    .cloned()
                    .collect(),
                ..placed(quote.page, reading, &quote.words)
            });
        }
        evidence
    }

    async fn reading(&mut self, page: u32) -> &Reading {
        if !self.readings.contains_key(&page) {
            let known = (1..=self.pages.page_count()).contains(&page);
            let loaded = if known { self.pages.page(page).await.ok() } else { None };
            let reading = loaded.map_or_else(Reading::empty, |page| page.reading);
            self.readings.insert(page, reading);
        }
        &self.readings[&page]
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::tools::tests::Lines;

    #[tokio::test]
    async fn quotes_get_the_place_where_they_stand_or_none() {
        let pages = Lines::of(&["Genomic report\nBRCA1 c.68_69delAG found", "No prior testing"]);
        let quote = |page, quote: &str| Quote {
            page,
            words: quote.to_owned(),
            anchors: Vec::new(),
        };
        for (claimed, placed, quoted) in [
            (quote(1, "genomic REPORT"), true, "Genomic report"),
            (quote(1, "c.68_69delAG"), true, "c.68_69delAG"),
            (quote(2, "BRCA1 c.68_69delAG found"), false, "BRCA1 c.68_69delAG found"),
            (quote(1, "c.68_70delAG"), false, "c.68_70delAG"),
            (quote(9, "Genomic report"), false, "Genomic report"),
        ] {
            let found = Finder::new(&pages).all(std::slice::from_ref(&claimed)).await;
            assert_eq!(is_placed(&found[0]), placed, "{claimed:?}");
            assert_eq!((found[0].quote.as_str(), found[0].page), (quoted, claimed.page));
        }
        assert_eq!(Finder::new(&pages).all(&[quote(1, " ")]).await, []);
    }
}
