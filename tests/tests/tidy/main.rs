//! Project rules that a compiler cannot check. Each rule is a function from a file to complaints, with one test that
//! it complains about a violation and one that the project complies.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod borders;
mod circles;
mod data;
mod floors;
mod house;
mod licences;
mod logs;
mod manifests;
mod notices;
mod parameters;
mod scan;
mod security;
mod shape;
mod words;
