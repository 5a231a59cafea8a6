//! The characters of a page as PDFium finds them, placed on the displayed page. Not here: words.
#![allow(unsafe_code)]

use crate::document::OpenPage;
use crate::sheet::{Matrix, UserBox};
use pdfium_render::prelude::{FPDF_FONT, FPDF_PAGEOBJECT, FPDF_TEXTPAGE, FS_MATRIX, FS_RECTF};
use std::collections::HashMap;
use std::ffi::c_int;
use touchstone_intake::Region;

/// More characters than this on one page are not read: the page says so in its fault.
pub(crate) const MOST: c_int = 400_000;
/// PDFium's name of text rendering mode 3 (PDF 32000-1, 9.3.6).
const INVISIBLE: c_int = 3;

/// One character on the displayed page.
#[derive(Debug, Clone, Copy)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is an independent trait of a character"
)]
pub(crate) struct Glyph {
    /// `None` for a space or line end, whether drawn or only meant.
    pub(crate) text: Option<char>,
    /// A space that PDFium inferred from a gap, rather than one that the document has.
    pub(crate) inferred: bool,
    pub(crate) place: Region,
    /// Start of the baseline.
    pub(crate) origin: (f32, f32),
    /// Unit vector along the baseline.
    pub(crate) direction: (f32, f32),
    /// Font size in points as displayed.
    pub(crate) size: f32,
    pub(crate) bold: bool,
    /// Written without ink, as recognisers lay text under the picture of a page.
    pub(crate) hidden: bool,
    /// A code that says nothing: no meaning known, a control character, one that every font uses as it likes.
    pub(crate) garbled: bool,
}

/// All characters in the order of the content, and whether there were more than can be taken.
#[derive(Debug, Default)]
pub(crate) struct Glyphs {
    pub(crate) glyphs: Vec<Glyph>,
    pub(crate) cut: bool,
}

/// What all characters of one text object share.
#[derive(Clone, Copy)]
struct Style {
    object: FPDF_PAGEOBJECT,
    direction: (f32, f32),
    size: f32,
    bold: bool,
    hidden: bool,
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
    };
    let mut glyphs = Vec::with_capacity(count.min(MOST) as usize);
    for index in 0..count.min(MOST) {
        glyphs.push(glyph(page, text, index, &mut style, &mut fonts));
    }
    // SAFETY: `text` is open and nothing of it is kept.
    unsafe { page.calls.FPDFText_ClosePage(text) };
    Glyphs {
        glyphs,
        cut: count > MOST,
    }
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
    let meaning = meaning(code);
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
        garbled: is_garbled(code),
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
    glyph.hidden = style.hidden;
    glyph
}

/// Where a character stands, and its origin on the base line.
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
    // The height of the font is measured across the baseline; a font may be squeezed along it.
    let height = if length > 0.0 {
        (shown.a * shown.d - shown.b * shown.c).abs() / length
    } else {
        0.0
    };
    let bold = !object.is_null() && {
        // SAFETY: `object` belongs to the open page.
        let font = unsafe { page.calls.FPDFTextObj_GetFont(object) };
        !font.is_null() && *fonts.entry(font).or_insert_with(|| is_bold(page, font))
    };
    // SAFETY: `object` belongs to the open page.
    let hidden = !object.is_null() && unsafe { page.calls.FPDFTextObj_GetTextRenderMode(object) } == INVISIBLE;
    Style {
        object,
        direction,
        size: size as f32 * height,
        bold,
        hidden,
    }
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

/// Whether a code is no character that anybody could read.
fn is_garbled(code: u32) -> bool {
    match char::from_u32(code) {
        _ if meaning(code) == Some('\u{FFFD}') => true,
        Some(c) => {
            matches!(c, '\u{E000}'..='\u{F8FF}') || c.is_control() && !c.is_whitespace() && meaning(code).is_none()
        }
        None => true,
    }
}

/// What a code of PDFium stands for: `None` for white space, U+FFFD for a glyph whose meaning the document does not
/// tell, `-` for the hyphen at a line's end that PDFium marks in its own way.
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
mod tests {
    use super::is_garbled;

    #[test]
    fn codes_that_say_nothing() {
        for (code, garbled) in [
            (0, true),
            (1, true),
            (0xE001, true),
            (0xFFFD, true),
            (2, false),
            (13, false),
            (0x20, false),
            (0x41, false),
        ] {
            assert_eq!(is_garbled(code), garbled, "{code:x}");
        }
    }
}
