//! One page made ready for reading: rows and pieces of print, search for phrases, combs, and the picture where words do not
//! tell. Not here: what the print means.

pub(crate) mod bands;
pub(crate) mod combs;
pub(crate) mod fold;
pub mod ink;
pub(crate) mod layout;
pub(crate) mod letter_shapes;
pub(crate) mod load;
pub(crate) mod model;
pub(crate) mod names;
pub(crate) mod numeric;
pub(crate) mod reading;
pub(crate) mod search;
pub(crate) mod ticks;
pub(crate) mod unread_ink;
