//! Safe names for written files, and safe text for the terminal. File names and messages can come from a hostile
//! document: none of their separators, control or bidirectional characters reach the disk or the screen.

use std::collections::HashSet;
use unicode_normalization::UnicodeNormalization;

/// Max slug length in bytes; with an id and an extension a name stays far below file system limits.
const SLUG_BYTES: usize = 80;

/// Unique names for the files of one folder, also on a case-insensitive disk.
#[derive(Debug, Default)]
pub(crate) struct Names(HashSet<String>);

impl Names {
    /// `<slug of the file name>-<id>.json`, with a number if that is taken.
    pub(crate) fn json(&mut self, file_name: &str, id: &str) -> String {
        let stem = file_name.rsplit_once('.').map_or(file_name, |(stem, _)| stem);
        let base = format!("{}-{}", slug(stem), slug(id));
        let mut name = format!("{base}.json");
        let mut number = 2;
        while !self.0.insert(name.to_lowercase()) {
            name = format!("{base}-{number}.json");
            number += 1;
        }
        name
    }
}

/// Letters and digits of any script; everything else becomes single hyphens.
fn slug(text: &str) -> String {
    let mut slug = String::new();
    for c in text.nfc() {
        if slug.len() + c.len_utf8() > SLUG_BYTES {
            break;
        }
        if c.is_alphanumeric() {
            slug.push(c);
        } else if !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() {
        "document".to_owned()
    } else {
        slug.to_owned()
    }
}

/// The text on one line, with control and bidirectional characters made visible.
pub(crate) fn plain(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\n' | '\r' | '\t' => ' ',
            c if c.is_control() || is_bidi(c) => '\u{fffd}',
            c => c,
        })
        .collect()
}

/// The same for each line of a text.
pub(crate) fn lines(text: &str) -> String {
    text.split_inclusive('\n')
        .map(|line| match line.strip_suffix('\n') {
            Some(line) => plain(line.trim_end_matches('\r')) + "\n",
            None => plain(line),
        })
        .collect()
}

/// Embeddings, overrides, isolates and marks that reorder displayed text.
fn is_bidi(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_are_the_slug_and_the_id() {
        let check = |file_name: &str, expected: &str| assert_eq!(Names::default().json(file_name, "1a2b"), expected);
        check("W-2 Smith (2025).pdf", "W-2-Smith-2025-1a2b.json");
        check("../../etc/passwd.pdf", "etc-passwd-1a2b.json");
        check("CON.pdf", "CON-1a2b.json");
        check("..pdf", "document-1a2b.json");
        check("re\u{202e}fdp.exe", "re-fdp-1a2b.json");
        check("cafe\u{301}.pdf", "café-1a2b.json");
        check("申告.pdf", "申告-1a2b.json");
        check("", "document-1a2b.json");
    }

    #[test]
    fn a_taken_name_gets_a_number() {
        let mut names = Names::default();
        let made = [
            names.json("a.pdf", "1"),
            names.json("A.pdf", "1"),
            names.json("a.pdf", "1"),
        ];
        assert_eq!(made, ["a-1.json", "A-1-2.json", "a-1-3.json"]);
    }

    #[test]
    fn the_terminal_gets_one_harmless_line() {
        assert_eq!(plain("a\x1b[31mb\nc\u{202e}d"), "a\u{fffd}[31mb c\u{fffd}d");
        assert_eq!(lines("a,\x1b[31mb\r\n\nc\u{202e}d"), "a,\u{fffd}[31mb\n\nc\u{fffd}d");
    }

    proptest! {
        #[test]
        fn no_name_leaves_the_folder_or_repeats(files in proptest::collection::vec(any::<String>(), 1..8)) {
            let mut names = Names::default();
            let mut seen = HashSet::new();
            for file in &files {
                let name = names.json(file, "0f");
                prop_assert!(name.len() <= 180);
                let stem_is_plain = name.strip_suffix(".json").is_some_and(|stem| {
                    !stem.is_empty() && stem.chars().all(|c| c.is_alphanumeric() || c == '-')
                });
                prop_assert!(stem_is_plain, "{name:?}");
                prop_assert!(seen.insert(name.to_lowercase()));
            }
        }

        #[test]
        fn nothing_shown_can_steer_a_terminal(text in any::<String>()) {
            prop_assert!(!plain(&text).chars().any(|c| c.is_control() || is_bidi(c)));
            prop_assert!(!lines(&text).chars().any(|c| c.is_control() && c != '\n' || is_bidi(c)));
        }
    }
}
