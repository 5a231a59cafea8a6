//! Tells whether a font that is not embedded draws the digits it claims, by comparison with the standard fonts, which
//! PDFium draws itself. A character map in the document may give such a font any meaning.
#![allow(unsafe_code)]

use crate::page_handle::{Digits, OpenPage, Outline};
use pdfium_render::prelude::{FPDF_FONT, PdfiumLibraryBindings};
use std::collections::{HashMap, HashSet};
use std::ffi::c_int;

/// The standard fonts with digits (PDF 32000-1, 9.6.2.2).
const NAMES: [&str; 12] = [
    "Helvetica",
    "Helvetica-Bold",
    "Helvetica-Oblique",
    "Helvetica-BoldOblique",
    "Times-Roman",
    "Times-Bold",
    "Times-Italic",
    "Times-BoldItalic",
    "Courier",
    "Courier-Bold",
    "Courier-Oblique",
    "Courier-BoldOblique",
];
/// Font size at which outlines are compared.
const SIZE: f32 = 100.0;
/// Max segments of a digit; real ones have about 40.
const MOST: c_int = 400;

/// Whether one of the standard fonts draws each of the used digits the same way. A font used without digits counts as
/// one: only values are at stake.
pub(crate) fn draw(page: &OpenPage, font: FPDF_FONT, used: &HashSet<char>) -> bool {
    let digits = || used.iter().filter(|c| c.is_ascii_digit());
    let own: HashMap<char, Outline> = digits()
        .filter_map(|c| Some((*c, outline(page.calls, font, *c)?)))
        .collect();
    let same =
        |standard: &HashMap<char, Outline>| digits().all(|c| own.contains_key(c) && own.get(c) == standard.get(c));
    digits().next().is_none() || page.standard.get_or_init(|| load(page)).iter().any(same)
}

fn load(page: &OpenPage) -> Digits {
    let digits = |name: &&str| {
        // SAFETY: the document is open; a font that is not null is closed below.
        let font = unsafe { page.calls.FPDFText_LoadStandardFont(page.document, name) };
        if font.is_null() {
            return None;
        }
        let all = ('0'..='9').filter_map(|c| Some((c, outline(page.calls, font, c)?)));
        let all = all.collect();
        // SAFETY: the font was just opened and nothing of it is kept.
        unsafe { page.calls.FPDFFont_Close(font) };
        Some(all)
    };
    NAMES.iter().filter_map(digits).collect()
}

/// The outline of a character; `None` if the font draws nothing for it.
fn outline(calls: &dyn PdfiumLibraryBindings, font: FPDF_FONT, c: char) -> Option<Outline> {
    // SAFETY: the font belongs to the open document; indexes below the count are valid, results are ours.
    unsafe {
        let path = calls.FPDFFont_GetGlyphPath(font, c.into(), SIZE);
        if path.is_null() {
            return None;
        }
        let count = calls.FPDFGlyphPath_CountGlyphSegments(path).clamp(0, MOST);
        let segment = |index: c_int| {
            let segment = calls.FPDFGlyphPath_GetGlyphPathSegment(path, index);
            let (mut x, mut y) = (0.0, 0.0);
            calls.FPDFPathSegment_GetPoint(segment, &raw mut x, &raw mut y);
            (calls.FPDFPathSegment_GetType(segment), x, y)
        };
        (count > 0).then(|| (0..count).map(segment).collect())
    }
}
