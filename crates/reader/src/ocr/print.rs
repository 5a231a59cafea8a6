//! Finds a line's font size and baseline from the ink of its words and from which characters have ascenders and
//! descenders. Words get the height a font gives its text, as embedded words have it, so that all words of a line are
//! level.

use super::ctc::ALIKE;
use super::written::Written;

/// Heights above the baseline and depths below it, in font sizes, typical of common fonts.
const TALL: f32 = 0.72;
const LOW: f32 = 0.53;
const HANGING: f32 = 0.21;
const COMMA: f32 = 0.13;
/// The box of embedded text above and below the baseline, in font sizes.
const ABOVE: f32 = 0.98;
const BELOW: f32 = 0.19;
/// Amount by which ink spreads, in pixels.
const SPREAD: f32 = 1.0;
/// A word whose size differs by more than this factor is set in another font than its line.
const OTHER: f32 = 1.5;
/// Range of the ratio of measured to expected size. Outside it, part of the ink is not the word's own or was lost to a
/// ruling through it.
const OWN: std::ops::Range<f32> = 0.78..1.3;
/// Max gap between a single letter and the caption after it, in font sizes.
const CAPTION: f32 = 2.0;
/// Max difference between their baselines, in font sizes.
const LEVEL: f32 = 0.15;
/// Min letters in the caption.
const TELLING: usize = 3;
/// Max difference between the letter's height and the usual height of its case, in font sizes.
const CERTAIN: f32 = 0.08;

/// Font size and baseline of one word, in pixels.
#[derive(Clone, Copy)]
struct Setting {
    size: f32,
    baseline: f32,
    /// Nothing descends below the baseline, so the lower edge of the ink is the baseline.
    plain: bool,
}

/// Gives the words of a line the boxes of their font.
pub(super) fn set(words: &mut [Written]) {
    let settings: Vec<Option<Setting>> = words.iter().map(setting).collect();
    let mut known: Vec<Setting> = settings.iter().flatten().copied().collect();
    if known.iter().any(|setting| setting.plain) {
        known.retain(|setting| setting.plain);
    }
    let (Some(size), Some(baseline)) = (middle(&known, |s| s.size), middle(&known, |s| s.baseline)) else {
        return;
    };
    for (word, own) in words.iter_mut().zip(settings) {
        let own = own.filter(|own| own.size > OTHER * size || OTHER * own.size < size);
        let (size, baseline) = own.map_or((size, baseline), |own| (own.size, own.baseline));
        word.size = size;
        word.top = baseline - ABOVE * size;
        word.bottom = baseline + BELOW * size;
    }
}

/// Corrects the case of a single letter before a caption, as in the boxes of a form, by its height: alone, a lowercase
/// letter of a large font looks like a capital of a small font.
pub(super) fn set_case(words: &mut [Written]) {
    for index in 0..words.len() {
        let own = &words[index];
        let (true, Some(letter)) = (own.text.len() == 1, own.text.chars().next()) else {
            continue;
        };
        if !ALIKE.contains(letter.to_ascii_lowercase()) {
            continue;
        }
        let baseline = |word: &Written| word.bottom - BELOW * word.size;
        let next = words.iter().filter(|word| {
            let gap = word.left - own.right;
            gap > 0.0
                && gap < CAPTION * own.size
                && (baseline(word) - baseline(own)).abs() < LEVEL * own.size
                && word.text.chars().filter(|c| c.is_alphabetic()).count() >= TELLING
        });
        let Some(size) = next.min_by(|a, b| a.left.total_cmp(&b.left)).map(|word| word.size) else {
            continue;
        };
        let ink = own.size * rise(letter);
        let small = (ink - LOW * size).abs() < (ink - TALL * size).abs();
        let corrected = if small {
            letter.to_ascii_lowercase()
        } else {
            letter.to_ascii_uppercase()
        };
        if corrected != letter && (ink - rise(corrected) * size).abs() < CERTAIN * size {
            let baseline = baseline(own);
            let word = &mut words[index];
            word.text = corrected.to_string();
            word.size = size;
            word.top = baseline - ABOVE * size;
            word.bottom = baseline + BELOW * size;
        }
    }
}

fn middle(settings: &[Setting], pick: fn(&Setting) -> f32) -> Option<f32> {
    let mut values: Vec<f32> = settings.iter().map(pick).collect();
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied()
}

