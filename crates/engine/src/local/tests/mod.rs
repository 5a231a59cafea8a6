//! Tests of the local engine on small hand-made pages; `paper` draws them.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod abroad;
mod accounts;
mod apart;
mod attempts;
mod bounds;
mod boxes;
mod captions;
mod clinical;
mod covers;
mod damaged;
mod doubts;
mod extremes;
mod foreign_prints;
mod fares;
mod forms;
mod kinds;
mod layouts;
mod marked_lines;
mod marked_margins;
mod marked_portions;
mod marked_turned;
mod marked_worn;
mod markings;
mod ledgers;
mod mechanisms;
mod named;
mod odd_prints;
mod panels;
mod paper;
mod parted;
mod portals;
mod prints;
mod sales;
mod schedules;
mod shared;
mod slips;
mod spaced;
mod tills;
mod undated;

/// A small W-2 that the engine reads, for tests of other rooms: wages of 23,677.70 and 2,841.32 of tax.
pub(crate) fn small_w2() -> touchstone_intake::Page {
    let mut paper = paper::Paper::new();
    forms::draw(&mut paper, 20.0, 20.0, "Copy B", forms::ANN);
    paper.0
}
