//! Matches a known spelling at a token: letters may be spaced or hyphenated, and a few may be damaged. Short
//! spellings match exactly. Choosing between several matches is up to the caller.

use super::lex::{Kind, Token};

/// Costs are in half letters: a look-alike costs 1, any other wrong, missing or extra letter 2.
pub(super) const LETTER: u32 = 2;
/// Cost of a space inside a word.
pub(super) const TORN: u32 = 1;
/// Words of at least this many letters may be split up to `MOST_TORN` times, because the joined pieces cannot be
/// another word. This is separate from the budget for wrong letters.
const LONG: usize = 6;
const MOST_TORN: u32 = 3;
/// Weight of letter costs above split costs in a sum, so that fewer wrong letters always win.
const LETTERS: u32 = 16;

/// Letters that recognition confuses in stamped and faxed capitals.
const CONFUSIONS: [&str; 11] = [
    "0OQDC", "1IL|JT", "2Z", "5S", "6GC", "8B", "EF", "RPB", "HNM", "UVW", "KX",
];

/// A spelling that was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spelt {
    /// One past the last token taken.
    pub next: usize,
    /// Damage tolerated, in half letters.
    pub damage: u32,
    /// The part of the damage that comes from split words with correct letters.
    pub torn: u32,
    /// Number of letters in the spelling.
    pub letters: usize,
}

/// Max letter damage, in half letters, for a spelling of `letters` letters.
fn budget(letters: usize) -> u32 {
    match letters {
        0..=3 => 0,
        4..=5 => 1,
        6..=8 => 2,
        9..=11 => 3,
        _ => 4,
    }
}

/// The confusion classes of each ASCII character as a bit set. A table, because every letter of a page is looked up.
const CLASSES: [u16; 128] = {
    let mut classes = [0; 128];
    let mut class = 0;
    while class < CONFUSIONS.len() {
        let signs = CONFUSIONS[class].as_bytes();
        let mut at = 0;
        while at < signs.len() {
            classes[signs[at] as usize] |= 1 << class;
            at += 1;
        }
        class += 1;
    }
    classes
};

fn alike(a: char, b: char) -> bool {
    let classes = |c: char| CLASSES.get(c as usize).copied().unwrap_or_default();
    classes(a) & classes(b) != 0
}

/// Whether a slash may be misread as this character.
pub(super) fn slash_like(c: char) -> bool {
    matches!(c, 'I' | '1' | 'L' | '|' | 'J')
}

/// A letter of the line, with the cost of reaching it from the previous one.
struct Letter {
    c: char,
    token: usize,
    /// Whether it is the last letter of a token.
    last: bool,
    /// Whether it begins a token in a word that is not printed with spaced letters.
    torn: bool,
}

/// The letters from token `at` on, as many as a spelling can take. Skips hyphens and specks; any other sign ends the
/// stream.
fn stream(tokens: &[Token], at: usize, enough: usize) -> Vec<Letter> {
    let mut letters: Vec<Letter> = Vec::new();
    let mut before = 0;
    for (index, token) in tokens.iter().enumerate().skip(at) {
        if letters.len() >= enough {
            break;
        }
        match &token.kind {
            Kind::Letters { text, .. } => {
                let torn = before > 1 || before == 1 && text.len() > 1;
                letters.extend(text.iter().enumerate().map(|(place, c)| Letter {
                    c: *c,
                    token: index,
                    last: place + 1 == text.len(),
                    torn: torn && place == 0,
                }));
                before = text.len();
            }
            Kind::Hyphen | Kind::Speck => {}
            Kind::Slash { .. } | Kind::Comma | Kind::Open | Kind::Close | Kind::Colon => break,
        }
    }
    letters
}

/// The cheapest match of `spelling` starting at token `at`, in whole tokens.
pub(super) fn spelt(tokens: &[Token], at: usize, spelling: &str) -> Option<Spelt> {
    if !begins_alike(tokens, at, spelling) {
        return None;
    }
    let mut wanted: Vec<(char, bool)> = Vec::new();
    let mut gap = false;
    for c in spelling.chars() {
        if c.is_alphanumeric() {
            wanted.push((c, gap));
            gap = false;
        } else {
            gap = true;
        }
    }
    let budget = budget(wanted.len());
    let line = stream(tokens, at, wanted.len() + budget as usize);
    let costs = distances(&wanted, &line, budget);
    let whole = line.iter().enumerate().filter(|(_, letter)| letter.last);
    let ends = whole.filter_map(|(index, letter)| {
        let (wrong, torn) = (costs[index + 1] / LETTERS, costs[index + 1] % LETTERS);
        let damage = wrong + torn * TORN;
        let torn_budget = if wanted.len() >= LONG {
            MOST_TORN
        } else {
            budget.saturating_sub(wrong)
        };
        (wrong <= budget && torn <= torn_budget).then_some(Spelt {
            next: letter.token + 1,
            damage,
            torn: torn * TORN,
            letters: wanted.len(),
        })
    });
    ends.min_by_key(|spelt| spelt.damage)
}

