//! Adding up: pairs of prediction and truth to confusion, fields, confidence and acceptance.
//! Not here: statistics (`figures`) and what counts as equal (`compare`).

use super::compare::{Verdict, column, leaves, verdict};
use super::figures::{Bin, Share, auroc, bins, upper_bound};
use super::{Expect, PredictedForm, Prediction, TrueForm, Truth};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

const ACCEPTED: &str = "AUTO_ACCEPT";

/// A score over a set of documents, made to be printed or stored.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Score {
    pub documents: u64,
    /// The label, or for unreadable files the outcome, is right.
    pub types: Share,
    /// True label, then predicted label, then how many.
    pub confusion: BTreeMap<String, BTreeMap<String, u64>>,
    /// By field, list positions folded.
    pub fields: BTreeMap<String, FieldScore>,
    /// All leaves that the truth has.
    pub exact: Share,
    pub normalised: Share,
    /// Values that the paper does not have.
    pub invented: u64,
    /// Area under the ROC curve of field confidence; `None` while nothing, or everything, is wrong.
    pub confidence_auroc: Option<f64>,
    pub confidence_bins: Vec<Bin>,
    /// Of the documents that a perfect program would accept.
    pub accepted_of_clean: Share,
    pub accepted: u64,
    pub accepted_values: u64,
    pub accepted_wrong_values: u64,
    /// One-sided 95 % upper bound on the share of accepted documents with anything wrong.
    pub accepted_error_bound: f64,
    pub accepted_wrong_documents: Vec<String>,
    pub misses: Vec<Miss>,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct FieldScore {
    pub exact: Share,
    pub normalised: Share,
    pub invented: u64,
}

/// One thing that came out other than the truth says.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Miss {
    pub file_name: String,
    pub layout: Option<String>,
    /// `label`, or a leaf such as `box_12[0].code`.
    pub what: String,
    pub expected: Value,
    pub found: Value,
    pub accepted: bool,
}

/// Scores every pair. A truth without a prediction belongs in the caller's message, not here.
pub fn score(pairs: &[(Prediction, Truth)]) -> Score {
    let mut tally = Tally::default();
    for (prediction, truth) in pairs {
        tally.document(prediction, truth);
    }
    tally.score(pairs.len() as u64)
}

#[derive(Default)]
struct Tally {
    types: (u64, u64),
    confusion: BTreeMap<String, BTreeMap<String, u64>>,
    /// Exact, normalised or better, all, invented.
    fields: BTreeMap<String, [u64; 4]>,
    judged: Vec<(f64, bool)>,
    clean: (u64, u64),
    accepted: u64,
    accepted_values: u64,
    accepted_wrong: u64,
    accepted_wrong_documents: BTreeSet<String>,
    misses: Vec<Miss>,
}

impl Tally {
    fn document(&mut self, prediction: &Prediction, truth: &Truth) {
        let accepted = prediction.decision.outcome == ACCEPTED;
        self.accepted += u64::from(accepted);
        if truth.expect == Expect::Accept {
            self.clean.0 += u64::from(accepted);
            self.clean.1 += 1;
        }
        let wanted = truth.label.clone().unwrap_or_else(|| truth.outcome.clone());
        let found = prediction
            .classification
            .label
            .clone()
            .unwrap_or_else(|| prediction.outcome.clone());
        self.types.0 += u64::from(wanted == found);
        self.types.1 += 1;
        if wanted != found {
            self.miss(prediction, truth, "label", wanted.clone().into(), found.clone().into());
        }
        *self.confusion.entry(wanted).or_default().entry(found).or_default() += 1;
        for (true_form, predicted) in pair_forms(&truth.forms, &prediction.forms) {
            self.form(prediction, truth, true_form, predicted);
        }
    }

