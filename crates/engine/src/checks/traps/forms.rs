//! Traps that show across the forms of one document: ticked boxes, differing years, a copy included twice.

use super::sprung;
use crate::checks::{CheckInput, form_path};
use serde_json::Value;
use std::collections::BTreeMap;
use touchstone_core::arithmetic::own_year;
use touchstone_core::pack::Trap;
use touchstone_core::record::{NewIssue, Sheet};

/// Check boxes that are ticked.
pub(super) fn ticked(input: &CheckInput, trap: &Trap, fields: &[String]) -> Vec<NewIssue> {
    let mut issues = Vec::new();
    for form in input.forms {
        for name in fields {
            let ticked = form.field(name).filter(|field| field.value == Value::Bool(true));
            if let Some(field) = ticked {
                let subject = form_path(form.number, name);
                issues.push(sprung(trap, subject, "its box is ticked", field.evidence.clone()));
            }
        }
    }
    issues
}

/// Forms for a year other than most of the document's. Not raised when a year was expected: each form is then graded
/// on it.
pub(super) fn years(input: &CheckInput, trap: &Trap) -> Vec<NewIssue> {
    let dated: Vec<_> = input
        .forms
        .iter()
        .filter_map(|form| Some((form, own_year(&form.fields)?)))
        .collect();
    let mut counts: BTreeMap<i32, usize> = BTreeMap::new();
    for (_, year) in &dated {
        *counts.entry(*year).or_default() += 1;
    }
    if input.expected_year.is_some() || counts.len() < 2 {
        return Vec::new();
    }
    // Of equally frequent years, the later one counts as the document's.
    let usual = counts.iter().max_by_key(|(year, count)| (**count, **year));
    let Some(usual) = usual.map(|(year, _)| *year) else {
        return Vec::new();
    };
    let odd = dated.into_iter().filter(|(_, year)| *year != usual);
    odd.map(|(form, year)| {
        let evidence = form.field("tax_year").map(|field| field.evidence.clone());
        let subject = form_path(form.number, "tax_year");
        sprung(
            trap,
            subject,
            &format!("{year} here, {usual} elsewhere"),
            evidence.unwrap_or_default(),
        )
        .expected(usual, year)
    })
    .collect()
}

/// The same named copy of one form on two different pages. Several prints stacked on one page are intended, and
/// unnamed copies may be different ones.
pub(super) fn repeated_copies(input: &CheckInput, trap: &Trap) -> Vec<NewIssue> {
    let mut issues = Vec::new();
    for plan in input.plans {
        let sheets: Vec<&Sheet> = plan.sheets.iter().filter(|sheet| sheet.copy.is_some()).collect();
        for (index, sheet) in sheets.iter().enumerate() {
            let Some(first) = sheets[..index].iter().find(|earlier| earlier.copy == sheet.copy) else {
                continue;
            };
            if first.page != sheet.page {
                let name = sheet.copy.as_deref().unwrap_or("the form");
                let detail = format!("{name} on page {} and again on page {}", first.page, sheet.page);
                issues.push(sprung(trap, form_path(plan.number, ""), &detail, Vec::new()));
            }
        }
    }
    issues
}
