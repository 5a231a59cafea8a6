//! The statistics of a score: intervals, ranking quality, bins. Pure arithmetic over counts and confidences.

use serde::Serialize;

/// A proportion with its 95 % Wilson score interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Share {
    pub hits: u64,
    pub of: u64,
    /// `None` for an empty sample.
    pub value: Option<f64>,
    pub low: f64,
    pub high: f64,
}

impl Share {
    pub fn of(hits: u64, of: u64) -> Self {
        let (low, high) = wilson(hits, of);
        let value = (of > 0).then(|| hits as f64 / of as f64);
        Self {
            hits,
            of,
            value,
            low,
            high,
        }
    }
}

/// Quantile of the normal distribution for a two-sided 95 % interval.
pub(super) const Z95: f64 = 1.959_963_985;

/// Wilson score interval for a proportion, 95 % two-sided; 0..1 for an empty sample.
pub fn wilson(hits: u64, of: u64) -> (f64, f64) {
    if of == 0 {
        return (0.0, 1.0);
    }
    let (z, n, p) = (Z95, of as f64, hits as f64 / of as f64);
    let middle = p + z * z / (2.0 * n);
    let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    (
        ((middle - spread) / scale).max(0.0),
        ((middle + spread) / scale).min(1.0),
    )
}

/// One-sided 95 % upper bound on an error rate after `errors` in `of` (Clopper-Pearson): the largest rate at which so
/// few errors still occur in one of twenty samples. 1 for an empty sample.
pub fn upper_bound(errors: u64, of: u64) -> f64 {
    if of == 0 || errors >= of {
        return 1.0;
    }
    let (mut low, mut high) = (0.0f64, 1.0f64);
    for _ in 0..60 {
        let rate = f64::midpoint(low, high);
        if at_most(errors, of, rate) > 0.05 {
            low = rate;
        } else {
            high = rate;
        }
    }
    high
}

/// One-sided 95 % lower bound on an error rate, likewise; 0 for an empty sample.
pub fn lower_bound(errors: u64, of: u64) -> f64 {
    if of == 0 {
        return 0.0;
    }
    1.0 - upper_bound(of - errors.min(of), of)
}

/// Probability of at most `hits` in `of` at `rate`, summed in logarithms so that large samples do not underflow.
fn at_most(hits: u64, of: u64, rate: f64) -> f64 {
    let (n, mut log_choose, mut sum) = (of as f64, 0.0f64, 0.0f64);
    for k in 0..=hits {
        let x = k as f64;
        if k > 0 {
            log_choose += (n - x + 1.0).ln() - x.ln();
        }
        sum += (log_choose + x * rate.ln() + (n - x) * (1.0 - rate).ln()).exp();
    }
    sum
}

/// Area under the ROC curve: how well confidence ranks right above wrong. `None` unless both occur.
pub fn auroc(judged: &[(f64, bool)]) -> Option<f64> {
    let right = judged.iter().filter(|(_, right)| *right).count() as f64;
    let wrong = judged.len() as f64 - right;
    if right == 0.0 || wrong == 0.0 {
        return None;
    }
    let mut sorted: Vec<(f64, bool)> = judged.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut rank_sum, mut at) = (0.0, 0);
    while at < sorted.len() {
        let end = sorted[at..]
            .iter()
            .position(|(value, _)| *value > sorted[at].0)
            .map_or(sorted.len(), |step| at + step);
        // Ties share the middle rank.
        let rank = (at + end + 1) as f64 / 2.0;
        rank_sum += rank * sorted[at..end].iter().filter(|(_, right)| *right).count() as f64;
        at = end;
    }
    Some((rank_sum - right * (right + 1.0) / 2.0) / (right * wrong))
}

/// How reliable stated confidences are over a set of right and wrong results.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Ranking {
    pub judged: u64,
    pub wrong: u64,
    /// Area under the ROC curve; `None` if nothing or everything is wrong.
    pub auroc: Option<f64>,
    /// Expected calibration error over the populated bins: mean distance of confidence from the share that is right.
    pub ece: Option<f64>,
    /// Mean square of confidence minus right (1) or wrong (0).
    pub brier: Option<f64>,
    pub bins: Vec<Bin>,
}

