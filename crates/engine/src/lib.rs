//! Touchstone's engine: turns pages into ground truth. It has no GUI and no PDFium, and is the only crate with SQL
//! and network access.
//!
//! Modules are listed bottom layer first; a module imports only from lower layers.

pub mod error;
pub mod event;
pub mod logs;
pub mod provider;
pub mod export;
pub mod evaluate;
pub mod store;
pub mod backup;
pub mod checks;
pub mod prints;
pub mod review;
pub mod stacks;
pub mod tools;
pub mod agent;
pub mod pipeline;
mod desk;

pub use crate::desk::{
    AskedStack, Checkup, Comparison, Desk, DeskOptions, ExportOrder, ExportOutcome, FilledStack, Found, Look, NewStack,
    OpenBlockers, PRICE_UNKNOWN, PackState, Part, Probed, Refusal, SidesOrder, Submission, Ticket, TruthImport,
    ensure_replaceable, export_formats, notices, views,
};
