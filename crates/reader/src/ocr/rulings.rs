//! Finds straight horizontal and vertical rulings in the ink: long thin runs of dark pixels with paper on both sides.
//! Joining them and finding cells is in `intake/layout`.

use super::ink::Ink;
use touchstone_intake::Ruling;

/// Min side of a check box, in points.
pub(super) const SMALLEST: f32 = 5.0;
/// Max side of a check box, in points.
pub(super) const LARGEST: f32 = 17.0;

/// Max thickness of a ruling, in points; thicker ones are bars.
const THICKEST: f32 = 4.5;
/// A vertical line shorter than this, in points, counts only if it ends on a horizontal one. The stems of letters do
/// not.
const UPRIGHT_ALONE: f32 = 34.0;
/// Max gap between a vertical line and the horizontal line it ends on, in points.
const MEETS: f32 = 3.0;

/// Max ratio between the lengths of a line's runs; a black bar along part of a line is not part of it.
const ALIKE: usize = 4;

/// Horizontal lines up to this length, in points, may be the feet of letters.
const SHORT: f32 = 40.0;

/// Criteria for one kind of line. Lengths in points.
struct Kind {
    horizontal: bool,
    shortest: f32,
    thickest: f32,
    /// Max light gap within a line: scanner dropouts, or the gaps between dashes.
    gap: f32,
    /// Min length of a dark piece between gaps.
    dash: f32,
    /// Min fraction of dark pixels on the line.
    solid: f32,
    /// Max fraction of dark pixels beside the line on either side, where the strokes of letters continue.
    beside: f32,
    /// As `solid`, for a line no longer than a word, where the feet of capitals are side by side: `ALL`.
    solid_short: f32,
    /// Neighboring runs form one stroke only if each shares half of the other, so that a short line ends where a long
    /// one touches it.
    like: bool,
}

const LEVEL: Kind = Kind {
    horizontal: true,
    shortest: 17.0,
    thickest: THICKEST,
    gap: 0.8,
    dash: 0.0,
    solid: 0.86,
    beside: 0.35,
    solid_short: 0.95,
    like: false,
};
const UPRIGHT: Kind = Kind {
    horizontal: false,
    shortest: 9.5,
    solid_short: 0.86,
    ..LEVEL
};
const DASHED: Kind = Kind {
    shortest: 48.0,
    thickest: 1.6,
    gap: 4.0,
    dash: 1.7,
    solid: 0.4,
    beside: 0.15,
    solid_short: 0.4,
    ..LEVEL
};

/// The top or bottom side of a check box.
const EDGE: Kind = Kind {
    shortest: SMALLEST,
    thickest: 2.2,
    gap: 0.4,
    solid: 0.9,
    solid_short: 0.9,
    like: true,
    // A caption may descend to the top side, and the next line may be directly below the bottom one.
    beside: 1.0,
    ..LEVEL
};

/// Horizontal lines short enough to be sides of check boxes, from top to bottom.
pub(super) fn edges(ink: &Ink, pixels_per_point: f32) -> Vec<Ruling> {
    let mut edges = strokes(ink, &EDGE, pixels_per_point);
    edges.retain(|edge| edge.to - edge.from <= LARGEST * pixels_per_point);
    edges.sort_by(|a, b| a.at.total_cmp(&b.at));
    edges
}

/// Lines in pixels, horizontal ones first.
pub(super) fn find(ink: &Ink, pixels_per_point: f32) -> Vec<Ruling> {
    let mut lines = strokes(ink, &LEVEL, pixels_per_point);
    let taken: Vec<Ruling> = lines.clone();
    let near = 2.0 * pixels_per_point;
    let new = |line: &Ruling| {
        let same = |solid: &Ruling| (solid.at - line.at).abs() < near && solid.from < line.to && line.from < solid.to;
        !taken.iter().any(same)
    };
    lines.extend(strokes(ink, &DASHED, pixels_per_point).into_iter().filter(new));
    let reach = MEETS * pixels_per_point;
    let ends_on = |line: &Ruling, end: f32| {
        lines.iter().any(|level| {
            let within = level.from - reach <= line.at && line.at <= level.to + reach;
            within && (level.at - end).abs() <= reach
        })
    };
    let upright = strokes(ink, &UPRIGHT, pixels_per_point).into_iter().filter(|line| {
        let length = (line.to - line.from) / pixels_per_point;
        length >= UPRIGHT_ALONE || ends_on(line, line.from) || ends_on(line, line.to)
    });
    let upright: Vec<Ruling> = upright.collect();
    lines.extend(upright);
    lines
}

