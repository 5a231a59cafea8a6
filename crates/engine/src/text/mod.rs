//! Words against words: folding what does not matter, finding a quote in a reading, and matching captions. Letters are
//! forgiven a little, digits, signs and decimal points never. Not here: what a found text means.

mod align;
mod caption;
mod distance;
mod fold;
mod haystack;
mod rows;
mod span;

pub use align::{agrees, find};
pub use caption::{Caption, CaptionMatch, Letters, caption_score};
pub use fold::{confusable, normalise, repair_digits};
pub use haystack::Haystack;
pub use rows::{PrintedRow, rows};
pub use span::{Span, evidence_of, joined, joined_at, line_regions};

#[cfg(test)]
mod tests;
