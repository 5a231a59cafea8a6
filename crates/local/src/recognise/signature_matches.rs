//! Where the texts of signatures stand on a page, and how: as what the paper says of itself, inside a sentence, on a line of
//! their own. Not here: what they weigh (`signatures`).

use crate::page::model::Layout;
use crate::page::search::Found;
use touchstone_intake::Region;

/// Words of one sentence are at most this many font sizes apart.
const WORD_SPACE: f32 = 0.8;

/// A place where a signature text is printed.
pub(crate) struct Hit {
    pub text: usize,
    pub words: Vec<usize>,
    pub place: Region,
    /// Whether it stands inside a sentence, which only talks about it: `report it on Form 1040 or 1040-SR`.
    pub mention: bool,
    /// Whether it ends a line of other words: `9 Household taxes. Attach Schedule H`.
    pub follows: bool,
    /// Whether nothing but a number or a year stands on its line: `PURCHASE ORDER 4471`.
    pub alone: bool,
}

impl Hit {
    pub(crate) fn new(layout: &Layout, text: usize, found: Found) -> Self {
        Self {
            text,
            place: layout.around(&found.words),
            mention: is_mention(layout, &found),
            follows: follows(layout, &found),
            alone: is_alone(layout, &found.words),
            words: found.words,
        }
    }

    /// The number of a form that is printed too large to stand on the line of the word before it.
    pub(crate) fn of_number(layout: &Layout, text: usize, words: &[usize]) -> Self {
        Self {
            text,
            place: layout.around(words),
            words: words.to_vec(),
            mention: false,
            follows: false,
            alone: false,
        }
    }
}

/// Whether no other word of letters stands in the piece of print that holds some words.
fn is_alone(layout: &Layout, words: &[usize]) -> bool {
    let last = words[words.len() - 1];
    // What ends in a colon or a comma is a caption or a salutation.
    let ends = !layout.word(last).text.ends_with([':', ',']);
    let numbers = |word: &usize| layout.folded[*word].iter().all(u8::is_ascii_digit);
    let piece = layout.pieces.iter().find(|piece| piece.words.contains(&words[0]));
    ends && piece.is_some_and(|piece| piece.words.iter().all(|word| words.contains(word) || numbers(word)))
}

/// Whether a found text follows at least three words of a line, a word space apart.
fn follows(layout: &Layout, found: &Found) -> bool {
    let before = std::iter::successors(Some(found.words[0]), |&word| {
        layout.left_of(word).filter(|&left| {
            let gap = layout.region(word).x - layout.region(left).right();
            gap < WORD_SPACE * layout.word(left).size && layout.folded[left].iter().any(u8::is_ascii_alphabetic)
        })
    });
    before.take(4).count() == 4
}

/// Whether a found text goes on or follows a lower-case word. A letter that is the `substitute Form 1099-INT` itself says so
/// in a sentence.
fn is_mention(layout: &Layout, found: &Found) -> bool {
    let (first, last) = (found.words[0], found.words[found.words.len() - 1]);
    let near = |left: usize, right: usize| {
        let gap = layout.region(right).x - layout.region(left).right();
        gap < WORD_SPACE * layout.word(left).size
    };
    let lower = |word: &usize| {
        let text = &layout.word(*word).text;
        text.chars().filter(|c| c.is_alphabetic()).count() > 1 && text.starts_with(|c: char| c.is_lowercase())
    };
    let before = layout.left_of(first).filter(|&word| near(word, first));
    let after = layout.right_of(last).filter(|&word| near(last, word));
    let goes_on = layout
        .word(last)
        .text
        .ends_with(|c: char| c.is_alphanumeric() || c == ')');
    if before.is_some_and(|word| layout.folded[word] == b"substitute") {
        return false;
    }
    // The end of a sentence that began on the line above: `Also, please use` over `Form 1040-V.`
    let ends = layout.word(last).text.ends_with(['.', ',', ';']);
    let wrapped = || before.is_none() && above(layout, first).is_some_and(|word| lower(&word));
    before.is_some_and(|word| lower(&word)) || goes_on && after.is_some_and(|word| lower(&word)) || ends && wrapped()
}

/// The last word of the line of print straight above the one that a word begins.
fn above(layout: &Layout, first: usize) -> Option<usize> {
    let (own, size) = (layout.region(first), layout.word(first).size);
    let piece = layout.pieces.iter().find(|piece| {
        let gap = own.y - piece.region.bottom();
        (-0.4 * size..size).contains(&gap) && (piece.region.x - own.x).abs() < size
    })?;
    piece.words.last().copied()
}
