//! Reads the page counts of several pages together: which number the whole chart, and which pages belong to one count
//! although they lie out of order. The counts are read in `page_count`.

use super::page_count::Count;
use std::collections::{BTreeMap, BTreeSet};

/// A count is the chart's own if it is on at least this many tenths of its pages.
pub const CHART: usize = 8;

/// Min pages that show that a count runs on from pages that are not here, as `P.003/019` on the first page does.
const FEWEST: usize = 5;

/// The counts of all pages, without those that number the pages of the chart one after the other, and whether there are
/// such.
pub fn without_chart(pages: &[(u32, Vec<Count>)]) -> (Vec<Vec<Count>>, bool) {
    let total = pages.len() as u32;
    let from = |page: u32, (number, of): &Count| (i64::from(*number) - i64::from(page), of.filter(|of| *of != total));
    let mut series: BTreeMap<(i64, Option<u32>), usize> = BTreeMap::new();
    for (page, counts) in pages {
        for series_of in counts.iter().map(|count| from(*page, count)).collect::<BTreeSet<_>>() {
            *series.entry(series_of).or_default() += 1;
        }
    }
    let whole = |(of, on): &(&(i64, Option<u32>), &usize)| {
        pages.len() > 1 && *on * 10 >= pages.len() * CHART && (**of == (0, None) || pages.len() >= FEWEST)
    };
    let chart = series
        .iter()
        .filter(whole)
        .max_by_key(|(_, on)| **on)
        .map(|(of, _)| *of);
    let own = |(page, counts): &(u32, Vec<Count>)| -> Vec<Count> {
        let own = counts.iter().filter(|count| Some(from(*page, count)) != chart);
        own.copied().collect()
    };
    (pages.iter().map(own).collect(), chart.is_some())
}

/// Whether a page count goes on with one of the page before.
pub fn follows(last: &[Count], here: &[Count]) -> bool {
    let next = |(number, of): &Count| {
        last.iter()
            .any(|(before, total)| before.checked_add(1) == Some(*number) && total == of)
    };
    here.iter().any(next)
}

/// Pages in a run of one count out of order: true for the first of each run.
pub fn disordered(pages: &[Vec<Count>]) -> Vec<Option<bool>> {
    let total = |counts: &Vec<Count>| counts.iter().find_map(|(number, of)| Some((*number, (*of)?)));
    let totals: Vec<Option<(u32, u32)>> = pages.iter().map(total).collect();
    let mut disordered = vec![None; pages.len()];
    for (from, to) in runs(&totals) {
        if !is_in_order(&totals[from..to]) {
            disordered[from..to].fill(Some(false));
            disordered[from] = Some(true);
        }
    }
    disordered
}

/// Runs of pages with one total in which no number occurs twice, as (first, end) places. `None` is a page without a
/// count.
pub fn runs(counts: &[Option<(u32, u32)>]) -> Vec<(usize, usize)> {
    let mut runs = Vec::new();
    let mut at = 0;
    while let Some(count) = counts.get(at) {
        let mut end = at + 1;
        while let (Some((_, of)), Some(Some(next))) = (count, counts.get(end)) {
            if next.1 != *of || counts[at..end].contains(&Some(*next)) {
                break;
            }
            end += 1;
        }
        // A run out of order may end with the pages that the next count continues: 2, then 1, 2.
        let follows = |place: usize| match (counts[place - 1], counts.get(place).copied().flatten()) {
            (Some((last, of)), Some((next, total))) => of == total && next == last + 1,
            _ => false,
        };
        if follows(end) && !is_in_order(&counts[at..end]) {
            let tail = (at + 1..end).rev().find(|&place| !follows(place));
            end = tail.unwrap_or(end);
        }
        runs.push((at, end));
        at = end;
    }
    runs
}

/// Whether the numbers of a run rise.
pub fn is_in_order(run: &[Option<(u32, u32)>]) -> bool {
    run.windows(2).all(|pair| pair[0] < pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_one_count_are_a_run() {
        for (numbers, expected) in [
            (&[1, 2, 3][..], &[(0, 3)][..]),
            (&[1, 2, 1, 2], &[(0, 2), (2, 4)]),
            (&[2, 1], &[(0, 2)]),
            (&[3, 1, 2], &[(0, 3)]),
            (&[2, 1, 2], &[(0, 1), (1, 3)]),
            (&[2, 0, 1], &[(0, 1), (1, 2), (2, 3)]),
        ] {
            let counts: Vec<Option<(u32, u32)>> = numbers
                .iter()
                .map(|&number| (number > 0).then_some((number, 3)))
                .collect();
            assert_eq!(runs(&counts), expected, "{numbers:?}");
        }
        assert_eq!(runs(&[Some((1, 2)), Some((2, 3))]), [(0, 1), (1, 2)]);
    }

    #[test]
    fn a_count_on_nearly_all_pages_is_the_charts() {
        let chart = [(1, vec![(1, Some(2))]), (2, vec![(2, Some(2)), (1, Some(1))])];
        assert_eq!(without_chart(&chart), (vec![vec![], vec![(1, Some(1))]], true));
        let papers = [(1, vec![(1, Some(1))]), (2, vec![(1, Some(1))])];
        assert!(!without_chart(&papers).1);
        // The first two pages of a transmission are not here.
        let sent: Vec<(u32, Vec<Count>)> = (1..=5)
            .map(|page| (page, vec![(page + 2, Some(7)), (1, None)]))
            .collect();
        let (own, chart) = without_chart(&sent);
        assert!(chart && own.iter().all(|counts| *counts == [(1, None)]));
        assert!(!without_chart(&sent[..4]).1);
    }
}
