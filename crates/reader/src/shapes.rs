//! Detects fonts that draw other characters than they claim, by counting outlines: an 8 has two holes, a 3 has none; and
//! those that could, because their shapes are not those of a standard font.
#![allow(unsafe_code)]

use crate::page_handle::OpenPage;
use crate::standard_fonts;
use pdfium_render::prelude::FPDF_FONT;
use std::collections::{HashMap, HashSet};
use std::ffi::c_int;

const SEGMENT_MOVE: c_int = 2;
/// Min distinct digits to judge a font.
const DIGITS: usize = 4;
/// Min distinct letters to judge a font.
const LETTERS: usize = 8;
/// Max percentage of characters with unexpected shapes; type designs vary.
const WHIMS: usize = 34;
/// Max fonts examined per page.
const MOST: usize = 64;

/// The characters each font is used for.
#[derive(Default)]
pub(crate) struct Shapes {
    used: HashMap<FPDF_FONT, HashSet<char>>,
    /// Fonts beyond the limit.
    others: HashSet<FPDF_FONT>,
    last: Option<(FPDF_FONT, char)>,
}

impl Shapes {
    pub(crate) fn used(&mut self, font: FPDF_FONT, c: char) {
        if font.is_null() || !c.is_ascii_alphanumeric() || self.last == Some((font, c)) {
            return;
        }
        self.last = Some((font, c));
        if self.used.len() < MOST || self.used.contains_key(&font) {
            self.used.entry(font).or_default().insert(c);
        } else {
            self.others.insert(font);
        }
    }

    /// Judges the fonts of the page by the shapes of the characters they are used for.
    pub(crate) fn judge(&self, page: &OpenPage) -> Judged {
        let mut judged = Judged {
            own: self.others.iter().map(|font| *font as usize).collect(),
            ..Judged::default()
        };
        for (font, used) in &self.used {
            // SAFETY: the font belongs to the open page.
            let embedded = unsafe { page.calls.FPDFFont_GetIsEmbedded(*font) } == 1;
            if !embedded && standard_fonts::draw(page, *font, used) {
                continue;
            }
            judged.own.insert(*font as usize);
            // A font that is not embedded, such as one of symbols, may be replaced by one with other letters.
            let judged_by = |c: &&char| embedded || c.is_ascii_digit();
            let used = used.iter().filter(judged_by).copied().collect();
            judged.doubted |= contradicts(&used, |c| outlines(page, *font, c));
        }
        judged
    }
}

/// What the shapes of a page's fonts tell.
#[derive(Default)]
pub(crate) struct Judged {
    /// Some font draws digits or letters that cannot be what it claims.
    pub(crate) doubted: bool,
    /// Fonts that could do so: their shapes come from the document or are unknown.
    pub(crate) own: HashSet<usize>,
}

fn contradicts(used: &HashSet<char>, outlines: impl Fn(char) -> Option<usize>) -> bool {
    let is_strange = |kind: fn(&char) -> bool, least: usize| {
        let known: Vec<bool> = used
            .iter()
            .filter(|c| kind(c))
            .filter_map(|c| Some(expected(*c).contains(&outlines(*c)?)))
            .collect();
        let strange = known.iter().filter(|fits| !**fits).count();
        known.len() >= least && 100 * strange > WHIMS * known.len()
    };
    is_strange(char::is_ascii_digit, DIGITS) || is_strange(char::is_ascii_alphabetic, LETTERS)
}

/// Number of closed outlines of a character in common fonts.
fn expected(c: char) -> std::ops::RangeInclusive<usize> {
    match c {
        'B' | '8' | 'g' | '0' | 'Q' => 2..=3,
        'A' | 'D' | 'O' | 'P' | 'R' | '6' | '9' | 'a' | 'b' | 'd' | 'e' | 'o' | 'p' | 'q' | 'i' | 'j' => 2..=2,
        '4' => 1..=2,
        _ => 1..=1,
    }
}

/// Number of outlines of the glyph for a character; `None` if the font draws nothing for it.
fn outlines(page: &OpenPage, font: FPDF_FONT, c: char) -> Option<usize> {
    let calls = page.calls;
    // SAFETY: the font belongs to the open page; indexes below the count are valid.
    unsafe {
        let path = calls.FPDFFont_GetGlyphPath(font, c.into(), 100.0);
        if path.is_null() {
            return None;
        }
        let count = calls.FPDFGlyphPath_CountGlyphSegments(path).max(0);
        let begins = |index: &c_int| {
            let segment = calls.FPDFGlyphPath_GetGlyphPathSegment(path, *index);
            !segment.is_null() && calls.FPDFPathSegment_GetType(segment) == SEGMENT_MOVE
        };
        let found = (0..count).filter(begins).count();
        (found > 0).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_that_show_other_digits_contradict_themselves() {
        let honest = |c: char| Some(*expected(c).end());
        let used: HashSet<char> = "0123456789".chars().collect();
        assert!(!contradicts(&used, honest));
        // Every digit is drawn as the one three before it.
        let shifted = |c: char| {
            let shown = (c as u8 - b'0' + 7) % 10 + b'0';
            honest(char::from(shown))
        };
        assert!(contradicts(&used, shifted));
        // A few characters are not enough, and one unusual shape among many is accepted.
        assert!(!contradicts(&"038".chars().collect(), shifted));
        let whim = |c: char| if c == 'g' { Some(5) } else { honest(c) };
        assert!(!contradicts(&('a'..='z').collect(), whim));
    }
}