    fn form(
        &mut self,
        prediction: &Prediction,
        truth: &Truth,
        wanted: Option<&TrueForm>,
        found: Option<&PredictedForm>,
    ) {
        let wanted_leaves = wanted.map(|form| leaves(&form.fields)).unwrap_or_default();
        let found_leaves = found.map(|form| leaves(&form.values())).unwrap_or_default();
        let names: BTreeSet<&String> = wanted_leaves.keys().chain(found_leaves.keys()).collect();
        let accepted = prediction.decision.outcome == ACCEPTED;
        for name in names {
            let (expected, value) = (wanted_leaves.get(name), found_leaves.get(name));
            let Some(verdict) = verdict(value, expected) else {
                continue;
            };
            let right = matches!(verdict, Verdict::Exact | Verdict::Normalised);
            let row = self.fields.entry(column(name)).or_default();
            row[0] += u64::from(verdict == Verdict::Exact);
            row[1] += u64::from(right);
            row[2] += u64::from(expected.is_some());
            row[3] += u64::from(verdict == Verdict::Invented);
            if let (Some(form), true) = (found, value.is_some()) {
                self.judged.push((form.confidence(name), right));
                self.accepted_values += u64::from(accepted);
                self.accepted_wrong += u64::from(accepted && !right);
            }
            if verdict != Verdict::Exact {
                let or_null = |value: Option<&Value>| value.cloned().unwrap_or(Value::Null);
                self.miss(prediction, truth, name, or_null(expected), or_null(value));
            }
        }
    }

    fn miss(&mut self, prediction: &Prediction, truth: &Truth, what: &str, expected: Value, found: Value) {
        let accepted = prediction.decision.outcome == ACCEPTED;
        if accepted {
            self.accepted_wrong_documents.insert(truth.file_name.clone());
        }
        let (file_name, layout) = (truth.file_name.clone(), truth.layout.clone());
        self.misses.push(Miss {
            file_name,
            layout,
            what: what.to_owned(),
            expected,
            found,
            accepted,
        });
    }

    fn score(self, documents: u64) -> Score {
        let sum = |place: usize| self.fields.values().map(|row| row[place]).sum::<u64>();
        let wrong_documents = self.accepted_wrong_documents.len() as u64;
        Score {
            documents,
            types: Share::of(self.types.0, self.types.1),
            exact: Share::of(sum(0), sum(2)),
            normalised: Share::of(sum(1), sum(2)),
            invented: sum(3),
            confidence_auroc: auroc(&self.judged),
            confidence_bins: bins(&self.judged),
            accepted_of_clean: Share::of(self.clean.0, self.clean.1),
            accepted: self.accepted,
            accepted_values: self.accepted_values,
            accepted_wrong_values: self.accepted_wrong,
            accepted_error_bound: upper_bound(wrong_documents, self.accepted),
            accepted_wrong_documents: self.accepted_wrong_documents.into_iter().collect(),
            fields: self
                .fields
                .iter()
                .map(|(name, row)| (name.clone(), field_score(*row)))
                .collect(),
            confusion: self.confusion,
            misses: self.misses,
        }
    }
}

fn field_score([exact, normalised, all, invented]: [u64; 4]) -> FieldScore {
    FieldScore {
        exact: Share::of(exact, all),
        normalised: Share::of(normalised, all),
        invented,
    }
}

/// Pairs forms of the same label, most agreeing leaves first; what is left over on either side stands alone, so that a
/// form that was never found misses all its fields. Forms of a document without true forms are not scored.
fn pair_forms<'a>(
    wanted: &'a [TrueForm],
    found: &'a [PredictedForm],
) -> Vec<(Option<&'a TrueForm>, Option<&'a PredictedForm>)> {
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut agreements: Vec<(usize, usize, usize)> = Vec::new();
    for (w, truth) in wanted.iter().enumerate() {
        for (f, form) in found.iter().enumerate().filter(|(_, form)| form.label == truth.label) {
            agreements.push((agreeing(&truth.fields, &form.values()), w, f));
        }
    }
    agreements.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
    let (mut used_wanted, mut used_found, mut pairs) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    for (_, w, f) in agreements {
        if !used_wanted.contains(&w) && !used_found.contains(&f) {
            used_wanted.insert(w);
            used_found.insert(f);
            pairs.push((Some(&wanted[w]), Some(&found[f])));
        }
    }
    pairs.extend(
        (0..wanted.len())
            .filter(|w| !used_wanted.contains(w))
            .map(|w| (Some(&wanted[w]), None)),
    );
    pairs.extend(
        (0..found.len())
            .filter(|f| !used_found.contains(f))
            .map(|f| (None, Some(&found[f]))),
    );
    pairs
}

fn agreeing(wanted: &Map<String, Value>, found: &Map<String, Value>) -> usize {
    let found = leaves(found);
    leaves(wanted)
        .iter()
        .filter(|(name, value)| found.get(*name) == Some(value))
        .count()
}

#[cfg(test)]
mod tests;
