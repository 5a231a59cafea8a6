//! Habits that set one payroll program's prints apart from another's: how amounts are filled up, in which order names
//! stand. Not here: what differs from form to form of one program (see `hand`).

/// How an amount is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Amounts {
    #[default]
    Plain,
    /// `****1,234.56`, as on checks.
    Asterisks,
    /// `$ 1,234.56`.
    Spaced,
}

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Style {
    pub amounts: Amounts,
    /// `Abernathy, Anneke B.`
    pub last_first: bool,
    /// Employers with a second name or in care of somebody, addresses abroad, two lines in box 14.
    pub rich: bool,
    /// Dollars and cents stand in cells of their own, so that every amount has both.
    pub cents: bool,
}

impl Style {
    pub(crate) fn amount(self, printed: &str) -> String {
        match self.amounts {
            Amounts::Plain => printed.to_owned(),
            Amounts::Asterisks => format!("{printed:*>13}"),
            Amounts::Spaced => format!("$ {}", printed.trim_start_matches('$')),
        }
    }
}
