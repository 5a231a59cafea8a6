//! Check boxes: which squares are on a sheet and which caption each belongs to.

pub(crate) mod find;
pub(crate) mod pairing;
pub(crate) mod questions;
