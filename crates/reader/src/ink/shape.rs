//! Connected shapes of ink, and how wide and thick they are.

/// Which pixels of a picture are ink, row by row.
pub(super) struct Mask {
    dark: Vec<bool>,
    columns: u32,
}

/// A connected shape of ink: its bounds and dark pixels.
pub(super) struct Shape {
    pub(super) x: u32,
    pub(super) y: u32,
    pub(super) right: u32,
    pub(super) bottom: u32,
    pub(super) dark: u32,
}

impl Shape {
    pub(super) fn width(&self) -> f32 {
        (self.right - self.x) as f32
    }

    pub(super) fn height(&self) -> f32 {
        (self.bottom - self.y) as f32
    }

    /// The share of its bounds that is ink.
    pub(super) fn inked(&self) -> f32 {
        self.dark as f32 / (self.width() * self.height())
    }
}

impl Mask {
    pub(super) fn new(columns: u32, rows: u32, is_dark: impl Fn(u32, u32) -> bool) -> Self {
        let dark = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
        Self {
            dark: dark.map(|(x, y)| is_dark(x, y)).collect(),
            columns,
        }
    }

    /// All shapes, from the top.
    pub(super) fn shapes(&self) -> Vec<Shape> {
        let mut open = self.dark.clone();
        let mut found = Vec::new();
        for start in 0..open.len() {
            if std::mem::take(&mut open[start]) {
                found.push(self.shape(&mut open, start as u32));
            }
        }
        found
    }

    /// The shape connected to a dark pixel that is already taken.
    fn shape(&self, open: &mut [bool], start: u32) -> Shape {
        let columns = self.columns;
        let rows = open.len() as u32 / columns.max(1);
        let mut waiting = vec![start];
        let (x, y) = (start % columns, start / columns);
        let mut shape = Shape {
            x,
            y,
            right: x + 1,
            bottom: y + 1,
            dark: 0,
        };
        while let Some(at) = waiting.pop() {
            let (x, y) = (at % columns, at / columns);
            shape.dark += 1;
            shape.x = shape.x.min(x);
            shape.y = shape.y.min(y);
            shape.right = shape.right.max(x + 1);
            shape.bottom = shape.bottom.max(y + 1);
            for near_y in y.saturating_sub(1)..rows.min(y + 2) {
                for near_x in x.saturating_sub(1)..columns.min(x + 2) {
                    let near = near_y * columns + near_x;
                    if std::mem::take(&mut open[near as usize]) {
                        waiting.push(near);
                    }
                }
            }
        }
        shape
    }

    /// The side of the largest square that is all ink, in pixels.
    pub(super) fn largest_square(&self) -> u32 {
        // For each pixel of a row, the side of the largest square of ink that ends there.
        let mut above = vec![0; self.columns as usize];
        let mut largest = 0;
        for row in self.dark.chunks(self.columns.max(1) as usize) {
            let (mut left, mut corner) = (0, 0);
            for (dark, above) in row.iter().zip(&mut above) {
                let side = if *dark { 1 + left.min(corner).min(*above) } else { 0 };
                (corner, left, *above) = (*above, side, side);
                largest = largest.max(side);
            }
        }
        largest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mask(rows: &[&str]) -> Mask {
        let at = |x: u32, y: u32| rows[y as usize].as_bytes()[x as usize] == b'#';
        Mask::new(rows[0].len() as u32, rows.len() as u32, at)
    }

    #[test]
    fn shapes_are_connected_also_at_corners() {
        for (rows, widths, square) in [
            (&["#..#", "#..#"][..], &[1.0, 1.0][..], 1),
            (&["#...", ".#..", "..##"], &[4.0], 1),
            (&["###.", "###.", "##.#"], &[4.0], 2),
            (&["....", "...."], &[], 0),
            (&["####", "####", "####", "####"], &[4.0], 4),
        ] {
            let mask = mask(rows);
            let found: Vec<f32> = mask.shapes().iter().map(Shape::width).collect();
            assert_eq!((found.as_slice(), mask.largest_square()), (widths, square), "{rows:?}");
        }
        assert_eq!(Mask::new(0, 0, |_, _| true).largest_square(), 0);
    }
}
