//! What is kept of a page and of a sheet on it.

use crate::forms::distinct_forms::Tokens;
use crate::generic::title::Named;
use crate::recognise::model::Key;
use touchstone_core::record::{Candidate, Evidence};
use touchstone_intake::{Region, TextSource};

/// What is remembered of one page.
#[derive(Debug, Clone)]
pub(crate) struct PageSummary {
    pub number: u32,
    pub sheets: Vec<SheetSummary>,
    pub candidates: Vec<Candidate>,
    /// Labels whose form the page mentions by its number.
    pub mentions: Vec<String>,
    /// What the page is, when the pack has no label for it.
    pub named: Option<Named>,
    /// Further near misses whose number it bears, as the later pages of a return do.
    pub numbers: Vec<String>,
    /// Whether it is a cover, instructions or a back, which go with the form beside them.
    pub insert: bool,
    pub source: TextSource,
    pub fault: Option<String>,
    /// What shows that the page is what it is: the form's title, or else the heading.
    pub evidence: Vec<Evidence>,
}

/// What is remembered of one sheet.
#[derive(Debug, Clone)]
pub(crate) struct SheetSummary {
    pub page: u32,
    pub region: Option<Region>,
    /// What stands above several sections and names the parties of this one.
    pub head: Option<Region>,
    pub label: String,
    pub confidence: f64,
    pub copy: Option<String>,
    pub key: Key,
    pub tokens: Tokens,
    /// Fields with a value, the tax year and unticked boxes left out.
    pub filled: usize,
    /// Whether it goes on with the sheet on the page before.
    pub continues: bool,
    /// Share of its page, 0..=1.
    pub share: f32,
}
