//! Uses a page's text layer when its pixels are read: known words are erased from the picture, and a hidden word that
//! matches a recognized one raises its confidence. Where the two differ, the recognized word is kept.

use super::grey::Grey;
use touchstone_intake::Word;

/// Min confidence of a word on which two recognizers agree.
const CONFIRMED: f32 = 0.97;
/// Min overlap of two words in the same place, as a fraction of the smaller area.
const SAME_PLACE: f32 = 0.4;
/// Part of a word's box, above and below its letters, that may overlap the form's rulings, in heights.
const MARGIN: f32 = 0.12;

/// Raises the confidence of a recognized word that the hidden layer has with the same text in the same place.
pub(super) fn confirm(word: &mut Word, hidden: &[Word]) {
    let same = |other: &Word| {
        let least = word.region.area().min(other.region.area());
        other.text == word.text && other.region.shared_area(&word.region) > SAME_PLACE * least
    };
    if hidden.iter().any(same) {
        for sure in [&mut word.confidence, &mut word.min_char_confidence]
            .into_iter()
            .flatten()
        {
            *sure = sure.max(CONFIRMED);
        }
    }
}

/// Fills the places of known words with the color around them. `from` is the page point at the upper left of the
/// picture, `unit` is points per pixel.
pub(super) fn erase(picture: &mut Grey, words: &[Word], from: (f32, f32), unit: f32) {
    for word in words {
        let place = &word.region;
        let margin = MARGIN * place.height;
        let pixel = |length: f32, most: usize| ((length / unit).max(0.0) as usize).min(most);
        let (left, right) = (
            pixel(place.x - from.0, picture.width),
            pixel(place.right() - from.0, picture.width),
        );
        let (top, bottom) = (
            pixel(place.y + margin - from.1, picture.height),
            pixel(place.bottom() - margin - from.1, picture.height),
        );
        if left >= right || top >= bottom {
            continue;
        }
        let at = |x: usize, y: usize| y * picture.width + x;
        let rows = (top..bottom).flat_map(|y| [at(left, y), at(right - 1, y)]);
        let mut around: Vec<u8> = (left..right)
            .flat_map(|x| [at(x, top), at(x, bottom - 1)])
            .chain(rows)
            .map(|index| picture.pixels[index])
            .collect();
        around.sort_unstable();
        let paper = around[around.len() / 2];
        for y in top..bottom {
            let row = y * picture.width;
            picture.pixels[row + left..row + right].fill(paper);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use touchstone_intake::Region;

    fn word(text: &str, x: f32, confidence: Option<f32>) -> Word {
        Word {
            text: text.to_owned(),
            region: Region::between(1, (x, 10.0), (x + 20.0, 20.0)),
            confidence,
            min_char_confidence: confidence,
            handwritten: false,
            size: 10.0,
            bold: false,
            widget: None,
        }
    }

    #[test]
    fn only_the_same_word_at_the_same_place_makes_sure() {
        for (text, x, expected) in [
            ("1,468.02", 12.0, 0.97),
            ("1,468.03", 12.0, 0.5),
            ("1,468.02", 60.0, 0.5),
        ] {
            let mut own = word("1,468.02", 10.0, Some(0.5));
            confirm(&mut own, &[word(text, x, None)]);
            assert_eq!(own.min_char_confidence, Some(expected), "{text} at {x}");
        }
    }

    #[test]
    fn known_words_leave_the_paper_they_stood_on() {
        let mut picture = Grey {
            width: 100,
            height: 60,
            pixels: vec![200; 6000],
        };
        for y in 26..34 {
            picture.pixels[y * 100 + 30..y * 100 + 50].fill(10);
        }
        picture.pixels[28 * 100 + 80] = 0;
        erase(&mut picture, &[word("known", 12.0, None)], (0.0, 0.0), 0.5);
        let dark: Vec<usize> = (0..6000).filter(|&at| picture.pixels[at] < 100).collect();
        assert_eq!(dark, [28 * 100 + 80]);
    }
}
