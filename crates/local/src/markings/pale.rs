//! Pale letters in the body of a scan, as of a watermark or a stamp that has faded: bodies of ink that differ little from
//! the paper and are made of strokes. A row of a table that is shaded, the shadow of a fold and a grey field are washes
//! without strokes. Not here: reading them (see `faint`).

use crate::page::unread_ink;
use image::GrayImage;
use touchstone_intake::{Page, Region};

/// Dark runs in a row of the picture, on the average, that make letters of a line, and of a large body, where a row crosses
/// one letter or two.
const LINE_RUNS: f32 = 3.5;
const LARGE_RUNS: f32 = 1.35;
/// Pixels of the shortest run in each; a thinner one is a hairline, a grid or grain.
const LINE_RUN: usize = 2;
const LARGE_RUN: usize = 4;
/// A lower body, in points, is a rule or the rest of a row.
const LOWEST: f32 = 10.0;

/// Where pale letters may stand, the largest first.
pub(super) fn letters(picture: &GrayImage, page: &Page) -> Vec<Region> {
    let shade = unread_ink::faintest(picture);
    let inner = page.region().grown(-unread_ink::SHADOW);
    let mut found = unread_ink::washed(picture, page);
    found.retain(|place| {
        let (least, run) = if unread_ink::is_much(place) {
            (LARGE_RUNS, LARGE_RUN)
        } else {
            (LINE_RUNS, LINE_RUN)
        };
        let inside = place
            .intersection(&inner)
            .is_some_and(|part| part.area() > 0.9 * place.area());
        inside && place.height >= LOWEST && runs(picture, page, place, (shade, run)) >= least
    });
    found
}

/// How many strokes, darker than a shade and so many pixels wide, a row in a place crosses, on the average of the rows that
/// cross any.
fn runs(picture: &GrayImage, page: &Page, place: &Region, (shade, width): (u8, usize)) -> f32 {
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

    /// A page of grained paper with what is drawn a little darker.
    fn found(drawn: impl Fn(u32, u32) -> bool) -> Vec<(i32, i32)> {
        let grain = |x: u32, y: u32| ((x * 7 + y * 13) % 5) as u8;
        let picture = GrayImage::from_fn(612, 792, |x, y| {
            let paper = 250 - grain(x, y);
            Luma([if drawn(x, y) { paper - 30 } else { paper }])
        });
        let letters = letters(&picture, &Page::letter(1, Reading::empty()));
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
