//! Finds the smallest rectangles enclosed by rulings, in reading order. Lines that end slightly short still close a
//! cell.

use crate::geometry::Region;
use crate::page::Ruling;
use crate::validate::MAX_CELLS;
use std::collections::HashSet;

/// Max gap between lines that meet, in points.
const REACH: f32 = 2.0;
/// Min side of a cell, in points. Smaller rectangles are double lines and ticks.
const NARROWEST: f32 = 4.5;
/// Max lines used in each direction; the longest are kept.
const MOST_LINES: usize = 2_000;
/// Max corners tried, to bound the time for a hostile grid.
const MOST_TRIES: usize = 4_000_000;

/// The cells of a page, from top to bottom, each row from left to right.
pub fn find_cells(page: u32, rulings: &[Ruling]) -> Vec<Region> {
    let across = longest(rulings, true);
    let down = longest(rulings, false);
    let crossings = Crossings::of(&across, &down);
    let mut tries = 0;
    let mut cells = Vec::new();
    for (top, starts) in crossings.on_across.iter().enumerate() {
        for (place, &left) in starts.iter().enumerate() {
            if cells.len() == MAX_CELLS || tries > MOST_TRIES {
                break;
            }
            let closed = crossings.close(top, left, &starts[place + 1..], &across, &mut tries);
            if let Some((right, bottom)) = closed {
                let a = (down[left].at, across[top].at);
                let b = (down[right].at, across[bottom].at);
                let cell = Region::between(page, a, b);
                if cell.width >= NARROWEST && cell.height >= NARROWEST {
                    cells.push(cell);
                }
            }
        }
    }
    sort_rows(&mut cells);
    cells
}

/// The lines of one direction, sorted by position.
fn longest(rulings: &[Ruling], horizontal: bool) -> Vec<Ruling> {
    let mut lines: Vec<Ruling> = rulings
        .iter()
        .copied()
        .filter(|line| line.horizontal == horizontal)
        .collect();
    if lines.len() > MOST_LINES {
        lines.sort_by(|a, b| (b.to - b.from).total_cmp(&(a.to - a.from)));
        lines.truncate(MOST_LINES);
    }
    lines.sort_by(|a, b| a.at.total_cmp(&b.at));
    lines
}

/// Which lines meet, by line of either direction. Values are indices into the sorted lists.
struct Crossings {
    on_across: Vec<Vec<usize>>,
    on_down: Vec<Vec<usize>>,
    meet: HashSet<(usize, usize)>,
}

impl Crossings {
    fn of(across: &[Ruling], down: &[Ruling]) -> Self {
        let mut crossings = Self {
            on_across: vec![Vec::new(); across.len()],
            on_down: vec![Vec::new(); down.len()],
            meet: HashSet::new(),
        };
        for (row, line) in across.iter().enumerate() {
            let first = down.partition_point(|other| other.at < line.from - REACH);
            for (column, other) in down.iter().enumerate().skip(first) {
                if other.at > line.to + REACH {
                    break;
                }
                if other.from - REACH <= line.at && line.at <= other.to + REACH {
                    crossings.on_across[row].push(column);
                    crossings.on_down[column].push(row);
                    crossings.meet.insert((row, column));
                }
            }
        }
        crossings
    }

    /// The right and bottom lines of the smallest rectangle whose top left corner is the crossing of `top` and
    /// `left`.
    fn close(
        &self,
        top: usize,
        left: usize,
        rights: &[usize],
        across: &[Ruling],
        tries: &mut usize,
    ) -> Option<(usize, usize)> {
        let rows = &self.on_down[left];
        let below = rows.partition_point(|&row| row <= top);
        for &bottom in &rows[below..] {
            if across[bottom].at - across[top].at < NARROWEST {
                continue;
            }
            for &right in rights {
                *tries += 1;
                // `right` comes from the crossings of `top`, so it meets `top` too.
                if self.meet.contains(&(bottom, right)) {
                    return Some((right, bottom));
                }
                if *tries > MOST_TRIES {
                    return None;
                }
            }
        }
        None
    }
}

