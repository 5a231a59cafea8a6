//! Fits probabilities to right and wrong judgments: logistic regression on signals, and its one-signal case for
//! labels (Platt). Weights are never negative and are pulled towards their prior, so that few errors cannot produce
//! an extreme model. The result is stored in the pack's `Calibration`.

use std::collections::{BTreeMap, BTreeSet};
use touchstone_core::record::{Signals, logistic, weighed};

/// Strength of the pull towards the prior, as a number of judgments.
const PULL: f64 = 1.0;
const STEPS: usize = 300;
/// Min gain in likelihood per judgment; below it, fitting stops.
const NOTHING: f64 = 1e-10;

/// One judged result and its layout.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    pub layout: String,
    pub signals: Signals,
    pub right: bool,
}

/// Probability = logistic(offset + sum of weight times signal); a missing signal counts as 1, the neutral value.
#[derive(Debug, Clone, PartialEq)]
pub struct Fitted {
    pub offset: f64,
    pub weights: BTreeMap<String, f64>,
}

impl Fitted {
    pub fn probability(&self, signals: &Signals) -> f64 {
        logistic(self.offset + weighed(&self.weights, signals))
    }
}

/// Indistinguishable samples, as one row with counts.
struct Row {
    values: Vec<f64>,
    right: f64,
    wrong: f64,
}

/// The maximum likelihood model; weights without evidence stay at `prior`. Deterministic in the samples.
pub fn fit<'a>(samples: impl Iterator<Item = &'a Sample>, prior: &BTreeMap<String, f64>) -> Fitted {
    let (names, rows) = gathered(samples, prior);
    let start = names.iter().map(|name| prior.get(name).copied().unwrap_or_default());
    let found = Likelihood::new(rows, start.collect()).best();
    Fitted {
        offset: found[0],
        weights: names.into_iter().zip(found[1..].iter().copied()).collect(),
    }
}

/// Negative log-likelihood of the samples per judgment, as a function of the offset and the weights after it, in that
/// order.
struct Likelihood {
    rows: Vec<Row>,
    all: f64,
    start: Vec<f64>,
}

impl Likelihood {
    fn new(rows: Vec<Row>, weights: Vec<f64>) -> Self {
        let right: f64 = rows.iter().map(|row| row.right).sum();
        let wrong: f64 = rows.iter().map(|row| row.wrong).sum();
        let offset = if right > 0.0 && wrong > 0.0 {
            (right / wrong).ln()
        } else {
            0.0
        };
        Self {
            rows,
            all: (right + wrong).max(1.0),
            start: [vec![offset], weights].concat(),
        }
    }

    /// Accelerated gradient descent (Nesterov) with a line search for the step length; momentum restarts after an
    /// overshoot.
    fn best(&self) -> Vec<f64> {
        let (mut now, mut ahead) = (self.start.clone(), self.start.clone());
        let mut loss = self.loss(&now);
        let (mut length, mut speed) = (1.0 / now.len() as f64, 0.0);
        for _ in 0..STEPS {
            let slopes = self.slopes(&ahead);
            length *= 2.0;
            let (next, reached) = self.step(&ahead, &slopes, &mut length);
            if reached > loss {
                (speed, ahead) = (0.0, now.clone());
                continue;
            }
            speed += 1.0;
            let momentum = speed / (speed + 3.0);
            let carried = |(next, now): (&f64, &f64)| next + momentum * (next - now);
            ahead = bounded(next.iter().zip(&now).map(carried).collect());
            let gained = loss - reached;
            (now, loss) = (next, reached);
            if gained < NOTHING {
                break;
            }
        }
        now
    }

    /// The longest step, up to this length, after which the loss is no more than the slopes predict.
    fn step(&self, from: &[f64], slopes: &[f64], length: &mut f64) -> (Vec<f64>, f64) {
        let before = self.loss(from);
        loop {
            let to = bounded(
                from.iter()
                    .zip(slopes)
                    .map(|(at, slope)| at - *length * slope)
                    .collect(),
            );
            let moved: Vec<f64> = to.iter().zip(from).map(|(to, from)| to - from).collect();
            let falls: f64 = moved.iter().zip(slopes).map(|(by, slope)| by * slope).sum();
            let bends: f64 = moved.iter().map(|by| by * by).sum::<f64>() / (2.0 * *length);
            let reached = self.loss(&to);
            if reached <= before + falls + bends + NOTHING || *length < NOTHING {
                return (to, reached);
            }
            *length /= 2.0;
        }
    }

    fn odds(at: &[f64], row: &Row) -> f64 {
        at[0]
            + at[1..]
                .iter()
                .zip(&row.values)
                .map(|(weight, value)| weight * value)
                .sum::<f64>()
    }

    fn loss(&self, at: &[f64]) -> f64 {
        let of_row = |row: &Row| {
            let odds = Self::odds(at, row);
            let both = odds.max(0.0) + (-odds.abs()).exp().ln_1p();
            (row.right + row.wrong) * both - row.right * odds
        };
        let away = at[1..]
            .iter()
            .zip(&self.start[1..])
            .map(|(at, start)| (at - start).powi(2));
        (self.rows.iter().map(of_row).sum::<f64>() + 0.5 * PULL * away.sum::<f64>()) / self.all
    }

