//! How sure the engine's readings turned out to be: the pack's `calibration.toml`, which `touchstone pack calibrate`
//! writes. Data beside the rules; without the file confidences stay as they were read. Not here: fitting it.

use crate::record::{Signals, log_odds, logistic, weighed};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Names the shape of the file.
pub const SCHEMA: &str = "touchstone.calibration/1";

/// No reading by rules is surer, however well it was measured.
const SUREST: f64 = 0.995;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    pub schema: String,
    pub made_for: MadeFor,
    pub fields: FieldModel,
    /// By the label that the engine gave.
    #[serde(default)]
    pub labels: BTreeMap<String, LabelModel>,
}

/// What it was measured on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MadeFor {
    pub pack: String,
    pub version: String,
    /// Digest of the pack's rules: all its files but this one and the examples.
    pub rules_sha256: String,
    pub documents: u64,
    /// Share of the captions that were withheld in turn, so that familiar layouts were read like unfamiliar ones.
    pub withheld_percent: u8,
    pub layouts: Vec<String>,
    pub method: String,
}

/// The chance that a value is right: a logistic model of what its reading rests on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldModel {
    pub offset: f64,
    /// By signal (record: `Signals`); none is negative, so more of a signal never makes a value less sure. One that a
    /// value does not have counts as 1.
    pub weights: BTreeMap<String, f64>,
    pub measured: Measured,
}

/// The chance that a label is right: its own confidence stretched and shifted (Platt).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelModel {
    pub slope: f64,
    pub offset: f64,
    pub measured: Measured,
}

/// How the model did on layouts that it was not fitted on (one layout left out at a time).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    pub judged: u64,
    pub wrong: u64,
    /// Absent while nothing, or everything, was wrong.
    pub auroc: Option<f64>,
    pub ece: f64,
    pub brier: f64,
    /// Populated tenths of the scale: from, how many, how many of them right.
    pub bins: Vec<(f64, u64, u64)>,
}

impl FieldModel {
    /// The chance that a value with such signals is right, 0..=1.
    pub fn probability(&self, signals: &Signals) -> f64 {
        logistic(self.offset + weighed(&self.weights, signals)).min(SUREST)
    }
}

impl LabelModel {
    /// The chance that a label of such confidence is right, 0..=1.
    pub fn probability(&self, confidence: f64) -> f64 {
        logistic(self.offset + self.slope * log_odds(confidence)).min(SUREST)
    }
}

impl Calibration {
    /// Why the numbers cannot be used; `None` when they can.
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
        // What a value does not have says nothing against it.
        check(&[("caption", 0.0)], 0.269);
        check(&[("closed", 1.0), ("caption", 1.0)], SUREST);
    }
}
