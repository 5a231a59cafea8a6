//! The vocabulary of a statement or receipt template, folded once, and its lookup in lines.

use super::line::{Fold, Line, fold};
use std::collections::{BTreeMap, HashSet};
use touchstone_core::pack::{LedgerColumn, LedgerField, Template, WordList};
use touchstone_core::stop;

/// A caption as folded words.
pub(crate) type Phrase = Vec<Vec<u8>>;

/// Phrases of one template by meaning.
#[derive(Debug, Clone, Default)]
pub(crate) struct Vocabulary {
    captions: BTreeMap<LedgerField, Vec<Phrase>>,
    columns: BTreeMap<(LedgerField, LedgerColumn), Vec<Phrase>>,
    pub signs: Vec<SignWords>,
    words: BTreeMap<WordList, Vec<Phrase>>,
    /// The same lists as the pack writes them: folding would lose the signs of currencies.
    printed: BTreeMap<WordList, Vec<String>>,
    /// Titles that fill a whole line.
    titles: HashSet<Vec<u8>>,
    /// All words of titles, and the last word of each.
    title_words: HashSet<Vec<u8>>,
    title_ends: HashSet<Vec<u8>>,
}

#[derive(Debug, Clone)]
pub(crate) struct SignWords {
    pub phrases: Vec<Phrase>,
    pub adds_to_held: bool,
    pub adds_to_owed: bool,
}

/// A phrase found in a line, as a range of its folds; `to` is exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found {
    pub from: usize,
    pub to: usize,
}

impl Vocabulary {
    pub(crate) fn new(template: &Template) -> Self {
        let mut own = Self::default();
        for field in &template.fields {
            let Some(name) = LedgerField::from_name(&field.name) else {
                continue;
            };
            own.captions.insert(name, phrases(&field.anchors));
            for part in &field.parts {
                let column = LedgerColumn::from_name(&part.name);
                own.columns
                    .extend(column.map(|column| ((name, column), phrases(&part.anchors))));
                own.signs.extend(part.signs.iter().map(|signs| SignWords {
                    phrases: phrases(&signs.words),
                    adds_to_held: signs.adds_to_held,
                    adds_to_owed: signs.adds_to_owed,
                }));
            }
        }
        own.words = template
            .words
            .iter()
            .map(|(&list, words)| (list, phrases(words)))
            .collect();
        own.printed.clone_from(&template.words);
        for title in phrases(&template.printed) {
            own.titles.insert(title.concat());
            own.title_ends.extend(title.last().cloned());
            own.title_words.extend(title);
        }
        own
    }

    pub(super) fn captions(&self, field: LedgerField) -> &[Phrase] {
        self.captions.get(&field).map(Vec::as_slice).unwrap_or_default()
    }

    pub(super) fn column(&self, list: LedgerField, column: LedgerColumn) -> &[Phrase] {
        self.columns.get(&(list, column)).map(Vec::as_slice).unwrap_or_default()
    }

    pub(super) fn words(&self, list: WordList) -> &[Phrase] {
        self.words.get(&list).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether a text is one of a list.
    pub(super) fn is_in(&self, list: WordList, text: &str) -> bool {
        let folds = fold(text).into_iter().map(|text| Fold { text, word: 0 });
        is_one(self.words(list), &folds.collect::<Vec<_>>())
    }

    /// Whether a text is one of the currency signs of a list, ignoring case.
    pub(super) fn is_currency(&self, list: WordList, text: &str) -> bool {
        let signs = self.printed.get(&list).map(Vec::as_slice).unwrap_or_default();
        signs.iter().any(|sign| sign.eq_ignore_ascii_case(text))
    }

    /// The sign group that the words at this place mean, and their range. The longest phrase wins.
    pub(super) fn sign_at(&self, folds: &[Fold], from: usize) -> Option<(usize, Found)> {
        let groups = self.signs.iter().enumerate();
        groups
            .filter_map(|(group, signs)| Some((group, longest_at(&signs.phrases, folds, from)?)))
            .max_by(|a, b| (a.1.to).cmp(&b.1.to).then(b.0.cmp(&a.0)))
    }

    /// The first words of a line that mean a sign group.
    pub(super) fn sign_in(&self, folds: &[Fold]) -> Option<(usize, Found)> {
        (0..folds.len()).find_map(|from| self.sign_at(folds, from))
    }

    /// Whether the whole line is a title, possibly with a number beside it, or is made only of words of titles:
    /// `Official contribution receipt`.
    pub(super) fn is_title(&self, line: &Line) -> bool {
        let numbering = |text: &[u8]| text.iter().all(u8::is_ascii_digit) || matches!(text, b"no" | b"number");
        let letters = |fold: &&Fold| !numbering(&fold.text);
        let words: Vec<&Vec<u8>> = line.folds.iter().filter(letters).map(|fold| &fold.text).collect();
        let whole: Vec<u8> = words.iter().flat_map(|word| word.iter().copied()).collect();
        let composed = words.len() > 1
            && words.iter().all(|word| self.title_words.contains(*word))
            && words.last().is_some_and(|word| self.title_ends.contains(*word));
        composed || self.titles.contains(&whole)
    }
}

fn phrases(texts: &[String]) -> Vec<Phrase> {
    texts
        .iter()
        .map(|text| fold(text))
        .filter(|phrase| !phrase.is_empty())
        .collect()
}

/// The longest phrase that begins at `from`.
pub(super) fn longest_at(phrases: &[Phrase], folds: &[Fold], from: usize) -> Option<Found> {
    phrases
        .iter()
        .filter(|phrase| begins(phrase, &folds[from..]))
        .map(|phrase| Found {
            from,
            to: from + phrase.len(),
        })
        .max_by_key(|found| found.to)
}

fn begins(phrase: &Phrase, folds: &[Fold]) -> bool {
    phrase.len() <= folds.len() && phrase.iter().zip(folds).all(|(word, fold)| *word == fold.text)
}

/// The first occurrence of any of the phrases.
pub(super) fn find(phrases: &[Phrase], folds: &[Fold]) -> Option<Found> {
    stop::point();
    (0..folds.len()).find_map(|from| longest_at(phrases, folds, from))
}

/// Whether the folds are exactly one of the phrases.
pub(super) fn is_one(phrases: &[Phrase], folds: &[Fold]) -> bool {
    longest_at(phrases, folds, 0).is_some_and(|found| found.to == folds.len())
}