    fn slopes(&self, at: &[f64]) -> Vec<f64> {
        let pulls = at.iter().zip(&self.start).map(|(at, start)| PULL * (at - start));
        let mut slopes: Vec<f64> = pulls.collect();
        slopes[0] = 0.0;
        for row in &self.rows {
            let pull = (row.right + row.wrong) * logistic(Self::odds(at, row)) - row.right;
            slopes[0] += pull;
            for (slope, value) in slopes[1..].iter_mut().zip(&row.values) {
                *slope += pull * value;
            }
        }
        slopes.iter().map(|slope| slope / self.all).collect()
    }
}

/// Keeps weights from being negative.
fn bounded(mut at: Vec<f64>) -> Vec<f64> {
    for weight in &mut at[1..] {
        *weight = weight.max(0.0);
    }
    at
}

fn gathered<'a>(samples: impl Iterator<Item = &'a Sample>, prior: &BTreeMap<String, f64>) -> (Vec<String>, Vec<Row>) {
    let samples: Vec<&Sample> = samples.collect();
    let names: BTreeSet<&String> = samples
        .iter()
        .flat_map(|sample| sample.signals.keys())
        .chain(prior.keys())
        .collect();
    let names: Vec<String> = names.into_iter().cloned().collect();
    let mut counts: BTreeMap<Vec<u16>, (f64, f64)> = BTreeMap::new();
    for sample in samples {
        let hundredths = |name: &String| {
            (f32::clamp(sample.signals.get(name).copied().unwrap_or(1.0), 0.0, 1.0) * 100.0).round() as u16
        };
        let count = counts.entry(names.iter().map(hundredths).collect()).or_default();
        if sample.right {
            count.0 += 1.0;
        } else {
            count.1 += 1.0;
        }
    }
    let row = |(values, (right, wrong)): (Vec<u16>, (f64, f64))| Row {
        values: values.into_iter().map(|value| f64::from(value) / 100.0).collect(),
        right,
        wrong,
    };
    let mut rows: Vec<Row> = counts.into_iter().map(row).collect();
    soften(&mut rows);
    (names, rows)
}

/// Platt's targets: smooths right and wrong as if each had one more judgment, so that no run of luck makes a model
/// certain.
fn soften(rows: &mut [Row]) {
    let all_right: f64 = rows.iter().map(|row| row.right).sum();
    let all_wrong: f64 = rows.iter().map(|row| row.wrong).sum();
    let (high, low) = ((all_right + 1.0) / (all_right + 2.0), 1.0 / (all_wrong + 2.0));
    for row in rows {
        let (right, wrong) = (row.right, row.wrong);
        row.right = right * high + wrong * low;
        row.wrong = right * (1.0 - high) + wrong * (1.0 - low);
    }
}

/// The probability of each sample by a model fitted without its layout, with whether it was right.
pub fn out_of_fold(samples: &[Sample], prior: &BTreeMap<String, f64>) -> Vec<(f64, bool)> {
    let layouts: BTreeSet<&String> = samples.iter().map(|sample| &sample.layout).collect();
    let mut judged = Vec::new();
    for layout in layouts {
        let model = fit(samples.iter().filter(|sample| sample.layout != *layout), prior);
        let held = samples.iter().filter(|sample| sample.layout == *layout);
        judged.extend(held.map(|sample| (model.probability(&sample.signals), sample.right)));
    }
    judged
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::Ranking;

    fn sample(layout: u32, good: f32, noise: f32, right: bool) -> Sample {
        Sample {
            layout: format!("layout {layout}"),
            signals: [("good".to_owned(), good), ("noise".to_owned(), noise)].into(),
            right,
        }
    }

    /// The better the signal, the more samples are right; the noise carries no information.
    fn samples() -> Vec<Sample> {
        let mut all = Vec::new();
        for index in 0..400u32 {
            let good = (index % 10) as f32 / 10.0;
            let noise = (index * 7 % 11) as f32 / 11.0;
            all.push(sample(
                index % 4,
                good,
                noise,
                (index * 13 % 10) as f32 / 10.0 <= good + 0.05,
            ));
        }
        all
    }

    #[test]
    fn an_informative_signal_gets_the_weight() {
        let model = fit(samples().iter(), &BTreeMap::new());
        assert!(model.weights["good"] > 1.5 && model.weights["noise"] < 1.0, "{model:?}");
        assert!(model.weights.values().all(|weight| *weight >= 0.0));
        assert_eq!(model, fit(samples().iter(), &BTreeMap::new()));
        let ranking = Ranking::of(&out_of_fold(&samples(), &BTreeMap::new()));
        assert!(ranking.auroc.is_some_and(|auroc| auroc > 0.65), "{ranking:?}");
    }

    #[test]
    fn nothing_judged_is_the_prior() {
        let prior = BTreeMap::from([("good".to_owned(), 1.0)]);
        let model = fit(std::iter::empty(), &prior);
        assert_eq!((model.offset, model.weights["good"]), (0.0, 1.0));
    }

    #[test]
    fn all_right_is_sure_but_not_certain() {
        let all: Vec<Sample> = (0..50).map(|index| sample(index % 3, 0.9, 0.5, true)).collect();
        let chance = fit(all.iter(), &BTreeMap::new()).probability(&all[0].signals);
        assert!((0.9..0.9999).contains(&chance), "{chance}");
    }
}