/// Erases the lines so that only writing remains.
pub(super) fn erase(ink: &mut Ink, lines: &[Ruling]) {
    for line in lines {
        let half = line.thickness / 2.0 + 1.0;
        let (first, last) = (
            (line.at - half).max(0.0) as usize,
            (line.at + half).ceil().max(0.0) as usize,
        );
        let (from, to) = (line.from.max(0.0) as usize, line.to.ceil().max(0.0) as usize);
        if line.horizontal {
            ink.erase(from, first, to, last);
        } else {
            ink.erase(first, from, last, to);
        }
    }
}

/// Dark runs in neighboring rows (or columns) that form one line.
struct Stroke {
    from: usize,
    to: usize,
    first: usize,
    last: usize,
    /// Length of the longest run.
    longest: usize,
}

fn strokes(ink: &Ink, kind: &Kind, pixels_per_point: f32) -> Vec<Ruling> {
    let (across, along) = if kind.horizontal {
        (ink.height, ink.width)
    } else {
        (ink.width, ink.height)
    };
    let dark = |across: usize, along: usize| {
        if kind.horizontal {
            ink.is_dark(along, across)
        } else {
            ink.is_dark(across, along)
        }
    };
    let mut open: Vec<Stroke> = Vec::new();
    let mut done: Vec<Stroke> = Vec::new();
    for place in 0..across {
        for (from, to) in kind.runs(along, pixels_per_point, |x| dark(place, x)) {
            let same = open.iter_mut().find(|stroke| {
                let shared = stroke.to.min(to).saturating_sub(stroke.from.max(from));
                let (own, other) = (to - from, stroke.to - stroke.from);
                let whole = if kind.like { own.max(other) } else { own.min(other) };
                let alike = own.max(stroke.longest) <= ALIKE * own.min(stroke.longest);
                stroke.last + 1 >= place && 2 * shared >= whole && alike
            });
            if let Some(stroke) = same {
                (stroke.from, stroke.to) = (stroke.from.min(from), stroke.to.max(to));
                stroke.last = place;
                stroke.longest = stroke.longest.max(to - from);
            } else {
                open.push(Stroke {
                    from,
                    to,
                    first: place,
                    last: place,
                    longest: to - from,
                });
            }
        }
        let (going_on, ended): (Vec<Stroke>, Vec<Stroke>) = open.into_iter().partition(|stroke| stroke.last == place);
        open = going_on;
        done.extend(ended);
    }
    done.extend(open);
    let thickest = (kind.thickest * pixels_per_point).max(3.0) as usize;
    done.retain(|stroke| {
        let beside = |place: Option<usize>| {
            let Some(place) = place.filter(|place| *place < across) else {
                return 0.0;
            };
            let count = (stroke.from..stroke.to).filter(|x| dark(place, *x)).count();
            count as f32 / (stroke.to - stroke.from) as f32
        };
        stroke.last - stroke.first < thickest
            && beside(stroke.first.checked_sub(3)) <= kind.beside
            && beside(Some(stroke.last + 3)) <= kind.beside
    });
    done.iter().map(|stroke| stroke.ruling(kind.horizontal)).collect()
}

impl Stroke {
    fn ruling(&self, horizontal: bool) -> Ruling {
        Ruling {
            horizontal,
            at: (self.first + self.last + 1) as f32 / 2.0,
            from: self.from as f32,
            to: self.to as f32,
            thickness: (self.last + 1 - self.first) as f32,
        }
    }
}

/// A growing run: its start, the position after its last dark pixel, its dark pixels, the start of its last dark piece.
#[derive(Clone, Copy)]
struct Run {
    from: usize,
    to: usize,
    count: usize,
    piece: usize,
}

