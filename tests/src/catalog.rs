//! The catalog of layouts that can be made, by family, with their split (tuned or unseen). To add a generator, add
//! one line to `FAMILIES`; `make_documents`, the gates and the README's figures then include it.

use super::{Case, Split};
use crate::family::Family;
use crate::{clinical, markings, payers, random, receipts, statements, strangers, w2};

pub const FAMILIES: &[Family] = &[
    Family {
        name: "w2",
        tuned: &w2::LAYOUTS,
        unseen: &w2::UNSEEN,
        make: w2::cases_of,
    },
    payers::NEC,
    payers::INT,
    payers::DIV,
    payers::MISC,
    payers::CONSOLIDATED,
    payers::K1,
    strangers::RETURNS,
    strangers::PAPER,
    receipts::RECEIPTS,
    statements::STATEMENTS,
];

/// Families for packs other than `tax`. `tuned` and `unseen` without a family do not include them.
pub const OF_OTHER_PACKS: &[Family] = &[markings::MARKINGS, clinical::CHARTS];

/// Families in which every document has a layout of its own. Only their names select them, or those of `GROUPS`, so that
/// no gate and no shipped document depends on them. `:test` selects the part that nothing is trained on.
pub const RANDOM: &[Family] = &[
    random::W2,
    random::PAYERS,
    random::PARTNERS,
    random::RECEIPTS,
    random::STATEMENTS,
    clinical::WARDS,
];

/// Names that select several families of `RANDOM`.
const GROUPS: [(&str, &[&str]); 2] = [
    ("random-forms", &["random-w2", "random-1099", "random-k1"]),
    (
        "random",
        &[
            "random-w2",
            "random-1099",
            "random-k1",
            "random-receipt",
            "random-statement",
        ],
    ),
];

/// One layout of one family.
#[derive(Clone, Copy)]
pub struct Layout {
    pub family: &'static Family,
    pub name: &'static str,
    pub split: Split,
}

impl Layout {
    /// Documents of this layout. People and figures differ between layouts, even under the same seed.
    pub fn cases(&self, seed: u64, count: usize) -> Vec<Case> {
        let mut cases = (self.family.make)(self.name, seed ^ mark(self.name), count);
        for case in &mut cases {
            case.truth.split = self.split;
        }
        cases
    }
}

/// All layouts, family by family, tuned ones first. Random ones are not among them.
pub fn layouts() -> Vec<Layout> {
    FAMILIES.iter().chain(OF_OTHER_PACKS).flat_map(layouts_of).collect()
}

fn layouts_of(family: &'static Family) -> impl Iterator<Item = Layout> {
    let of = move |names: &'static [&'static str], split: Split| {
        names.iter().map(move |name| Layout { family, name, split })
    };
    of(family.tuned, Split::Tuned).chain(of(family.unseen, Split::Unseen))
}

/// The random layouts selected by a word: a family of `RANDOM` or one of `GROUPS`, with `:test` their other part.
fn random(word: &str) -> Vec<Layout> {
    let (name, split) = match word.split_once(':') {
        Some((name, "test")) => (name, Split::Unseen),
        Some(_) => return Vec::new(),
        None => (word, Split::Tuned),
    };
    let group = GROUPS.iter().find(|(group, _)| *group == name);
    let is_meant = |family: &&Family| family.name == name || group.is_some_and(|(_, all)| all.contains(&family.name));
    let families = RANDOM.iter().filter(is_meant);
    families
        .flat_map(layouts_of)
        .filter(|layout| layout.split == split)
        .collect()
}

/// The layouts selected by a word: `tuned`, `unseen`, a family, `FAMILY:tuned`, `FAMILY:unseen`, one layout, or random
/// layouts.
pub fn named(word: &str) -> Vec<Layout> {
    let drawn = random(word);
    if !drawn.is_empty() {
        return drawn;
    }
    let (first, split) = match word.split_once(':') {
        Some((family, split)) => (family, Some(split)),
        None if word == "tuned" || word == "unseen" => ("", Some(word)),
        None => (word, None),
    };
    let known = layouts().into_iter();
    let elsewhere = |layout: &Layout| OF_OTHER_PACKS.iter().any(|family| family.name == layout.family.name);
    known
        .filter(|layout| !first.is_empty() || !elsewhere(layout))
        .filter(|layout| split.is_none_or(|split| layout.split.as_str() == split))
        .filter(|layout| first.is_empty() || layout.family.name == first || layout.name == first && split.is_none())
        .collect()
}

/// `count` documents, spread over the layouts as evenly as the count allows.
pub fn cases(layouts: &[Layout], seed: u64, count: usize) -> Vec<Case> {
    let of_each = |place: usize| count / layouts.len() + usize::from(place < count % layouts.len());
    let each = layouts.iter().enumerate();
    each.flat_map(|(place, layout)| layout.cases(seed, of_each(place)))
        .collect()
}

/// Hash of a layout name (FNV-1a), mixed into the seed.
fn mark(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
