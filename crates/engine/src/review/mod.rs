//! What people do about a result. So far: edits of values, taking them back and making them again, each a row of the one
//! table of corrections. Not here: what a value may look like (see `value`), rows (see `store`), the expert's queue.

mod edits;

pub use edits::{corrected, corrected_forms, in_force, place_of, to_redo, to_undo};

#[cfg(test)]
mod tests;
