//! Finds invisible characters in the text layer: those under later paint, and light ones on a light background.
//! Pictures may be transparent, clipped or blended, so the page is rendered with and without the text. Text without ink
//! is in `chars`.
#![allow(unsafe_code)]

use crate::chars::{Glyph, Glyphs};
use crate::drawing::Drawing;
use crate::page_handle::OpenPage;
use crate::painting;
use crate::painting::Frame;
use pdfium_render::prelude::FPDF_PAGEOBJECT;
use std::collections::BTreeSet;
use touchstone_intake::Region;

/// Pixels per point of the compared pictures.
const SCALE: f32 = 1.5;
/// Max side of the compared pictures, in pixels.
const LONGEST: f32 = 2400.0;
/// Min difference, of 255, in at least one pixel of a visible character.
const SEEN: u8 = 12;

/// Marks the invisible characters. `laid_over` are the bounds of annotations on top of the page.
pub(crate) fn hide(page: &OpenPage, glyphs: &mut Glyphs, drawing: &Drawing, laid_over: &[Region]) {
    let suspects: Vec<usize> = (0..glyphs.glyphs.len())
        .filter(|&index| is_suspect(&glyphs.glyphs[index], drawing, laid_over))
        .collect();
    if suspects.is_empty() {
        return;
    }
    let objects: BTreeSet<usize> = suspects.iter().map(|&index| glyphs.glyphs[index].object).collect();
    let sheet = page.sheet.region();
    let scale = SCALE.min(LONGEST / sheet.width.max(sheet.height).max(1.0));
    let side = |length: f32| ((length * scale).round() as u32).max(1);
    let frame = Frame {
        wanted: sheet,
        scale,
        width: side(sheet.width),
        height: side(sheet.height),
    };
    let with = painting::paint(page, &frame);
    activate(page, &objects, false);
    let without = painting::paint(page, &frame);
    activate(page, &objects, true);
    for index in suspects {
        let glyph = &mut glyphs.glyphs[index];
        glyph.hidden = match (&with, &without) {
            (Ok(with), Ok(without)) => !differs(with, without, &frame, &glyph.place),
            // Without a rendering, a suspect character counts as hidden.
            _ => true,
        };
    }
}

fn is_suspect(glyph: &Glyph, drawing: &Drawing, laid_over: &[Region]) -> bool {
    if glyph.text.is_none() || glyph.hidden || glyph.object == 0 {
        return false;
    }
    let (x, y) = glyph.place.center();
    let covered = || {
        let own = drawing.texts.get(&glyph.object).copied().unwrap_or(u32::MAX);
        let later = drawing.covers.partition_point(|cover| cover.turn <= own);
        let mut covers = drawing.covers[later..]
            .iter()
            .map(|cover| &cover.place)
            .chain(laid_over);
        covers.any(|place| place.contains_point(x, y))
    };
    glyph.suspect || covered()
}

/// Removes texts from the page's rendering, or restores them.
fn activate(page: &OpenPage, objects: &BTreeSet<usize>, active: bool) {
    for &object in objects {
        // SAFETY: the object belongs to the open page, which has not changed since the object was obtained.
        unsafe {
            page.calls
                .FPDFPageObj_SetIsActive(object as FPDF_PAGEOBJECT, active.into())
        };
    }
}

fn differs(with: &[u8], without: &[u8], frame: &Frame, place: &Region) -> bool {
    let pixel = |length: f32, most: u32| ((length * frame.scale).max(0.0) as u32).min(most);
    let (left, right) = (pixel(place.x, frame.width), pixel(place.right() + 1.0, frame.width));
    let (top, bottom) = (pixel(place.y, frame.height), pixel(place.bottom() + 1.0, frame.height));
    (top..bottom).any(|row| {
        let bytes = |column: u32| (row as usize * frame.width as usize + column as usize) * 4;
        let range = bytes(left)..bytes(right.max(left));
        let mut pairs = with[range.clone()].iter().zip(&without[range]);
        pairs.any(|(a, b)| a.abs_diff(*b) >= SEEN)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether ink of one shade is visible on a background.
    fn seen(ink: u8, ground: u8) -> bool {
        let place = Region {
            page: 1,
            x: 0.0,
            y: 0.0,
            width: 3.0,
            height: 3.0,
        };
        let frame = Frame {
            wanted: place,
            scale: 1.0,
            width: 4,
            height: 4,
        };
        let painted = |shade: u8| vec![shade; 4 * 4 * 4];
        differs(&painted(ink), &painted(ground), &frame, &place)
    }

    #[test]
    fn a_watermark_is_seen_and_white_on_white_is_not() {
        assert!(seen(237, 255), "grey of .93");
        assert!(seen(255, 40), "white on black");
        assert!(!seen(255, 255));
        assert!(!seen(252, 255), "all but white");
    }
}
