//! The trait of an engine, implemented by the local engine and the model engine. The pipeline's attempt loop uses
//! only this; attempts, grades and rows belong to the pipeline.

use super::{
    AttemptId, Candidate, Classification, Extent, Field, Form, Judge, Marking, PageFinding, Segment, TypeShare, Usage,
};
use async_trait::async_trait;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use touchstone_intake::{PageSource, Region};

/// The engine that did the work, as stored and shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineId {
    pub kind: EngineKind,
    pub provider: Option<String>,
    pub model: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EngineKind {
    Local,
    Model,
}

impl EngineId {
    pub fn local() -> Self {
        Self {
            kind: EngineKind::Local,
            provider: None,
            model: None,
        }
    }
}

/// Parses `local` or `PROVIDER:MODEL`.
impl FromStr for EngineId {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once(':') {
            None if text == "local" => Ok(EngineId::local()),
            Some((provider, model)) if !provider.is_empty() && !model.is_empty() => Ok(EngineId {
                kind: EngineKind::Model,
                provider: Some(provider.to_owned()),
                model: Some(model.to_owned()),
            }),
            _ => Err("neither `local` nor PROVIDER:MODEL"),
        }
    }
}

impl fmt::Display for EngineId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.provider, &self.model) {
            (Some(provider), Some(model)) => write!(f, "{provider}:{model}"),
            _ => f.write_str("local"),
        }
    }
}

/// First pass over a document: what its pages are and which forms to fill.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Survey {
    pub findings: Vec<PageFinding>,
    pub candidates: Vec<Candidate>,
    pub proposed_label: Option<String>,
    pub segments: Vec<Segment>,
    /// In reading order. At least one for a document with text, so that OTHER gets its generic form; empty in packs
    /// that classify pages and fill no forms.
    pub forms: Vec<FormPlan>,
    /// The document's marking, in packs with a vocabulary of markings.
    pub marking: Option<Marking>,
    /// Shares of the pack's labels in the entire document, where the pack defines them.
    pub mixture: Vec<TypeShare>,
    /// Laboratories and hospitals named on the pages, by the pack's names.
    #[serde(default)]
    pub vendor_signals: Vec<String>,
    /// The engine's assessment of its own answer.
    #[serde(default)]
    pub self_evaluation: Option<String>,
    pub rationale: String,
    /// The number of segments claimed by the engine, if it gives one; V1 compares it with `segments`.
    #[serde(default)]
    pub claimed_segments: Option<u32>,
    /// Doubts raised by the engine itself, such as two readings that differ.
    #[serde(default)]
    pub issues: Vec<super::NewIssue>,
    pub usage: Usage,
}

/// A form to fill, with all its printed copies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FormPlan {
    /// From 1, in reading order.
    pub number: u32,
    /// Index into `Survey::segments`.
    pub segment: u32,
    /// Most likely first.
    pub candidates: Vec<Candidate>,
    pub first_page: u32,
    pub last_page: u32,
    /// The copies of the form; values are shown on the first.
    pub sheets: Vec<Sheet>,
}

impl FormPlan {
    /// The other labels the form may have.
    pub fn candidates_besides(&self, label: &str) -> Vec<Candidate> {
        let others = self.candidates.iter().filter(|candidate| candidate.label != label);
        others.cloned().collect()
    }
}

/// One printed copy of a form: a page or part of one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    pub page: u32,
    /// `None` for the entire page.
    pub region: Option<Region>,
    /// Text printed once above several sections of the page, which also names the parties of this one.
    #[serde(default)]
    pub head: Option<Region>,
    /// `Copy B`, `Copy 2`, ... if printed.
    pub copy: Option<String>,
}

/// One attempt at one form, as passed to an extractor.
#[derive(Debug, Clone, PartialEq)]
pub struct Assignment {
    pub plan: FormPlan,
    /// The area from which the form may be read.
    pub extent: Extent,
    /// The label to try; attempt 2 may try an alternative.
    pub label: String,
    /// 1..=3. The second widens the search, the third is limited to critical fields.
    pub number: u32,
    pub expected_year: Option<i32>,
    /// The grader's feedback on the previous attempt.
    pub feedback: Option<String>,
    pub previous: Option<Extraction>,
    /// The result of the extractor's second reader, the same for every attempt.
    pub second: Option<Extraction>,
}

