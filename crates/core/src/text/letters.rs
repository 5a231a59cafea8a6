//! Folding: one spelling per word, regardless of case and punctuation.

use unicode_normalization::UnicodeNormalization;

/// Lower-case ASCII letters and digits. Accents are dropped, ligatures are split, other letters become a placeholder.
pub fn fold(text: &str) -> Vec<u8> {
    let mut folded = Vec::with_capacity(text.len());
    for c in text.chars() {
        match c {
            'ﬁ' => folded.extend(b"fi"),
            'ﬂ' => folded.extend(b"fl"),
            'ﬀ' => folded.extend(b"ff"),
            'ﬃ' => folded.extend(b"ffi"),
            c if c.is_ascii_alphanumeric() => folded.push(c.to_ascii_lowercase() as u8),
            // Accents are often missing in print, and OCR drops them.
            c if c.is_alphanumeric() => folded.push(
                c.nfd()
                    .find(char::is_ascii_alphanumeric)
                    .map_or(b'?', |c| c.to_ascii_lowercase() as u8),
            ),
            _ => {}
        }
    }
    folded
}
