//! The checks that a pack enables, with their parameters. Data only; they are evaluated in `arithmetic` and the
//! engine's checks.

use crate::record::Severity;
use rust_decimal::Decimal;

/// One check enabled for the pack's documents.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// Overrides the check's default.
    pub severity: Option<Severity>,
    pub kind: RuleKind,
}

impl Rule {
    /// The severity set by the pack, or the check's default.
    pub fn severity_or(&self, own: Severity) -> Severity {
        self.severity.unwrap_or(own)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum RuleKind {
    /// Every label of the pack must be judged in every segment and in the mixture.
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

/// `result` = rate x sum(`of`), capped, plus a second rate on the part above a threshold. Rates, caps and thresholds
/// are names of figures for the form's year.
#[derive(Debug, Clone, PartialEq)]
pub struct RateRule {
    pub form: String,
    pub result: String,
    pub of: Vec<String>,
    pub rate: String,
    /// Max amount of the sum that counts.
    pub cap: Option<String>,
    pub extra: Option<ExtraRate>,
    /// Listed amounts that were due but not collected, and are therefore missing from the result.
    pub less: Option<Listed>,
    /// Rounding tolerance in dollars.
    pub tolerance: Decimal,
    /// Rounding tolerance as a share of the expected amount; the larger of the two applies.
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
    /// Explains to users why the limit must hold.
    pub reason: String,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Limit {
    Fields {
        fields: Vec<String>,
        /// List amounts that are added back when their code is listed.
        add_back: Option<Listed>,
    },
    Figure(String),
}

/// Amounts of a list field whose code is one of `codes`.
#[derive(Debug, Clone, PartialEq)]
pub struct Listed {
    pub list: String,
    pub code: String,
    pub amount: String,
    pub codes: Vec<String>,
}

/// The digits of these fields must all differ.
#[derive(Debug, Clone, PartialEq)]
pub struct DistinctRule {
    pub form: String,
    pub fields: Vec<String>,
}

/// `result` = the sum of `of`. Applies when all of `needs` and none of `unless` are filled.
#[derive(Debug, Clone, PartialEq)]
pub struct SumRule {
    pub form: String,
    pub result: String,
    pub of: Vec<Term>,
    /// Alternative terms for the sum; empty if there are none.
    pub or_of: Vec<Term>,
    pub needs: Vec<String>,
    pub unless: Vec<String>,
    /// In dollars.
    pub tolerance: Decimal,
}

/// One term of a sum: a field, or one part of all rows of a list. A missing amount counts as zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    pub field: String,
    pub part: Option<String>,
    /// Its absolute value is subtracted, because losses are printed both with and without a sign.
    pub negative: bool,
    /// Counts only negative amounts (`<0`), or only the others (`>0`).
    pub only: Option<Below>,
}

/// Selects the amounts of a term by sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Below {
    Zero,
    NotZero,
}

/// In each row of a list, `result` = the product of two parts, if all three are present.
#[derive(Debug, Clone, PartialEq)]
pub struct ProductRule {
    pub form: String,
    pub list: String,
    pub result: String,
    pub of: [String; 2],
    /// In dollars.
    pub tolerance: Decimal,
}

/// A list is proved complete only if one of these fields is filled for it to add up to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProofRule {
    pub form: String,
    pub list: String,
    pub by: Vec<String>,
}

/// opening + sum of the list = closing, and each printed running balance follows from the previous one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BalanceRule {
    pub form: String,
    /// The field with the account number of the balances.
    pub account: Option<String>,
    pub opening: String,
    pub closing: String,
    pub list: String,
    pub amount: String,
    pub balance: String,
    /// The part of the amount that changes the balance, where rows are divided.
    pub share: Option<String>,
}
