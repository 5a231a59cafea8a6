//! Detects gibberish in a text layer: a wrong character table puts punctuation inside words and yields words without a
//! vowel. Only unaccented Latin script is judged.

use touchstone_intake::Word;

/// Min length of a judged word.
const SHORTEST: usize = 4;
/// Min number of judged words.
const TELLING: usize = 20;
/// Max percentage of odd words; abbreviations and form names look odd too.
const ODD: usize = 45;

pub(crate) fn is_gibberish(words: &[Word]) -> bool {
    let telling: Vec<bool> = words.iter().filter_map(|word| is_odd(&word.text)).collect();
    let odd = telling.iter().filter(|odd| **odd).count();
    telling.len() >= TELLING && 100 * odd > ODD * telling.len()
}

/// Whether a word is unpronounceable; `None` for numbers, codes, links and short words.
fn is_odd(text: &str) -> Option<bool> {
    let inner = text.trim_matches(|c: char| c.is_ascii_punctuation());
    let letters = inner.chars().filter(char::is_ascii_alphabetic).count();
    let readable = inner.is_ascii()
        && inner.len() >= SHORTEST
        && 2 * letters >= inner.len()
        && !inner.contains(|c: char| c.is_ascii_digit() || matches!(c, '@' | '/' | '.' | '_'));
    if !readable {
        return None;
    }
    let vowel = inner.contains(|c: char| matches!(c.to_ascii_lowercase(), 'a' | 'e' | 'i' | 'o' | 'u' | 'y'));
    let signs = inner.contains(|c: char| !c.is_ascii_alphabetic() && !matches!(c, '-' | '\'' | '&' | ',' | '(' | ')'));
    Some(!vowel || signs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use touchstone_intake::Region;

    fn check(text: &str, expected: bool) {
        let word = |text: &str| Word::typed(text, Region::whole(1, 50.0, 10.0), 10.0);
        let words: Vec<Word> = std::iter::repeat_n(text.split(' '), 8).flatten().map(word).collect();
        assert_eq!(is_gibberish(&words), expected, "{text}");
    }

    #[test]
    fn words_that_nobody_could_pronounce_are_gibberish() {
        let print = "Wages, tips, other compensation 23,677.70 Employer's name (including foreign)";
        check(print, false);
        check(
            "WTHLD FMLY MDCR pretax taxable employee benefits insurance medical",
            false,
        );
        let shifted = |c: char| match c {
            '!'..='~' => char::from((c as u8 - b'!' + 7) % 94 + b'!'),
            _ => c,
        };
        check(&print.chars().map(shifted).collect::<String>(), true);
        check("Заработная плата работника организации", false);
    }
}
