//! A sheet that was reread.

use crate::forms::model::FilledCopy;

/// A reread sheet, and its likeness to its form.
pub(crate) struct Read {
    pub filled: FilledCopy,
    pub likeness: f64,
}
