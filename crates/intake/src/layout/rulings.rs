//! Converts drawn strokes into the rulings of a page: clipped, joined where one continues another, and limited in
//! number. Cells are found in `cells.rs`.

use crate::page::Ruling;
use crate::validate::MAX_RULINGS;

/// Max distance between the middles of strokes on one line, in points.
const SAME_LINE: f32 = 0.8;
/// Max gap bridged when joining strokes, in points.
const GAP: f32 = 1.5;
/// Max length of a dash of a longer line, in points.
const DASH: f32 = 14.0;
/// Max distance from a stroke of the other direction, in points, at which the end of a stroke is a box corner
/// instead of a dash.
const CORNER: f32 = 1.0;
/// Min length of a ruling, in points. Shorter ones are parts of drawings or of drawn letters.
const SHORTEST: f32 = 3.0;

/// Joins strokes into rulings: horizontal ones first, from top to bottom, then vertical ones from left to right.
pub fn join_rulings(strokes: &[Ruling], width: f32, height: f32) -> Vec<Ruling> {
    let mut rulings = Vec::new();
    for horizontal in [true, false] {
        let (along, across) = if horizontal { (width, height) } else { (height, width) };
        let clipped = strokes
            .iter()
            .filter(|stroke| stroke.horizontal == horizontal)
            .filter_map(|stroke| {
                let (from, to) = (stroke.from.max(0.0), stroke.to.min(along));
                let shown = from <= to && (0.0..=across).contains(&stroke.at);
                shown.then_some(Ruling {
                    from,
                    to,
                    thickness: stroke.thickness.clamp(0.0, 100.0),
                    ..*stroke
                })
            });
        let mut clipped: Vec<Ruling> = clipped.collect();
        clipped.sort_by(|a, b| a.at.total_cmp(&b.at));
        let mut crossing: Vec<Ruling> = strokes
            .iter()
            .filter(|stroke| stroke.horizontal != horizontal)
            .copied()
            .collect();
        crossing.sort_by(|a, b| a.at.total_cmp(&b.at));
        let mut start = 0;
        while start < clipped.len() {
            let first = clipped[start].at;
            let end = start + clipped[start..].partition_point(|stroke| stroke.at - first <= SAME_LINE);
            join_line(&mut clipped[start..end], &crossing, &mut rulings);
            start = end;
        }
    }
    rulings.retain(|line| line.to - line.from >= SHORTEST);
    if rulings.len() > MAX_RULINGS {
        rulings.sort_by(|a, b| (b.to - b.from).total_cmp(&(a.to - a.from)));
        rulings.truncate(MAX_RULINGS);
        rulings.sort_by(|a, b| b.horizontal.cmp(&a.horizontal).then(a.at.total_cmp(&b.at)));
    }
    for line in &mut rulings {
        for value in [&mut line.at, &mut line.from, &mut line.to, &mut line.thickness] {
            *value = (*value * 100.0).round() / 100.0;
        }
    }
    rulings
}

/// Joins the strokes of one line. The position of a joined line is the mean, weighted by length. `crossing` are the
/// strokes of the other direction, sorted by position.
fn join_line(strokes: &mut [Ruling], crossing: &[Ruling], rulings: &mut Vec<Ruling>) {
    strokes.sort_by(|a, b| a.from.total_cmp(&b.from));
    let mut pieces = strokes.iter();
    let Some(&first) = pieces.next() else { return };
    let mut line = Joining::new(first);
    for &piece in pieces {
        let gap = piece.from - line.sum.to;
        let dashes = line.last_length <= DASH && piece.to - piece.from <= DASH;
        let bridged = if dashes {
            (0.75 * line.last_length.max(piece.to - piece.from)).clamp(GAP, 6.0)
        } else {
            GAP
        };
        let sides = || is_corner(crossing, line.sum.to, piece.at) && is_corner(crossing, piece.from, piece.at);
        if gap <= bridged && (gap <= GAP || !sides()) {
            line.add(piece);
        } else {
            rulings.push(line.finish());
            line = Joining::new(piece);
        }
    }
    rulings.push(line.finish());
}