/// Whether the first letters agree, with at most one lost or wrong. A cheap test that most words of a page fail.
fn begins_alike(tokens: &[Token], at: usize, spelling: &str) -> bool {
    let mut wanted = spelling.chars().filter(|c| c.is_alphanumeric());
    let printed = tokens.iter().skip(at).map_while(|token| match &token.kind {
        Kind::Letters { text, .. } => Some(text.as_slice()),
        Kind::Hyphen | Kind::Speck => Some(&[][..]),
        Kind::Slash { .. } | Kind::Comma | Kind::Open | Kind::Close | Kind::Colon => None,
    });
    let mut printed = printed.flatten().copied();
    let (first, second) = (wanted.next(), wanted.next());
    let (printed_first, printed_second) = (printed.next(), printed.next());
    let same = |wanted: Option<char>, printed: Option<char>| match (wanted, printed) {
        (Some(wanted), Some(printed)) => wanted == printed || alike(wanted, printed),
        _ => false,
    };
    same(first, printed_first)
        || same(second, printed_first)
        || same(second, printed_second)
        || same(first, printed_second)
}

/// For each prefix of the line, the cost of matching the entire spelling in it: wrong letters times `LETTERS`, plus
/// splits.
fn distances(wanted: &[(char, bool)], line: &[Letter], budget: u32) -> Vec<u32> {
    const WRONG: u32 = LETTER * LETTERS;
    let over = (budget + 1) * LETTERS;
    let mut row: Vec<u32> = vec![over; line.len() + 1];
    row[0] = 0;
    // Only a misread slash may precede the first letter.
    if line.first().is_some_and(|letter| slash_like(letter.c)) {
        row[1] = WRONG.min(over);
    }
    for (index, (c, gap)) in wanted.iter().enumerate() {
        let mut diagonal = row[0];
        // A stamp may lose its first letter. Without two it is another word: `CLASSIFIED`.
        row[0] = if index == 0 { WRONG.min(over) } else { over };
        for at in 1..=line.len() {
            let letter = &line[at - 1];
            let torn = u32::from(letter.torn && !gap);
            let swap = if letter.c == *c {
                0
            } else if alike(letter.c, *c) {
                LETTERS
            } else {
                WRONG
            };
            // An extra letter at the very end makes another word (`SECRETS`), unless it is a misread slash.
            let ends = index + 1 == wanted.len();
            let extra = if ends && !slash_like(letter.c) { over } else { WRONG };
            let best = (diagonal + swap + torn).min(row[at] + WRONG).min(row[at - 1] + extra);
            diagonal = row[at];
            row[at] = best.min(over);
        }
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::lex;

    #[test]
    fn spellings_are_found_through_spaces_hyphens_and_damage() {
        let table = [
            ("SECRET", "SECRET", Some(0)),
            ("S E C R E T", "SECRET", Some(0)),
            ("C-O-N-F-I-D-E-N-T-I-A-L", "CONFIDENTIAL", Some(0)),
            (".ECRET", "SECRET", Some(2)),
            ("SECREI", "SECRET", Some(1)),
            ("NOFOPN", "NOFORN", Some(1)),
            ("SECRETI", "SECRET", Some(2)),
            ("TOP SECRET", "TOP SECRET", Some(0)),
            ("TOPSECRET", "TOP SECRET", Some(0)),
            ("T O P S E C R E T", "TOP SECRET", Some(0)),
            ("TOR SECRET", "TOP SECRET", Some(1)),
            ("CONFI DENTIAL", "CONFIDENTIAL", Some(1)),
            ("S ECRET", "SECRET", Some(1)),
            ("SECRE T", "SECRET", Some(1)),
            ("E CRE T", "SECRET", Some(4)),
            ("TOP SECR ET", "TOP SECRET", Some(1)),
            ("T OP S ECRET", "TOP SECRET", Some(2)),
            ("RE GRET", "SECRET", None),
            ("FO UO", "FOUO", Some(1)),
            ("R D", "RD", Some(0)),
            ("HC S", "HCS", None),
            ("SECRETS", "SECRET", None),
            ("SECRETARY", "SECRET", None),
            ("REGRET", "SECRET", None),
            ("DISCRETE", "SECRET", None),
            ("CONFIDENTIALITY", "CONFIDENTIAL", None),
            ("CLASSIFIED", "UNCLASSIFIED", None),
            ("NE", "NF", None),
        ];
        for (line, spelling, expected) in table {
            let words: Vec<&str> = line.split(' ').collect();
            let found = spelt(&lex::tokens(&words), usize::from(line.starts_with('.')), spelling);
            assert_eq!(found.map(|spelt| spelt.damage), expected, "{line}");
        }
    }
}
