//! Papers that are known by how they are built rather than by what is printed on them: receipts, statements. Each
//! recogniser is one function; they compete with the signatures of all forms on equal terms.
//!
//! To add one: write `fn look(&Pack, &Layout, &Strings) -> Option<Seen>` in a file of its own and name it in
//! `RECOGNISERS`. A `Seen` of a label gives the page a sheet of that label (its region or the whole page), from which
//! the plan makes a form; `extract` fills it. A `Seen` of `Kind::Other` names a near miss, as an unpaid invoice is.
//! A rival with weightier signatures still wins, so a recogniser need not know of W-2s. Not here: filling.

use super::copies::Key;
use super::layout::Layout;
use super::ledger;
use super::search::Strings;
use super::signatures::Kind;
use touchstone_core::pack::Pack;
use touchstone_core::record::Evidence;
use touchstone_intake::Region;

/// What a structure rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Told {
    /// The paper calls itself so.
    Named,
    /// It was paid, which other papers that list amounts are not.
    Settled,
    /// Its amounts add up, as those of many papers do.
    Built,
}

/// What a recogniser saw on a page.
#[derive(Debug, Clone)]
pub(super) struct Seen {
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
    pub(super) fn is_on(&self, part: &Region, page: Region) -> bool {
        part.grown(1.0).holds(&self.region.unwrap_or(page))
    }
}

type Recogniser = fn(&Pack, &Layout, &Strings) -> Option<Seen>;

/// In no order: all of them look at every page.
const RECOGNISERS: [Recogniser; 2] = [ledger::look_for_statement, ledger::look_for_receipt];

pub(super) fn look(pack: &Pack, layout: &Layout, strings: &Strings) -> Vec<Seen> {
    let seen = RECOGNISERS.iter().filter_map(|look| look(pack, layout, strings));
    seen.collect()
}
