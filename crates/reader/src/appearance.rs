//! Reads where a form field's appearance stream draws its text, so that values are placed where they are seen. Fields
//! without an appearance are in `values.rs`.
#![allow(unsafe_code)]

use crate::page_handle::OpenPage;
use crate::sheet::{Sheet, UserBox};
use pdfium_render::prelude::{FPDF_ANNOTATION, FPDF_PAGEOBJECT, FS_MATRIX, FS_RECTF};
use std::ffi::c_int;
use touchstone_intake::Region;

const TYPE_TEXT: c_int = 1;
/// Max page objects examined in one appearance.
const MOST_OBJECTS: c_int = 2_000;

/// A line of text as drawn by the appearance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Line {
    pub(crate) region: Region,
    /// Font size in points.
    pub(crate) size: f32,
}

/// The lines of text in an appearance, from top to bottom; empty if there are none or they cannot be placed. `rect` is
/// the field's rectangle in user space.
pub(crate) fn lines(page: &OpenPage, annotation: FPDF_ANNOTATION, rect: &FS_RECTF) -> Vec<Line> {
    // SAFETY: the annotation is open; indexes below the count are valid.
    let count = unsafe { page.calls.FPDFAnnot_GetObjectCount(annotation) };
    let mut lines: Vec<Line> = Vec::new();
    for index in 0..count.clamp(0, MOST_OBJECTS) {
        // SAFETY: as above; a missing object is null and has no type.
        let object = unsafe { page.calls.FPDFAnnot_GetObject(annotation, index) };
        if !object.is_null() {
            lines.extend(line(page, object, rect));
        }
    }
    lines.sort_by(|a, b| a.region.y.total_cmp(&b.region.y));
    let mut whole: Vec<Line> = Vec::new();
    for line in lines {
        match whole.last_mut() {
            Some(last) if last.region.overlap_y(&line.region) > 0.5 * line.region.height => {
                last.region = last.region.union(&line.region);
            }
            _ => whole.push(line),
        }
    }
    whole
}

fn line(page: &OpenPage, object: FPDF_PAGEOBJECT, rect: &FS_RECTF) -> Option<Line> {
    let (mut left, mut bottom, mut right, mut top, mut size) = (0.0, 0.0, 0.0, 0.0, 0.0);
    let mut matrix = FS_MATRIX {
        a: 1.0,
        b: 0.0,
        c: 0.0,
        d: 1.0,
        e: 0.0,
        f: 0.0,
    };
    // SAFETY: `object` belongs to the open annotation, the results are ours.
    unsafe {
        let calls = page.calls;
        if calls.FPDFPageObj_GetType(object) != TYPE_TEXT
            || calls.FPDFPageObj_GetBounds(object, &raw mut left, &raw mut bottom, &raw mut right, &raw mut top) == 0
            || calls.FPDFTextObj_GetFontSize(object, &raw mut size) == 0
            || calls.FPDFPageObj_GetMatrix(object, &raw mut matrix) == 0
        {
            return None;
        }
    }
    let drawn = UserBox {
        left,
        bottom,
        right,
        top,
    };
    let region = place(&page.sheet, drawn, rect)?;
    Some(Line {
        region,
        size: size * matrix.d.hypot(matrix.b),
    })
}

/// Places a box of the appearance on the page. Its coordinates begin at the field's lower left corner in nearly all
/// files and at the page's in a few. `None` if it fits in neither.
fn place(sheet: &Sheet, drawn: UserBox, rect: &FS_RECTF) -> Option<Region> {
    const SLACK: f32 = 4.0;
    let (width, height) = ((rect.right - rect.left).abs(), (rect.top - rect.bottom).abs());
    let (left, bottom) = (rect.left.min(rect.right), rect.bottom.min(rect.top));
    let fits = |x: f32, y: f32| {
        let sideways = drawn.left >= x - SLACK && drawn.right <= x + width + SLACK;
        sideways && drawn.bottom >= y - SLACK && drawn.top <= y + height + SLACK
    };
    let (dx, dy) = if fits(0.0, 0.0) {
        (left, bottom)
    } else if fits(left, bottom) {
        (0.0, 0.0)
    } else {
        return None;
    };
    let region = sheet.place(UserBox {
        left: drawn.left + dx,
        bottom: drawn.bottom + dy,
        right: drawn.right + dx,
        top: drawn.top + dy,
    });
    (region.is_finite() && region.width > 0.0 && region.height > 0.0).then_some(region)
}
