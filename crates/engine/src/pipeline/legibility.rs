//! Whether a recognised page was hard to read, and what is tried then. Not here: doubtful values (see `checks::doubtful`),
//! and the second looks of pages that bear markings (see `local::markings`).

use touchstone_intake::{Raster, Reading, Recipe, Word};

/// What a page that was hard to read is read again with.
pub(super) const REMEDIES: [&str; 3] = [Recipe::FINE, Recipe::CONTRAST, Recipe::DESPECKLE];

/// Why a page is read so: that it was hard to read, and that its paper is darker than its print.
pub(super) const HARD: &str = "many of its letters were hard to read";
pub(super) const REVERSED: &str = "its print is lighter than its paper";

/// Paper is darker than this, of 255, where print must be light.
const DARK: u8 = 96;
/// One pixel in so many is looked at, and so many of a hundred of these are dark on dark paper: a picture within a page, or
/// the shadow around a photograph of it, leaves more light.
const EVERY: usize = 7;
const MOSTLY: usize = 70;

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

/// Whether light print stands on dark paper.
pub(super) fn is_reversed(raster: &Raster) -> bool {
    let looked = raster.grey.iter().step_by(EVERY);
    let all = looked.len();
    let dark = looked.filter(|value| **value < DARK).count();
    all > 0 && 100 * dark > MOSTLY * all
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
    fn paper_is_dark_where_most_of_it_is() {
        for (dark, expected) in [(0, false), (600, false), (900, true), (1000, true)] {
            let mut grey = vec![240; 1000];
            grey[..dark].fill(20);
            let raster = Raster {
                width: 100,
                height: 10,
                grey,
            };
            assert_eq!(is_reversed(&raster), expected, "{dark}");
        }
    }

    #[test]
    fn a_page_is_hard_when_many_of_its_letters_are_unsure() {
        let check = |clear: usize, unsure: usize, hard: bool| {
            let word = |least| Word {
                text: "abcdefghij".to_owned(),
                region: Region::whole(1, 50.0, 10.0),
                confidence: Some(least),
                min_char_confidence: Some(least),
                handwritten: false,
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
