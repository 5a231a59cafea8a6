//! Collects lines and pictures drawn on a page, including those in form XObjects. Joining lines is in `intake/layout`.
#![allow(unsafe_code)]

use crate::page_handle::OpenPage;
use crate::pictures::{self, NOTICEABLE};
use crate::sheet::{Matrix, UserBox, rounded};
use crate::torn;
use pdfium_render::prelude::{FPDF_PAGEOBJECT, FS_MATRIX};
use std::collections::HashMap;
use std::ffi::{c_int, c_uint, c_ulong};
use touchstone_intake::validate::MAX_SLANTS;
use touchstone_intake::{Outcome, PageFault, Region, Ruling};

const TYPE_TEXT: c_int = 1;
const TYPE_PATH: c_int = 2;
const TYPE_IMAGE: c_int = 3;
const TYPE_SHADING: c_int = 4;
const TYPE_FORM: c_int = 5;
const SEGMENT_LINE: c_int = 0;
const SEGMENT_CURVE: c_int = 1;
/// Max nesting depth of forms; stops a form that draws itself.
const DEEPEST: u32 = 12;
/// Max objects examined on one page, including its forms.
const MOST_OBJECTS: u32 = 200_000;
/// Max path segments examined on one page.
const MOST_SEGMENTS: u32 = 1_000_000;
/// Max thickness of a filled rectangle or a picture that counts as a line, in points.
const THIN: f32 = 3.0;
/// Min room inside a rectangular frame, in points. Letters have outlines within outlines too, but not rectangles.
const SQUARE: f32 = 3.0;
/// The same inside other outlines.
const ROUND: f32 = 2.0 * THIN;
/// Min length of a slanted line, in points; shorter ones are parts of characters and pictures.
const SLANTED: f32 = 12.0;
/// Paint smaller than this on either side, in points, hides no character.
const SPECK: f32 = 2.0;
/// Max covers kept, the largest ones.
const MOST_COVERS: usize = 4_000;
/// Max bytes of a picture that is checked for a missing end.
const LARGEST_PICTURE: usize = 256 << 20;

#[derive(Debug, Default)]
pub(crate) struct Drawing {
    pub(crate) strokes: Vec<Ruling>,
    /// Bounds of lines not parallel to an axis.
    pub(crate) slants: Vec<Region>,
    pub(crate) pictures: Vec<Region>,
    /// Number of curved path segments. Letters drawn as outlines have hundreds.
    pub(crate) curves: u32,
    pub(crate) fault: Option<PageFault>,
    /// Pictures and filled outlines in paint order.
    pub(crate) covers: Vec<Cover>,
    /// Position of each text object in the paint order.
    pub(crate) texts: HashMap<usize, u32>,
}

/// Paint that covers everything painted before it in its place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Cover {
    pub(crate) turn: u32,
    pub(crate) place: Region,
}

struct Walk<'p> {
    page: &'p OpenPage<'p>,
    objects: u32,
    segments: u32,
    curves: u32,
    strokes: Vec<Ruling>,
    slants: Vec<Region>,
    images: Vec<Region>,
    covers: Vec<Cover>,
    texts: HashMap<usize, u32>,
    /// Whether part of a picture is missing.
    torn: bool,
}

/// One outline of a filled path.
struct Outline {
    place: Region,
    rectangle: bool,
}

/// How a path is painted, and the transform from its space to the displayed page.
struct Pen {
    filled: bool,
    stroked: bool,
    /// Line width in points as displayed.
    width: f32,
    matrix: Matrix,
}

pub(crate) fn collect(page: &OpenPage) -> Drawing {
    let mut walk = Walk {
        page,
        objects: 0,
        segments: 0,
        curves: 0,
        strokes: Vec::new(),
        slants: Vec::new(),
        images: Vec::new(),
        covers: Vec::new(),
        texts: HashMap::new(),
        torn: false,
    };
    // SAFETY: the page is open; indexes below the count are valid.
    let count = unsafe { page.calls.FPDFPage_CountObjects(page.handle) };
    for index in 0..count.max(0) {
        // SAFETY: as above.
        let object = unsafe { page.calls.FPDFPage_GetObject(page.handle, index) };
        walk.visit(object, &Matrix::IDENTITY, 0);
    }
    let cut = walk.objects > MOST_OBJECTS || walk.segments > MOST_SEGMENTS;
    let message = || {
        format!(
            "too much is drawn on the page: only {} objects were examined",
            walk.objects
        )
    };
    Drawing {
        fault: if walk.torn {
            Some(PageFault {
                outcome: Outcome::Damaged,
                message: "a picture is cut off, and part of the page is missing".to_owned(),
            })
        } else {
            cut.then(|| PageFault {
                outcome: Outcome::Partial,
                message: message(),
            })
        },
        pictures: pictures::noticeable(walk.images, &page.sheet.region()),
        strokes: walk.strokes,
        slants: walk.slants,
        curves: walk.curves,
        covers: largest(walk.covers),
        texts: walk.texts,
    }
}

