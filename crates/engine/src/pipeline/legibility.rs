//! Whether a recognised page was hard to read, and what is tried then. Not here: doubtful values (see `checks::doubtful`),
//! and the second looks of pages that bear markings (see `local::markings`).

use touchstone_intake::{Reading, Recipe, Word};

/// What a page that was hard to read is read again with.
pub(super) const REMEDIES: [&str; 3] = [Recipe::FINE, Recipe::CONTRAST, Recipe::DESPECKLE];

/// A word whose least sure character is surer than this was clear.
const CLEAR: f32 = 0.85;
/// A page is hard when less than this share of its letters stands in clear words. Clean print has nine tenths and more.
const SHARE: f32 = 0.75;
/// Fewer letters tell nothing about a page.
const TELLING: usize = 40;

pub(super) fn is_hard(reading: &Reading) -> bool {
    let all: usize = reading.words.iter().filter(|word| recognised(word)).map(letters).sum();
    all >= TELLING && (clear_letters(reading) as f32) < SHARE * all as f32
}

/// Letters of recognised words that were clear: what two readings of the same pixels are compared by.
pub(super) fn clear_letters(reading: &Reading) -> usize {
    let clear = |word: &&Word| word.min_char_confidence.is_some_and(|least| least > CLEAR);
    reading.words.iter().filter(clear).map(letters).sum()
}

fn recognised(word: &Word) -> bool {
    word.min_char_confidence.is_some()
}

fn letters(word: &Word) -> usize {
    word.text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use touchstone_intake::Region;

    #[test]
    fn a_page_is_hard_when_many_of_its_letters_are_unsure() {
        let check = |clear: usize, unsure: usize, hard: bool| {
            let word = |least| Word {
                text: "abcdefghij".to_owned(),
                region: Region::whole(1, 50.0, 10.0),
                confidence: Some(least),
                min_char_confidence: Some(least),
                size: 10.0,
                bold: false,
                widget: None,
            };
            let mut reading = Reading::empty();
            reading.words.extend((0..clear).map(|_| word(0.99)));
            reading.words.extend((0..unsure).map(|_| word(0.5)));
            assert_eq!(is_hard(&reading), hard, "{clear} and {unsure}");
            assert_eq!(clear_letters(&reading), 10 * clear);
        };
        check(9, 1, false);
        check(3, 2, true);
        // Three words alone tell nothing, and typed words are never hard.
        check(0, 3, false);
        check(0, 0, false);
    }
}
