//! What people do about a result. So far: edits of values, taking them back and making them again, each a row of the one
//! table of corrections. Not here: what a value may look like (see `value`), rows (see `store`), the expert's queue.

mod edits;
mod rows;

pub use edits::{corrected, corrected_forms, in_force, place_of, to_redo, to_undo};
pub use rows::{edited_places, follow_rows};

#[cfg(test)]
mod tests;