fn largest(mut covers: Vec<Cover>) -> Vec<Cover> {
    if covers.len() > MOST_COVERS {
        covers.sort_by(|a, b| b.place.area().total_cmp(&a.place.area()));
        covers.truncate(MOST_COVERS);
        covers.sort_by_key(|cover| cover.turn);
    }
    covers
}

impl Walk<'_> {
    fn visit(&mut self, object: FPDF_PAGEOBJECT, outer: &Matrix, depth: u32) {
        self.objects += 1;
        if object.is_null() || self.objects > MOST_OBJECTS {
            return;
        }
        // SAFETY: `object` belongs to the open page.
        match unsafe { self.page.calls.FPDFPageObj_GetType(object) } {
            TYPE_TEXT => {
                self.texts.insert(object as usize, self.objects);
            }
            TYPE_PATH => self.path(object, outer),
            TYPE_IMAGE => self.image(object, outer),
            TYPE_SHADING => {
                self.cover(object, outer);
            }
            TYPE_FORM if depth < DEEPEST => {
                let inner = self.matrix(object).then(outer);
                // SAFETY: `object` is a form of the open page; indexes below its count are valid.
                let count = unsafe { self.page.calls.FPDFFormObj_CountObjects(object) };
                for index in 0..count.max(0) {
                    if self.objects > MOST_OBJECTS {
                        break;
                    }
                    // SAFETY: as above.
                    let child = unsafe { self.page.calls.FPDFFormObj_GetObject(object, index as _) };
                    self.visit(child, &inner, depth + 1);
                }
            }
            _ => {}
        }
    }

    fn matrix(&self, object: FPDF_PAGEOBJECT) -> Matrix {
        let mut m = FS_MATRIX {
            a: 1.0,
            b: 0.0,
            c: 0.0,
            d: 1.0,
            e: 0.0,
            f: 0.0,
        };
        // SAFETY: `object` belongs to the open page, `m` is ours; on failure it stays the identity.
        unsafe { self.page.calls.FPDFPageObj_GetMatrix(object, &raw mut m) };
        Matrix {
            a: m.a,
            b: m.b,
            c: m.c,
            d: m.d,
            e: m.e,
            f: m.f,
        }
    }

    fn image(&mut self, object: FPDF_PAGEOBJECT, outer: &Matrix) {
        if let Some(place) = self.cover(object, outer) {
            self.images.push(place);
            self.bar(&place);
            if !self.torn && place.area() >= NOTICEABLE * self.page.sheet.region().area() {
                self.torn = self.jpeg(object).is_some_and(|bytes| torn::is_torn_jpeg(&bytes));
            }
        }
    }

    /// The bytes of a picture if it is a JPEG.
    fn jpeg(&self, object: FPDF_PAGEOBJECT) -> Option<Vec<u8>> {
        let calls = self.page.calls;
        // SAFETY: `object` is a picture of the open page; the buffers have the lengths passed with them.
        unsafe {
            let filters = calls.FPDFImageObj_GetImageFilterCount(object);
            let mut name = [0u8; 16];
            let named = name.len() as c_ulong;
            calls.FPDFImageObj_GetImageFilter(object, (filters - 1).max(0), name.as_mut_ptr().cast(), named);
            if filters < 1 || !name.starts_with(b"DCT") {
                return None;
            }
            let length = calls.FPDFImageObj_GetImageDataDecoded(object, std::ptr::null_mut(), 0);
            let mut bytes = vec![
                0u8;
                usize::try_from(length)
                    .ok()
                    .filter(|length| *length <= LARGEST_PICTURE)?
            ];
            calls.FPDFImageObj_GetImageDataDecoded(object, bytes.as_mut_ptr().cast(), length);
            Some(bytes)
        }
    }

    /// Bounds of an object, which is recorded as covering what was painted before it.
    fn cover(&mut self, object: FPDF_PAGEOBJECT, outer: &Matrix) -> Option<Region> {
        let (mut left, mut bottom, mut right, mut top) = (0.0, 0.0, 0.0, 0.0);
        // SAFETY: `object` belongs to the open page, the results are ours.
        let known = unsafe {
            self.page
                .calls
                .FPDFPageObj_GetBounds(object, &raw mut left, &raw mut bottom, &raw mut right, &raw mut top)
        };
        if known == 0 {
            return None;
        }
        let corners = [(left, bottom), (left, top), (right, bottom), (right, top)].map(|(x, y)| outer.apply(x, y));
        let fold = |pick: fn(&(f32, f32)) -> f32, least: bool| {
            corners.iter().map(pick).fold(
                if least { f32::MAX } else { f32::MIN },
                if least { f32::min } else { f32::max },
            )
        };
        let place = self.page.sheet.place(UserBox {
            left: fold(|p| p.0, true),
            bottom: fold(|p| p.1, true),
            right: fold(|p| p.0, false),
            top: fold(|p| p.1, false),
        });
        if !place.is_finite() {
            return None;
        }
        if place.width > SPECK && place.height > SPECK {
            self.covers.push(Cover {
                turn: self.objects,
                place,
            });
        }
        Some(place)
    }

    fn path(&mut self, object: FPDF_PAGEOBJECT, outer: &Matrix) {
        let calls = self.page.calls;
        let (mut fill, mut stroke) = (0, 0);
        // SAFETY: `object` is a path of the open page, the results are ours.
        let count = unsafe {
            calls.FPDFPath_GetDrawMode(object, &raw mut fill, &raw mut stroke);
            calls.FPDFPath_CountSegments(object)
        };
        if fill != 0 {
            self.cover(object, outer);
        }
        let filled = fill != 0 && self.is_visible(object, true);
        let stroked = stroke != 0 && self.is_visible(object, false);
        if !filled && !stroked {
            return;
        }
        let matrix = self.matrix(object).then(outer).then(&self.page.sheet.to_display);
        let mut width = 1.0;
        // SAFETY: as above.
        unsafe { calls.FPDFPageObj_GetStrokeWidth(object, &raw mut width) };
        let width = (width * matrix.scale()).max(0.1);
        self.trace(
            object,
            count,
            &Pen {
                filled,
                stroked,
                width,
                matrix,
            },
        );
    }

    /// Follows the segments of a path and keeps lines and thin bars.
    fn trace(&mut self, object: FPDF_PAGEOBJECT, count: c_int, pen: &Pen) {
        let mut outline: Vec<(f32, f32)> = Vec::new();
        let mut outlines: Vec<Outline> = Vec::new();
        let (mut curved, mut straight) = (false, false);
        for index in 0..count.max(0) {
            self.segments += 1;
            if self.segments > MOST_SEGMENTS {
                break;
            }
            let Some((x, y, kind, closes)) = self.segment(object, index) else {
                continue;
            };
            let point = pen.matrix.apply(x, y);
            match (kind, outline.last()) {
                (SEGMENT_LINE, Some(&last)) if pen.stroked => {
                    self.line(last, point, pen.width);
                    let (dx, dy) = ((last.0 - point.0).abs(), (last.1 - point.1).abs());
                    straight |= dx.min(dy) < 0.05 && dx.max(dy) > SQUARE;
                }
                (SEGMENT_LINE, _) => {}
                (SEGMENT_CURVE, _) => {
                    curved = true;
                    self.curves += 1;
                }
                // Move to: the next outline of the same path.
                _ => {
                    if pen.filled {
                        self.filled(&outline, curved, &mut outlines);
                    } else if !straight {
                        self.freehand(&outline);
                    }
                    outline.clear();
                    (curved, straight) = (false, false);
                }
            }
            outline.push(point);
            if closes && pen.stroked && kind != SEGMENT_CURVE {
                self.line(point, outline[0], pen.width);
            }
        }
        if pen.filled {
            self.filled(&outline, curved, &mut outlines);
        } else if !straight {
            self.freehand(&outline);
        }
    }

    /// Records the bounds of a stroke with bends and without a side along an axis, such as a scribble or a ring.
    fn freehand(&mut self, outline: &[(f32, f32)]) {
        let place = extent(self.page.sheet.number, outline).filter(|_| outline.len() > 2);
        if let Some(place) = place.filter(|place| place.width.max(place.height) >= SLANTED)
            && self.slants.len() < MAX_SLANTS
        {
            let seen = place.intersection(&self.page.sheet.region());
            self.slants.extend(seen.map(rounded));
        }
    }

    /// End point and kind of a segment, and whether it closes the outline.
    fn segment(&self, object: FPDF_PAGEOBJECT, index: c_int) -> Option<(f32, f32, c_int, bool)> {
        let calls = self.page.calls;
        let (mut x, mut y) = (0.0, 0.0);
        // SAFETY: `index` is below the count of segments; a missing segment is null and not used further.
        unsafe {
            let segment = calls.FPDFPath_GetPathSegment(object, index);
            if segment.is_null() || calls.FPDFPathSegment_GetPoint(segment, &raw mut x, &raw mut y) == 0 {
                return None;
            }
            let closes = calls.FPDFPathSegment_GetClose(segment) != 0;
            Some((x, y, calls.FPDFPathSegment_GetType(segment), closes))
        }
    }

    /// Whether paint is visible on white paper.
    fn is_visible(&self, object: FPDF_PAGEOBJECT, fill: bool) -> bool {
        let (mut r, mut g, mut b, mut alpha): (c_uint, c_uint, c_uint, c_uint) = (0, 0, 0, 255);
        // SAFETY: `object` belongs to the open page, the results are ours.
        let known = unsafe {
            if fill {
                self.page
                    .calls
                    .FPDFPageObj_GetFillColor(object, &raw mut r, &raw mut g, &raw mut b, &raw mut alpha)
            } else {
                self.page
                    .calls
                    .FPDFPageObj_GetStrokeColor(object, &raw mut r, &raw mut g, &raw mut b, &raw mut alpha)
            }
        };
        known == 0 || alpha > 8 && [r, g, b].iter().any(|&part| part < 250)
    }

    /// Records a drawn line: a ruling if it is parallel to an axis, otherwise a slant.
    fn line(&mut self, a: (f32, f32), b: (f32, f32), thickness: f32) {
        let (dx, dy) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
        let slack = 0.5_f32.max(0.005 * dx.max(dy));
        if dy <= slack && dx > dy {
            self.stroke(true, a.1.midpoint(b.1), a.0.min(b.0), a.0.max(b.0), thickness);
        } else if dx <= slack && dy > dx {
            self.stroke(false, a.0.midpoint(b.0), a.1.min(b.1), a.1.max(b.1), thickness);
        } else if dx.max(dy) >= SLANTED && self.slants.len() < MAX_SLANTS {
            let place = Region::between(self.page.sheet.number, a, b);
            self.slants
                .extend(place.intersection(&self.page.sheet.region()).map(rounded));
        }
    }

    /// Records a filled outline if it is a thin bar, or the frame of a box together with the previous outline.
    fn filled(&mut self, outline: &[(f32, f32)], curved: bool, before: &mut Vec<Outline>) {
        let Some(place) = extent(self.page.sheet.number, outline) else {
            return;
        };
        let on_axis = outline
            .windows(2)
            .all(|pair| (pair[0].0 - pair[1].0).abs() <= 0.05 || (pair[0].1 - pair[1].1).abs() <= 0.05);
        let rectangle = !curved && on_axis && (4..=6).contains(&outline.len());
        if rectangle {
            self.bar(&place);
        }
        if let Some(other) = before.last() {
            let least = if rectangle && other.rectangle { SQUARE } else { ROUND };
            self.frame(other.place, place, least);
        }
        before.push(Outline { place, rectangle });
    }

    /// Records the border of a box that is painted between two close outlines, with or without round corners, as
    /// browsers print it.
    fn frame(&mut self, a: Region, b: Region, least: f32) {
        let (outer, inner) = if a.width > b.width { (a, b) } else { (b, a) };
        let sides = [
            inner.x - outer.x,
            inner.y - outer.y,
            outer.right() - inner.right(),
            outer.bottom() - inner.bottom(),
        ];
        let large = inner.width.min(inner.height) > least;
        if !large || !sides.iter().all(|side| (0.02..=THIN).contains(side)) {
            return;
        }
        let [left, top, right, bottom] = sides;
        self.stroke(true, outer.y.midpoint(inner.y), outer.x, outer.right(), top);
        self.stroke(
            true,
            outer.bottom().midpoint(inner.bottom()),
            outer.x,
            outer.right(),
            bottom,
        );
        self.stroke(false, outer.x.midpoint(inner.x), outer.y, outer.bottom(), left);
        self.stroke(
            false,
            outer.right().midpoint(inner.right()),
            outer.y,
            outer.bottom(),
            right,
        );
    }

    /// Records a thin rectangle as a line through its middle.
    fn bar(&mut self, place: &Region) {
        let (x, y) = place.center();
        if place.height <= THIN && place.width > 2.0 * place.height {
            self.stroke(true, y, place.x, place.right(), place.height);
        } else if place.width <= THIN && place.height > 2.0 * place.width {
            self.stroke(false, x, place.y, place.bottom(), place.width);
        }
    }

    fn stroke(&mut self, horizontal: bool, at: f32, from: f32, to: f32, thickness: f32) {
        if [at, from, to, thickness].iter().all(|value| value.is_finite()) {
            self.strokes.push(Ruling {
                horizontal,
                at,
                from,
                to,
                thickness,
            });
        }
    }
}

/// The bounds of an outline.
fn extent(page: u32, outline: &[(f32, f32)]) -> Option<Region> {
    let point = |at: &(f32, f32)| Region::between(page, *at, *at);
    outline.iter().map(point).reduce(|place, point| place.union(&point))
}
