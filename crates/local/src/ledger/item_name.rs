//! Selects the words of a line that name the item, without item number, tax code letters, and a count before or after
//! the name. Amounts are in `item`.

use super::line::folds;
use super::model::{Item, MOST};
use super::span::span;
use super::vocabulary::{Vocabulary, is_one};
use crate::page::model::Layout;
use touchstone_core::pack::WordList;
use touchstone_core::value::amount;

/// Min digits in an item number.
const ARTICLE: usize = 5;

/// The name without a number in a list before it: `2. Hammer`.
pub(super) fn without_number<'w>(layout: &Layout, name: &'w [usize], item: &mut Item) -> &'w [usize] {
    let [first, rest @ ..] = name else { return name };
    let number = layout.word(*first).text.strip_suffix(['.', ')']);
    let counts = number
        .and_then(|number| number.parse().ok())
        .is_some_and(|number| (1..=MOST).contains(&number));
    if !counts || rest.is_empty() || item.leading.is_some() {
        return name;
    }
    item.leading = Some(span(layout, &[*first]));
    rest
}

/// The name without the unit of its quantity: `3.99 lb Lemons`, `Electricity   1004 kWh`.
pub(super) fn without_unit<'w>(layout: &Layout, name: &'w [usize], words: &Vocabulary, item: &Item) -> &'w [usize] {
    let number = |word: usize| amount::bare(&layout.word(word).text).is_some();
    let unit = |word: usize| {
        let counted = layout.left_of(word);
        let counted = counted.is_some_and(|left| number(left) && !name.contains(&left));
        counted && is_one(words.words(WordList::Measured), &folds(layout, &[word]))
    };
    let counted = item.quantity.is_some() || item.leading.is_some();
    match name {
        [first, rest @ ..] if counted && !rest.is_empty() && unit(*first) => rest,
        [rest @ .., last] if counted && !rest.is_empty() && unit(*last) => rest,
        _ => name,
    }
}

/// The name without the item number before it, and a tax code letter before that: `083341083524 TAPE MEASURE`,
/// `E 1004471 ROT CHICKEN`. Without a name after it, as in `1177204 / CPN`, the number is kept.
pub(super) fn without_article<'w>(layout: &Layout, name: &'w [usize]) -> &'w [usize] {
    let text = |word: usize| layout.word(word).text.as_str();
    let number = |word: usize| text(word).len() >= ARTICLE && text(word).bytes().all(|byte| byte.is_ascii_digit());
    let named = |rest: &[usize]| {
        let first = rest.first().map_or("", |&word| text(word));
        let begins = first.contains(char::is_alphanumeric);
        begins && rest.iter().any(|&word| text(word).chars().any(char::is_alphabetic))
    };
    let letter = |word: usize| text(word).len() == 1 && text(word).bytes().all(|byte| byte.is_ascii_uppercase());
    match name {
        [flag, first, rest @ ..] if letter(*flag) && number(*first) && named(rest) => rest,
        [first, rest @ ..] if number(*first) && named(rest) => rest,
        _ => name,
    }
}
