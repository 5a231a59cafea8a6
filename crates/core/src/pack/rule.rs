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

impl Rule {
    /// The severity that the pack gives the check, or the check's own.
    pub fn severity_or(&self, own: Severity) -> Severity {
        self.severity.unwrap_or(own)
    }
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
    Sum(SumRule),
    Product(ProductRule),
    Proof(ProofRule),
    Balance(BalanceRule),
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

/// `result` = the sum of `of`. Applies when all `needs` are filled and none of `unless` is.
#[derive(Debug, Clone, PartialEq)]
pub struct SumRule {
    pub form: String,
    pub result: String,
    pub of: Vec<Term>,
    /// Other terms of which the sum may consist as well; empty when there are none.
    pub or_of: Vec<Term>,
    pub needs: Vec<String>,
    pub unless: Vec<String>,
    /// Dollars.
    pub tolerance: Decimal,
}

/// One term of a sum: a field, or one part of all rows of a list. What is missing counts as nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    pub field: String,
    pub part: Option<String>,
    /// Its size is taken off: a loss is printed with a sign by some and without by others.
    pub negative: bool,
    /// Only what is less than nothing counts (`<0`), or only the rest (`>0`).
    pub only: Option<Below>,
}

/// Which amounts of a term count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Below {
    Zero,
    NotZero,
}

/// In each row of a list, `result` = the product of two parts, where all three are there.
#[derive(Debug, Clone, PartialEq)]
pub struct ProductRule {
    pub form: String,
    pub list: String,
    pub result: String,
    pub of: [String; 2],
    /// Dollars.
    pub tolerance: Decimal,
}

/// A list cannot be known to be complete unless one of these fields is there to add up to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProofRule {
    pub form: String,
    pub list: String,
    pub by: Vec<String>,
}

/// opening + sum of the list = closing, and each printed running balance follows from the one before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BalanceRule {
    pub form: String,
    /// The number of the account that the balances are of.
    pub account: Option<String>,
    pub opening: String,
    pub closing: String,
    pub list: String,
    pub amount: String,
    pub balance: String,
    /// What of the amount changes the balance, where rows are divided.
    pub share: Option<String>,
}
