//! How a form looks: independent choices of where captions are, how cells are set and how values are printed.

use super::super::amounts::{Amounts, Cents};
use super::super::draft::color;
use super::super::lot::{Choice, Lot};
use super::super::wording::Wording;
use crate::font::Font;
use crate::paper::Ink;
use crate::w2::layout::{Align, Mark};

/// How the entries of a group are arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrangement {
    /// Rows of so many columns.
    Grid(usize),
    /// Rows of so many columns, their captions in a strip above the values.
    Heads(usize),
    List,
    TwoLists,
    /// Box, description, amount, in columns with heads; the rest in two columns.
    Table,
    /// The same with the amounts of the year before in another column.
    TwoYears,
}

/// Where a caption is, seen from its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum At {
    Above,
    /// Above, but at the right end of the cell.
    Corner,
    Left,
    /// Left, with the value right behind it.
    Before,
    Below,
    Right,
    /// In a strip over the whole row.
    Head,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ruling {
    All,
    Rows,
    Columns,
    Outer,
    None,
    /// A line under every value.
    Under,
    /// Values on a gray ground.
    Shaded,
    /// Captions on a gray ground.
    ShadedCaption,
    /// A frame around every value.
    Framed,
    /// Dots from the caption to the value.
    Dots,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Number {
    None,
    /// `1 Wages`
    Before,
    /// `1. Wages`
    Dotted,
    /// `Box 1 - Wages`
    Word,
    /// `Wages (box 1)`
    After,
    /// In a small frame of its own.
    Boxed,
}

/// What ends a caption.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    Nothing,
    Colon,
    Equals,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Official,
    AmountsFirst,
    /// Entries in any order within their groups.
    Shuffled,
    /// Down the columns instead of along the rows.
    Down,
}

/// How a check box is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Square {
    First,
    Last,
    /// `[X] Retirement plan`
    Brackets,
    /// `Retirement plan  Yes`
    Yes,
}

/// Where the parties are: over the amounts, or beside them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Plan {
    Stacked,
    Left,
    Right,
}

impl Choice for Arrangement {
    const COMMON: &'static [Self] = &[
        Arrangement::Grid(2),
        Arrangement::Grid(2),
        Arrangement::Grid(3),
        Arrangement::Grid(4),
        Arrangement::Heads(3),
        Arrangement::Heads(4),
        Arrangement::List,
        Arrangement::TwoLists,
        Arrangement::TwoLists,
        Arrangement::Table,
        Arrangement::TwoYears,
    ];
    const KEPT: &'static [Self] = &[Arrangement::Heads(2), Arrangement::Grid(5)];
}

impl Choice for At {
    const COMMON: &'static [Self] = &[
        At::Above,
        At::Above,
        At::Above,
        At::Left,
        At::Left,
        At::Before,
        At::Below,
        At::Right,
    ];
    const KEPT: &'static [Self] = &[At::Corner];
}

impl Choice for Ruling {
    const COMMON: &'static [Self] = &[
        Ruling::All,
        Ruling::All,
        Ruling::All,
        Ruling::Rows,
        Ruling::Columns,
        Ruling::Outer,
        Ruling::None,
        Ruling::None,
        Ruling::Under,
        Ruling::Shaded,
        Ruling::ShadedCaption,
        Ruling::Dots,
    ];
    const KEPT: &'static [Self] = &[Ruling::Framed];
}

impl Choice for Number {
    const COMMON: &'static [Self] = &[
        Number::None,
        Number::Before,
        Number::Before,
        Number::Before,
        Number::Dotted,
        Number::Word,
        Number::Boxed,
    ];
    const KEPT: &'static [Self] = &[Number::After];
}

impl Choice for Ending {
    const COMMON: &'static [Self] = &[Ending::Nothing, Ending::Nothing, Ending::Nothing, Ending::Colon];
    const KEPT: &'static [Self] = &[Ending::Equals];
}

impl Choice for Order {
    const COMMON: &'static [Self] = &[Order::Official, Order::Official, Order::AmountsFirst, Order::Shuffled];
    const KEPT: &'static [Self] = &[Order::Down];
}

impl Choice for Square {
    const COMMON: &'static [Self] = &[Square::First, Square::First, Square::Last, Square::Brackets];
    const KEPT: &'static [Self] = &[Square::Yes];
}

impl Choice for Plan {
    const COMMON: &'static [Self] = &[Plan::Stacked, Plan::Stacked, Plan::Left];
    const KEPT: &'static [Self] = &[Plan::Right];
}

/// Pairs of choices that the training part draws one by one but never together.
const KEPT_TOGETHER: [(At, Ruling); 5] = [
    (At::Below, Ruling::None),
    (At::Right, Ruling::All),
    (At::Left, Ruling::Shaded),
    (At::Before, Ruling::Rows),
    (At::Above, Ruling::Under),
];

