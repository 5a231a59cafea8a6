//! The form as the IRS prints it: geometry and wording of the 540 by 300 point form, nearly unchanged since 2001.

use super::layout::{Align, Cell, Layout, Mark, Slot, Stroke, Words};
use crate::font::Font;
use crate::paper::Ink;

/// The copy printed; it determines the words below the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CopyOf {
    A,
    B,
    C,
    Two,
}

/// Slot, number, caption, and the cell's left, top, right, bottom. The value is in the cell's lowest 12 points.
type Place = (Slot, &'static str, &'static str, [f32; 4]);

const PLACES: [Place; 22] = [
    (
        Slot::Ssn,
        "a",
        "Employee’s social security number",
        [115.0, 0.0, 245.0, 24.0],
    ),
    (
        Slot::Ein,
        "b",
        "Employer identification number (EIN)",
        [0.0, 24.0, 295.0, 48.0],
    ),
    (
        Slot::Employer,
        "c",
        "Employer’s name, address, and ZIP code",
        [0.0, 48.0, 295.0, 120.0],
    ),
    (Slot::Control, "d", "Control number", [0.0, 120.0, 295.0, 144.0]),
    (
        Slot::FirstName,
        "e",
        "Employee’s first name and initial",
        [0.0, 144.0, 136.0, 168.0],
    ),
    (Slot::LastName, "", "Last name", [136.0, 144.0, 273.0, 168.0]),
    (Slot::Suffix, "", "Suff.", [273.0, 144.0, 295.0, 168.0]),
    (
        Slot::Box(1),
        "1",
        "Wages, tips, other compensation",
        [295.0, 24.0, 417.0, 48.0],
    ),
    (
        Slot::Box(2),
        "2",
        "Federal income tax withheld",
        [417.0, 24.0, 540.0, 48.0],
    ),
    (Slot::Box(3), "3", "Social security wages", [295.0, 48.0, 417.0, 72.0]),
    (
        Slot::Box(4),
        "4",
        "Social security tax withheld",
        [417.0, 48.0, 540.0, 72.0],
    ),
    (Slot::Box(5), "5", "Medicare wages and tips", [295.0, 72.0, 417.0, 96.0]),
    (Slot::Box(6), "6", "Medicare tax withheld", [417.0, 72.0, 540.0, 96.0]),
    (Slot::Box(7), "7", "Social security tips", [295.0, 96.0, 417.0, 120.0]),
    (Slot::Box(8), "8", "Allocated tips", [417.0, 96.0, 540.0, 120.0]),
    (Slot::Nothing, "9", "", [295.0, 120.0, 417.0, 144.0]),
    (
        Slot::Box(10),
        "10",
        "Dependent care benefits",
        [417.0, 120.0, 540.0, 144.0],
    ),
    (Slot::Box(11), "11", "Nonqualified plans", [295.0, 144.0, 417.0, 168.0]),
    (
        Slot::Nothing,
        "12a",
        "See instructions for box 12",
        [417.0, 144.0, 540.0, 168.0],
    ),
    (Slot::Nothing, "12b", "", [417.0, 168.0, 540.0, 192.0]),
    (Slot::Nothing, "12c", "", [417.0, 192.0, 540.0, 216.0]),
    (Slot::Nothing, "12d", "", [417.0, 216.0, 540.0, 240.0]),
];

const SQUARES: [(&str, &str, f32); 3] = [
    ("Statutory", "employee", 313.0),
    ("Retirement", "plan", 349.0),
    ("Third-party", "sick pay", 385.0),
];

/// Slot, number, caption, left and right of a column of boxes 15 to 20, whose two rows are 24 points high.
type Column = (fn(u8) -> Slot, &'static str, &'static str, f32, f32);

const COLUMNS: [Column; 7] = [
    (Slot::State, "15", "State", 0.0, 29.0),
    (Slot::StateId, "", "Employer’s state ID number", 29.0, 158.0),
    (Slot::StateWages, "16", "State wages, tips, etc.", 158.0, 245.0),
    (Slot::StateTax, "17", "State income tax", 245.0, 324.0),
    (Slot::LocalWages, "18", "Local wages, tips, etc.", 324.0, 410.0),
    (Slot::LocalTax, "19", "Local income tax", 410.0, 489.0),
    (Slot::Locality, "20", "Locality name", 489.0, 540.0),
];

