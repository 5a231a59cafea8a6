//! Made 1099s and Schedules K-1: their facts (`facts`, `shares`), filled in by one printer (`slip`), on layouts of
//! the IRS (`official`, `schedules`), of payers (`substitutes`, `others`) and held-out ones (`held`).

pub(crate) mod draw;
pub(crate) mod facts;
pub mod fillable;
mod held;
mod held_schedules;
pub(crate) mod official;
mod other_schedules;
mod others;
mod parts;
pub(crate) mod schedules;
mod shares;
pub(crate) mod slip;
mod substitutes;

use super::{Case, Expect, FormTruth, Truth};
use crate::dice::Dice;
use crate::family::Family;
use crate::font::Font;
use crate::paper::{Appearances, Ink, Paper, Sheet};
use crate::w2::hand::{Hand, Money};
use crate::w2::layout::Mark;
use draw::Form;
use facts::Facts;
use official::CopyOf;
use slip::{Slip, Slot};

/// The family of one 1099. Its layouts are named after the family and one of its variants.
macro_rules! family {
    ($family:ident, $name:literal) => {
        pub const $family: Family = Family {
            name: $name,
            tuned: &[
                concat!($name, "-official"),
                concat!($name, "-official-fields"),
                concat!($name, "-official-flattened"),
                concat!($name, "-stacked"),
                concat!($name, "-three-up"),
                concat!($name, "-bank"),
                concat!($name, "-vendor"),
                concat!($name, "-table"),
                concat!($name, "-below"),
                concat!($name, "-narrow"),
            ],
            unseen: &[
                concat!($name, "-held-portal"),
                concat!($name, "-held-cards"),
                concat!($name, "-held-letter"),
            ],
            make: cases_of,
        };
    };
}

family!(NEC, "nec");
family!(INT, "int");
family!(DIV, "div");
family!(MISC, "misc");

/// Several forms on a broker's page.
pub const CONSOLIDATED: Family = Family {
    name: "consolidated",
    tuned: &["consolidated"],
    unseen: &["consolidated-held"],
    make: cases_of,
};

pub const K1: Family = Family {
    name: "k1",
    tuned: &[
        "k1-1065",
        "k1-1065-fields",
        "k1-1120s",
        "k1-program",
        "k1-list",
        "k1-grid",
        "k1-mirrored",
    ],
    unseen: &["k1-held-table", "k1-held-columns"],
    make: cases_of,
};

/// Filled forms of one layout. The same seed gives the same bytes.
pub fn cases_of(layout: &str, seed: u64, count: usize) -> Vec<Case> {
    let mut dice = Dice::new(seed);
    let one = |index: usize| match layout {
        "consolidated" | "consolidated-held" => consolidated(layout, &mut dice.fork(), index),
        _ => filled(layout, &mut dice.fork(), index),
    };
    (0..count).map(one).collect()
}

/// The label of a layout, and the variant it is printed in.
fn label_of(layout: &str) -> (&'static str, &str) {
    let (family, manner) = layout.split_once('-').unwrap_or((layout, ""));
    let label = match family {
        "nec" => "1099-NEC",
        "int" => "1099-INT",
        "div" => "1099-DIV",
        "misc" => "1099-MISC",
        _ => "K-1",
    };
    (label, manner)
}

/// A tax year in which the form existed.
pub(crate) fn year(dice: &mut Dice, label: &str) -> i32 {
    let first = if label == "1099-NEC" { 2020 } else { 2011 };
    dice.between(first, 2025) as i32
}

/// One blank form of each layout.
pub fn blanks(seed: u64) -> Vec<Case> {
    let mut dice = Dice::new(seed);
    let layouts = [NEC, INT, DIV, MISC, K1].into_iter().flat_map(|family| family.tuned);
    let blank = |layout: &&str| {
        let (label, manner) = label_of(layout);
        let (bytes, _, copies) = draw(label, manner, year(&mut dice, label), None);
        let truth = Truth {
            layout: (*layout).to_owned(),
            label: Some("OTHER".to_owned()),
            expect: Expect::Escalate,
            remarks: vec![format!("blank form, {copies} on the page")],
            ..Truth::default()
        };
        Case::new(&format!("blank-{layout}"), bytes, truth)
    };
    layouts.map(blank).collect()
}

