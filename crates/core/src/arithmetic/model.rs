//! The result of one rule applied to one form.

use crate::record::{Field, Severity};
use indexmap::IndexMap;

/// A rule that applies to a form, and its result.
#[derive(Debug, Clone, PartialEq)]
pub struct CrossCheck {
    /// Issue code when it fails.
    pub code: &'static str,
    /// The field being judged.
    pub field: String,
    /// Other values used in the check, any of which may be the wrong one: `ss_wages`, `box_12[0].amount`.
    pub members: Vec<String>,
    pub passed: bool,
    /// Whether it is an equation, so that passing it proves its amounts.
    pub proves: bool,
    pub severity: Severity,
    /// The condition that must hold.
    pub message: String,
    /// The amounts as printed, one of which is wrong if the check fails; empty where the message suffices.
    pub amounts: Vec<String>,
    pub expected: String,
    pub actual: String,
}

pub type Fields = IndexMap<String, Field>;

pub(super) const INCONSISTENT: &str = "inconsistent";
