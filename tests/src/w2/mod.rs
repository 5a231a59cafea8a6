//! Made W-2s: fictional wages (`wages`), printed in one employer's style (`hand`), on one of many layouts. The truth
//! is exact because it is written from what is drawn. To add a layout, add a table in `payroll`, or a name in
//! `LAYOUTS`.

mod fresh;
mod fresh_pages;
mod grid;
pub(crate) mod hand;
mod held;
mod late;
pub(crate) mod layout;
mod official;
mod payroll;
pub(crate) mod style;
pub mod trapped;
mod various;
pub(crate) mod wages;

use super::{Case, Expect, FormTruth, Truth};
use crate::dice::Dice;
use crate::font::Font;
use crate::paper::{Appearances, Ink, Paper, Sheet};
use hand::{Hand, Money, Print};
use layout::{Align, Mark};
use official::CopyOf;
use serde_json::Value;
use wages::Wages;

/// Every tuned layout by name. A layout is tuned on or held out as a whole.
pub const LAYOUTS: [&str; 37] = [
    "official",
    "official-centered",
    "official-fields",
    "official-fields-hidden",
    "official-flattened",
    "official-stacked",
    "official-two-people",
    "payroll-ruled",
    "payroll-bare",
    "payroll-ledger",
    "payroll-below",
    "payroll-wide",
    "quarters",
    "official-misprinted",
    "list",
    "letterhead",
    "thirds",
    "capitals",
    "boxed",
    "fresh-beside",
    "fresh-seal",
    "fresh-listing",
    "fresh-table",
    "fresh-government",
    "fresh-impact",
    "fresh-explained",
    "fresh-cents",
    "fresh-turned",
    "fresh-cropped",
    "fresh-filled",
    "fresh-nineties",
    "late-laser",
    "late-pairs",
    "late-under",
    "late-panels",
    "late-halves",
    "late-overprint",
];

/// Layouts used for measuring only; nothing may be tuned on them.
pub const UNSEEN: [&str; 6] = [
    "held-reference",
    "held-mirror",
    "held-triplets",
    "held-dotted",
    "held-slim",
    "held-short",
];

/// `count` filled forms, going round the layouts. The same seed gives the same bytes.
pub fn cases(seed: u64, count: usize) -> Vec<Case> {
    let mut dice = Dice::new(seed);
    (0..count)
        .map(|index| filled(LAYOUTS[index % LAYOUTS.len()], &mut dice.fork(), index))
        .collect()
}

/// Filled forms of one layout.
pub fn cases_of(layout: &str, seed: u64, count: usize) -> Vec<Case> {
    let mut dice = Dice::new(seed);
    (0..count)
        .map(|index| filled(layout, &mut dice.fork(), index))
        .collect()
}

/// Filled forms on the layouts used for measuring.
pub fn unseen_cases(seed: u64, count: usize) -> Vec<Case> {
    let mut dice = Dice::new(seed);
    (0..count)
        .map(|index| filled(UNSEEN[index % UNSEEN.len()], &mut dice.fork(), index))
        .collect()
}

/// One blank form of each layout.
pub fn blanks(seed: u64) -> Vec<Case> {
    let mut dice = Dice::new(seed);
    LAYOUTS
        .iter()
        .filter(|layout| **layout != "official-two-people")
        .map(|layout| {
            let year = dice.between(2001, 2026) as i32;
            let mut case = make(layout, year, Hand::throw(&mut dice), &[]);
            case.rename(&format!("blank-w2-{layout}"));
            case.truth.label = Some("OTHER".to_owned());
            case.truth.expect = Expect::Escalate;
            case.truth.remarks = vec!["blank form".to_owned()];
            case
        })
        .collect()
}

fn filled(layout: &str, dice: &mut Dice, index: usize) -> Case {
    let year = fresh_pages::year(layout, dice);
    let mut hand = Hand::throw(dice);
    let people = if layout == "official-two-people" { 2 } else { 1 };
    let mut wages: Vec<Wages> = (0..people).map(|_| Wages::throw(dice, year)).collect();
    if people == 2 {
        wages[1].employer = wages[0].employer.clone();
        let ein = wages[0].ein.clone();
        wages[1].ein = ein;
    }
    if dice.chance(12) {
        wages[0].slip(dice);
    }
    for wages in &mut wages {
        fresh_pages::adjust(layout, &mut hand, wages, dice);
        wages.states.truncate(grid(layout).map_or(2, fresh_pages::state_rows));
    }
    let mut case = make(layout, year, hand, &wages);
    case.rename(&format!("w2-{:03}-{layout}", index + 1));
    case
}

