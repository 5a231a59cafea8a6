//! Evidence in context: its paragraph with two before and three after it (seed 003, slide 9). Pure. Evidence that is
//! not at its claimed place is searched for on its page; if it is not found, the page is shown from its beginning, so
//! that an expert sees what is there rather than what is claimed.

use crate::export::{RegionResult, TextContext};
use std::ops::Range;
use touchstone_core::record::Evidence;
use touchstone_core::text::{agrees, find, joined};
use touchstone_intake::{Reading, Region};

/// Number of paragraphs shown before and after.
const BEFORE: usize = 2;
const AFTER: usize = 3;

/// Returns evidence in context. `reading` is the one that the evidence names.
pub fn context(evidence: &Evidence, reading: Option<&Reading>) -> TextContext {
    let paragraphs = reading.map(paragraphs).unwrap_or_default();
    let place = reading.and_then(|reading| place(evidence, reading, &paragraphs));
    let (before, at, after) = around(&paragraphs, place.clone());
    TextContext {
        page: evidence.page,
        quote: evidence.quote.clone(),
        anchors: evidence.anchors.clone(),
        found: place.is_some(),
        before,
        at,
        after,
        regions: evidence.regions.iter().map(RegionResult::from).collect(),
    }
}

/// A page without a particular place: its beginning, or the place of a text on it.
pub fn page_context(page: u32, reading: &Reading, quote: &str) -> TextContext {
    let spans = if quote.is_empty() {
        Vec::new()
    } else {
        find(quote, reading, None)
    };
    let evidence = Evidence {
        page,
        reading: reading.number,
        words: spans.first().map_or((0, 0), |span| span.words),
        regions: spans.first().map(|span| span.regions.clone()).unwrap_or_default(),
        quote: quote.to_owned(),
        anchors: Vec::new(),
    };
    context(&evidence, Some(reading))
}

/// A paragraph of a page.
struct Paragraph {
    words: Range<u32>,
    region: Region,
    text: String,
}

/// Returns the blocks with words; a reading without blocks is one paragraph.
fn paragraphs(reading: &Reading) -> Vec<Paragraph> {
    let of_block = reading.blocks.iter().filter_map(|block| {
        let words = reading.words.get(block.words.0 as usize..block.words.1 as usize)?;
        let text = joined(words);
        let words = block.words.0..block.words.1;
        (!text.is_empty()).then_some(Paragraph {
            words,
            region: block.region,
            text,
        })
    });
    let mut found: Vec<Paragraph> = of_block.collect();
    if let (true, Some(first)) = (found.is_empty(), reading.words.first()) {
        let region = reading
            .words
            .iter()
            .fold(first.region, |whole, word| whole.union(&word.region));
        found.push(Paragraph {
            words: 0..reading.words.len() as u32,
            region,
            text: joined(&reading.words),
        });
    }
    found
}

/// Returns the paragraphs that hold the evidence.
fn place(evidence: &Evidence, reading: &Reading, paragraphs: &[Paragraph]) -> Option<Range<usize>> {
    if evidence.quote.trim().is_empty() {
        return nearest(evidence, paragraphs);
    }
    let (from, to) = evidence.words;
    let named = reading.words.get(from as usize..to as usize).unwrap_or_default();
    let words = if agrees(&evidence.quote, &joined(named)).is_some_and(|(_, repaired)| !repaired) {
        evidence.words
    } else {
        let near = evidence.regions.first().copied();
        find(&evidence.quote, reading, near)
            .into_iter()
            .find(|span| !span.repaired)?
            .words
    };
    let holds = |paragraph: &Paragraph| paragraph.words.start < words.1 && words.0 < paragraph.words.end;
    let first = paragraphs.iter().position(holds)?;
    let last = paragraphs.iter().rposition(holds)?;
    Some(first..last + 1)
}