/// Whether a line of the other direction is at the end of a stroke.
fn is_corner(crossing: &[Ruling], end: f32, at: f32) -> bool {
    let first = crossing.partition_point(|line| line.at < end - CORNER);
    let mut near = crossing[first..].iter().take_while(|line| line.at <= end + CORNER);
    near.any(|line| line.from - CORNER <= at && at <= line.to + CORNER)
}

struct Joining {
    sum: Ruling,
    weighted: f32,
    weight: f32,
    last_length: f32,
}

impl Joining {
    fn new(first: Ruling) -> Self {
        let weight = (first.to - first.from).max(0.01);
        Self {
            sum: first,
            weighted: first.at * weight,
            weight,
            last_length: first.to - first.from,
        }
    }

    fn add(&mut self, piece: Ruling) {
        let weight = (piece.to - piece.from).max(0.01);
        self.sum.to = self.sum.to.max(piece.to);
        self.sum.thickness = self.sum.thickness.max(piece.thickness);
        self.weighted += piece.at * weight;
        self.weight += weight;
        self.last_length = piece.to - piece.from;
    }

    fn finish(self) -> Ruling {
        Ruling {
            at: self.weighted / self.weight,
            ..self.sum
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn across(at: f32, from: f32, to: f32) -> Ruling {
        Ruling {
            horizontal: true,
            at,
            from,
            to,
            thickness: 0.5,
        }
    }

    fn check(strokes: &[Ruling], expected: &[(f32, f32, f32)]) {
        let found = join_rulings(strokes, 600.0, 800.0);
        let found: Vec<_> = found.iter().map(|line| (line.at, line.from, line.to)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn lines_that_continue_each_other_are_one() {
        check(
            &[across(100.0, 10.0, 50.0), across(100.0, 51.0, 90.0)],
            &[(100.0, 10.0, 90.0)],
        );
        check(
            &[across(100.0, 10.0, 50.0), across(100.4, 40.0, 80.0)],
            &[(100.2, 10.0, 80.0)],
        );
        check(
            &[across(100.0, 10.0, 50.0), across(100.0, 60.0, 90.0)],
            &[(100.0, 10.0, 50.0), (100.0, 60.0, 90.0)],
        );
        check(
            &[across(100.0, 10.0, 50.0), across(102.0, 10.0, 50.0)],
            &[(100.0, 10.0, 50.0), (102.0, 10.0, 50.0)],
        );
    }

    #[test]
    fn dashes_are_one_line_and_specks_are_none() {
        let dashes: Vec<_> = (0..20)
            .map(|n| across(50.0, n as f32 * 6.0, n as f32 * 6.0 + 4.0))
            .collect();
        check(&dashes, &[(50.0, 0.0, 118.0)]);
        check(&[across(50.0, 10.0, 12.0)], &[]);
    }

    #[test]
    fn check_boxes_under_each_other_share_no_sides() {
        let side = |at: f32, from: f32| Ruling {
            horizontal: false,
            at,
            from,
            to: from + 8.0,
            thickness: 0.5,
        };
        let tops = [100.0, 113.0, 126.0];
        let mut strokes: Vec<Ruling> = tops
            .iter()
            .flat_map(|top| [side(50.0, *top), side(58.0, *top)])
            .collect();
        strokes.extend(
            tops.iter()
                .flat_map(|top| [across(*top, 50.0, 58.0), across(top + 8.0, 50.0, 58.0)]),
        );
        let found = join_rulings(&strokes, 600.0, 800.0);
        let sides: Vec<_> = found
            .iter()
            .filter(|line| !line.horizontal)
            .map(|line| (line.at, line.from, line.to))
            .collect();
        let expected: Vec<_> = [50.0, 58.0]
            .into_iter()
            .flat_map(|at| tops.map(|top| (at, top, top + 8.0)))
            .collect();
        assert_eq!(sides, expected);
    }

    #[test]
    fn lines_end_at_the_page() {
        check(
            &[
                across(50.0, -100.0, 900.0),
                across(-5.0, 0.0, 100.0),
                across(900.0, 0.0, 100.0),
            ],
            &[(50.0, 0.0, 600.0)],
        );
    }
}
