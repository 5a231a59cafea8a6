//! The survey of a document: reads every page once, groups sheets into forms, plans which forms to fill.

pub(crate) mod groups;
pub(crate) mod model;
pub(crate) mod pages;
pub(crate) mod plan;
