//! Finds pale letters in the body of a scan, such as a watermark or a faded stamp: bodies of ink that differ little
//! from the paper and are made of strokes. Shaded table rows, fold shadows and gray fields have no strokes. Reading

use super::{InkView, bodies};
use image::GrayImage;
use touchstone_intake::ink::is_large_body;
use touchstone_intake::{Failure, Page, Region};

/// Min mean number of dark runs per pixel row for the letters of a line, and for a large body, whose rows cross only
/// one or two letters.
const LINE_RUNS: f32 = 3.5;
const LARGE_RUNS: f32 = 1.35;
/// Min length of a run in each, in pixels; shorter runs are hairlines, grids or grain.
const LINE_RUN: usize = 2;
const LARGE_RUN: usize = 4;
/// Min height of a body, in points; lower ones are rulings or remains of a row.
const LOWEST: f32 = 10.0;

/// Regions of a page that may hold pale letters, largest first.
pub(super) fn letters(view: &InkView) -> Result<Vec<Region>, Failure> {
    Ok(letters_in(&view.gray(None, bodies::SCALE)?, view.page))
}

fn letters_in(picture: &GrayImage, page: &Page) -> Vec<Region> {
    let shade = bodies::faintest(picture);
    let inner = page.region().grown(-bodies::SHADOW);
    let mut found = bodies::washed(picture, page, shade);
    found.retain(|place| {
        let (least, run) = if is_large_body(place) {
            (LARGE_RUNS, LARGE_RUN)
        } else {
            (LINE_RUNS, LINE_RUN)
        };
        let inside = place
            .intersection(&inner)
            .is_some_and(|part| part.area() > 0.9 * place.area());
        inside && place.height >= LOWEST && runs(picture, page, place, shade, run) >= least
    });
    found
}

/// Mean number of strokes per pixel row, over the rows that cross any. A stroke is darker than `shade` and at least
/// `width` pixels wide.
fn runs(picture: &GrayImage, page: &Page, place: &Region, shade: u8, width: usize) -> f32 {
    let scale = (
        picture.width() as f32 / page.width,
        picture.height() as f32 / page.height,
    );
    let (left, right) = ((place.x * scale.0) as u32, (place.right() * scale.0) as u32);
    let (top, bottom) = ((place.y * scale.1) as u32, (place.bottom() * scale.1) as u32);
    let (mut rows, mut all) = (0.0f32, 0.0f32);
    for y in top..bottom.min(picture.height()) {
        let dark: Vec<bool> = (left..right.min(picture.width()))
            .map(|x| picture.get_pixel(x, y).0[0] < shade)
            .collect();
        let strokes = dark
            .chunk_by(|a, b| a == b)
            .filter(|run| run[0] && run.len() >= width)
            .count();
        if strokes > 0 {
            rows += 1.0;
            all += strokes as f32;
        }
    }
    all / rows.max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Luma;
    use touchstone_intake::Reading;

    /// Renders grained paper with a slightly darker drawing.
    fn found(drawn: impl Fn(u32, u32) -> bool) -> Vec<(i32, i32)> {
        let grain = |x: u32, y: u32| ((x * 7 + y * 13) % 5) as u8;
        let picture = GrayImage::from_fn(612, 792, |x, y| {
            let paper = 250 - grain(x, y);
            Luma([if drawn(x, y) { paper - 30 } else { paper }])
        });
        let letters = letters_in(&picture, &Page::letter(1, Reading::empty()));
        letters
            .iter()
            .map(|place| (place.width as i32, place.height as i32))
            .collect()
    }

    #[test]
    fn strokes_are_letters_and_a_wash_is_none() {
        let within = |x: u32, y: u32, width: u32, height: u32| {
            (200..200 + width).contains(&x) && (400..400 + height).contains(&y)
        };
        assert_eq!(
            found(|x, y| within(x, y, 124, 24) && x % 10 < 4),
            [(124, 24)],
            "a faded stamp"
        );
        let strokes = |x: u32, y: u32| x % 50 < 10 || y % 100 < 10;
        assert_eq!(
            found(|x, y| within(x, y, 200, 200) && strokes(x, y)).len(),
            1,
            "a watermark"
        );
        let grid = |x: u32, y: u32| x % 50 < 2 || y % 50 < 2;
        assert_eq!(found(|x, y| within(x, y, 200, 200) && grid(x, y)), [], "a pale grid");
        assert_eq!(found(|x, y| within(x, y, 300, 24)), [], "a shaded row");
        assert_eq!(found(|x, y| within(x, y, 200, 200)), [], "a grey field");
        assert_eq!(found(|x, y| within(x, y, 120, 24) && x % 10 == 0), [], "hairlines");
    }
}