fn filled(layout: &str, dice: &mut Dice, index: usize) -> Case {
    let (label, manner) = label_of(layout);
    let year = year(dice, label);
    let hand = Hand::throw(dice);
    let facts = match (label, partners(manner, year)) {
        ("K-1", true) => Facts::partner(dice, year, manner == "program"),
        ("K-1", false) => Facts::shareholder(dice, year, manner == "program"),
        _ => Facts::throw(dice, label, year),
    };
    let slip = Slip { facts: &facts, hand };
    let (bytes, slots, copies) = draw(label, manner, year, Some(&slip));
    let form = FormTruth {
        label: label.to_owned(),
        page: 1,
        copies,
        fields: slip.fields(&slots),
    };
    let mut truth = truth(label, layout, hand, &facts, vec![form]);
    truth.pages += u32::from(manner == "program");
    let (family, manner) = layout.split_once('-').unwrap_or((layout, ""));
    Case::new(&format!("{family}-{:03}-{manner}", index + 1), bytes, truth)
}

/// Whether a layout of Schedule K-1 is that of a partnership. Layouts for both alternate by year.
fn partners(layout: &str, year: i32) -> bool {
    layout.contains("1065") || !layout.contains("1120s") && year % 2 == 0
}

fn truth(label: &str, layout: &str, hand: Hand, facts: &Facts, forms: Vec<FormTruth>) -> Truth {
    let mut truth = Truth {
        label: Some(label.to_owned()),
        layout: layout.to_owned(),
        forms,
        ..Truth::default()
    };
    let ticked = |form: &FormTruth| {
        let mut boxes = ["corrected", "amended"]
            .iter()
            .filter_map(|name| form.fields.get(*name));
        boxes.any(|value| value == true)
    };
    if truth.forms.iter().any(ticked) {
        truth.expect = Expect::Escalate;
        truth.remarks.push("corrects an earlier form".to_owned());
    } else if hand.money == Money::Whole {
        truth.expect = Expect::Any;
        truth.remarks.push("amounts are rounded to whole dollars".to_owned());
    }
    if facts.recipient.firm {
        truth.remarks.push("the recipient has an EIN".to_owned());
    }
    truth
}

fn slots(forms: &[&Form]) -> Vec<Slot> {
    forms
        .iter()
        .flat_map(|form| form.cells.iter().map(|cell| cell.slot.clone()))
        .collect()
}

/// The file, the slots that the layout has, and the number of copies it shows.
fn draw(label: &str, layout: &str, year: i32, slip: Option<&Slip>) -> (Vec<u8>, Vec<Slot>, u32) {
    let mut sheet = Sheet::letter();
    let sans = Ink::new(Font::Sans, 9.0);
    let (forms, corners): (Vec<Form>, Vec<(f32, f32)>) = match layout {
        "stacked" => {
            let of = |copy| official::layout(label, year, copy, Ink::new(Font::Mono, 8.5), 26.0);
            (vec![of(CopyOf::B), of(CopyOf::C)], vec![(36.0, 24.0), (36.0, 410.0)])
        }
        "three-up" => {
            let of = |copy| official::layout(label, year, copy, Ink::new(Font::Sans, 7.5), 17.0);
            let copies = vec![of(CopyOf::B), of(CopyOf::B), of(CopyOf::C)];
            (copies, vec![(36.0, 12.0), (36.0, 268.0), (36.0, 526.0)])
        }
        "bank" => (vec![substitutes::bank(label, year)], vec![(40.0, 40.0)]),
        "vendor" => (vec![substitutes::vendor(label, year)], vec![(36.0, 36.0)]),
        "table" => (vec![others::table(label, year)], vec![(36.0, 40.0)]),
        "below" => (vec![others::below(label, year)], vec![(36.0, 30.0)]),
        "narrow" => {
            sheet = Sheet::new(792.0, 612.0);
            let of = || others::narrow(label, year);
            (vec![of(), of()], vec![(24.0, 24.0), (408.0, 24.0)])
        }
        "held-portal" => (vec![held::portal(label, year)], vec![(40.0, 30.0)]),
        "held-cards" => (vec![held::cards(label, year)], vec![(36.0, 34.0)]),
        "held-letter" => (vec![held::letter(label, year)], vec![(48.0, 48.0)]),
        _ if label == "K-1" => (vec![schedule(layout, year)], vec![(36.0, 30.0)]),
        "official" => (
            vec![official::layout(label, year, CopyOf::A, sans, 32.0)],
            vec![(36.0, 36.0)],
        ),
        _ => (
            vec![official::layout(label, year, CopyOf::B, sans, 32.0)],
            vec![(36.0, 36.0)],
        ),
    };
    let live = matches!(layout, "official-fields" | "official-flattened" | "1065-fields");
    for (number, (form, corner)) in forms.iter().zip(&corners).enumerate() {
        if live {
            form.draw_fields(&mut sheet, *corner, slip, &format!("f{number}"));
        } else {
            form.draw(&mut sheet, *corner, slip);
        }
    }
    let slots = slots(&forms.iter().collect::<Vec<_>>());
    let mut sheets = vec![sheet];
    if let (true, Some(slip)) = (layout == "program", slip) {
        sheets.push(statement(slip));
    }
    let mut paper = Paper::new(sheets);
    if layout == "official-flattened" {
        paper.appearances = Appearances::Flattened;
    }
    (paper.into_pdf(), slots, forms.len() as u32)
}

