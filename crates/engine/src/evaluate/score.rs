//! Aggregates judged documents into one score, broken down by split, layout, label and field.

use super::compare::Verdict;
use super::effort::Effort;
use super::figures::{Ranking, Share, upper_bound};
use super::judge::{Judged, JudgedValue, Miss, judge};
use super::marking::MarkingScore;
use super::pages::PageScore;
use super::prediction::Prediction;
use super::reviewed::Reviewed;
use super::truth::{Split, Truth};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Names the schema of a score written as JSON (docs/score.schema.json).
pub const SCHEMA: &str = "touchstone.score/1";

/// A score over a set of documents, to be printed or stored.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Score {
    pub schema: &'static str,
    pub against: Against,
    pub all: Summary,
    /// Layouts the program may have been tuned on, and unseen ones.
    pub splits: BTreeMap<Split, Summary>,
    pub layouts: BTreeMap<String, LayoutScore>,
    /// True label, then predicted label (or the outcome of reading), then count.
    pub confusion: BTreeMap<String, BTreeMap<String, u64>>,
    /// By label of a document or a form.
    pub types: BTreeMap<String, TypeScore>,
    /// By label, then field, without list positions.
    pub fields: BTreeMap<String, BTreeMap<String, FieldScore>>,
    /// Documents that were accepted with anything wrong.
    pub accepted_wrong: Vec<String>,
    /// Accepted documents first, then in the order of the documents.
    pub misses: Vec<Miss>,
    /// Predictions and truths that had no counterpart and are not in the score.
    pub left_out: LeftOut,
}

/// What predictions are compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Against {
    Truth,
    /// Other results, which may be wrong themselves: the figures are agreement.
    Results,
}

impl Against {
    /// The word for the truth, or the one for other results.
    pub(super) fn word<'w>(self, truth: &'w str, results: &'w str) -> &'w str {
        match self {
            Against::Truth => truth,
            Against::Results => results,
        }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    pub predictions: u64,
    pub truths: u64,
}

/// The figures of some of the documents.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    pub documents: u64,
    /// The label is right, or for unreadable files the outcome.
    pub types: Share,
    /// Proposed labels of documents without a label in the pack.
    pub proposed: Share,
    /// Page ranges with their label, and the number of extra ones predicted.
    pub segments: Share,
    pub extra_segments: u64,
    /// Labels of pages and beginnings of segments, where the truth has page ranges.
    pub pages: PageScore,
    pub markings: MarkingScore,
    /// Values in the truth that were found identical.
    pub exact: Share,
    /// The same apart from the writing, or identical.
    pub normalised: Share,
    /// Values that the document does not have.
    pub invented: u64,
    /// Rows of lists in the truth, lost ones, and ones that the document does not have.
    pub rows: u64,
    pub lost_rows: u64,
    pub extra_rows: u64,
    /// Confidence of values against whether they are right.
    pub value_confidence: Ranking,
    /// Confidence of documents against whether their label is right.
    pub type_confidence: Ranking,
    /// Of the documents that a perfect program would accept.
    pub accepted_of_clean: Share,
    pub accepted: u64,
    pub accepted_wrong: u64,
    /// One-sided 95 % upper bound on the share of accepted documents with anything wrong (Clopper-Pearson).
    pub accepted_error_bound: f64,
    pub accepted_values: u64,
    pub accepted_wrong_values: u64,
    pub reviewed: Reviewed,
    pub effort: Effort,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LayoutScore {
    pub split: Split,
    pub documents: u64,
    pub types: Share,
    pub exact: Share,
    pub normalised: Share,
    pub invented: u64,
    pub lost_rows: u64,
    pub accepted_of_clean: Share,
    pub accepted_wrong: u64,
}

/// The figures of one label.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TypeScore {
    /// Documents found as this, of those that are this; and those that are this, of those found as it.
    pub recall: Share,
    pub precision: Share,
    /// The values of its forms.
    pub values: FieldScore,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct FieldScore {
    pub exact: Share,
    pub normalised: Share,
    pub invented: u64,
}

/// Scores every pair. The caller reports truths without a prediction.
pub fn score(pairs: &[(Prediction, Truth)]) -> Score {
    let judged: Vec<Judged> = pairs
        .iter()
        .map(|(prediction, truth)| judge(prediction, truth))
        .collect();
    score_of(&judged, Against::Truth)
}

/// Scores judged documents.
pub fn score_of(judged: &[Judged], against: Against) -> Score {
    let all: Vec<&Judged> = judged.iter().collect();
    let mut confusion: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
    for one in judged {
        if let Some(wanted) = &one.wanted {
            *confusion
                .entry(wanted.clone())
                .or_default()
                .entry(one.found.clone())
                .or_default() += 1;
        }
    }
    let mut misses: Vec<Miss> = judged.iter().flat_map(|one| one.misses.iter().cloned()).collect();
    misses.sort_by_key(|miss| !(miss.accepted && miss.is_error()));
    Score {
        schema: SCHEMA,
        against,
        all: Summary::of(&all),
        splits: grouped(&all, |one| Some(one.split), Summary::of),
        layouts: grouped(&all, |one| one.layout.clone(), layout_score),
        types: by_type(judged, &confusion),
        confusion,
        fields: fields(judged),
        accepted_wrong: accepted_wrong(&all).map(|one| one.file_name.clone()).collect(),
        misses,
        left_out: LeftOut::default(),
    }
}

fn grouped<K: Ord, T>(
    all: &[&Judged],
    key: impl Fn(&Judged) -> Option<K>,
    made: impl Fn(&[&Judged]) -> T,
) -> BTreeMap<K, T> {
    let mut groups: BTreeMap<K, Vec<&Judged>> = BTreeMap::new();
    for one in all {
        if let Some(key) = key(one) {
            groups.entry(key).or_default().push(one);
        }
    }
    groups.into_iter().map(|(key, group)| (key, made(&group))).collect()
}

fn accepted_wrong<'a>(all: &[&'a Judged]) -> impl Iterator<Item = &'a Judged> {
    all.iter().copied().filter(|one| one.accepted && one.is_wrong())
}

