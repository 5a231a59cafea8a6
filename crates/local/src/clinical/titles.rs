//! Finds headlines: lines near the top of a page that are set off as the document's title. What they name is in `page`.

use super::lines::{LARGE, Line};
use touchstone_intake::Page;

/// Share of the page height, from the top, where headlines appear.
const UPPER: f32 = 0.42;
const MOST_WORDS: usize = 9;
/// Min size of a headline relative to the largest line; section headings are smaller.
const LESS: f32 = 0.8;
/// If no line is larger than the text, as in typewritten pages, how many of the first prominent lines may be the title.
const FIRST: usize = 3;

/// Indexes of the lines that may name the document.
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

/// Whether a text is only words: not a caption with its value, a phone number, an address or a check box.
fn is_wording(text: &str) -> bool {
    let text = text.trim_end_matches(':');
    let count = |is: fn(&char) -> bool| text.chars().filter(is).count();
    let letters = count(|c| c.is_alphabetic());
    let address = text
        .split(' ')
        .any(|word| word.len() >= 5 && word.chars().all(|c| c.is_ascii_digit()));
    letters >= 2 && letters > 2 * count(char::is_ascii_digit) && !address && !text.contains([':', '[', '_', '|'])
}

/// Whether its words are capitalized, as in a title. The end of a sentence in a narrow column is short too.
fn is_named(text: &str) -> bool {
    const SMALL: usize = 4;
    let small = |word: &&str| word.chars().count() <= SMALL || !word.starts_with(char::is_lowercase);
    text.starts_with(char::is_uppercase) && text.split(' ').all(|word| small(&word))
}

#[cfg(test)]
mod tests {
    use super::is_named;
    use super::is_wording;

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