/// The statement that tax software adds: the breakdown of the coded boxes.
fn statement(slip: &Slip) -> Sheet {
    let mut sheet = Sheet::letter();
    let (ink, bold) = (Ink::new(Font::Mono, 9.0), Ink::new(Font::MonoBold, 10.0));
    let mut level = 60.0;
    sheet.text(60.0, level, bold, "SCHEDULE K-1 SUPPLEMENTAL INFORMATION");
    for line in [slip.at("payer_name").concat(), slip.at("recipient_name").concat()] {
        level += 16.0;
        sheet.text(60.0, level, ink, &line);
    }
    for (list, rows) in &slip.facts.lists {
        for row in rows {
            level += 22.0;
            let title = format!("{} - CODE {}", list.replace('_', " ").to_uppercase(), row.code);
            sheet.text(60.0, level, bold, &title);
            let cents = row.amount.unwrap_or(431_277).abs();
            for (words, part) in [
                ("FROM PASS-THROUGH ACTIVITIES", cents / 3),
                ("OTHER", cents - cents / 3),
            ] {
                level += 13.0;
                sheet.text(72.0, level, ink, words);
                sheet.text_right(500.0, level, ink, &slip.hand.cents(part));
            }
        }
    }
    sheet
}

fn schedule(layout: &str, year: i32) -> Form {
    let partner = partners(layout, year);
    match layout {
        "list" => other_schedules::list(partner, year),
        "grid" => other_schedules::grid(partner, year),
        "mirrored" => other_schedules::mirrored(partner, year),
        "held-table" => held_schedules::table(partner, year),
        "held-columns" => held_schedules::columns(partner, year),
        "program" => schedules::layout(partner, year, Ink::new(Font::Mono, 8.0), Mark::Letter),
        _ => schedules::layout(partner, year, Ink::new(Font::Sans, 8.5), Mark::Cross),
    }
}

/// A broker's page with a section per form: dividends, interest and sometimes miscellaneous income.
fn consolidated(layout: &str, dice: &mut Dice, index: usize) -> Case {
    let held = layout == "consolidated-held";
    let year = dice.between(2014, 2025) as i32;
    let hand = Hand::throw(dice);
    let mut labels = vec!["1099-DIV", "1099-INT"];
    if dice.chance(50) {
        labels.push("1099-MISC");
    }
    let mut all: Vec<Facts> = labels.iter().map(|label| Facts::throw(dice, label, year)).collect();
    let first = all[0].clone();
    for facts in &mut all {
        facts.payer.clone_from(&first.payer);
        facts.telephone.clone_from(&first.telephone);
        facts.recipient.clone_from(&first.recipient);
        facts.account.clone_from(&first.account);
    }
    let head = if held {
        held::head(year)
    } else {
        substitutes::consolidated(year)
    };
    let mut sheet = Sheet::letter();
    let mut top = 30.0;
    head.draw(&mut sheet, (36.0, top), Some(&Slip { facts: &first, hand }));
    top += 118.0;
    let mut forms = Vec::new();
    for facts in &all {
        let slip = Slip { facts, hand };
        let (section, height) = if held {
            held::panel(facts.label, year)
        } else {
            substitutes::section(facts.label, year)
        };
        section.draw(&mut sheet, (36.0, top), Some(&slip));
        top += height;
        forms.push(FormTruth {
            label: facts.label.to_owned(),
            page: 1,
            copies: 1,
            fields: slip.fields(&slots(&[&head, &section])),
        });
    }
    let mut truth = truth("1099-DIV", layout, hand, &first, forms);
    truth.expect = Expect::Any;
    let bytes = Paper::new(vec![sheet]).into_pdf();
    Case::new(&format!("broker-{:03}-{layout}", index + 1), bytes, truth)
}
