//! Reads the page counts of several pages together: which number the whole chart, and which pages belong to one count
//! although they lie out of order. The counts are read in `page_count`.

use super::page_count::Count;

/// A count is the chart's own if it is on at least this many tenths of its pages.
pub const CHART: usize = 8;

/// The counts of all pages, without those that simply number the pages of the chart, and whether there are such.
pub fn without_chart(pages: &[(u32, Vec<Count>)]) -> (Vec<Vec<Count>>, bool) {
    let total = pages.len() as u32;
    let is_chart = |page: u32, (number, of): &Count| *number == page && of.is_none_or(|of| of == total);
    let numbered = pages
        .iter()
        .filter(|(page, counts)| counts.iter().any(|count| is_chart(*page, count)));
    let chart = pages.len() > 1 && numbered.count() * 10 >= pages.len() * CHART;
    let own = |(page, counts): &(u32, Vec<Count>)| -> Vec<Count> {
        let own = counts.iter().filter(|count| !chart || !is_chart(*page, count));
        own.copied().collect()
    };
    (pages.iter().map(own).collect(), chart)
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
    }
}
