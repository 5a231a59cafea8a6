//! Judges one document against its truth: label, segments, forms and every value, with each miss and its claimed
//! place. `score` aggregates documents.

use super::compare::{Verdict, column, leaves_of, verdict};
use super::forms::paired;
use super::marking::JudgedMarking;
use super::pages::JudgedPages;
use super::prediction::{NO_LABEL, PredictedForm, PredictedUsage, Prediction};
use super::rows::aligned;
use super::truth::{Expect, Split, TrueForm, Truth};
use super::{marking, pages};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use touchstone_core::record::Signals;

/// The result for one document.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    pub file_name: String,
    pub layout: Option<String>,
    pub split: Split,
    /// The true label, or the expected outcome of reading; `None` if the truth has neither.
    pub wanted: Option<String>,
    pub found: String,
    pub confidence: f64,
    /// Whether a perfect program would accept it.
    pub clean: bool,
    pub accepted: bool,
    pub values: Vec<JudgedValue>,
    /// Rows of lists: in the truth, lost, extra.
    pub rows: [u64; 3],
    /// Exact page ranges with label: in the truth, hit, extra.
    pub segments: [u64; 3],
    pub pages: JudgedPages,
    /// The document's marking first, then those of its pages.
    pub markings: Vec<JudgedMarking>,
    /// Whether the document's own name for itself was found.
    pub proposed: Option<bool>,
    pub doubt: Doubt,
    pub usage: Option<PredictedUsage>,
    pub misses: Vec<Miss>,
}

/// What orders documents for review.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Doubt {
    /// The lowest of the type's and of the values found.
    pub confidence: f64,
    /// Blocking, major and minor issues.
    pub issues: [u64; 3],
}

/// One value of a form.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedValue {
    pub label: String,
    /// The field, without list positions.
    pub field: String,
    pub verdict: Verdict,
    /// `None` if nothing was found.
    pub confidence: Option<f64>,
    /// The signals behind the confidence, where known.
    pub signals: Option<Signals>,
}

/// The kind of a difference from the truth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Accepted, though a person had to see it.
    Decision,
    Label,
    FormLost,
    FormExtra,
    RowLost,
    RowExtra,
    /// Another value.
    Wrong,
    /// No value where the document has one.
    Missed,
    /// A value where the document has none.
    Invented,
    Segments,
    /// A wrong security marking, and one that protects less than the truth.
    Marking,
    UnderCalled,
    ProposedLabel,
    /// The same value, written differently. Not an error.
    Writing,
}

/// One difference from the truth.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Miss {
    pub file_name: String,
    pub layout: Option<String>,
    pub split: Split,
    pub kind: Kind,
    /// `label`, or a value such as `W-2.box_12[0].code`; positions in lists are the truth's.
    pub what: String,
    pub expected: Value,
    pub found: Value,
    /// Page of the predicted evidence, else of the form; pages count from 1.
    pub page: Option<u32>,
    pub quote: Option<String>,
    pub confidence: Option<f64>,
    /// Whether the document was accepted anyway.
    pub accepted: bool,
}

impl Judged {
    /// Whether anything but the writing is wrong.
    pub fn is_wrong(&self) -> bool {
        self.misses.iter().any(Miss::is_error)
    }
}

impl Miss {
    /// Whether the miss would mislead a person relying on it; a different writing or a wrong proposed label would
    /// not.
    pub fn is_error(&self) -> bool {
        !matches!(self.kind, Kind::Writing | Kind::ProposedLabel)
    }
}

/// Compares one prediction with its truth.
pub fn judge(prediction: &Prediction, truth: &Truth) -> Judged {
    let found = prediction.classification.label.as_ref().unwrap_or(&prediction.outcome);
    let unread = (truth.outcome != "ok").then(|| truth.outcome.clone());
    let mut bench = Bench {
        truth,
        judged: Judged {
            file_name: truth.file_name.clone(),
            layout: truth.layout.clone(),
            split: truth.split,
            wanted: truth.label.clone().or(unread),
            found: found.clone(),
            confidence: prediction.classification.confidence,
            clean: truth.expect == Expect::Accept,
            accepted: prediction.is_accepted(),
            values: Vec::new(),
            rows: [0; 3],
            segments: [0; 3],
            pages: pages::judged(prediction, &truth.segments),
            markings: marking::judged(prediction, truth.marking.as_ref(), &truth.page_markings),
            proposed: None,
            doubt: Doubt {
                confidence: prediction.classification.confidence,
                issues: prediction.issue_counts(),
            },
            usage: prediction.usage,
            misses: Vec::new(),
        },
    };
    bench.decision(prediction);
    bench.label();
    bench.segments(prediction);
    bench.markings();
    bench.proposed(prediction);
    for (wanted, found) in paired(&truth.forms, &prediction.forms) {
        bench.form(wanted, found);
    }
    let confidences = bench.judged.values.iter().filter_map(|value| value.confidence);
    bench.judged.doubt.confidence = confidences.fold(bench.judged.doubt.confidence, f64::min);
    bench.judged
}

