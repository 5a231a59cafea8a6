//! A generator of made documents, as the catalogue lists it.

use super::Case;

/// Layouts that one generator makes.
pub struct Family {
    /// What `make_documents --layout` calls all of them together.
    pub name: &'static str,
    /// Layouts that may be looked at while rules and thresholds are changed.
    pub tuned: &'static [&'static str],
    /// Layouts that are only measured on.
    pub unseen: &'static [&'static str],
    /// `count` documents of one layout; the same seed gives the same bytes. File names begin with the family's name or
    /// another word of its own and end with the layout, so that no two families write the same file.
    pub make: fn(layout: &str, seed: u64, count: usize) -> Vec<Case>,
}
