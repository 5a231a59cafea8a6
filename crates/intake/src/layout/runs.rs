//! Groups words into runs: words of one line without a wide gap or a ruling between them. The words of a cell stay
//! together.

use super::Material;
use crate::geometry::Region;
use crate::page::{Ruling, Word};
use std::collections::HashSet;

/// Max gap within a run, in font sizes.
const GAP: f32 = 1.6;
/// Text turned by more than this many degrees is kept separate.
const TURNED: f32 = 8.0;

/// Words of one line, as indices, from left to right.
#[derive(Debug, Clone)]
pub(super) struct Run {
    pub(super) words: Vec<usize>,
    pub(super) region: Region,
    /// The median font size of its words, in points.
    pub(super) size: f32,
    pub(super) bold: bool,
}

/// A unit that is moved as a whole when the page is put into order.
#[derive(Debug, Clone)]
pub(super) struct Atom {
    pub(super) runs: Vec<Run>,
    /// The region of its words, or of the entire cell.
    pub(super) region: Region,
    pub(super) kind: AtomKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AtomKind {
    /// One run outside cells.
    Line,
    /// All runs of one cell.
    Cell,
    /// Text that does not run from left to right, with its angle in degrees, rounded.
    Turned(i32),
}

impl Run {
    fn of(indices: Vec<usize>, words: &[Word]) -> Option<Self> {
        let region = Region::around(indices.iter().map(|&index| &words[index].region))?;
        let mut sizes: Vec<f32> = indices.iter().map(|&index| words[index].size).collect();
        sizes.sort_by(f32::total_cmp);
        let size = sizes[sizes.len() / 2];
        let bold = indices.iter().filter(|&&index| words[index].bold).count() * 2 > indices.len();
        Some(Self {
            words: indices,
            region,
            size,
            bold,
        })
    }
}

/// Groups all words of the page into atoms, in no particular order.
pub(super) fn gather(words: &[Word], material: &Material) -> Vec<Atom> {
    let homes = Homes::new(words, material);
    let mut atoms = Vec::new();
    let mut free = Vec::new();
    let mut turned: Vec<(i32, usize)> = Vec::new();
    let mut in_cells: Vec<Vec<usize>> = vec![Vec::new(); material.cells.len()];
    for (index, word) in words.iter().enumerate() {
        let angle = material.angles.get(index).copied().unwrap_or(0.0);
        if angle.abs() > TURNED {
            turned.push((angle.round() as i32, index));
        } else if let Some(cell) = homes.of(word) {
            in_cells[cell].push(index);
        } else {
            free.push(index);
        }
    }
    let fences = fences(material.rulings);
    for run in split_runs(words, free, &fences, false) {
        atoms.push(Atom {
            region: run.region,
            runs: vec![run],
            kind: AtomKind::Line,
        });
    }
    for (cell, inside) in in_cells
        .into_iter()
        .enumerate()
        .filter(|(_, inside)| !inside.is_empty())
    {
        let runs = split_runs(words, inside, &[], true);
        atoms.push(Atom {
            runs,
            region: material.cells[cell],
            kind: AtomKind::Cell,
        });
    }
    atoms.extend(turned_atoms(words, &turned));
    atoms
}

/// The cell that each word belongs to. A cell around other cells with words is a frame and has no words.
struct Homes<'a> {
    cells: &'a [Region],
    /// Cells by horizontal bands of the page, smallest first.
    bands: Vec<Vec<usize>>,
    band_height: f32,
    top: f32,
}

const BANDS: usize = 64;

impl<'a> Homes<'a> {
    fn new(words: &[Word], material: &Material<'a>) -> Self {
        let page = material.page;
        let mut homes = Self {
            cells: material.cells,
            bands: vec![Vec::new(); BANDS],
            band_height: (page.height / BANDS as f32).max(0.01),
            top: page.y,
        };
        let mut by_size: Vec<usize> = (0..material.cells.len()).collect();
        by_size.sort_by(|&a, &b| material.cells[a].area().total_cmp(&material.cells[b].area()));
        for index in by_size {
            let cell = &material.cells[index];
            for band in homes.band(cell.y)..=homes.band(cell.bottom()) {
                homes.bands[band].push(index);
            }
        }
        let mut lived_in = vec![false; material.cells.len()];
        for word in words {
            if let Some(cell) = homes.of(word) {
                lived_in[cell] = true;
            }
        }
        let frames = homes.frames(&lived_in);
        for band in &mut homes.bands {
            band.retain(|&cell| !frames[cell]);
        }
        homes
    }

    fn band(&self, y: f32) -> usize {
        (((y - self.top) / self.band_height).max(0.0) as usize).min(BANDS - 1)
    }

    fn of(&self, word: &Word) -> Option<usize> {
        let (x, y) = word.region.center();
        self.bands[self.band(y)]
            .iter()
            .copied()
            .find(|&cell| self.cells[cell].contains_point(x, y))
    }

    fn frames(&self, lived_in: &[bool]) -> Vec<bool> {
        let mut frames = vec![false; self.cells.len()];
        for band in &self.bands {
            for (rank, &outer) in band.iter().enumerate() {
                frames[outer] |= band[..rank]
                    .iter()
                    .any(|&inner| lived_in[inner] && self.cells[outer].grown(1.0).holds(&self.cells[inner]));
            }
        }
        frames
    }
}

