//! The deterministic checks, one a file, and the list of them. A check is a pure function from what is known about a
//! document to reasons for doubt. Not here: deciding on them (the pipeline's arbiter), models, rows.

mod agreement;
mod arithmetic;
mod complete_types;
mod confidences;
mod cross;
mod doubtful;
mod evidence_missing;
mod fields;
mod fingerprint;
pub mod grade;
mod labels;
mod left_beside;
mod legibility;
mod low_confidence;
mod obscured;
mod overlap;
mod page_counts;
mod page_ranges;
pub(crate) mod patients;
mod places;
mod repair;
mod segment_count;
mod shares;
mod sums;
mod support;
mod swallowed;
pub mod traps;
mod unclaimed;
mod whole_form;
mod witness;

pub(crate) use cross::cross_checks;
pub use fingerprint::fingerprint;
pub use repair::repair;

use crate::pack::{Pack, Rule, RuleKind};
use crate::record::{
    Classification, Document, Form, FormPlan, NewIssue, PageFinding, PageSummary, RaisedBy, Severity, Surroundings,
};
use std::collections::HashMap;
use touchstone_intake::{Page, Reading, Widget};

/// Everything a check may look at.
#[derive(Debug, Clone, Copy)]
pub struct CheckInput<'a> {
    pub pack: &'a Pack,
    pub document: &'a Document,
    pub expected_year: Option<i32>,
    pub classification: &'a Classification,
    pub forms: &'a [Form],
    /// The forms as the survey planned them, with their copies.
    pub plans: &'a [FormPlan],
    pub page_count: u32,
    /// The readings that evidence names, and the newest ones of the pages of forms.
    pub readings: &'a Readings,
    pub pages: &'a [PageSummary],
    pub surroundings: &'a Surroundings,
    /// What was found on each page, look by look.
    pub findings: &'a [PageFinding],
}

/// Readings by page and number, and the form fields of the pages.
#[derive(Debug, Clone, Default)]
pub struct Readings {
    by_place: HashMap<(u32, u32), Reading>,
    /// Number of the newest reading of the whole page.
    newest: HashMap<u32, u32>,
    widgets: HashMap<u32, Vec<Widget>>,
}

impl Readings {
    pub fn insert(&mut self, page: u32, reading: Reading) {
        self.by_place.insert((page, reading.number), reading);
    }

    /// A page with its newest reading.
    pub fn insert_page(&mut self, page: Page) {
        self.newest.insert(page.number, page.reading.number);
        self.widgets.insert(page.number, page.widgets);
        self.insert(page.number, page.reading);
    }

    pub fn newest(&self, page: u32) -> Option<&Reading> {
        self.get(page, *self.newest.get(&page)?)
    }

    pub fn widgets(&self, page: u32) -> &[Widget] {
        self.widgets.get(&page).map_or(&[], Vec::as_slice)
    }

    pub fn get(&self, page: u32, number: u32) -> Option<&Reading> {
        self.by_place.get(&(page, number))
    }
}

/// One check and who raises its issues.
pub struct Check {
    pub name: &'static str,
    pub raised_by: RaisedBy,
    pub run: fn(&CheckInput) -> Vec<NewIssue>,
}

/// All checks, the cheap and fundamental first (seed 003).
pub const CHECKS: &[Check] = &[
    Check {
        name: "legibility",
        raised_by: RaisedBy::Intake,
        run: legibility::run,
    },
    Check {
        name: "segment_count",
        raised_by: RaisedBy::V1,
        run: segment_count::run,
    },
    Check {
        name: "page_ranges",
        raised_by: RaisedBy::V1,
        run: page_ranges::run,
    },
    Check {
        name: "page_counts",
        raised_by: RaisedBy::V1,
        run: page_counts::run,
    },
    Check {
        name: "confidences",
        raised_by: RaisedBy::V1,
        run: confidences::run,
    },
    Check {
        name: "complete_types",
        raised_by: RaisedBy::V1,
        run: complete_types::run,
    },
    Check {
        name: "evidence_missing",
        raised_by: RaisedBy::V1,
        run: evidence_missing::run,
    },
    Check {
        name: "unclaimed",
        raised_by: RaisedBy::V1,
        run: unclaimed::run,
    },
    Check {
        name: "whole_form",
        raised_by: RaisedBy::V1,
        run: whole_form::run,
    },
    Check {
        name: "low_confidence",
        raised_by: RaisedBy::Agent,
        run: low_confidence::run,
    },
    Check {
        name: "overlap",
        raised_by: RaisedBy::V2,
        run: overlap::run,
    },
    Check {
        name: "agreement",
        raised_by: RaisedBy::V2,
        run: agreement::run,
    },
    Check {
        name: "shares",
        raised_by: RaisedBy::V2,
        run: shares::run,
    },
    Check {
        name: "arithmetic",
        raised_by: RaisedBy::V2,
        run: arithmetic::run,
    },
    Check {
        name: "traps",
        raised_by: RaisedBy::V3,
        run: traps::run,
    },
    Check {
        name: "labels",
        raised_by: RaisedBy::V4,
        run: labels::run,
    },
    Check {
        name: "fields",
        raised_by: RaisedBy::V4,
        run: fields::run,
    },
    Check {
        name: "places",
        raised_by: RaisedBy::V4,
        run: places::run,
    },
    Check {
        name: "left_beside",
        raised_by: RaisedBy::V4,
        run: left_beside::run,
    },
    Check {
        name: "obscured",
        raised_by: RaisedBy::V4,
        run: obscured::run,
    },
    Check {
        name: "doubtful",
        raised_by: RaisedBy::V4,
        run: doubtful::run,
    },
    Check {
        name: "swallowed",
        raised_by: RaisedBy::V4,
        run: swallowed::run,
    },
];

/// The issues of all checks, in the order of the list.
pub fn run_all(input: &CheckInput) -> Vec<NewIssue> {
    CHECKS.iter().flat_map(|check| (check.run)(input)).collect()
}

/// The pack's rule of a kind that has no parameters, when it is switched on.
fn switched_on<'p>(input: &CheckInput<'p>, kind: &RuleKind) -> Option<&'p Rule> {
    input.pack.rule(kind)
}

/// The severity that the pack gives a check, or the check's own.
fn severity(rule: &Rule, own: Severity) -> Severity {
    rule.severity.unwrap_or(own)
}

/// What an issue about a form is about: `forms[0].wages_tips`. Forms are counted from 1, paths from 0.
fn form_path(number: u32, field: &str) -> String {
    let index = number.saturating_sub(1);
    if field.is_empty() {
        format!("forms[{index}]")
    } else {
        format!("forms[{index}].{field}")
    }
}

#[cfg(test)]
mod case;
#[cfg(test)]
mod mutations;
#[cfg(test)]
mod tests;
