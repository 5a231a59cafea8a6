//! Assigns values to captions: areas beside and below captions, runs of words, names and addresses, the form's year.

pub(crate) mod areas;
pub(crate) mod assign;
pub(crate) mod fields;
pub(crate) mod form_year;
pub(crate) mod model;
pub(crate) mod parties;
pub(crate) mod party_lines;
pub(crate) mod runs;
pub(crate) mod table_edges;
pub(crate) mod text_blocks;
