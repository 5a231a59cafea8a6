//! Places the layouts of `fresh`, `late` and `held` on their pages: number of copies, rotation, cropping, surrounding
//! text, style and years.

use super::grid::Grid;
use super::hand::{Hand, Mask, Money, Print};
use super::layout::{Align, Mark, Slot};
use super::official;
use super::official::CopyOf;
use super::style::{Amounts, Style};
use super::wages::Wages;
use crate::dice::Dice;
use crate::font::Font;
use crate::paper::{Ink, Sheet};

/// Whether a layout is placed by this module.
fn is_own(layout: &str) -> bool {
    ["fresh-", "late-", "held-"].iter().any(|kind| layout.starts_with(kind))
}

/// The style in which a layout's printer sets every form.
pub(crate) fn style(layout: &str) -> Style {
    let rich = Style {
        rich: true,
        ..Style::default()
    };
    match layout {
        "fresh-cents" => Style { cents: true, ..rich },
        "fresh-cropped" | "late-panels" | "held-dotted" => Style {
            last_first: true,
            ..rich
        },
        "fresh-filled" => Style {
            amounts: Amounts::Asterisks,
            ..rich
        },
        "fresh-seal" | "fresh-turned" | "late-under" | "held-triplets" => Style {
            amounts: Amounts::Spaced,
            ..rich
        },
        name if is_own(name) => rich,
        _ => Style::default(),
    }
}

/// The tax year of a form, among the years in which its layout was used.
pub(crate) fn year(layout: &str, dice: &mut Dice) -> i32 {
    match layout {
        // The form changed in 2001, and a tax year is from 2000 to 2099.
        "fresh-nineties" => 2000,
        _ => dice.between(2001, 2026) as i32,
    }
}

/// Restricts printing style and wages to what a layout can show.
pub(crate) fn adjust(layout: &str, hand: &mut Hand, wages: &mut Wages, dice: &mut Dice) {
    hand.style = style(layout);
    if hand.style.rich {
        wages.enrich(dice);
    }
    if hand.style.cents && hand.money == Money::Whole {
        hand.money = Money::Commas;
    }
    match layout {
        "fresh-impact" => hand.money = Money::Plain,
        "fresh-listing" if matches!(hand.mask, Mask::Hidden(_)) => hand.mask = Mask::Hidden('x'),
        // Box 12 has another meaning on that form, and there is no check box for sick pay.
        "fresh-nineties" => {
            wages.codes.clear();
            wages.checks[2] = false;
        }
        _ => {}
    }
}

/// Fields that a layout has no box for.
pub(crate) fn absent(layout: &str) -> &'static [&'static str] {
    match layout {
        "fresh-nineties" => &["third_party_sick_pay"],
        _ => &[],
    }
}

/// Number of states that a layout has room for.
pub(crate) fn state_rows(grid: &Grid) -> usize {
    let cells = grid.rows.iter().flat_map(|(_, cells)| cells.iter());
    cells.filter(|(slot, ..)| matches!(slot, Slot::StateWages(_))).count()
}

/// The sheet of a layout and the number of copies of the form on it. `None` for other kinds of layouts.
pub(crate) fn draw(layout: &str, year: i32, grid: Option<&Grid>, print: Option<&Print>) -> Option<(Sheet, u32)> {
    match layout {
        "fresh-impact" => return Some((impact(year, print), 1)),
        "late-overprint" => return Some((overprint(year, print), 1)),
        _ => {}
    }
    let grid = grid.filter(|_| is_own(layout))?;
    let (mut sheet, corners): (Sheet, &[(f32, f32)]) = match layout {
        "fresh-beside" => (Sheet::letter(), &[(22.0, 24.0), (318.0, 24.0)]),
        "fresh-seal" => (Sheet::letter(), &[(28.0, 270.0), (28.0, 530.0)]),
        "late-laser" => (
            Sheet::letter(),
            &[(14.0, 16.0), (314.0, 16.0), (14.0, 408.0), (314.0, 408.0)],
        ),
        "late-panels" => (Sheet::new(792.0, 612.0), &[(33.0, 90.0)]),
        "late-halves" => (Sheet::new(792.0, 612.0), &[(30.0, 50.0), (420.0, 50.0)]),
        "fresh-turned" => (Sheet::new(792.0, 612.0), &[(46.0, 70.0)]),
        "held-slim" => (Sheet::new(792.0, 612.0), &[(20.0, 40.0), (278.0, 40.0), (536.0, 40.0)]),
        "held-reference" => (Sheet::letter(), &[(16.0, 30.0), (312.0, 30.0)]),
        "fresh-cropped" => (Sheet::new(700.0, 860.0), &[(96.0, 120.0)]),
        "fresh-explained" => (Sheet::letter(), &[(24.0, 36.0)]),
        _ => (Sheet::letter(), &[(36.0, 40.0)]),
    };
    match (layout, print) {
        ("fresh-turned", _) => sheet.rotate = 90,
        ("late-halves", _) => sheet.rotate = 270,
        ("fresh-cropped", _) => sheet.crop = Some([70.0, 95.0, 650.0, 700.0]),
        ("fresh-seal", Some(print)) => envelope(&mut sheet, print),
        ("fresh-explained", Some(print)) => explanation(&mut sheet, print),
        ("held-reference", Some(print)) => batch(&mut sheet, corners, print),
        _ => {}
    }
    for corner in corners {
        grid.layout(year).draw(&mut sheet, *corner, print);
    }
    Some((sheet, corners.len() as u32))
}