fn fences(rulings: &[Ruling]) -> Vec<Ruling> {
    let mut fences: Vec<Ruling> = rulings.iter().copied().filter(|line| !line.horizontal).collect();
    fences.sort_by(|a, b| a.at.total_cmp(&b.at));
    fences
}

/// Groups words into lines and splits the lines at wide gaps and vertical rulings.
fn split_runs(words: &[Word], mut indices: Vec<usize>, fences: &[Ruling], in_cell: bool) -> Vec<Run> {
    let middle = |index: usize| words[index].region.center().1;
    // Stacked letters occur beside lines only in cells; elsewhere they are a column of a table.
    let stacks = if in_cell {
        take_stacks(words, &mut indices)
    } else {
        Vec::new()
    };
    let mut runs: Vec<(f32, Run)> = stacks.into_iter().map(|run| (run.region.center().1, run)).collect();
    indices.sort_by(|&a, &b| middle(a).total_cmp(&middle(b)).then(a.cmp(&b)));
    // Rows, of which those from `open` on may still get words: middle, height, words.
    let mut rows: Vec<(f32, f32, Vec<usize>)> = Vec::new();
    let mut open = 0;
    for index in indices {
        let (y, height) = (middle(index), words[index].region.height.max(0.1));
        while open < rows.len() && rows[open].0 + 40.0_f32.max(rows[open].1) < y {
            open += 1;
        }
        let fits = |row: &&mut (f32, f32, Vec<usize>)| (row.0 - y).abs() <= 0.35 * row.1.min(height);
        match rows[open..].iter_mut().rev().take(24).find(fits) {
            Some(row) => row.2.push(index),
            None => rows.push((y, height, vec![index])),
        }
    }
    for (y, _, mut row) in rows {
        row.sort_by(|&a, &b| words[a].region.x.total_cmp(&words[b].region.x).then(a.cmp(&b)));
        let mut current: Vec<usize> = Vec::new();
        for index in row {
            if let Some(&last) = current.last() {
                let (before, after) = (&words[last], &words[index]);
                let gap = after.region.x - before.region.right();
                let wide = gap > GAP * before.size.max(after.size).clamp(4.0, 40.0);
                if wide || fenced(fences, &before.region, &after.region) {
                    runs.extend(Run::of(std::mem::take(&mut current), words).map(|run| (y, run)));
                }
            }
            current.push(index);
        }
        runs.extend(Run::of(current, words).map(|run| (y, run)));
    }
    runs.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.region.x.total_cmp(&b.1.region.x)));
    runs.into_iter().map(|(_, run)| run).collect()
}

/// Removes stacked single letters, such as the vertical `Code` beside box 12, from `indices`. They are one run, not
/// a letter in each adjacent line.
fn take_stacks(words: &[Word], indices: &mut Vec<usize>) -> Vec<Run> {
    let is_letter = |word: &Word| word.text.chars().count() == 1 && word.text.chars().all(char::is_alphabetic);
    let mut letters: Vec<usize> = indices
        .iter()
        .copied()
        .filter(|&index| is_letter(&words[index]))
        .collect();
    let center = |index: usize| words[index].region.center();
    letters.sort_by(|&a, &b| {
        let column = |index: usize| (center(index).0 / 3.0).round();
        column(a)
            .total_cmp(&column(b))
            .then(center(a).1.total_cmp(&center(b).1))
    });
    let mut stacks: Vec<Vec<usize>> = Vec::new();
    for index in letters {
        let follows = |&last: &usize| {
            let (a, b) = (&words[last], &words[index]);
            let step = center(index).1 - center(last).1;
            (center(index).0 - center(last).0).abs() <= 2.0
                && step > 0.3 * a.region.height
                && step <= 1.6 * a.region.height
                && (a.size - b.size).abs() < 0.5
        };
        match stacks.last_mut() {
            Some(stack) if stack.last().is_some_and(follows) => stack.push(index),
            _ => stacks.push(vec![index]),
        }
    }
    stacks.retain(|stack| stack.len() >= 3);
    let taken: HashSet<usize> = stacks.iter().flatten().copied().collect();
    indices.retain(|index| !taken.contains(index));
    stacks.into_iter().filter_map(|stack| Run::of(stack, words)).collect()
}

fn fenced(fences: &[Ruling], before: &Region, after: &Region) -> bool {
    let (left, y) = before.center();
    let right = after.center().0;
    let first = fences.partition_point(|line| line.at <= left);
    fences[first..]
        .iter()
        .take_while(|line| line.at < right)
        .any(|line| line.from <= y && y <= line.to)
}

/// Turned text in content order: consecutive words with the same angle and small gaps are one atom.
fn turned_atoms(words: &[Word], turned: &[(i32, usize)]) -> Vec<Atom> {
    let mut groups: Vec<(i32, Vec<usize>)> = Vec::new();
    for &(angle, index) in turned {
        match groups.last_mut() {
            Some((same, group))
                if (*same - angle).abs() <= 2
                    && group.last().is_some_and(|&last| {
                        let reach = 2.0 * words[index].size.max(4.0);
                        words[last]
                            .region
                            .grown(reach)
                            .intersection(&words[index].region.grown(0.1))
                            .is_some()
                    }) =>
            {
                group.push(index);
            }
            _ => groups.push((angle, vec![index])),
        }
    }
    let atom = |(angle, group): (i32, Vec<usize>)| {
        let run = Run::of(group, words)?;
        Some(Atom {
            region: run.region,
            runs: vec![run],
            kind: AtomKind::Turned(angle),
        })
    };
    groups.into_iter().filter_map(atom).collect()
}
