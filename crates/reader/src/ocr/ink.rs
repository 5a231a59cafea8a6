//! Separates ink from paper: ink is darker than the paper around it.

use super::grey::Grey;

/// Side of the squares, in pixels, that each have one paper brightness.
const PATCH: usize = 32;
/// Min difference between ink and paper, as a fraction of the contrast of the whole picture.
const SHARE: f32 = 0.25;
/// The same for the pale sides of coarsely scanned check boxes.
const PALE: f32 = 0.17;
/// Min difference between ink and paper, in gray levels.
const LEAST: f32 = 14.0;
/// Strokes are thinner than twice this plus one, in pixels. Wider areas are shading, that is paper of another
/// brightness, unless they are darker than paper by [`BLACK`].
const STROKE: usize = 7;
/// Difference from paper, as a fraction of the contrast, at which an area of any width is ink.
const BLACK: f32 = 0.6;

pub(super) struct Ink {
    pub(super) width: usize,
    pub(super) height: usize,
    dark: Vec<bool>,
}

impl Ink {
    pub(super) fn of(grey: &Grey) -> Self {
        let [ink] = Self::darker(grey, [SHARE]);
        ink
    }

    /// The ink of a picture, and the ink including paler pixels.
    pub(super) fn with_pale(grey: &Grey) -> [Self; 2] {
        Self::darker(grey, [SHARE, PALE])
    }

    fn darker<const N: usize>(grey: &Grey, shares: [f32; N]) -> [Self; N] {
        let across = grey.width.div_ceil(PATCH);
        let paper = paper(grey, across);
        let (darkest, brightest) = extremes(grey);
        let contrast = f32::from(brightest) - f32::from(darkest);
        let thick = closed(grey);
        shares.map(|share| {
            let step = (share * contrast).max(LEAST);
            let mut dark = Vec::with_capacity(grey.pixels.len());
            for y in 0..grey.height {
                let patches = &paper[y / PATCH * across..][..across];
                let thick = &thick[y * grey.width..][..grey.width];
                let row = grey.row(y).iter().zip(thick).enumerate();
                dark.extend(row.map(|(x, (&value, &thick))| {
                    let (value, paper) = (f32::from(value), f32::from(patches[x / PATCH]));
                    value + step < paper && (value + BLACK * contrast < paper || value + step < f32::from(thick))
                }));
            }
            Self {
                width: grey.width,
                height: grey.height,
                dark,
            }
        })
    }

    pub(super) fn is_dark(&self, x: usize, y: usize) -> bool {
        self.dark[y * self.width + x]
    }

    pub(super) fn row(&self, y: usize) -> &[bool] {
        &self.dark[y * self.width..(y + 1) * self.width]
    }

    /// Dark pixels of a rectangle, excluding its right and bottom sides.
    pub(super) fn count(&self, left: usize, top: usize, right: usize, bottom: usize) -> usize {
        let (right, bottom) = (right.min(self.width), bottom.min(self.height));
        if left >= right {
            return 0;
        }
        (top..bottom)
            .map(|y| self.row(y)[left..right].iter().filter(|dark| **dark).count())
            .sum()
    }

    /// Clears the ink of a rectangle.
    pub(super) fn erase(&mut self, left: usize, top: usize, right: usize, bottom: usize) {
        let (right, bottom) = (right.min(self.width), bottom.min(self.height));
        for y in top..bottom {
            if left < right {
                self.dark[y * self.width + left..y * self.width + right].fill(false);
            }
        }
    }
}

/// Morphological closing: removes everything thinner than a stroke by taking the lightest value around each pixel, then
/// the darkest of those.
fn closed(grey: &Grey) -> Vec<u8> {
    let (row, all) = (grey.width.max(1), grey.pixels.len().max(1));
    let light = around(&around(&grey.pixels, row, 1, u8::max), all, row, u8::max);
    around(&around(&light, row, 1, u8::min), all, row, u8::min)
}