impl Summary {
    fn of(all: &[&Judged]) -> Self {
        let sum = |count: &dyn Fn(&Judged) -> u64| all.iter().map(|one| count(one)).sum::<u64>();
        let values: Vec<&JudgedValue> = all.iter().flat_map(|one| &one.values).collect();
        let counts = FieldScore::of(values.iter().copied());
        let confidences: Vec<(f64, bool)> = values
            .iter()
            .filter_map(|value| Some((value.confidence?, value.verdict.is_right())))
            .collect();
        let typed: Vec<(f64, bool)> = all
            .iter()
            .filter_map(|one| Some((one.confidence, *one.wanted.as_ref()? == one.found)))
            .collect();
        let of_accepted = || all.iter().filter(|one| one.accepted).flat_map(|one| &one.values);
        let found = |value: &&JudgedValue| value.confidence.is_some();
        let (accepted, wrong) = (sum(&|one| u64::from(one.accepted)), accepted_wrong(all).count() as u64);
        Self {
            documents: all.len() as u64,
            types: types(all),
            proposed: share(all.iter().filter_map(|one| one.proposed)),
            segments: Share::of(sum(&|one| one.segments[1]), sum(&|one| one.segments[0])),
            extra_segments: sum(&|one| one.segments[2]),
            pages: PageScore::of(all.iter().map(|one| one.pages)),
            markings: MarkingScore::of(all.iter().map(|one| (one.accepted, one.markings.as_slice()))),
            exact: counts.exact,
            normalised: counts.normalised,
            invented: counts.invented,
            rows: sum(&|one| one.rows[0]),
            lost_rows: sum(&|one| one.rows[1]),
            extra_rows: sum(&|one| one.rows[2]),
            value_confidence: Ranking::of(&confidences),
            type_confidence: Ranking::of(&typed),
            accepted_of_clean: accepted_of_clean(all),
            accepted,
            accepted_wrong: wrong,
            accepted_error_bound: upper_bound(wrong, accepted),
            accepted_values: of_accepted().filter(found).count() as u64,
            accepted_wrong_values: of_accepted().filter(found).filter(|v| !v.verdict.is_right()).count() as u64,
            reviewed: Reviewed::of(all),
            effort: Effort::of(all.iter().filter_map(|one| one.usage)),
        }
    }
}

