//! Touchstone's engine: pages in, ground truth out. No window, no PDFium; the only SQL and the only network.
//! Modules are listed in reading order, floor by floor; a module imports only from lower floors.

pub mod error;
pub mod event;
pub mod provider;
pub mod export;
pub mod evaluate;
pub mod store;
pub mod checks;
pub mod tools;
pub mod review;
pub mod agent;
pub mod pipeline;
mod desk;

pub use crate::desk::{
    Checkup, Desk, DeskOptions, Found, Look, OpenBlockers, PRICE_UNKNOWN, PackState, Part, Probed, Refusal, Submission,
    Ticket, views,
};
