//! Collects the characters of a page from PDFium and places them on the displayed page. Words are in `words`.
#![allow(unsafe_code)]

use crate::page_handle::OpenPage;
use crate::shapes::{Judged, Shapes};
use crate::sheet::{Matrix, UserBox};
use pdfium_render::prelude::{FPDF_FONT, FPDF_PAGEOBJECT, FPDF_TEXTPAGE, FS_MATRIX, FS_RECTF};
use std::collections::{HashMap, HashSet};
use std::ffi::{c_int, c_uint};
use touchstone_intake::text::clean_char;
use touchstone_intake::{Hiding, Region};

/// Max characters read on one page; exceeding it is reported as the page's fault.
pub(crate) const MOST: c_int = 400_000;
/// PDFium's text rendering modes that fill, that stroke, and that do neither (PDF 32000-1, 9.3.6).
const FILL: [c_int; 4] = [0, 2, 4, 6];
const STROKE: [c_int; 4] = [1, 2, 5, 6];
const INKLESS: [c_int; 2] = [3, 7];
/// Max alpha, of 255, of invisible ink.
const FAINT: c_uint = 8;
/// Ink at least this light in every color is visible only on a dark background.
const PALE: c_uint = 235;
/// Min cosine of the angle between a text direction and the axis it runs along.
const ON_AXIS: f32 = 0.98;
/// Min characters to decide which way up a page is.
const TELLING: usize = 40;
/// Min consecutive unmapped characters that form a word.
const WORD: usize = 3;
const SPACE: u32 = 0x20;
/// Max size of illegible print, in points. The smallest print of forms is 4 points, microprint is below 1.
const TINY: f32 = 2.0;
/// The same as a part of the page's longer side, for pages in small units.
const TINY_SHARE: f32 = 0.0025;

/// One character on the displayed page.
#[derive(Debug, Clone, Copy)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is an independent trait of a character"
)]
pub(crate) struct Glyph {
    /// `None` for a space or line end, drawn or inferred.
    pub(crate) text: Option<char>,
    /// A space that PDFium inferred from a gap, not one in the document.
    pub(crate) inferred: bool,
    pub(crate) place: Region,
    /// Start of the baseline.
    pub(crate) origin: (f32, f32),
    /// Unit vector along the baseline.
    pub(crate) direction: (f32, f32),
    /// Font size in points as displayed.
    pub(crate) size: f32,
    pub(crate) bold: bool,
    /// Invisible: written without ink, like the OCR text under a scan, or painted over.
    pub(crate) hidden: bool,
    /// Why it is hidden, or would be.
    pub(crate) hiding: Hiding,
    /// As light as paper, or in a layer that may be switched off: only rendering shows whether it is visible.
    pub(crate) suspect: bool,
    /// The text object it belongs to.
    pub(crate) object: usize,
    /// The font of that object; 0 if unknown.
    pub(crate) font: usize,
    /// A code without a readable meaning: unmapped, a control character, or from the private use area.
    pub(crate) garbled: bool,
}

/// All characters in content order, and whether the limit cut some off.
#[derive(Debug, Default)]
#[allow(
    clippy::struct_field_names,
    reason = "the others tell something of all glyphs together"
)]
pub(crate) struct Glyphs {
    pub(crate) glyphs: Vec<Glyph>,
    pub(crate) cut: bool,
    /// Some font shows other characters than its mapping claims.
    pub(crate) doubted: bool,
    /// Fonts whose shapes come from the document, so that they may show other characters than they claim.
    pub(crate) own_fonts: HashSet<usize>,
    /// Whole words are set in a font without a character mapping.
    pub(crate) unmapped: bool,
}

impl Glyphs {
    /// Takes out the invisible characters, leaving gaps in their place.
    pub(crate) fn take_hidden(&mut self) -> Glyphs {
        let taken = |glyph: &mut Glyph| {
            let own = *glyph;
            if own.hidden {
                (glyph.text, glyph.inferred, glyph.garbled) = (None, true, false);
                own
            } else {
                Glyph {
                    text: None,
                    inferred: true,
                    garbled: false,
                    ..own
                }
            }
        };
        if !self.glyphs.iter().any(|glyph| glyph.hidden && glyph.text.is_some()) {
            return Glyphs::default();
        }
        Glyphs {
            glyphs: self.glyphs.iter_mut().map(taken).collect(),
            ..Glyphs::default()
        }
    }