/// Each pixel becomes the `most` of the pixels up to a stroke away in both directions, `step` apart, within its `line`
/// pixels.
fn around(pixels: &[u8], line: usize, step: usize, most: impl Fn(u8, u8) -> u8) -> Vec<u8> {
    let mut found = pixels.to_vec();
    for reach in (1..=STROKE).map(|pixels| pixels * step).filter(|reach| *reach < line) {
        for (own, found) in pixels.chunks(line).zip(found.chunks_mut(line)) {
            for (value, other) in found.iter_mut().zip(&own[reach..]) {
                *value = most(*value, *other);
            }
            for (value, other) in found[reach..].iter_mut().zip(own) {
                *value = most(*value, *other);
            }
        }
    }
    found
}

/// Brightness of the paper per patch: the 80th percentile, and no darker than the median around it.
fn paper(grey: &Grey, across: usize) -> Vec<u8> {
    let down = grey.height.div_ceil(PATCH);
    let mut own = Vec::with_capacity(across * down);
    for patch_y in 0..down {
        for patch_x in 0..across {
            let mut counts = [0u32; 256];
            for y in patch_y * PATCH..((patch_y + 1) * PATCH).min(grey.height) {
                let row = grey.row(y);
                for value in &row[patch_x * PATCH..((patch_x + 1) * PATCH).min(grey.width)] {
                    counts[*value as usize] += 1;
                }
            }
            own.push(percentile(&counts, 0.8));
        }
    }
    // A patch full of strokes shows little paper; the median of its neighbors is a better estimate.
    let mut smooth = Vec::with_capacity(own.len());
    for y in 0..down {
        for x in 0..across {
            let mut around: Vec<u8> = (y.saturating_sub(1)..(y + 2).min(down))
                .flat_map(|y| {
                    own[y * across + x.saturating_sub(1)..y * across + (x + 2).min(across)]
                        .iter()
                        .copied()
                })
                .collect();
            around.sort_unstable();
            smooth.push(around[around.len() / 2].max(own[y * across + x]));
        }
    }
    smooth
}

/// The lightest gray value among the darkest `share` of the counted pixels.
pub(crate) fn percentile(counts: &[u32; 256], share: f32) -> u8 {
    let wanted = (counts.iter().sum::<u32>() as f32 * share) as u32;
    let mut sum = 0;
    for (value, count) in counts.iter().enumerate() {
        sum += count;
        if sum > wanted {
            return value as u8;
        }
    }
    u8::MAX
}

/// The gray values of the ink and of the paper of the whole picture.
pub(super) fn extremes(grey: &Grey) -> (u8, u8) {
    let mut counts = [0u32; 256];
    for value in &grey.pixels {
        counts[*value as usize] += 1;
    }
    (percentile(&counts, 0.003), percentile(&counts, 0.9))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ink_is_darker_than_the_paper_around_it() {
        // Bright paper on the left, gray paper on the right, one stroke on each.
        let mut grey = Grey {
            width: 256,
            height: 64,
            pixels: (0..256 * 64).map(|at| if at % 256 < 128 { 250 } else { 180 }).collect(),
        };
        for y in 10..50 {
            grey.pixels[y * 256 + 40] = 60;
            grey.pixels[y * 256 + 200] = 60;
        }
        let ink = Ink::of(&grey);
        assert_eq!(ink.count(0, 0, 256, 64), 80);
        assert!(ink.is_dark(40, 20) && ink.is_dark(200, 20) && !ink.is_dark(180, 20));
    }

    #[test]
    fn a_shade_is_paper_up_to_the_line_around_it() {
        // A shaded box in a frame of two pixels, spanning several patches; a black bar stays ink.
        let mut grey = Grey {
            width: 200,
            height: 120,
            pixels: vec![255; 24_000],
        };
        for y in 20..80 {
            grey.pixels[y * 200 + 20..y * 200 + 150].fill(202);
            for x in [20, 21, 148, 149] {
                grey.pixels[y * 200 + x] = 75;
            }
        }
        for y in [20, 21, 78, 79] {
            grey.pixels[y * 200 + 20..y * 200 + 150].fill(75);
        }
        for y in 90..115 {
            grey.pixels[y * 200 + 20..y * 200 + 150].fill(60);
        }
        let ink = Ink::of(&grey);
        assert_eq!(ink.count(0, 0, 200, 85), 130 * 60 - 126 * 56);
        assert_eq!(ink.count(0, 85, 200, 120), 130 * 25);
    }
}