/// Returns the paragraph nearest to a place without words.
fn nearest(evidence: &Evidence, paragraphs: &[Paragraph]) -> Option<Range<usize>> {
    let (x, y) = evidence.regions.first()?.center();
    let distance = |paragraph: &Paragraph| {
        let (own_x, own_y) = paragraph.region.center();
        0.1 * (own_x - x).abs() + (own_y - y).abs()
    };
    let places = 0..paragraphs.len();
    let nearest = places.min_by(|a, b| distance(&paragraphs[*a]).total_cmp(&distance(&paragraphs[*b])))?;
    Some(nearest..nearest + 1)
}

fn around(paragraphs: &[Paragraph], place: Option<Range<usize>>) -> (Vec<String>, Vec<String>, Vec<String>) {
    let texts = |range: Range<usize>| -> Vec<String> {
        let own = &paragraphs[range.start.min(paragraphs.len())..range.end.min(paragraphs.len())];
        own.iter().map(|paragraph| paragraph.text.clone()).collect()
    };
    match place {
        Some(place) => (
            texts(place.start.saturating_sub(BEFORE)..place.start),
            texts(place.clone()),
            texts(place.end..place.end + AFTER),
        ),
        None => (Vec::new(), Vec::new(), texts(0..BEFORE + 1 + AFTER)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use touchstone_intake::{Block, BlockKind, Word};

    fn region(line: usize, word: usize) -> Region {
        Region {
            page: 3,
            x: 40.0 + 50.0 * word as f32,
            y: 40.0 + 20.0 * line as f32,
            width: 45.0,
            height: 10.0,
        }
    }

    fn reading(paragraphs: &[&str]) -> Reading {
        let mut reading = Reading::empty();
        for (line, text) in paragraphs.iter().enumerate() {
            let from = reading.words.len() as u32;
            reading.words.extend(
                text.split(' ')
                    .enumerate()
                    .map(|(at, text)| Word::typed(text, region(line, at), 10.0)),
            );
            reading.blocks.push(Block {
                kind: BlockKind::Paragraph,
                region: region(line, 0),
                words: (from, reading.words.len() as u32),
            });
        }
        reading
    }

    fn claimed(quote: &str, words: (u32, u32)) -> Evidence {
        Evidence {
            page: 3,
            reading: 1,
            words,
            regions: vec![region(4, 0)],
            quote: quote.to_owned(),
            anchors: Vec::new(),
        }
    }

    const PAGE: [&str; 8] = [
        "zero",
        "one",
        "two",
        "three",
        "four words stand here",
        "five",
        "six",
        "seven",
    ];

    #[test]
    fn two_paragraphs_before_and_three_after() {
        let page = reading(&PAGE);
        for (evidence, why) in [
            (claimed("words stand", (5, 7)), "where it says"),
            (claimed("words stand", (0, 2)), "elsewhere on the page"),
            (claimed("", (0, 0)), "a place without words"),
        ] {
            let found = context(&evidence, Some(&page));
            assert!(found.found, "{why}");
            assert_eq!(found.before, ["two", "three"], "{why}");
            assert_eq!(found.at, ["four words stand here"], "{why}");
            assert_eq!(found.after, ["five", "six", "seven"], "{why}");
        }
        let first = context(&claimed("zero", (0, 1)), Some(&page));
        assert_eq!((first.before.len(), first.after.len()), (0, 3));
    }

    #[test]
    fn what_the_page_does_not_say_is_shown_as_it_begins() {
        let page = reading(&PAGE);
        let missing = context(
            &claimed("BRCA1 pathogenic variant c.5266dupC detected", (0, 4)),
            Some(&page),
        );
        assert!(!missing.found && missing.at.is_empty());
        assert_eq!(missing.after, PAGE[..6]);
        assert!(!context(&claimed("zero", (0, 1)), None).found, "no such reading");
    }

    #[test]
    fn a_page_can_be_looked_through_for_a_text() {
        let page = reading(&PAGE);
        assert_eq!(page_context(3, &page, "stand here").at, ["four words stand here"]);
        assert_eq!(page_context(3, &page, "").after.len(), 6);
    }
}
