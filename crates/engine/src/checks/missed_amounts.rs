//! V1: amounts printed on a form's pages that no field of the form holds. Only this check reveals a list that lost a
//! row or a box that was never found: the values read can all be correct and still be incomplete. Only unmistakable
//! amounts count: with cents, or with separated thousands.

use super::form_lines::shown;
use super::{CheckInput, form_path};
use rust_decimal::Decimal;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use touchstone_core::pack::Template;
use touchstone_core::record::{Evidence, Field, Form, NewIssue, RaisedBy, Severity};
use touchstone_core::value::money;
use touchstone_intake::{Reading, Region};

/// Max distance of a missed row outside the area that was read, in points.
const MARGIN: f32 = 14.0;
/// Repeats count only if there is at most one per this many amounts read; more mean that the page repeats its form.
const COPIED: usize = 3;
/// Max amounts named in the message and shown; the rest are counted.
const NAMED: usize = 5;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let templates = input.forms.iter().map(|form| input.pack.template_for(&form.label));
    let captioned: BTreeSet<Decimal> = templates.flat_map(printed).collect();
    let held: BTreeSet<Decimal> = input.forms.iter().flat_map(amounts).collect();
    let known = &held | &captioned;
    let held = &held - &captioned;
    let official = input.forms.iter().filter(|form| is_official(input, form));
    let places = official.flat_map(|form| places(form).into_iter().map(|(place, area)| (form.number, place, area)));
    let found = places.filter_map(|(form, (page, number), area)| {
        let reading = input.readings.get(page, number)?;
        let mut missed = unclaimed(reading, &area, &known);
        missed.extend(repeated(reading, &area, &claimed(input.forms, page, number), &held));
        issue(form, page, reading, &missed)
    });
    found.collect()
}

/// Pages and readings that a form was read from, each with the area its evidence spans. Payroll printouts may put a
/// summary of the year's pay above the form; print outside the area does not belong to the form.
fn places(form: &Form) -> BTreeMap<(u32, u32), Region> {
    let mut places: BTreeMap<(u32, u32), Region> = BTreeMap::new();
    for evidence in form.fields.values().flat_map(Field::all_evidence) {
        for region in &evidence.regions {
            let area = places.entry((evidence.page, evidence.reading)).or_insert(*region);
            *area = area.union(region);
        }
    }
    places
}

/// Only a form with boxes holds every amount on its page; a letter does not, and the list of a receipt or a statement
/// is proved by its sums.
fn is_official(input: &CheckInput, form: &Form) -> bool {
    let template = input.pack.template_for(&form.label);
    form.label != input.pack.fallback && template.reader.is_none() && template.required().next().is_some()
}

/// All amounts a form holds, without their signs: copies of a form repeat them, and totals may print them negative.
fn amounts(form: &Form) -> Vec<Decimal> {
    let mut found = Vec::new();
    for field in form.fields.values() {
        collect(&field.value, &mut found);
        // Dollars printed apart from their cents are not a missed amount.
        let raws = field
            .cells
            .values()
            .filter_map(|cell| cell.raw.as_ref())
            .chain(&field.raw);
        found.extend(raws.flat_map(|raw| raw.split_whitespace()).filter_map(amount));
    }
    found
}

fn collect(value: &Value, found: &mut Vec<Decimal>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        Value::Object(parts) => parts.values().for_each(|part| collect(part, found)),
        // Descriptions in box 14 contain amounts inside a text.
        Value::String(text) => found.extend(
            text.split_whitespace()
                .filter_map(|word| money::parse(word).ok())
                .map(|m| m.abs()),
        ),
        _ => {}
    }
}

/// The places of a page that the forms were read from.
fn claimed(forms: &[Form], page: u32, reading: u32) -> Vec<Region> {
    let fields = forms.iter().flat_map(|form| form.fields.values());
    let own = |evidence: &&Evidence| (evidence.page, evidence.reading) == (page, reading);
    fields
        .flat_map(Field::all_evidence)
        .filter(own)
        .flat_map(|evidence| evidence.regions.clone())
        .collect()
}

