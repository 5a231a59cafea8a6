//! Splits words in which a level and a control run together, with or without misread slashes (`SECRETIINOFORN`),
//! possibly split by a space (`SECRE TNOFORN`).

use super::lex::{Kind, Token};
use super::{Grammar, spell};
use crate::record::Control;

/// Max pieces into which a joined level and control may be split.
const PIECES: usize = 3;

impl Grammar {
    /// Splits tokens in which a level and a control run together, with or without misread slashes. Pieces separated
    /// by a space are joined only on a line in capitals, as markings are printed; in running text they are words.
    pub(super) fn unstuck(&self, tokens: &[Token]) -> Vec<Token> {
        let capitals = tokens.iter().all(Token::is_capital);
        let pieces = if capitals { PIECES } else { 1 };
        let mut cut = Vec::with_capacity(tokens.len());
        let mut at = 0;
        while at < tokens.len() {
            let whole = |count: usize| {
                let pieces = tokens.get(at..at + count)?;
                let text = joined(pieces)?;
                let seam = self.seam(&text)?;
                // A level that ends at the end of a piece is read as is.
                (count == 1 || !ends_with_a_piece(pieces, seam.0)).then_some((pieces, text, seam))
            };
            if let Some((pieces, text, (level, slashes))) = (1..=pieces).find_map(whole) {
                cut.extend(parted(pieces, &text, level, slashes));
                at += pieces.len();
            } else {
                cut.push(tokens[at].clone());
                at += 1;
            }
        }
        cut
    }

    /// Number of letters of a level, and of the misread slash after it, when a control follows.
    fn seam(&self, text: &[char]) -> Option<(usize, usize)> {
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

fn ends_with_a_piece(pieces: &[Token], letters: usize) -> bool {
    let lengths = pieces.iter().map(|piece| piece.letters().map_or(0, <[char]>::len));
    let mut ends = lengths.scan(0, |sum, length| {
        *sum += length;
        Some(*sum)
    });
    ends.any(|end| end == letters)
}

/// The letters of tokens separated only by spaces.
fn joined(tokens: &[Token]) -> Option<Vec<char>> {
    let apart = tokens.iter().skip(1).all(|token| !token.joined);
    let letters: Option<Vec<&[char]>> = tokens.iter().map(Token::letters).collect();
    letters.filter(|_| apart).map(|letters| letters.concat())
}

/// Level, slash and control, with the cost of split or misread letters as damage.
fn parted(pieces: &[Token], text: &[char], level: usize, slashes: usize) -> [Token; 3] {
    let (first, last) = (&pieces[0], &pieces[pieces.len() - 1]);
    let capital = pieces.iter().all(Token::is_capital);
    let letters = |text: &[char]| Kind::Letters {
        text: text.to_vec(),
        capital,
    };
    let slash = Kind::Slash { double: slashes != 1 };
    let mut head = Token::new(letters(&text[..level]), first.word, first.joined);
    head.mended = spell::LETTER * slashes as u32 + spell::TORN * (pieces.len() as u32 - 1);
    let rest = Token::new(letters(&text[level + slashes..]), last.word, true);
    [head, Token::new(slash, last.word, true), rest]
}
