//! How a receipt looks: paper, place of the merchant, arrangement of articles and sums, format of the date.

use super::super::amounts::{Amounts, Minus};
use super::super::lot::{Choice, Lot};
use crate::calendar::Day;
use crate::font::Font;
use crate::paper::Ink;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    /// A narrow slip of a till.
    Till,
    Letter,
    A4,
    /// A small sheet.
    Half,
    /// A page printed by a browser.
    Portal,
}

/// Where the merchant's name is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Head {
    Center,
    Left,
    /// As large as a logo.
    Large,
    /// Below a greeting.
    Greeted,
    /// At the foot.
    Foot,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Articles {
    /// Name and amount.
    Plain,
    /// `2 Iced tea`
    CountFirst,
    /// The name, and below it `2 @ 1.50`.
    Below,
    /// `Iced tea x2`
    Behind,
    /// Columns with heads.
    Table,
    /// The same with a column of article numbers.
    Coded,
    /// Columns with the amount first.
    AmountFirst,
}

/// Where the captions of sums are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sums {
    /// At the left side, with amounts at the right side.
    Wide,
    /// Close before their amounts.
    Close,
    /// With dots to their amounts.
    Dotted,
    /// On the right half, in a frame.
    Framed,
    /// Right behind a colon.
    Run,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Date {
    Slashes,
    Short,
    Dashes,
    Long,
    Brief,
    DayFirst,
    Iso,
    Capitals,
    YearFirst,
}

/// Where date and number are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meta {
    /// A line each, with captions.
    Lines,
    /// Without captions, date and time on a line.
    Bare,
    /// At the two sides of a line.
    Sides,
    /// Captions above their values, side by side.
    Heads,
    /// With captions, below the payment.
    Last,
}

impl Choice for Sort {
    const COMMON: &'static [Self] = &[
        Sort::Till,
        Sort::Till,
        Sort::Till,
        Sort::Letter,
        Sort::Letter,
        Sort::A4,
        Sort::Half,
        Sort::Portal,
    ];
}

impl Choice for Head {
    const COMMON: &'static [Self] = &[Head::Center, Head::Center, Head::Left, Head::Large, Head::Greeted];
    const KEPT: &'static [Self] = &[Head::Foot];
}

impl Choice for Articles {
    const COMMON: &'static [Self] = &[
        Articles::Plain,
        Articles::CountFirst,
        Articles::Below,
        Articles::Table,
        Articles::Table,
        Articles::Coded,
    ];
    const KEPT: &'static [Self] = &[Articles::AmountFirst, Articles::Behind];
}

impl Choice for Sums {
    const COMMON: &'static [Self] = &[Sums::Wide, Sums::Wide, Sums::Close, Sums::Dotted];
    const KEPT: &'static [Self] = &[Sums::Framed, Sums::Run];
}

impl Choice for Date {
    const COMMON: &'static [Self] = &[
        Date::Slashes,
        Date::Slashes,
        Date::Short,
        Date::Dashes,
        Date::Long,
        Date::Brief,
        Date::DayFirst,
        Date::Iso,
    ];
    const KEPT: &'static [Self] = &[Date::Capitals, Date::YearFirst];
}

impl Choice for Meta {
    const COMMON: &'static [Self] = &[Meta::Lines, Meta::Lines, Meta::Bare, Meta::Sides, Meta::Heads];
    const KEPT: &'static [Self] = &[Meta::Last];
}

impl Date {
    pub(super) fn print(self, day: Day) -> String {
        let (year, month, number) = (day.year, day.month, day.day);
        let name = &day.name()[..3];
        match self {
            Date::Slashes => day.slashes(),
            Date::Short => format!("{month:02}/{number:02}/{:02}", year % 100),
            Date::Dashes => format!("{month:02}-{number:02}-{year}"),
            Date::Long => day.long(),
            Date::Brief => format!("{name} {number:02}, {year}"),
            Date::DayFirst => format!("{number:02} {name} {year}"),
            Date::Iso => day.iso(),
            Date::Capitals => format!("{number:02}-{}-{:02}", name.to_uppercase(), year % 100),
            Date::YearFirst => format!("{year}/{month:02}/{number:02}"),
        }
    }
}

#[derive(Debug, Clone)]
pub(super) struct Look {
    pub sort: Sort,
    pub head: Head,
    pub articles: Articles,
    pub sums: Sums,
    pub date: Date,
    pub meta: Meta,
    pub amounts: Amounts,
    pub ink: Ink,
    pub bold: Ink,
    /// Line spacing, in font sizes.
    pub leading: f32,
    /// Width of the paper, and of a margin.
    pub width: f32,
    pub margin: f32,
}

impl Look {
    pub(super) fn draw(lot: &mut Lot) -> Self {
        let sort: Sort = lot.draw();
        let (width, margin) = match sort {
            Sort::Till => (lot.points(205, 280), lot.points(10, 18)),
            Sort::Half => (lot.points(400, 430), lot.points(26, 40)),
            Sort::A4 => (595.0, lot.points(40, 70)),
            Sort::Letter | Sort::Portal => (612.0, lot.points(40, 80)),
        };
        let till = sort == Sort::Till;
        let font = if till && lot.chance(60) {
            Font::Mono
        } else {
            *lot.dice.pick(&[Font::Sans, Font::Sans, Font::Serif])
        };
        let size = if till { lot.points(7, 8) } else { lot.points(9, 11) };
        let bold = match font {
            Font::Mono => Font::MonoBold,
            Font::Serif => Font::SerifBold,
            _ => Font::SansBold,
        };
        Self {
            sort,
            head: lot.draw(),
            articles: articles(till, lot),
            sums: lot.draw(),
            date: lot.draw(),
            meta: lot.draw(),
            amounts: of_slip(lot),
            ink: Ink::new(font, size),
            bold: Ink::new(bold, size),
            leading: lot.points(12, 17) / 10.0,
            width,
            margin,
        }
    }

    pub(super) fn name(&self) -> String {
        format!(
            "{:?}-{:?}-{:?}-{:?}-{:?}",
            self.sort, self.head, self.articles, self.sums, self.meta
        )
        .to_lowercase()
    }
}

/// A narrow slip has no room for columns.
fn articles(till: bool, lot: &mut Lot) -> Articles {
    loop {
        let articles: Articles = lot.draw();
        if !till || !articles.is_table() {
            return articles;
        }
    }
}

impl Articles {
    pub(super) fn is_table(self) -> bool {
        matches!(self, Articles::Table | Articles::Coded | Articles::AmountFirst)
    }
}

/// Amounts of a slip, where no letters stand for a sign.
fn of_slip(lot: &mut Lot) -> Amounts {
    let mut amounts = Amounts::on_lines(lot);
    if amounts.minus == Minus::Letters {
        amounts.minus = Minus::Behind;
    }
    amounts
}