/// Sorts into rows: a cell belongs to a row if its top edge is level with the row's.
fn sort_rows(cells: &mut Vec<Region>) {
    cells.sort_by(|a, b| a.y.total_cmp(&b.y));
    let mut start = 0;
    while start < cells.len() {
        let top = cells[start].y;
        let end = start + cells[start..].partition_point(|cell| cell.y - top <= REACH);
        cells[start..end].sort_by(|a, b| a.x.total_cmp(&b.x).then(a.width.total_cmp(&b.width)));
        start = end;
    }
    cells.dedup_by(|a, b| {
        (a.x - b.x).abs() < REACH
            && (a.y - b.y).abs() < REACH
            && (a.right() - b.right()).abs() < REACH
            && (a.bottom() - b.bottom()).abs() < REACH
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn across(at: f32, from: f32, to: f32) -> Ruling {
        Ruling {
            horizontal: true,
            at,
            from,
            to,
            thickness: 0.5,
        }
    }

    fn down(at: f32, from: f32, to: f32) -> Ruling {
        Ruling {
            horizontal: false,
            at,
            from,
            to,
            thickness: 0.5,
        }
    }

    fn check(rulings: &[Ruling], expected: &[(f32, f32, f32, f32)]) {
        let found = find_cells(1, rulings);
        let found: Vec<_> = found
            .iter()
            .map(|cell| (cell.x, cell.y, cell.right(), cell.bottom()))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_grid_gives_its_cells_in_reading_order() {
        let lines = [
            across(0.0, 0.0, 100.0),
            across(20.0, 0.0, 100.0),
            across(40.0, 0.0, 100.0),
            down(0.0, 0.0, 40.0),
            down(60.0, 0.0, 40.0),
            down(100.0, 0.0, 40.0),
        ];
        check(
            &lines,
            &[
                (0.0, 0.0, 60.0, 20.0),
                (60.0, 0.0, 100.0, 20.0),
                (0.0, 20.0, 60.0, 40.0),
                (60.0, 20.0, 100.0, 40.0),
            ],
        );
    }

    #[test]
    fn a_line_that_stops_short_still_closes_its_cell() {
        let lines = [
            across(0.0, 0.0, 100.0),
            across(20.0, 1.0, 98.5),
            down(0.0, 0.0, 20.0),
            down(100.0, 1.5, 19.0),
        ];
        check(&lines, &[(0.0, 0.0, 100.0, 20.0)]);
    }

    #[test]
    fn a_cell_passes_under_lines_that_end_on_its_top() {
        // Two boxes above one wide box: the line between the two ends on the top edge of the wide one.
        let lines = [
            across(0.0, 0.0, 100.0),
            across(20.0, 0.0, 100.0),
            across(50.0, 0.0, 100.0),
            down(0.0, 0.0, 50.0),
            down(40.0, 0.0, 20.0),
            down(100.0, 0.0, 50.0),
        ];
        check(
            &lines,
            &[
                (0.0, 0.0, 40.0, 20.0),
                (40.0, 0.0, 100.0, 20.0),
                (0.0, 20.0, 100.0, 50.0),
            ],
        );
    }

    #[test]
    fn half_a_line_inside_a_cell_divides_nothing() {
        let lines = [
            across(0.0, 0.0, 100.0),
            across(50.0, 0.0, 100.0),
            down(0.0, 0.0, 50.0),
            down(50.0, 0.0, 30.0),
            down(100.0, 0.0, 50.0),
        ];
        check(&lines, &[(0.0, 0.0, 100.0, 50.0)]);
    }

    proptest! {
        #[test]
        fn any_lines_give_sound_cells(
            lines in prop::collection::vec((any::<bool>(), 0.0f32..600.0, 0.0f32..600.0, 0.0f32..600.0), 0..60)
        ) {
            let lines: Vec<Ruling> = lines
                .into_iter()
                .map(|(horizontal, at, a, b)| Ruling { horizontal, at, from: a.min(b), to: a.max(b), thickness: 1.0 })
                .collect();
            for cell in find_cells(1, &lines) {
                prop_assert!(cell.is_finite() && cell.width >= NARROWEST && cell.height >= NARROWEST);
            }
        }
    }
}
