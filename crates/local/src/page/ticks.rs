//! Words that are a tick.

/// Glyphs of a tick; `4`, `8`, `l` and `n` are what a symbol font's ticks and crosses decode to.
const TICKS: &str = "Xx✓✔✕✖✗✘×☑☒■●•48ln";

/// A tick, alone or in brackets. A symbol font without a map puts its glyphs into the private use area.
pub(crate) fn is_mark(text: &str) -> bool {
    let mut chars = text.chars();
    let (Some(only), None) = (chars.next(), chars.next()) else {
        return matches!(text, "[X]" | "[x]" | "(X)" | "(x)");
    };
    TICKS.contains(only) || ('\u{e000}'..='\u{f8ff}').contains(&only)
}
