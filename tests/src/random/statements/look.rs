//! How a statement looks: where institution, holder and balances are, how numbers and dates are written, how entries
//! are set.

use super::super::amounts::{Amounts, Currency};
use super::super::draft::color;
use super::super::lot::{Choice, Lot};
use super::super::page::Page;
use crate::calendar::Day;
use crate::font::Font;
use crate::paper::Ink;

/// Where the institution's name is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Head {
    Left,
    Center,
    Right,
    /// Below the title.
    Second,
}

/// Where account, period and statement date are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meta {
    /// Beside the holder, captions before their values.
    Beside,
    /// Beside the holder, captions in a column of their own.
    Columns,
    /// Over the whole width, captions above their values.
    Heads,
    /// Below the holder.
    Below,
}

/// How the account's number is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Number {
    Full,
    Crossed,
    Starred,
    LastFour,
    Spaced,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Period {
    /// `01/05/2024 through 02/04/2024`
    Through,
    To,
    Dash,
    /// In words.
    Long,
    /// Only the last day.
    End,
}

/// Where opening and closing balance are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Balances {
    List,
    /// Captions above, side by side.
    Heads,
    /// With dots to the amounts.
    Dotted,
    /// First and last row of the entries.
    Rows,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entries {
    /// One amount with its sign.
    Signed,
    /// One amount with its sign, and the balance after it.
    Running,
    TwoColumns,
    TwoRunning,
    /// One list for each direction, under its heading.
    Sections,
    /// The amount before the description.
    AmountFirst,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Date {
    Short,
    Brief,
    DayFirst,
    Full,
    Iso,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rows {
    Plain,
    Ruled,
    Striped,
}

impl Choice for Head {
    const COMMON: &'static [Self] = &[Head::Left, Head::Left, Head::Center, Head::Second];
    const KEPT: &'static [Self] = &[Head::Right];
}

impl Choice for Meta {
    const COMMON: &'static [Self] = &[Meta::Beside, Meta::Columns, Meta::Below];
    const KEPT: &'static [Self] = &[Meta::Heads];
}

impl Choice for Number {
    const COMMON: &'static [Self] = &[Number::Full, Number::Crossed, Number::LastFour, Number::Starred];
    const KEPT: &'static [Self] = &[Number::Spaced];
}

impl Choice for Period {
    const COMMON: &'static [Self] = &[Period::Through, Period::Dash, Period::Long, Period::To];
    const KEPT: &'static [Self] = &[Period::End];
}

impl Choice for Balances {
    const COMMON: &'static [Self] = &[Balances::List, Balances::List, Balances::Dotted, Balances::Rows];
    const KEPT: &'static [Self] = &[Balances::Heads];
}

impl Choice for Entries {
    const COMMON: &'static [Self] = &[
        Entries::Signed,
        Entries::Running,
        Entries::Running,
        Entries::TwoColumns,
        Entries::TwoRunning,
        Entries::Sections,
    ];
    const KEPT: &'static [Self] = &[Entries::AmountFirst];
}

impl Choice for Date {
    const COMMON: &'static [Self] = &[Date::Short, Date::Short, Date::Brief, Date::Full];
    const KEPT: &'static [Self] = &[Date::DayFirst, Date::Iso];
}

impl Choice for Rows {
    const COMMON: &'static [Self] = &[Rows::Plain, Rows::Plain, Rows::Ruled, Rows::Striped];
}

impl Date {
    pub(super) fn print(self, day: Day) -> String {
        let name = &day.name()[..3];
        match self {
            Date::Short => day.short(),
            Date::Brief => format!("{name} {:02}", day.day),
            Date::DayFirst => format!("{:02} {name}", day.day),
            Date::Full => day.slashes(),
            Date::Iso => day.iso(),
        }
    }
}

impl Number {
    pub(super) fn print(self, number: &str) -> String {
        let last = &number[number.len() - 4..];
        match self {
            Number::Full => number.to_owned(),
            Number::Crossed => format!("XXXXXX{last}"),
            Number::Starred => format!("****{last}"),
            Number::LastFour => last.to_owned(),
            Number::Spaced => format!("{} {} {last}", &number[..3], &number[3..6]),
        }
    }
}

#[derive(Debug, Clone)]
pub(super) struct Look {
    pub page: Page,
    pub head: Head,
    pub meta: Meta,
    pub number: Number,
    pub period: Period,
    pub balances: Balances,
    pub entries: Entries,
    pub date: Date,
    pub rows: Rows,
    pub amounts: Amounts,
    pub ink: Ink,
    pub bold: Ink,
    pub leading: f32,
    /// Whether the second line of an entry stands below the first.
    pub stacked: bool,
}

impl Look {
    pub(super) fn draw(owed: bool, lot: &mut Lot) -> Self {
        let font = *lot.dice.pick(&[Font::Sans, Font::Sans, Font::Serif, Font::Mono]);
        let bold = match font {
            Font::Mono => Font::MonoBold,
            Font::Serif => Font::SerifBold,
            _ => Font::SansBold,
        };
        let size = if font == Font::Mono {
            lot.points(7, 8)
        } else {
            lot.points(8, 10)
        };
        Self {
            page: Page::upright(lot),
            head: lot.draw(),
            meta: lot.draw(),
            number: lot.draw(),
            period: lot.draw(),
            balances: lot.draw(),
            entries: lot.draw(),
            date: lot.draw(),
            rows: lot.draw(),
            amounts: of_account(owed, lot),
            ink: Ink::new(font, size),
            bold: Ink {
                color: color(lot),
                ..Ink::new(bold, size)
            },
            leading: lot.points(12, 16) / 10.0,
            stacked: lot.chance(40),
        }
    }

    pub(super) fn name(&self) -> String {
        let words = format!("{:?}-{:?}-{:?}-{:?}", self.head, self.meta, self.balances, self.entries);
        words.to_lowercase()
    }
}

/// Amounts of an account.
fn of_account(owed: bool, lot: &mut Lot) -> Amounts {
    let mut amounts = Amounts::on_lines(lot);
    if amounts.currency == Currency::Apart {
        amounts.currency = Currency::None;
    }
    amounts.letters = if owed { "CR" } else { "DR" };
    amounts
}
