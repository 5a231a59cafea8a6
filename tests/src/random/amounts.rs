//! How amounts are set: thousands, cents, currency, sign, and the print of a zero.

use super::draft::{Draft, Role};
use super::lot::{Choice, Lot};
use crate::paper::Ink;
use crate::w2::layout::Align;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Thousands {
    Comma,
    Nothing,
    Space,
    NoBreak,
    Apostrophe,
    /// With a comma before the cents.
    Point,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cents {
    Point,
    /// In a column of their own, behind a line.
    Column,
    /// A space behind the whole part.
    Apart,
    /// Rounded away.
    Whole,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Currency {
    None,
    Before,
    /// `$ 12.50`
    Spaced,
    /// At the left side of the cell, away from the digits.
    Apart,
    /// `12.50 USD`
    After,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Minus {
    Before,
    Behind,
    Parentheses,
    /// Behind the amount: `CR` or `DR`.
    Letters,
}

/// What is printed for an amount that is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Zero {
    Blank,
    Printed,
    Dash,
}

impl Choice for Thousands {
    const COMMON: &'static [Self] = &[
        Thousands::Comma,
        Thousands::Comma,
        Thousands::Comma,
        Thousands::Comma,
        Thousands::Nothing,
        Thousands::Nothing,
        Thousands::Space,
        Thousands::NoBreak,
    ];
    const KEPT: &'static [Self] = &[Thousands::Apostrophe];
}

impl Choice for Cents {
    const COMMON: &'static [Self] = &[
        Cents::Point,
        Cents::Point,
        Cents::Point,
        Cents::Point,
        Cents::Point,
        Cents::Point,
        Cents::Column,
        Cents::Whole,
    ];
    const KEPT: &'static [Self] = &[Cents::Apart];
}

impl Choice for Currency {
    const COMMON: &'static [Self] = &[
        Currency::None,
        Currency::None,
        Currency::None,
        Currency::Before,
        Currency::Spaced,
        Currency::Apart,
    ];
    const KEPT: &'static [Self] = &[Currency::After];
}

impl Choice for Minus {
    const COMMON: &'static [Self] = &[Minus::Before, Minus::Before, Minus::Parentheses, Minus::Behind];
    const KEPT: &'static [Self] = &[Minus::Letters];
}

impl Choice for Zero {
    const COMMON: &'static [Self] = &[Zero::Blank, Zero::Blank, Zero::Printed, Zero::Dash];
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Amounts {
    pub thousands: Thousands,
    pub cents: Cents,
    pub currency: Currency,
    pub minus: Minus,
    pub zero: Zero,
    /// The letters of `Minus::Letters`.
    pub letters: &'static str,
}

impl Amounts {
    pub(super) fn draw(lot: &mut Lot) -> Self {
        Self {
            thousands: lot.draw(),
            cents: lot.draw(),
            currency: lot.draw(),
            minus: lot.draw(),
            zero: lot.draw(),
            letters: "CR",
        }
    }

    /// Amounts on lines without cells: with their cents, and a few with a comma before them.
    pub(super) fn on_lines(lot: &mut Lot) -> Self {
        let mut amounts = Self::draw(lot);
        amounts.cents = Cents::Point;
        if lot.chance(5) {
            amounts.thousands = Thousands::Point;
        }
        amounts
    }

    /// The amount that is meant by what is printed.
    pub(super) fn meant(self, cents: i64) -> i64 {
        match self.cents {
            Cents::Whole => (cents.abs() + 50) / 100 * 100 * cents.signum(),
            _ => cents,
        }
    }

    /// The digits of the whole part, and of the cents if they are printed.
    fn digits(self, cents: i64) -> (String, Option<String>) {
        let cents = self.meant(cents).abs();
        let whole = grouped(cents / 100, self.thousands);
        (
            whole,
            (self.cents != Cents::Whole).then(|| format!("{:02}", cents % 100)),
        )
    }

    /// Sign and currency around the digits.
    fn dressed(self, digits: &str, negative: bool) -> String {
        let text = match self.currency {
            Currency::None | Currency::Apart => digits.to_owned(),
            Currency::Before => format!("${digits}"),
            Currency::Spaced => format!("$ {digits}"),
            Currency::After => format!("{digits} USD"),
        };
        match (negative, self.minus) {
            (false, _) => text,
            (true, Minus::Before) => format!("-{text}"),
            (true, Minus::Behind) => format!("{text}-"),
            (true, Minus::Parentheses) => format!("({text})"),
            (true, Minus::Letters) => format!("{text} {}", self.letters),
        }
    }

    /// The amount as one text.
    pub(super) fn text(self, cents: i64) -> String {
        let (whole, rest) = self.digits(cents);
        let between = match (self.cents, self.thousands) {
            (Cents::Apart, _) => " ",
            (_, Thousands::Point) => ",",
            _ => ".",
        };
        let digits = rest.map_or_else(|| whole.clone(), |rest| format!("{whole}{between}{rest}"));
        self.dressed(&digits, cents < 0)
    }

    pub(super) fn width(self, cents: i64, ink: Ink) -> f32 {
        let apart = if self.currency == Currency::Apart { 2.0 } else { 0.0 };
        let column = if self.cents == Cents::Column { 1.2 } else { 0.0 };
        ink.font.width(&self.text(cents), ink.size) + (apart + column) * ink.size
    }

    /// Draws an amount between two sides. Cents in a column of their own are at the right, behind a line.
    pub(super) fn set(self, draft: &mut Draft, sides: (f32, f32), baseline: f32, ink: Ink, align: Align, cents: i64) {
        draft.values.push(self.text(cents));
        let mut sides = sides;
        if self.currency == Currency::Apart {
            draft.text(Role::Value, sides.0, baseline, ink, "$");
            sides.0 += ink.size;
        }
        if self.cents != Cents::Column {
            draft.between(Role::Value, sides, baseline, ink, align, &self.text(cents));
            return;
        }
        let (whole, rest) = self.digits(cents);
        let wall = sides.1 - 1.9 * ink.size;
        draft.line((wall, baseline - ink.size), (wall, baseline + 0.3 * ink.size), 0.4);
        let whole = self.dressed(&whole, cents < 0);
        draft.between(Role::Value, (sides.0, wall - 2.0), baseline, ink, Align::Right, &whole);
        let rest = rest.unwrap_or_default();
        draft.between(Role::Value, (wall + 2.0, sides.1), baseline, ink, Align::Center, &rest);
    }

    /// What is printed where there is no amount.
    pub(super) fn absent(self) -> &'static str {
        if self.zero == Zero::Dash { "-" } else { "" }
    }
}

fn grouped(whole: i64, thousands: Thousands) -> String {
    let separator = match thousands {
        Thousands::Comma => ",",
        Thousands::Nothing => "",
        Thousands::Space => " ",
        Thousands::NoBreak => "\u{a0}",
        Thousands::Apostrophe => "'",
        Thousands::Point => ".",
    };
    let digits = whole.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push_str(separator);
        }
        text.push(digit);
    }
    text
}
