//! Charts of fictional people: notes, reports and administrative documents, one or several in a row, with their page
//! ranges. Their text is in `tuned.txt` and `unseen.txt`; a layout is a style in which they are set. See `scanning`
//! for scans of them.

mod published;
mod style;
mod text;
mod wards;

use super::{Case, Expect, SegmentTruth, Truth};
use crate::dice::Dice;
use crate::family::Family;
use crate::paper::{Paper, Sheet};
use crate::people::Person;
pub use published::published;
use style::{Patient, Style};
use text::Written;
pub use wards::WARDS;

const TUNED: &str = include_str!("tuned.txt");
const UNSEEN: &str = include_str!("unseen.txt");
/// In the pack's order, which breaks ties.
const LABELS: [&str; 5] = [
    "Clinical Note",
    "Pathology Report",
    "Genomic Report",
    "Radiology Report",
    "Other",
];

pub const CHARTS: Family = Family {
    name: "chart",
    tuned: &[
        "chart-hospital",
        "chart-clinic",
        "chart-columns",
        "chart-typed",
        "chart-letter",
        "chart-portal",
        "chart-faxed",
        "chart-banded",
    ],
    unseen: &[
        "chart-unseen-ruled",
        "chart-unseen-narrow",
        "chart-unseen-footed",
        "chart-unseen-plain",
    ],
    make: cases_of,
};

/// Documents of one layout: single documents, charts of two to six, and now and then a document with a misfiled page.
pub fn cases_of(layout: &str, seed: u64, count: usize) -> Vec<Case> {
    let mut dice = Dice::new(seed);
    let texts = text::read(if layout.contains("unseen") { UNSEEN } else { TUNED });
    let start = dice.index(texts.len());
    (0..count)
        .map(|index| {
            let mut dice = dice.fork();
            let papers = match index % 4 {
                3 => misfiled(&texts, &mut dice),
                0 | 2 => vec![&texts[(start + index / 2) % texts.len()]],
                _ => chart(&texts, &mut dice),
            };
            case(
                layout,
                &papers,
                index % 4 == 3,
                &mut dice,
                &format!("{layout}-{index:03}"),
            )
        })
        .collect()
}

/// A cover, then documents in any order; the same one may appear twice.
fn chart<'t>(texts: &'t [Written], dice: &mut Dice) -> Vec<&'t Written> {
    let covers: Vec<&Written> = texts.iter().filter(|text| text.is("cover")).collect();
    let inner: Vec<&Written> = texts.iter().filter(|text| !text.is("cover")).collect();
    let mut papers: Vec<&Written> = Vec::new();
    if dice.chance(60) {
        papers.push(covers[dice.index(covers.len())]);
    }
    for _ in 0..dice.between(2, 5) {
        papers.push(inner[dice.index(inner.len())]);
    }
    papers
}

/// One document of several pages whose second page is about another patient.
fn misfiled<'t>(texts: &'t [Written], dice: &mut Dice) -> Vec<&'t Written> {
    let long: Vec<&Written> = texts.iter().filter(|text| text.is("long")).collect();
    vec![long[dice.index(long.len())]]
}

fn case(layout: &str, papers: &[&Written], misfiled: bool, dice: &mut Dice, stem: &str) -> Case {
    let style = Style::named(layout);
    let (own, other) = (Patient::throw(dice), Patient::throw(dice));
    let mut sheets: Vec<Sheet> = Vec::new();
    let mut segments: Vec<SegmentTruth> = Vec::new();
    for paper in papers {
        let first = sheets.len() as u32 + 1;
        let stranger = misfiled.then_some(&other);
        sheets.extend(style::drawn(&style, paper, &own, stranger, dice));
        segments.push(SegmentTruth {
            first_page: first,
            last_page: sheets.len() as u32,
            label: paper.label.to_owned(),
        });
    }
    style.transmit(&mut sheets);
    let pages = sheets.len() as u32;
    let truth = Truth {
        layout: layout.to_owned(),
        pages,
        label: Some(largest(&segments).to_owned()),
        segments,
        expect: if misfiled && pages > 1 {
            Expect::Escalate
        } else {
            Expect::Accept
        },
        remarks: papers.iter().map(|paper| paper.name.to_owned()).collect(),
        ..Truth::default()
    };
    Case::new(stem, Paper::new(sheets).into_pdf(), truth)
}

/// The label with the most pages.
fn largest(segments: &[SegmentTruth]) -> &'static str {
    let pages = |label: &str| -> u32 {
        let own = segments.iter().filter(|segment| segment.label == label);
        own.map(|segment| segment.last_page - segment.first_page + 1).sum()
    };
    let order = LABELS.into_iter().rev();
    order.max_by_key(|label| pages(label)).unwrap_or("Other")
}

impl Patient {
    fn throw(dice: &mut Dice) -> Self {
        let person = Person::throw(dice);
        Self {
            first: person.first.replace(['.', '\''], ""),
            last: person.last,
            born: [dice.between(1935, 2004), dice.between(1, 12), dice.between(1, 28)],
            record: dice.between(100_000, 99_999_999).to_string(),
        }
    }
}
