//! Pages with security markings: harmless sentences about orchards and bakeries under every kind of banner, portion
//! mark, classification authority block and trap, each page stamped TRAINING. Text and truth are in `tuned.txt` and
//! `unseen.txt`; a layout is a style in which they are set. See `scanning` for scans of them.

mod page;
mod text;

use super::{Case, MarkingTruth, Split, Truth};
use crate::dice::Dice;
use crate::family::Family;
use crate::paper::Paper;
use page::Style;
use text::Written;

const TUNED: &str = include_str!("tuned.txt");
const UNSEEN: &str = include_str!("unseen.txt");

pub const MARKINGS: Family = Family {
    name: "marked",
    tuned: &["marked-memo", "marked-message", "marked-stamped", "marked-report"],
    unseen: &["marked-unseen-slide", "marked-unseen-bulletin", "marked-unseen-carbon"],
    make: cases_of,
};

/// Documents of one layout, going through the texts in order. The same seed gives the same bytes.
pub fn cases_of(layout: &str, seed: u64, count: usize) -> Vec<Case> {
    let mut dice = Dice::new(seed);
    let texts = text::read(if layout.contains("unseen") { UNSEEN } else { TUNED });
    let start = dice.index(texts.len());
    (0..count)
        .map(|index| {
            let text = &texts[(start + index) % texts.len()];
            case(layout, text, &mut dice.fork(), &format!("{layout}-{index:03}"))
        })
        .collect()
}

/// The shipped examples: every text once, going round the styles of its split.
pub fn shipped(seed: u64) -> Vec<Case> {
    let splits = [
        (TUNED, MARKINGS.tuned, Split::Tuned),
        (UNSEEN, MARKINGS.unseen, Split::Unseen),
    ];
    let mut cases = Vec::new();
    for (file, layouts, split) in splits {
        let mut dice = Dice::new(seed);
        for (text, layout) in text::read(file).iter().zip(layouts.iter().cycle()) {
            let mut case = case(layout, text, &mut dice.fork(), &format!("{layout}-{}", text.name));
            case.truth.split = split;
            cases.push(case);
        }
    }
    cases
}

fn case(layout: &str, text: &Written, dice: &mut Dice, stem: &str) -> Case {
    let style = Style::named(layout);
    let sheets = text.pages.iter().map(|page| page::drawn(&style, page, dice)).collect();
    let pages = text.pages.iter().zip(1..);
    let truth = Truth {
        layout: layout.to_owned(),
        pages: text.pages.len() as u32,
        label: Some(text.label().to_owned()),
        expect: text.expect,
        marking: Some(text.whole.clone()),
        page_markings: pages
            .map(|(page, number)| MarkingTruth {
                page: Some(number),
                ..page.truth.clone()
            })
            .collect(),
        remarks: vec![text.name.to_owned()],
        ..Truth::default()
    };
    Case::new(stem, Paper::new(sheets).into_pdf(), truth)
}