/// Forms on pages that are stored rotated, cropped, or measured in other units.
pub fn turned(seed: u64) -> Vec<Case> {
    let pages = [
        ("turned-90", 90),
        ("turned-180", 180),
        ("turned-270", 270),
        ("cropped", 0),
        ("user-unit", 0),
    ];
    let turn = |name: &str, sheet: &mut Sheet, rotate: i32| {
        sheet.rotate = rotate;
        sheet.crop = (name == "cropped").then_some([24.0, 20.0, 590.0, 400.0]);
        sheet.user_unit = (name == "user-unit").then_some(1.5);
    };
    laid_out(seed, &pages, turn)
}

/// Forms whose text is turned inside the page: displayed, they are sideways or upside down.
pub fn sideways(seed: u64) -> Vec<Case> {
    let pages = [("text-90", 90), ("text-180", 180), ("text-270", 270)];
    laid_out(seed, &pages, |_, sheet, rotate| {
        sheet.rotate = rotate;
        sheet.is_sideways = true;
    })
}

/// A form for each name, on a sheet that is stored as `turn` sets it.
fn laid_out(seed: u64, pages: &[(&str, i32)], turn: impl Fn(&str, &mut Sheet, i32)) -> Vec<Case> {
    let mut dice = Dice::new(seed);
    let case = |&(name, rotate): &(&str, i32)| {
        let year = dice.between(2001, 2026) as i32;
        let (hand, wages) = (Hand::throw(&mut dice), Wages::throw(&mut dice, year));
        let prints = [Print { wages: &wages, hand }];
        let (mut sheet, copies) = draw("official", year, &prints);
        turn(name, &mut sheet, rotate);
        let truth = truth_of("official", copies, &prints, hand);
        Case::new(&format!("w2-{name}"), Paper::new(vec![sheet]).into_pdf(), truth)
    };
    pages.iter().map(case).collect()
}

/// A letter, then the W-2s of two people on a page each: two forms in one document.
pub fn packet(seed: u64) -> Case {
    let mut dice = Dice::new(seed);
    let mut sheets = vec![crate::prose::letter_sheet(&mut dice)];
    let mut forms = Vec::new();
    for page in [2, 3] {
        let year = 2024;
        let (hand, wages) = (Hand::throw(&mut dice), Wages::throw(&mut dice, year));
        let print = Print { wages: &wages, hand };
        let (sheet, _) = draw("official", year, std::slice::from_ref(&print));
        sheets.push(sheet);
        forms.push(FormTruth {
            label: "W-2".to_owned(),
            page,
            copies: 1,
            fields: print.fields(),
        });
    }
    let truth = Truth {
        layout: "packet".to_owned(),
        pages: 3,
        label: Some("W-2".to_owned()),
        expect: Expect::Any,
        forms,
        ..Truth::default()
    };
    Case::new("packet", Paper::new(sheets).into_pdf(), truth)
}

/// The table of a layout described as rows of cells.
fn grid(layout: &str) -> Option<&'static grid::Grid> {
    let name = match layout {
        "quarters" => "quarter",
        "thirds" => "third",
        name => name,
    };
    let mut all = payroll::ALL
        .iter()
        .chain(&various::ALL)
        .chain(&fresh::ALL)
        .chain(&late::ALL)
        .chain(&held::ALL);
    all.find(|grid| grid.name == name)
}

/// Draws a layout with the given forms; without any, a blank one.
fn make(layout: &str, year: i32, hand: Hand, wages: &[Wages]) -> Case {
    let prints: Vec<Print> = wages.iter().map(|wages| Print { wages, hand }).collect();
    let (sheet, copies) = draw(layout, year, &prints);
    let truth = truth_of(layout, copies, &prints, hand);
    let mut paper = Paper::new(vec![sheet]);
    paper.appearances = match layout {
        "official-fields-hidden" => Appearances::Missing,
        "official-flattened" => Appearances::Flattened,
        _ => Appearances::Drawn,
    };
    Case::new("w2", paper.into_pdf(), truth)
}

