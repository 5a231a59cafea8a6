//! Text matching: folding, and finding a quote in a reading. Letters are matched with a small tolerance; digits,
//! signs and decimal points exactly.

mod align;
mod distance;
mod fold;
mod haystack;
mod letters;
pub mod likeness;
mod markup;
pub mod page_count;
pub mod page_runs;
mod rows;
mod span;

pub use align::{agrees, find};
pub use fold::{normalise, repair_digits};
pub use haystack::Haystack;
pub use letters::fold;
pub use markup::escaped;
pub use rows::{PrintedRow, median, rows};
pub use span::{Span, evidence_of, joined, joined_at, line_regions};

#[cfg(test)]
mod tests;
