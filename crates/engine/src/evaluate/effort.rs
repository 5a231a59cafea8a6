//! What the predictions cost: money paid for models, and seconds of work.

use super::prediction::PredictedUsage;
use serde::Serialize;

/// Cost and time of the documents whose predictions tell them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Effort {
    pub documents: u64,
    /// Of all documents together.
    pub cost_usd: f64,
    /// Of all attempts together, also of those that ran at the same time.
    pub seconds: f64,
    /// `None` if no prediction tells them.
    pub cost_usd_per_document: Option<f64>,
    pub seconds_per_document: Option<f64>,
}

impl Effort {
    pub fn of(usages: impl Iterator<Item = PredictedUsage>) -> Self {
        let mut sum = Self::default();
        for usage in usages {
            sum.documents += 1;
            sum.cost_usd += usage.cost_usd;
            sum.seconds += usage.seconds;
        }
        let mean = |total: f64| (sum.documents > 0).then(|| total / sum.documents as f64);
        Self {
            cost_usd_per_document: mean(sum.cost_usd),
            seconds_per_document: mean(sum.seconds),
            ..sum
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_told_costs_are_averaged() {
        let usage = |cost_usd, seconds| PredictedUsage { cost_usd, seconds };
        let effort = Effort::of([usage(0.5, 1.0), usage(0.0, 2.0)].into_iter());
        assert_eq!((effort.documents, effort.cost_usd, effort.seconds), (2, 0.5, 3.0));
        assert_eq!(
            (effort.cost_usd_per_document, effort.seconds_per_document),
            (Some(0.25), Some(1.5))
        );
        assert_eq!(Effort::of([].into_iter()).seconds_per_document, None);
    }
}
