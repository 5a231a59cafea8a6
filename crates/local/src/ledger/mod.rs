//! Reads account statements and receipts: documents without boxes whose amounts add up. `statement` reads dated lines
//! between two balances, `receipt` lines that add up to a total. The vocabulary comes from the template. Input is
//! positioned words, from a text layer or OCR. The proof that a list is complete is in `touchstone_core::arithmetic`.

mod lines_above;
mod lines_below;
mod side_blocks;
mod blank_total;
mod counts;
mod captioned;
mod days;
mod entry;
mod firm;
mod table_header;
mod parties;
mod item;
mod letterhead;
pub(crate) mod line;
mod measured_goods;
pub(crate) mod model;
mod item_name;
mod payment;
mod period;
pub(crate) mod receipt;
mod role;
mod rows;
mod sale;
mod several_documents;
mod signs;
mod span;
pub(crate) mod statement;
pub(crate) mod structure;
mod sorting;
mod open_issues;
mod vocabulary;

pub(super) use letterhead::{firm_at_head, has_firm};
pub(super) use vocabulary::Vocabulary;