    /// Clockwise quarter turns that make most of the page's text run level.
    pub(crate) fn quarters(&self) -> u8 {
        let mut tally = [0_usize; 4];
        let shown = |glyph: &&Glyph| glyph.text.is_some() && !glyph.hidden;
        for glyph in self.glyphs.iter().filter(shown) {
            let (x, y) = glyph.direction;
            let along = [x, -y, -x, y];
            if let Some(quarter) = along.iter().position(|part| *part > ON_AXIS) {
                tally[quarter] += 1;
            }
        }
        let all: usize = tally.iter().sum();
        let most = (1..4).find(|quarter| tally[usize::from(*quarter)] * 2 > all);
        most.filter(|quarter| tally[usize::from(*quarter)] >= TELLING)
            .unwrap_or(0)
    }

    /// Writes U+FFFD for unmapped characters where they form whole words; single ones are bullets and ticks.
    fn set_unmapped(&mut self) {
        let mut runs = self.glyphs.split(|glyph| !glyph.garbled || glyph.hidden);
        self.unmapped = runs.any(|run| run.len() >= WORD);
        if self.unmapped {
            let garbled = self.glyphs.iter_mut().filter(|glyph| glyph.garbled);
            for text in garbled.filter_map(|glyph| glyph.text.as_mut()) {
                *text = char::REPLACEMENT_CHARACTER;
            }
        }
    }

    /// Number of characters, including garbled codes.
    pub(crate) fn count(&self) -> usize {
        let counted = |glyph: &&Glyph| glyph.text.is_some() || glyph.garbled;
        self.glyphs.iter().filter(counted).count()
    }
}

/// Properties shared by all characters of one text object.
#[derive(Clone, Copy)]
struct Style {
    object: FPDF_PAGEOBJECT,
    direction: (f32, f32),
    size: f32,
    bold: bool,
    hidden: bool,
    hiding: Hiding,
    suspect: bool,
    font: FPDF_FONT,
}

pub(crate) fn collect(page: &OpenPage) -> Glyphs {
    // SAFETY: the page is open.
    let text = unsafe { page.calls.FPDFText_LoadPage(page.handle) };
    if text.is_null() {
        return Glyphs::default();
    }
    // SAFETY: `text` was just opened.
    let count = unsafe { page.calls.FPDFText_CountChars(text) }.max(0);
    let mut fonts = HashMap::new();
    let mut style = Style {
        object: std::ptr::null_mut(),
        direction: (1.0, 0.0),
        size: 0.0,
        bold: false,
        hidden: false,
        hiding: Hiding::Covered,
        suspect: false,
        font: std::ptr::null_mut(),
    };
    let mut shapes = Shapes::default();
    let mut glyphs = Vec::with_capacity(count.min(MOST) as usize);
    for index in 0..count.min(MOST) {
        let glyph = glyph(page, text, index, &mut style, &mut fonts);
        if let Some(c) = glyph.text.filter(|_| !glyph.garbled) {
            shapes.used(style.font, c);
        }
        glyphs.push(glyph);
    }
    // SAFETY: `text` is open and nothing of it is kept.
    unsafe { page.calls.FPDFText_ClosePage(text) };
    let Judged { doubted, own } = shapes.judge(page);
    let mut all = Glyphs {
        glyphs,
        cut: count > MOST,
        doubted,
        own_fonts: own,
        unmapped: false,
    };
    all.set_unmapped();
    all
}

fn glyph(
    page: &OpenPage,
    text: FPDF_TEXTPAGE,
    index: c_int,
    style: &mut Style,
    fonts: &mut HashMap<FPDF_FONT, bool>,
) -> Glyph {
    // SAFETY: `text` is open and `index` below its count, here and below.
    let code = unsafe { page.calls.FPDFText_GetUnicode(text, index) };
    // For a character without a mapping, PDFium returns its code in the font.
    // SAFETY: as above.
    let unmapped = code != SPACE && unsafe { page.calls.FPDFText_HasUnicodeMapError(text, index) } == 1;
    let meaning = meaning(code).or(unmapped.then_some(char::REPLACEMENT_CHARACTER));
    let mut glyph = Glyph {
        text: meaning,
        inferred: false,
        place: Region {
            page: page.sheet.number,
            x: 0.0,
            y: 0.0,
            width: 0.0,
            height: 0.0,
        },
        origin: (0.0, 0.0),
        direction: style.direction,
        size: style.size,
        bold: style.bold,
        hidden: style.hidden,
        hiding: style.hiding,
        suspect: style.suspect,
        object: style.object as usize,
        font: style.font as usize,
        garbled: unmapped || is_garbled(code),
    };
    if meaning.is_none() {
        // SAFETY: as above.
        glyph.inferred = unsafe { page.calls.FPDFText_IsGenerated(text, index) } == 1;
        return glyph;
    }
    // SAFETY: as above.
    let object = unsafe { page.calls.FPDFText_GetTextObject(text, index) };
    if object != style.object || style.object.is_null() {
        *style = read_style(page, text, index, object, fonts);
    }
    (glyph.place, glyph.origin) = place(page, text, index);
    glyph.direction = style.direction;
    glyph.size = style.size;
    glyph.bold = style.bold;
    let is_tiny = is_tiny(page, style, &glyph.place);
    glyph.hidden = style.hidden || is_tiny;
    glyph.hiding = if is_tiny && !style.hidden {
        Hiding::Tiny
    } else {
        style.hiding
    };
    glyph.suspect = style.suspect;
    glyph.object = object as usize;
    glyph.font = style.font as usize;
    glyph
}

