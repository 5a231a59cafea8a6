//! Reads the text that a form field's appearance prints, to compare it with the field's value. Where the text is drawn
//! is in `appearance`.
#![allow(unsafe_code)]

use crate::page_handle::OpenPage;
use pdfium_render::prelude::{FPDF_ANNOTATION, FPDF_WCHAR};
use std::ffi::{c_int, c_ulong};
use touchstone_intake::validate::MAX_STRING;
use touchstone_intake::{WidgetKind, text};

const NORMAL: c_int = 0;
const TYPE_TEXT: c_int = 1;
const TYPE_PATH: c_int = 2;
/// Max page objects examined in one appearance.
const MOST_OBJECTS: c_int = 2_000;

/// What an appearance tells of its field's value.
#[derive(Debug, Default)]
pub(crate) struct Appearance {
    /// The text it prints, if that differs from the value.
    pub(crate) otherwise: Option<String>,
    /// It prints something, but what can only be recognized.
    pub(crate) is_unknown: bool,
}

pub(crate) fn compare(page: &OpenPage, annotation: FPDF_ANNOTATION, kind: WidgetKind, value: &str) -> Appearance {
    match printed(page, annotation) {
        Some(shown) => Appearance {
            otherwise: otherwise(page, &shown, kind, value),
            is_unknown: false,
        },
        None => Appearance {
            otherwise: None,
            // SAFETY: the annotation is open.
            is_unknown: unsafe { page.calls.FPDFAnnot_GetObjectCount(annotation) } > 0,
        },
    }
}

/// The text an appearance prints if it differs from the value. Case, spaces and punctuation are ignored, as are letters
/// outside ASCII, whose codes differ from font to font, but the sign of an amount is not. A list shows its other
/// options too.
fn otherwise(page: &OpenPage, shown: &str, kind: WidgetKind, value: &str) -> Option<String> {
    let (own, wanted) = (letters(shown), letters(value));
    let same = match kind {
        WidgetKind::Choice => value.lines().all(|line| own.contains(&letters(line))),
        _ => own == wanted && is_negative(shown) == is_negative(value),
    };
    let shows_nothing = shown.trim().is_empty() && kind == WidgetKind::Text && page.appearances_hold;
    if same || wanted.is_empty() || own.is_empty() && !shows_nothing {
        return None;
    }
    let mut shown = text::clean(&shown.replace('\n', " "));
    cut(&mut shown, MAX_STRING);
    Some(shown)
}

/// Whether a text is a negative amount: `-12.00`, `(12.00)`, `12.00-`.
fn is_negative(text: &str) -> bool {
    let text = text.trim();
    let is_amount = text.contains(|c: char| c.is_ascii_digit()) && !text.contains(char::is_alphabetic);
    // Hyphens between digits belong to a date or an identifier.
    let framed = text.starts_with('(') && text.ends_with(')') || text.starts_with('-') || text.ends_with('-');
    is_amount && framed && text.contains(['.', ','])
}

fn letters(text: &str) -> String {
    let letters = text.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|c| c.to_ascii_lowercase()).collect()
}

/// The text of an appearance that draws only lines and text. `None` with an embedded font, which may number its glyphs
/// arbitrarily.
fn printed(page: &OpenPage, annotation: FPDF_ANNOTATION) -> Option<String> {
    let calls = page.calls;
    // SAFETY: the annotation is open.
    let count = unsafe { calls.FPDFAnnot_GetObjectCount(annotation) };
    for index in 0..count.clamp(0, MOST_OBJECTS) {
        // SAFETY: as above; the index is below the count.
        let object = unsafe { calls.FPDFAnnot_GetObject(annotation, index) };
        if object.is_null() {
            return None;
        }
        // SAFETY: the object belongs to the open annotation.
        match unsafe { calls.FPDFPageObj_GetType(object) } {
            TYPE_PATH => {}
            TYPE_TEXT => {
                // SAFETY: as above; a font that is not null is the object's own.
                let font = unsafe { calls.FPDFTextObj_GetFont(object) };
                if font.is_null() || unsafe { calls.FPDFFont_GetIsEmbedded(font) } != 0 {
                    return None;
                }
            }
            _ => return None,
        }
    }
    // SAFETY: the annotation is open; `utf16` passes a buffer of the length it names.
    let content = utf16(|buffer, length| unsafe { calls.FPDFAnnot_GetAP(annotation, NORMAL, buffer, length) })?;
    strings(&content)
}

