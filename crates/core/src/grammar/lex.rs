//! Splits the words of a line into the tokens of a marking: letters, slashes, commas, hyphens and brackets.

/// A token and the word of the line it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: Kind,
    pub word: usize,
    /// Whether it follows the previous token without a space.
    pub joined: bool,
    /// Recognition damage repaired to obtain the token, in half letters.
    pub mended: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// Letters and digits, upper-cased; `capital` if printed that way.
    Letters {
        text: Vec<char>,
        capital: bool,
    },
    /// One or two slashes.
    Slash {
        double: bool,
    },
    Comma,
    Hyphen,
    Open,
    Close,
    Colon,
    /// Any other sign: a period, an asterisk, a speck.
    Speck,
}

impl Token {
    pub(super) fn new(kind: Kind, word: usize, joined: bool) -> Self {
        Self {
            kind,
            word,
            joined,
            mended: 0,
        }
    }

    pub(super) fn letters(&self) -> Option<&[char]> {
        match &self.kind {
            Kind::Letters { text, .. } => Some(text),
            _ => None,
        }
    }

    /// Whether the token has no lower-case letter: `SECRET`, not `Secret`.
    pub(super) fn is_capital(&self) -> bool {
        !matches!(self.kind, Kind::Letters { capital: false, .. })
    }
}

/// The tokens of a line, word by word.
pub(super) fn tokens(words: &[&str]) -> Vec<Token> {
    let mut tokens = Vec::new();
    for (word, text) in words.iter().enumerate() {
        let start = tokens.len();
        for c in text.chars() {
            put(&mut tokens, c, word, start);
        }
    }
    tokens
}

fn put(tokens: &mut Vec<Token>, c: char, word: usize, start: usize) {
    let joined = tokens.len() > start;
    if c.is_alphanumeric() || c == '|' {
        let small = c.is_lowercase();
        let upper: Vec<char> = c.to_uppercase().collect();
        if let (
            true,
            Some(Token {
                kind: Kind::Letters { text, capital },
                ..
            }),
        ) = (joined, tokens.last_mut())
        {
            text.extend(upper);
            *capital &= !small;
        } else {
            let kind = Kind::Letters {
                text: upper,
                capital: !small,
            };
            tokens.push(Token::new(kind, word, joined));
        }
        return;
    }
    let kind = match c {
        '/' | '\\' => {
            if let (
                true,
                Some(Token {
                    kind: Kind::Slash { double },
                    ..
                }),
            ) = (joined, tokens.last_mut())
            {
                *double = true;
                return;
            }
            Kind::Slash { double: false }
        }
        ',' | ';' => Kind::Comma,
        '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' => Kind::Hyphen,
        '(' | '[' | '{' => Kind::Open,
        ')' | ']' | '}' => Kind::Close,
        ':' => Kind::Colon,
        _ => Kind::Speck,
    };
    tokens.push(Token::new(kind, word, joined));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_stand_apart_and_slashes_join() {
        let tokens = tokens(&["SECRET//NF,", "(s-1)"]);
        let kinds: Vec<Kind> = tokens.into_iter().map(|token| token.kind).collect();
        let letters = |text: &str, capital| Kind::Letters {
            text: text.chars().collect(),
            capital,
        };
        let expected = [
            letters("SECRET", true),
            Kind::Slash { double: true },
            letters("NF", true),
            Kind::Comma,
            Kind::Open,
            letters("S", false),
            Kind::Hyphen,
            letters("1", true),
            Kind::Close,
        ];
        assert_eq!(kinds, expected);
    }
}
