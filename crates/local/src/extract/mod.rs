//! One attempt at one planned form. Later attempts tolerate misread letters, then keep critical fields only.

pub(crate) mod attempt;
pub(crate) mod cover;
pub(crate) mod explain;
pub(crate) mod model;
pub(crate) mod read;
pub(crate) mod second_look;
pub(crate) mod structured;
pub(crate) mod structured_looks;
