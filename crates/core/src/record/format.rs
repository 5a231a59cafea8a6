//! The format of a field's value, chosen by the pack from a closed list. Values are parsed and validated in `value`.

use regex::Regex;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The format of a field. Two formats are equal if they are written the same in the pack.
#[derive(Debug, Clone)]
pub enum Format {
    /// Any text.
    Text,
    /// Text matching a regular expression.
    Regex(Regex),
    /// An exact amount with two decimals, kept as text: `"1234.50"`.
    Currency,
    /// A unit price: an exact decimal with two to four places, `"3.459"`.
    Rate,
    /// A social security number, with masked digits kept as printed.
    Ssn,
    /// An employer identification number.
    Ein,
    /// An SSN or EIN.
    Tin,
    /// A calendar day, kept as `2024-12-31`.
    Date,
    /// A percentage, kept as printed without the sign.
    Percentage,
    /// A year 2000..=2099, kept as an integer.
    Year,
    /// A check box.
    Bool,
    /// Number of rows of a list; an integer that is counted, not printed.
    Count,
    /// A two-letter code of a US state or territory.
    State,
    /// One of the codes in a list of the pack.
    Code(Arc<CodeList>),
    /// An array: of objects if the field has parts, otherwise of one plain format.
    List,
}

/// A named list of codes and their meanings, such as those of W-2 box 12.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeList {
    pub name: String,
    pub codes: BTreeMap<String, String>,
}

impl Format {
    /// The format of a name in packs, if it has no parameters.
    pub fn named(name: &str) -> Option<Self> {
        use Format::{Bool, Count, Currency, Date, Ein, Percentage, Rate, Ssn, State, Text, Tin, Year};
        [
            Text, Count, Currency, Rate, Ssn, Ein, Tin, Date, Percentage, Year, Bool, State,
        ]
        .into_iter()
        .find(|format| format.name() == name)
    }

    /// Its name in packs.
    pub fn name(&self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Regex(_) => "regex",
            Format::Currency => "currency",
            Format::Rate => "rate",
            Format::Ssn => "ssn",
            Format::Ein => "ein",
            Format::Tin => "tin",
            Format::Date => "date",
            Format::Percentage => "percentage",
            Format::Year => "year",
            Format::Bool => "bool",
            Format::Count => "count",
            Format::State => "state",
            Format::Code(_) => "code",
            Format::List => "list",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Format::Regex(a), Format::Regex(b)) => a.as_str() == b.as_str(),
            (Format::Code(a), Format::Code(b)) => a == b,
            _ => self.name() == other.name(),
        }
    }
}