/// The setting measured from a word's ink; `None` if it has no letter or digit.
fn setting(word: &Written) -> Option<Setting> {
    let rise = word.text.chars().map(rise).fold(0.0, f32::max);
    let hang = word.text.chars().map(hang).fold(0.0, f32::max);
    if rise < LOW {
        return None;
    }
    let size = (word.bottom - word.top - SPREAD).max(1.0) / (rise + hang);
    let expected = word.size;
    if expected > 0.0 && !OWN.contains(&(size / expected)) {
        return Some(Setting {
            size: expected,
            baseline: word.top + SPREAD / 2.0 + rise * expected,
            plain: false,
        });
    }
    if hang > 0.0 && expected > 0.0 {
        // A descender may run into the line below; the upper edge is the word's own.
        let size = f32::midpoint(size, expected);
        return Some(Setting {
            size,
            baseline: word.top + SPREAD / 2.0 + rise * size,
            plain: false,
        });
    }
    Some(Setting {
        size,
        baseline: word.bottom - SPREAD / 2.0 - hang * size,
        plain: hang == 0.0,
    })
}

/// Font size at which these characters fill this many rows of ink; `None` for punctuation alone.
pub(super) fn size<'a>(characters: &(impl Iterator<Item = &'a str> + Clone), rows: usize) -> Option<f32> {
    let most = |measure: fn(char) -> f32| characters.clone().flat_map(str::chars).map(measure).fold(0.0, f32::max);
    let (rise, hang) = (most(rise), most(hang));
    (rise >= LOW).then(|| (rows as f32 - SPREAD).max(1.0) / (rise + hang))
}

fn rise(c: char) -> f32 {
    match c {
        'a' | 'c' | 'e' | 'g' | 'm' | 'n' | 'o' | 'p' | 'q' | 'r' | 's' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z' => LOW,
        _ if c.is_alphanumeric() || "$%&#@()[]/".contains(c) => TALL,
        _ => 0.0,
    }
}

fn hang(c: char) -> f32 {
    match c {
        'g' | 'j' | 'p' | 'q' | 'y' | '(' | ')' | '[' | ']' | '@' => HANGING,
        ',' | ';' | 'Q' | '$' => COMMA,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str, top: f32, bottom: f32) -> Written {
        Written {
            text: text.to_owned(),
            left: 0.0,
            top,
            right: 10.0,
            bottom,
            confidence: 1.0,
            least: 1.0,
            size: 0.0,
            angle: 0.0,
            stance: None,
            girth: None,
            by_hand: false,
        }
    }

    #[test]
    fn ink_that_was_lost_to_a_line_does_not_shrink_a_word() {
        // The descender of a font of 20 pixels is cut off just below the baseline.
        let mut words = [word("plan", 85.1, 101.0)];
        words[0].size = 21.0;
        set(&mut words);
        assert!((words[0].size - 21.0).abs() < 1.5, "{}", words[0].size);
        assert!((words[0].bottom - 104.7).abs() < 0.5, "{}", words[0].bottom);
    }

    #[test]
    fn words_of_a_line_stand_level() {
        // A font of 20 pixels on the baseline 100.
        let mut words = [
            word("Wages,", 85.1, 105.0),
            word("tips", 85.1, 104.7),
            word("one", 88.9, 100.5),
            word("-", 92.0, 95.0),
        ];
        set(&mut words);
        for word in &words {
            assert!((word.size - 20.0).abs() < 1.2, "{}: {}", word.text, word.size);
            assert_eq!((word.top, word.bottom), (words[0].top, words[0].bottom));
        }
        assert!((words[0].bottom - 103.8).abs() < 0.6);
    }

    #[test]
    fn the_caption_behind_a_letter_tells_its_case() {
        // Captions of 20 pixels on the baseline 100, each after a letter as tall as an x or as an E.
        for (read, ink, expected) in [("C", 11.1, "c"), ("c", 14.9, "C"), ("C", 14.9, "C"), ("e", 14.9, "e")] {
            let mut letter = word(read, 100.0 - ink, 100.5);
            let mut caption = word("Employer's", 85.1, 104.7);
            (caption.left, caption.right) = (30.0, 90.0);
            set(std::slice::from_mut(&mut letter));
            set(std::slice::from_mut(&mut caption));
            let mut words = [letter, caption];
            set_case(&mut words);
            assert_eq!(words[0].text, expected, "{read} {ink}");
        }
    }

    #[test]
    fn a_word_of_another_font_keeps_its_own() {
        let mut words = [
            word("Form", 85.0, 100.5),
            word("OMB", 85.0, 100.5),
            word("W-2", 60.0, 100.5),
        ];
        set(&mut words);
        assert!(words[2].size > 2.0 * words[0].size);
    }
}
