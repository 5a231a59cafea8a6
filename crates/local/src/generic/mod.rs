//! Documents that are not a form of the pack: title, parties and amounts as far as any document shows them.

pub(crate) mod fields;
pub(crate) mod fill;
pub(crate) mod letterhead;
pub(crate) mod parties;
pub(crate) mod title;
pub(crate) mod whole_amounts;