fn layout_score(all: &[&Judged]) -> LayoutScore {
    let counts = FieldScore::of(all.iter().flat_map(|one| &one.values));
    LayoutScore {
        split: all.first().map(|one| one.split).unwrap_or_default(),
        documents: all.len() as u64,
        types: types(all),
        exact: counts.exact,
        normalised: counts.normalised,
        invented: counts.invented,
        lost_rows: all.iter().map(|one| one.rows[1]).sum(),
        accepted_of_clean: accepted_of_clean(all),
        accepted_wrong: accepted_wrong(all).count() as u64,
    }
}

fn types(all: &[&Judged]) -> Share {
    share(all.iter().filter_map(|one| Some(*one.wanted.as_ref()? == one.found)))
}

fn accepted_of_clean(all: &[&Judged]) -> Share {
    share(all.iter().filter(|one| one.clean).map(|one| one.accepted))
}

fn share(hits: impl Iterator<Item = bool>) -> Share {
    let (hits, of) = hits.fold((0, 0), |(hits, of), hit| (hits + u64::from(hit), of + 1));
    Share::of(hits, of)
}

impl FieldScore {
    fn of<'a>(values: impl Iterator<Item = &'a JudgedValue>) -> Self {
        let [mut exact, mut right, mut of, mut invented] = [0; 4];
        for value in values {
            exact += u64::from(value.verdict == Verdict::Exact);
            right += u64::from(value.verdict.is_right());
            invented += u64::from(value.verdict == Verdict::Invented);
            of += u64::from(value.verdict != Verdict::Invented);
        }
        Self {
            exact: Share::of(exact, of),
            normalised: Share::of(right, of),
            invented,
        }
    }
}

fn by_type(judged: &[Judged], confusion: &BTreeMap<String, BTreeMap<String, u64>>) -> BTreeMap<String, TypeScore> {
    let mut values: BTreeMap<&str, Vec<&JudgedValue>> = BTreeMap::new();
    for value in judged.iter().flat_map(|one| &one.values) {
        values.entry(&value.label).or_default().push(value);
    }
    let found_as = |label: &str| confusion.values().filter_map(|row| row.get(label)).sum::<u64>();
    let names = confusion
        .iter()
        .flat_map(|(label, row)| std::iter::once(label).chain(row.keys()));
    let names: BTreeSet<&str> = names.map(String::as_str).chain(values.keys().copied()).collect();
    let scored = |label: &str| {
        let row = confusion.get(label);
        let hits = row.and_then(|row| row.get(label)).copied().unwrap_or_default();
        TypeScore {
            recall: Share::of(hits, row.map_or(0, |row| row.values().sum())),
            precision: Share::of(hits, found_as(label)),
            values: FieldScore::of(values.get(label).into_iter().flatten().copied()),
        }
    };
    names
        .into_iter()
        .map(|label| (label.to_owned(), scored(label)))
        .collect()
}

fn fields(judged: &[Judged]) -> BTreeMap<String, BTreeMap<String, FieldScore>> {
    let mut groups: BTreeMap<String, BTreeMap<String, Vec<&JudgedValue>>> = BTreeMap::new();
    for value in judged.iter().flat_map(|one| &one.values) {
        let fields = groups.entry(value.label.clone()).or_default();
        fields.entry(value.field.clone()).or_default().push(value);
    }
    let scored = |values: Vec<&JudgedValue>| FieldScore::of(values.into_iter());
    groups
        .into_iter()
        .map(|(label, fields)| (label, fields.into_iter().map(|(name, v)| (name, scored(v))).collect()))
        .collect()
}
