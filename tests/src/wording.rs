//! Measures how much of a page's text was recognized, by any recognizer: words regardless of place and order, and the
//! edit distance between lost words and what was recognized instead. Words in their places are in `scanning`.

use std::collections::HashMap;

/// The text known to be on a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wording {
    pub words: Vec<String>,
    /// Whether only some values of the page are known, as transcribed by people. Thousands separators, currency
    /// signs, punctuation after words and case are then ignored.
    pub partial: bool,
}

/// How much of the text was recognized.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Read {
    pub words: usize,
    pub read: usize,
    /// The same for words with a digit.
    pub figures: usize,
    pub figures_read: usize,
    pub characters: usize,
    /// Edit distance in characters between the lost words and what was recognized instead.
    pub wrong: usize,
}

impl Wording {
    /// Scores the recognized words; also returns the words that were lost.
    pub fn read_in<'w>(&self, words: impl IntoIterator<Item = &'w str>) -> (Read, Vec<String>) {
        let mut left: HashMap<String, usize> = HashMap::new();
        let apart = |word: &'_ str| -> Vec<String> { self.parts(word).collect() };
        for word in words.into_iter().flat_map(apart) {
            *left.entry(word).or_default() += 1;
        }
        let (mut score, mut lost) = (Read::default(), Vec::new());
        for word in self
            .words
            .iter()
            .map(|word| self.plain(word))
            .filter(|word| !word.is_empty())
        {
            let figure = word.contains(|c: char| c.is_ascii_digit());
            let found = left.get_mut(&word).filter(|count| **count > 0);
            score.words += 1;
            score.characters += word.chars().count();
            score.figures += usize::from(figure);
            if let Some(count) = found {
                *count -= 1;
                score.read += 1;
                score.figures_read += usize::from(figure);
            } else {
                lost.push(word);
            }
        }
        for word in &lost {
            let length = word.chars().count();
            let nearest = left
                .iter()
                .filter(|(_, count)| **count > 0)
                .map(|(other, _)| (strsim::levenshtein(word, other), other.clone()))
                .min();
            match nearest {
                Some((distance, other)) if distance < length => {
                    score.wrong += distance;
                    left.entry(other).and_modify(|count| *count -= 1);
                }
                _ => score.wrong += length,
            }
        }
        (score, lost)
    }

    /// The words of a text as they are compared. In transcribed values, words separated by slashes count separately.
    fn parts<'t>(&self, text: &'t str) -> impl Iterator<Item = String> + use<'t, '_> {
        let partial = self.partial;
        let ends = move |c: char| c.is_whitespace() || partial && c == '/';
        let words = text.split(ends).map(|word| self.plain(word));
        words.filter(|word| !word.is_empty())
    }

    fn plain(&self, word: &str) -> String {
        let simple = |c| match c {
            '–' | '—' | '−' => '-',
            '‘' | '’' => '\'',
            '“' | '”' => '"',
            other => other,
        };
        let word: String = word.chars().map(simple).collect();
        if !self.partial {
            return word;
        }
        let word = word.trim_end_matches(['.', ',', ':', ';']);
        let signs: String = word.chars().filter(|c| !matches!(c, ',' | '$')).collect();
        signs.to_uppercase()
    }
}

impl Read {
    pub fn add(&mut self, other: Self) {
        self.words += other.words;
        self.read += other.read;
        self.figures += other.figures;
        self.figures_read += other.figures_read;
        self.characters += other.characters;
        self.wrong += other.wrong;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(words: &[&str], partial: bool, read: &str) -> (Read, Vec<String>) {
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        Wording { words, partial }.read_in([read])
    }

    #[test]
    fn each_word_that_was_read_counts_once() {
        let (found, lost) = score(&["Form", "W-2", "12", "12"], false, "W–2 Form 12");
        let expected = Read {
            words: 4,
            read: 3,
            figures: 3,
            figures_read: 2,
            characters: 11,
            wrong: 2,
        };
        assert_eq!((found, lost), (expected, vec!["12".to_owned()]));
    }

    #[test]
    fn a_lost_word_costs_its_distance_to_what_was_read_instead() {
        let (found, _) = score(&["employee", "01297"], false, "emplayee O1297 other");
        assert_eq!((found.read, found.wrong), (0, 2));
        let (found, _) = score(&["1,234.50"], false, "1234.50");
        assert_eq!((found.figures_read, found.wrong), (0, 1));
    }

    #[test]
    fn what_people_wrote_down_is_compared_without_signs_of_print() {
        let (found, lost) = score(&["23677.70", "Jalan"], true, "$23,677.70 JALAN,");
        assert_eq!((found.read, lost.len()), (2, 0));
    }
}
