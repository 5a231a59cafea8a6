//! Domain packs: folders of data that say which labels there are, which form each one is filled into, how a form is
//! recognised and what has to add up. Loaded once, checked wholly, then read only. Not here: anything that looks at a
//! document.

mod at;
mod calibration;
mod error;
mod fields;
mod guide;
mod kinds;
mod load;
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

use crate::record::{CodeList, Kinds, Vocabulary};
pub use calibration::{Calibration, FieldModel, LabelModel, MadeFor, Measured, SCHEMA as CALIBRATION_SCHEMA};
pub use error::PackError;
pub use guide::GuideStage;
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
    Extent, FieldGroup, FieldSpec, KnownPaper, Lines, Reader, Signature, SignatureKind, Signs, Template, Zone,
};
pub use trap::{Conflict, Stamps, Trap, TrapKind};

/// A pack that has passed every check of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Pack {
    pub name: String,
    pub version: String,
    pub description: String,
    pub folder: PathBuf,
    /// Lower-case hex over the folder's files in order of their names, `examples` left out.
    pub sha256: String,
    /// The same without `calibration.toml`: what a calibration is made for.
    pub rules_sha256: String,
    /// How sure readings turned out to be; `None` leaves confidences as they are read.
    pub calibration: Option<Calibration>,
    pub mode: Mode,
    /// In mode `pages`: whether each page is judged for itself, several at a time, without those before it.
    pub parallel: bool,
    /// In the pack's order, which also settles ties.
    pub labels: Vec<Label>,
    /// The label of documents that fit no other; its template is the generic one.
    pub fallback: String,
    /// A value with a recognised character less sure than this is not accepted unseen.
    pub least_character_confidence: f32,
    pub(crate) templates: Vec<Template>,
    /// Near misses of the labels: papers of the fallback label that are known for what they are.
    pub others: Vec<KnownPaper>,
    /// Covers, instructions and backs. They belong to the form they come with and hold nothing of their own.
    pub inserts: Vec<KnownPaper>,
    /// Whom a form names that has no template: captions of the parties, and the print that ends their names. Its fields
    /// are those of the generic template where they are called alike; the first party is the one who sends the paper.
    pub parties: Option<Template>,
    pub rules: Vec<Rule>,
    pub traps: Vec<Trap>,
    pub stamps: Stamps,
    /// Figures of a year by name: `ss_rate`, `ss_wage_base`...
    pub years: BTreeMap<i32, BTreeMap<String, Decimal>>,
    pub codes: BTreeMap<String, Arc<CodeList>>,
    /// Words that captions use for each other: `number`, `no.`. An empty one may be left out.
    pub synonyms: Vec<Vec<String>>,
    /// Phrases that point elsewhere instead of saying something: `see attached`. In small letters.
    pub pointers: Vec<String>,
    /// Words with which the caption of a name goes on where it asks for the address too: `address`, `city`.
    pub address_words: Vec<String>,
    /// Words between those: `and`, `or`, `no.`.
    pub joining_words: Vec<String>,
    /// The words of security markings, of packs whose labels are levels.
    pub vocabulary: Option<Vocabulary>,
    /// What the papers of a chart look like, of packs that are classified as a whole.
    pub kinds: Option<Kinds>,
    /// Instructions for the stages that a model may be asked in, as the pack comes.
    pub guides: Vec<(GuideStage, String)>,
}

/// How documents of the pack are classified (DESIGN 3, Classify).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Filling forms decides.
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
    /// `#rrggbb`, for a label that people know by its colour.
    pub colour: Option<String>,
}

impl Pack {
    /// Reads and checks the pack in `folder`.
    pub fn load(folder: &Path) -> Result<Pack, PackError> {
        load::load(folder)
    }

    /// Whether a document may be contradicted by another one of the workspace.
    pub fn compares_documents(&self) -> bool {
        let mut traps = self.traps.iter();
        traps.any(|trap| matches!(trap.kind, TrapKind::Conflict(_)))
    }

    /// Whether a trap looks for stamps, which covers and backs may bear as well as the forms between them.
    pub fn traps_read_covers(&self) -> bool {
        let mut traps = self.traps.iter();
        traps.any(|trap| matches!(trap.kind, TrapKind::Words { .. }))
    }

    /// Whether a trap looks through the text of all pages.
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

    /// Place of a label in the pack's order; unknown labels come last.
    pub fn rank(&self, name: &str) -> usize {
        let place = self.labels.iter().position(|label| label.name == name);
        place.unwrap_or(self.labels.len())
    }

    /// The pack's own instructions for a stage; none is nothing beyond what the code says.
    pub fn guide(&self, stage: GuideStage) -> &str {
        let own = self.guides.iter().find(|(of, _)| *of == stage);
        own.map_or("", |(_, text)| text)
    }

    /// A figure of one year, such as `ss_rate`.
    pub fn figure(&self, year: i32, name: &str) -> Option<Decimal> {
        self.years.get(&year)?.get(name).copied()
    }

    /// Whether a rule of the given kind is switched on, and which severity it was given.
    pub fn rule(&self, kind: &RuleKind) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.kind == *kind)
    }
}
