//! Domain packs: folders of data that define the labels, the form that each one is filled into, how a form is
//! recognized and which amounts must add up. A pack is loaded once, validated completely, and then read-only.

mod at;
mod calibration;
mod error;
mod fields;
mod guide;
mod kinds;
mod load;
mod prints;
mod raw;
mod rule;
mod rules;
mod shelf;
mod structure;
mod sums;
mod template;
mod trap;
mod traps;
mod validate;

#[cfg(test)]
mod tests;

use crate::record::{CodeList, Kinds, KnownPrint, Vocabulary};
pub use calibration::{Calibration, FieldModel, LabelModel, MadeFor, Measured, SCHEMA as CALIBRATION_SCHEMA};
pub use error::PackError;
pub use guide::GuideStage;
pub use prints::{FILE as PRINTS_FILE, PrintsFile};
pub use rule::{
    AtMostRule, BalanceRule, Below, DistinctRule, ExtraRate, Limit, Listed, ProductRule, ProofRule, RateRule, Rule,
    RuleKind, SumRule, Term,
};
use rust_decimal::Decimal;
pub use shelf::{PackShelf, ShelfError, default_folder};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
pub use structure::{LedgerColumn, LedgerField, WordList};
pub use template::{
    Extent, FieldGroup, FieldSpec, KnownDocument, Lines, Reader, Signature, SignatureKind, Signs, Template, Zone,
};
use touchstone_second::Model;
pub use trap::{Conflict, Stamps, Trap, TrapKind};

/// A validated pack.
#[derive(Debug, Clone, PartialEq)]
pub struct Pack {
    pub name: String,
    pub version: String,
    pub description: String,
    pub folder: PathBuf,
    /// Lower-case hex digest of the folder's files in name order, without `examples`.
    pub sha256: String,
    /// The same without `calibration.toml` and the guides: the rules that a calibration is made for.
    pub rules_sha256: String,
    /// Calibrates confidences; with `None` they are used as read.
    pub calibration: Option<Calibration>,
    /// The second reader's model; with `None` values are read once.
    pub second_reader: Option<Arc<Model>>,
    pub mode: Mode,
    /// In mode `pages`: whether each page is judged independently of the earlier ones, several at a time.
    pub parallel: bool,
    /// Prints of its forms whose places of values are known.
    pub prints: Vec<KnownPrint>,
    /// In the pack's order, which also breaks ties.
    pub labels: Vec<Label>,
    /// The label of documents that fit no other; its template is the generic one.
    pub fallback: String,
    /// A value with a recognized character below this confidence is not accepted without review.
    pub least_character_confidence: f32,
    pub(crate) templates: Vec<Template>,
    /// Near misses of the labels: documents with the fallback label that the pack can name.
    pub others: Vec<KnownDocument>,
    /// Covers, instructions and backs. They belong to the form they come with and have no values.
    pub inserts: Vec<KnownDocument>,
    /// Parties named on a form without a template: captions of the parties, and the printed text that ends their
    /// names. Fields with the same name as one of the generic template are that field; the first party is the
    /// sender.
    pub parties: Option<Template>,
    pub rules: Vec<Rule>,
    pub traps: Vec<Trap>,
    pub stamps: Stamps,
    /// Figures of a year by name: `ss_rate`, `ss_wage_base`...
    pub years: BTreeMap<i32, BTreeMap<String, Decimal>>,
    pub codes: BTreeMap<String, Arc<CodeList>>,
    /// Words that are interchangeable in captions: `number`, `no.`. An empty one may be omitted.
    pub synonyms: Vec<Vec<String>>,
    /// Phrases that refer elsewhere instead of giving a value: `see attached`. In lower case.
    pub pointers: Vec<String>,
    /// Words that continue the caption of a name when it also asks for the address: `address`, `city`.
    pub address_words: Vec<String>,
    /// Words between those: `and`, `or`, `no.`.
    pub joining_words: Vec<String>,
    /// The words of security markings, for packs whose labels are levels.
    pub vocabulary: Option<Vocabulary>,
    /// Signs of the document types in a chart, for packs that classify a document as a whole.
    pub kinds: Option<Kinds>,
    /// Built-in instructions for the model stages.
    pub guides: Vec<(GuideStage, String)>,
}

/// How documents of the pack are classified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// By the forms that could be filled.
    Form,
    /// Page by page.
    Pages,
    /// All pages at once.
    Whole,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    pub name: String,
    pub description: String,
    /// `#rrggbb`, for labels with a conventional color.
    pub colour: Option<String>,
}

impl Pack {
    /// Reads and validates the pack in `folder`.
    pub fn load(folder: &Path) -> Result<Pack, PackError> {
        load::load(folder)
    }

    /// Whether another document of the workspace may contradict a document.
    pub fn compares_documents(&self) -> bool {
        let mut traps = self.traps.iter();
        traps.any(|trap| matches!(trap.kind, TrapKind::Conflict(_)))
    }

    /// Whether a near miss on the sheet of a form belongs to it: the pay stub under a W-2.
    pub fn is_attached(&self, near_miss: &str, label: &str) -> bool {
        let named = self.others.iter().find(|other| other.name == near_miss);
        named.is_some_and(|other| other.attached_to.iter().any(|own| own == label))
    }

    /// Whether a trap looks for stamps, which may be on covers and backs as well as on forms.
    pub fn traps_read_covers(&self) -> bool {
        let mut traps = self.traps.iter();
        traps.any(|trap| matches!(trap.kind, TrapKind::Words { .. }))
    }

    /// Whether a trap searches the text of all pages.
    pub fn traps_read_pages(&self) -> bool {
        let mut traps = self.traps.iter();
        traps.any(|trap| {
            matches!(
                trap.kind,
                TrapKind::SegmentWords { .. } | TrapKind::Patient | TrapKind::Patients { .. }
            )
        })
    }

    /// The template for documents of `label`: its own, or the generic one.
    pub fn template_for(&self, label: &str) -> &Template {
        let own = self.templates.iter().find(|template| template.label == label);
        own.unwrap_or_else(|| self.generic())
    }

    /// The template of the fallback label, which `validate` puts first.
    pub fn generic(&self) -> &Template {
        &self.templates[0]
    }

    /// All templates, the generic one first.
    pub fn templates(&self) -> &[Template] {
        &self.templates
    }

    pub fn label(&self, name: &str) -> Option<&Label> {
        self.labels.iter().find(|label| label.name == name)
    }

    /// Index of a label in the pack's order; unknown labels come last.
    pub fn rank(&self, name: &str) -> usize {
        let place = self.labels.iter().position(|label| label.name == name);
        place.unwrap_or(self.labels.len())
    }

    /// The pack's instructions for a stage; empty if it has none.
    pub fn guide(&self, stage: GuideStage) -> &str {
        let own = self.guides.iter().find(|(of, _)| *of == stage);
        own.map_or("", |(_, text)| text)
    }

    /// A figure of one year, such as `ss_rate`.
    pub fn figure(&self, year: i32, name: &str) -> Option<Decimal> {
        self.years.get(&year)?.get(name).copied()
    }

    /// The rule of this kind, if the pack enables it.
    pub fn rule(&self, kind: &RuleKind) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.kind == *kind)
    }
}
