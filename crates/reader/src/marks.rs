//! Checks whether pictures beside a text layer may hold text that the layer lacks. The check is cheap and errs towards
//! yes: it looks for edges between light and dark that no word accounts for.

use crate::page_handle::OpenPage;
use crate::painting;
use crate::painting::Frame;
use touchstone_intake::{Region, Word};

/// Max side of the rendered picture, in pixels; otherwise one pixel per point.
const LONGEST: f32 = 1600.0;
/// Min difference between neighboring pixels at an edge, of 255.
const EDGE: u8 = 40;
/// Min number of edges; a short word has more.
const FEW: usize = 60;
/// Margin around a word that belongs to it, in points.
const AROUND: f32 = 1.0;

pub(crate) fn beyond(page: &OpenPage, pictures: &[Region], words: &[Word]) -> bool {
    let sheet = page.sheet.region();
    let scale = 1.0_f32.min(LONGEST / sheet.width.max(sheet.height).max(1.0));
    let side = |length: f32| ((length * scale).round() as u32).max(1);
    let frame = Frame {
        wanted: sheet,
        scale,
        width: side(sheet.width),
        height: side(sheet.height),
    };
    // A page that cannot be rendered may hold anything.
    let Ok(pixels) = painting::paint(page, &frame) else {
        return true;
    };
    let mut looked = vec![false; frame.width as usize * frame.height as usize];
    let mut mark = |place: &Region, value: bool| {
        let pixel = |length: f32, most: u32| ((length * scale).max(0.0) as u32).min(most) as usize;
        let columns = pixel(place.x, frame.width)..pixel(place.right(), frame.width);
        for row in pixel(place.y, frame.height)..pixel(place.bottom(), frame.height) {
            let start = row * frame.width as usize;
            looked[start + columns.start..start + columns.end.max(columns.start)].fill(value);
        }
    };
    for place in pictures {
        mark(place, true);
    }
    for word in words {
        mark(&word.region.grown(AROUND), false);
    }
    let green = |index: usize| pixels[4 * index + 1];
    let edges =
        (1..looked.len()).filter(|&at| looked[at] && looked[at - 1] && green(at).abs_diff(green(at - 1)) >= EDGE);
    edges.take(FEW).count() == FEW
}
