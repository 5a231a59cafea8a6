//! Everyday words of American papers, from `packs/common/words.toml`: streets, states, legal forms, titles.

use serde::Deserialize;
use std::collections::HashSet;
use std::sync::LazyLock;

/// A set of words, asked for as text or as the folded bytes of a page.
#[derive(Debug, Default, Deserialize)]
#[serde(from = "Vec<String>")]
pub struct WordSet(HashSet<Vec<u8>>);

impl WordSet {
    pub fn contains(&self, word: impl AsRef<[u8]>) -> bool {
        self.0.contains(word.as_ref())
    }
}

impl From<Vec<String>> for WordSet {
    fn from(words: Vec<String>) -> Self {
        Self(words.into_iter().map(String::into_bytes).collect())
    }
}

/// The lists of the file, by their keys; in lower case except for states.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    pub streets: WordSet,
    pub units: WordSet,
    pub boxes: Vec<String>,
    pub care_of: Vec<String>,
    pub departments: Vec<String>,
    /// Beginnings of a line with another name of a firm.
    pub trade_names: Vec<String>,
    pub house_numbers: WordSet,
    pub numbered: WordSet,
    pub states: WordSet,
    pub state_names: Vec<String>,
    pub companies: WordSet,
    pub titles: WordSet,
    pub particles: WordSet,
    pub telephones: WordSet,
    pub telephone_captions: WordSet,
    pub tax_ids: WordSet,
    pub tax_id_words: WordSet,
    pub references: WordSet,
    pub reference_words: WordSet,
    pub transmission: Vec<String>,
    pub sentences: WordSet,
    pub colons: WordSet,
}

fn read() -> Result<Words, toml::de::Error> {
    toml::from_str(include_str!("../../../packs/common/words.toml"))
}

/// The words; a test keeps the built-in file readable.
pub fn common() -> &'static Words {
    static WORDS: LazyLock<Words> = LazyLock::new(|| read().unwrap_or_default());
    &WORDS
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_built_in_words_are_read() {
        assert_eq!(super::read().err(), None);
        assert!(super::common().streets.contains("street"));
    }
}
