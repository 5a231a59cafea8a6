//! Places of signature texts on a page and their role: naming the document, inside a sentence, or alone on a line.
//! See `signatures` for their weights.

use crate::page::model::Layout;
use crate::page::search::Found;
use crate::page::tolerances::WORD_SPACE;
use touchstone_intake::Region;

/// A place where a signature text is printed.
pub(crate) struct Hit {
    pub text: usize,
    pub words: Vec<usize>,
    pub place: Region,
    /// Whether it is inside a sentence, which only mentions it: `report it on Form 1040 or 1040-SR`.
    pub mention: bool,
    /// Whether it ends a line of other words: `9 Household taxes. Attach Schedule H`.
    pub follows: bool,
    /// Whether its line has nothing else but numbers: `PURCHASE ORDER 4471`.
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

    /// A form number that is printed too large to share a row with the word before it.
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

/// Whether the piece of print that holds some words has no other word with letters.
fn is_alone(layout: &Layout, words: &[usize]) -> bool {
    let last = words[words.len() - 1];
    // Text ending with a colon or a comma is a caption or a salutation.
    let ends = !layout.word(last).text.ends_with([':', ',']);
    let numbers = |word: &usize| layout.folded[*word].iter().all(u8::is_ascii_digit);
    let piece = layout.pieces.iter().find(|piece| piece.words.contains(&words[0]));
    ends && piece.is_some_and(|piece| piece.words.iter().all(|word| words.contains(word) || numbers(word)))
}

/// Whether a found text follows at least three words of a line, a word space apart.
fn follows(layout: &Layout, found: &Found) -> bool {
    let before = std::iter::successors(Some(found.words[0]), |&word| {
        layout.left_of(word).filter(|&left| {
            let gap = layout.gap(left, word);
            gap < WORD_SPACE * layout.word(left).size && layout.folded[left].iter().any(u8::is_ascii_alphabetic)
        })
    });
    before.take(4).count() == 4
}

/// Whether a found text continues or follows a lower-case word. A letter that is itself the `substitute Form
/// 1099-INT` states that in a sentence.
fn is_mention(layout: &Layout, found: &Found) -> bool {
    let (first, last) = (found.words[0], found.words[found.words.len() - 1]);
    let near = |left: usize, right: usize| {
        let gap = layout.gap(left, right);
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
    // The end of a sentence that began on the line above: `Also, please use` above `Form 1040-V.`
    let ends = layout.word(last).text.ends_with(['.', ',', ';']);
    let wrapped = || before.is_none() && above(layout, first).is_some_and(|word| lower(&word));
    before.is_some_and(|word| lower(&word)) || goes_on && after.is_some_and(|word| lower(&word)) || ends && wrapped()
}

/// The last word of the line of print directly above the line that a word begins.
fn above(layout: &Layout, first: usize) -> Option<usize> {
    let (own, size) = (layout.region(first), layout.word(first).size);
    let piece = layout.pieces.iter().find(|piece| {
        let gap = own.y - piece.region.bottom();
        (-0.4 * size..size).contains(&gap) && (piece.region.x - own.x).abs() < size
    })?;
    piece.words.last().copied()
}
