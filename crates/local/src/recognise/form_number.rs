//! The form number printed on a form: `Form 1099-INT`.

use crate::page::model::Layout;
use touchstone_core::text::median;

/// Min size of a headline, relative to the median word.
pub(crate) const LARGE: f32 = 1.5;
/// Max distance of a page or column head from the top or from the number below it, in points.
pub(crate) const HEAD: f32 = 120.0;

/// A form or schedule number printed as a name: `W-4`, `1040`, `1099-R`.
pub(crate) struct Number {
    /// Folded: `form` or `schedule`.
    pub kind: Vec<u8>,
    pub code: String,
    /// The word before it and the number.
    pub words: Vec<usize>,
    pub score: f32,
}

/// The best of the page's form numbers.
pub(crate) fn form_number(layout: &Layout) -> Option<String> {
    let best = numbers(layout)
        .into_iter()
        .reduce(|best, next| if next.score > best.score { next } else { best });
    best.map(|number| number.code)
}

/// Form numbers after the word "Form" or "Schedule", in large print, at the top of the page or repeated, and large
/// ones in a headline. Numbers in sentences are omitted.
pub(crate) fn numbers(layout: &Layout) -> Vec<Number> {
    let Some(usual) = median(layout.page.reading.words.iter().map(|word| word.size)) else {
        return Vec::new();
    };
    let mut numbers = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for (index, word) in layout.page.reading.words.iter().enumerate() {
        let code = word
            .text
            .trim_matches(|c: char| matches!(c, '(' | ')' | ',' | '.' | ':' | ';'));
        if !is_form_number(code) || word.widget.is_some() {
            continue;
        }
        let named = named_by(layout, index);
        if named.is_none() && !is_headline(layout, index, code, usual) {
            continue;
        }
        let top = 1.0 - (word.region.y / layout.page.height.max(1.0)).clamp(0.0, 1.0);
        let large = word.size >= 1.3 * usual || top > 0.93;
        let next = layout
            .right_of(index)
            .filter(|&next| layout.region(next).x - word.region.right() <= word.size);
        if next.is_none() && code.len() == word.text.len() {
            seen.push(code);
        }
        // A form in small print still has its number twice: in its title and in its footer.
        let twice = seen.iter().filter(|other| **other == code).count() > 1;
        let goes_on = next.is_some_and(|next| layout.word(next).text.starts_with(|c: char| c.is_lowercase()));
        if (large || twice) && !(goes_on && word.size < 1.3 * usual) {
            numbers.push(Number {
                kind: named.map_or_else(|| b"form".to_vec(), |named| layout.folded[named].clone()),
                code: code.to_owned(),
                words: named.into_iter().chain([index]).collect(),
                score: word.size * (0.6 + 0.4 * top) - index as f32 * 0.0001,
            });
        }
    }
    numbers
}

/// A number with letters, in large print, alone at the head of the page: `1099-NEC` above `Nonemployee Compensation`.
fn is_headline(layout: &Layout, index: usize, code: &str, usual: f32) -> bool {
    let word = layout.word(index);
    let apart = |gap: f32| gap > 2.0 * word.size;
    let left = layout
        .left_of(index)
        .map(|other| word.region.x - layout.region(other).right());
    let right = layout
        .right_of(index)
        .map(|other| layout.region(other).x - word.region.right());
    code.contains('-')
        && code.contains(char::is_alphabetic)
        && word.size >= LARGE * usual
        && word.region.y < HEAD
        && left.is_none_or(apart)
        && right.is_none_or(apart)
}

/// The word "Form" or "Schedule" directly before a number, on its level.
fn named_by(layout: &Layout, index: usize) -> Option<usize> {
    let word = layout.word(index);
    (0..layout.folded.len()).find(|&other| {
        let region = layout.region(other);
        let gap = word.region.x - region.right();
        (layout.folded[other] == b"form" || layout.folded[other] == b"schedule")
            && (-1.0..2.0 * word.size.max(8.0)).contains(&gap)
            && region.overlap_y(&word.region.grown(2.0)) > 0.0
            && !follows_text(layout, other)
    })
}

/// In a sentence a form is only mentioned: `report it on Form 1040`.
fn follows_text(layout: &Layout, word: usize) -> bool {
    layout.left_of(word).is_some_and(|before| {
        let gap = layout.gap(before, word);
        let text = &layout.word(before).text;
        gap < layout.word(word).size && text.starts_with(|c: char| c.is_lowercase() || c == '“')
    })
}

/// `1040`, `1099-MISC`, `W-9`, `8949`, `K-1`, `1120-S`, `8962X`: not a year, not any number.
fn is_form_number(text: &str) -> bool {
    let (head, tail) = text.split_once('-').unwrap_or((text, ""));
    let tail_fits = tail.len() <= 5 && tail.bytes().all(|b| b.is_ascii_alphanumeric());
    let digits = head.bytes().take_while(u8::is_ascii_digit).count();
    let letters = head.len() - digits;
    let year = tail.is_empty() && head.len() == 4 && (head.starts_with("19") || head.starts_with("20"));
    let numbered =
        (3..=4).contains(&digits) && letters <= 2 && head.bytes().skip(digits).all(|b| b.is_ascii_uppercase());
    let lettered = matches!(head, "W" | "K" | "SS" | "I") && !tail.is_empty();
    tail_fits && !year && (numbered || lettered)
}
