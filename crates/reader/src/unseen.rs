//! What is told of a page's text beside its words: those that are not visible, and the numbers in fonts that could show
//! other characters than they claim.

use crate::words::Typed;
use std::collections::HashMap;
use touchstone_intake::validate::MAX_HIDDEN;
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

/// The numbers in fonts that could show others, each with the number of its combination of fonts.
pub(crate) fn samples(typed: &Typed) -> Vec<Sample> {
    let mut known: HashMap<&[usize], u32> = HashMap::new();
    let mut samples = Vec::new();
    for (word, (fonts, _)) in typed.words.iter().zip(&typed.traits) {
        if !fonts.is_empty() {
            let next = known.len() as u32;
            samples.push(Sample {
                font: *known.entry(fonts).or_insert(next),
                region: word.region,
            });
        }
    }
    samples
}

#[cfg(test)]
mod tests {
    use super::*;
    use touchstone_intake::Hiding;

    fn typed(words: &[(&str, f32, &[usize])]) -> Typed {
        let word = |(text, x, _): &(&str, f32, &[usize])| {
            Word::typed(*text, Region::between(1, (*x, 10.0), (x + 20.0, 20.0)), 10.0)
        };
        let traits = words.iter().map(|(_, _, fonts)| (fonts.to_vec(), Hiding::NoInk));
        Typed {
            words: words.iter().map(word).collect(),
            traits: traits.collect(),
            ..Typed::default()
        }
    }

    #[test]
    fn a_word_that_is_also_shown_is_not_hidden() {
        let shown = typed(&[("23,677.70", 10.0, &[])]);
        for (text, x, expected) in [("23,677.70", 12.0, 0), ("23,677.70", 80.0, 1), ("61.00", 12.0, 1)] {
            assert_eq!(
                words(&typed(&[(text, x, &[])]), &shown).len(),
                expected,
                "{text} at {x}"
            );
        }
    }

    #[test]
    fn numbers_in_fonts_that_could_lie_are_told_apart_by_their_fonts() {
        let page = typed(&[
            ("2,841.32", 0.0, &[7]),
            ("Wages", 30.0, &[]),
            ("39.50", 60.0, &[8]),
            ("61.00", 90.0, &[7, 8]),
            ("1,000.00", 120.0, &[7]),
        ]);
        let samples = samples(&page);
        let places: Vec<(u32, f32)> = samples.iter().map(|sample| (sample.font, sample.region.x)).collect();
        assert_eq!(places, [(0, 0.0), (1, 60.0), (2, 90.0), (0, 120.0)]);
    }
}
