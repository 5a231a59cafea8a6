//! Habits that distinguish one payroll program from another: padding of amounts, order of names. Differences between
//! forms of one program are in `hand`.

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
    /// Employers with a second name or an address in care of someone, addresses abroad, two lines in box 14.
    pub rich: bool,
    /// Dollars and cents are printed in separate cells, so that every amount has both.
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
