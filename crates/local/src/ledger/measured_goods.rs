//! Goods sold by measure, as at a fuel pump: quantity, unit price and name are printed apart, each with its caption.
//! Lines that hold them together are in `item`.

use super::captioned::{Captioned, values};
use super::line::{Kind, Line, Token};
use super::model::{Item, is_product};
use super::role::Role;
use super::sorting::Entry;
use super::span::{Money, Span, span};
use super::vocabulary::{Vocabulary, longest_at};
use crate::page::model::Layout;
use rust_decimal::Decimal;
use touchstone_core::pack::WordList;
use touchstone_core::value::rate;

/// A captioned quantity and unit price that make an amount of the page, with the name of the goods.
pub(super) fn look(layout: &Layout, lines: &[Line], words: &Vocabulary) -> Option<Item> {
    let measure = |token: &Token| match token.kind {
        Kind::Number(number) if number.scale() > 0 && number.is_sign_positive() => Some(number),
        Kind::Amount(number) if number.is_sign_positive() => Some(number),
        _ => None,
    };
    let price = |token: &Token| match token.words[..] {
        [word] => rate::parse(&layout.word(word).text)
            .ok()
            .filter(|price| price.scale() > 1),
        _ => None,
    };
    let quantities = values(layout, lines, words.words(WordList::Measures), &measure);
    let prices = values(layout, lines, words.words(WordList::UnitPrices), &price);
    let pairs = quantities
        .iter()
        .flat_map(|quantity| prices.iter().map(move |price| (quantity, price)));
    let (quantity, price) = pairs.into_iter().find(|(quantity, price)| {
        let made = |token: &Token| {
            token
                .amount()
                .is_some_and(|amount| is_product(quantity.value.0, price.value.0, amount))
        };
        let apart = quantity.value.1 != price.value.1 && !quantity.value.0.is_zero() && !price.value.0.is_zero();
        apart && lines.iter().flat_map(|line| &line.tokens).any(made)
    })?;
    Some(Item {
        description: goods(layout, lines, words, price).unwrap_or_default(),
        quantity: Some(span(layout, &quantity.value.1)),
        price: Some(Money {
            value: price.value.0,
            span: span(layout, &price.value.1),
        }),
        ..Item::default()
    })
}

/// The goods' name nearest to their price.
fn goods(
    layout: &Layout,
    lines: &[Line],
    words: &Vocabulary,
    price: &Captioned<(Decimal, Vec<usize>)>,
) -> Option<Span> {
    let level = layout.around(&price.value.1).center().1;
    let named = lines.iter().filter_map(|line| {
        let known = words.words(WordList::Goods);
        let from = (0..line.folds.len()).find(|&at| longest_at(known, &line.folds, at).is_some())?;
        let mut to = from;
        while let Some(found) = longest_at(known, &line.folds, to) {
            to = found.to;
        }
        // The octane rating belongs to the name: `UNLEAD 87`.
        let behind = line.folds.get(to).filter(|_| to > from);
        to += usize::from(behind.is_some_and(|fold| is_octane(&fold.text)));
        let mut own: Vec<usize> = line.folds[from..to].iter().map(|fold| fold.word).collect();
        own.dedup();
        Some(((line.region.center().1 - level).abs(), own))
    });
    let (_, own) = named.min_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(span(layout, &own))
}

/// `85` to `100`.
fn is_octane(text: &[u8]) -> bool {
    let number = std::str::from_utf8(text).ok().and_then(|text| text.parse::<u32>().ok());
    number.is_some_and(|number| (85..=100).contains(&number))
}

/// Completes the item whose amount the quantity and price make; if there is none, adds an item before the sum they
/// make.
pub(super) fn put(entries: &mut Vec<Entry>, goods: Item) {
    let (Some(quantity), Some(price)) = (&goods.quantity, &goods.price) else {
        return;
    };
    let makes = |entry: &Entry| Item::of(&entry.amount).is_made_by(quantity, price);
    let item = entries
        .iter_mut()
        .find(|entry| entry.role == Role::Item && makes(entry));
    if let Some(entry) = item {
        if entry.item.price.is_none() {
            let named = entry.item.description.raw.contains(char::is_alphabetic) && goods.description.is_empty();
            let known = std::mem::take(&mut entry.item);
            entry.item = Item {
                description: if named { known.description } else { goods.description },
                amount: known.amount,
                ..goods
            };
        }
        return;
    }
    let Some(at) = entries.iter().position(makes) else {
        return;
    };
    if goods.description.is_empty() {
        return;
    }
    let summed = entries[at].clone();
    let item = Item {
        amount: Some(summed.amount.clone()),
        ..goods
    };
    let bought = Entry {
        role: Role::Item,
        caption: item.description.clone(),
        item,
        summing: false,
        settles: None,
        ..summed
    };
    entries.insert(at, bought);
}