/// The official form for a year and copy. `value` is the ink of the values.
pub(crate) fn layout(year: i32, copy: CopyOf, value: Ink, align: Align, mark: Mark) -> Layout {
    let mut layout = Layout {
        cells: Vec::new(),
        words: Vec::new(),
        lines: rulings(),
        fills: vec![[309.0, 121.0, 416.5, 143.5], [417.5, 240.0, 539.5, 251.5]],
        value,
        mark,
        color: if copy == CopyOf::A { [0.86, 0.1, 0.12] } else { [0.0; 3] },
        cents: None,
    };
    for (slot, number, caption, area) in PLACES {
        layout.caption(number, caption_of(year, number, caption), area[0] + 5.0, area[1] + 8.0);
        let align = if matches!(slot, Slot::Box(_)) {
            align
        } else {
            Align::Left
        };
        let (indent, height) = match slot {
            Slot::Employer => (12.0, 60.0),
            Slot::Suffix => (2.0, 12.0),
            _ => (12.0, 12.0),
        };
        layout.cell(
            slot,
            [area[0] + indent, area[3] - height, area[2] - 2.0, area[3]],
            align,
        );
    }
    layout.cell(Slot::EmployeeAddress, [12.0, 170.0, 293.0, 240.0], Align::Left);
    layout.caption("f", "Employee’s address and ZIP code", 5.0, 249.0);
    layout.box_twelve(align);
    layout.box_thirteen();
    layout.caption(if year >= 2026 { "14a" } else { "14" }, "Other", 300.0, 200.0);
    layout.cell(Slot::Other, [303.0, 203.0, 414.0, 216.0], Align::Left);
    if year >= 2026 {
        layout.bold("14b", 300.0, 236.0, 7.0);
        layout.small("Treasury Tipped Occupation Code(s)", 315.0, 236.0, 6.0);
    }
    layout.states(align);
    layout.around(year, copy);
    layout
}

