//! Charts as unkind as hospitals print them: running heads on every page, titles in the head only or not at all, counts
//! of several formats, flowsheets and panels with times of their own, fax lines, blank backs, pages with a logo only,
//! pages out of order, printed twice or interleaved. Their text is in `ward.txt` and `ward-unseen.txt`.

mod draw;
mod print;
mod tables;

use super::super::{Case, Expect, SegmentTruth, Truth};
use super::text::{self, Written};
use super::{Patient, largest};
use crate::dice::Dice;
use crate::family::Family;
use crate::paper::{Paper, Sheet};
use draw::{Stay, drawn};
use print::Print;
use std::ops::Range;

const TUNED: &str = include_str!("ward.txt");
const UNSEEN: &str = include_str!("ward-unseen.txt");

pub const WARDS: Family = Family {
    name: "ward",
    tuned: &[
        "ward-headed",
        "ward-counted",
        "ward-flow",
        "ward-faxed",
        "ward-portal",
        "ward-release",
        "ward-shuffled",
    ],
    unseen: &[
        "ward-unseen-stay",
        "ward-unseen-office",
        "ward-unseen-copy",
        "ward-unseen-run",
        "ward-unseen-shuffled",
    ],
    make: cases_of,
};

fn cases_of(layout: &str, seed: u64, count: usize) -> Vec<Case> {
    let mut dice = Dice::new(seed);
    let texts = text::read(if layout.contains("unseen") { UNSEEN } else { TUNED });
    (0..count)
        .map(|index| case(layout, &texts, &mut dice.fork(), &format!("{layout}-{index:03}")))
        .collect()
}

/// The papers of one stay or one transmission. Notes of several days follow each other.
fn papers<'t>(layout: &str, texts: &'t [Written], dice: &mut Dice) -> Vec<&'t Written> {
    let outside = layout.ends_with("faxed") || layout.ends_with("office");
    let of = |wanted: &dyn Fn(&Written) -> bool| texts.iter().filter(|text| wanted(text)).collect::<Vec<_>>();
    let covers = of(&|text| text.is("cover"));
    let mut inner = of(&|text| !text.is("cover") && (outside || !text.is("letter")));
    if outside {
        inner.extend(of(&|text| text.is("letter")).repeat(2));
    }
    if layout.ends_with("flow") {
        inner.extend(of(&|text| text.is("flow")));
    }
    let mut papers = Vec::new();
    if outside && dice.chance(70) {
        papers.push(covers[dice.index(covers.len())]);
    }
    for _ in 0..dice.between(4, 9) {
        let paper = inner[dice.index(inner.len())];
        let times = if paper.is("series") { dice.between(1, 4) } else { 1 };
        papers.extend((0..times).map(|_| paper));
    }
    papers
}

/// What happened to the pages before they were scanned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Accident {
    Swapped,
    Reversed,
    Twice,
    Interleaved,
}

impl Accident {
    const ALL: [Self; 4] = [Self::Swapped, Self::Reversed, Self::Twice, Self::Interleaved];
}

fn case(layout: &str, texts: &[Written], dice: &mut Dice, stem: &str) -> Case {
    let print = Print::named(layout, dice);
    let mut stay = Stay::throw(Patient::throw(dice), dice);
    let mut chart = Chart::default();
    let accident = layout.ends_with("shuffled").then(|| *dice.pick(&Accident::ALL));
    for paper in papers(layout, texts, dice) {
        let own = if print.mixed { Print::named(layout, dice) } else { print };
        let (mut same_stay, mut same_dice) = (stay.clone(), dice.clone());
        let mut sheets = drawn(&own, paper, &mut stay, dice);
        let twice = accident == Some(Accident::Twice) && !chart.disturbed && sheets.len() > 1;
        if twice {
            let mut again = drawn(&own, paper, &mut same_stay, &mut same_dice);
            sheets.insert(1, again.swap_remove(0));
        }
        chart.disturbed |= twice;
        let from = chart.sheets.len();
        chart.sheets.extend(sheets);
        chart.ranges.push((from..chart.sheets.len(), paper));
    }
    chart.happen(accident, dice);
    print.transmit(&mut chart.sheets, dice);
    let truth = chart.truth(layout, accident);
    Case::new(stem, Paper::new(chart.sheets).into_pdf(), truth)
}

/// The pages of a chart, and the range of each of its papers.
#[derive(Default)]
struct Chart<'t> {
    sheets: Vec<Sheet>,
    ranges: Vec<(Range<usize>, &'t Written)>,
    /// Whether an accident happened.
    disturbed: bool,
}

impl Chart<'_> {
    /// Lets an accident happen to a paper of several pages, or to two in a row, if there are any.
    fn happen(&mut self, accident: Option<Accident>, dice: &mut Dice) {
        let pages = |place: usize| self.ranges[place].0.clone();
        let long: Vec<usize> = (0..self.ranges.len()).filter(|&place| pages(place).len() > 1).collect();
        let pair = long.iter().find(|&&place| long.contains(&(place + 1)));
        let one = long.get(dice.index(long.len().max(1)));
        let disturbed = match (accident, one, pair) {
            (Some(Accident::Swapped), Some(&place), _) => {
                let start = pages(place).start;
                self.sheets.swap(start, start + 1);
                true
            }
            (Some(Accident::Reversed), Some(&place), _) => {
                let pages = pages(place);
                self.sheets[pages].reverse();
                true
            }
            // The first page of the second paper goes before the last one of the first.
            (Some(Accident::Interleaved), _, Some(&place)) => {
                let end = pages(place).end;
                self.sheets.swap(end - 1, end);
                true
            }
            _ => false,
        };
        self.disturbed |= disturbed;
    }

    fn truth(&self, layout: &str, accident: Option<Accident>) -> Truth {
        let segment = |(pages, paper): &(Range<usize>, &Written)| SegmentTruth {
            first_page: pages.start as u32 + 1,
            last_page: pages.end as u32,
            label: paper.label.to_owned(),
        };
        let segments: Vec<SegmentTruth> = self.ranges.iter().map(segment).collect();
        let accident = accident.filter(|_| self.disturbed);
        let names = self.ranges.iter().map(|(_, paper)| paper.name.to_owned());
        Truth {
            layout: layout.to_owned(),
            pages: self.sheets.len() as u32,
            label: Some(largest(&segments).to_owned()),
            // Interleaved papers have no page ranges.
            segments: if accident == Some(Accident::Interleaved) {
                Vec::new()
            } else {
                segments
            },
            expect: if accident.is_some() {
                Expect::Escalate
            } else {
                Expect::Accept
            },
            remarks: names
                .chain(accident.map(|accident| format!("{accident:?}").to_lowercase()))
                .collect(),
            ..Truth::default()
        }
    }
}
