//! Summaries of a page and of its sheets.

use crate::forms::distinct_forms::Tokens;
use crate::generic::title::Named;
use crate::recognise::model::Key;
use touchstone_core::record::{Candidate, Evidence};
use touchstone_intake::{Region, TextSource};

/// Summary of one page.
#[derive(Debug, Clone)]
pub(crate) struct PageSummary {
    pub number: u32,
    pub sheets: Vec<SheetSummary>,
    pub candidates: Vec<Candidate>,
    /// Labels whose form number the page mentions.
    pub mentions: Vec<String>,
    /// The page's kind, if the pack has no label for it.
    pub named: Option<Named>,
    /// Other near misses whose number is on the page, as on later pages of a tax return.
    pub numbers: Vec<String>,
    /// Whether it is a cover, instructions or a back, which belongs to the form beside it.
    pub insert: bool,
    pub source: TextSource,
    pub fault: Option<String>,
    /// Evidence of the page's kind: the form's title, or else the heading.
    pub evidence: Vec<Evidence>,
}

/// Summary of one sheet.
#[derive(Debug, Clone)]
pub(crate) struct SheetSummary {
    pub page: u32,
    pub region: Option<Region>,
    /// The header above several sections that names the parties of this one.
    pub head: Option<Region>,
    pub label: String,
    pub confidence: f64,
    pub copy: Option<String>,
    pub key: Key,
    pub tokens: Tokens,
    /// Fields with a value, except the tax year and unticked boxes.
    pub filled: usize,
    /// Whether it continues the sheet on the page before.
    pub continues: bool,
    /// Share of its page, 0..=1.
    pub share: f32,
}
