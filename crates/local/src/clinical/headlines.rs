//! Headlines: the lines near the head of a page that are set off as the name of the paper. Not here: what they name (see
//! `page`), and headings of sections.

use super::lines::{LARGE, Line};
use touchstone_intake::Page;

/// Headlines stand in this upper part of a page.
const UPPER: f32 = 0.42;
const MOST_WORDS: usize = 9;
/// Headings of sections are smaller than this share of the largest line.
const LESS: f32 = 0.8;
/// Where nothing is larger than the text, as on a typewriter, the name of the paper is among the first lines that are not text.
const FIRST: usize = 3;

/// The lines that may name the paper, as places in `lines`.
pub(super) fn headlines(lines: &[Line], page: &Page) -> Vec<usize> {
    let may = |line: &Line| {
        line.y < UPPER * page.height && line.words.len() <= MOST_WORDS && !line.is_prose() && is_wording(&line.text)
    };
    let places: Vec<usize> = (0..lines.len()).filter(|&place| may(&lines[place])).collect();
    let largest = places.iter().map(|&place| lines[place].scale).fold(0.0, f32::max);
    let least = LARGE.max(LESS * largest);
    let large: Vec<usize> = places
        .iter()
        .copied()
        .filter(|&place| lines[place].scale >= least)
        .collect();
    if !large.is_empty() {
        return large;
    }
    let prominent = places
        .into_iter()
        .filter(|&place| lines[place].prominent && is_named(&lines[place].text));
    prominent.take(FIRST).collect()
}

/// Whether a text is words alone: no caption with its value, no telephone number, no address, no box to tick.
fn is_wording(text: &str) -> bool {
    let text = text.trim_end_matches(':');
    let count = |is: fn(&char) -> bool| text.chars().filter(is).count();
    let letters = count(|c| c.is_alphabetic());
    let address = text
        .split(' ')
        .any(|word| word.len() >= 5 && word.chars().all(|c| c.is_ascii_digit()));
    letters >= 2 && letters > 2 * count(char::is_ascii_digit) && !address && !text.contains([':', '[', '_', '|'])
}

/// Whether its words begin with capitals, as those of a name do; the end of a sentence in a narrow column is short too.
fn is_named(text: &str) -> bool {
    const SMALL: usize = 4;
    let small = |word: &&str| word.chars().count() <= SMALL || !word.starts_with(char::is_lowercase);
    text.starts_with(char::is_uppercase) && text.split(' ').all(|word| small(&word))
}

#[cfg(test)]
mod tests {
    use super::{is_named, is_wording};

    #[test]
    fn the_end_of_a_sentence_is_no_name() {
        assert!(is_named("Nursing Shift Note"));
        assert!(is_named("Summary of Hospitalization"));
        assert!(!is_named("I discussed influenza"));
        assert!(!is_named("the next visit"));
    }

    #[test]
    fn captions_with_values_numbers_and_boxes_name_no_paper() {
        assert!(is_wording("PET-CT WHOLE BODY"));
        assert!(is_wording("Result:"));
        for text in [
            "Exam: CT chest",
            "(330) 555-0188",
            "[x] CBC [ ] CMP",
            "Signature ____",
            "S24-10231",
            "HARTFORD-ON-LYME CT 06101",
        ] {
            assert!(!is_wording(text), "{text}");
        }
    }
}
