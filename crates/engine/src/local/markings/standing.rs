//! How a printed marking stands on its line: alone, apart from other words, before the eyes, after a caption, in running
//! text or between quotation marks. Not here: what that makes of it (see `verdict`).

use super::super::layout::Layout;
use crate::grammar::{Banner, Grammar};

/// Words closer than so many font sizes belong together.
const BESIDE: f32 = 1.6;
/// Print so much larger than that of the page stands out.
const LARGE: f32 = 1.4;
/// A marking in single letters has at least so many of them.
const SPACED: usize = 5;
/// A caption has at most so many words: `OVERALL SECURITY CLASSIFICATION:`.
const CAPTION_WORDS: usize = 4;
const QUOTES: [char; 9] = ['"', '“', '”', '„', '\'', '‘', '’', '«', '»'];

/// Where a marking stands among the words of its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// Nothing else is on the line.
    Alone,
    /// Other words are on the line, none of them near.
    Apart,
    /// It begins the line letter by letter, follows the break of a message, or is set larger than the words around it.
    Prominent,
    /// The value of a caption, and nothing after it.
    Captioned,
    /// Words in capitals or numbers stand beside it.
    Beside,
    /// Part of a sentence.
    Running,
    Quoted,
}

/// How a marking stands among the `words` of its line, which begins in row `row` of the page.
pub(super) fn of(grammar: &Grammar, layout: &Layout, words: &[usize], row: usize, banner: &Banner) -> Standing {
    let (from, to) = banner.words;
    let text = |at: usize| layout.word(words[at]).text.as_str();
    let quoted = |text: &str| text.starts_with(QUOTES) || text.trim_end_matches(['.', ',']).ends_with(QUOTES);
    if (from..to).any(|at| quoted(text(at)) && text(at).chars().filter(|c| c.is_alphanumeric()).count() > 1) {
        return Standing::Quoted;
    }
    let near = |left: usize, right: usize| {
        let gap = layout.region(words[right]).x - layout.region(words[left]).right();
        gap < BESIDE * layout.word(words[left]).size.max(1.0) && says(text(left)) && says(text(right))
    };
    let before = from > 0 && near(from - 1, from);
    let after = to < words.len() && near(to - 1, to);
    if from > 0 && text(from - 1).ends_with(':') {
        let caption = (0..from).rev().skip(1).take_while(|at| near(*at, at + 1)).count() + 1;
        let captioned = !after && caption <= CAPTION_WORDS;
        return if captioned {
            Standing::Captioned
        } else {
            Standing::Running
        };
    }
    if from == 0 && (spaced(layout, &words[..to]) || after_break(grammar, layout, row))
        || stands_out(layout, words, banner)
    {
        return Standing::Prominent;
    }
    let small = |at: usize| text(at).chars().any(char::is_lowercase);
    if before && small(from - 1) || after && small(to) {
        Standing::Running
    } else if before || after {
        Standing::Beside
    } else if (0..from).chain(to..words.len()).any(|at| says(text(at))) {
        Standing::Apart
    } else {
        Standing::Alone
    }
}

/// Whether a word says anything: a speck or a rule of dashes does not.
fn says(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphanumeric()).count() > 1 || text.contains(':')
}

fn spaced(layout: &Layout, words: &[usize]) -> bool {
    let single = |word: &&usize| layout.word(**word).text.chars().count() == 1;
    words.iter().filter(single).count() >= SPACED
}

/// Whether the line before ends the head of a message.
fn after_break(grammar: &Grammar, layout: &Layout, row: usize) -> bool {
    let before = row.checked_sub(1).and_then(|row| layout.rows.get(row));
    before.is_some_and(|before| {
        let text = layout.text(&before.words);
        grammar
            .vocabulary()
            .sheets
            .breaks
            .iter()
            .any(|known| text.trim() == known)
    })
}

/// Whether the marking is larger than the page's print, and than the words next to it.
fn stands_out(layout: &Layout, words: &[usize], banner: &Banner) -> bool {
    let (from, to) = banner.words;
    let size = |word: &usize| layout.word(*word).size;
    let own = words[from..to].iter().map(size).fold(f32::MAX, f32::min);
    let mut all: Vec<f32> = layout.page.reading.words.iter().map(|word| word.size).collect();
    all.sort_by(f32::total_cmp);
    let usual = all.get(all.len() / 2).copied().unwrap_or(own);
    let beside = [from.checked_sub(1), Some(to)].into_iter().flatten();
    let smaller = beside
        .filter_map(|at| words.get(at))
        .all(|word| size(word) * LARGE <= own);
    own >= LARGE * usual.max(1.0) && smaller
}