#[derive(Debug, Clone)]
#[allow(clippy::struct_excessive_bools, reason = "each is an independent habit of a printer")]
pub(super) struct Look {
    pub arrangement: Arrangement,
    pub at: At,
    pub ruling: Ruling,
    pub number: Number,
    pub ending: Ending,
    pub order: Order,
    pub square: Square,
    pub plan: Plan,
    pub mark: Mark,
    pub align: Align,
    pub amounts: Amounts,
    pub caption: Ink,
    pub value: Ink,
    pub capitals: bool,
    pub headings: bool,
    /// Whether numbers of persons and firms stand a character a cell.
    pub comb: bool,
    /// Whether blank entries are printed.
    pub blanks: bool,
    /// Whether states are a table with heads, if there is room for it.
    pub state_table: bool,
    /// Share of a cell's width that captions beside values have.
    pub split: f32,
    /// Space around a cell's content.
    pub air: f32,
    /// Whether values stand at the bottom of their cells.
    pub sunk: bool,
    /// Heads of the columns of a table: box, description, amount, amount of the year before.
    pub heads: [String; 4],
}

impl Look {
    pub(super) fn draw(list: &Wording, lot: &mut Lot) -> Self {
        let arrangement: Arrangement = lot.draw();
        let (at, ruling) = placed(arrangement, lot);
        let amounts = Amounts::draw(lot);
        let caption = Ink {
            color: color(lot),
            ..Ink::new(lot.draw(), lot.points(6, 8))
        };
        let value = Ink::new(lot.draw::<Font>(), lot.points(8, 10));
        let right = amounts.cents == Cents::Column || lot.chance(55);
        Self {
            arrangement,
            at,
            ruling,
            number: lot.draw(),
            ending: if matches!(at, At::Left | At::Before) {
                lot.draw()
            } else {
                Ending::Nothing
            },
            order: lot.draw(),
            square: lot.draw(),
            plan: lot.draw(),
            mark: lot.draw(),
            align: if right { Align::Right } else { Align::Left },
            amounts,
            caption,
            value,
            capitals: lot.chance(25),
            headings: lot.chance(35),
            comb: lot.chance(12),
            blanks: lot.chance(70),
            state_table: lot.chance(60),
            split: lot.points(38, 58) / 100.0,
            air: lot.points(1, 4),
            sunk: lot.chance(50),
            heads: ["heads.box", "heads.description", "heads.amount", "heads.before"]
                .map(|key| list.plain(key, lot).to_owned()),
        }
    }

    /// The columns of the groups that are not in a list or a table.
    pub(super) fn columns(&self) -> usize {
        match self.arrangement {
            Arrangement::Grid(columns) | Arrangement::Heads(columns) => columns,
            Arrangement::List => 1,
            Arrangement::TwoLists | Arrangement::Table | Arrangement::TwoYears => 2,
        }
    }

    /// Whether values are moved to the bottom of cells with a higher neighbour.
    pub(super) fn sinks(&self) -> bool {
        let free = matches!(
            self.ruling,
            Ruling::All | Ruling::Rows | Ruling::Columns | Ruling::Outer | Ruling::None
        );
        let loose = self.amounts.cents != Cents::Column && !self.comb;
        self.sunk && free && loose && matches!(self.at, At::Above | At::Corner)
    }

    /// The same with captions in strips, as a table has them.
    pub(super) fn in_strips(&self) -> Self {
        Self {
            at: At::Head,
            ending: Ending::Nothing,
            ..self.clone()
        }
    }

    /// The same for a row of a table, which has a column for numbers.
    pub(super) fn without_decoration(&self) -> Self {
        Self {
            ruling: Ruling::None,
            number: Number::None,
            ending: Ending::Nothing,
            ..self.clone()
        }
    }

    /// Width of the column for numbers in a table, in points.
    pub(super) fn number_column(&self) -> f32 {
        if self.number == Number::None { 0.0 } else { 26.0 }
    }

    /// The main choices as a name.
    pub(super) fn name(&self) -> String {
        let words = format!("{:?}-{:?}-{:?}-{:?}", self.arrangement, self.at, self.ruling, self.plan);
        words.to_lowercase().replace(['(', ')'], "")
    }
}

/// A place of captions that suits the arrangement, and a ruling that may go with it.
fn placed(arrangement: Arrangement, lot: &mut Lot) -> (At, Ruling) {
    loop {
        let at = match arrangement {
            Arrangement::Heads(_) => At::Head,
            Arrangement::List => *lot.pick(&[At::Left, At::Left, At::Before], &[At::Right]),
            Arrangement::TwoLists => *lot.pick(&[At::Left, At::Left, At::Before, At::Right], &[]),
            _ => lot.draw(),
        };
        let ruling: Ruling = lot.draw();
        if !KEPT_TOGETHER.contains(&(at, ruling)) || lot.allows_kept() {
            return (at, ruling);
        }
    }
}