/// Amounts that a form holds and that appear again where nothing was read: on a scan, a stamp or stain over a caption
/// loses its box, and different kinds of wages are often equal. Many repeated amounts are copies.
fn repeated(reading: &Reading, area: &Region, claimed: &[Region], held: &BTreeSet<Decimal>) -> Vec<(u32, Decimal)> {
    if !reading.source.is_recognised() {
        return Vec::new();
    }
    let inside = reading
        .words
        .iter()
        .enumerate()
        .filter(|(_, word)| area.holds(&word.region));
    let amounts = inside.filter_map(|(index, word)| Some((index, amount(&word.text)?)));
    let standing = amounts.filter(|(_, amount)| !amount.is_zero() && held.contains(amount));
    let is_claimed = |(index, _): &(usize, Decimal)| {
        let place = &reading.words[*index].region;
        claimed.iter().any(|own| own.intersection(place).is_some())
    };
    let (read, further): (Vec<_>, Vec<_>) = standing.partition(is_claimed);
    if further.len() * COPIED > read.len() {
        return Vec::new();
    }
    further
        .into_iter()
        .map(|(index, amount)| (index as u32, amount))
        .collect()
}

fn unclaimed(reading: &Reading, area: &Region, known: &BTreeSet<Decimal>) -> Vec<(u32, Decimal)> {
    let area = area.grown(MARGIN);
    let inside = reading
        .words
        .iter()
        .enumerate()
        .filter(|(_, word)| area.holds(&word.region));
    let amounts = inside.filter_map(|(index, word)| Some((index as u32, amount(&word.text)?)));
    amounts
        .filter(|(_, amount)| !amount.is_zero() && !known.contains(amount))
        .collect()
}

/// An unmistakable amount: with cents, or with separated thousands.
pub(super) fn amount(text: &str) -> Option<Decimal> {
    let cents = text.trim_end_matches([')', '-']).rsplit_once('.');
    let unmistakable = cents.is_some_and(|(_, cents)| cents.len() == 2) || text.contains(',');
    unmistakable
        .then(|| money::parse(text).ok())
        .flatten()
        .map(|amount| amount.abs())
}

/// Amounts in the captions of a form, such as "direct sales totaling $5,000 or more".
pub(super) fn printed(template: &Template) -> impl Iterator<Item = Decimal> {
    let fields = template
        .fields
        .iter()
        .flat_map(|field| field.parts.iter().chain([field]));
    let captions = fields.flat_map(|field| {
        field
            .anchors
            .iter()
            .chain(&field.shared_anchors)
            .chain(&field.continuations)
    });
    let words = captions
        .chain(&template.printed)
        .flat_map(|text| text.split_whitespace());
    words.filter_map(|word| amount(word.trim_end_matches(['.', ',', ';', ':'])))
}

fn issue(form: u32, page: u32, reading: &Reading, unclaimed: &[(u32, Decimal)]) -> Option<NewIssue> {
    if unclaimed.is_empty() {
        return None;
    }
    let named: Vec<String> = unclaimed
        .iter()
        .take(NAMED)
        .map(|(_, amount)| amount.to_string())
        .collect();
    let rest = if unclaimed.len() > NAMED {
        format!(" and {} more", unclaimed.len() - NAMED)
    } else {
        String::new()
    };
    let message = format!(
        "page {page} has amounts that are in no field: {}{rest}",
        named.join(", ")
    );
    let evidence = unclaimed
        .iter()
        .take(NAMED)
        .map(|(index, _)| shown(page, reading, *index as usize));
    let issue = NewIssue::new(
        RaisedBy::V1,
        "unclaimed_amount",
        Severity::Major,
        form_path(form, ""),
        message,
    );
    Some(
        issue
            .evidence(evidence.collect())
            .suggestion("check whether a box or a list row was missed"),
    )
}
