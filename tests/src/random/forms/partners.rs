//! Schedule K-1 of Form 1065 as groups of entries, with the boxes of the revision for its year.

use super::super::lot::Lot;
use super::super::wording::Wording;
use super::entries::{Content, Entry, Form, Group, Kind, States, Worder};
use crate::payers::facts::Coded;
use crate::payers::schedules::partner_boxes;
use crate::payers::slip::Slip;

/// Check boxes with their letters.
const CHECKS: [(&str, &str); 8] = [
    ("D", "publicly_traded_partnership"),
    ("G", "general_partner"),
    ("G", "limited_partner"),
    ("H1", "domestic_partner"),
    ("H1", "foreign_partner"),
    ("I2", "retirement_plan"),
    ("", "final"),
    ("", "amended"),
];
const SHARES: [&str; 3] = ["profit_share", "loss_share", "capital_share"];
const LIABILITIES: [&str; 3] = [
    "nonrecourse_liabilities",
    "qualified_nonrecourse_financing",
    "recourse_liabilities",
];
const CAPITAL: [&str; 6] = [
    "beginning_capital_account",
    "capital_contributed",
    "current_year_net_income",
    "other_increase",
    "withdrawals_and_distributions",
    "ending_capital_account",
];
const ENDS: [&str; 2] = ["beginning", "ending"];

pub(super) fn form(slip: &Slip, list: &Wording, lot: &mut Lot) -> Form {
    let mut words = Worder { list, lot };
    Form {
        title: words.title("K-1", slip.facts.year),
        small: words.small(),
        groups: vec![
            people(slip, &mut words),
            shares(slip, &mut words),
            income(slip, &mut words),
            checks(slip, &mut words),
        ],
        states: States {
            heads: Vec::new(),
            rows: Vec::new(),
        },
        state_heading: String::new(),
    }
}

/// The slots of a form, which name the fields of its truth.
pub(super) fn slots(slip: &Slip) -> Vec<String> {
    let mut slots = [
        "payer_tin",
        "payer_name_and_address",
        "irs_center",
        "recipient_tin",
        "recipient",
        "entity_type",
    ]
    .map(str::to_owned)
    .to_vec();
    slots.extend(CHECKS.map(|(_, slot)| slot.to_owned()));
    for name in SHARES.iter().chain(&LIABILITIES) {
        slots.extend(ENDS.map(|end| format!("{name}_{end}")));
    }
    slots.extend(CAPITAL.map(str::to_owned));
    for (_, _, slot, rows) in boxes(slip) {
        if rows == 0 {
            slots.push(slot.to_owned());
        }
        for row in 0..slip.facts.lists.get(slot).map_or(0, Vec::len) {
            slots.extend(["code", "amount"].map(|part| format!("{slot}.{part}.{row}")));
        }
    }
    slots
}

fn boxes(slip: &Slip) -> impl Iterator<Item = (&'static str, &'static str, &'static str, u8)> {
    partner_boxes(slip.facts.year).into_iter().flatten()
}

fn people(slip: &Slip, words: &mut Worder) -> Group {
    let mut entries = vec![words.number("A", "partnership_ein", &slip.at("payer_tin"))];
    entries.extend(words.party("B", "partnership", slip, "payer", "payer_name_and_address"));
    entries.push(words.line("C", "irs_center", slip.at("irs_center")));
    entries.push(words.number("E", "partner_tin", &slip.at("recipient_tin")));
    entries.extend(words.party("F", "partner", slip, "recipient", "recipient"));
    entries.push(words.line("I1", "entity_type", slip.at("entity_type")));
    words.group(Kind::People, "heading.partner", entries)
}

fn shares(slip: &Slip, words: &mut Worder) -> Group {
    let mut entries = Vec::new();
    for name in SHARES {
        for end in ENDS {
            let percent = slip.at(&format!("{name}_{end}"));
            let printed = percent.into_iter().map(|text| format!("{text}%")).collect();
            entries.push(of_year("J", name, end, Content::Lines(printed), words));
        }
    }
    let amount = |slot: &str| Content::Amount(slip.facts.amounts.get(slot).copied());
    for name in LIABILITIES {
        for end in ENDS {
            let content = amount(&format!("{name}_{end}"));
            entries.push(of_year("K", name, end, content, words));
        }
    }
    for name in CAPITAL {
        entries.push(words.entry("L", name, amount(name)));
    }
    words.group(Kind::More, "heading.shares", entries)
}

/// An entry of the beginning or the end of the year.
fn of_year(letter: &str, name: &str, end: &str, content: Content, words: &mut Worder) -> Entry {
    let end = words.list.plain(end, words.lot);
    let mut entry = words.entry(letter, name, content);
    entry.caption = format!("{}, {end}", entry.caption);
    entry
}

fn income(slip: &Slip, words: &mut Worder) -> Group {
    let mut entries = Vec::new();
    for (number, _, slot, rows) in boxes(slip).filter(|(_, _, slot, _)| !is_check(slot)) {
        if rows == 0 {
            let content = Content::Amount(slip.facts.amounts.get(slot).copied());
            entries.push(words.entry(number, slot, content));
            continue;
        }
        let caption = words.entry(number, slot, Content::Coded(None));
        let rows = slip.facts.lists.get(slot).map_or(&[][..], Vec::as_slice);
        let coded = |row: &Coded| Content::Coded(row.amount.map(|cents| (row.code, cents)));
        entries.extend(rows.iter().map(|row| Entry {
            content: coded(row),
            ..caption.clone()
        }));
        if rows.is_empty() {
            entries.push(caption);
        }
    }
    words.group(Kind::Amounts, "heading.income", entries)
}

fn is_check(slot: &str) -> bool {
    slot == "schedule_k3_attached" || slot.starts_with("more_than_one_activity")
}

fn checks(slip: &Slip, words: &mut Worder) -> Group {
    let ticked = |slot: &str| Content::Check(slip.facts.checks.contains(slot));
    let mut entries: Vec<Entry> = CHECKS
        .into_iter()
        .map(|(letter, slot)| words.entry(letter, slot, ticked(slot)))
        .collect();
    for (number, _, slot, _) in boxes(slip).filter(|(_, _, slot, _)| is_check(slot)) {
        entries.push(words.entry(number, slot, ticked(slot)));
    }
    words.group(Kind::More, "heading.more", entries)
}
