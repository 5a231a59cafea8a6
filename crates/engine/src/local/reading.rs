//! Words read as values of a format. Thin on purpose: the rules are `value`'s. Not here: geometry.

use super::layout::Layout;
use crate::record::Format;
use crate::value;
use serde_json::Value;

/// The value that a text has in a format, or nothing when it is not of that format.
pub(super) fn value(format: &Format, text: &str) -> Option<Value> {
    value::parse(format, text).ok()
}

/// The words of a run that read as the format: all of them, else the longest part that does.
pub(super) fn part_that_reads(layout: &Layout, format: &Format, words: &[usize]) -> Option<Vec<usize>> {
    for length in (1..=words.len()).rev() {
        for start in 0..=words.len() - length {
            let part = &words[start..start + length];
            if value(format, &layout.text(part)).is_some() {
                return Some(part.to_vec());
            }
        }
        if words.len() > 8 && length == words.len() {
            return None;
        }
    }
    None
}
