//! Turns a rendered page about its center, as a reading of its pixels laid it upright, and cuts out a part. The angle
//! is determined in `ocr/orientation`.

use touchstone_intake::{Failure, Outcome, Region};

/// Bytes per pixel.
const BYTES: usize = 4;

/// Pixels of a page of `size` turned clockwise, or of a region of the turned page, with their width and height. The
/// sides swap if the turn is nearer to a quarter than to none; exposed corners are white.
pub(crate) fn turned(
    pixels: &[u8],
    size: (u32, u32),
    degrees: f32,
    region: Option<Region>,
    scale: f32,
) -> Result<(Vec<u8>, u32, u32), Failure> {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let whole = if sin.abs() > cos.abs() { (size.1, size.0) } else { size };
    let place = |length: f32, most: u32| (length * scale).round().clamp(0.0, most as f32) as u32;
    let (left, top, right, bottom) = region.map_or((0, 0, whole.0, whole.1), |region| {
        let (left, top) = (place(region.x, whole.0), place(region.y, whole.1));
        (
            left,
            top,
            place(region.right(), whole.0),
            place(region.bottom(), whole.1),
        )
    });
    if !degrees.is_finite() || left >= right || top >= bottom {
        return Err(Failure::new(
            Outcome::Io,
            format!("the region {region:?} is outside the page"),
        ));
    }
    let (middle_x, middle_y) = (whole.0 as f32 / 2.0, whole.1 as f32 / 2.0);
    let mut found = Vec::with_capacity(BYTES * (right - left) as usize * (bottom - top) as usize);
    for y in top..bottom {
        let down = y as f32 + 0.5 - middle_y;
        for x in left..right {
            let along = x as f32 + 0.5 - middle_x;
            let from_x = size.0 as f32 / 2.0 + along * cos + down * sin - 0.5;
            let from_y = size.1 as f32 / 2.0 - along * sin + down * cos - 0.5;
            found.extend(sample(pixels, size.0, size.1, from_x, from_y));
        }
    }
    Ok((found, right - left, bottom - top))
}

/// The interpolated color between pixels.
fn sample(pixels: &[u8], width: u32, height: u32, x: f32, y: f32) -> [u8; BYTES] {
    if x <= -1.0 || y <= -1.0 || x >= width as f32 || y >= height as f32 {
        return [u8::MAX; BYTES];
    }
    let (left, top) = (x.floor(), y.floor());
    let (part_x, part_y) = (x - left, y - top);
    let at = |x: f32, y: f32| {
        let (x, y) = (x.clamp(0.0, width as f32 - 1.0), y.clamp(0.0, height as f32 - 1.0));
        (y as usize * width as usize + x as usize) * BYTES
    };
    let corners = [
        (at(left, top), (1.0 - part_x) * (1.0 - part_y)),
        (at(left + 1.0, top), part_x * (1.0 - part_y)),
        (at(left, top + 1.0), (1.0 - part_x) * part_y),
        (at(left + 1.0, top + 1.0), part_x * part_y),
    ];
    std::array::from_fn(|byte| {
        let sum: f32 = corners
            .iter()
            .map(|(at, share)| f32::from(pixels[at + byte]) * share)
            .sum();
        sum.round() as u8
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_quarter_turn_swaps_the_sides_and_a_region_is_of_the_turned_page() {
        // Three pixels side by side: black, gray, white.
        let pixels: Vec<u8> = [0, 128, 255].into_iter().flat_map(|value| [value; BYTES]).collect();
        let (found, width, height) = turned(&pixels, (3, 1), 90.0, None, 1.0).unwrap();
        assert_eq!((width, height), (1, 3));
        assert_eq!(found.chunks(BYTES).map(|p| p[0]).collect::<Vec<_>>(), [0, 128, 255]);
        let part = Region::between(1, (0.0, 1.0), (1.0, 2.0));
        let (found, width, height) = turned(&pixels, (3, 1), 90.0, Some(part), 1.0).unwrap();
        assert_eq!((found[0], width, height), (128, 1, 1));
        let outside = Region::between(1, (5.0, 5.0), (9.0, 9.0));
        assert!(turned(&pixels, (3, 1), 90.0, Some(outside), 1.0).is_err());
    }
}
