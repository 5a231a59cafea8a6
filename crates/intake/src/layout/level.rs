//! Which words of a recognized page lie on horizontal lines.

use crate::geometry::Region;
use crate::page::Word;

/// Min single letters above each other that make a line running upwards.
const STACKED: usize = 4;
/// Distance within which such letters are counted, in letter heights.
const STACK: f32 = 3.5;

/// Places of words on horizontal lines. OCR turns a line that runs upwards into a word that is much too high, or into
/// letters above each other.
pub fn level_words<'w>(words: impl IntoIterator<Item = &'w Word>) -> Vec<Region> {
    let words: Vec<&Word> = words.into_iter().collect();
    let count = |word: &Word| word.text.chars().count();
    let single = |word: &&&Word| count(word) == 1 && word.text.chars().all(char::is_alphabetic);
    let stacked = |word: &&Word| {
        let near = |other: &&&Word| {
            let ((x, y), (other_x, other_y)) = (word.region.center(), other.region.center());
            let height = word.region.height;
            (x - other_x).abs() < 0.5 * word.region.width && (y - other_y).abs() < STACK * height
        };
        single(&word) && words.iter().filter(single).filter(near).count() >= STACKED
    };
    let upright = |word: &&&Word| {
        let high = count(word) > 1 && word.region.height > 2.0 * word.region.width;
        word.confidence.is_some() && (high || stacked(word))
    };
    let all = words.iter().filter(|word| !upright(word));
    all.map(|word| word.region).collect()
}
