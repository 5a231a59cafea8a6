//! Selects the words of a line that name the item, without item number, tax code letters, and a count before or after
//! the name. Amounts are in `item`.

use super::line::folds;
use super::model::{Item, MOST, is_product};
use super::span::{Money, Span, span};
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

/// The name without a count printed before it as `2 of: Linen towels`.
pub(super) fn without_of<'w>(layout: &Layout, name: &'w [usize], item: &mut Item) -> &'w [usize] {
    let [count, of, rest @ ..] = name else { return name };
    let whole = layout
        .word(*count)
        .text
        .parse::<i64>()
        .is_ok_and(|count| (1..=MOST).contains(&count));
    if !whole || layout.word(*of).text != "of:" || rest.is_empty() || item.quantity.is_some() {
        return name;
    }
    item.quantity = Some(span(layout, &[*count]));
    rest
}

/// The name without a multiplication sign before it, which makes the preceding number a count: `2 x Flammkuchen`.
pub(super) fn without_times<'w>(layout: &Layout, name: &'w [usize], item: &mut Item) -> &'w [usize] {
    let counted = item.quantity.is_some() || item.leading.is_some();
    match name {
        [sign, rest @ ..]
            if counted && !rest.is_empty() && matches!(layout.word(*sign).text.as_str(), "x" | "X" | "×") =>
        {
            item.quantity = item.quantity.take().or(item.leading.take());
            rest
        }
        _ => name,
    }
}

/// The name without the unit of its quantity: `3.99 lb Lemons`, `Electricity   1004 kWh`.
pub(super) fn without_unit<'w>(layout: &Layout, name: &'w [usize], words: &Vocabulary, item: &Item) -> &'w [usize] {
    let number = |word: usize| amount::bare(&layout.word(word).text).is_some();
    let unit = |word: usize| {
        let counted = layout
            .left_of(word)
            .is_some_and(|left| number(left) && !name.contains(&left));
        counted && is_one(words.words(WordList::Measured), &folds(layout, &[word]))
    };
    let counted = item.quantity.is_some() || item.leading.is_some();
    match name {
        [first, rest @ ..] if counted && !rest.is_empty() && unit(*first) => rest,
        [rest @ .., last] if counted && !rest.is_empty() && unit(*last) => rest,
        _ => name,
    }
}

/// The name without the count after it: `Oat Latte × 2`, `Oat Latte (x2)`. A number before the sign makes it a size:
/// `3/8 X 2`.
pub(super) fn without_count_behind<'w>(layout: &Layout, name: &'w [usize], item: &mut Item) -> &'w [usize] {
    let bare = |word: usize| {
        let text = layout.word(word).text.trim_matches(['(', ')']);
        text.trim_matches(['x', 'X', '×'])
    };
    let is_sign = |word: usize| matches!(layout.word(word).text.as_str(), "x" | "X" | "×");
    // `16x25 x5` counts, `2x4 x 8` is a size.
    let named = |rest: &[usize], glued: bool| {
        let last = rest.last().map_or("", |&word| layout.word(word).text.as_str());
        last.contains(|c: char| c == ')' || c.is_alphabetic() && (glued || !matches!(c, 'x' | 'X' | '×')))
    };
    let (rest, count) = match name {
        [rest @ .., sign, count] if is_sign(*sign) => (rest, *count),
        [rest @ .., count] if bare(*count).len() < layout.word(*count).text.trim_matches(['(', ')']).len() => {
            (rest, *count)
        }
        _ => return name,
    };
    let whole = bare(count)
        .parse::<i64>()
        .is_ok_and(|number| (1..=MOST).contains(&number));
    if !whole || !named(rest, rest.len() + 1 == name.len()) || item.quantity.is_some() || item.leading.is_some() {
        return name;
    }
    item.quantity = Some(Span {
        raw: bare(count).to_owned(),
        ..span(layout, &[count])
    });
    rest
}

/// The name without the item number before it, and a tax code letter before that: `083341083524 TAPE MEASURE`,
/// `E 1004471 ROT CHICKEN`. Without a name after it, as in `1177204 / CPN`, the number is kept.
pub(super) fn without_article<'w>(layout: &Layout, name: &'w [usize]) -> &'w [usize] {
    let text = |word: usize| layout.word(word).text.as_str();
    let number = |word: usize| text(word).len() >= ARTICLE && text(word).bytes().all(|byte| byte.is_ascii_digit());
    let named = |rest: &[usize]| {
        let begins = rest
            .first()
            .is_some_and(|&word| text(word).contains(char::is_alphanumeric));
        begins && rest.iter().any(|&word| text(word).chars().any(char::is_alphabetic))
    };
    let letter = |word: usize| text(word).len() == 1 && text(word).bytes().all(|byte| byte.is_ascii_uppercase());
    match name {
        [flag, first, rest @ ..] if letter(*flag) && number(*first) && named(rest) => rest,
        [first, rest @ ..] if number(*first) && named(rest) => rest,
        _ => name,
    }
}

/// The name without the unit price sign after it: `3 x Paint brush @   4.25   12.75`.
pub(super) fn without_sign_behind<'w>(
    layout: &Layout,
    name: &'w [usize],
    words: &Vocabulary,
    item: &Item,
) -> &'w [usize] {
    match name {
        [rest @ .., sign]
            if item.price.is_some()
                && !rest.is_empty()
                && is_one(words.words(WordList::Each), &folds(layout, &[*sign])) =>
        {
            rest
        }
        _ => name,
    }
}

/// The name without the unit price after it, which times the count makes the amount: `2 Carne adovada @19.25   38.50`.
pub(super) fn without_price_behind<'w>(layout: &Layout, name: &'w [usize], item: &mut Item) -> &'w [usize] {
    let [rest @ .., last] = name else { return name };
    let price = layout.word(*last).text.strip_prefix('@').and_then(amount::unmistakable);
    let count = item.quantity.as_ref().or(item.leading.as_ref());
    let count = count.and_then(|count| amount::bare(count.raw.trim()));
    let (Some(price), Some(amount), None) = (price, &item.amount, &item.price) else {
        return name;
    };
    let made =
        count.is_some_and(|count| is_product(count, price, amount.value)) || count.is_none() && price == amount.value;
    if !made || rest.is_empty() {
        return name;
    }
    item.quantity = item.quantity.take().or(item.leading.take());
    item.price = Some(Money {
        value: price,
        span: span(layout, &[*last]),
    });
    rest
}
