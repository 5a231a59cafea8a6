//! The whole program from outside: the `touchstone` executable over made and shipped documents. Only what a person or
//! a script can see is asserted, and no timings.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod accuracy;
mod bounded;
mod canaries;
mod charts;
mod confirmed;
mod contract;
mod corpus;
mod corrected;
mod explained;
mod faulty;
mod gates;
mod halted;
mod inputs;
mod interruption;
mod kept;
mod kill;
mod ledgers;
mod looks;
mod lying;
mod markings;
mod models;
mod moved;
mod notices;
mod offline;
mod processes;
mod questions;
mod review;
mod secrets;
mod shell;
mod stopped;
mod traps;
mod troubled;
mod tried;
mod wire_formats;
