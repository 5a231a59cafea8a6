//! One page prepared for reading: rows and pieces of print, phrase search, combs, and the picture where words are not
//! enough. The print is not interpreted here.

pub(crate) mod bands;
pub(crate) mod combs;
pub mod ink;
pub(crate) mod layout;
pub(crate) mod letter_shapes;
pub(crate) mod load;
pub(crate) mod model;
pub(crate) mod address_block;
pub(crate) mod numeric;
pub(crate) mod reading;
pub(crate) mod search;
pub(crate) mod ticks;
pub(crate) mod unread_ink;