/// Typed on the official form by a printer in which the paper slips.
fn impact(year: i32, print: Option<&Print>) -> Sheet {
    let mut sheet = Sheet::letter();
    let mut form = official::layout(year, CopyOf::C, Ink::new(Font::Mono, 10.0), Align::Left, Mark::Letter);
    form.drift(4.0, -1.0, 3.0);
    form.draw(&mut sheet, (40.0, 48.0), print);
    sheet
}

/// Typed on the official form a little too high, so that some values touch captions or lines.
fn overprint(year: i32, print: Option<&Print>) -> Sheet {
    let mut sheet = Sheet::letter();
    let mut form = official::layout(year, CopyOf::B, Ink::new(Font::Mono, 9.0), Align::Right, Mark::Cross);
    form.shift_values(3.0, -4.5);
    form.draw(&mut sheet, (36.0, 60.0), print);
    sheet
}

/// The addresses on the outside of a mailer.
fn envelope(sheet: &mut Sheet, print: &Print) {
    let (small, ink) = (Ink::new(Font::Mono, 8.0), Ink::new(Font::Mono, 10.0));
    for (row, line) in print.at(Slot::Employer).iter().enumerate() {
        sheet.text(40.0, 40.0 + 10.0 * row as f32, small, line);
    }
    sheet.text(
        330.0,
        60.0,
        Ink::new(Font::SansBold, 9.0),
        "IMPORTANT TAX DOCUMENT ENCLOSED",
    );
    for (row, line) in print.at(Slot::Employee).iter().enumerate() {
        sheet.text(230.0, 130.0 + 12.0 * row as f32, ink, line);
    }
    sheet.text(
        40.0,
        240.0,
        Ink::new(Font::Sans, 6.0),
        "Remove side edges first, then fold and tear along the perforation.",
    );
}

/// A processor's batch numbers beside the control number, and a summary of the year's pay under the form.
fn batch(sheet: &mut Sheet, corners: &[(f32, f32)], print: &Print) {
    let ink = Ink::new(Font::Sans, 8.0);
    for (left, top) in corners {
        for (x, text) in [(104.0, "0410"), (154.0, "QX7"), (204.0, "T    318")] {
            sheet.text(left + x, top + 41.0, ink, text);
        }
    }
    sheet.text(
        20.0,
        560.0,
        Ink::new(Font::SansBold, 9.0),
        "Earnings summary of the year",
    );
    let wages = print.wages.boxes.get(&5).copied().unwrap_or(0);
    for (row, (what, cents)) in [("Gross pay", wages + 61_200), ("Pretax deductions", 61_200)]
        .into_iter()
        .enumerate()
    {
        let baseline = 574.0 + 12.0 * row as f32;
        sheet.text(20.0, baseline, ink, what);
        sheet.text_right(240.0, baseline, ink, &format!("{}.{:02}", cents / 100, cents % 100));
    }
}

/// Beside the form: how the year's pay became the amounts in the boxes.
fn explanation(sheet: &mut Sheet, print: &Print) {
    let (ink, bold) = (Ink::new(Font::Sans, 7.5), Ink::new(Font::SansBold, 9.0));
    sheet.text(375.0, 60.0, bold, "Your wages at a glance");
    for (line, text) in [
        "The table explains how your final pay of the year",
        "leads to the amounts that are reported on the form.",
        "Amounts are year to date as of the last pay run.",
    ]
    .into_iter()
    .enumerate()
    {
        sheet.text(375.0, 76.0 + 10.0 * line as f32, ink, text);
    }
    let boxes = &print.wages.boxes;
    let of = |number: u8| boxes.get(&number).copied().unwrap_or(0);
    let rows = [
        ("Gross pay", of(5) + 43_210),
        ("Less pretax insurance", 43_210),
        ("Less retirement savings", (of(5) - of(1)).max(0)),
        ("Reported wages, box 1", of(1)),
        ("Federal tax, box 2", of(2)),
        ("Net pay deposited", of(1) * 7 / 10),
    ];
    for (row, (what, cents)) in rows.into_iter().enumerate() {
        let baseline = 124.0 + 14.0 * row as f32;
        sheet.text(375.0, baseline, ink, what);
        sheet.text_right(580.0, baseline, ink, &format!("{}.{:02}", cents / 100, cents % 100));
    }
}
