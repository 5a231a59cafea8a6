//! Finds the most likely course of a chart: which pages begin segments, and the kind of each segment. All pages are
//! decided at once (Viterbi), so that a page with few signs follows its neighbors.

use super::page::PageLook;
use super::segment_starts::Start;
use super::signs::Book;
use touchstone_core::record::log_logistic;

/// Points of weight per unit of log-likelihood.
const SPREAD: f64 = 1.5;
/// Weight of the unknown kind.
const UNKNOWN: f64 = 1.6;
/// Log-odds by which continuing is less likely after a kind that usually has one page.
const SINGLE: f64 = 2.5;
/// Min log-likelihood of a kind, so that no page outweighs its neighbors entirely.
const LEAST: f64 = -7.0;

/// One page of the course.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Step {
    pub kind: usize,
    pub starts: bool,
    /// Difference between the best course and the best one with the opposite decision about this start.
    pub margin: f64,
}

/// The best course, one step per page.
pub(super) fn course(book: &Book, looks: &[PageLook], starts: &[Start]) -> Vec<Step> {
    let likely: Vec<Vec<f64>> = looks.iter().map(likelihoods).collect();
    let states = book.unknown() + 1;
    let single = |kind: usize| book.kind(kind).is_some_and(|kind| kind.single_page);
    let fresh = -(states as f64).ln() * 0.35;
    let begins = |page: usize| log_logistic(starts[page].odds) + fresh;
    let goes_on = |page: usize, kind: usize| {
        let rare = if single(kind) { SINGLE } else { 0.0 };
        log_logistic(-starts[page].odds - rare)
    };
    // Best sums up to each page.
    let mut ahead: Vec<Vec<f64>> = Vec::new();
    for (page, own) in likely.iter().enumerate() {
        let sums = match ahead.last() {
            None => own.clone(),
            Some(last) => {
                let best = last.iter().copied().fold(f64::MIN, f64::max);
                (0..states)
                    .map(|kind| own[kind] + (best + begins(page)).max(last[kind] + goes_on(page, kind)))
                    .collect()
            }
        };
        ahead.push(sums);
    }
    let behind = onward(&likely, states, &begins, &goes_on);
    let mut course: Vec<Step> = Vec::new();
    for (page, (own, rest)) in likely.iter().zip(&behind).enumerate() {
        let from = |kind: usize| own[kind] + rest[kind];
        let (first, first_sum) = best_of(states, from);
        let step = match (page, course.last()) {
            (0, _) | (_, None) => Step {
                kind: first,
                starts: true,
                margin: f64::INFINITY,
            },
            (_, Some(last)) => {
                let before = &ahead[page - 1];
                let reached = before.iter().copied().fold(f64::MIN, f64::max);
                let new = reached + begins(page) + first_sum;
                let (_, on) = best_of(states, |kind| before[kind] + goes_on(page, kind) + from(kind));
                // The course so far is fixed; the margin is over all courses.
                let starts = begins(page) + first_sum > goes_on(page, last.kind) + from(last.kind);
                Step {
                    kind: if starts { first } else { last.kind },
                    starts,
                    margin: (new - on).abs(),
                }
            }
        };
        course.push(step);
    }
    course
}

/// Best sums after each page, excluding the page itself.
fn onward(
    likely: &[Vec<f64>],
    states: usize,
    begins: &dyn Fn(usize) -> f64,
    goes_on: &dyn Fn(usize, usize) -> f64,
) -> Vec<Vec<f64>> {
    let mut behind: Vec<Vec<f64>> = vec![vec![0.0; states]];
    for (page, own) in likely.iter().enumerate().skip(1).rev() {
        let rest = &behind[behind.len() - 1];
        let next: Vec<f64> = own.iter().zip(rest).map(|(own, rest)| own + rest).collect();
        let best = next.iter().copied().fold(f64::MIN, f64::max);
        let sums = next.iter().enumerate();
        let sums = sums
            .map(|(kind, next)| (best + begins(page)).max(next + goes_on(page, kind)))
            .collect();
        behind.push(sums);
    }
    behind.reverse();
    behind
}

fn best_of(states: usize, value: impl Fn(usize) -> f64) -> (usize, f64) {
    let mut best = (0, f64::MIN);
    for state in 0..states {
        let own = value(state);
        if own > best.1 {
            best = (state, own);
        }
    }
    best
}

/// Log-likelihood of each kind by the page alone, the unknown kind last. A page without a sign may belong to any kind;
/// with no neighbors, it is of unknown kind.
pub(super) fn likelihoods(look: &PageLook) -> Vec<f64> {
    if look.is_blank() || !look.words.is_empty() && look.scores.iter().all(|score| *score <= 0.0) {
        let mut even = vec![LEAST; look.scores.len()];
        even.push(LEAST + 0.01);
        return even;
    }
    let weights: Vec<f64> = look
        .scores
        .iter()
        .copied()
        .chain([UNKNOWN])
        .map(|score| score / SPREAD)
        .collect();
    let most = weights.iter().copied().fold(f64::MIN, f64::max);
    let sum: f64 = weights.iter().map(|weight| (weight - most).exp()).sum();
    weights
        .iter()
        .map(|weight| (weight - most - sum.ln()).max(LEAST))
        .collect()
}
