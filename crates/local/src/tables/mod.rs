//! Lists printed as tables: under column captions, as labeled rows, or as codes with amounts.

pub(crate) mod boxed_rows;
pub(crate) mod code_lists;
mod column_groups;
pub(crate) mod columns;
pub(crate) mod labelled_rows;