impl Kind {
    /// Runs of dark pixels in one row or column that are long and dark enough.
    fn runs(&self, length: usize, pixels_per_point: f32, dark: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
        let pixels = |points: f32| (points * pixels_per_point).round() as usize;
        let (gap, dash, shortest) = (pixels(self.gap), pixels(self.dash), pixels(self.shortest));
        let mut found = Vec::new();
        let mut keep = |run: Option<Run>| {
            let solid = |length: usize| {
                if length <= pixels(SHORT) {
                    self.solid_short
                } else {
                    self.solid
                }
            };
            if let Some(run) = run
                && run.to - run.from >= shortest
                && run.count as f32 >= solid(run.to - run.from) * (run.to - run.from) as f32
            {
                found.push((run.from, run.to));
            }
        };
        let mut run: Option<Run> = None;
        for x in (0..length).filter(|x| dark(*x)) {
            run = match run {
                // A dot between dashes ends them, as it would begin a row of dots.
                Some(going) if x - going.to <= gap && (x == going.to || going.to - going.piece >= dash) => Some(Run {
                    to: x + 1,
                    count: going.count + 1,
                    piece: if x == going.to { going.piece } else { x },
                    ..going
                }),
                ended => {
                    keep(ended);
                    Some(Run {
                        from: x,
                        to: x + 1,
                        count: 1,
                        piece: x,
                    })
                }
            };
        }
        keep(run);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ocr::grey::Grey;

    fn paper(draw: impl Fn(&mut dyn FnMut(usize, usize, usize, usize))) -> Ink {
        let mut grey = Grey {
            width: 600,
            height: 400,
            pixels: vec![250; 240_000],
        };
        draw(&mut |left, top, right, bottom| {
            for y in top..bottom {
                grey.pixels[y * 600 + left..y * 600 + right].fill(20);
            }
        });
        Ink::of(&grey)
    }

    #[test]
    fn a_box_has_four_sides_and_letters_have_none() {
        let ink = paper(|fill| {
            fill(100, 100, 400, 102);
            fill(100, 160, 400, 162);
            fill(100, 100, 102, 162);
            fill(398, 100, 400, 162);
            // A stem as tall as a large letter, a thick bar, a row of stems with a common foot.
            fill(450, 100, 453, 140);
            fill(50, 250, 500, 280);
            for x in (50..300).step_by(5) {
                fill(x, 320, x + 3, 330);
            }
            fill(50, 328, 300, 330);
            // The feet of `LLL`.
            for x in [450, 468, 486] {
                fill(x, 300, x + 3, 320);
                fill(x, 317, x + 16, 320);
            }
        });
        let lines = find(&ink, 200.0 / 72.0);
        let found: Vec<_> = lines.iter().map(|l| (l.horizontal, l.at, l.from, l.to)).collect();
        let expected = [
            (true, 101.0, 100.0, 400.0),
            (true, 161.0, 100.0, 400.0),
            (false, 101.0, 100.0, 162.0),
            (false, 399.0, 100.0, 162.0),
        ];
        assert_eq!(found, expected);
        let mut ink = ink;
        erase(&mut ink, &lines);
        assert_eq!(ink.count(90, 90, 410, 170), 0);
    }

    #[test]
    fn a_black_bar_at_a_line_is_none_of_it() {
        let ink = paper(|fill| {
            fill(100, 50, 102, 350);
            fill(102, 100, 160, 140);
            fill(300, 50, 302, 350);
            fill(240, 100, 300, 140);
        });
        let lines = find(&ink, 200.0 / 72.0);
        let found: Vec<_> = lines.iter().map(|l| (l.horizontal, l.at, l.from, l.to)).collect();
        assert_eq!(found, [(false, 101.0, 50.0, 350.0), (false, 301.0, 50.0, 350.0)]);
    }

    #[test]
    fn dashes_are_a_line_and_dots_are_none() {
        let ink = paper(|fill| {
            for x in (50..350).step_by(16) {
                fill(x, 100, x + 9, 102);
                fill(x, 200, x + 3, 203);
            }
        });
        let lines = find(&ink, 200.0 / 72.0);
        let found: Vec<_> = lines.iter().map(|l| (l.horizontal, l.at, l.from)).collect();
        assert_eq!(found, [(true, 101.0, 50.0)]);
    }
}
