//! The memory of prints. A settled paper teaches where its print has the values of fields, relative to its fixed words
//! and rulings; the next paper of that print is read by these places too. Pure; the rows are in `store`, and `desk`
//! decides by a replay whether a print is used.

mod align;
mod fixed;
mod place;
mod propose;
mod replay;
mod teach;

pub use propose::{Memory, apply, same_print};
pub use replay::{Settled, loss};
pub use teach::{Paper, lesson, pruned};

#[cfg(test)]
mod sample;
