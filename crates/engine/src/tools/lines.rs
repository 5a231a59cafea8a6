//! The words of a page as lines of text, as a person would read them aloud to somebody.

use touchstone_intake::{Page, Region, Word};

/// One line a printed line, with gaps between columns left visible; blocks apart by an empty line.
pub(crate) fn text_of(page: &Page) -> String {
    let words = &page.reading.words;
    let blocks = page.reading.blocks.iter().filter_map(|block| {
        let (from, to) = (block.words.0 as usize, block.words.1 as usize);
        words.get(from..to).map(lines)
    });
    blocks.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// The same of a part of a page; the whole page where none is named.
pub(crate) fn text_within(page: &Page, part: Option<Region>) -> String {
    let Some(part) = part else { return text_of(page) };
    let inside = |word: &&Word| {
        let (x, y) = word.region.center();
        part.contains_point(x, y)
    };
    let words: Vec<Word> = page.reading.words.iter().filter(inside).cloned().collect();
    lines(&words)
}

fn lines(words: &[Word]) -> String {
    let mut text = String::new();
    let mut last: Option<&Word> = None;
    for word in words {
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
