//! Decides whether a scanned page is hard to read, and what to try then. See `checks::doubtful` for doubtful values and
//! `local::markings` for second looks at pages with markings.

use touchstone_intake::{Raster, Reading, Recipe, Word};

/// Enhancements for the second reading of a page that was hard to read.
pub(super) const REMEDIES: [&str; 3] = [Recipe::FINE, Recipe::CONTRAST, Recipe::DESPECKLE];

/// Reasons for a reading: the page was hard to read, or is printed light on dark.
pub(super) const HARD: &str = "many of its letters were hard to read";
pub(super) const REVERSED: &str = "its print is lighter than its background";

/// Reasons to enhance a page before its first reading: specks, and low contrast.
pub(super) const SPECKLED: &str = "it is covered in specks";
pub(super) const PALE: &str = "its print differs little from its background";
/// A speck is a pixel darker than the first shade whose eight neighbors are all lighter than the second. More than
/// `SPECKS` per thousand pixels make a page speckled. At the resolution of reading, print has no such isolated pixels.
const SPECK: (u8, u8) = (128, 160);
const SPECKS: usize = 4;
/// The darkest `DARKEST` thousandths of a page's pixels are taken as print. A page is pale if they are darker than its
/// median shade by at least `BARE`, below which there is no print, and by less than `PALE_PRINT`, of 255.
const DARKEST: usize = 2;
const BARE: u8 = 20;
const PALE_PRINT: u8 = 90;

/// Shades below this, of 255, count as dark.
const DARK: u8 = 96;
/// One pixel in `EVERY` is sampled. More than `MOSTLY` percent of the samples are dark on reversed pages; a picture on
/// the page, or the shadow around a photographed page, leaves more light.
const EVERY: usize = 7;
const MOSTLY: usize = 70;
/// Shades from this on, of 255, count as light.
const LIGHT: u8 = 160;
/// Light pixels in a row that are paper, such as a slip photographed on a dark desk, and no stroke of a letter. At the
/// resolution of reading, strokes are narrower.
const PAPER: usize = 40;

/// Min confidence of a word's least certain character for the word to count as clear.
const CLEAR: f32 = 0.85;
/// Min share of letters in clear words; below it a page is hard to read. Clean print has 0.9 or more.
const SHARE: f32 = 0.75;
/// Min letters to judge a page by.
const TELLING: usize = 40;

pub(super) fn is_hard(reading: &Reading) -> bool {
    let all: usize = reading.words.iter().filter(|word| recognised(word)).map(letters).sum();
    all >= TELLING && (clear_letters(reading) as f32) < SHARE * all as f32
}

/// Whether the page is printed light on dark.
pub(super) fn is_reversed(raster: &Raster) -> bool {
    let looked = raster.grey.iter().step_by(EVERY);
    let all = looked.len();
    let dark = looked.filter(|value| **value < DARK).count();
    all > 0 && 100 * dark > MOSTLY * all && !shows_paper(raster)
}

/// Whether most light pixels are paper.
fn shows_paper(raster: &Raster) -> bool {
    let (mut light, mut paper) = (0, 0);
    for row in raster.grey.chunks(raster.width.max(1) as usize).step_by(EVERY) {
        for run in row.chunk_by(|one, next| (*one >= LIGHT) == (*next >= LIGHT)) {
            if run[0] >= LIGHT {
                light += run.len();
                paper += if run.len() >= PAPER { run.len() } else { 0 };
            }
        }
    }
    2 * paper > light
}

pub(super) fn is_speckled(raster: &Raster) -> bool {
    let (width, height) = (raster.width as usize, raster.height as usize);
    let inner = |at: &usize| {
        let (x, y) = (at % width, at / width);
        x > 0 && y > 0 && x + 1 < width && y + 1 < height
    };
    let alone = |at: &usize| {
        let rows = [at - width, *at, at + width];
        let around = rows.into_iter().flat_map(|row| [row - 1, row, row + 1]);
        raster.grey[*at] < SPECK.0 && around.filter(|near| near != at).all(|near| raster.grey[near] > SPECK.1)
    };
    let looked = (0..raster.grey.len().min(width * height)).step_by(EVERY).filter(inner);
    let (mut all, mut specks) = (0, 0);
    for at in looked {
        all += 1;
        specks += usize::from(alone(&at));
    }
    1000 * specks > SPECKS * all
}

pub(super) fn is_pale(raster: &Raster) -> bool {
    let mut shades: Vec<u8> = raster.grey.iter().step_by(EVERY).copied().collect();
    shades.sort_unstable();
    let at = |thousandths: usize| shades.get(thousandths * shades.len() / 1000).copied().unwrap_or(0);
    let apart = at(500).saturating_sub(at(DARKEST));
    (BARE..PALE_PRINT).contains(&apart)
}

/// Number of letters in clear recognized words, by which two readings of the same pixels are compared.
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

    fn raster(shade: impl Fn(usize, usize) -> u8) -> Raster {
        let grey = (0..200).flat_map(|y| (0..200).map(move |x| (x, y)));
        Raster {
            width: 200,
            height: 200,
            grey: grey.map(|(x, y)| shade(x, y)).collect(),
        }
    }

    #[test]
    fn light_print_is_told_from_paper_on_a_dark_desk() {
        let print = raster(|x, y| if y % 20 < 10 && x % 10 < 4 { 250 } else { 20 });
        assert!(is_reversed(&print));
        let slip = raster(|x, y| {
            if x < 100 && y < 80 && (y % 20 > 3 || x < 10) {
                250
            } else {
                60
            }
        });
        assert!(!is_reversed(&slip));
    }

    #[test]
    fn specks_and_pale_print_are_seen_in_the_pixels() {
        let specks = |every: usize| raster(move |x, y| if (x * 31 + y * 17) % every == 0 { 10 } else { 250 });
        assert!(is_speckled(&specks(101)));
        assert!(!is_speckled(&specks(2003)));
        let print = |ink: u8| raster(move |x, y| if y % 20 < 3 && x % 4 < 3 { ink } else { 210 });
        assert!(!is_speckled(&print(10)) && !is_pale(&print(10)));
        assert!(is_pale(&print(165)));
        assert!(!is_pale(&print(208)), "no print");
    }

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
                confidence: Some(least),
                min_char_confidence: Some(least),
                ..Word::typed("abcdefghij", Region::whole(1, 50.0, 10.0), 10.0)
            };
            let mut reading = Reading::empty();
            reading.words.extend((0..clear).map(|_| word(0.99)));
            reading.words.extend((0..unsure).map(|_| word(0.5)));
            assert_eq!(is_hard(&reading), hard, "{clear} and {unsure}");
            assert_eq!(clear_letters(&reading), 10 * clear);
        };
        check(9, 1, false);
        check(3, 2, true);
        // Three words are too few to judge by, and words of a text layer are never hard to read.
        check(0, 3, false);
        check(0, 0, false);
    }
}