struct Bench<'a> {
    truth: &'a Truth,
    judged: Judged,
}

impl Bench<'_> {
    fn miss(&mut self, kind: Kind, what: &str, expected: Value, found: Value) -> &mut Miss {
        let misses = &mut self.judged.misses;
        misses.push(Miss {
            file_name: self.truth.file_name.clone(),
            layout: self.truth.layout.clone(),
            split: self.truth.split,
            kind,
            what: what.to_owned(),
            expected,
            found,
            page: None,
            quote: None,
            confidence: None,
            accepted: self.judged.accepted,
        });
        let last = misses.len() - 1;
        &mut misses[last]
    }

    fn decision(&mut self, prediction: &Prediction) {
        if self.truth.expect == Expect::Escalate && prediction.is_accepted() {
            let found = Value::from(prediction.decided());
            self.miss(Kind::Decision, "decision", Value::from("ESCALATE_TO_SME"), found);
        }
    }

    fn label(&mut self) {
        let (wanted, found) = (self.judged.wanted.clone(), self.judged.found.clone());
        if let Some(wanted) = wanted.filter(|wanted| *wanted != found) {
            let confidence = self.judged.confidence;
            self.miss(Kind::Label, "label", wanted.into(), found.into()).confidence = Some(confidence);
        }
    }

    fn segments(&mut self, prediction: &Prediction) {
        let shown = |first: u32, last: u32, label: &str| format!("{first}-{last} {label}");
        let wanted: BTreeSet<String> = self
            .truth
            .segments
            .iter()
            .map(|segment| shown(segment.first_page, segment.last_page, &segment.label))
            .collect();
        if wanted.is_empty() {
            return;
        }
        let segments = prediction.classification.segments.iter();
        let found: BTreeSet<String> = segments
            .map(|segment| {
                shown(
                    segment.first_page,
                    segment.last_page,
                    segment.label.as_deref().unwrap_or(NO_LABEL),
                )
            })
            .collect();
        let hits = wanted.intersection(&found).count();
        self.judged.segments = [wanted.len(), hits, found.len() - hits].map(|count| count as u64);
        if wanted != found {
            let list = |set: BTreeSet<String>| set.into_iter().collect::<Vec<_>>().join(", ").into();
            self.miss(Kind::Segments, "segments", list(wanted), list(found));
        }
    }

    fn markings(&mut self) {
        for judged in self.judged.markings.clone() {
            let kind = if judged.under { Kind::UnderCalled } else { Kind::Marking };
            for (what, wanted, found) in judged.wrong {
                self.miss(kind, &format!("marking.{what}"), wanted, found).page = judged.page;
            }
        }
    }

    fn proposed(&mut self, prediction: &Prediction) {
        let Some(wanted) = &self.truth.proposed_label else {
            return;
        };
        let wanted = Value::from(wanted.as_str());
        let found = prediction.classification.proposed_label.as_deref();
        let found = found.map_or(Value::Null, Value::from);
        let right = verdict(Some(&found), Some(&wanted)).is_some_and(Verdict::is_right);
        self.judged.proposed = Some(right);
        if !right {
            self.miss(Kind::ProposedLabel, "proposed_label", wanted, found);
        }
    }

    fn form(&mut self, wanted: Option<&TrueForm>, found: Option<&PredictedForm>) {
        let (nothing, missing) = (Map::new(), Map::new());
        let truth = wanted.map_or(&nothing, |form| &form.fields);
        let values = found.map_or(missing, PredictedForm::values);
        let label = wanted.map_or_else(|| found.map_or("", |form| &form.label), |form| &form.label);
        let pair = Pair {
            label,
            page: wanted
                .and_then(|form| form.page)
                .or(found.and_then(|form| form.first_page)),
            found,
            // Values of a form that was never found are counted, but reported as one miss.
            is_reported: wanted.is_some() && found.is_some(),
            complete: wanted.is_none_or(|form| form.complete),
        };
        match (wanted, found) {
            (Some(form), None) => {
                let expected = Value::from(form.fields.len());
                self.miss(Kind::FormLost, label, expected, Value::Null).page = form.page;
            }
            (None, Some(form)) => {
                self.miss(Kind::FormExtra, label, Value::Null, Value::from(form.fields.len()))
                    .page = form.first_page;
            }
            _ => {}
        }
        let names: BTreeSet<&String> = truth.keys().chain(values.keys()).collect();
        for name in names {
            match (truth.get(name), values.get(name)) {
                (Some(Value::Array(wanted)), Some(Value::Array(found))) => self.list(&pair, name, wanted, found),
                (Some(Value::Array(wanted)), _) => self.list(&pair, name, wanted, &[]),
                (None | Some(Value::Null), Some(Value::Array(found))) => self.list(&pair, name, &[], found),
                (wanted, found) => {
                    let (wanted, found) = (wanted.unwrap_or(&Value::Null), found.unwrap_or(&Value::Null));
                    self.values(&pair, name, name, wanted, found, pair.is_reported);
                }
            }
        }
    }

    fn list(&mut self, pair: &Pair, name: &str, wanted: &[Value], found: &[Value]) {
        self.judged.rows[0] += wanted.len() as u64;
        for rows in aligned(wanted, found) {
            let (row, kind, at) = match rows {
                (Some(row), None) => (Some(&wanted[row]), Kind::RowLost, format!("{name}[{row}]")),
                (None, Some(row)) => (Some(&found[row]), Kind::RowExtra, format!("{name}[+{row}]")),
                (Some(row), _) => (None, Kind::Wrong, format!("{name}[{row}]")),
                (None, None) => continue,
            };
            let whole = |at: Option<usize>, list: &[Value]| at.map_or(Value::Null, |at| list[at].clone());
            let (expected, got) = (whole(rows.0, wanted), whole(rows.1, found));
            let source = format!("{name}[{}]", rows.1.unwrap_or_default());
            if row.is_some_and(|row| !leaves_of(row).is_empty()) {
                if kind == Kind::RowExtra && !pair.complete {
                    continue;
                }
                self.judged.rows[if kind == Kind::RowLost { 1 } else { 2 }] += 1;
                if pair.is_reported {
                    let what = format!("{}.{at}", pair.label);
                    self.miss(kind, &what, expected.clone(), got.clone()).page = pair.page;
                }
            }
            self.values(pair, &at, &source, &expected, &got, pair.is_reported && row.is_none());
        }
    }

    /// All leaves of one value, which is at `at` in the truth and at `found_at` in the prediction.
    fn values(&mut self, pair: &Pair, at: &str, found_at: &str, wanted: &Value, found: &Value, is_reported: bool) {
        let (wanted, found) = (leaves_of(wanted), leaves_of(found));
        let leaves: BTreeSet<&String> = wanted.keys().chain(found.keys()).collect();
        for leaf in leaves {
            let (expected, got) = (wanted.get(leaf).copied(), found.get(leaf).copied());
            let Some(verdict) = verdict(got, expected).filter(|verdict| pair.complete || *verdict != Verdict::Invented)
            else {
                continue;
            };
            let path = format!("{found_at}{leaf}");
            let source = pair.found.map(|form| form.source(&path));
            let source = source.filter(|_| got.is_some());
            self.judged.values.push(JudgedValue {
                label: pair.label.to_owned(),
                field: column(&format!("{at}{leaf}")),
                verdict,
                confidence: source.map(|(confidence, _)| confidence),
                signals: pair.found.and_then(|form| form.signals.get(&path)).cloned(),
            });
            let kind = match verdict {
                Verdict::Exact => continue,
                Verdict::Normalised => Kind::Writing,
                Verdict::Wrong => Kind::Wrong,
                Verdict::Missed => Kind::Missed,
                Verdict::Invented => Kind::Invented,
            };
            if is_reported {
                let or_null = |value: Option<&Value>| value.cloned().unwrap_or(Value::Null);
                let what = format!("{}.{at}{leaf}", pair.label);
                let place = source.and_then(|(_, places)| places.first());
                let miss = self.miss(kind, &what, or_null(expected), or_null(got));
                miss.page = place.map(|place| place.page).or(pair.page);
                miss.quote = place.map(|place| place.quote.clone());
                miss.confidence = source.map(|(confidence, _)| confidence);
            }
        }
    }
}

/// A true form and the predicted one it is compared with.
struct Pair<'a> {
    label: &'a str,
    page: Option<u32>,
    found: Option<&'a PredictedForm>,
    is_reported: bool,
    complete: bool,
}

#[cfg(test)]
mod tests;