/// The strings shown by a content stream, one per line; `None` if it contains control codes. Strings in dictionaries,
/// such as those of marked content, are not shown.
fn strings(content: &str) -> Option<String> {
    let mut rest = content.chars().peekable();
    let (mut shown, mut nested) = (String::new(), 0_u32);
    while let Some(c) = rest.next() {
        let string = match c {
            '<' if rest.next_if_eq(&'<').is_some() => {
                nested += 1;
                continue;
            }
            '>' if rest.next_if_eq(&'>').is_some() => {
                nested = nested.saturating_sub(1);
                continue;
            }
            '(' => literal(&mut rest),
            '<' => hexadecimal(&mut rest)?,
            '%' => {
                while rest.next_if(|c| !matches!(c, '\r' | '\n')).is_some() {}
                continue;
            }
            _ => continue,
        };
        if nested > 0 {
            continue;
        }
        if string.contains(char::is_control) {
            return None;
        }
        shown.push_str(&string);
        shown.push('\n');
    }
    Some(shown)
}

type Rest<'c> = std::iter::Peekable<std::str::Chars<'c>>;

/// A string in parentheses, which may be nested, after the opening one.
fn literal(rest: &mut Rest) -> String {
    let (mut text, mut depth) = (String::new(), 1_u32);
    while let Some(c) = rest.next() {
        match c {
            '\\' => text.extend(escaped(rest)),
            '(' => {
                depth += 1;
                text.push(c);
            }
            ')' => {
                depth -= 1;
                if depth == 0 {
                    break;
                }
                text.push(c);
            }
            // A line end within a string compares as a space.
            '\r' | '\n' | '\t' => text.push(' '),
            _ => text.push(c),
        }
    }
    text
}

/// The character after a backslash; an escaped line end yields nothing.
fn escaped(rest: &mut Rest) -> Option<char> {
    let octal = |rest: &mut Rest| rest.next_if(|c| matches!(c, '0'..='7')).and_then(|c| c.to_digit(8));
    if let Some(mut code) = octal(rest) {
        for _ in 0..2 {
            code = octal(rest).map_or(code, |digit| 8 * code + digit);
        }
        return char::from_u32(code & 0xFF);
    }
    match rest.next()? {
        'n' | 'r' | 't' | 'b' | 'f' => Some(' '),
        '\r' | '\n' => None,
        c => Some(c),
    }
}

/// A hexadecimal string after the opening bracket; `None` if it is malformed.
fn hexadecimal(rest: &mut Rest) -> Option<String> {
    let mut digits: Vec<u32> = Vec::new();
    for c in rest.by_ref() {
        match c {
            '>' => {
                digits.resize(digits.len().next_multiple_of(2), 0);
                let bytes = digits.chunks_exact(2).map(|pair| 16 * pair[0] + pair[1]);
                return bytes.map(char::from_u32).collect();
            }
            _ if c.is_whitespace() => {}
            _ => digits.push(c.to_digit(16)?),
        }
    }
    None
}

pub(crate) fn cut(text: &mut String, most: usize) {
    if text.len() > most {
        let end = (0..=most).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
        text.truncate(end);
    }
}

/// Reads a UTF-16 string of PDFium without the closing NUL; `None` if it is empty or far too long.
pub(crate) fn utf16(read: impl Fn(*mut FPDF_WCHAR, c_ulong) -> c_ulong) -> Option<String> {
    let bytes = read(std::ptr::null_mut(), 0);
    if bytes <= 2 || bytes > 16 << 20 {
        return None;
    }
    let mut buffer: Vec<FPDF_WCHAR> = vec![0; bytes as usize / 2 + 1];
    read(buffer.as_mut_ptr(), bytes);
    Some(String::from_utf16_lossy(&buffer[..bytes as usize / 2 - 1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_of_a_content_stream() {
        for (content, expected) in [
            ("/Tx BMC BT /F1 9 Tf (61,250.40) Tj ET EMC", Some("61,250.40\n")),
            ("[(61,2) -20 (50.40)] TJ", Some("61,2\n50.40\n")),
            ("(a \\(b\\) (c) \\101\\n) '", Some("a (b) (c) A \n")),
            ("<36 31> Tj", Some("61\n")),
            ("/Span <</ActualText (hidden)>> BDC (seen) Tj EMC", Some("seen\n")),
            ("% (a remark)\n(seen) Tj", Some("seen\n")),
            ("<00240025> Tj", None),
            ("<zz> Tj", None),
            ("0 0 10 10 re f", Some("")),
            ("(never closed", Some("never closed\n")),
        ] {
            assert_eq!(strings(content).as_deref(), expected, "{content}");
        }
    }

    #[test]
    fn spaces_case_and_signs_do_not_matter() {
        assert_eq!(letters("987-65-4321"), letters("987654321"));
        assert_ne!(letters("61,250.40"), letters("16,250.40"));
    }
}
