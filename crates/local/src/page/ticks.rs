//! Words that are a tick.

/// `X` and the glyphs for a tick; `4` and `8` are what a symbol font's tick and cross decode to.
pub(crate) fn is_mark(text: &str) -> bool {
    let mut chars = text.chars();
    let (Some(only), None) = (chars.next(), chars.next()) else {
        return matches!(text, "[X]" | "[x]" | "(X)" | "(x)");
    };
    matches!(
        only,
        'X' | 'x'
            | '✓'
            | '✔'
            | '✕'
            | '✖'
            | '✗'
            | '✘'
            | '×'
            | '☑'
            | '☒'
            | '■'
            | '●'
            | '•'
            | '4'
            | '8'
            | 'l'
            | 'n'
    ) || ('\u{e000}'..='\u{f8ff}').contains(&only)
}
