//! A grayscale picture and operations on the whole of it: resizing, rotating, sampling.

use touchstone_intake::Raster;

const WHITE: u8 = 255;

#[derive(Clone)]
pub(crate) struct Grey {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Rows of gray values, 0 is black.
    pub(crate) pixels: Vec<u8>,
}

impl From<Raster> for Grey {
    fn from(raster: Raster) -> Self {
        Self {
            width: raster.width as usize,
            height: raster.height as usize,
            pixels: raster.grey,
        }
    }
}

impl Grey {
    pub(super) fn row(&self, y: usize) -> &[u8] {
        &self.pixels[y * self.width..(y + 1) * self.width]
    }

    /// Interpolated value between pixels; coordinates beyond the edge take the value at the edge.
    pub(super) fn sample(&self, x: f32, y: f32) -> f32 {
        let (left, top) = (x.floor(), y.floor());
        let (part_x, part_y) = (x - left, y - top);
        let column = |x: f32| (x.max(0.0) as usize).min(self.width - 1);
        let row = |y: f32| (y.max(0.0) as usize).min(self.height - 1) * self.width;
        let (x0, x1, y0, y1) = (column(left), column(left + 1.0), row(top), row(top + 1.0));
        let value = |at: usize| f32::from(self.pixels[at]);
        let above = value(y0 + x0) * (1.0 - part_x) + value(y0 + x1) * part_x;
        let below = value(y1 + x0) * (1.0 - part_x) + value(y1 + x1) * part_x;
        above * (1.0 - part_y) + below * part_y
    }

    pub(super) fn part(&self, left: usize, top: usize, width: usize, height: usize) -> Grey {
        let rows = (top..top + height).flat_map(|y| &self.row(y)[left..left + width]);
        Grey {
            width,
            height,
            pixels: rows.copied().collect(),
        }
    }

    /// Resizes the picture. Shrinking averages all covered pixels, which preserves the thin strokes of small print.
    pub(super) fn resized(&self, width: usize, height: usize) -> Grey {
        let across = weights(self.width, width);
        let mut narrow = vec![0.0f32; width * self.height];
        for y in 0..self.height {
            let row = self.row(y);
            for (x, (first, shares)) in across.iter().enumerate() {
                narrow[y * width + x] = shares.iter().zip(&row[*first..]).map(|(s, v)| s * f32::from(*v)).sum();
            }
        }
        let mut pixels = Vec::with_capacity(width * height);
        let mut sum = vec![0.0f32; width];
        for (first, shares) in weights(self.height, height) {
            sum.fill(0.0);
            for (index, share) in shares.iter().enumerate() {
                let row = &narrow[(first + index) * width..(first + index + 1) * width];
                for (total, value) in sum.iter_mut().zip(row) {
                    *total += share * value;
                }
            }
            pixels.extend(sum.iter().map(|value| value.round() as u8));
        }
        Grey { width, height, pixels }
    }

    /// Rotates clockwise by quarter turns.
    pub(super) fn quartered(&self, quarters: u8) -> Grey {
        let (w, h) = (self.width, self.height);
        let (width, height) = if quarters.is_multiple_of(2) { (w, h) } else { (h, w) };
        let mut pixels = Vec::with_capacity(w * h);
        for y in 0..height {
            for x in 0..width {
                let (from_x, from_y) = match quarters % 4 {
                    0 => (x, y),
                    1 => (y, h - 1 - x),
                    2 => (w - 1 - x, h - 1 - y),
                    _ => (w - 1 - y, x),
                };
                pixels.push(self.pixels[from_y * w + from_x]);
            }
        }
        Grey { width, height, pixels }
    }

    /// Rotates clockwise about the center by a few degrees. The size is kept and the exposed corners are white.
    pub(super) fn turned(&self, degrees: f32) -> Grey {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let (middle_x, middle_y) = (self.width as f32 / 2.0, self.height as f32 / 2.0);
        let mut pixels = Vec::with_capacity(self.pixels.len());
        for y in 0..self.height {
            let down = y as f32 + 0.5 - middle_y;
            for x in 0..self.width {
                let along = x as f32 + 0.5 - middle_x;
                let from_x = middle_x + along * cos + down * sin - 0.5;
                let from_y = middle_y - along * sin + down * cos - 0.5;
                let inside =
                    from_x > -1.0 && from_y > -1.0 && from_x < self.width as f32 && from_y < self.height as f32;
                pixels.push(if inside {
                    self.sample(from_x, from_y).round() as u8
                } else {
                    WHITE
                });
            }
        }
        Grey { pixels, ..*self }
    }
}

/// For each target pixel of a side of `to` pixels: the first source pixel it covers and the weight of each.
fn weights(from: usize, to: usize) -> Vec<(usize, Vec<f32>)> {
    let step = from as f32 / to as f32;
    let reach = step.max(1.0);
    (0..to)
        .map(|place| {
            let middle = (place as f32 + 0.5) * step;
            let (start, end) = ((middle - reach / 2.0).max(0.0), (middle + reach / 2.0).min(from as f32));
            let first = (start as usize).min(from - 1);
            let last = (end.ceil() as usize).clamp(first + 1, from);
            let shares: Vec<f32> = (first..last)
                .map(|pixel| ((pixel as f32 + 1.0).min(end) - (pixel as f32).max(start)).max(0.0))
                .collect();
            let all: f32 = shares.iter().sum::<f32>().max(f32::MIN_POSITIVE);
            (first, shares.into_iter().map(|share| share / all).collect())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(rows: &[&[u8]]) -> Grey {
        Grey {
            width: rows[0].len(),
            height: rows.len(),
            pixels: rows.concat(),
        }
    }

    #[test]
    fn shrinking_averages_and_keeps_the_mean() {
        let grey = picture(&[&[0, 100, 200, 200], &[100, 0, 200, 200]]);
        assert_eq!(grey.resized(2, 1).pixels, [50, 200]);
        assert_eq!(grey.resized(4, 2).pixels, grey.pixels);
        assert_eq!(picture(&[&[30, 60, 90]]).resized(1, 1).pixels, [60]);
    }

    #[test]
    fn quarters_turn_clockwise() {
        let grey = picture(&[&[1, 2, 3], &[4, 5, 6]]);
        let turned = grey.quartered(1);
        assert_eq!((turned.width, turned.height), (2, 3));
        assert_eq!(turned.pixels, [4, 1, 5, 2, 6, 3]);
        assert_eq!(grey.quartered(2).pixels, [6, 5, 4, 3, 2, 1]);
        assert_eq!(grey.quartered(3).quartered(1).pixels, grey.pixels);
    }

    #[test]
    fn a_small_turn_is_clockwise_and_keeps_the_middle() {
        let mut grey = picture(&[&[255u8; 41][..]; 41]);
        grey.pixels[20 * 41 + 20] = 0;
        grey.pixels[20 * 41 + 40] = 0;
        let turned = grey.turned(10.0);
        assert_eq!(turned.pixels[20 * 41 + 20], 0);
        // The right end of a level line sinks when it is turned clockwise.
        let sunk = (20..41).min_by_key(|y| turned.pixels[y * 41 + 39]);
        assert!(sunk.is_some_and(|y| (23..=24).contains(&y)), "{sunk:?}");
    }
}
