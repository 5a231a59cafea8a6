//! Recognizes groups of characters: ordinals, numbers, masked digits. Word boundaries are in `words`.

use super::Glyph;

/// Whether the letters after a digit make it an ordinal: `1ST`, `11th`.
pub(super) fn is_ordinal(glyphs: &[Glyph]) -> bool {
    let text: String = glyphs.iter().take(3).map(|glyph| glyph.text.as_str()).collect();
    let (letters, behind) = text.split_at_checked(2).unwrap_or((&text, ""));
    matches!(letters.to_ascii_lowercase().as_str(), "st" | "th") && !behind.starts_with(char::is_alphanumeric)
}

pub(super) fn starts_with_digit(glyphs: &[Glyph]) -> bool {
    glyphs
        .first()
        .is_some_and(|glyph| glyph.text.starts_with(|c: char| c.is_ascii_digit()))
}

/// Length of the masked part of an identifier that shows only its last four digits: `XXX-XX-1234`. 0 for anything else.
pub(super) fn hidden(glyphs: &[&Glyph]) -> usize {
    let is_digit = |glyph: &&&Glyph| glyph.text.chars().all(|c| c.is_ascii_digit());
    let shown = glyphs.iter().rev().take_while(is_digit).count();
    let rest = &glyphs[..glyphs.len() - shown];
    let signs = rest
        .iter()
        .filter(|glyph| matches!(glyph.text.as_str(), "X" | "x" | "*"))
        .count();
    let masked = rest
        .iter()
        .all(|glyph| matches!(glyph.text.as_str(), "X" | "x" | "*" | "-" | "_"));
    if shown == 4 && signs == 5 && masked {
        rest.len()
    } else {
        0
    }
}
