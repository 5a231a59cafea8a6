//! Rectangles that may be rotated, and the smallest one around a set of points.

pub(super) type Point = (f32, f32);

/// Corners clockwise from the upper left of the text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Quad {
    pub(super) corners: [Point; 4],
}

impl Quad {
    pub(super) fn width(&self) -> f32 {
        distance(self.corners[0], self.corners[1])
    }

    pub(super) fn height(&self) -> f32 {
        distance(self.corners[0], self.corners[3])
    }

    /// Degrees clockwise of the upper edge.
    pub(super) fn angle(&self) -> f32 {
        let [(x0, y0), (x1, y1), ..] = self.corners;
        (y1 - y0).atan2(x1 - x0).to_degrees()
    }

    /// A point inside, given as fractions from 0 to 1 along its edges.
    pub(super) fn at(&self, along: f32, down: f32) -> Point {
        let between = |a: Point, b: Point, part: f32| (a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part);
        let above = between(self.corners[0], self.corners[1], along);
        let below = between(self.corners[3], self.corners[2], along);
        between(above, below, down)
    }

    /// Left, top, right, bottom of the upright rectangle around it.
    pub(super) fn bounds(&self) -> (f32, f32, f32, f32) {
        let fold = |pick: fn(&Point) -> f32, least: fn(f32, f32) -> f32, start| {
            self.corners.iter().map(pick).fold(start, least)
        };
        (
            fold(|p| p.0, f32::min, f32::MAX),
            fold(|p| p.1, f32::min, f32::MAX),
            fold(|p| p.0, f32::max, f32::MIN),
            fold(|p| p.1, f32::max, f32::MIN),
        )
    }

    /// Grown by `margin` on every side.
    pub(super) fn grown(&self, margin: f32) -> Quad {
        let (along, down) = (margin / self.width().max(1.0), margin / self.height().max(1.0));
        Quad {
            corners: [
                self.at(-along, -down),
                self.at(1.0 + along, -down),
                self.at(1.0 + along, 1.0 + down),
                self.at(-along, 1.0 + down),
            ],
        }
    }

    /// The same place with another corner as the upper left one, for reading after a half or quarter turn.
    pub(super) fn read_from(&self, corner: usize) -> Quad {
        let mut corners = self.corners;
        corners.rotate_left(corner);
        Quad { corners }
    }

    pub(super) fn mapped(&self, map: impl Fn(Point) -> Point) -> Quad {
        Quad {
            corners: self.corners.map(map),
        }
    }
}

fn distance(a: Point, b: Point) -> f32 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// The rectangle of the smallest area around all points, its upper left corner first. `None` for fewer than two points.
pub(super) fn smallest_around(points: &[Point]) -> Option<Quad> {
    let hull = hull(points);
    let mut best: Option<(f32, Quad)> = None;
    for (index, &from) in hull.iter().enumerate() {
        let to = hull[(index + 1) % hull.len()];
        let length = distance(from, to);
        if length <= f32::EPSILON {
            continue;
        }
        let (ux, uy) = ((to.0 - from.0) / length, (to.1 - from.1) / length);
        let (mut low, mut high) = ((f32::MAX, f32::MAX), (f32::MIN, f32::MIN));
        for &(x, y) in &hull {
            let (along, across) = (x * ux + y * uy, y * ux - x * uy);
            low = (low.0.min(along), low.1.min(across));
            high = (high.0.max(along), high.1.max(across));
        }
        let area = (high.0 - low.0) * (high.1 - low.1);
        if best.as_ref().is_none_or(|(least, _)| area < *least) {
            let corner = |along: f32, across: f32| (along * ux - across * uy, along * uy + across * ux);
            let corners = [
                corner(low.0, low.1),
                corner(high.0, low.1),
                corner(high.0, high.1),
                corner(low.0, high.1),
            ];
            best = Some((area, Quad { corners }));
        }
    }
    best.map(|(_, quad)| upright(quad))
}

/// Rotates the corners so that the upper edge runs as nearly as possible to the right.
fn upright(quad: Quad) -> Quad {
    (0..4)
        .map(|corner| quad.read_from(corner))
        .min_by(|a, b| a.angle().abs().total_cmp(&b.angle().abs()))
        .unwrap_or(quad)
}

/// Convex hull, in order around its edge.
fn hull(points: &[Point]) -> Vec<Point> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    sorted.dedup();
    let turn = |a: Point, b: Point, c: Point| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
    let half = |points: &mut dyn Iterator<Item = Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..]
                && turn(a, b, point) <= 0.0
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut whole = half(&mut sorted.iter().copied());
    whole.extend(half(&mut sorted.iter().rev().copied()));
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_rectangle_follows_the_slope() {
        let slope: Vec<Point> = (0..100).map(|x| (x as f32, x as f32 * 0.05)).collect();
        let below: Vec<Point> = slope.iter().map(|(x, y)| (x - 0.5, y + 10.0)).collect();
        let quad = smallest_around(&[slope, below].concat());
        let Some(quad) = quad else { panic!("no rectangle") };
        assert!((quad.angle() - 2.86).abs() < 0.1, "{}", quad.angle());
        assert!((quad.width() - 99.1).abs() < 1.0 && (quad.height() - 10.0).abs() < 0.5);
        assert!(quad.corners[0].0 < 1.0 && quad.corners[0].1 < 1.0);
    }

    #[test]
    fn one_point_has_no_rectangle() {
        assert_eq!(smallest_around(&[(1.0, 1.0)]), None);
    }
}
