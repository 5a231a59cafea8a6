//! Which characters may be recognised on pixels. What is left out is never read, whatever it looks like. Not here: the
//! characters themselves (see the reader's `ocr`).

use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// A narrower choice keeps specks from becoming rare signs, and costs less.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Script {
    /// Letters without accents, digits, and the signs of papers in English.
    English,
    /// The same with the letters of all languages in Latin script.
    #[default]
    Latin,
    /// Every character the model knows.
    Any,
}

impl Script {
    pub const ALL: [Self; 3] = [Self::English, Self::Latin, Self::Any];

    /// As it is named in settings and by `--script`.
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
                "no characters go by the name of {name:?}: use {}",
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
