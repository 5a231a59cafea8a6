//! Preferences, packs, engines, diagnostics, and exports.

use super::{Finite, LibraryFilter};
use crate::review::ReviewOrder;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::BTreeMap;
use touchstone_core::record::Allowance;
use touchstone_intake::{Recogniser, Script};

/// The user's preferences, stored in the workspace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(default)]
pub struct Preferences {
    pub theme: Theme,
    /// The size of text and controls, in percent; 100 to 200.
    pub text_percent: u32,
    /// Filters of the library by the names under which they are kept.
    pub saved_filters: Vec<SavedFilter>,
    /// The reviewer's name, stored with every verdict.
    pub reviewer: Option<String>,
    /// The order of the review queue, and the minutes there are for it.
    pub review_order: ReviewOrder,
    pub review_minutes: u32,
    /// Defaults for the next import.
    pub pack: String,
    pub expected_year: Option<i32>,
    pub case: Option<String>,
    /// Documents processed at a time. This and the limits below take effect as soon as they are set.
    pub workers: u32,
    pub max_pages: u32,
    pub max_megabytes: u32,
    /// No document, page or word of this workspace leaves the computer, whichever engine is chosen.
    pub local_only: bool,
    /// The engine for each pack: `local`, or PROVIDER:MODEL. Defaults to the local engine.
    pub engines: BTreeMap<String, String>,
    /// The OCR engine: `built-in`, `onnxruntime` or `tesseract`.
    pub recogniser: String,
    /// The characters OCR recognizes: `english`, `latin` or `any`. Others are never read.
    pub script: String,
    /// Max US cents models may cost this workspace; `null` means no limit.
    pub spend_limit_cents: Option<u32>,
    /// Limits of model use for one document; applies to documents submitted from now on.
    pub allowance: Allowance,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            text_percent: 100,
            saved_filters: Vec::new(),
            reviewer: None,
            review_order: ReviewOrder::default(),
            review_minutes: 20,
            pack: "tax".to_owned(),
            expected_year: None,
            case: None,
            workers: std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32),
            max_pages: 10_000,
            max_megabytes: 2048,
            local_only: false,
            engines: BTreeMap::new(),
            recogniser: Recogniser::default().name().to_owned(),
            script: Script::default().name().to_owned(),
            spend_limit_cents: None,
            allowance: Allowance::default(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SavedFilter {
    pub name: String,
    pub filter: LibraryFilter,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    System,
    Light,
    Dark,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct PackView {
    pub name: String,
    pub title: String,
    pub version: String,
    pub description: String,
    /// `form`, `pages` or `whole`: how documents are classified.
    pub mode: String,
    pub folder: String,
    pub labels: Vec<LabelCard>,
    pub templates: Vec<TemplateCard>,
    /// What must hold, and what is watched for.
    pub checks: Vec<CheckCard>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct LabelCard {
    pub name: String,
    pub description: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct TemplateCard {
    pub label: String,
    pub title: String,
    #[specta(type = Finite)]
    pub confidence_threshold: f64,
    pub min_fields: u32,
    pub fields: Vec<FieldCard>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct FieldCard {
    pub name: String,
    pub description: String,
    pub r#box: Option<String>,
    pub format: String,
    pub required: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct CheckCard {
    pub name: String,
    pub severity: String,
}

/// The local engine, or a provider of language models.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct EngineCard {
    pub name: String,
    pub title: String,
    /// On this computer.
    pub local: bool,
    pub needs_key: bool,
    /// Whether it can be used, apart from consent.
    pub ready: bool,
    /// What is missing, or how it works.
    pub note: String,
    pub origin: Option<String>,
    /// The consent given for it.
    pub consent: Option<ConsentView>,
    pub models: Vec<ModelCard>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct ModelCard {
    /// As an engine is named: `anthropic:claude-haiku-5-5`, `local`.
    pub engine: String,
    pub name: String,
    pub price: Option<String>,
    /// Whether it accepts pictures of pages.
    pub pictures: bool,
}

/// The result of probing a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct ModelTest {
    /// Whether it can fill forms.
    pub ok: bool,
    pub message: String,
    pub findings: Vec<Fact>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct ConsentView {
    pub provider: String,
    pub origin: String,
    /// The statement that was agreed to.
    pub statement: String,
    pub agreed_at: String,
}

/// The question asked before documents are sent to a provider for the first time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct ConsentAsk {
    /// Increases each time work stops for an answer, to distinguish a postponed question from the next one.
    pub question: u32,
    pub engine: String,
    /// The provider's display name.
    pub title: String,
    pub origin: String,
    pub pictures: bool,
    pub statement: String,
    /// Why the user is asked again, if consent was given on another installation.
    pub elsewhere: Option<String>,
    /// Its price is unknown, so the spend limit does not apply to it.
    pub price_unknown: bool,
    /// How many documents would be sent, and the first names.
    pub documents: u32,
    pub sample: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct Diagnostics {
    pub lines: Vec<Fact>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct Fact {
    pub name: String,
    pub value: String,
}

/// A print that settled papers taught.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct PrintView {
    pub id: String,
    pub pack: String,
    pub label: String,
    /// Number of settled papers that it was learned from.
    pub papers: u32,
    /// Fields whose places are known.
    pub fields: u32,
    /// Fixed words that it is recognized by.
    pub words: u32,
    /// Why it is not used; `null` if it is.
    pub held_back: Option<String>,
    pub changed_at: String,
}

/// Which documents to export, and in what format. Ids take precedence over the filter.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
pub struct ExportRequest {
    pub ids: Option<Vec<String>>,
    pub filter: Option<LibraryFilter>,
    /// The id of a format.
    pub format: String,
    /// Leaves out what no one has settled.
    pub settled_only: bool,
    /// Masks the numbers of persons and records.
    pub mask: bool,
}

/// A format of exports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct FormatCard {
    pub id: String,
    pub title: String,
    pub description: String,
    /// A folder instead of a file.
    pub folder: bool,
    /// Whether numbers can be masked in it.
    pub can_mask: bool,
}

/// What a selection has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
pub struct ExportCounts {
    pub documents: u32,
    pub settled: u32,
}

/// What an export wrote.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Type)]
pub struct ExportReport {
    pub files: Vec<String>,
    pub documents: u32,
    pub forms: u32,
    /// Records of all files: rows of tables without their headers, documents, tasks, boxes.
    pub rows: u32,
    /// Selected documents in states that were not asked for.
    pub left_out: u32,
    /// Documents and pages that could not be exported.
    pub skipped: Vec<Skipped>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct Skipped {
    pub file_name: String,
    pub reason: String,
}
