//! The pack's signs prepared for comparison: reduced to letters and digits, and grouped by zone.

use touchstone_core::record::{Identifier, IdentifierForm, Kind, Kinds, SignZone, Vendor};
use touchstone_core::text::normalise;

/// Signs of a pack, built once per engine.
#[derive(Debug)]
pub(in super::super) struct Book {
    pub kinds: Kinds,
    /// Headings and titles.
    pub lines: Vec<Sign>,
    /// Phrases of running text and of margins.
    pub words: Vec<Sign>,
    /// Phrases that mention a kind.
    pub mentions: Vec<Sign>,
    /// Document numbers and dates, in the form in which patient captions are read.
    pub papers: Kinds,
}

/// One text that is a sign of a kind.
#[derive(Debug)]
pub(in super::super) struct Sign {
    pub kind: usize,
    pub zone: SignZone,
    pub weight: f64,
    /// Letters and digits only.
    pub squeezed: String,
    /// The words, each surrounded by spaces.
    pub padded: String,
    pub words: usize,
}

/// The words of a text in lower-case letters and digits, separated by single spaces.
pub(super) fn plain(text: &str) -> String {
    let folded = normalise(text);
    let words = folded
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

impl Sign {
    fn new(kind: usize, zone: SignZone, weight: f64, text: &str) -> Self {
        let plain = plain(text);
        Self {
            kind,
            zone,
            weight,
            squeezed: plain.replace(' ', ""),
            words: plain.split(' ').count(),
            padded: format!(" {plain} "),
        }
    }
}

impl Book {
    pub(in super::super) fn new(kinds: Kinds) -> Self {
        let (mut lines, mut words, mut mentions) = (Vec::new(), Vec::new(), Vec::new());
        for (index, kind) in kinds.kinds.iter().enumerate() {
            for signs in &kind.signs {
                let list = match signs.zone {
                    SignZone::Title | SignZone::Headline | SignZone::Head | SignZone::Opening => &mut lines,
                    SignZone::Margin | SignZone::Body => &mut words,
                };
                list.extend(
                    signs
                        .texts
                        .iter()
                        .map(|text| Sign::new(index, signs.zone, signs.weight, text)),
                );
            }
            let phrases = kind.mentions.iter();
            mentions.extend(phrases.map(|text| Sign::new(index, SignZone::Body, 0.0, text)));
        }
        let identifier = |what: &str, form, captions: &[String]| Identifier {
            what: what.to_owned(),
            form,
            captions: captions.to_vec(),
            beside: Vec::new(),
        };
        let papers = Kinds {
            patient: vec![
                identifier("number", IdentifierForm::Number, &kinds.limits.numbers),
                identifier("day", IdentifierForm::Day, &kinds.limits.days),
            ],
            ..Kinds::default()
        };
        Self {
            kinds,
            lines,
            words,
            mentions,
            papers,
        }
    }

    pub(super) fn kind(&self, index: usize) -> Option<&Kind> {
        self.kinds.kinds.get(index)
    }

    /// Number of kinds; as an index, a document of unknown kind.
    pub(super) fn unknown(&self) -> usize {
        self.kinds.kinds.len()
    }

    /// Vendors whose name, or another spelling of it, appears in a padded text.
    pub(super) fn vendors(&self, padded: &str) -> Vec<&Vendor> {
        let named = |vendor: &&Vendor| {
            let mut names = std::iter::once(&vendor.name).chain(&vendor.spellings);
            names.any(|name| padded.contains(&format!(" {} ", plain(name))))
        };
        self.kinds.vendors.iter().filter(named).collect()
    }
}
