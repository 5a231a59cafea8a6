//! Papers that have no fixed form but a structure: dated lines between two balances (`statement`), lines that add up to
//! a total (`receipt`). The words they are told by are the template's. Works on lines of words with places, whether
//! they were printed or recognised. Not here: forms with boxes, and the proof that a list is complete (`arithmetic`).

mod above;
mod below;
mod beside;
mod blank;
mod captioned;
mod days;
mod entry;
mod firm;
mod header;
mod heads;
mod item;
mod letterhead;
pub(crate) mod line;
mod measured;
pub(crate) mod model;
mod name;
mod payment;
mod period;
pub(crate) mod receipt;
mod role;
mod rows;
mod sale;
mod sections;
mod signs;
mod span;
pub(crate) mod statement;
pub(crate) mod structure;
mod tally;
mod unsettled;
mod vocabulary;

pub(super) use letterhead::{firm_at_head, has_firm};
pub(super) use vocabulary::Vocabulary;
