//! Cleans text extracted from a document before anything else uses it. Normalization for comparison is done in the
//! engine.

/// Removes characters that are invisible or reorder the text around them: controls, zero-width and bidirectional
/// marks, tags and noncharacters. Private-use characters, which have no meaning outside their font, become U+FFFD.
pub fn clean(text: &str) -> String {
    text.chars().filter_map(clean_char).collect()
}

/// Cleans one character: kept, replaced, or `None` if removed.
pub fn clean_char(c: char) -> Option<char> {
    match c {
        '\u{20}'..='\u{7E}' | '\u{A1}'..='\u{AC}' | '\u{AE}'..='\u{61B}' => Some(c),
        _ if c.is_control() || is_invisible(c) => None,
        '\u{E000}'..='\u{F8FF}' | '\u{F0000}'.. => Some(symbol(c)),
        _ if c.is_whitespace() => Some(' '),
        _ => Some(c),
    }
}

/// Maps the boxes, ticks and bullets that forms use from the Wingdings and Symbol fonts, whose codes are in private
/// use.
fn symbol(c: char) -> char {
    match c {
        '\u{F06F}' | '\u{F071}' | '\u{F072}' | '\u{F0A8}' => '☐',
        '\u{F0FE}' => '☑',
        '\u{F0FD}' | '\u{F078}' => '☒',
        '\u{F0FC}' => '✓',
        '\u{F0FB}' => '✗',
        '\u{F06C}' | '\u{F0B7}' => '•',
        '\u{F06E}' | '\u{F0A7}' => '▪',
        _ => '\u{FFFD}',
    }
}

/// Whether a character is a box or tick, which is a separate word even if its caption follows without a space.
pub fn is_mark(c: char) -> bool {
    matches!(c, '☐' | '☑' | '☒' | '✓' | '✔' | '✗' | '✘' | '□' | '❏' | '❑' | '❒')
}

fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{FDD0}'..='\u{FDEF}'
        | '\u{E0000}'..='\u{E0FFF}')
        || (c as u32) & 0xFFFE == 0xFFFE
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn hostile_text_is_cleaned() {
        for (input, expected) in [
            ("Wages 1,234.56", "Wages 1,234.56"),
            ("pay\u{202E}66.1\u{202C}", "pay66.1"),
            ("a\0b\u{7}c", "abc"),
            ("SEC\u{200B}RET", "SECRET"),
            ("soft\u{AD}hyphen", "softhyphen"),
            ("\u{E001F}tag\u{E0041}", "tag"),
            ("\u{F0B7} item \u{F072} no \u{F0FE} yes", "• item ☐ no ☑ yes"),
            ("\u{E123}", "\u{FFFD}"),
            ("no\u{A0}break", "no break"),
            ("日本語 é ﬁ", "日本語 é ﬁ"),
        ] {
            assert_eq!(clean(input), expected, "{input:?}");
        }
    }

    proptest! {
        #[test]
        fn cleaning_twice_changes_nothing(text in any::<String>()) {
            let once = clean(&text);
            prop_assert_eq!(clean(&once), once);
        }
    }
}
