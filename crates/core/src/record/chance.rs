//! Probabilities and log odds.

use super::Signals;
use std::collections::BTreeMap;

/// The weighted sum of signals, in log odds. An absent signal does not apply: it does not lower the result, and
/// counts as 1.
pub fn weighed(weights: &BTreeMap<String, f64>, signals: &Signals) -> f64 {
    let term = |(name, weight): (&String, &f64)| weight * signals.get(name).map_or(1.0, |signal| f64::from(*signal));
    weights.iter().map(term).sum()
}

pub fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// Natural logarithm of the logistic function, without its loss of precision far below zero.
pub fn log_logistic(log_odds: f64) -> f64 {
    if log_odds > 0.0 {
        -(-log_odds).exp().ln_1p()
    } else {
        log_odds - log_odds.exp().ln_1p()
    }
}

/// Clamped away from 0 and 1, where log odds are infinite.
pub fn log_odds(probability: f64) -> f64 {
    let probability = probability.clamp(0.001, 0.999);
    (probability / (1.0 - probability)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_odds_undo_the_logistic() {
        for probability in [0.01, 0.5, 0.9] {
            assert!((logistic(log_odds(probability)) - probability).abs() < 1e-9);
        }
        assert!(log_odds(0.0).is_finite() && log_odds(1.0).is_finite());
    }
}
