//! Tests of the local engine on small hand-made pages; `paper` draws them.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod attempts;
mod boxes;
mod clinical;
mod foreign_prints;
mod forms;
mod kinds;
mod layouts;
mod markings;
mod ledgers;
mod mechanisms;
mod odd_prints;
mod paper;
mod prints;
mod schedules;
mod shared;
mod slips;
