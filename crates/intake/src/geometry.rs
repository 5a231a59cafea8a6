//! Rectangles on a displayed page: PDF points, origin top left, after CropBox, /Rotate and UserUnit. Conversion to
//! pixels is up to the rendering.

use serde::{Deserialize, Serialize};

/// Width and height of a displayed page in points.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Size {
    pub width: f32,
    pub height: f32,
}

/// A rectangle on one page. `page` counts from 1; `x` and `y` are the top left corner.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Region {
    pub page: u32,
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub height: f32,
}

impl Region {
    /// The whole page: `width` by `height` points from its top left corner.
    pub fn whole(page: u32, width: f32, height: f32) -> Self {
        Self {
            page,
            x: 0.0,
            y: 0.0,
            width,
            height,
        }
    }

    /// The rectangle between two corners, given in any order.
    pub fn between(page: u32, a: (f32, f32), b: (f32, f32)) -> Self {
        let (x, y) = (a.0.min(b.0), a.1.min(b.1));
        Self {
            page,
            x,
            y,
            width: (a.0 - b.0).abs(),
            height: (a.1 - b.1).abs(),
        }
    }

    pub fn right(&self) -> f32 {
        self.x + self.width
    }

    pub fn bottom(&self) -> f32 {
        self.y + self.height
    }

    pub fn center(&self) -> (f32, f32) {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    pub fn area(&self) -> f32 {
        self.width * self.height
    }

    pub fn contains_point(&self, x: f32, y: f32) -> bool {
        x >= self.x && x <= self.right() && y >= self.y && y <= self.bottom()
    }

    /// Whether the center of `other` is inside. Allows glyph boxes to extend beyond their cell.
    pub fn holds(&self, other: &Region) -> bool {
        let (x, y) = other.center();
        self.page == other.page && self.contains_point(x, y)
    }

    /// The shared rectangle, or `None` if the two do not overlap or are on different pages.
    pub fn intersection(&self, other: &Region) -> Option<Region> {
        if self.page != other.page {
            return None;
        }
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let (right, bottom) = (self.right().min(other.right()), self.bottom().min(other.bottom()));
        (right > x && bottom > y).then_some(Region {
            page: self.page,
            x,
            y,
            width: right - x,
            height: bottom - y,
        })
    }

    /// Area of the shared rectangle; 0 if there is none.
    pub fn shared_area(&self, other: &Region) -> f32 {
        self.intersection(other).map_or(0.0, |shared| shared.area())
    }

    /// The smallest rectangle around both, on the page of `self`.
    #[must_use]
    pub fn union(&self, other: &Region) -> Region {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let (right, bottom) = (self.right().max(other.right()), self.bottom().max(other.bottom()));
        Region {
            page: self.page,
            x,
            y,
            width: right - x,
            height: bottom - y,
        }
    }

    /// The smallest rectangle around all of them, or `None` for an empty list.
    pub fn around<'a>(regions: impl IntoIterator<Item = &'a Region>) -> Option<Region> {
        let mut all = regions.into_iter();
        let first = *all.next()?;
        Some(all.fold(first, |sum, next| sum.union(next)))
    }

    /// Grown by `margin` points on every side; a negative margin shrinks it, down to size 0.
    #[must_use]
    pub fn grown(&self, margin: f32) -> Region {
        Region {
            page: self.page,
            x: self.x - margin,
            y: self.y - margin,
            width: (self.width + 2.0 * margin).max(0.0),
            height: (self.height + 2.0 * margin).max(0.0),
        }
    }

    /// Length shared on the x axis, negative when there is a gap.
    pub fn overlap_x(&self, other: &Region) -> f32 {
        self.right().min(other.right()) - self.x.max(other.x)
    }

    /// Length shared on the y axis, negative when there is a gap.
    pub fn overlap_y(&self, other: &Region) -> f32 {
        self.bottom().min(other.bottom()) - self.y.max(other.y)
    }

    /// Whether both are on one line: they share more than half the height of the lower one.
    pub fn is_level_with(&self, other: &Region) -> bool {
        self.overlap_y(other) > 0.5 * self.height.min(other.height)
    }

    pub fn is_finite(&self) -> bool {
        [self.x, self.y, self.width, self.height].iter().all(|v| v.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_region() -> impl Strategy<Value = Region> {
        (0.0f32..600.0, 0.0f32..800.0, 0.0f32..200.0, 0.0f32..200.0).prop_map(|(x, y, width, height)| Region {
            page: 1,
            x,
            y,
            width,
            height,
        })
    }

    proptest! {
        #[test]
        fn a_union_holds_both_and_an_intersection_is_held_by_both(a in any_region(), b in any_region()) {
            let sum = a.union(&b);
            prop_assert!(sum.holds(&a) && sum.holds(&b));
            if let Some(shared) = a.intersection(&b) {
                prop_assert!(a.grown(0.01).holds(&shared) && b.grown(0.01).holds(&shared));
                prop_assert!(shared.area() <= a.area() + 0.01);
            }
        }
    }

    #[test]
    fn regions_of_different_pages_never_meet() {
        let a = Region {
            page: 1,
            x: 0.0,
            y: 0.0,
            width: 9.0,
            height: 9.0,
        };
        let b = Region { page: 2, ..a };
        assert_eq!(a.intersection(&b), None);
        assert!(!a.holds(&b));
    }
}
