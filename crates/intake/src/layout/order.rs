//! Reading order. Columns of running text are read one after the other, everything else row by row. Text that spans
//! both columns, such as a title, divides the page into bands that are read in turn.

use super::Material;
use super::runs::{Atom, AtomKind};

/// Min number of lines beside each other on both sides of a column gap.
const LEAST_LINES: usize = 3;
/// Above this number of atoms columns are not detected: no legitimate page has as many.
const MOST_ATOMS: usize = 4_000;
const DEEPEST: u32 = 6;

/// The atoms in reading order, one group per row.
pub(super) fn reading_order(atoms: Vec<Atom>, material: &Material) -> Vec<Vec<Atom>> {
    let mut rows = Vec::new();
    if atoms.len() > MOST_ATOMS {
        by_rows(atoms, &mut rows);
    } else {
        by_columns(atoms, material.page.width, 0, &mut rows);
    }
    rows
}

fn by_columns(atoms: Vec<Atom>, width: f32, depth: u32, rows: &mut Vec<Vec<Atom>>) {
    let cut = if depth < DEEPEST { best_cut(&atoms, width) } else { None };
    let Some(cut) = cut else { return by_rows(atoms, rows) };
    // An atom that crosses the gap ends a band, together with everything level with it; the columns above it are
    // read first.
    let crossed = crossed_heights(&atoms, cut);
    let (mut crossing, beside): (Vec<Atom>, Vec<Atom>) = atoms
        .into_iter()
        .partition(|atom| side(atom, cut).is_none() || is_crossed(atom, &crossed));
    crossing.sort_by(|a, b| a.region.y.total_cmp(&b.region.y));
    let mut bands: Vec<(Vec<Atom>, Vec<Atom>)> = vec![(Vec::new(), Vec::new()); crossing.len() + 1];
    for atom in beside {
        let middle = atom.region.center().1;
        let band = crossing.partition_point(|other| other.region.center().1 < middle);
        match side(&atom, cut) {
            Some(Side::Left) => bands[band].0.push(atom),
            _ => bands[band].1.push(atom),
        }
    }
    let mut crossing = crossing.into_iter();
    let mut pending: Vec<Atom> = Vec::new();
    for (left, right) in bands {
        if left.is_empty() || right.is_empty() {
            // No columns here: these lines belong to the text that crosses, such as the short end of a paragraph.
            pending.extend(left);
            pending.extend(right);
        } else {
            by_rows(std::mem::take(&mut pending), rows);
            by_columns(left, width, depth + 1, rows);
            by_columns(right, width, depth + 1, rows);
        }
        pending.extend(crossing.next());
    }
    by_rows(pending, rows);
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// A gap between columns: its two edges, which only crossing atoms extend beyond.
#[derive(Debug, Clone, Copy)]
struct Cut {
    left: f32,
    right: f32,
}

fn side(atom: &Atom, cut: Cut) -> Option<Side> {
    if atom.region.right() <= cut.left + 0.5 {
        Some(Side::Left)
    } else if atom.region.x >= cut.right - 0.5 {
        Some(Side::Right)
    } else {
        None
    }
}

/// The vertical ranges in which atoms cross the gap, from top to bottom.
fn crossed_heights(atoms: &[Atom], cut: Cut) -> Vec<(f32, f32)> {
    let mut heights: Vec<(f32, f32)> = Vec::new();
    let mut crossing: Vec<&Atom> = atoms.iter().filter(|atom| side(atom, cut).is_none()).collect();
    crossing.sort_by(|a, b| a.region.y.total_cmp(&b.region.y));
    for atom in crossing {
        match heights.last_mut() {
            Some(last) if atom.region.y <= last.1 => last.1 = last.1.max(atom.region.bottom()),
            _ => heights.push((atom.region.y, atom.region.bottom())),
        }
    }
    heights
}

fn is_crossed(atom: &Atom, heights: &[(f32, f32)]) -> bool {
    let middle = atom.region.center().1;
    let next = heights.partition_point(|height| height.1 < middle);
    heights.get(next).is_some_and(|height| height.0 <= middle)
}

/// The gap with the most lines of running text on both sides, if any.
fn best_cut(atoms: &[Atom], width: f32) -> Option<Cut> {
    let mut starts: Vec<f32> = atoms.iter().map(|atom| atom.region.x).collect();
    starts.sort_by(f32::total_cmp);
    starts.dedup_by(|a, b| (*a - *b).abs() < 2.0);
    let mut best: Option<(usize, f32, Cut)> = None;
    for &right in &starts {
        // Finds the rightmost end of lines that end before this start, with at least a small gap.
        let room = 6.0;
        let left = atoms
            .iter()
            .map(|atom| atom.region.right())
            .filter(|&end| end <= right - room)
            .fold(f32::MIN, f32::max);
        if left <= f32::MIN {
            continue;
        }
        let cut = Cut { left, right };
        let lines = lines_beside(atoms, cut);
        let gap = (right - left).min(0.2 * width);
        let better = best.is_none_or(|(most, widest, _)| lines > most || lines == most && gap > widest);
        if lines >= LEAST_LINES && better && reads_in_columns(atoms, cut) {
            best = Some((lines, gap, cut));
        }
    }
    best.map(|(_, _, cut)| cut)
}

/// Number of lines on the side of the gap with fewer, summed over the bands with enough lines on both sides.
fn lines_beside(atoms: &[Atom], cut: Cut) -> usize {
    let crossed = crossed_heights(atoms, cut);
    let mut bands = vec![(0, 0); crossed.len() + 1];
    for atom in atoms.iter().filter(|atom| !is_crossed(atom, &crossed)) {
        let middle = atom.region.center().1;
        let band = crossed.partition_point(|height| height.1 < middle);
        match side(atom, cut) {
            Some(Side::Left) => bands[band].0 += atom.runs.len(),
            Some(Side::Right) => bands[band].1 += atom.runs.len(),
            None => {}
        }
    }
    let least = |&(left, right): &(usize, usize)| {
        let lines: usize = left.min(right);
        if lines >= LEAST_LINES { lines } else { 0 }
    };
    bands.iter().map(least).sum()
}

/// Running text is read down its column, a list of names and amounts across. Accepts columns if the lines on both
/// sides are long, or not level with each other.
fn reads_in_columns(atoms: &[Atom], cut: Cut) -> bool {
    // An atom inside the gap shows that it is not a column gap, as does a cell that does not bridge it.
    let in_the_way = |atom: &Atom| {
        let (begins_in, ends_in) = (atom.region.x >= cut.left - 1.0, atom.region.right() <= cut.right + 1.0);
        begins_in && ends_in || atom.kind == AtomKind::Cell && (begins_in || ends_in)
    };
    if atoms.iter().any(|atom| side(atom, cut).is_none() && in_the_way(atom)) {
        return false;
    }
    let lines = |wanted: Side| -> Vec<&Atom> {
        atoms
            .iter()
            .filter(|atom| side(atom, cut) == Some(wanted) && atom.kind == AtomKind::Line)
            .collect()
    };
    let (left, right) = (lines(Side::Left), lines(Side::Right));
    if left.len() < LEAST_LINES || right.len() < LEAST_LINES {
        // Cells: a form is read row by row, unless a wide gap indicates two forms side by side.
        return cut.right - cut.left > 14.0 && left.is_empty() && right.is_empty();
    }
    let words = |side: &[&Atom]| {
        let total: usize = side.iter().flat_map(|atom| &atom.runs).map(|run| run.words.len()).sum();
        total as f32 / side.len() as f32
    };
    if words(&left) >= 3.0 && words(&right) >= 3.0 {
        return true;
    }
    let mut middles: Vec<f32> = left.iter().map(|atom| atom.region.center().1).collect();
    middles.sort_by(f32::total_cmp);
    let level = |atom: &&&Atom| {
        let y = atom.region.center().1;
        let next = middles.partition_point(|&other| other < y);
        let near = |index: usize| middles.get(index).is_some_and(|other| (other - y).abs() < 2.0);
        near(next) || next > 0 && near(next - 1)
    };
    right.iter().filter(level).count() * 2 < right.len() && words(&left) >= 1.5 && words(&right) >= 1.5
}

/// Groups atoms into rows from top to bottom, each from left to right.
fn by_rows(mut atoms: Vec<Atom>, rows: &mut Vec<Vec<Atom>>) {
    atoms.sort_by(|a, b| key(a).total_cmp(&key(b)));
    let mut row: Vec<Atom> = Vec::new();
    for atom in atoms {
        let level = row.first().is_some_and(|first| is_level(first, &atom));
        if !level {
            finish(std::mem::take(&mut row), rows);
        }
        row.push(atom);
    }
    finish(row, rows);
}

fn finish(mut row: Vec<Atom>, rows: &mut Vec<Vec<Atom>>) {
    if !row.is_empty() {
        row.sort_by(|a, b| a.region.x.total_cmp(&b.region.x));
        rows.push(row);
    }
}

/// Lines are level if their middles are, cells if their tops are.
fn key(atom: &Atom) -> f32 {
    match atom.kind {
        AtomKind::Cell => atom.region.y,
        _ => atom.region.center().1,
    }
}

fn is_level(first: &Atom, next: &Atom) -> bool {
    let reach = match (first.kind, next.kind) {
        (AtomKind::Cell, AtomKind::Cell) => 3.0,
        (AtomKind::Line, AtomKind::Line) => 0.4 * first.region.height.min(next.region.height),
        _ => 0.0,
    };
    key(next) - key(first) <= reach
}
