//! Reading order. Columns of running text are read one after the other; everything else row by row. What spans both
//! columns, such as a title, divides the page into bands that are read in turn. Not here: blocks.

use super::Material;
use super::runs::{Atom, AtomKind};

/// Lines that each side of a column gap must have next to each other.
const LEAST_LINES: usize = 3;
/// With more atoms than this no columns are looked for: no honest page has so many.
const MOST_ATOMS: usize = 4_000;
const DEEPEST: u32 = 6;

/// The atoms in reading order, in groups: a row of things side by side is one group.
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
    // What crosses the gap ends a band, with all that stands level with it; the columns of a band are read before it.
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

/// A gap between columns, as the two edges that nothing but what crosses it passes.
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

/// From where to where on the page something crosses the gap, from top to bottom.
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

/// The gap with most lines of running text on both sides, if there is one.
fn best_cut(atoms: &[Atom], width: f32) -> Option<Cut> {
    let mut starts: Vec<f32> = atoms.iter().map(|atom| atom.region.x).collect();
    starts.sort_by(f32::total_cmp);
    starts.dedup_by(|a, b| (*a - *b).abs() < 2.0);
    let mut best: Option<(usize, f32, Cut)> = None;
    for &right in &starts {
        // Lines that end before this one begins, with at least a small gap.
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

/// How many lines stand on the poorer side of the gap, summed over the bands that hold enough on both sides.
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

/// Running text goes down its column; a list of names and amounts goes across. Columns are believed when the lines on
/// both sides are long, or when they are not level with each other.
fn reads_in_columns(atoms: &[Atom], cut: Cut) -> bool {
    // What lies wholly in the gap shows that it is none; so does a cell that does not bridge it.
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
        // Cells: a form is read row by row, unless a wide gap shows two forms side by side.
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

/// From top to bottom; what stands side by side is one row, from left to right.
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

/// Lines are level by their middles, cells by their tops.
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
