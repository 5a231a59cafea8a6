//! Straight level and upright lines among the ink: long thin runs of dark pixels with paper on both sides.
//! Not here: joining them and what they enclose (see `intake/layout`).

use super::ink::Ink;
use touchstone_intake::Ruling;

/// Shortest lines, in points. Letters have strokes, too: upright ones are shorter than this up to large headings.
const LEVEL_LEAST: f32 = 17.0;
const UPRIGHT_LEAST: f32 = 12.0;
/// An upright line shorter than this, in points, counts only where it ends on a level one.
const UPRIGHT_ALONE: f32 = 34.0;
const MEETS: f32 = 3.0;
/// Thicker lines, in points, are bars.
const THICKEST: f32 = 4.5;
/// Light pixels within a line, as scanners drop them.
const DROPPED: usize = 2;
/// Share of dark pixels of a line, and most on each of its sides.
const SOLID: f32 = 0.86;
const BESIDE: f32 = 0.35;

/// Lines in pixels, level ones first.
pub(super) fn find(ink: &Ink, pixels_per_point: f32) -> Vec<Ruling> {
    let mut lines = strokes(ink, true, pixels_per_point);
    let upright = strokes(ink, false, pixels_per_point);
    let reach = MEETS * pixels_per_point;
    let meets = |line: &Ruling| {
        lines.iter().any(|level| {
            let within = level.from - reach <= line.at && line.at <= level.to + reach;
            within && ((level.at - line.from).abs() <= reach || (level.at - line.to).abs() <= reach)
        })
    };
    let kept: Vec<Ruling> = upright
        .into_iter()
        .filter(|line| line.to - line.from >= UPRIGHT_ALONE * pixels_per_point || meets(line))
        .collect();
    lines.extend(kept);
    lines
}

/// Makes the lines paper, so that only writing is left.
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

/// Runs of dark pixels in neighbouring rows (or columns) that are one line.
struct Stroke {
    from: usize,
    to: usize,
    first: usize,
    last: usize,
}

fn strokes(ink: &Ink, horizontal: bool, pixels_per_point: f32) -> Vec<Ruling> {
    let least = if horizontal { LEVEL_LEAST } else { UPRIGHT_LEAST } * pixels_per_point;
    let thickest = (THICKEST * pixels_per_point).max(3.0) as usize;
    let (across, along) = if horizontal {
        (ink.height, ink.width)
    } else {
        (ink.width, ink.height)
    };
    let dark = |across: usize, along: usize| {
        if horizontal {
            ink.is_dark(along, across)
        } else {
            ink.is_dark(across, along)
        }
    };
    let mut open: Vec<Stroke> = Vec::new();
    let mut done: Vec<Stroke> = Vec::new();
    for place in 0..across {
        for (from, to) in runs(along, least as usize, |x| dark(place, x)) {
            let same = open.iter_mut().find(|stroke| {
                let shared = stroke.to.min(to).saturating_sub(stroke.from.max(from));
                2 * shared >= (to - from).min(stroke.to - stroke.from)
            });
            match same {
                Some(stroke) => {
                    *stroke = Stroke {
                        from: stroke.from.min(from),
                        to: stroke.to.max(to),
                        first: stroke.first,
                        last: place,
                    };
                }
                None => open.push(Stroke {
                    from,
                    to,
                    first: place,
                    last: place,
                }),
            }
        }
        let (going_on, ended) = open.into_iter().partition(|stroke| stroke.last == place);
        open = going_on;
        done.extend::<Vec<Stroke>>(ended);
    }
    done.extend(open);
    done.retain(|stroke| {
        let thickness = stroke.last + 1 - stroke.first;
        // Paper lies on both sides of a line; the strokes of letters go on there.
        let beside = |place: Option<usize>| {
            let Some(place) = place.filter(|place| *place < across) else {
                return 0.0;
            };
            let count = (stroke.from..stroke.to).filter(|x| dark(place, *x)).count();
            count as f32 / (stroke.to - stroke.from) as f32
        };
        thickness <= thickest
            && beside(stroke.first.checked_sub(3)) <= BESIDE
            && beside(Some(stroke.last + 3)) <= BESIDE
    });
    done.iter()
        .map(|stroke| Ruling {
            horizontal,
            at: (stroke.first + stroke.last + 1) as f32 / 2.0,
            from: stroke.from as f32,
            to: stroke.to as f32,
            thickness: (stroke.last + 1 - stroke.first) as f32,
        })
        .collect()
}

/// Dark runs of at least `least` pixels, light pixels here and there let pass.
fn runs(length: usize, least: usize, dark: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    // Start of the run, one past its last dark pixel, and its dark pixels.
    let mut run: Option<(usize, usize, usize)> = None;
    let mut keep = |run: Option<(usize, usize, usize)>| {
        if let Some((from, to, count)) = run
            && to - from >= least
            && count as f32 >= SOLID * (to - from) as f32
        {
            found.push((from, to));
        }
    };
    for x in 0..length {
        if !dark(x) {
            continue;
        }
        run = match run {
            Some((from, to, count)) if x - to <= DROPPED => Some((from, x + 1, count + 1)),
            ended => {
                keep(ended);
                Some((x, x + 1, 1))
            }
        };
    }
    keep(run);
    found
}

#[cfg(test)]
mod tests {
    use super::super::grey::Grey;
    use super::*;

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
            // A stem as high as a large letter, a thick bar, a row of stems with a common foot.
            fill(450, 100, 453, 140);
            fill(50, 250, 500, 280);
            for x in (50..300).step_by(5) {
                fill(x, 320, x + 3, 330);
            }
            fill(50, 328, 300, 330);
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
}
