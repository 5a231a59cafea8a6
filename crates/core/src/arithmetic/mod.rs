//! What the pack's rules work out on the fields of one form: sums, rates, limits, and amounts that only one digit fits.
//! Not here: issues (the engine's checks).

mod cross;
mod model;
mod proved;
mod sums;

pub use cross::{cross_checks, own_year};
pub use model::{CrossCheck, Fields};
pub use proved::{damaged_amount, proof, prove};
