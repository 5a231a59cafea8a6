//! Tells the letter O from the digit 0, which a recognizer confuses with high confidence. Among digits their widths
//! differ: the digits of a font share one width, and its O is wider.

use super::Glyph;
use super::written::{Girth, Written};

/// Min other digits in a word to measure the digit width; the digit 1 is ignored because it is narrower in most fonts.
const TELLING: usize = 3;
/// Min letters after a 0, and nothing else, that make it the letter: `0ld`.
const LETTERS: usize = 2;
/// Min width of an O relative to the widest digit.
const WIDER: f32 = 1.25;
/// Min ratio of width to height of an O.
const ROUND: f32 = 0.84;
/// Max width of a 0 relative to the widest digit.
const ALIKE: f32 = 1.1;
/// Max ratio of width to height of a 0.
const SLENDER: f32 = 0.8;
/// Max difference in height between the characters of one word, as a fraction.
const LEVEL: f32 = 0.12;
/// Min words of a column that are measured together.
const COLUMN: usize = 5;
/// Min width of an O relative to the digits in such a column.
const WIDER_TOGETHER: f32 = 1.18;
/// Max confidence of a changed character, low enough for checks to doubt it.
const DOUBTED: f32 = 0.75;

/// The ink of a character, in pixels. In small print characters touch: `shared` counts the characters of the word in
/// this ink, including the character itself.
#[derive(Debug, Clone, Copy)]
pub(super) struct Blot {
    pub width: f32,
    pub height: f32,
    pub shared: usize,
}

impl Girth {
    /// `None` for other characters, and where the ink or the digits cannot be measured.
    pub(super) fn of(glyphs: &[&Glyph], ink: impl Fn(&Glyph) -> Option<Blot>) -> Option<Self> {
        let (first, rest) = glyphs.split_first().filter(|(first, _)| is_round(first))?;
        let (widest, highest) = digits(rest, &ink)?;
        let Blot { width, height, .. } = ink(first).filter(|blot| stands_free(blot, highest))?;
        Some(Self {
            wider: width / widest,
            round: width / height,
        })
    }
}

/// Decides the first character of the words in a column together, where each word is too blurred to decide by itself:
/// references such as `O74310` over `O27744`.
pub(super) fn agree(words: &mut [Written]) {
    let reference = |word: &Written| {
        let mut characters = word.text.chars();
        let round = matches!(characters.next(), Some('O' | '0'));
        let length = characters.clone().count();
        (round && length >= TELLING && characters.all(|c| c.is_ascii_digit())).then_some(length)
    };
    let alike = |a: &Written, b: &Written| {
        let level = (a.left - b.left).abs() < 0.5 * a.size && (a.size - b.size).abs() < 0.2 * a.size;
        level && reference(a) == reference(b)
    };
    let median = |mut values: Vec<f32>| {
        values.sort_by(f32::total_cmp);
        values.get(values.len() / 2).copied()
    };
    let letters: Vec<usize> = (0..words.len())
        .filter(|&index| {
            let own = &words[index];
            let column = || {
                words
                    .iter()
                    .filter(|other| alike(own, other))
                    .filter_map(|other| other.girth)
            };
            let fits = reference(own).is_some() && own.text.starts_with('0') && column().count() >= COLUMN;
            fits && median(column().map(|girth| girth.wider).collect()).is_some_and(|wider| wider > WIDER_TOGETHER)
                && median(column().map(|girth| girth.round).collect()).is_some_and(|round| round > ROUND)
        })
        .collect();
    for index in letters {
        let word = &mut words[index];
        word.text.replace_range(..1, "O");
        word.least = word.least.min(DOUBTED);
    }
}

/// The characters of a word, with each free-standing O and 0 decided by its ink.
pub(super) fn corrected(glyphs: &[&Glyph], ink: impl Fn(&Glyph) -> Option<Blot>) -> Vec<Glyph> {
    let owned = || glyphs.iter().map(|glyph| (*glyph).clone()).collect::<Vec<Glyph>>();
    if !glyphs.iter().any(|glyph| is_round(glyph)) {
        return owned();
    }
    if let [first, rest @ ..] = glyphs
        && first.text == "0"
        && rest.len() >= LETTERS
        && rest.iter().all(|glyph| glyph.text.chars().all(char::is_alphabetic))
    {
        let mut corrected = owned();
        "O".clone_into(&mut corrected[0].text);
        return corrected;
    }
    let Some((widest, highest)) = digits(glyphs, &ink) else {
        return owned();
    };
    let mut corrected = owned();
    for glyph in corrected.iter_mut().filter(|glyph| is_round(glyph)) {
        let Some(Blot { width, height, .. }) = ink(glyph).filter(|blot| stands_free(blot, highest)) else {
            continue;
        };
        let letter = width > WIDER * widest && width > ROUND * height;
        let digit = width <= ALIKE * widest && width < SLENDER * height;
        let sign = if letter { "O" } else { "0" };
        if (letter || digit) && glyph.text != sign {
            sign.clone_into(&mut glyph.text);
            glyph.confidence = glyph.confidence.min(DOUBTED);
        }
    }
    corrected
}

