//! Whether the signs that a font shows can be those that it says: an 8 has two holes, a 3 has none. A font whose tables tell
//! other characters than it draws gives itself away by that. Not here: what the signs are (see `ocr`).
#![allow(unsafe_code)]

use crate::page_handle::OpenPage;
use pdfium_render::prelude::FPDF_FONT;
use std::collections::{HashMap, HashSet};
use std::ffi::c_int;

const SEGMENT_MOVE: c_int = 2;
/// Fewer kinds of digits or letters tell nothing about a font.
const DIGITS: usize = 4;
const LETTERS: usize = 8;
/// So many of a hundred kinds may look otherwise: founders have whims.
const WHIMS: usize = 34;
/// Fonts looked at on one page.
const MOST: usize = 64;

/// The signs that each font is used for.
#[derive(Default)]
pub(crate) struct Shapes {
    used: HashMap<FPDF_FONT, HashSet<char>>,
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
        }
    }

    /// Whether any font on the page draws digits or letters that cannot be what it says.
    pub(crate) fn contradict(&self, page: &OpenPage) -> bool {
        self.used.iter().any(|(font, used)| {
            // SAFETY: the font belongs to the open page.
            let embedded = unsafe { page.calls.FPDFFont_GetIsEmbedded(*font) } == 1;
            embedded && contradicts(used, |c| outlines(page, *font, c))
        })
    }
}

fn contradicts(used: &HashSet<char>, outlines: impl Fn(char) -> Option<usize>) -> bool {
    let told = |kind: fn(&char) -> bool, least: usize| {
        let known: Vec<bool> = used
            .iter()
            .filter(|c| kind(c))
            .filter_map(|c| Some(expected(*c).contains(&outlines(*c)?)))
            .collect();
        let strange = known.iter().filter(|fits| !**fits).count();
        known.len() >= least && 100 * strange > WHIMS * known.len()
    };
    told(char::is_ascii_digit, DIGITS) || told(char::is_ascii_alphabetic, LETTERS)
}

/// Closed outlines that a sign is drawn with, in any usual font.
fn expected(c: char) -> std::ops::RangeInclusive<usize> {
    match c {
        'B' | '8' | 'g' | '0' | 'Q' => 2..=3,
        'A' | 'D' | 'O' | 'P' | 'R' | '6' | '9' | 'a' | 'b' | 'd' | 'e' | 'o' | 'p' | 'q' | 'i' | 'j' => 2..=2,
        '4' => 1..=2,
        _ => 1..=1,
    }
}

/// Outlines of the glyph that stands for a sign; `None` where the font draws nothing for it.
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
        // Every digit shows the one three before it.
        let shifted = |c: char| {
            let shown = (c as u8 - b'0' + 7) % 10 + b'0';
            honest(char::from(shown))
        };
        assert!(contradicts(&used, shifted));
        // A few signs tell nothing, and an unusual one among many is a founder's whim.
        assert!(!contradicts(&"038".chars().collect(), shifted));
        let whim = |c: char| if c == 'g' { Some(5) } else { honest(c) };
        assert!(!contradicts(&('a'..='z').collect(), whim));
    }
}
