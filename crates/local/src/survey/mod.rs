//! The first look at a document: every page once, sheets grouped into forms, the plan of what to fill.

pub(crate) mod groups;
pub(crate) mod model;
pub(crate) mod pages;
pub(crate) mod plan;
