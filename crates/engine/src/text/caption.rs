//! Captions: the printed words that say what a box holds. Matched on letters and digits alone, so that punctuation,
//! case, spaces, line breaks and a misread letter or two do not matter.

use super::fold::confusable;
use super::normalise;

/// A caption made ready for many comparisons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caption {
    letters: Letters,
}

/// The letters and digits of a word, folded once for many comparisons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letters(Vec<char>);

/// The leading words that a caption matches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CaptionMatch {
    /// How many words it takes.
    pub words: usize,
    /// 0..=1; below 0.75 there is no match.
    pub score: f64,
}

/// How alike a caption and some words have to be: a quarter of a letter may be wrong a letter.
const ALIKE: f64 = 0.75;

/// Captions with fewer letters must match exactly but for look-alikes: a letter more or less makes another word.
const SHORT: usize = 6;

/// How well the words, all of them, are the caption: 1.0 for equal, 0.0 for nothing in common.
pub fn caption_score(caption: &str, words: &[&str]) -> f64 {
    Caption::new(caption).score(words)
}

impl Letters {
    pub fn new(text: &str) -> Self {
        Self(normalise(text).chars().filter(|c| c.is_alphanumeric()).collect())
    }

    /// One a word.
    pub fn of<'t>(words: impl IntoIterator<Item = &'t str>) -> Vec<Letters> {
        words.into_iter().map(Letters::new).collect()
    }
}

impl Caption {
    pub fn new(text: &str) -> Self {
        Self {
            letters: Letters::new(text),
        }
    }

    /// How well the words, all of them, are the caption.
    pub fn score(&self, words: &[&str]) -> f64 {
        let given = Letters::of(words.iter().copied());
        let mut column = Column::new(&self.letters.0);
        given.iter().flat_map(|word| &word.0).for_each(|c| column.read(*c));
        column.score()
    }

    /// The caption at the start of `words`, as many of them as fit it best; the shorter run on a tie.
    pub fn at_start(&self, words: &[Letters]) -> Option<CaptionMatch> {
        if !self.may_begin(words.first()?) {
            return None;
        }
        let mut column = Column::new(&self.letters.0);
        let mut best: Option<CaptionMatch> = None;
        for (index, word) in words.iter().enumerate() {
            word.0.iter().for_each(|c| column.read(*c));
            if column.is_hopeless() {
                break;
            }
            let score = column.score();
            if score >= ALIKE && best.is_none_or(|best| score > best.score) {
                best = Some(CaptionMatch {
                    words: index + 1,
                    score,
                });
            }
        }
        best
    }

    /// A cheap look at the first letters. A box number may be glued to the caption, and one letter may be lost.
    fn may_begin(&self, word: &Letters) -> bool {
        let (own, given) = (&self.letters.0, &word.0);
        let (Some(first), Some(given_first)) = (own.first(), given.first()) else {
            return false;
        };
        let begins = |letters: &[char], c: char| letters.iter().take(3).any(|other| confusable(*other, c));
        begins(given, *first) || begins(own, *given_first)
    }
}

/// Edit distance between a caption and what has been read so far, in quarters of a letter: one column of the table,
/// moved on letter by letter. Look-alikes count as a quarter of a mistake.
struct Column<'c> {
    caption: &'c [char],
    quarters: Vec<usize>,
    read: usize,
}

impl<'c> Column<'c> {
    fn new(caption: &'c [char]) -> Self {
        Self {
            caption,
            quarters: (0..=caption.len()).map(|count| 4 * count).collect(),
            read: 0,
        }
    }

    fn read(&mut self, c: char) {
        self.read += 1;
        let mut diagonal = self.quarters[0];
        self.quarters[0] = 4 * self.read;
        for (row, own) in self.caption.iter().enumerate() {
            let swapped = if *own == c {
                0
            } else if confusable(*own, c) {
                1
            } else {
                4
            };
            let best = (diagonal + swapped)
                .min(self.quarters[row] + 4)
                .min(self.quarters[row + 1] + 4);
            diagonal = self.quarters[row + 1];
            self.quarters[row + 1] = best;
        }
    }

    fn longest(&self) -> usize {
        self.caption.len().max(self.read).max(1)
    }

    fn score(&self) -> f64 {
        let quarters = self.quarters[self.caption.len()];
        if self.caption.is_empty() || self.caption.len() < SHORT && quarters >= 4 {
            return 0.0;
        }
        (1.0 - quarters as f64 / (4 * self.longest()) as f64).max(0.0)
    }

    /// Whether no further letter can bring the score up to what counts: every way on has already cost too much. At
    /// most a third more than the caption can be read at all.
    fn is_hopeless(&self) -> bool {
        let least = self.quarters.iter().min().copied().unwrap_or(0);
        3 * self.read > 4 * self.caption.len() + 3 || least > self.longest().max(self.caption.len() * 4 / 3)
    }
}
