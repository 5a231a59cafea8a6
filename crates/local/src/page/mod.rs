//! One page prepared for reading: rows and pieces of print, phrase search, combs. The print is not interpreted here.

pub(crate) mod bands;
pub(crate) mod combs;
pub(crate) mod layout;
pub(crate) mod load;
pub(crate) mod model;
pub(crate) mod address_block;
pub(crate) mod numeric;
pub(crate) mod reading;
pub(crate) mod search;
pub(crate) mod ticks;
pub(crate) mod tolerances;