fn truth_of(layout: &str, copies: u32, prints: &[Print], hand: Hand) -> Truth {
    let form = |print: &Print| FormTruth {
        label: "W-2".to_owned(),
        page: 1,
        copies,
        fields: {
            let mut fields = print.fields();
            for name in fresh_pages::absent(layout) {
                fields.insert((*name).to_owned(), Value::Null);
            }
            fields
        },
    };
    let mut truth = Truth {
        label: Some("W-2".to_owned()),
        layout: layout.to_owned(),
        forms: prints.iter().map(form).collect(),
        ..Truth::default()
    };
    if let Some(number) = prints.iter().find_map(|print| print.wages.slip) {
        truth.expect = Expect::Escalate;
        truth.remarks.push(format!("box {number} is wrong on purpose"));
    } else if hand.money == Money::Whole {
        truth.remarks.push("amounts are rounded to whole dollars".to_owned());
    }
    truth
}

/// The sheet of a layout, and the number of copies of each form on it.
fn draw(layout: &str, year: i32, prints: &[Print]) -> (Sheet, u32) {
    let print = prints.first();
    let mut sheet = Sheet::letter();
    let mut copies = 1;
    let sans = |size: f32| Ink::new(Font::Sans, size);
    let official = |copy: CopyOf| official::layout(year, copy, sans(11.0), Align::Right, Mark::Letter);
    match layout {
        "official" => official(CopyOf::C).draw(&mut sheet, (36.0, 36.0), print),
        "official-centered" => {
            let ink = Ink::new(Font::Mono, 9.0);
            official::layout(year, CopyOf::B, ink, Align::Center, Mark::Tick).draw(&mut sheet, (36.0, 36.0), print);
        }
        "official-fields" | "official-fields-hidden" | "official-flattened" => {
            official::layout(year, CopyOf::B, sans(9.0), Align::Left, Mark::Cross).draw_fields(
                &mut sheet,
                (36.0, 36.0),
                print,
                "f2",
            );
        }
        "official-stacked" => {
            copies = 2;
            official(CopyOf::B).draw(&mut sheet, (36.0, 30.0), print);
            official(CopyOf::C).draw(&mut sheet, (36.0, 415.0), print);
        }
        "official-two-people" => {
            official(CopyOf::Two).draw(&mut sheet, (36.0, 30.0), print);
            official(CopyOf::Two).draw(&mut sheet, (36.0, 415.0), prints.get(1));
        }
        // A misaligned printer: values are above and left of their boxes.
        "official-misprinted" => {
            let mut form = official::layout(year, CopyOf::B, Ink::new(Font::Mono, 10.0), Align::Right, Mark::Letter);
            form.shift_values(-5.0, -3.0);
            form.draw(&mut sheet, (36.0, 36.0), print);
        }
        other => {
            return fresh_pages::draw(other, year, grid(other), print).unwrap_or_else(|| draw_grid(other, year, print));
        }
    }
    (sheet, copies)
}

/// The sheet of a layout described as rows of cells, and the number of copies of the form on it.
fn draw_grid(layout: &str, year: i32, print: Option<&Print>) -> (Sheet, u32) {
    let mut sheet = Sheet::letter();
    let corners: &[(f32, f32)] = match layout {
        "quarters" => &[(18.0, 20.0), (316.0, 20.0), (18.0, 412.0), (316.0, 412.0)],
        "thirds" => &[(26.0, 20.0), (26.0, 270.0), (26.0, 520.0)],
        "payroll-wide" => {
            sheet = Sheet::new(792.0, 612.0);
            &[(36.0, 60.0)]
        }
        _ => &[(30.0, 30.0)],
    };
    if layout == "payroll-ruled" {
        earnings_summary(&mut sheet, print);
    }
    // Names come from `LAYOUTS`, and a test draws every one of them.
    let form = grid(layout).unwrap_or(&payroll::ALL[0]).layout(year);
    for corner in corners {
        form.draw(&mut sheet, *corner, print);
    }
    (sheet, corners.len() as u32)
}

/// What the ruled layout prints beside the form: amounts that do not belong to any box.
fn earnings_summary(sheet: &mut Sheet, print: Option<&Print>) {
    let Some(print) = print else { return };
    let (ink, bold) = (Ink::new(Font::Sans, 7.0), Ink::new(Font::SansBold, 8.0));
    sheet.text(445.0, 60.0, bold, "This summary is for your records");
    let gross: i64 = print.wages.boxes.get(&5).copied().unwrap_or(0);
    for (row, (what, cents)) in [
        ("Gross Pay", gross + 12_345),
        ("Less Other Cafe 125", 12_345),
        ("Year to date net", gross * 7 / 10),
    ]
    .into_iter()
    .enumerate()
    {
        let baseline = 80.0 + 14.0 * row as f32;
        sheet.text(445.0, baseline, ink, what);
        sheet.text_right(585.0, baseline, ink, &format!("{}.{:02}", cents / 100, cents % 100));
    }
}
