//! What people do about a result: edits of values, taking them back and making them again, each a row of the one table of
//! corrections; and the verdict on the whole. Not here: what a value may look like (see `value`), rows (see `store`).

mod edits;
mod rows;
mod settle;

pub use edits::{corrected, corrected_forms, in_force, place_of, to_redo, to_undo};
pub use rows::{edited_places, follow_rows};
pub use settle::{Judgement, Refused, Settled, fresh, is_settled, settle};

#[cfg(test)]
mod tests;
