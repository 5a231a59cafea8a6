//! The rules of the house that a compiler cannot see. Each rule is a function from a file to complaints, with a test that
//! it complains about a violation, and one that finds the house in order.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod borders;
mod circles;
mod data;
mod floors;
mod house;
mod licences;
mod manifests;
mod scan;
mod shape;
mod words;
