//! Why a value was read: the captions of its field, every candidate that was considered, and the step that decided.

use serde::Serialize;
use specta::Type;

/// How one field was read on one copy of its form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct Explanation {
    pub page: u32,
    /// The step that read the value; `None` if the field is empty on this copy.
    pub read_by: Option<String>,
    pub captions: Vec<ExplainedCaption>,
    /// Best first. Only values with a format compete; texts, lists and check boxes have none.
    pub candidates: Vec<ExplainedCandidate>,
}

/// A caption with a role for the field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct ExplainedCaption {
    pub text: String,
    /// `field`, `shared`, `continuation`, `part`, `row`, `heading` or `column`.
    pub role: String,
    /// Confidence that it is this caption, in percent.
    pub score: u32,
    /// Whether the box's own label is printed with it.
    pub labelled: bool,
    /// The passes that found or changed it, in order.
    pub passes: Vec<String>,
}

/// A value that was considered for the field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct ExplainedCandidate {
    pub text: String,
    pub won: bool,
    /// The side of its caption: `below`, `right` or `above`.
    pub side: String,
    /// Whether the form prints its values on that side.
    pub on_side: bool,
    /// Whether it has the format of the field.
    pub valid: bool,
    /// How well it is placed, in percent.
    pub placed: u32,
    /// The product of all three, which the choice maximizes, in percent.
    pub weight: u32,
}
