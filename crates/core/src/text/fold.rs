//! Folding: normalizes case, dashes, quotes, ligatures and accents, and marks the characters that must match
//! exactly.

/// Classes of characters that recognition confuses. The first of each is the digit.
const CONFUSIONS: [&str; 8] = ["0OoQD", "1lIi|!", "2Zz", "5Ss", "6Gb", "8B", "9gq", "4A"];

/// Folds to lower case, plain quotes and dashes and single spaces; removes ligatures, accents and invisible
/// characters.
pub fn normalise(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        for c in word.chars() {
            fold_char(c, |c| folded.push(c));
        }
    }
    folded
}

/// Replaces every letter that looks like a digit by that digit. The result is only a candidate, never a value.
pub fn repair_digits(text: &str) -> String {
    text.chars().map(|c| digit_of(c).unwrap_or(c)).collect()
}

fn digit_of(c: char) -> Option<char> {
    CONFUSIONS
        .iter()
        .find(|class| class.contains(c))
        .and_then(|class| class.chars().next())
}

/// Passes on the folded form of one character: nothing, one character, or several for a ligature.
fn fold_char(c: char, mut put: impl FnMut(char)) {
    let plain = match c {
        'a'..='z' | '0'..='9' => c,
        'A'..='Z' => c.to_ascii_lowercase(),
        '\u{2018}' | '\u{2019}' | '\u{201a}' | '\u{201b}' | '\u{2032}' | '`' | '\u{b4}' => '\'',
        '\u{201c}'..='\u{201f}' | '\u{2033}' => '"',
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{ff0d}' => '-',
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{300}'..='\u{36f}' => return,
        '\u{fb00}'..='\u{fb06}' => return LIGATURES[c as usize - 0xfb00].chars().for_each(put),
        'æ' | 'Æ' => return "ae".chars().for_each(put),
        'œ' | 'Œ' => return "oe".chars().for_each(put),
        'ß' => return "ss".chars().for_each(put),
        '\u{ff01}'..='\u{ff5e}' => {
            let narrow = char::from_u32(c as u32 - 0xfee0).unwrap_or(c);
            narrow.to_ascii_lowercase()
        }
        'À'..='ÿ' => LATIN[c as usize - 'À' as usize],
        _ => return c.to_lowercase().for_each(put),
    };
    put(plain);
}

const LIGATURES: [&str; 7] = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"];

/// `À` to `ÿ` without their accents.
const LATIN: [char; 64] = [
    'a', 'a', 'a', 'a', 'a', 'a', 'a', 'c', 'e', 'e', 'e', 'e', 'i', 'i', 'i', 'i', 'd', 'n', 'o', 'o', 'o', 'o', 'o',
    '×', 'o', 'u', 'u', 'u', 'u', 'y', 't', 's', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'c', 'e', 'e', 'e', 'e', 'i', 'i',
    'i', 'i', 'd', 'n', 'o', 'o', 'o', 'o', 'o', '÷', 'o', 'u', 'u', 'u', 'u', 'y', 't', 'y',
];

/// One character of a folded text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Glyph {
    pub c: char,
    /// Must match exactly: a digit, a sign, a decimal point, or the gap between two numbers.
    pub hard: bool,
    /// Index of its word in the text.
    pub word: u32,
}

/// Folds words into glyphs. Spaces are dropped, except between two digits, where a gap separates numbers.
pub(super) fn glyphs<'t>(words: impl Iterator<Item = &'t str>) -> Vec<Glyph> {
    let mut folded: Vec<Glyph> = Vec::new();
    for (index, word) in words.enumerate() {
        let start = folded.len();
        for c in word.chars() {
            fold_char(c, |c| {
                folded.push(Glyph {
                    c,
                    hard: false,
                    word: index as u32,
                });
            });
        }
        harden(&mut folded[start..]);
        let numbers_meet = start > 0
            && folded
                .get(start)
                .is_some_and(|first| first.hard && (first.c.is_ascii_digit() || first.c == '.'))
            && folded[start - 1].c.is_ascii_digit();
        if numbers_meet {
            let gap = Glyph {
                c: ' ',
                hard: true,
                word: index as u32,
            };
            folded.insert(start, gap);
        }
    }
    folded
}

/// Marks digits, decimal points, minus signs and the parentheses of negative amounts.
fn harden(word: &mut [Glyph]) {
    let digit = |at: Option<usize>| {
        at.and_then(|at| word.get(at))
            .is_some_and(|glyph| glyph.c.is_ascii_digit())
    };
    let letter = |at: Option<usize>| {
        at.and_then(|at| word.get(at))
            .is_some_and(|glyph| glyph.c.is_alphabetic())
    };
    // Whether an amount begins at `at`: a digit, possibly after a dollar sign or a decimal point.
    let amount = |at: usize| {
        let dollar = word.get(at).is_some_and(|glyph| glyph.c == '$');
        let at = at + usize::from(dollar);
        let point = word.get(at).is_some_and(|glyph| glyph.c == '.');
        digit(Some(at + usize::from(point)))
    };
    let hard: Vec<bool> = (0..word.len())
        .map(|at| match word[at].c {
            '0'..='9' => true,
            '.' => digit(Some(at + 1)),
            '-' => {
                let leads = amount(at + 1) && !digit(at.checked_sub(1)) && !letter(at.checked_sub(1));
                leads || digit(at.checked_sub(1)) && at + 1 == word.len()
            }
            '(' => amount(at + 1) && !letter(at.checked_sub(1)),
            ')' => digit(at.checked_sub(1)) && word.first().is_some_and(|first| matches!(first.c, '(' | '$' | '-')),
            _ => false,
        })
        .collect();
    for (glyph, hard) in word.iter_mut().zip(hard) {
        glyph.hard = hard;
    }
}
