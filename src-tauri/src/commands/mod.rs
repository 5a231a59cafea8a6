//! What the window may ask, one call and one conversion each. Not here: doing any of it.

#![allow(
    clippy::needless_pass_by_value,
    reason = "Tauri hands the arguments of a command over by value"
)]

pub(crate) mod document;
pub(crate) mod engines;
pub(crate) mod guides;
pub(crate) mod library;
mod names;
pub(crate) mod packet;
pub(crate) mod proposals;
pub(crate) mod queue;
pub(crate) mod settings;
pub(crate) mod workspace;

pub use names::COMMANDS;

use touchstone_engine::views::Trouble;

pub(crate) type Answer<T> = Result<T, Trouble>;
