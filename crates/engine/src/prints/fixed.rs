//! The fixed words of a page: print that is the same on every paper. Very little tells it from names of people and firms
//! when only one paper is known, so only words of the pack and words in small letters count, and none from values.

use std::collections::BTreeSet;
use touchstone_core::pack::{FieldSpec, Pack, Template};
use touchstone_core::record::FixedWord;
use touchstone_core::text::median;
use touchstone_intake::{Reading, Region, Word};

/// Min letters of a fixed word; shorter ones are states, initials and numbers of boxes.
const LETTERS: usize = 3;
/// Max fixed words kept of a page, in reading order; the densest made forms have 300.
const MOST: usize = 400;

/// The letters of a word in lower case, if it is nothing but a word.
pub(super) fn letters(text: &str) -> Option<String> {
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric());
    let is_word = bare.chars().all(|c| c.is_alphabetic() || matches!(c, '\'' | '’'));
    let folded: String = bare
        .chars()
        .flat_map(char::to_lowercase)
        .filter(|c| c.is_alphabetic())
        .collect();
    (is_word && folded.chars().count() >= LETTERS).then_some(folded)
}

/// The words that a pack knows from the empty forms.
pub(super) fn words_of(pack: &Pack) -> BTreeSet<String> {
    let mut known = BTreeSet::new();
    let mut add = |text: &str| {
        let words = text.split(|c: char| c.is_whitespace() || c == '-' || c == '/');
        known.extend(words.filter_map(letters));
    };
    for template in pack.templates() {
        texts_of(template, &mut add);
    }
    pack.synonyms.iter().flatten().for_each(|text| add(text));
    known
}

fn texts_of(template: &Template, add: &mut impl FnMut(&str)) {
    let texts = template.printed.iter().chain(&template.copies);
    texts.for_each(|text| add(text));
    template.signatures.iter().for_each(|signature| add(&signature.text));
    for spec in template
        .fields
        .iter()
        .flat_map(|spec| std::iter::once(spec).chain(&spec.parts))
    {
        captions_of(spec).for_each(|text| add(text));
    }
}

fn captions_of(spec: &FieldSpec) -> impl Iterator<Item = &String> {
    let captions = spec
        .anchors
        .iter()
        .chain(&spec.shared_anchors)
        .chain(&spec.continuations);
    captions
        .chain(&spec.statements)
        .chain(&spec.headings)
        .chain(&spec.columns)
}

/// What the fixed words of a page are told by.
pub(super) struct Varying<'a> {
    /// Places of values.
    pub regions: &'a [Region],
    /// The words of values, as folded by `letters`.
    pub words: &'a BTreeSet<String>,
    /// The words that the pack knows.
    pub known: &'a BTreeSet<String>,
}

pub(super) fn fixed_words(reading: &Reading, varying: &Varying) -> Vec<FixedWord> {
    let is_fixed = |word: &&Word| {
        let Some(text) = letters(&word.text) else { return false };
        let (x, y) = word.region.center();
        let is_value = word.widget.is_some()
            || word.handwritten
            || varying.words.contains(&text)
            || varying.regions.iter().any(|region| region.contains_point(x, y));
        let is_public = varying.known.contains(&text) || !word.text.contains(char::is_uppercase);
        !is_value && is_public
    };
    let fixed = reading.words.iter().filter(is_fixed).filter_map(placed);
    fixed.take(MOST).collect()
}

/// A word with its place.
pub(super) fn placed(word: &Word) -> Option<FixedWord> {
    Some(FixedWord {
        text: letters(&word.text)?,
        x: word.region.x,
        y: word.region.center().1,
    })
}

/// The usual height of a line, in points.
pub(super) fn line_of(reading: &Reading) -> f32 {
    median(reading.words.iter().map(|word| word.size)).map_or(10.0, |size| size.max(4.0))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::prints::sample::{pack, page};

    #[test]
    fn names_numbers_and_words_of_values_are_not_fixed() {
        let known = words_of(&pack());
        let page = page(&[
            "Wages, tips Olga Petrova 1,234.50 3rd EIN",
            "see the back rowan Employer's McRae's",
        ]);
        let words = BTreeSet::from(["rowan".to_owned()]);
        let regions = [page.reading.words[1].region];
        let varying = Varying {
            regions: &regions,
            words: &words,
            known: &known,
        };
        let fixed = fixed_words(&page.reading, &varying);
        let texts: Vec<&str> = fixed.iter().map(|word| word.text.as_str()).collect();
        assert_eq!(texts, ["wages", "ein", "see", "the", "back", "employers"]);
    }
}
