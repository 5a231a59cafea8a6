//! Language models from outside: scripted servers that speak the real wire formats, faults included, and the
//! conversations that they would refuse. Every case ends in a typed state; none depends on a clock.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod dialects;
mod every;
mod faults;
mod paths;
mod protocol;
mod server;
mod streams;