/// Wording that changed: the EIC box was removed after 2010, and box 9 held a verification code from 2016 to 2019.
fn caption_of(year: i32, number: &str, caption: &'static str) -> &'static str {
    match (number, year) {
        ("9", ..=2010) => "Advance EIC payment",
        ("9", 2016..=2019) => "Verification code",
        ("b", ..=2006) => "Employer identification number",
        _ => caption,
    }
}

fn rulings() -> Vec<Stroke> {
    let mut lines = Vec::new();
    for (y, from, to) in [
        (0.0, 0.0, 540.0),
        (24.0, 0.0, 540.0),
        (48.0, 0.0, 540.0),
        (72.0, 295.0, 540.0),
        (96.0, 295.0, 540.0),
        (120.0, 0.0, 540.0),
        (144.0, 0.0, 540.0),
        (168.0, 295.0, 540.0),
        (192.0, 295.0, 540.0),
        (216.0, 417.0, 540.0),
        (240.0, 417.0, 540.0),
        (252.0, 0.0, 540.0),
        (300.0, 0.0, 540.0),
    ] {
        lines.push(((from, y), (to, y), 0.7));
    }
    for (x, from, to) in [
        (0.0, 0.0, 300.0),
        (540.0, 0.0, 300.0),
        (115.0, 0.0, 24.0),
        (245.0, 0.0, 24.0),
        (295.0, 24.0, 252.0),
        (417.0, 24.0, 252.0),
        (29.0, 264.0, 276.0),
        (29.0, 288.0, 300.0),
        (158.0, 252.0, 300.0),
        (245.0, 252.0, 300.0),
        (324.0, 252.0, 300.0),
        (410.0, 252.0, 300.0),
        (489.0, 252.0, 300.0),
    ] {
        lines.push(((x, from), (x, to), 0.7));
    }
    for row in 0..4_u8 {
        let foot = 168.0 + 24.0 * f32::from(row);
        lines.push(((453.0, foot - 11.0), (453.0, foot), 0.7));
    }
    // The dashed line between the two states.
    for dash in 0..90_u8 {
        let x = 6.0 * f32::from(dash);
        lines.push(((x, 276.0), (x + 3.5, 276.0), 0.5));
    }
    lines
}

impl Layout {
    pub(super) fn small(&mut self, text: &str, x: f32, baseline: f32, size: f32) {
        self.words.push(Words {
            x,
            baseline,
            ink: Ink::new(Font::Sans, size),
            text: text.to_owned(),
        });
    }

    pub(super) fn bold(&mut self, text: &str, x: f32, baseline: f32, size: f32) {
        self.words.push(Words {
            x,
            baseline,
            ink: Ink::new(Font::SansBold, size),
            text: text.to_owned(),
        });
    }

    pub(super) fn cell(&mut self, slot: Slot, area: [f32; 4], align: Align) {
        if slot != Slot::Nothing {
            self.cells.push(Cell { slot, area, align });
        }
    }

    /// A bold number and its caption, as set on the official form.
    fn caption(&mut self, number: &str, caption: &str, x: f32, baseline: f32) {
        let mut x = x;
        if !number.is_empty() {
            self.bold(number, x, baseline, 7.0);
            x += Font::SansBold.width(number, 7.0) + 5.0;
        }
        if !caption.is_empty() {
            self.small(caption, x, baseline, 7.0);
        }
    }

    fn box_twelve(&mut self, align: Align) {
        for row in 0..4_u8 {
            let top = 144.0 + 24.0 * f32::from(row);
            for (index, letter) in ["C", "o", "d", "e"].into_iter().enumerate() {
                self.small(letter, 422.0, top + 12.0 + 3.6 * index as f32, 4.0);
            }
            self.cell(Slot::Code12(row), [430.0, top + 12.0, 452.0, top + 24.0], Align::Left);
            self.cell(Slot::Amount12(row), [455.0, top + 12.0, 538.0, top + 24.0], align);
        }
    }

    /// The check boxes of box 13.
    fn box_thirteen(&mut self) {
        for (index, (first, second, x)) in SQUARES.into_iter().enumerate() {
            self.small(first, x, 174.5, 5.0);
            self.small(second, x, 179.5, 5.0);
            self.cell(Slot::Check(index as u8), [x, 181.0, x + 9.5, 190.5], Align::Center);
        }
        self.caption("13", "", 300.0, 176.0);
    }

    /// Boxes 15 to 20.
    fn states(&mut self, align: Align) {
        for (slot, number, caption, left, right) in COLUMNS {
            // Two captions are narrower or further right than their column, as in the original.
            match slot(0) {
                Slot::Locality(_) => {
                    self.bold(number, left + 2.0, 260.0, 6.0);
                    self.small(caption, left + 12.0, 260.0, 5.5);
                }
                Slot::StateId(_) => self.small(caption, left + 10.0, 260.0, 7.0),
                _ => self.caption(number, caption, left + 3.0, 260.0),
            }
            for row in 0..2_u8 {
                let foot = 276.0 + 24.0 * f32::from(row);
                let align = if matches!(slot(row), Slot::State(_) | Slot::StateId(_) | Slot::Locality(_)) {
                    Align::Left
                } else {
                    align
                };
                self.cell(slot(row), [left + 2.0, foot - 12.0, right - 2.0, foot], align);
            }
        }
    }

    /// The words above and below the boxes.
    fn around(&mut self, year: i32, copy: CopyOf) {
        self.small("OMB No. 1545-0008", 251.0, 18.5, 6.5);
        self.small("Form", 0.0, 322.0, 7.0);
        self.bold("W-2", 20.0, 322.0, 22.0);
        self.bold("Wage and Tax Statement", 70.0, 318.0, 10.5);
        self.bold(&year.to_string(), 252.0, 322.0, 24.0);
        self.small("Department of the Treasury—Internal Revenue Service", 369.0, 313.0, 6.5);
        let (title, note) = match copy {
            CopyOf::A => (
                "Copy A—For Social Security Administration.",
                "Do Not Cut, Fold, or Staple Forms on This Page",
            ),
            CopyOf::B => (
                "Copy B—To Be Filed With Employee’s FEDERAL Tax Return.",
                "This information is being furnished to the Internal Revenue Service.",
            ),
            CopyOf::C => (
                "Copy C—For EMPLOYEE’S RECORDS",
                "(See Notice to Employee on the back of Copy B.)",
            ),
            CopyOf::Two => (
                "Copy 2—To Be Filed With Employee’s State, City, or Local",
                "Income Tax Return",
            ),
        };
        self.bold(title, 0.0, 335.0, 7.0);
        self.small(note, 0.0, 344.0, 7.0);
        if copy == CopyOf::A {
            self.bold("22222", 16.0, 16.0, 11.0);
            self.small("VOID", 74.0, 16.0, 7.0);
            self.small("For Official Use Only", 251.0, 10.0, 6.5);
        }
        if copy == CopyOf::C {
            for (line, text) in [
                "This information is being furnished to the Internal Revenue Service. If you",
                "are required to file a tax return, a negligence penalty or other sanction",
                "may be imposed on you if this income is taxable and you fail to report it.",
            ]
            .into_iter()
            .enumerate()
            {
                self.small(text, 325.0, 7.5 + 7.0 * line as f32, 6.0);
            }
        }
    }
}
