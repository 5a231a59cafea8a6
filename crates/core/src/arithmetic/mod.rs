//! Arithmetic on the fields of one form by the pack's rules: sums, rates, limits, and damaged amounts that the rules
//! prove. The engine's checks turn the results into issues.

mod cross;
mod model;
mod proved;
mod sums;

pub use cross::{cross_checks, own_year, proved};
pub use model::{CrossCheck, Fields};
pub use proved::{damaged_amount, proof, prove};
