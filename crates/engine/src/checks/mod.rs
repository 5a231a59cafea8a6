//! The deterministic checks, one per file, and the list of them. A check is a pure function from a document's data to
//! issues. The pipeline's arbiter decides on them.

mod agreement;
mod appearance;
mod as_shown;
mod arithmetic;
mod catalog;
mod complete_types;
mod confidences;
mod cut_short;
mod doubtful;
mod evidence_missing;
mod fields;
mod fingerprint;
pub mod grade;
mod graded;
mod handwriting;
mod held_back;
mod hidden_text;
mod reference_only_page;
mod kind_fits;
mod labels;
mod missed_adjacent_amount;
mod legibility;
mod low_confidence;
mod merchant_head;
mod nameless;
mod obscured;
mod mixed_segment;
mod outside_form;
mod overdrawn;
mod overlap;
mod page_counts;
mod page_order;
mod page_ranges;
mod places;
mod form_lines;
mod page_lines;
mod prints;
mod raised;
mod repair;
mod second_reader;
mod segment_count;
mod several_accounts;
mod shares;
mod split_amount;
mod structure;
mod support;
mod caption_leak;
pub mod traps;
mod longer_name;
mod missed_amounts;
mod unlisted_amounts;
mod unfilled;
mod unfound_form;
mod unread_caption;
mod unread_issuer;
mod whole_form;
mod evidence;

pub(crate) use as_shown::{Place, confirms, contradicts, unproved};
pub use catalog::CHECKS;
pub use fingerprint::fingerprint;
pub use graded::GRADED;
pub(crate) use nameless::strips;
pub(crate) use overdrawn::margins;
pub use raised::Raised;
pub use repair::repair;
pub(crate) use second_reader::{Found, Opinion, ScoredPage, fitting};
pub use second_reader::{Given, fits, given, specs};
use std::collections::{BTreeMap, HashMap};
pub use structure::structure;
pub(crate) use support::supports;
use touchstone_core::pack::{Pack, Rule, RuleKind};
use touchstone_core::record::{
    Classification, Document, Form, FormPlan, GradedAttempt, NewIssue, PageFinding, PageSummary, RaisedBy, Surroundings,
};
use touchstone_core::stop;
use touchstone_intake::{Page, Reading, Region, Widget};

/// Everything a check may look at.
#[derive(Debug, Clone, Copy)]
pub struct CheckInput<'a> {
    pub pack: &'a Pack,
    pub document: &'a Document,
    pub expected_year: Option<i32>,
    pub classification: &'a Classification,
    pub forms: &'a [Form],
    /// The forms as planned by the survey, with their copies.
    pub plans: &'a [FormPlan],
    /// In the order they were started, including failed ones.
    pub attempts: &'a [GradedAttempt],
    pub page_count: u32,
    /// The readings that evidence names, and the newest ones of the forms' pages.
    pub readings: &'a Readings,
    pub pages: &'a [PageSummary],
    pub surroundings: &'a Surroundings,
    /// Findings on each page, in the order they were made.
    pub findings: &'a [PageFinding],
}

/// Readings by page and number, and the form fields of the pages.
#[derive(Debug, Clone, Default)]
pub struct Readings {
    by_place: HashMap<(u32, u32), Reading>,
    /// Number of the newest reading of the whole page.
    newest: BTreeMap<u32, u32>,
    widgets: HashMap<u32, Vec<Widget>>,
    /// Cells enclosed by rulings.
    cells: HashMap<u32, Vec<Region>>,
}

impl Readings {
    pub fn insert(&mut self, page: u32, reading: Reading) {
        self.by_place.insert((page, reading.number), reading);
    }

    /// A page with its newest reading.
    pub fn insert_page(&mut self, page: Page) {
        self.newest.insert(page.number, page.reading.number);
        self.widgets.insert(page.number, page.widgets);
        self.cells.insert(page.number, page.cells);
        self.insert(page.number, page.reading);
    }

    pub fn newest(&self, page: u32) -> Option<&Reading> {
        self.get(page, *self.newest.get(&page)?)
    }

    pub fn widgets(&self, page: u32) -> &[Widget] {
        self.widgets.get(&page).map_or(&[], Vec::as_slice)
    }

    pub fn cells(&self, page: u32) -> &[Region] {
        self.cells.get(&page).map_or(&[], Vec::as_slice)
    }

    /// The newest readings of whole pages, in order.
    pub fn pages(&self) -> impl Iterator<Item = (u32, &Reading)> {
        self.newest
            .iter()
            .filter_map(|(page, number)| Some((*page, self.get(*page, *number)?)))
    }

    pub fn get(&self, page: u32, number: u32) -> Option<&Reading> {
        self.by_place.get(&(page, number))
    }
}

/// One check and the raiser of its issues.
pub struct Check {
    pub name: &'static str,
    pub raised_by: RaisedBy,
    /// The packs or forms it applies to.
    pub applies: &'static str,
    /// The issues it may raise; those of traps come from the pack.
    pub raises: &'static [Raised],
    pub run: fn(&CheckInput) -> Vec<NewIssue>,
}

/// The issues of all checks, in the order of the list.
pub fn run_all(input: &CheckInput) -> Vec<NewIssue> {
    let run = |check: &Check| {
        stop::point();
        (check.run)(input)
    };
    CHECKS.iter().flat_map(run).collect()
}

/// Whether an issue concerns the document's content; all traps do.
pub fn is_fact(issue: &NewIssue) -> bool {
    let own = |(by, one): (RaisedBy, &Raised)| by == issue.raised_by && one.code == issue.code && one.fact;
    let checks = CHECKS
        .iter()
        .flat_map(|check| check.raises.iter().map(|one| (check.raised_by, one)));
    let graded = GRADED.iter().map(|one| (RaisedBy::Grader, one));
    issue.raised_by == RaisedBy::V3 || checks.chain(graded).any(own)
}

/// Whether the list of checks, or a trap of the pack, contains such an issue.
#[cfg(test)]
fn is_listed(pack: &Pack, issue: &NewIssue) -> bool {
    let mut raised = CHECKS
        .iter()
        .flat_map(|check| check.raises.iter().map(move |one| (check.raised_by, one)));
    let trap = issue.raised_by == RaisedBy::V3 && pack.traps.iter().any(|trap| trap.name == issue.code);
    // A pack may override the severity, and whether an issue is fixable depends on the case.
    trap || raised
        .any(|(by, one)| by == issue.raised_by && one.code == issue.code && (one.fixable || !issue.auto_fixable))
}

/// The pack's rule of a kind without parameters, if it is switched on.
fn switched_on<'p>(input: &CheckInput<'p>, kind: &RuleKind) -> Option<&'p Rule> {
    input.pack.rule(kind)
}

/// The subject of an issue about a form: `forms[0].wages_tips`. Forms are numbered from 1, paths from 0.
pub(crate) fn form_path(number: u32, field: &str) -> String {
    let index = number.saturating_sub(1);
    if field.is_empty() {
        format!("forms[{index}]")
    } else {
        format!("forms[{index}].{field}")
    }
}

#[cfg(test)]
pub(crate) mod case;
#[cfg(test)]
mod mutations;
#[cfg(test)]
mod tests;
