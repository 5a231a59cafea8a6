//! Reads account statements and receipts: documents without boxes whose amounts add up. `statement` reads dated lines
//! between two balances, `receipt` lines that add up to a total. The vocabulary comes from the template. Input is
//! positioned words, from a text layer or OCR. The proof that a list is complete is in `touchstone_core::arithmetic`.

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
