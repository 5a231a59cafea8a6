//! Sheets of one form: fills one copy, compares and merges copies, and finds print that no field took.

pub(crate) mod check_boxes;
pub(crate) mod confidence;
pub(crate) mod copies;
mod coverage;
pub(crate) mod distinct_forms;
pub(crate) mod form_copy;
pub(crate) mod model;
pub(crate) mod page_copies;
pub(crate) mod shared_header;
pub(crate) mod trace;
pub(crate) mod unclear_scan;
pub(crate) mod unextracted_text;
pub(crate) mod unlisted_ticks;
