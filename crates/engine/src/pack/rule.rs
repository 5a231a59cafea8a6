//! The checks that a pack switches on, with their parameters. Only data: what a rule finds is worked out in `checks`.

use crate::record::Severity;
use rust_decimal::Decimal;

/// One check that applies to the pack's documents.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// Instead of the check's own.
    pub severity: Option<Severity>,
    pub kind: RuleKind,
}

#[derive(Debug, Clone, PartialEq)]
pub enum RuleKind {
    /// Every label of the pack has to be judged in every segment and in the mixture.
    CompleteTypes,
    /// The shares of each segment add up to one.
    SegmentShares,
    /// The shares of the mixture add up to one.
    MixtureShares,
    Rate(RateRule),
    AtMost(AtMostRule),
    Distinct(DistinctRule),
}

/// `result` = rate x sum(`of`), capped, plus a second rate on what lies above a threshold. Rates, caps and thresholds
/// are names of figures of the form's year.
#[derive(Debug, Clone, PartialEq)]
pub struct RateRule {
    pub form: String,
    pub result: String,
    pub of: Vec<String>,
    pub rate: String,
    /// The sum counts up to this figure only.
    pub cap: Option<String>,
    pub extra: Option<ExtraRate>,
    /// Listed amounts that were owed but not collected, which the result lacks.
    pub less: Option<Listed>,
    /// Dollars that rounding may account for.
    pub tolerance: Decimal,
    /// Share of the expected amount that rounding may account for; the larger of the two counts.
    pub relative_tolerance: Decimal,
}

#[derive(Debug, Clone, PartialEq)]
pub struct ExtraRate {
    pub rate: String,
    pub above: String,
}

/// sum(`fields`) <= `factor` x (sum(`limit_fields`) + listed amounts), or <= a figure of the year.
#[derive(Debug, Clone, PartialEq)]
pub struct AtMostRule {
    pub form: String,
    pub fields: Vec<String>,
    pub limit: Limit,
    pub factor: Decimal,
    /// For people, why this cannot be otherwise.
    pub reason: String,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Limit {
    Fields {
        fields: Vec<String>,
        /// Amounts of a list field that are added back when their code is one of these.
        add_back: Option<Listed>,
    },
    Figure(String),
}

/// Amounts of a list field whose code is one of these.
#[derive(Debug, Clone, PartialEq)]
pub struct Listed {
    pub list: String,
    pub code: String,
    pub amount: String,
    pub codes: Vec<String>,
}

/// The digits of these fields are never the same.
#[derive(Debug, Clone, PartialEq)]
pub struct DistinctRule {
    pub form: String,
    pub fields: Vec<String>,
}
