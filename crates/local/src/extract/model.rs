//! A sheet that was reread.

use crate::forms::model::Filled;

/// A reread sheet, and its likeness to its form.
pub(crate) struct Read {
    pub filled: Filled,
    pub likeness: f64,
}
