//! Identifies a page: signatures of the pack's forms, parts of a page, form numbers. See `forms` for filling a form.

pub(crate) mod form_number;
pub(crate) mod model;
pub(crate) mod page_parts;
pub(crate) mod prepared;
pub(crate) mod signature_matches;
pub(crate) mod signatures;
