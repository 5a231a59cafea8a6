//! Words read as values of a format. Thin on purpose: the rules are `value`'s. Not here: geometry.

use super::layout::Layout;
use super::names;
use crate::record::Format;
use crate::value;
use serde_json::Value;

/// Runs of more words are sentences.
const LONGEST: usize = 8;

/// The value that a text has in a format, or nothing when it is not of that format.
pub(super) fn value(format: &Format, text: &str) -> Option<Value> {
    // Nine digits with their dash before the last four are a postcode.
    if matches!(format, Format::Ssn | Format::Ein | Format::Tin) && text.contains('-') && names::is_postcode(text) {
        return None;
    }
    value::parse(format, text).ok()
}

/// The words of a run that read as the format: all of them, else the longest part that does. A bare number inside
/// other words is not an amount.
pub(super) fn part_that_reads(layout: &Layout, format: &Format, words: &[usize]) -> Option<Vec<usize>> {
    if value(format, &layout.text(words)).is_some() {
        return Some(words.to_vec());
    }
    if words.len() > LONGEST {
        return None;
    }
    for length in (1..words.len()).rev() {
        for part in words.windows(length) {
            let text = layout.text(part);
            let plain = !matches!(format, Format::Currency) || text.contains(['.', '$', ',']);
            if plain && value(format, &text).is_some() {
                return Some(part.to_vec());
            }
        }
    }
    None
}
