//! The commands of the window, each one engine call and one conversion.

#![allow(
    clippy::needless_pass_by_value,
    reason = "Tauri hands the arguments of a command over by value"
)]

pub(crate) mod audit;
pub(crate) mod backup;
pub(crate) mod document;
pub(crate) mod engines;
pub(crate) mod evaluation;
pub(crate) mod guides;
pub(crate) mod library;
mod names;
pub(crate) mod packet;
pub(crate) mod proposals;
pub(crate) mod queue;
pub(crate) mod review_queue;
pub(crate) mod settings;
pub(crate) mod workspace;

pub use names::COMMANDS;

use std::pin::Pin;
use touchstone_engine::error::panics::caught;
use touchstone_engine::views::Trouble;

pub(crate) type Answer<T> = Result<T, Trouble>;

/// A pending answer. Boxed because the engine's futures are large.
type Asked<'w, T> = Pin<Box<dyn Future<Output = Answer<T>> + Send + 'w>>;

/// Awaits the engine's answer. Panics are reported like other errors, otherwise the window would wait forever.
fn ask<'w, T: 'w>(work: impl Future<Output = anyhow::Result<T>> + Send + 'w) -> Asked<'w, T> {
    Box::pin(async move { Ok(caught(work).await.map_err(anyhow::Error::from)??) })
}
