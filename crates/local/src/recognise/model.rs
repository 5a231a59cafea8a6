//! What a page may be, and what shows it.

use std::collections::BTreeMap;
use touchstone_core::record::Evidence;
use touchstone_intake::Region;

/// A form that nobody filled in is OTHER, and never surer than this (DESIGN 4).
pub(crate) const BLANK: f64 = 0.45;
/// A sheet is taken for a form from this confidence on.
pub(crate) const LIKELY: f64 = 0.5;
/// Texts that name a form this faintly are worth looking for its captions.
pub(crate) const POSSIBLE: f64 = 0.15;
/// A page on which fewer of a form's captions stand in caption places only talks about the form.
pub(crate) const COVERED: f32 = 0.3;

/// Equal, letters' case and spacing aside; a masked digit equals any.
pub(crate) fn same_value(a: &str, b: &str) -> bool {
    let plain = |text: &str| -> Vec<char> {
        text.chars()
            .filter(|c| c.is_alphanumeric() || *c == '*')
            .map(|c| c.to_ascii_uppercase())
            .collect()
    };
    let (a, b) = (plain(a), plain(b));
    let masked = |c: char| matches!(c, 'X' | '*' | '#');
    let fits = |x: char, y: char| x == y || masked(x) && y.is_ascii_digit() || masked(y) && x.is_ascii_digit();
    a.len() == b.len() && a.iter().zip(&b).all(|(&x, &y)| fits(x, y))
}

/// What tells one form from another of the same kind: its single values with how much each tells.
pub(crate) type Key = BTreeMap<String, (String, f32)>;

/// What a page, or a part of one, may be.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// A label of the pack.
    Label(String),
    /// A near miss: the fallback label, with this name proposed.
    Other(String),
    /// A cover, instructions or a back, which goes with the form beside it.
    Insert(String),
}

/// What a structure rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Told {
    /// The paper calls itself so.
    Named,
    /// It was paid, which other papers that list amounts are not.
    Settled,
    /// Its amounts add up, as those of many papers do.
    Built,
}

/// What a recogniser saw on a page.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    pub kind: Kind,
    /// 0..=1, to be read as a probability: 0.9 weighs as much as signatures that add up to 1.
    pub confidence: f64,
    pub told: Told,
    /// The part of the page it fills; `None` is the whole page.
    pub region: Option<Region>,
    /// What shows it: heads, totals.
    pub evidence: Vec<Evidence>,
    /// What tells this paper from another of its kind, such as an account number: pages with equal keys are one form.
    pub key: Key,
    /// Whether the page goes on with what the page before it began: it joins that form whatever its key is.
    pub continues: bool,
    /// Where several of its kind share the page: the part and the key of each.
    pub parts: Vec<(Region, Key)>,
}

impl Seen {
    /// Whether it lies within a part of its page.
    pub(crate) fn is_on(&self, part: &Region, page: Region) -> bool {
        part.grown(1.0).holds(&self.region.unwrap_or(page))
    }
}

/// What a form that nobody filled in is called.
pub(crate) fn blank_name(label: &str) -> String {
    format!("blank {label}")
}