/// Whether a character is too small to be read on its page.
fn is_tiny(page: &OpenPage, style: &Style, place: &Region) -> bool {
    let tiny = TINY.min(TINY_SHARE * page.sheet.width.max(page.sheet.height));
    style.size < tiny && place.height.min(place.width) < tiny
}

/// A character's box and its origin on the baseline.
fn place(page: &OpenPage, text: FPDF_TEXTPAGE, index: c_int) -> (Region, (f32, f32)) {
    let mut bounds = FS_RECTF {
        left: 0.0,
        top: 0.0,
        right: 0.0,
        bottom: 0.0,
    };
    let (mut x, mut y) = (0.0, 0.0);
    // SAFETY: `text` is open and `index` below its count; the results are ours.
    unsafe {
        page.calls.FPDFText_GetLooseCharBox(text, index, &raw mut bounds);
        page.calls.FPDFText_GetCharOrigin(text, index, &raw mut x, &raw mut y);
    }
    let region = page.sheet.place(UserBox {
        left: bounds.left,
        bottom: bounds.bottom,
        right: bounds.right,
        top: bounds.top,
    });
    (region, page.sheet.to_display.apply(x as f32, y as f32))
}

fn read_style(
    page: &OpenPage,
    text: FPDF_TEXTPAGE,
    index: c_int,
    object: FPDF_PAGEOBJECT,
    fonts: &mut HashMap<FPDF_FONT, bool>,
) -> Style {
    let mut matrix = FS_MATRIX {
        a: 1.0,
        b: 0.0,
        c: 0.0,
        d: 1.0,
        e: 0.0,
        f: 0.0,
    };
    // SAFETY: `text` is open, `index` below its count, `matrix` ours.
    let size = unsafe {
        page.calls.FPDFText_GetMatrix(text, index, &raw mut matrix);
        page.calls.FPDFText_GetFontSize(text, index)
    };
    let matrix = Matrix {
        a: matrix.a,
        b: matrix.b,
        c: matrix.c,
        d: matrix.d,
        e: 0.0,
        f: 0.0,
    };
    let shown = matrix.then(&Matrix {
        e: 0.0,
        f: 0.0,
        ..page.sheet.to_display
    });
    let length = shown.a.hypot(shown.b);
    let direction = if length > 0.0 {
        (shown.a / length, shown.b / length)
    } else {
        (1.0, 0.0)
    };
    // The height is measured across the baseline; a font may be condensed along it.
    let height = if length > 0.0 {
        (shown.a * shown.d - shown.b * shown.c).abs() / length
    } else {
        0.0
    };
    let font = font_of(page, object);
    let bold = !font.is_null() && *fonts.entry(font).or_insert_with(|| is_bold(page, font));
    let (hidden, suspect, hiding) = ink(page, object);
    Style {
        object,
        direction,
        size: size as f32 * height,
        bold,
        hidden,
        hiding,
        suspect,
        font,
    }
}

/// Null for a character that belongs to no text object.
fn font_of(page: &OpenPage, object: FPDF_PAGEOBJECT) -> FPDF_FONT {
    if object.is_null() {
        return std::ptr::null_mut();
    }
    // SAFETY: `object` belongs to the open page.
    unsafe { page.calls.FPDFTextObj_GetFont(object) }
}

