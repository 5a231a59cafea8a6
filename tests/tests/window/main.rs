//! The program in its real window: a separate screen and session, a driver that clicks and types, and real drag and
//! drop. Every test starts from an empty workspace. What the engine does without a window is in the `program` tests.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod backups;
mod canaries;
mod cases;
mod asked;
mod checking;
mod chosen;
mod cutting;
mod evaluated;
mod hand;
mod hostile;
mod judged;
mod large;
mod locked;
mod marked;
mod models;
mod opened;
mod palette;
mod paper;
mod pictures;
mod press;
mod queue;
mod readings;
mod report;
mod review_queue;
mod secrets;
mod seed;
mod sizes;
mod stage;
mod tour;
mod trash;
mod truth;
mod undone;
mod zoom;
