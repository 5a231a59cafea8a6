//! Papers that have no fixed form but a structure: dated lines between two balances (`statement`), lines that add up to
//! a total (`receipt`). The words they are told by are the template's. Works on lines of words with places, whether
//! they were printed or recognised. Not here: forms with boxes, and the proof that a list is complete (`checks::sums`).

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
mod line;
mod measured;
mod name;
mod payment;
mod period;
mod receipt;
mod role;
mod rows;
mod sale;
mod sections;
mod signs;
mod span;
mod statement;
mod structure;
mod tally;
mod unsettled;
mod vocabulary;

pub(super) use letterhead::{firm_at_head, has_firm};
pub(super) use structure::{extract, look_for_receipt, look_for_statement};
pub(super) use vocabulary::Vocabulary;
