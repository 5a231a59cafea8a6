//! Reads the UserUnit of a page, which PDFium neither applies nor reports. Where it may matter, the page is exported
//! alone and its dictionary searched. Its effect on the page is in `sheet.rs`.
#![allow(unsafe_code)]

use pdfium_render::prelude::{FPDF_DOCUMENT, FPDF_FILEWRITE, PdfiumLibraryBindings};
use std::ffi::{c_int, c_ulong, c_void};

pub(crate) const KEY: &[u8] = b"/UserUnit";
/// Units are set for pages that would be too large without one, so a page of more than this many units on a side is
/// checked even if the key is in a compressed part of the file.
const LARGE: f32 = 5_000.0;
/// Max bytes of the export of one page.
const MOST_BYTES: usize = 64 << 20;

/// Bytes searched at each end of a large file.
const END: u64 = 16 << 20;

/// Whether a document of `length` bytes is searched whole.
pub(crate) fn is_searched_whole(length: u64) -> bool {
    length <= 2 * END
}

/// Whether the uncompressed part of a document contains a key. `read` fills a buffer from a position in the file.
pub(crate) fn is_named(key: &[u8], length: u64, mut read: impl FnMut(u64, &mut [u8]) -> bool) -> bool {
    // Pages are near the start of small files and anywhere in large ones; both ends are searched.
    const STEP: u64 = 1 << 20;
    let mut place = 0;
    let mut buffer = vec![0; (STEP as usize) + key.len()];
    while place < length {
        let count = (length - place).min(buffer.len() as u64) as usize;
        if !read(place, &mut buffer[..count]) {
            return false;
        }
        if find(key, &buffer[..count]).is_some() {
            return true;
        }
        place += STEP;
        if place >= END && !is_searched_whole(length) && place < length - END {
            place = length - END;
        }
    }
    false
}

/// The unit of page `index`, 1 if none is given. `named` is the result of `is_named` for the document.
pub(crate) fn of_page(
    calls: &dyn PdfiumLibraryBindings,
    document: FPDF_DOCUMENT,
    index: c_int,
    longest: f32,
    named: bool,
) -> f32 {
    if !named && longest < LARGE {
        return 1.0;
    }
    let mut export = Export {
        write: FPDF_FILEWRITE {
            version: 1,
            WriteBlock: Some(write_block),
        },
        bytes: Vec::new(),
    };
    // SAFETY: `document` is open; the copy is closed before `export` is dropped, and `write` is its first field, as
    // `write_block` expects.
    unsafe {
        let copy = calls.FPDF_CreateNewDocument();
        if copy.is_null() {
            return 1.0;
        }
        if calls.FPDF_ImportPagesByIndex(copy, document, &raw const index, 1, 0) != 0 {
            calls.FPDF_SaveAsCopy(copy, (&raw mut export).cast(), 0);
        }
        calls.FPDF_CloseDocument(copy);
    }
    let unit = find(KEY, &export.bytes).and_then(|place| number(&export.bytes[place + KEY.len()..]));
    unit.filter(|unit| (0.01..=1_000.0).contains(unit)).unwrap_or(1.0)
}

#[repr(C)]
struct Export {
    write: FPDF_FILEWRITE,
    bytes: Vec<u8>,
}

/// Called by PDFium with the next piece of the export.
unsafe extern "C" fn write_block(this: *mut FPDF_FILEWRITE, data: *const c_void, size: c_ulong) -> c_int {
    let Ok(size) = usize::try_from(size) else { return 0 };
    // SAFETY: `this` is the first field of the `Export` passed to PDFium, which lives during the call.
    let export = unsafe { &mut *this.cast::<Export>() };
    if data.is_null() || export.bytes.len() + size > MOST_BYTES {
        return 0;
    }
    // SAFETY: PDFium owns `size` bytes at `data` during this call.
    export
        .bytes
        .extend_from_slice(unsafe { std::slice::from_raw_parts(data.cast::<u8>(), size) });
    1
}

fn find(key: &[u8], bytes: &[u8]) -> Option<usize> {
    bytes.windows(key.len()).position(|window| window == key)
}

fn number(bytes: &[u8]) -> Option<f32> {
    let start = bytes.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let end = bytes[start..]
        .iter()
        .position(|byte| !(byte.is_ascii_digit() || *byte == b'.'))
        .unwrap_or(0)
        + start;
    std::str::from_utf8(&bytes[start..end]).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_found_across_steps_and_at_both_ends() {
        for (length, place, expected) in [
            (100, 50, true),
            (3 << 20, (1 << 20) - 4, true),
            (40 << 20, (40 << 20) - 20, true),
            (40 << 20, 20 << 20, false),
        ] {
            let mut bytes = vec![b' '; length];
            bytes[place..place + KEY.len()].copy_from_slice(KEY);
            let found = is_named(KEY, length as u64, |at, buffer| {
                let at = at as usize;
                buffer.copy_from_slice(&bytes[at..at + buffer.len()]);
                true
            });
            assert_eq!(found, expected, "{length} {place}");
        }
    }

    #[test]
    fn numbers_end_where_they_end() {
        assert_eq!(number(b" 2.5/Type"), Some(2.5));
        assert_eq!(number(b"\n10>>"), Some(10.0));
        assert_eq!(number(b"/Name"), None);
    }
}
