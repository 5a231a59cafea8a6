//! A generator of made documents, as listed in the catalog.

use super::Case;

/// The layouts made by one generator.
pub struct Family {
    /// The name that selects all of them in `make_documents --layout`.
    pub name: &'static str,
    /// Layouts that may be inspected while rules and thresholds are changed.
    pub tuned: &'static [&'static str],
    /// Layouts used for measuring only.
    pub unseen: &'static [&'static str],
    /// Makes `count` documents of one layout; the same seed gives the same bytes. File names begin with the family's
    /// name or another unique word and end with the layout, so that no two families write the same file.
    pub make: fn(layout: &str, seed: u64, count: usize) -> Vec<Case>,
}
