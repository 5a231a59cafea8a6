//! What is told of a page's text beside its words: those that are not visible, and a number of each font that could
//! show other characters than it claims.

use crate::sheet::rounded;
use crate::words::Typed;
use std::collections::{BTreeMap, HashMap, HashSet};
use touchstone_intake::validate::{MAX_HIDDEN, MAX_SAMPLES};
use touchstone_intake::{HiddenWord, Region, Sample, Word};

/// The hidden words and those outside the page. Words that the page shows at the same place are left out: programs
/// print some text twice.
pub(crate) fn words(covert: &Typed, typed: &Typed) -> Vec<HiddenWord> {
    let mut shown: HashMap<&str, Vec<Region>> = HashMap::new();
    for word in &typed.words {
        shown.entry(&word.text).or_default().push(word.region);
    }
    let is_shown = |word: &Word| {
        let mut alike = shown.get(word.text.as_str()).into_iter().flatten();
        alike.any(|place| place.intersection(&word.region).is_some())
    };
    let inside = covert.words.iter().zip(&covert.traits);
    let inside = inside
        .filter(|(word, _)| !is_shown(word))
        .map(|(word, (_, kind))| HiddenWord {
            kind: *kind,
            text: word.text.clone(),
            region: Some(word.region),
        });
    let outside = typed.outside.iter().chain(&covert.outside).cloned();
    inside.chain(outside).take(MAX_HIDDEN).collect()
}

/// Min digits of a sample; numbers of boxes and footnotes have fewer.
const TELLING: usize = 3;

/// For each of the fonts, the word with the most different digits.
pub(crate) fn samples(typed: &Typed, fonts: &HashSet<usize>) -> Vec<Sample> {
    let mut best: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for (index, (word, (font, _))) in typed.words.iter().zip(&typed.traits).enumerate() {
        let digits = || word.text.chars().filter(char::is_ascii_digit);
        let different: HashSet<char> = digits().collect();
        if digits().count() >= TELLING && fonts.contains(font) {
            let most = best.entry(*font).or_default();
            *most = (*most).max((different.len(), usize::MAX - index));
        }
    }
    let mut chosen: Vec<usize> = best.into_values().map(|(_, index)| usize::MAX - index).collect();
    chosen.sort_unstable();
    let words = chosen
        .into_iter()
        .take(MAX_SAMPLES)
        .filter_map(|index| typed.words.get(index));
    words
        .map(|word| Sample {
            text: word.text.clone(),
            region: rounded(word.region),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use touchstone_intake::Hiding;

    fn typed(words: &[(&str, f32, usize)]) -> Typed {
        let word = |(text, x, _): &(&str, f32, usize)| Word {
            text: (*text).to_owned(),
            region: Region::between(1, (*x, 10.0), (x + 20.0, 20.0)),
            confidence: None,
            min_char_confidence: None,
            handwritten: false,
            size: 10.0,
            bold: false,
            widget: None,
        };
        Typed {
            words: words.iter().map(word).collect(),
            traits: words.iter().map(|(_, _, font)| (*font, Hiding::NoInk)).collect(),
            ..Typed::default()
        }
    }

    #[test]
    fn a_word_that_is_also_shown_is_not_hidden() {
        let shown = typed(&[("23,677.70", 10.0, 1)]);
        for (text, x, expected) in [("23,677.70", 12.0, 0), ("23,677.70", 80.0, 1), ("61.00", 12.0, 1)] {
            assert_eq!(words(&typed(&[(text, x, 1)]), &shown).len(), expected, "{text} at {x}");
        }
    }

    #[test]
    fn each_font_that_could_lie_shows_the_number_with_the_most_different_digits() {
        let page = typed(&[
            ("1,111.11", 0.0, 7),
            ("2,841.32", 30.0, 7),
            ("39.50", 60.0, 8),
            ("Wages", 90.0, 9),
        ]);
        let texts = |fonts: &[usize]| -> Vec<String> {
            let samples = samples(&page, &fonts.iter().copied().collect());
            samples.into_iter().map(|sample| sample.text).collect()
        };
        assert_eq!(texts(&[7, 9]), ["2,841.32"]);
        assert_eq!(texts(&[7, 8]), ["2,841.32", "39.50"]);
    }
}
