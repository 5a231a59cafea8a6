//! One rule worked out on one form.

use crate::record::{Field, Severity};
use indexmap::IndexMap;

/// One rule that applies to a form, and what came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct CrossCheck {
    /// The code of the issue when it fails.
    pub code: &'static str,
    /// The field that is judged.
    pub field: String,
    /// Further values that it was judged by, each of which may be the wrong one: `ss_wages`, `box_12[0].amount`.
    pub members: Vec<String>,
    pub passed: bool,
    pub severity: Severity,
    /// What has to hold.
    pub message: String,
    /// The amounts as printed, of which one is wrong when it does not hold; empty where the message tells enough.
    pub amounts: Vec<String>,
    pub expected: String,
    pub actual: String,
}

pub type Fields = IndexMap<String, Field>;

pub(super) const INCONSISTENT: &str = "inconsistent";
