//! A sheet that was read again.

use crate::forms::model::Filled;

/// One sheet read, with how much it looks like its form.
pub(crate) struct Read {
    pub filled: Filled,
    pub likeness: f64,
}
