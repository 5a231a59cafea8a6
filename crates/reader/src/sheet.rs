//! Coordinates of the displayed page: points, origin top left, after crop box, /Rotate and UserUnit. Pure arithmetic.

use touchstone_intake::{Recipe, Region};

/// A PDF matrix: x' = a x + c y + e, y' = b x + d y + f.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Matrix {
    pub(crate) a: f32,
    pub(crate) b: f32,
    pub(crate) c: f32,
    pub(crate) d: f32,
    pub(crate) e: f32,
    pub(crate) f: f32,
}

impl Matrix {
    pub(crate) const IDENTITY: Matrix = Matrix {
        a: 1.0,
        b: 0.0,
        c: 0.0,
        d: 1.0,
        e: 0.0,
        f: 0.0,
    };

    /// Applies `self`, then `next`.
    #[must_use]
    pub(crate) fn then(&self, next: &Matrix) -> Matrix {
        Matrix {
            a: self.a * next.a + self.b * next.c,
            b: self.a * next.b + self.b * next.d,
            c: self.c * next.a + self.d * next.c,
            d: self.c * next.b + self.d * next.d,
            e: self.e * next.a + self.f * next.c + next.e,
            f: self.e * next.b + self.f * next.d + next.f,
        }
    }

    pub(crate) fn apply(&self, x: f32, y: f32) -> (f32, f32) {
        (self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)
    }

    /// The factor by which lengths grow, averaged over both axes.
    pub(crate) fn scale(&self) -> f32 {
        (self.a * self.d - self.b * self.c).abs().sqrt()
    }
}

/// The displayed page and the transform from PDF user space to it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Sheet {
    pub(crate) number: u32,
    pub(crate) width: f32,
    pub(crate) height: f32,
    pub(crate) to_display: Matrix,
    /// Clockwise quarter turns beyond /Rotate that make its text run level.
    pub(crate) turns: u8,
}

/// Left, bottom, right and top in user space.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct UserBox {
    pub(crate) left: f32,
    pub(crate) bottom: f32,
    pub(crate) right: f32,
    pub(crate) top: f32,
}

impl Sheet {
    /// `shown` is the visible box in user space, `quarter_turns` are clockwise, `unit` is UserUnit.
    pub(crate) fn new(number: u32, shown: UserBox, quarter_turns: u8, unit: f32) -> Self {
        let UserBox {
            left,
            bottom,
            right,
            top,
        } = shown;
        let (width, height) = ((right - left) * unit, (top - bottom) * unit);
        let (x_axis, y_axis, origin) = match quarter_turns % 4 {
            0 => ((unit, 0.0), (0.0, -unit), (-left, top)),
            1 => ((0.0, unit), (unit, 0.0), (-bottom, -left)),
            2 => ((-unit, 0.0), (0.0, unit), (right, -bottom)),
            _ => ((0.0, -unit), (-unit, 0.0), (top, right)),
        };
        let to_display = Matrix {
            a: x_axis.0,
            b: x_axis.1,
            c: y_axis.0,
            d: y_axis.1,
            e: origin.0 * unit,
            f: origin.1 * unit,
        };
        let (width, height) = if quarter_turns % 2 == 1 {
            (height, width)
        } else {
            (width, height)
        };
        Self {
            number,
            width,
            height,
            to_display,
            turns: 0,
        }
    }

    /// The same page turned clockwise by more quarter turns.
    #[must_use]
    pub(crate) fn turned(&self, quarters: u8) -> Self {
        (0..quarters % 4).fold(*self, |sheet, _| Self {
            width: sheet.height,
            height: sheet.width,
            to_display: sheet.to_display.then(&Matrix {
                a: 0.0,
                b: 1.0,
                c: -1.0,
                d: 0.0,
                e: sheet.height,
                f: 0.0,
            }),
            turns: (sheet.turns + 1) % 4,
            ..sheet
        })
    }

    /// The recipe with the turn applied to the page, if any.
    pub(crate) fn recipe(&self) -> Option<Recipe> {
        (self.turns > 0).then(|| Recipe {
            turn: 90.0 * f32::from(self.turns),
            ..Recipe::plain(None, 1.0)
        })
    }

    /// A user-space rectangle on the displayed page.
    pub(crate) fn place(&self, user: UserBox) -> Region {
        let a = self.to_display.apply(user.left, user.bottom);
        let b = self.to_display.apply(user.right, user.top);
        Region::between(self.number, a, b)
    }

    pub(crate) fn region(&self) -> Region {
        Region {
            page: self.number,
            x: 0.0,
            y: 0.0,
            width: self.width,
            height: self.height,
        }
    }
}

/// Rounds to a hundredth of a point, which is far below what is visible and keeps readings short and comparable.
pub(crate) fn rounded(region: Region) -> Region {
    let round = |value: f32| (value * 100.0).round() / 100.0;
    let (x, y) = (round(region.x), round(region.y));
    Region {
        page: region.page,
        x,
        y,
        width: round(region.right() - x),
        height: round(region.bottom() - y),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lower left quarter of a page cropped to (100,200)-(300,600), as displayed.
    fn check(turns: u8, unit: f32, size: (f32, f32), place: Region) {
        let shown = UserBox {
            left: 100.0,
            bottom: 200.0,
            right: 300.0,
            top: 600.0,
        };
        let sheet = Sheet::new(1, shown, turns, unit);
        assert_eq!((sheet.width, sheet.height), size, "turned {turns} times");
        let quarter = sheet.place(UserBox {
            left: 100.0,
            bottom: 200.0,
            right: 200.0,
            top: 400.0,
        });
        assert_eq!(quarter, place, "turned {turns} times");
    }

    #[test]
    fn the_lower_left_quarter_turns_with_the_page() {
        let place = |a, b| Region::between(1, a, b);
        check(0, 1.0, (200.0, 400.0), place((0.0, 200.0), (100.0, 400.0)));
        check(1, 1.0, (400.0, 200.0), place((0.0, 0.0), (200.0, 100.0)));
        check(2, 1.0, (200.0, 400.0), place((100.0, 0.0), (200.0, 200.0)));
        check(3, 1.0, (400.0, 200.0), place((200.0, 100.0), (400.0, 200.0)));
        check(0, 2.0, (400.0, 800.0), place((0.0, 400.0), (200.0, 800.0)));
        check(1, 2.0, (800.0, 400.0), place((0.0, 0.0), (400.0, 200.0)));
    }

    #[test]
    fn turning_a_sheet_is_turning_its_page() {
        let shown = UserBox {
            left: 100.0,
            bottom: 200.0,
            right: 300.0,
            top: 600.0,
        };
        let upright = Sheet::new(1, shown, 1, 2.0);
        for quarters in 0..4 {
            let turned = upright.turned(quarters);
            let same = Sheet {
                turns: quarters,
                ..Sheet::new(1, shown, 1 + quarters, 2.0)
            };
            assert_eq!(turned, same);
        }
    }

    #[test]
    fn matrices_combine_in_order() {
        let twice = Matrix {
            a: 2.0,
            d: 2.0,
            ..Matrix::IDENTITY
        };
        let moved = Matrix {
            e: 10.0,
            f: 5.0,
            ..Matrix::IDENTITY
        };
        assert_eq!(twice.then(&moved).apply(1.0, 1.0), (12.0, 7.0));
        assert_eq!(moved.then(&twice).apply(1.0, 1.0), (22.0, 12.0));
        assert!((twice.then(&moved).scale() - 2.0).abs() < 1e-6);
    }
}
