//! Kinds of a page and what was recognized on it.

use std::collections::BTreeMap;
use touchstone_core::record::Evidence;
use touchstone_core::value::tin::unmasked_agree;
use touchstone_intake::Region;

/// Max confidence of a form that is not filled in, which is OTHER.
pub(crate) const BLANK: f64 = 0.45;
/// Min confidence at which a sheet is taken for a form.
pub(crate) const LIKELY: f64 = 0.5;
/// Min confidence at which a form's captions are searched for.
pub(crate) const POSSIBLE: f64 = 0.15;
/// Min coverage of a form's captions; a page with fewer only mentions the form.
pub(crate) const COVERED: f32 = 0.3;

/// Whether two values are equal apart from case and spacing; a masked digit equals any.
pub(crate) fn same_value(a: &str, b: &str) -> bool {
    let plain = |text: &str| -> String {
        text.chars()
            .filter(|c| c.is_alphanumeric() || *c == '*')
            .map(|c| c.to_ascii_uppercase())
            .collect()
    };
    unmasked_agree(&plain(a), &plain(b))
}

/// Distinguishes forms of one label: the single values, each with its weight.
pub(crate) type Key = BTreeMap<String, (String, f32)>;

/// The possible kind of a page, or of part of one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// A label of the pack.
    Label(String),
    /// A near miss: the fallback label, with this name proposed.
    Other(String),
    /// A cover, instructions or a back, which belongs to the form beside it.
    Insert(String),
}

/// The basis of a recognized structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Basis {
    /// The document names its own type.
    Named,
    /// It was paid, unlike other documents that list amounts.
    Settled,
    /// Its amounts add up, as those of many documents do.
    Built,
}

/// A document recognized by structure on a page.
#[derive(Debug, Clone)]
pub(crate) struct StructureMatch {
    pub kind: Kind,
    /// 0..=1, to be read as a probability: 0.9 weighs as much as signatures that add up to 1.
    pub confidence: f64,
    pub basis: Basis,
    /// The part of the page it fills; `None` is the whole page.
    pub region: Option<Region>,
    /// Heads and totals that show it.
    pub evidence: Vec<Evidence>,
    /// Distinguishes this document from others of its kind, such as an account number: pages with equal keys are one
    /// form.
    pub key: Key,
    /// Whether the page continues what the page before it began: it joins that form regardless of its key.
    pub continues: bool,
    /// The part and the key of each, if several of its kind share the page.
    pub parts: Vec<(Region, Key)>,
}

impl StructureMatch {
    /// Whether it lies within part of its page.
    pub(crate) fn is_on(&self, part: &Region, page: Region) -> bool {
        part.grown(1.0).holds(&self.region.unwrap_or(page))
    }
}

/// The name of a form that is not filled in.
pub(crate) fn blank_name(label: &str) -> String {
    format!("blank {label}")
}
