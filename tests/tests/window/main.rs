//! The program in its real window: a screen of its own, a session of its own, a driver that clicks and types, a hand that
//! drags files. Every test starts from an empty workspace. Not here: what the engine does without a window.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod cases;
mod asked;
mod checking;
mod hand;
mod judged;
mod large;
mod locked;
mod marked;
mod models;
mod opened;
mod paper;
mod pictures;
mod press;
mod queue;
mod readings;
mod report;
mod secrets;
mod seed;
mod sizes;
mod stage;
mod tour;
mod trash;
mod undone;
mod zoom;
