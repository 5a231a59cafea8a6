//! Words in which a level and a control run together, with or without letters that were slashes: `SECRETIINOFORN`. Not
//! here: reading the parts (see `banner`).

use super::Grammar;
use super::lex::{Kind, Token};
use super::spell;
use crate::record::Control;

impl Grammar {
    /// Cuts a token in which a level and a control run together, with or without letters that were slashes.
    pub(super) fn unstuck(&self, tokens: Vec<Token>) -> Vec<Token> {
        let mut cut = Vec::with_capacity(tokens.len());
        for token in tokens {
            match self.seam(&token) {
                Some((level, slashes)) => {
                    let Kind::Letters { text, capital } = token.kind else {
                        continue;
                    };
                    let letters = |text: &[char], joined| Token {
                        kind: Kind::Letters {
                            text: text.to_vec(),
                            capital,
                        },
                        word: token.word,
                        joined,
                    };
                    cut.push(letters(&text[..level], token.joined));
                    cut.push(Token {
                        kind: Kind::Slash { double: slashes != 1 },
                        word: token.word,
                        joined: true,
                    });
                    cut.push(letters(&text[level + slashes..], true));
                }
                None => cut.push(token),
            }
        }
        cut
    }

    /// How many letters of a token are a level, and how many after them a misread slash, when a control follows.
    fn seam(&self, token: &Token) -> Option<(usize, usize)> {
        let text = token.letters()?;
        let levels = self.vocabulary.levels.iter().flat_map(|level| &level.spellings);
        let lengths = levels.filter_map(|spelling| {
            let bare: Vec<char> = spelling.chars().filter(|c| c.is_alphanumeric()).collect();
            (bare.len() > 3 && text.starts_with(&bare)).then_some(bare.len())
        });
        lengths.max().and_then(|level| {
            (0..=2).find_map(|slashes| {
                let between = text.get(level..level + slashes)?;
                let rest = text.get(level + slashes..).filter(|rest| rest.len() > 1)?;
                let rest: String = rest.iter().collect();
                let known = self.vocabulary.controls.iter().flat_map(Control::all_spellings);
                let fits =
                    between.iter().all(|c| spell::slash_like(*c)) && known.into_iter().any(|known| known == rest);
                fits.then_some((level, slashes))
            })
        })
    }
}
