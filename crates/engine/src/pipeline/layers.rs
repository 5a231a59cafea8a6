//! Compares a page's text layer with its recognized pixels: whether they agree, and whether the pixels show more.
//! Hidden words are found by the recognizer, which compares place by place.

use std::collections::HashMap;
use touchstone_core::text::normalise;
use touchstone_intake::{HiddenWord, Reading, Region, Word};

/// Min percentage of a layer's words that must be among the recognized words for the layer to be trusted; recognition
/// splits and joins some words differently.
const WORDS: usize = 60;
/// The same for words with digits. A wrong character map may change numbers while the words survive.
const NUMBERS: usize = 70;
/// Min letters and digits, and min confidence, of a recognized word beside a text layer; anything less may be a speck.
const LETTERS: usize = 2;
const SURE: f32 = 0.6;
/// Min confidence of each character of a recognized number that outweighs a text layer.
const CERTAIN: f32 = 0.9;

/// Whether the recognized words match the text layer. Positions are ignored: a layer with other characters than are
/// shown has other words.
pub(super) fn agree(layer: &Reading, recognised: &Reading) -> bool {
    let mut seen: HashMap<String, usize> = HashMap::new();
    for word in recognised.words.iter().filter(|word| word.widget.is_none()) {
        *seen.entry(normalise(&word.text)).or_default() += 1;
    }
    let mut tally = [(0, 0); 2];
    for word in layer.words.iter().filter(|word| word.widget.is_none()) {
        let text = normalise(&word.text);
        if letters(&text) < LETTERS {
            continue;
        }
        let (all, found) = &mut tally[usize::from(text.chars().any(|c| c.is_ascii_digit()))];
        *all += 1;
        if let Some(left) = seen.get_mut(&text).filter(|left| **left > 0) {
            *left -= 1;
            *found += 1;
        }
    }
    let [(words, words_found), (numbers, numbers_found)] = tally;
    100 * words_found >= WORDS * words && 100 * numbers_found >= NUMBERS * numbers
}

/// Whether recognition surely read another number where the text layer has one of as many digits.
pub(super) fn contradict(layer: &Reading, recognised: &Reading) -> bool {
    let digits = |word: &Word| -> String { word.text.chars().filter(char::is_ascii_digit).collect() };
    let own = layer.words.iter().filter(|word| word.widget.is_none());
    let mut own = own
        .map(|word| (word, digits(word)))
        .filter(|(_, own)| own.len() >= LETTERS);
    own.any(|(word, own)| {
        let (x, y) = word.region.center();
        let mut here = recognised.words.iter().filter(|seen| seen.region.contains_point(x, y));
        here.any(|seen| {
            let read = digits(seen);
            read.len() == own.len() && read != own && seen.min_char_confidence.is_some_and(|sure| sure >= CERTAIN)
        })
    })
}

/// Words of the page that no recognized word accounts for: the invisible layer of a scan repeats what it shows.
pub(super) fn unseen(hidden: &[HiddenWord], recognised: &Reading) -> Vec<HiddenWord> {
    let is_shown = |place: &Region| {
        let mut words = recognised.words.iter();
        words.any(|word| word.region.intersection(place).is_some())
    };
    let unseen = |word: &&HiddenWord| !word.region.as_ref().is_some_and(is_shown);
    hidden.iter().filter(unseen).cloned().collect()
}

/// Whether recognition found words beyond the text layer.
pub(super) fn added(reading: &Reading) -> bool {
    let more = |word: &Word| word.confidence.is_some_and(|sure| sure >= SURE) && letters(&word.text) >= LETTERS;
    reading.words.iter().any(more)
}

fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphanumeric()).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use touchstone_intake::Hiding;

    fn word(text: &str, region: Region, confidence: Option<f32>) -> Word {
        Word {
            text: text.to_owned(),
            region,
            confidence,
            min_char_confidence: confidence,
            handwritten: false,
            size: 10.0,
            bold: false,
            widget: None,
        }
    }

    fn reading(text: &str, confidence: Option<f32>) -> Reading {
        let place = Region::whole(1, 50.0, 10.0);
        Reading {
            words: text.split(' ').map(|text| word(text, place, confidence)).collect(),
            ..Reading::empty()
        }
    }

    /// A word of 40 by 10 points.
    fn at(x: f32, y: f32) -> Region {
        Region::between(1, (x, y), (x + 40.0, y + 10.0))
    }

    #[test]
    fn a_layer_agrees_with_pixels_that_show_its_words_and_its_numbers() {
        let layer = reading("Wages, tips, other compensation 23,677.70 2,841.32", None);
        let check = |text: &str, expected| assert_eq!(agree(&layer, &reading(text, Some(0.99))), expected, "{text}");
        check("other compensation 2,841.32 wages, tips, 23,677.70", true);
        check("Wages, tips, other compensation 56,900.03 5,174.65", false);
        check("Dhnlz, apwz, vaoly jvtwluzhapvu 23,677.70 2,841.32", false);
    }

    #[test]
    fn a_number_surely_shown_otherwise_in_its_place_contradicts_a_layer() {
        let (here, there) = (at(100.0, 100.0), at(300.0, 100.0));
        for (own, place, seen, confidence, expected) in [
            ("2,841.32", here, "2,841.32", 0.99, false),
            ("2,841.32", here, "1,842.31", 0.99, true),
            ("2,841.32", here, "$1,842.31", 0.99, true),
            // Not sure, elsewhere, cut off, or no number.
            ("2,841.32", here, "1,842.31", 0.89, false),
            ("2,841.32", there, "1,842.31", 0.99, false),
            ("2,841.32", here, "842.31", 0.99, false),
            ("2,841.32", here, "Wages", 0.99, false),
            ("Wages", here, "1,842.31", 0.99, false),
            // One digit may be the number of a box beside a ruling.
            ("1", here, "7", 0.99, false),
            ("12", here, "17", 0.99, true),
        ] {
            let layer = Reading {
                words: vec![word(own, here, None)],
                ..Reading::empty()
            };
            let recognised = Reading {
                words: vec![word(seen, place, Some(confidence))],
                ..Reading::empty()
            };
            assert_eq!(contradict(&layer, &recognised), expected, "{own} {seen} {confidence}");
        }
        let mut field = word("2,841.32", here, None);
        field.widget = Some(0);
        let layer = Reading {
            words: vec![field],
            ..Reading::empty()
        };
        let recognised = Reading {
            words: vec![word("1,842.31", here, Some(0.99))],
            ..Reading::empty()
        };
        assert!(
            !contradict(&layer, &recognised),
            "the value of a field is no text layer"
        );
    }

    #[test]
    fn hidden_words_where_nothing_was_recognised_are_unseen() {
        let recognised = Reading {
            words: vec![word("2,841.32", at(100.0, 100.0), Some(0.9))],
            ..Reading::empty()
        };
        for (place, expected) in [
            (Some(at(100.0, 100.0)), 0),
            (Some(at(130.0, 105.0)), 0),
            (Some(at(141.0, 100.0)), 1),
            (Some(at(100.0, 300.0)), 1),
            // Outside the page.
            (None, 1),
        ] {
            let hidden = [HiddenWord {
                kind: Hiding::NoInk,
                text: "9,999.99".to_owned(),
                region: place,
            }];
            assert_eq!(unseen(&hidden, &recognised).len(), expected, "{place:?}");
            assert_eq!(unseen(&hidden, &Reading::empty()).len(), 1, "{place:?}");
        }
    }

    #[test]
    fn specks_beside_a_layer_are_no_words() {
        assert!(added(&reading("VOID", Some(0.9))));
        assert!(!added(&reading("VOID", Some(0.3))));
        assert!(!added(&reading("|", Some(0.9))));
        assert!(!added(&reading("Wages", None)));
    }
}
