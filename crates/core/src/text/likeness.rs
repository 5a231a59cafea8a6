//! Tells whether two pages have the same words, as a page that was scanned twice.

use std::collections::BTreeMap;

/// Pages with fewer words are alike by chance; pages are the same if at least this percentage of their words is shared.
const WORDS: usize = 30;
const SAME: usize = 90;

/// Whether two pages share nearly all words, in any order, and have the same numbers.
pub fn same_words(one: &[String], other: &[String]) -> bool {
    let enough = one.len() >= WORDS && other.len() >= WORDS;
    enough && are_most(shared(one, other), one, other) && numbers(one) == numbers(other)
}

/// Whether a count of common words is nearly all of the longer text.
pub fn are_most(count: usize, one: &[String], other: &[String]) -> bool {
    100 * count >= SAME * one.len().max(other.len())
}

/// Number of words that both texts have, in any order.
pub fn shared(one: &[String], other: &[String]) -> usize {
    let mut left: BTreeMap<&str, usize> = BTreeMap::new();
    for word in other {
        *left.entry(word).or_default() += 1;
    }
    let found = one.iter().filter(|word| {
        let found = left.get_mut(word.as_str()).filter(|count| **count > 0);
        found.map(|count| *count -= 1).is_some()
    });
    found.count()
}

/// The words with digits, sorted; `None` if there are too few words to tell pages apart.
pub fn numbers(words: &[String]) -> Option<Vec<&str>> {
    let with_digits = |word: &&str| word.contains(|c: char| c.is_ascii_digit());
    let mut numbers: Vec<&str> = words.iter().map(String::as_str).filter(with_digits).collect();
    numbers.sort_unstable();
    (words.len() >= WORDS).then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_printed_twice_has_the_same_words_and_numbers() {
        let page = |day: &str| -> Vec<String> {
            let text = format!(
                "seen on {day} {}",
                "the cough is better and the chest is clear ".repeat(5)
            );
            text.split_whitespace().map(str::to_owned).collect()
        };
        assert!(same_words(&page("11"), &page("11")));
        assert!(!same_words(&page("11"), &page("12")));
        assert!(!same_words(&page("11")[..9], &page("11")[..9]));
    }
}
