//! What an engine has to be able to do. The local engine and the model engine implement the same trait, and the
//! pipeline's attempt loop knows only this. Not here: attempts, grades, rows; those are the pipeline's.

use super::{
    AttemptId, Candidate, Classification, Extent, Field, Form, Judge, Marking, PageFinding, Segment, TypeShare, Usage,
};
use async_trait::async_trait;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use touchstone_intake::{PageSource, Region};

/// Who did the work, as stored and shown.
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

/// `local` or `PROVIDER:MODEL`; anything else is none.
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

/// First look at a document: what its pages are and which forms there are to fill.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Survey {
    pub findings: Vec<PageFinding>,
    pub candidates: Vec<Candidate>,
    pub proposed_label: Option<String>,
    pub segments: Vec<Segment>,
    /// In reading order. At least one for a document with text, so that OTHER gets its generic form; none in packs
    /// that classify pages and fill no forms.
    pub forms: Vec<FormPlan>,
    /// The document's marking, in packs that have a vocabulary of markings.
    pub marking: Option<Marking>,
    /// Shares of the pack's labels over the whole document, where the pack declares them.
    pub mixture: Vec<TypeShare>,
    /// Laboratories and hospitals that the pages name, as the pack calls them.
    #[serde(default)]
    pub vendor_signals: Vec<String>,
    /// What the engine itself thinks of its answer.
    #[serde(default)]
    pub self_evaluation: Option<String>,
    pub rationale: String,
    /// How many segments the engine says there are, where it says so; V1 compares it with them.
    #[serde(default)]
    pub claimed_segments: Option<u32>,
    /// Doubts that the engine itself has, such as two readings that differ.
    #[serde(default)]
    pub issues: Vec<super::NewIssue>,
    pub usage: Usage,
}

/// A form to fill, with all places where a copy of it is printed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FormPlan {
    /// From 1, in reading order.
    pub number: u32,
    /// Index into `Survey::segments`.
    pub segment: u32,
    /// Best guess first.
    pub candidates: Vec<Candidate>,
    pub first_page: u32,
    pub last_page: u32,
    /// The copies of the form; the first is the one that values are shown on.
    pub sheets: Vec<Sheet>,
}

impl FormPlan {
    /// What else the form may be.
    pub fn candidates_besides(&self, label: &str) -> Vec<Candidate> {
        let others = self.candidates.iter().filter(|candidate| candidate.label != label);
        others.cloned().collect()
    }
}

/// One printed copy of a form: a page, or a part of one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    pub page: u32,
    /// `None` is the whole page.
    pub region: Option<Region>,
    /// What is printed once above several sections of the page and names the parties of this one, too.
    #[serde(default)]
    pub head: Option<Region>,
    /// `Copy B`, `Copy 2`, ... when the paper says so.
    pub copy: Option<String>,
}

/// One try at one form, as handed to an extractor.
#[derive(Debug, Clone, PartialEq)]
pub struct Assignment {
    pub plan: FormPlan,
    /// Where the form may be read from.
    pub extent: Extent,
    /// The label to try; attempt 2 may try the alternative.
    pub label: String,
    /// 1..=3. The second widens the search, the third keeps critical fields only.
    pub number: u32,
    pub expected_year: Option<i32>,
    /// What the grader said about the attempt before.
    pub feedback: Option<String>,
    pub previous: Option<Extraction>,
    /// What the extractor's second reader made of the form, the same at every attempt.
    pub second: Option<Extraction>,
}

impl Assignment {
    /// The first try at one of the forms of a document, as what it is likeliest to be.
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

/// What one reading of a value rests on, by name, each 0..=1 and the more the better: how well its caption matched,
/// whether ruling lines close its box, whether copies and sums agree. The pack's calibration weighs them.
pub type Signals = BTreeMap<String, f32>;

/// A filled form as an extractor returns it, before grading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Extraction {
    pub label: String,
    pub proposed_label: Option<String>,
    pub confidence: f64,
    pub alternatives: Vec<Candidate>,
    /// Every field of the label's template, `null` when not found; further fields are allowed.
    pub fields: IndexMap<String, Field>,
    /// What the values rest on, by path: `wages_tips`, `box_12[0].amount`. Empty where the extractor does not tell.
    #[serde(default)]
    pub signals: BTreeMap<String, Signals>,
    /// Doubts that the extractor itself has, such as copies that disagree.
    pub issues: Vec<super::NewIssue>,
    pub rationale: String,
    /// For the person; shown, never parsed.
    pub summary: String,
    pub usage: Usage,
}

impl Extraction {
    /// What a form says, as if it had just been read.
    pub fn of(form: &Form) -> Self {
        Self {
            label: form.label.clone(),
            proposed_label: None,
            confidence: form.confidence,
            alternatives: Vec::new(),
            fields: form.fields.clone(),
            signals: BTreeMap::new(),
            issues: Vec::new(),
            rationale: String::new(),
            summary: String::new(),
            usage: Usage::default(),
        }
    }
}

/// Who hears of each look at a page while a survey goes on, so that a window can follow. The survey's result holds all
/// of them again; `()` listens to nothing.
#[async_trait]
pub trait Witness: Send + Sync {
    async fn found(&self, finding: &PageFinding) -> anyhow::Result<()>;
}

#[async_trait]
impl Witness for () {
    async fn found(&self, _: &PageFinding) -> anyhow::Result<()> {
        Ok(())
    }
}

/// An engine. Errors are fatal for the attempt; normal damage is data in what is returned.
#[async_trait]
pub trait Extractor: Send + Sync {
    fn engine(&self) -> EngineId;

    /// Looks at all pages, one at a time, and plans the forms.
    async fn survey(
        &self,
        pages: &dyn PageSource,
        expected_year: Option<i32>,
        witness: &dyn Witness,
    ) -> anyhow::Result<Survey>;

    /// An engine of another make that reads each form too, once, so that the two readings can be compared (DESIGN,
    /// principle 4). None for an engine that stands alone.
    fn second(&self) -> Option<&dyn Extractor> {
        None
    }

    /// Who tries to refute what it filled, when that is part of the engine.
    fn judge(&self) -> Option<&dyn Judge> {
        None
    }

    /// The same engine, writing down what it does under an attempt that has been started. None for an engine that has
    /// nothing to write down before its result.
    fn within(&self, _attempt: AttemptId) -> Option<Box<dyn Extractor>> {
        None
    }

    /// Fills one form.
    async fn extract(&self, assignment: &Assignment, pages: &dyn PageSource) -> anyhow::Result<Extraction>;
}

/// The classification that a survey amounts to, before any form has been filled.
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