impl Ranking {
    pub fn of(judged: &[(f64, bool)]) -> Self {
        let n = judged.len() as f64;
        let mean = |sum: f64| (!judged.is_empty()).then(|| sum / n);
        let bins = bins(judged);
        let apart = |bin: &Bin| bin.right.of as f64 * (bin.confidence - bin.right.value.unwrap_or_default()).abs();
        let square = |(confidence, right): &(f64, bool)| (confidence - f64::from(u8::from(*right))).powi(2);
        Self {
            judged: judged.len() as u64,
            wrong: judged.iter().filter(|(_, right)| !right).count() as u64,
            auroc: auroc(judged),
            ece: mean(bins.iter().map(apart).sum()),
            brier: mean(judged.iter().map(square).sum()),
            bins,
        }
    }
}

/// One tenth of the confidence scale.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bin {
    pub from: f64,
    pub to: f64,
    /// Mean of the confidences in the bin.
    pub confidence: f64,
    pub right: Share,
}

/// The populated tenths, lowest first. A grader whose values all fall into one bin ranks nothing.
pub fn bins(judged: &[(f64, bool)]) -> Vec<Bin> {
    let bin_of = |confidence: f64| ((confidence * 10.0).floor().clamp(0.0, 9.0)) as usize;
    (0..10)
        .filter_map(|bin| {
            let mine: Vec<&(f64, bool)> = judged.iter().filter(|(c, _)| bin_of(*c) == bin).collect();
            let hits = mine.iter().filter(|(_, right)| *right).count() as u64;
            (!mine.is_empty()).then(|| Bin {
                from: bin as f64 / 10.0,
                to: (bin + 1) as f64 / 10.0,
                confidence: mine.iter().map(|(confidence, _)| confidence).sum::<f64>() / mine.len() as f64,
                right: Share::of(hits, mine.len() as u64),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 0.0006
    }

    #[test]
    fn wilson_agrees_with_published_values() {
        // 26 of 27 gives 81.7 % to 99.3 %.
        let (low, high) = wilson(26, 27);
        assert!(close(low, 0.817) && close(high, 0.993), "{low} {high}");
        assert_eq!(wilson(0, 0), (0.0, 1.0));
        assert!(close(wilson(10, 10).1, 1.0));
    }

    #[test]
    fn no_errors_give_the_rule_of_three() {
        assert!(close(upper_bound(0, 300), 0.00994), "{}", upper_bound(0, 300));
        // One error in 100: 4.66 %.
        assert!(close(upper_bound(1, 100), 0.0466), "{}", upper_bound(1, 100));
        assert!(close(upper_bound(0, 0), 1.0) && close(upper_bound(5, 5), 1.0));
    }

    #[test]
    fn many_errors_give_a_lower_bound() {
        // All of two: the square root of 5 %.
        assert!(close(lower_bound(2, 2), 0.2236), "{}", lower_bound(2, 2));
        assert!(close(lower_bound(2, 17), 0.0213), "{}", lower_bound(2, 17));
        assert!(close(lower_bound(0, 10), 0.0) && close(lower_bound(0, 0), 0.0));
    }

    #[test]
    fn ranking_is_half_for_ties_and_one_for_perfect_order() {
        assert_eq!(auroc(&[(0.9, true), (0.1, false)]), Some(1.0));
        assert_eq!(auroc(&[(0.1, true), (0.9, false)]), Some(0.0));
        assert_eq!(auroc(&[(0.5, true), (0.5, false)]), Some(0.5));
        assert_eq!(auroc(&[(0.5, true)]), None);
    }

    #[test]
    fn calibration_is_measured_by_bin() {
        let ranking = Ranking::of(&[(0.9, true), (0.9, false), (0.2, false), (0.2, false)]);
        assert_eq!((ranking.judged, ranking.wrong), (4, 3));
        assert!(ranking.ece.is_some_and(|ece| close(ece, 0.3)), "{ranking:?}");
        assert!(ranking.brier.is_some_and(|brier| close(brier, 0.225)), "{ranking:?}");
        assert_eq!((Ranking::of(&[]).ece, Ranking::of(&[]).auroc), (None, None));
    }

    #[test]
    fn only_populated_bins_are_listed() {
        let bins = bins(&[(0.95, true), (1.0, false), (0.31, true)]);
        assert_eq!(
            bins.iter()
                .map(|bin| (bin.from, bin.right.hits, bin.right.of))
                .collect::<Vec<_>>(),
            [(0.3, 1, 1), (0.9, 1, 2)]
        );
    }
}