/// Whether a text is written without ink, whether only rendering shows that it is visible, and what would hide it.
fn ink(page: &OpenPage, object: FPDF_PAGEOBJECT) -> (bool, bool, Hiding) {
    if object.is_null() {
        return (false, false, Hiding::Covered);
    }
    let colour = |fill: bool| {
        let (mut r, mut g, mut b, mut alpha): (c_uint, c_uint, c_uint, c_uint) = (0, 0, 0, 255);
        // SAFETY: `object` belongs to the open page, the results are ours; unknown colors stay black.
        unsafe {
            if fill {
                page.calls
                    .FPDFPageObj_GetFillColor(object, &raw mut r, &raw mut g, &raw mut b, &raw mut alpha)
            } else {
                page.calls
                    .FPDFPageObj_GetStrokeColor(object, &raw mut r, &raw mut g, &raw mut b, &raw mut alpha)
            }
        };
        (alpha <= FAINT, r.min(g).min(b) >= PALE)
    };
    // SAFETY: as above.
    let mode = unsafe { page.calls.FPDFTextObj_GetTextRenderMode(object) };
    if INKLESS.contains(&mode) {
        return (true, false, Hiding::NoInk);
    }
    let inks = [(FILL, true), (STROKE, false)].into_iter();
    let used: Vec<(bool, bool)> = inks
        .filter(|(modes, _)| modes.contains(&mode))
        .map(|(_, fill)| colour(fill))
        .collect();
    let faint = !used.is_empty() && used.iter().all(|ink| ink.0);
    let pale = used.iter().all(|ink| ink.0 || ink.1);
    if faint {
        return (true, false, Hiding::NoInk);
    }
    let optional = may_be_off(page, object);
    let hiding = match (optional, pale) {
        (true, _) => Hiding::SwitchedOff,
        (false, true) => Hiding::LikePaper,
        (false, false) => Hiding::Covered,
    };
    (false, pale || optional, hiding)
}

/// Whether a text belongs to optional content, which viewers may hide (PDF 32000-1, 8.11).
fn may_be_off(page: &OpenPage, object: FPDF_PAGEOBJECT) -> bool {
    const OPTIONAL: [u16; 2] = [b'O' as u16, b'C' as u16];
    // SAFETY: `object` belongs to the open page.
    let count = unsafe { page.calls.FPDFPageObj_CountMarks(object) }.max(0);
    (0..count).any(|index| {
        let (mut name, mut length) = ([0u16; 4], 0);
        // SAFETY: `index` is below the count; PDFium writes at most the given bytes.
        let known = unsafe {
            let mark = page.calls.FPDFPageObj_GetMark(object, index as _);
            !mark.is_null()
                && page.calls.FPDFPageObjMark_GetName(
                    mark,
                    name.as_mut_ptr().cast(),
                    size_of_val(&name) as _,
                    &raw mut length,
                ) != 0
        };
        known && name.starts_with(&OPTIONAL) && name[2] == 0
    })
}

fn is_bold(page: &OpenPage, font: FPDF_FONT) -> bool {
    const FORCE_BOLD: c_int = 1 << 18;
    let mut name = [0u8; 128];
    // SAFETY: `font` belongs to the open page; PDFium writes at most the given length.
    let (length, flags) = unsafe {
        let length = page
            .calls
            .FPDFFont_GetBaseFontName(font, name.as_mut_ptr().cast(), name.len());
        (length, page.calls.FPDFFont_GetFlags(font))
    };
    let name = String::from_utf8_lossy(&name[..length.min(name.len())]).to_ascii_lowercase();
    flags >= 0 && flags & FORCE_BOLD != 0
        || ["bold", "black", "heavy", "demi"]
            .iter()
            .any(|part| name.contains(part))
}

/// Whether a code is not a readable character.
fn is_garbled(code: u32) -> bool {
    match char::from_u32(code) {
        _ if meaning(code) == Some('\u{FFFD}') => true,
        Some(c) => {
            let private = matches!(c, '\u{E000}'..='\u{F8FF}');
            private && clean_char(c) == Some(char::REPLACEMENT_CHARACTER)
                || c.is_control() && !c.is_whitespace() && meaning(code).is_none()
        }
        None => true,
    }
}

/// The character for a PDFium code: `None` for white space, U+FFFD for a glyph without a mapping, `-` for PDFium's
/// special code for a hyphen at a line end.
fn meaning(code: u32) -> Option<char> {
    match code {
        0 => Some('\u{FFFD}'),
        2 | 0xAD | 0xFFFE => Some('-'),
        _ => match char::from_u32(code) {
            Some(c) if c.is_whitespace() || c.is_control() => None,
            Some(c) => Some(c),
            None => Some('\u{FFFD}'),
        },
    }
}

#[cfg(test)]
mod tests;
