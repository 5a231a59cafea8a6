//! Documents that have none of the pack's labels and are easily mistaken for one: other kinds of information returns,
//! pay stubs, invoices, letters. The text of ordinary documents is in `papers.txt`; a section's heading gives the
//! label that should be proposed, its split and its layout. W-2 relatives are in `lookalikes`.

mod returns;

use super::{Case, Expect};
use crate::dice::Dice;
use crate::family::Family;
use crate::font::Font;
use crate::paper::{Ink, Paper, Sheet};
use crate::people::{Employer, Person};
use crate::prose::other;

const PAPERS: &str = include_str!("papers.txt");

pub const RETURNS: Family = Family {
    name: "return",
    tuned: &["return-official", "return-list", "return-letter"],
    unseen: &["return-unseen-boxed", "return-unseen-table"],
    make: returns::cases_of,
};

pub const PAPER: Family = Family {
    name: "paper",
    tuned: &["paper"],
    unseen: &["paper-unseen"],
    make: cases_of,
};

/// One text of `papers.txt`.
struct Written {
    name: &'static str,
    unseen: bool,
    lines: Vec<&'static str>,
}

fn written() -> Vec<Written> {
    let sections = PAPERS.split("== ").filter(|section| !section.trim().is_empty());
    sections
        .map(|section| {
            let (head, body) = section.split_once('\n').unwrap_or((section, ""));
            let name = head.rsplitn(3, ' ').nth(2).unwrap_or(head);
            Written {
                name,
                unseen: head.contains(" unseen "),
                lines: body.lines().filter(|line| !line.is_empty()).collect(),
            }
        })
        .collect()
}

/// Documents of one split, going through the texts in order. The same seed gives the same bytes.
pub fn cases_of(layout: &str, seed: u64, count: usize) -> Vec<Case> {
    let mut dice = Dice::new(seed);
    let texts: Vec<Written> = written()
        .into_iter()
        .filter(|text| text.unseen == layout.ends_with("unseen"))
        .collect();
    (0..count)
        .map(|index| paper(layout, &texts[index % texts.len()], &mut dice.fork(), index))
        .collect()
}

fn paper(layout: &str, text: &Written, dice: &mut Dice, index: usize) -> Case {
    let (firm, person) = (Employer::throw(dice), Person::throw(dice));
    let font = *dice.pick(&[Font::Sans, Font::Serif]);
    let bold = if matches!(font, Font::Sans) {
        Font::SansBold
    } else {
        Font::SerifBold
    };
    let size = dice.between(9, 11) as f32;
    let mut sheet = Sheet::letter();
    let mut baseline = 60.0;
    for line in &text.lines {
        let (ink, line) = match line.strip_prefix("# ") {
            Some(title) => (Ink::new(bold, size + 6.0), title),
            None => (Ink::new(font, size), *line),
        };
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let step = 500.0 / cells.len() as f32;
        for (column, cell) in cells.into_iter().enumerate() {
            let cell = fill(cell, dice, &firm, &person);
            sheet.text(56.0 + step * column as f32, baseline, ink, &cell);
        }
        baseline += ink.size * 1.7;
    }
    let mut case = other(&format!("{layout}-{index:03}"), layout, Paper::new(vec![sheet]), 1);
    case.truth.proposed_label = Some(text.name.to_owned());
    case.truth.expect = Expect::Accept;
    case
}

fn fill(text: &str, dice: &mut Dice, firm: &Employer, person: &Person) -> String {
    let mut text = text
        .replace("{firm}", &firm.name[0])
        .replace("{street}", &firm.address.lines(true).join(", "))
        .replace("{city}", &person.address.city)
        .replace("{person}", &person.name());
    while let Some(at) = text.find("{amount}") {
        let cents = dice.between(1_000, 900_000);
        text.replace_range(at..at + 8, &format!("{}.{:02}", cents / 100, cents % 100));
    }
    while let Some(at) = text.find("{date}") {
        let date = format!(
            "{:02}/{:02}/{}",
            dice.between(1, 12),
            dice.between(1, 28),
            dice.between(2019, 2025)
        );
        text.replace_range(at..at + 6, &date);
    }
    text.replace("{number}", &dice.between(10_000, 999_999).to_string())
}