impl Assignment {
    /// The first attempt at one form of a document, with its most likely label.
    pub fn first(plan: &FormPlan, all: &[FormPlan], fallback: &str) -> Self {
        let best = plan.candidates.first();
        Self {
            plan: plan.clone(),
            extent: Extent::of(plan, all),
            label: best.map_or(fallback, |best| &best.label).to_owned(),
            number: 1,
            expected_year: None,
            feedback: None,
            previous: None,
            second: None,
        }
    }
}

/// Signals for one reading of a value by name, each 0..=1, higher is better: how well its caption matched, whether
/// rulings enclose its box, whether copies and sums agree. The pack's calibration weights them.
pub type Signals = BTreeMap<String, f32>;

/// A filled form as returned by an extractor, before grading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Extraction {
    pub label: String,
    pub proposed_label: Option<String>,
    pub confidence: f64,
    pub alternatives: Vec<Candidate>,
    /// Every field of the label's template, `null` if not found; other fields are allowed.
    pub fields: IndexMap<String, Field>,
    /// Signals of the values, by path: `wages_tips`, `box_12[0].amount`. Empty if the extractor gives none.
    #[serde(default)]
    pub signals: BTreeMap<String, Signals>,
    /// By field that has its value from the memory of prints: what the extractor read itself.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub remembered: BTreeMap<String, Value>,
    /// Doubts raised by the extractor itself, such as copies that disagree.
    pub issues: Vec<super::NewIssue>,
    pub rationale: String,
    /// For the user; shown, never parsed.
    pub summary: String,
    pub usage: Usage,
}

impl Extraction {
    /// The content of a form, as if just read.
    pub fn of(form: &Form) -> Self {
        Self::said(&form.label, form.confidence, form.fields.clone(), String::new())
    }

    /// A form with nothing but its fields and a sentence about them.
    pub fn said(label: &str, confidence: f64, fields: IndexMap<String, Field>, summary: String) -> Self {
        Self {
            label: label.to_owned(),
            proposed_label: None,
            confidence,
            alternatives: Vec::new(),
            fields,
            signals: BTreeMap::new(),
            remembered: BTreeMap::new(),
            issues: Vec::new(),
            rationale: summary.clone(),
            summary,
            usage: Usage::default(),
        }
    }
}

/// Receives each page finding during a survey, so that a window can show progress. The survey's result repeats them;
/// `()` ignores them.
#[async_trait]
pub trait SurveyObserver: Send + Sync {
    async fn found(&self, finding: &PageFinding) -> anyhow::Result<()>;
}

#[async_trait]
impl SurveyObserver for () {
    async fn found(&self, _: &PageFinding) -> anyhow::Result<()> {
        Ok(())
    }
}

/// An engine. An error is fatal for the attempt; ordinary damage is reported in the returned data.
#[async_trait]
pub trait Extractor: Send + Sync {
    fn engine(&self) -> EngineId;

    /// Looks at all pages in turn and plans the forms.
    async fn survey(
        &self,
        pages: &dyn PageSource,
        expected_year: Option<i32>,
        observer: &dyn SurveyObserver,
    ) -> anyhow::Result<Survey>;

    /// A different engine that also reads each form, once, so that the two readings can be compared.
    /// `None` for an engine without a second reader.
    fn second(&self) -> Option<&dyn Extractor> {
        None
    }

    /// Tries to refute filled forms, if the engine includes a judge.
    fn judge(&self) -> Option<&dyn Judge> {
        None
    }

    /// The same engine, recording its steps under an attempt that has been started. `None` for an engine that
    /// records nothing before its result.
    fn within(&self, _attempt: AttemptId) -> Option<Box<dyn Extractor>> {
        None
    }

    /// Fills one form.
    async fn extract(&self, assignment: &Assignment, pages: &dyn PageSource) -> anyhow::Result<Extraction>;
}

/// The classification resulting from a survey, before any form is filled.
impl Survey {
    pub fn classification(&self, attempt_id: AttemptId) -> Classification {
        let best = self.candidates.first();
        Classification {
            attempt_id,
            label: best.map_or_else(|| "OTHER".to_owned(), |c| c.label.clone()),
            proposed_label: self.proposed_label.clone(),
            candidates: self.candidates.clone(),
            confidence: best.map_or(0.0, |c| c.confidence),
            rationale: self.rationale.clone(),
            number_of_segments: self.claimed_segments.unwrap_or(self.segments.len() as u32),
            segments: self.segments.clone(),
            mixture: self.mixture.clone(),
            vendor_signals: self.vendor_signals.clone(),
            marking: self.marking.clone(),
            self_evaluation: self.self_evaluation.clone(),
        }
    }
}
