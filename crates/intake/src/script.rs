//! The set of characters allowed in recognition. Others are never recognized, whatever the pixels look like. The
//! character tables are in the reader's `ocr`.

use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// A smaller set keeps specks from being read as rare characters, and is faster.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Script {
    /// Unaccented letters, digits and the punctuation of English documents.
    English,
    /// The same, plus the letters of all languages in Latin script.
    #[default]
    Latin,
    /// Every character known to the model.
    Any,
}

impl Script {
    pub const ALL: [Self; 3] = [Self::English, Self::Latin, Self::Any];

    /// Its name in settings and in `--script`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "english",
            Self::Latin => "latin",
            Self::Any => "any",
        }
    }
}

impl FromStr for Script {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|script| script.name() == name);
        found.ok_or_else(|| {
            format!(
                "unknown character set {name:?}: use {}",
                Self::ALL.map(Self::name).join(", ")
            )
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn every_script_is_found_by_its_name() {
        for script in Script::ALL {
            assert_eq!(script.name().parse(), Ok(script));
        }
        let refusal = "greek".parse::<Script>().unwrap_err();
        assert!(refusal.contains("english, latin, any"), "{refusal}");
    }
}
