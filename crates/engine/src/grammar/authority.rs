//! The authority block: who classified, from what, why, and until when. Instructions are ordered by how much they
//! protect. Not here: the page it stands on.

use super::Grammar;
use super::lex::{self, Kind, Token};
use super::spell::spelt;
use crate::record::Vocabulary;
use jiff::civil::Date;
use std::cmp::Reverse;

/// What a line of an authority block is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuthorityLine {
    ClassifiedBy,
    DerivedFrom,
    Reason,
    DeclassifyOn,
    DowngradeTo,
}

/// A line of an authority block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Authority {
    pub line: AuthorityLine,
    /// What stands after the caption, words joined by spaces; empty when it stands on the next line.
    pub value: String,
    /// One past the last word of the caption.
    pub caption_end: usize,
}

/// How much an instruction protects; more is greater.
pub(super) type Protection = (Reverse<usize>, Option<Date>);

/// The words of a date, in the orders in which documents print it.
const DATES: [&str; 9] = [
    "%Y%m%d",
    "%d %B %Y",
    "%d %b %Y",
    "%B %d, %Y",
    "%B %d %Y",
    "%b %d, %Y",
    "%m/%d/%Y",
    "%Y-%m-%d",
    "%Y/%m/%d",
];

impl Grammar {
    /// The lines of an authority block that a printed line holds: it begins with a caption, and further captions with
    /// their colons may follow (`E.O. 12958: DECL: 04/02/2019`).
    pub fn authority(&self, words: &[&str]) -> Vec<Authority> {
        let tokens = lex::tokens(words);
        let mut starts: Vec<(AuthorityLine, usize, usize)> = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            let first = at == 0;
            let begins_word = first || tokens[at - 1].word < token.word;
            let past = starts.last().is_none_or(|(_, _, end)| token.word >= *end);
            if !(begins_word && past && token.letters().is_some()) {
                continue;
            }
            if let Some((line, end)) = self.caption_at(&tokens, at, words.len(), first) {
                starts.push((line, token.word, end));
            }
        }
        let ends: Vec<usize> = starts
            .iter()
            .skip(1)
            .map(|(_, start, _)| *start)
            .chain([words.len()])
            .collect();
        let lines = starts.iter().zip(ends);
        lines
            .map(|((line, _, caption_end), end)| Authority {
                line: *line,
                value: words.get(*caption_end..end).unwrap_or_default().join(" "),
                caption_end: *caption_end,
            })
            .collect()
    }

    /// The caption that begins at a token, and one past its last word. Without its colon a caption is a verb of a
    /// sentence (`derived from the interviews`), unless it is all of its line.
    fn caption_at(&self, tokens: &[Token], at: usize, words: usize, first: bool) -> Option<(AuthorityLine, usize)> {
        let found = captions(&self.vocabulary).filter_map(|(line, caption)| {
            let spelt = spelt(tokens, at, &caption.to_uppercase())?;
            let colon = tokens.get(spelt.next).is_some_and(|token| token.kind == Kind::Colon);
            let end = tokens[spelt.next - 1].word + 1;
            let whole = first && end == words;
            (colon || whole).then_some((
                line,
                spelt.damage,
                end + usize::from(colon && tokens[spelt.next].word == end),
            ))
        });
        let (line, _, end) = found.min_by_key(|(_, damage, _)| *damage)?;
        Some((line, end))
    }

    /// How much a declassification instruction protects, whatever its spelling; `None` when it is none.
    pub(super) fn protection(&self, instruction: &str) -> Option<Protection> {
        let text = instruction.trim().trim_end_matches('.').to_uppercase();
        let date = date(&text);
        let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let of_text = |dated: bool, bare: &str| {
            let kinds = &self.vocabulary.instructions;
            let rank = kinds
                .iter()
                .position(|kind| kind.dated == dated && kind.pattern.takes(bare));
            rank.map(Reverse)
        };
        if let Some(rank) = of_text(false, &bare) {
            return Some((rank, None));
        }
        // `25X1, 20501231`: the exemption protects, its date says until when.
        let exempt = text
            .split_once([',', ' '])
            .and_then(|(head, rest)| Some((of_text(false, head.trim())?, date_of(rest))));
        if let Some((rank, until)) = exempt {
            return Some((rank, until));
        }
        let date = date?;
        let dated = self.vocabulary.instructions.iter().position(|kind| kind.dated);
        Some((Reverse(dated.unwrap_or(self.vocabulary.instructions.len())), Some(date)))
    }

    /// The more protective of two instructions; one that is not understood gives way to one that is.
    pub fn more_protective<'t>(&self, one: &'t str, other: &'t str) -> &'t str {
        match (self.protection(one), self.protection(other)) {
            (left, Some(right)) if left.is_none_or(|left| right > left) => other,
            _ => one,
        }
    }
}

fn captions(vocabulary: &Vocabulary) -> impl Iterator<Item = (AuthorityLine, &String)> {
    let all = &vocabulary.captions;
    let lists = [
        (AuthorityLine::ClassifiedBy, &all.classified_by),
        (AuthorityLine::DerivedFrom, &all.derived_from),
        (AuthorityLine::Reason, &all.reason),
        (AuthorityLine::DeclassifyOn, &all.declassify_on),
        (AuthorityLine::DowngradeTo, &all.downgrade_to),
    ];
    lists
        .into_iter()
        .flat_map(|(line, list)| list.iter().map(move |caption| (line, caption)))
}

fn date_of(text: &str) -> Option<Date> {
    date(text.trim().trim_end_matches('.'))
}

fn date(text: &str) -> Option<Date> {
    let text = text.trim();
    DATES.iter().find_map(|format| Date::strptime(format, text).ok())
}
