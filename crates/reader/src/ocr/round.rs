//! The letter O and the digit 0, which a recogniser takes for each other with certainty: among digits their widths tell them
//! apart, since digits of a font are alike wide and its O is wider. Not here: finding a character's ink.

use super::Glyph;

/// So many other digits of a word tell how wide digits are; the digit 1 is narrower in most fonts.
const TELLING: usize = 3;
/// So many letters and nothing else behind a 0 make it the letter: `0ld`.
const LETTERS: usize = 2;
/// An O is wider than the widest of them by this factor and nearly round; a 0 is no wider than this factor, and slender.
const WIDER: f32 = 1.25;
const ROUND: f32 = 0.84;
const ALIKE: f32 = 1.1;
const SLENDER: f32 = 0.8;
/// Characters of one word differ in height by this share at most.
const LEVEL: f32 = 0.12;
/// What was changed is no surer than this, which those who check values doubt.
const DOUBTED: f32 = 0.75;

/// The ink of a character, in pixels. Small print runs together: `shared` characters of the word, itself among them, are it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Blot {
    pub width: f32,
    pub height: f32,
    pub shared: usize,
}

/// The characters of a word, each O and 0 that stands free as its ink tells.
pub(super) fn told(glyphs: &[&Glyph], ink: impl Fn(&Glyph) -> Option<Blot>) -> Vec<Glyph> {
    let owned = || glyphs.iter().map(|glyph| (*glyph).clone()).collect::<Vec<Glyph>>();
    if !glyphs.iter().any(|glyph| is_round(glyph)) {
        return owned();
    }
    if let [first, rest @ ..] = glyphs
        && first.text == "0"
        && rest.len() >= LETTERS
        && rest.iter().all(|glyph| glyph.text.chars().all(char::is_alphabetic))
    {
        let mut told = owned();
        "O".clone_into(&mut told[0].text);
        return told;
    }
    let digits = glyphs
        .iter()
        .filter(|glyph| matches!(glyph.text.as_str(), "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9"));
    let known: Vec<(f32, f32)> = digits
        .filter_map(|glyph| ink(glyph))
        .map(|blot| (blot.width / blot.shared as f32, blot.height))
        .collect();
    if known.len() < TELLING {
        return owned();
    }
    let most = |pick: fn(&(f32, f32)) -> f32| known.iter().map(pick).fold(0.0, f32::max);
    let (widest, highest) = (most(|ink| ink.0), most(|ink| ink.1));
    let mut told = owned();
    for glyph in told.iter_mut().filter(|glyph| is_round(glyph)) {
        let free = |blot: &Blot| blot.shared == 1 && (blot.height - highest).abs() <= LEVEL * highest;
        let Some(Blot { width, height, .. }) = ink(glyph).filter(free) else {
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
    told
}

fn is_round(glyph: &Glyph) -> bool {
    matches!(glyph.text.as_str(), "O" | "0")
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let found = told(&glyphs, |glyph| Some(blot(if is_round(glyph) { round } else { digit })));
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
        // Old figures, of which the nought is round and low; too few digits to tell; a shape between both.
        check("20743", (13.0, 12.0), "20743");
        check("0743", (17.0, 17.5), "O743");
        check("073", (17.0, 17.5), "073");
        check("074312", (14.0, 17.0), "074312");
        // Digits that run together share their ink; what has run into them itself is not told.
        check_ink("056444", (14.0, 16.0, 1), (54.0, 15.0, 5), "O56444");
        check_ink("056444", (68.0, 16.0, 6), (68.0, 16.0, 6), "056444");
    }
}
