//! Check boxes: finds the squares on a sheet and pairs them with captions.

pub(crate) mod find;
pub(crate) mod pairing;
pub(crate) mod questions;
