//! How a field's value is written: the closed list that a pack chooses from. Reading and judging a value is the
//! business of `value`; this is only the name of the rule.

use regex::Regex;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The format of a field. Two formats are equal when they were written the same way in the pack.
#[derive(Debug, Clone)]
pub enum Format {
    /// Any text.
    Text,
    /// Text that a regular expression matches.
    Regex(Regex),
    /// An exact amount with two decimals, kept as text: `"1234.50"`.
    Currency,
    /// The price of one of something: an exact decimal with two to four places, `"3.459"`.
    Rate,
    /// A social security number, masks kept as printed.
    Ssn,
    /// An employer identification number.
    Ein,
    /// Either of the two.
    Tin,
    /// A calendar day, kept as `2024-12-31`.
    Date,
    /// A percentage, kept as printed without the sign.
    Percentage,
    /// A year 2000..=2099, kept as an integer.
    Year,
    /// A check box.
    Bool,
    /// How many rows a list has; an integer that is counted, not printed.
    Count,
    /// A two-letter code of a US state or territory.
    State,
    /// One of the codes that the pack lists under a name.
    Code(Arc<CodeList>),
    /// An array: of objects when the field has parts, of one plain format otherwise.
    List,
}

/// A named list of codes with what each means, such as those of W-2 box 12.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeList {
    pub name: String,
    pub codes: BTreeMap<String, String>,
}

impl Format {
    /// The name that a pack uses for it.
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
