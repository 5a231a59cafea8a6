//! The W-2 as groups of entries.

use super::super::lot::Lot;
use super::super::wording::Wording;
use super::entries::{Content, Entry, Form, Group, Kind, States, Worder};
use crate::w2::hand::Print;
use crate::w2::layout::Slot;
use crate::w2::wages::StateTax;

/// Each amount with its box and its caption.
const AMOUNTS: [(u8, &str); 10] = [
    (1, "wages_tips"),
    (2, "federal_tax_withheld"),
    (3, "ss_wages"),
    (4, "ss_tax_withheld"),
    (5, "medicare_wages"),
    (6, "medicare_tax_withheld"),
    (7, "ss_tips"),
    (8, "allocated_tips"),
    (10, "dependent_care_benefits"),
    (11, "nonqualified_plans"),
];
const CHECKS: [&str; 3] = ["statutory_employee", "retirement_plan", "third_party_sick_pay"];
const STATE: [(&str, &str); 7] = [
    ("15", "state"),
    ("15", "employer_state_id"),
    ("16", "state_wages"),
    ("17", "state_income_tax"),
    ("18", "local_wages"),
    ("19", "local_income_tax"),
    ("20", "locality_name"),
];
/// Most rows of states that a form prints.
pub(super) const STATE_ROWS: usize = 2;

pub(super) fn form(print: &Print, list: &Wording, lot: &mut Lot) -> Form {
    let mut words = Worder { list, lot };
    Form {
        title: words.title("W-2", print.wages.year),
        small: words.small(),
        groups: vec![
            people(print, &mut words),
            amounts(print, &mut words),
            more(print, &mut words),
        ],
        states: states(print, &mut words),
        state_heading: list.plain("heading.state", lot).to_owned(),
    }
}

fn people(print: &Print, words: &mut Worder) -> Group {
    let mut entries = vec![
        words.number("a", "employee_ssn", &print.at(Slot::Ssn)),
        words.number("b", "employer_ein", &print.at(Slot::Ein)),
    ];
    if words.lot.chance(60) {
        entries.push(words.line("c", "employer", print.at(Slot::Employer)));
    } else {
        entries.push(words.line("c", "employer_name", print.at(Slot::EmployerName)));
        entries.push(words.line("c", "employer_address", print.at(Slot::EmployerAddress)));
    }
    entries.push(words.line("d", "control_number", print.at(Slot::Control)));
    if words.lot.chance(50) {
        entries.push(words.line("e", "employee", print.at(Slot::Employee)));
    } else {
        entries.push(words.line("e", "employee_name", print.at(Slot::EmployeeName)));
        entries.push(words.line("f", "employee_address", print.at(Slot::EmployeeAddress)));
    }
    words.group(Kind::People, "heading.people", entries)
}

fn amounts(print: &Print, words: &mut Worder) -> Group {
    let one = |(number, key): (u8, &str)| {
        let content = Content::Amount(print.amount(number));
        words.entry(&number.to_string(), key, content)
    };
    let entries = AMOUNTS.into_iter().map(one).collect();
    words.group(Kind::Amounts, "heading.amounts", entries)
}

fn more(print: &Print, words: &mut Worder) -> Group {
    let caption = words.list.caption("box_12", words.lot);
    let coded = |(row, number): (usize, &str)| Entry {
        caption: caption.replace("{box}", "12"),
        number: number.to_owned(),
        content: Content::Coded(print.wages.codes.get(row).copied()),
    };
    let mut entries: Vec<Entry> = ["12a", "12b", "12c", "12d"]
        .into_iter()
        .enumerate()
        .map(coded)
        .collect();
    for (key, on) in CHECKS.into_iter().zip(print.wages.checks) {
        entries.push(words.entry("13", key, Content::Check(on)));
    }
    entries.push(words.line("14", "other", print.at(Slot::Other)));
    words.group(Kind::More, "heading.more", entries)
}

fn states(print: &Print, words: &mut Worder) -> States {
    let heads = STATE.map(|(number, key)| words.entry(number, key, Content::Lines(Vec::new())));
    States {
        heads: heads.into(),
        rows: print.wages.states.iter().map(row).collect(),
    }
}

fn row(state: &StateTax) -> Vec<Content> {
    let text = |text: &str| Content::Lines(vec![text.to_owned()]);
    vec![
        text(state.state),
        text(&state.id),
        Content::Amount(Some(state.wages)),
        Content::Amount(state.tax),
        Content::Amount(state.local_wages),
        Content::Amount(state.local_tax),
        Content::Lines(state.locality.iter().map(|&name| name.to_owned()).collect()),
    ]
}