/// Width of the widest and height of the tallest digit, without the digit 1; `None` if there are too few.
fn digits(glyphs: &[&Glyph], ink: &impl Fn(&Glyph) -> Option<Blot>) -> Option<(f32, f32)> {
    let wide = glyphs
        .iter()
        .filter(|glyph| matches!(glyph.text.as_str(), "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9"));
    let known: Vec<(f32, f32)> = wide
        .filter_map(|glyph| ink(glyph))
        .map(|blot| (blot.width / blot.shared as f32, blot.height))
        .collect();
    let most = |pick: fn(&(f32, f32)) -> f32| known.iter().map(pick).fold(0.0, f32::max);
    (known.len() >= TELLING).then(|| (most(|ink| ink.0), most(|ink| ink.1)))
}

/// Whether the ink belongs to this character alone and is as tall as the digits.
fn stands_free(blot: &Blot, highest: f32) -> bool {
    blot.shared == 1 && (blot.height - highest).abs() <= LEVEL * highest
}

fn is_round(glyph: &Glyph) -> bool {
    matches!(glyph.text.as_str(), "O" | "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_tells_what_its_words_begin_with() {
        let word = |text: &str, top: f32, girth: Option<(f32, f32)>| Written {
            text: text.to_owned(),
            left: 20.0,
            top,
            right: 80.0,
            bottom: top + 10.0,
            confidence: 1.0,
            least: 1.0,
            size: 10.0,
            angle: 0.0,
            stance: None,
            girth: girth.map(|(wider, round)| Girth { wider, round }),
            by_hand: false,
        };
        let check = |wider: f32, expected: &str| {
            let girth = Some((wider, 0.9));
            let mut words: Vec<Written> = (0..5).map(|row| word("O74310", 20.0 * row as f32, girth)).collect();
            words.push(word("027744", 120.0, None));
            // Another column and a number of another length are left alone.
            words.push(word("0277", 140.0, None));
            words.push(Written {
                left: 200.0,
                ..word("027744", 120.0, None)
            });
            agree(&mut words);
            let texts: Vec<&str> = words[5..].iter().map(|word| word.text.as_str()).collect();
            assert_eq!(texts, [expected, "0277", "027744"]);
            assert_eq!(words[5].least < 1.0, expected.starts_with('O'));
        };
        check(1.22, "O27744");
        check(1.05, "027744");
    }

    #[test]
    fn width_tells_the_letter_from_the_digit() {
        // Widths of the round characters in a font whose digits are 12 wide and 17 high.
        let check_ink = |text: &str, round: (f32, f32, usize), digit: (f32, f32, usize), expected: &str| {
            let blot = |(width, height, shared)| Blot { width, height, shared };
            let glyph = |c: char| Glyph {
                text: c.to_string(),
                at: 0.5,
                confidence: 1.0,
            };
            let glyphs: Vec<Glyph> = text.chars().map(glyph).collect();
            let glyphs: Vec<&Glyph> = glyphs.iter().collect();
            let found = corrected(&glyphs, |glyph| Some(blot(if is_round(glyph) { round } else { digit })));
            let text: String = found.iter().map(|glyph| glyph.text.as_str()).collect();
            let doubted = found.iter().any(|glyph| glyph.confidence < 0.8);
            let lettered = text.chars().all(char::is_alphabetic);
            let changed = text != glyphs.iter().map(|glyph| glyph.text.as_str()).collect::<String>();
            assert_eq!((text.as_str(), doubted), (expected, changed && !lettered));
        };
        let check = |text, (width, height), expected| {
            check_ink(text, (width, height, 1), (12.0, 17.0, 1), expected);
        };
        check_ink("0ld", (12.0, 17.0, 1), (12.0, 17.0, 1), "Old");
        check_ink("0konkwo", (12.0, 17.0, 1), (12.0, 17.0, 1), "Okonkwo");
        check_ink("0A", (12.0, 17.0, 1), (12.0, 17.0, 1), "0A");
        check("074312", (17.0, 17.5), "O74312");
        check("074312", (12.0, 17.0), "074312");
        check("O74312", (11.0, 17.5), "074312");
        check("O74312", (17.0, 17.5), "O74312");
        // Old-style figures with a round, low zero; too few digits; a shape between both.
        check("20743", (13.0, 12.0), "20743");
        check("0743", (17.0, 17.5), "O743");
        check("073", (17.0, 17.5), "073");
        check("074312", (14.0, 17.0), "074312");
        // Digits that touch share their ink; a character that touches them is not decided.
        check_ink("056444", (14.0, 16.0, 1), (54.0, 15.0, 5), "O56444");
        check_ink("056444", (68.0, 16.0, 6), (68.0, 16.0, 6), "056444");
    }
}
