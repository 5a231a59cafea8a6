//! The 1099s as groups of entries, with the boxes of the revision for their year.

use super::super::lot::Lot;
use super::super::wording::Wording;
use super::entries::{Content, Entry, Form, Group, Kind, States, Worder};
use crate::payers::facts::State;
use crate::payers::official::{Boxes, boxes};
use crate::payers::slip::Slip;
use crate::w2::layout::Place;

/// Boxes that hold no amount.
const TEXTS: [&str; 3] = ["foreign_country", "tax_exempt_bond_cusip", "payer_rtn"];
/// Names of the slots of all rows of states: the truth has no other rows.
pub(super) const STATE_ROWS: usize = 2;

pub(super) fn form(slip: &Slip, list: &Wording, lot: &mut Lot) -> Form {
    let boxes = boxes(slip.facts.label, slip.facts.year);
    let mut words = Worder { list, lot };
    Form {
        title: words.title(slip.facts.label, slip.facts.year),
        small: words.small(),
        groups: vec![
            people(slip, &mut words),
            amounts(slip, &boxes, &mut words),
            checks(slip, &boxes, &mut words),
        ],
        states: states(slip, &boxes, &mut words),
        state_heading: list.plain("heading.state", lot).to_owned(),
    }
}

/// The slots of a form, which name the fields of its truth.
pub(super) fn slots(slip: &Slip) -> Vec<String> {
    let boxes = boxes(slip.facts.label, slip.facts.year);
    let mut slots: Vec<String> = [
        "payer",
        "payer_tin",
        "recipient",
        "recipient_tin",
        "account_number",
        "corrected",
    ]
    .map(str::to_owned)
    .into();
    slots.extend(boxes.rows.iter().flatten().map(|(_, _, slot)| (*slot).to_owned()));
    for row in 0..STATE_ROWS {
        let parts = ["state", "payer_state_no", "state_income", "state_tax_withheld"];
        let shown = parts
            .iter()
            .filter(|part| has_income(&boxes) || **part != "state_income");
        slots.extend(shown.map(|part| format!("state_taxes.{part}.{row}")));
    }
    slots
}

/// The slots of a form's amounts.
pub(super) fn amounts_of(label: &str, year: i32) -> Vec<&'static str> {
    let all = boxes(label, year).rows.into_iter().flatten();
    all.map(|(_, _, slot)| slot)
        .filter(|slot| !is_square(slot) && !TEXTS.contains(slot))
        .collect()
}

fn has_income(boxes: &Boxes) -> bool {
    boxes.states.iter().any(|(_, _, part)| *part == "state_income")
}

fn people(slip: &Slip, words: &mut Worder) -> Group {
    let mut entries = Vec::new();
    if words.lot.chance(60) {
        entries.push(words.line("", "payer", slip.at("payer")));
    } else {
        entries.push(words.line("", "payer_name", slip.at("payer_name")));
        entries.push(words.line("", "payer_address", slip.at("payer_address")));
        entries.push(words.line("", "payer_telephone", slip.at("payer_telephone")));
    }
    entries.push(words.number("", "payer_tin", &slip.at("payer_tin")));
    entries.push(words.number("", "recipient_tin", &slip.at("recipient_tin")));
    entries.extend(words.party("", "recipient", slip, "recipient", "recipient"));
    entries.push(words.line("", "account_number", slip.at("account_number")));
    words.group(Kind::People, "heading.payer", entries)
}

fn amounts(slip: &Slip, boxes: &Boxes, words: &mut Worder) -> Group {
    let shown = boxes.rows.iter().flatten().filter(|(_, _, slot)| !is_square(slot));
    let entries = shown
        .map(|(number, _, slot)| boxed(slip, number, slot, words))
        .collect();
    words.group(Kind::Amounts, "heading.amounts", entries)
}

fn boxed(slip: &Slip, number: &str, slot: &str, words: &mut Worder) -> Entry {
    match slot {
        _ if TEXTS.contains(&slot) => words.line(number, slot, slip.at(slot)),
        _ => words.entry(number, slot, Content::Amount(slip.facts.amounts.get(slot).copied())),
    }
}

fn checks(slip: &Slip, boxes: &Boxes, words: &mut Worder) -> Group {
    let ticked = |slot: &str| Content::Check(slip.facts.checks.contains(slot));
    let mut entries = vec![words.entry("", "corrected", ticked("corrected"))];
    let squares = boxes
        .rows
        .iter()
        .flatten()
        .filter(|(_, _, slot)| !slot.is_empty() && is_square(slot));
    for (number, _, slot) in squares {
        entries.push(words.entry(number, slot, ticked(slot)));
    }
    words.group(Kind::More, "heading.more", entries)
}

fn is_square(slot: &&str) -> bool {
    slot.is_empty() || (*slot).to_owned().is_square()
}

fn states(slip: &Slip, boxes: &Boxes, words: &mut Worder) -> States {
    let number = |part: &str| {
        let found = boxes.states.iter().find(|(_, _, other)| {
            *other == part || *other == "line" && part != "state_income" && part != "state_tax_withheld"
        });
        found.map_or("", |(number, _, _)| *number).to_owned()
    };
    let parts = ["state", "payer_state_no", "state_tax_withheld", "state_income"];
    let count = if has_income(boxes) { 4 } else { 3 };
    let heads = parts[..count].iter();
    let heads = heads.map(|part| words.entry(&number(part), part, Content::Lines(Vec::new())));
    States {
        heads: heads.collect(),
        rows: slip.facts.states.iter().map(|state| row(state, count)).collect(),
    }
}

fn row(state: &State, count: usize) -> Vec<Content> {
    let text = |text: &str| Content::Lines(vec![text.to_owned()]);
    let mut row = vec![
        text(state.state),
        text(&state.number),
        Content::Amount(state.tax),
        Content::Amount(state.income),
    ];
    row.truncate(count);
    row
}
