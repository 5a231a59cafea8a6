//! The words of a page as lines of text, in reading order.

use touchstone_core::text::{self, Span};
use touchstone_intake::{Page, Region, Word};

/// One text line per printed line, with gaps between columns kept visible; blocks are separated by an empty line.
pub(crate) fn text_of(page: &Page) -> String {
    let words = &page.reading.words;
    let blocks = page.reading.blocks.iter().filter_map(|block| {
        let (from, to) = (block.words.0 as usize, block.words.1 as usize);
        words.get(from..to).map(lines)
    });
    blocks.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// Keeps only the words within these parts, if given: other words become empty and keep their numbers.
pub(crate) fn cut_to(mut page: Page, parts: Option<&[Region]>) -> Page {
    let Some(parts) = parts else { return page };
    for word in &mut page.reading.words {
        if !parts.iter().any(|part| part.holds(&word.region)) {
            word.text.clear();
        }
    }
    page
}

/// Places of a text on a cut page, as `text::find` returns them, but not across removed words.
pub(super) fn find(wanted: &str, page: &Page, near: Option<Region>) -> Vec<Span> {
    let words = &page.reading.words;
    let is_whole = |span: &Span| {
        let found = &words[span.words.0 as usize..span.words.1 as usize];
        found.iter().all(|word| !word.text.is_empty())
    };
    let mut spans = text::find(wanted, &page.reading, near);
    spans.retain(is_whole);
    spans
}

fn lines(words: &[Word]) -> String {
    let mut text = String::new();
    let mut last: Option<&Word> = None;
    for word in words.iter().filter(|word| !word.text.is_empty()) {
        if let Some(last) = last {
            text.push_str(between(last, word));
        }
        text.push_str(&word.text);
        last = Some(word);
    }
    text
}

fn between(last: &Word, next: &Word) -> &'static str {
    let height = last.region.height.min(next.region.height);
    let same_line = last.region.overlap_y(&next.region) >= 0.5 * height && next.region.x >= last.region.x;
    let gap = next.region.x - (last.region.x + last.region.width);
    match (same_line, gap > 2.0 * height) {
        (false, _) => "\n",
        (true, true) => "   ",
        (true, false) => " ",
    }
}
