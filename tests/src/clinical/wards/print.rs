//! How a hospital prints: what runs at the head of every page, where the title is, how pages are counted.

use crate::dice::Dice;
use crate::font::Font;
use crate::paper::{Ink, Sheet};

/// What is printed at the top of every page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Head {
    /// The hospital and its address.
    House,
    /// The hospital, and the patient on one row.
    Patient,
    /// One row in small print: name, record, stay, admission.
    Bar,
    /// The hospital at the left, the patient in a box of four lines at the right.
    Box,
    /// The hospital with its telephone, the patient in several rows, and the section of the chart in large print, as
    /// released by a records office.
    Release,
    /// The date and time of the print, the page and the user in rows at the left and at the right.
    Run,
    /// The patient's name, the date and the page, from the second page of a letter on.
    Letter,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Title {
    /// On the first page, below the head.
    Body,
    /// In the running head of every page.
    Head,
    /// On the first page; later ones repeat it with `(continued)`.
    Continued,
    /// `Progress Notes by NAME at DATE TIME`, in the size of the text.
    Byline,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Counts {
    None,
    /// `Page 2 of 3` at the foot.
    Foot,
    /// `2 of 3` at the foot, without a word.
    Bare,
    /// `Page 2/3` at the top right.
    Slash,
    /// `PAGE 2` at the top right.
    Only,
    /// `- 2 -` at the foot.
    Dashes,
}

#[derive(Debug, Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is something that a print has or has not"
)]
pub(super) struct Print {
    pub font: Font,
    pub bold: Font,
    pub size: f32,
    pub left: f32,
    pub head: Head,
    pub title: Title,
    pub counts: Counts,
    /// Whether every paper comes from another place.
    pub mixed: bool,
    pub faxed: bool,
    /// Whether the transmission is counted at the foot.
    pub fax_foot: bool,
    /// Whether backs were scanned too.
    pub backs: bool,
    /// Whether the print of the whole chart is counted and dated at the foot.
    pub copied: bool,
}

impl Print {
    #[rustfmt::skip]
    pub(super) fn named(layout: &str, dice: &mut Dice) -> Self {
        let (font, bold) = *dice.pick(&[(Font::Serif, Font::SerifBold), (Font::Sans, Font::SansBold)]);
        let plain = Self {
            font, bold, size: 10.0, left: 60.0, head: Head::Patient, title: Title::Head, counts: Counts::None,
            mixed: false, faxed: false, fax_foot: false, backs: false, copied: false,
        };
        match layout.trim_start_matches("ward-").trim_start_matches("unseen-") {
            "counted" => Self { head: Head::House, title: Title::Body, counts: *dice.pick(&[Counts::Bare, Counts::Only, Counts::Foot]), ..plain },
            "flow" => Self { head: Head::Bar, title: Title::Continued, size: 9.5, left: 45.0, ..plain },
            "faxed" => Self {
                head: *dice.pick(&[Head::Letter, Head::House, Head::Patient]), title: *dice.pick(&[Title::Body, Title::Head, Title::Continued]),
                counts: *dice.pick(&[Counts::None, Counts::Foot, Counts::Only]), mixed: true, faxed: true, backs: dice.chance(50), ..plain
            },
            "portal" => Self { head: *dice.pick(&[Head::Bar, Head::Patient]), title: Title::Byline, copied: true, size: 9.5, ..plain },
            "release" => Self { head: Head::Release, title: Title::Byline, size: 9.5, ..plain },
            "run" => Self { font: Font::Mono, bold: Font::MonoBold, head: Head::Run, title: *dice.pick(&[Title::Head, Title::Body]), size: 9.0, left: 40.0, ..plain },
            "shuffled" => Self {
                head: *dice.pick(&[Head::Patient, Head::Bar]), title: *dice.pick(&[Title::Body, Title::Head]),
                counts: if layout.contains("unseen") { Counts::Slash } else { Counts::Foot }, ..plain
            },
            "stay" => Self { head: Head::Box, title: *dice.pick(&[Title::Head, Title::Body]), counts: *dice.pick(&[Counts::Slash, Counts::None]), size: 10.5, ..plain },
            "office" => Self {
                head: *dice.pick(&[Head::Letter, Head::Box]), title: *dice.pick(&[Title::Body, Title::Continued]),
                counts: *dice.pick(&[Counts::Dashes, Counts::None, Counts::Slash]), mixed: true, faxed: true, fax_foot: true, backs: dice.chance(50), ..plain
            },
            "copy" => Self { head: Head::Box, title: *dice.pick(&[Title::Byline, Title::Continued]), copied: true, left: 50.0, size: 9.0, ..plain },
            _ => Self { counts: *dice.pick(&[Counts::None, Counts::Only]), ..plain },
        }
    }

    pub(super) fn ink(&self, bold: bool, size: f32) -> Ink {
        Ink::new(if bold { self.bold } else { self.font }, size)
    }

    /// Counts the pages of a paper.
    pub(super) fn count(&self, sheets: &mut [Sheet]) {
        let (total, ink) = (sheets.len(), self.ink(false, 8.5));
        for (sheet, number) in sheets.iter_mut().zip(1..) {
            match self.counts {
                Counts::Foot => sheet.text_center(306.0, 764.0, ink, &format!("Page {number} of {total}")),
                Counts::Bare => sheet.text_center(306.0, 764.0, ink, &format!("{number} of {total}")),
                Counts::Slash => sheet.text_right(570.0, 40.0, ink, &format!("Page {number}/{total}")),
                Counts::Only => sheet.text_right(570.0, 40.0, ink, &format!("PAGE {number}")),
                Counts::Dashes => sheet.text_center(306.0, 764.0, ink, &format!("- {number} -")),
                Counts::None => {}
            }
        }
    }

    /// Prints what is added to all pages of the chart: the fax line, the line of the copy.
    pub(super) fn transmit(&self, sheets: &mut [Sheet], dice: &mut Dice) {
        let (total, minute) = (sheets.len(), dice.between(10, 40));
        for (index, sheet) in sheets.iter_mut().enumerate() {
            let number = index + 1;
            if self.faxed {
                let minute = minute + i64::try_from(index / 3).unwrap_or_default();
                let line = if self.fax_foot {
                    format!("Rcvd 11/14/2024 09:{minute}   5553312209 -> JUNIPER RECORDS   P.{number:03}/{total:03}")
                } else {
                    format!("FROM: HARBOR MEDICAL  5553312209   11/14/2024 22:{minute}   PAGE {number}/{total}")
                };
                let y = if self.fax_foot { 783.0 } else { 14.0 };
                sheet.text(30.0, y, Ink::new(Font::Mono, 8.0), &line);
            }
            if self.copied {
                let line = format!("Printed by RECORDS on 12/02/2024 3:{minute} PM");
                sheet.text(self.left, 776.0, self.ink(false, 8.0), &line);
                sheet.text_right(565.0, 776.0, self.ink(false, 8.0), &format!("Page {number} of {total}"));
            }
        }
    }
}
