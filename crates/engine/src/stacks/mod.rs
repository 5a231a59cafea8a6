//! One table over many documents, without a model: rows of truth, accepted and unsettled forms, columns of templates,
//! conflicts, copies and sums. Pure: the store holds the rows, `desk` fills them, `tools` lets models fill the rest.

mod columns;
mod counted;
mod identifiers;
mod rows;
mod sums;
mod table;

pub use columns::{Found, asked, format_of, inferred};
pub use counted::{Counts, counted, identity};
pub use identifiers::Identifiers;
pub use rows::{Sources, rows};
pub use sums::Sums;
pub use table::{ShownRow, Table, field_path};

#[cfg(test)]
mod tests;
