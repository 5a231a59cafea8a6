//! Calibration of the engine's confidences: the pack's `calibration.toml`, written by `touchstone pack calibrate`.
//! It is optional data beside the rules; without it confidences are used as read.

use crate::record::{Signals, log_odds, logistic, weighed};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Identifies the file format.
pub const SCHEMA: &str = "touchstone.calibration/1";

/// Max probability of any reading by rules, however well it measured.
const SUREST: f64 = 0.995;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    pub schema: String,
    pub made_for: MadeFor,
    pub fields: FieldModel,
    /// By the label that the engine assigned.
    #[serde(default)]
    pub labels: BTreeMap<String, LabelModel>,
}

/// What the calibration was measured on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MadeFor {
    pub pack: String,
    pub version: String,
    /// Digest of the pack's rules: all files except this one, the guides and the examples.
    pub rules_sha256: String,
    pub documents: u64,
    /// Percentage of captions withheld in turn, so that familiar layouts were read like unfamiliar ones.
    pub withheld_percent: u8,
    pub layouts: Vec<String>,
    pub method: String,
}

/// The probability that a value is right: a logistic model of its signals.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldModel {
    pub offset: f64,
    /// By signal (`record::Signals`). None is negative, so more of a signal never lowers the confidence. A missing
    /// signal counts as 1.
    pub weights: BTreeMap<String, f64>,
    pub measured: Measured,
}

/// The probability that a label is right: its own confidence scaled and shifted (Platt).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelModel {
    pub slope: f64,
    pub offset: f64,
    pub measured: Measured,
}

/// Performance on layouts it was not fitted on (leave one layout out).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    pub judged: u64,
    pub wrong: u64,
    /// Absent if none, or all, of the judged values were wrong.
    pub auroc: Option<f64>,
    pub ece: f64,
    pub brier: f64,
    /// Non-empty tenths of the scale: lower bound, count, number right.
    pub bins: Vec<(f64, u64, u64)>,
}

impl FieldModel {
    /// The probability that a value with these signals is right, 0..=1.
    pub fn probability(&self, signals: &Signals) -> f64 {
        logistic(self.offset + weighed(&self.weights, signals)).min(SUREST)
    }
}

impl LabelModel {
    /// The probability that a label with this confidence is right, 0..=1.
    pub fn probability(&self, confidence: f64) -> f64 {
        logistic(self.offset + self.slope * log_odds(confidence)).min(SUREST)
    }
}

impl Calibration {
    /// Why the calibration cannot be used; `None` if it can.
    pub(super) fn fault(&self, pack: &str) -> Option<String> {
        if self.schema != SCHEMA {
            return Some(format!("its schema is `{}`, not `{SCHEMA}`", self.schema));
        }
        if self.made_for.pack != pack {
            return Some(format!("it was made for the pack `{}`", self.made_for.pack));
        }
        let weights = self
            .fields
            .weights
            .values()
            .chain(self.labels.values().map(|label| &label.slope));
        let usable = |weight: &f64| weight.is_finite() && *weight >= 0.0;
        let offsets = self
            .labels
            .values()
            .map(|label| label.offset)
            .chain([self.fields.offset]);
        if !weights.into_iter().all(usable) || !offsets.into_iter().all(f64::is_finite) {
            return Some("its weights and slopes must be numbers that are not negative".to_owned());
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_of_a_signal_is_surer_and_nothing_is_certain() {
        let model = FieldModel {
            offset: -3.0,
            weights: [("closed".to_owned(), 2.0), ("caption".to_owned(), 9.0)].into(),
            measured: Measured {
                judged: 0,
                wrong: 0,
                auroc: None,
                ece: 0.0,
                brier: 0.0,
                bins: Vec::new(),
            },
        };
        let check = |signals: &[(&str, f32)], wanted: f64| {
            let signals = signals
                .iter()
                .map(|(name, value)| ((*name).to_owned(), *value))
                .collect();
            let found = model.probability(&signals);
            assert!((found - wanted).abs() < 0.001, "{signals:?}: {found}");
        };
        check(&[("closed", 0.0), ("caption", 0.0)], 0.047);
        check(&[("closed", 0.5), ("caption", 0.0)], 0.119);
        check(&[("closed", 1.0), ("caption", 0.0), ("unheard of", 0.0)], 0.269);
        // A missing signal does not lower the confidence.
        check(&[("caption", 0.0)], 0.269);
        check(&[("closed", 1.0), ("caption", 1.0)], SUREST);
    }
}
