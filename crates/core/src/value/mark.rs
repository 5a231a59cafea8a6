//! Check boxes: parses a mark in or beside a check box as text.

use super::ValueFault;

pub(super) const WANTED: &str = "a check box";

const MARKED: [&str; 21] = [
    "x", "[x]", "(x)", "y", "yes", "true", "on", "checked", "1", "✓", "✔", "✕", "✖", "✗", "✘", "×", "☒", "☑", "■", "●",
    "•",
];
const EMPTY: [&str; 9] = ["", "n", "no", "false", "off", "unchecked", "0", "☐", "□"];

/// `X` and similar marks are true; empty text and an empty square are false.
pub fn parse(text: &str) -> Result<bool, ValueFault> {
    let lower = text.trim().to_lowercase();
    if MARKED.contains(&lower.as_str()) {
        return Ok(true);
    }
    if EMPTY.contains(&lower.as_str()) {
        return Ok(false);
    }
    Err(ValueFault::new(text, WANTED, "it is neither a mark nor blank"))
}
