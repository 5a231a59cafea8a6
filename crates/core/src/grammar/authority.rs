//! The classification authority block: who classified, from what source, why, and until when. Instructions are
//! ordered by how much they protect.

use super::lex::{Kind, Token};
use super::spell::spelt;
use super::{Grammar, lex};
use crate::record::Vocabulary;
use crate::stop;
use jiff::civil::Date;
use std::cmp::Reverse;

/// The kind of a line in an authority block.
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
    /// The text after the caption, words joined by spaces; empty when it is on the next line.
    pub value: String,
    /// Index of the caption's first word, and one past its last.
    pub caption: (usize, usize),
}

/// How much an instruction protects; greater is more protective.
pub(super) type Protection = (Reverse<usize>, Option<Date>);

/// Date formats found in documents.
const DATES: [&str; 12] = [
    "%Y%m%d",
    "%d %B %Y",
    "%d %b %Y",
    "%B %d, %Y",
    "%B %d %Y",
    "%b %d, %Y",
    "%m/%d/%Y",
    "%Y-%m-%d",
    "%Y/%m/%d",
    "%d %b %y",
    "%d %B %y",
    "%m/%d/%y",
];

impl Grammar {
    /// The authority block lines found in one printed line: it begins with a caption, and further captions with
    /// colons may follow (`E.O. 12958: DECL: 04/02/2019`).
    pub fn authority(&self, words: &[&str]) -> Vec<Authority> {
        let tokens = lex::tokens(words);
        let mut starts: Vec<(AuthorityLine, usize, usize)> = Vec::new();
        let of_authority =
            captions(&self.vocabulary).any(|(_, caption)| spelt(&tokens, 0, &caption.to_uppercase()).is_some());
        for (at, token) in tokens.iter().enumerate() {
            let first = at == 0;
            let begins_word = first || tokens[at - 1].word < token.word;
            let past = starts.last().is_none_or(|(_, _, end)| token.word >= *end);
            if !(begins_word && past && token.letters().is_some()) {
                continue;
            }
            let found = self.caption_at(&tokens, at, words.len(), first);
            let found = found.or_else(|| {
                (of_authority || first)
                    .then(|| self.instruction_at(&tokens, at, words))
                    .flatten()
            });
            if let Some((line, end)) = found {
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
            .map(|((line, begin, caption_end), end)| Authority {
                line: *line,
                value: self.value(*line, words.get(*caption_end..end).unwrap_or_default()),
                caption: (*begin, *caption_end),
            })
            .collect()
    }

    /// The text after a caption. If it is not a valid instruction as read, misread digits and letters are repaired
    /// when that makes it one (`5 0CTOBER 2044`).
    fn value(&self, line: AuthorityLine, words: &[&str]) -> String {
        let value = words.join(" ");
        if line != AuthorityLine::DeclassifyOn || self.protection(&value).is_some() {
            return value;
        }
        let mended: Vec<String> = words.iter().map(|word| mended(word)).collect();
        let mended = mended.join(" ");
        if self.protection(&mended).is_some() {
            mended
        } else {
            value
        }
    }

    /// The caption starting at a token, and one past its last word. Without a colon a caption may be a verb in a
    /// sentence (`derived from the interviews`), so it must then be the entire line.
    fn caption_at(&self, tokens: &[Token], at: usize, words: usize, first: bool) -> Option<(AuthorityLine, usize)> {
        stop::point();
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

    /// A caption without a colon, at the start of a line or later in a line that begins with a caption, when an
    /// instruction follows it (`DECLASSIFY ON 20401231`, `DERIVED FROM: Multiple Sources DECL ON X1`).
    fn instruction_at(&self, tokens: &[Token], at: usize, words: &[&str]) -> Option<(AuthorityLine, usize)> {
        let ends = self.vocabulary.captions.declassify_on.iter().filter_map(|caption| {
            let spelt = spelt(tokens, at, &caption.to_uppercase())?;
            Some(tokens[spelt.next - 1].word + 1)
        });
        let end = ends.max()?;
        let instruction = words.get(end..)?.join(" ");
        self.protection(&instruction)?;
        Some((AuthorityLine::DeclassifyOn, end))
    }

    /// How much a declassification instruction protects, whatever its spelling; `None` if it is not an instruction.
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
        // `25X1, 20501231`: the exemption determines the protection, the date its end.
        let exempt = || {
            let (head, rest) = text.split_once([',', ' '])?;
            Some((of_text(false, head.trim())?, date_of(rest)))
        };
        if let Some((rank, Some(until))) = exempt() {
            return Some((rank, Some(until)));
        }
        if let Some(rank) = of_text(false, &bare) {
            return Some((rank, None));
        }
        if let Some(exempt) = exempt() {
            return Some(exempt);
        }
        let date = date?;
        let dated = self.vocabulary.instructions.iter().position(|kind| kind.dated);
        Some((Reverse(dated.unwrap_or(self.vocabulary.instructions.len())), Some(date)))
    }

    /// The more protective of two instructions. An unrecognized one, such as an event, may end later than any date
    /// but no later than an exemption. Of two with end dates, exemptions included, the later date wins.
    pub fn more_protective<'t>(&self, one: &'t str, other: &'t str) -> &'t str {
        let dated = self.vocabulary.instructions.iter().position(|kind| kind.dated);
        let event = (
            Reverse(dated.unwrap_or(self.vocabulary.instructions.len())),
            Some(Date::MAX),
        );
        // `25X1, 20501231` is `25X1` with an end date.
        if other.starts_with(one) || one.starts_with(other) {
            return if other.len() > one.len() { other } else { one };
        }
        let of = |text: &str| self.protection(text).unwrap_or(event);
        let (first, second) = (of(one), of(other));
        let later = match (first.1, second.1) {
            (Some(first), Some(second)) if first < Date::MAX && second < Date::MAX => second > first,
            // An exemption without an end date may last longer than one with a date.
            (until, None) if first.0 == second.0 => until.is_some(),
            (None, _) if first.0 == second.0 => false,
            _ => second > first,
        };
        if later { other } else { one }
    }

    /// The instruction that makes it unclear which of the two protects longer: one that is not understood, or an
    /// exemption without an end date compared with a dated instruction. The first kind of exemption needs no date
    /// and outlasts every date.
    pub fn unclear<'t>(&self, one: &'t str, other: &'t str) -> Option<&'t str> {
        if let Some(unknown) = [one, other].into_iter().find(|text| !self.understands(text)) {
            return Some(unknown).filter(|_| one != other);
        }
        let dated = self.vocabulary.instructions.iter().position(|kind| kind.dated);
        let dateless = |text: &str| {
            let until = self.protection(text);
            until
                .is_some_and(|(rank, until)| until.is_none() && dated.is_some_and(|dated| (1..dated).contains(&rank.0)))
        };
        let has_end = |text: &str| self.protection(text).is_some_and(|(_, until)| until.is_some());
        let pairs = [(one, other), (other, one)];
        pairs
            .into_iter()
            .find(|(exempt, until)| dateless(exempt) && has_end(until) && !until.starts_with(exempt))
            .map(|(exempt, _)| exempt)
    }

    /// Whether the duration of an instruction is understood.
    pub fn understands(&self, instruction: &str) -> bool {
        self.protection(instruction).is_some()
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

/// The word with look-alike digits and letters replaced to match its other characters.
fn mended(word: &str) -> String {
    const ALIKE: [(char, char); 6] = [('0', 'O'), ('1', 'I'), ('1', 'l'), ('2', 'Z'), ('5', 'S'), ('8', 'B')];
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let other = |c: char| {
        let mut pairs = ALIKE.iter();
        let found = if letters > digits {
            pairs.find(|(digit, _)| *digit == c).map(|(_, letter)| *letter)
        } else {
            pairs.find(|(_, letter)| *letter == c).map(|(digit, _)| *digit)
        };
        found.unwrap_or(c)
    };
    word.chars().map(other).collect()
}

fn date_of(text: &str) -> Option<Date> {
    date(text.trim().trim_end_matches('.'))
}

/// A day, or the last day of a bare month or year.
fn date(text: &str) -> Option<Date> {
    let text = text.trim();
    // `31DEC2055`: a month may touch its day and its year.
    let mut parted = String::new();
    for c in text.chars() {
        let before = parted.chars().next_back();
        if before.is_some_and(|before| {
            before.is_ascii_digit() && c.is_alphabetic() || before.is_alphabetic() && c.is_ascii_digit()
        }) {
            parted.push(' ');
        }
        parted.push(c);
    }
    let printed = |text: &str| {
        // Rejects two-digit years read as the first century.
        let days = DATES.iter().filter_map(|format| Date::strptime(format, text).ok());
        days.into_iter().find(|day| day.year() >= 1900)
    };
    let day = || printed(&parted);
    let month = || {
        let begins = parted.starts_with(char::is_alphabetic) && parted.split(' ').count() == 2;
        let first = begins.then(|| format!("1 {}", parted.replace(',', "")))?;
        printed(&first).map(Date::last_of_month)
    };
    let year = || {
        let four = parted.len() == 4 && parted.starts_with(['1', '2']);
        Date::new(parted.parse().ok().filter(|_| four)?, 12, 31).ok()
    };
    day().or_else(month).or_else(year)
}
