//! Reads one item line of a receipt: name, quantity, unit price and amount, by columns or by the shape of the line.
//! Which lines are items is decided in `receipt`.

use super::item_name::{
    without_article, without_count_behind, without_number, without_of, without_price_behind, without_sign_behind,
    without_times, without_unit,
};
use super::line::{Kind, Line, Token};
use super::lines_above::is_flag;
use super::model::{Habits, Item, MOST, is_product};
use super::span::{Money, RowCells, Span, span};
use super::table_header::{Column, Part, column_of};
use super::vocabulary::{Vocabulary, is_one, longest_at};
use crate::page::model::Layout;
use rust_decimal::Decimal;
use serde_json::Value;
use touchstone_core::pack::{LedgerColumn, LedgerField, WordList};
use touchstone_core::value::{amount, rate};

/// Min dated lines with an amount for a leading date to be part of the layout.
const DATES: usize = 2;
/// Min gap between a name and a tax code letter in a separate column, in font sizes.
const FLAGGED: f32 = 2.0;

impl Line {
    /// Whether a bare number is a price: times the quantity it makes the line's amount. `Lumber 2 x 4` is a name.
    fn makes(&self, quantity: usize, price: &Token) -> bool {
        let counted = self.tokens[quantity].number().zip(price.number());
        let mut amounts = self.tokens.iter().filter_map(Token::amount);
        let last = amounts.next_back();
        counted.is_some_and(|(count, price)| last.is_none_or(|amount| is_product(count, price, amount)))
    }
}

impl Item {
    /// Whether a quantity and a price make its amount.
    pub(super) fn is_made_by(&self, quantity: &Span, price: &Money) -> bool {
        let count = amount::bare(quantity.raw.trim());
        let amount = self.amount.as_ref();
        count
            .zip(amount)
            .is_some_and(|(count, amount)| is_product(count, price.value, amount.value))
    }

    /// The quantity as a number.
    pub(super) fn count(&self) -> Option<Decimal> {
        amount::bare(self.quantity.as_ref()?.raw.trim())
    }

    /// The amount of the line, else quantity times price.
    pub(super) fn worth(&self) -> Option<Decimal> {
        let each = || amount::product(self.count()?, self.price.as_ref()?.value);
        self.amount.as_ref().map(|money| money.value).or_else(each)
    }

    /// An item with only an amount.
    pub(super) fn of(amount: &Money) -> Self {
        Self {
            amount: Some(amount.clone()),
            ..Self::default()
        }
    }

    pub(super) fn cells(&self) -> RowCells {
        let money = |money: &Option<Money>| money.as_ref().map(|money| money.span.cell(money.json(), 1.0));
        let price = self.price.as_ref();
        let price = price.map(|price| price.span.cell(Value::from(rate::print(price.value)), 1.0));
        let text = |span: &Span, sure| (!span.is_empty()).then(|| span.cell(span.text(), sure));
        vec![
            (LedgerColumn::Description.name(), text(&self.description, 0.95)),
            (
                LedgerColumn::Quantity.name(),
                self.quantity.as_ref().and_then(|span| text(span, 0.97)),
            ),
            (LedgerColumn::Price.name(), price),
            (LedgerColumn::Amount.name(), money(&self.amount)),
        ]
    }
}

/// The words of a quantity on a line by itself, below its item: `Qty: 3`.
pub(super) fn count_below(line: &Line, words: &Vocabulary) -> Option<Vec<usize>> {
    let found = longest_at(words.column(LedgerField::Items, LedgerColumn::Quantity), &line.folds, 0)?;
    let fold = line.folds.get(found.to)?;
    // `No 4` is a location, not a count.
    if line.folds[0].text.len() <= 2 {
        return None;
    }
    let count = line.tokens.iter().find(|token| token.words.contains(&fold.word))?;
    let value = count
        .number()
        .filter(|value| value.is_sign_positive() && *value <= Decimal::from(MOST))?;
    let alone = count.words.len() == 1 && line.tokens.iter().all(|token| token.amount().is_none());
    (!value.is_zero() && alone).then(|| count.words.clone())
}

/// Reads a line as an item, or as part of one.
pub(super) fn read(layout: &Layout, line: &Line, columns: &[Column], words: &Vocabulary, habits: Habits) -> Item {
    let headed = columns.iter().any(|column| column.is(LedgerColumn::Amount));
    let mut item = Item::default();
    let mut taken: Vec<usize> = Vec::new();
    if headed {
        by_columns(layout, line, columns, &mut item, &mut taken);
        let left = |(place, token): (usize, &Token)| token.amount().is_some() && !taken.contains(&place);
        // Captions are left-aligned and amounts right-aligned, so an amount may be nearer to the next caption.
        if line.tokens.iter().enumerate().any(left)
            && let Some((shaped, own)) = proved_by_shape(layout, line, words)
        {
            (item, taken) = (shaped, own);
        }
    } else {
        by_shape(layout, line, words, &mut item, &mut taken);
        multiplied(layout, line, &mut item, &mut taken);
    }
    // `September 11 security fee` is a name unless other lines begin with a date.
    let day = |token: &&Token| {
        let mut days = token.days().unwrap_or_default().iter();
        days.any(|day| habits.dated >= DATES || day.year.is_some())
    };
    let days = line.tokens.iter().take_while(day).count();
    let own = |(place, token): (usize, &Token)| {
        let dated = place < days;
        let article = columns
            .iter()
            .any(|column| column.part == Part::Article && column.begins(&token.region, line.size));
        // `GAL` in a column with an unknown caption.
        let unknown = place > 0
            && columns
                .iter()
                .any(|column| column.part == Part::Other && token.region.overlap_x(&column.region) > 0.0);
        let flag = token.words.len() == 1 && layout.word(token.words[0]).text.chars().count() <= 2;
        let behind = taken
            .iter()
            .any(|&at| line.tokens[at].region.x < token.region.x && line.tokens[at].amount().is_some());
        !(dated || article || unknown || taken.contains(&place) || flag && behind)
    };
    let places = line
        .tokens
        .iter()
        .enumerate()
        .filter(|(place, token)| own((*place, token)));
    // Dot leaders between a name and its amount are not part of the name.
    let leader =
        |word: &usize| layout.word(*word).text.len() > 1 && layout.word(*word).text.chars().all(|c| "._…".contains(c));
    let described = places.flat_map(|(_, token)| token.words.clone());
    let mut described: Vec<usize> = described.filter(|word| !leader(word)).collect();
    if let (Some(flags), Some(_), true) = (habits.flags, &item.amount, described.len() > 1) {
        let aligned = |word: usize| (layout.region(word).center().0 - flags).abs() < line.size;
        described.pop_if(|word| is_flag(&layout.word(*word).text) && aligned(*word));
    }
    if !headed && item.amount.is_some() && described.len() > 1 {
        described.pop_if(|word| is_apart(layout, line, *word));
    }
    let name = without_counts(layout, &described, headed, words, &mut item);
    item.description = span(layout, without_article(layout, name));
    item
}

/// The name without counts and unit price printed before or after it.
fn without_counts<'w>(
    layout: &Layout,
    described: &'w [usize],
    headed: bool,
    words: &Vocabulary,
    item: &mut Item,
) -> &'w [usize] {
    let name = without_number(layout, described, item);
    let name = without_of(layout, name, item);
    let name = without_times(layout, name, item);
    let name = without_unit(layout, name, words, item);
    let name = without_price_behind(layout, name, item);
    let name = if headed {
        name
    } else {
        without_sign_behind(layout, name, words, item)
    };
    without_count_behind(layout, name, item)
}

/// Whether a word is a tax code letter in a separate column between name and price: `DISH SOAP      T      4.29`. Sizes
/// are letters too.
fn is_apart(layout: &Layout, line: &Line, word: usize) -> bool {
    let text = layout.word(word).text.as_str();
    let letter = text.len() == 1 && is_flag(text) && !matches!(text, "S" | "M" | "L");
    let Some(place) = line.tokens.iter().position(|token| token.words == [word]) else {
        return false;
    };
    let before = place.checked_sub(1).map(|before| &line.tokens[before].region);
    let gap = before.is_some_and(|before| line.tokens[place].region.x - before.right() > FLAGGED * line.size);
    let priced = line.tokens.get(place + 1).is_some_and(|next| next.amount().is_some());
    letter && gap && priced
}

fn money(layout: &Layout, token: &Token) -> Option<Money> {
    token.number().map(|value| Money {
        value,
        span: span(layout, &token.words),
    })
}

fn by_columns(layout: &Layout, line: &Line, columns: &[Column], item: &mut Item, taken: &mut Vec<usize>) {
    // Of two columns of bare numbers, the first is a line number: `No  Description  Qty`.
    let mut counts = columns.iter().filter(|column| column.is(LedgerColumn::Quantity));
    let first = counts.next();
    let quantity = counts.next_back().or(first);
    let lines = first.filter(|column| quantity.is_some_and(|other| other.region.x > column.region.x));
    for (place, token) in line.tokens.iter().enumerate() {
        if token.number().is_none() {
            continue;
        }
        if token.amount().is_none()
            && place == 0
            && lines.is_some_and(|column| token.region.overlap_x(&column.region) > 0.0)
        {
            taken.push(place);
            continue;
        }
        let near = |column: &Column| (token.region.center().0 - column.region.center().0).abs();
        let counted = quantity.filter(|column| {
            let aligned = token.region.overlap_x(&column.region) > -0.5 * line.size;
            let others = columns.iter().filter(|other| !other.is(LedgerColumn::Quantity));
            let bare = token.amount().is_none() || is_decimal_count(layout, line, place, column);
            aligned && bare && others.map(near).all(|far| far > near(column))
        });
        if counted.is_some() && item.quantity.is_none() {
            item.quantity = Some(span(layout, &token.words));
            taken.push(place);
            continue;
        }
        let Some(column) = column_of(columns, &token.region, line.size) else {
            continue;
        };
        // A bare number far from the edges of its column belongs to the text.
        let straight = (token.region.right() - column.region.right()).abs() < 2.0 * line.size;
        if token.amount().is_none() && !straight {
            continue;
        }
        match column.part {
            Part::Of(LedgerColumn::Price) if item.price.is_none() => item.price = money(layout, token),
            Part::Of(LedgerColumn::Amount) if item.amount.is_none() => item.amount = money(layout, token),
            // An amount in an unknown column is neither name nor price.
            Part::Other if token.amount().is_some() => {}
            _ => continue,
        }
        taken.push(place);
    }
}

/// `1.00` aligned with a quantity caption, with an amount further on, is a count with decimals.
fn is_decimal_count(layout: &Layout, line: &Line, place: usize, column: &Column) -> bool {
    let token = &line.tokens[place];
    let straight = token.region.overlap_x(&column.region) > 0.0
        && ((token.region.right() - column.region.right()).abs() < 2.0
            || (token.region.x - column.region.x).abs() < 2.0);
    let plain = token.words.len() == 1
        && layout
            .text(&token.words)
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let further = line.tokens[place + 1..].iter().any(|token| token.amount().is_some());
    straight && plain && further && is_weight(token.number())
}

fn by_shape(layout: &Layout, line: &Line, words: &Vocabulary, item: &mut Item, taken: &mut Vec<usize>) {
    if let Some(each) = each(layout, line, words) {
        item.quantity = Some(each.quantity);
        item.price = Some(Money {
            value: each.price,
            span: each.price_span,
        });
        taken.extend(each.places);
    }
    each_below(layout, line, words, item, taken);
    let last = (0..line.tokens.len())
        .rev()
        .find(|place| line.tokens[*place].amount().is_some() && !taken.contains(place));
    if let Some(last) = last {
        item.amount = money(layout, &line.tokens[last]);
        taken.push(last);
    }
    // A weight before a name has decimals: `18.404 DIESEL`, `1.33 RED ONION`.
    let is_count = |number: Decimal| !number.is_zero() && number <= Decimal::from(MOST);
    let leading = line.tokens.first().filter(|token| token.number().is_some_and(is_count));
    let is_named = line.tokens.len() > 2 && line.tokens[1].kind == Kind::Text && !taken.contains(&0);
    if let (Some(token), None, true) = (leading, &item.quantity, is_named) {
        item.leading = Some(span(layout, &token.words));
        taken.push(0);
    }
}

/// An item read by shape whose count and price make its amount, with the tokens used.
fn proved_by_shape(layout: &Layout, line: &Line, words: &Vocabulary) -> Option<(Item, Vec<usize>)> {
    let (mut item, mut taken) = (Item::default(), Vec::new());
    by_shape(layout, line, words, &mut item, &mut taken);
    multiplied(layout, line, &mut item, &mut taken);
    let proved = item
        .quantity
        .as_ref()
        .zip(item.price.as_ref())
        .is_some_and(|(count, price)| item.is_made_by(count, price));
    let all = line
        .tokens
        .iter()
        .enumerate()
        .all(|(place, token)| token.amount().is_none() || taken.contains(&place));
    (proved && all).then_some((item, taken))
}

/// Two amounts at the end of a line, and a number that times the first makes the second: `Pens 4 1.25 5.00`.
fn multiplied(layout: &Layout, line: &Line, item: &mut Item, taken: &mut Vec<usize>) {
    let priced = |place: &usize| line.tokens[*place].amount().is_some() && !taken.contains(place);
    let Some(place) = (0..line.tokens.len()).rev().find(priced) else {
        return;
    };
    let (Some(amount), Some(price), None) = (&item.amount, money(layout, &line.tokens[place]), &item.price) else {
        return;
    };
    let counts = |at: &usize| match line.tokens[*at].kind {
        Kind::Number(number) => is_product(number, price.value, amount.value),
        _ => false,
    };
    let leading = item.leading.as_ref().map(|_| 0);
    let found = (0..place)
        .rev()
        .filter(|at| !taken.contains(at))
        .chain(leading)
        .find(counts);
    if let Some(at) = found {
        item.quantity = Some(span(layout, &line.tokens[at].words));
        item.leading = None;
        item.price = Some(price);
        taken.extend([place, at]);
    }
}

/// `2 @ 3.50`, `0.762 kg @ $1.58/kg`, `3 x 4.00`.
struct Each {
    quantity: Span,
    price: Decimal,
    price_span: Span,
    places: Vec<usize>,
}

fn each(layout: &Layout, line: &Line, words: &Vocabulary) -> Option<Each> {
    let together = (0..line.tokens.len()).find_map(|place| glued(layout, line, place));
    together.or_else(|| apart(layout, line, words))
}

/// Count, sign and price in separate words.
fn apart(layout: &Layout, line: &Line, words: &Vocabulary) -> Option<Each> {
    for quantity in 0..line.tokens.len() {
        let token = &line.tokens[quantity];
        let weight = is_weight(token.number()) && !layout.text(&token.words).contains('$');
        if !matches!(token.kind, Kind::Number(_)) && !weight {
            continue;
        }
        let counted = || span(layout, &token.words);
        let Some(after) = line.tokens.get(quantity + 1).filter(|token| token.kind == Kind::Text) else {
            continue;
        };
        let folds: Vec<_> = line
            .folds
            .iter()
            .filter(|fold| after.words.contains(&fold.word))
            .cloned()
            .collect();
        // A unit may precede the sign: `kg @`.
        let at = (0..folds.len().min(2)).find_map(|place| longest_at(words.words(WordList::Each), &folds, place));
        let Some(at) = at else { continue };
        let rest: Vec<usize> = after
            .words
            .iter()
            .copied()
            .skip_while(|&word| word != folds[at.to - 1].word)
            .skip(1)
            .collect();
        if let [word] = rest[..]
            && let Some(price) = unit_price(&layout.word(word).text)
        {
            let places = vec![quantity, quantity + 1];
            return Some(Each {
                quantity: counted(),
                price,
                price_span: span(layout, &[word]),
                places,
            });
        }
        let next = line.tokens.get(quantity + 2).filter(|_| rest.is_empty());
        let made = |token: &Token| token.amount().is_some() || line.makes(quantity, token);
        if let Some((token, price)) = next.and_then(|token| Some((token, token.number()?)))
            && made(token)
        {
            let mut places = vec![quantity, quantity + 1, quantity + 2];
            let unit = line
                .tokens
                .get(quantity + 3)
                .filter(|token| layout.text(&token.words).starts_with('/'));
            places.extend(unit.map(|_| quantity + 3));
            return Some(Each {
                quantity: counted(),
                price,
                price_span: span(layout, &token.words),
                places,
            });
        }
    }
    None
}

/// `12@3.98` in one word; with another sign, as in `2x12.00`, the line's amount must be their product.
fn glued(layout: &Layout, line: &Line, place: usize) -> Option<Each> {
    let &word = line.tokens[place].words.last()?;
    let parts = |sign: char| {
        let (count, price) = layout.word(word).text.split_once(sign)?;
        Some((count, amount::bare(count)?, amount::unmistakable(price)?))
    };
    let alone = line.tokens[place].words.len() == 1;
    let last = line.tokens.iter().rev().find_map(Token::amount);
    let makes = |found: &(&str, Decimal, Decimal)| last.is_some_and(|amount| is_product(found.1, found.2, amount));
    let by_sign = || ['x', 'X', '×', '*'].into_iter().find_map(parts).filter(makes);
    let (count, _, price) = parts('@').filter(|found| alone || makes(found)).or_else(by_sign)?;
    let part = |text: &str| Span {
        raw: text.to_owned(),
        ..span(layout, &[word])
    };
    Some(Each {
        quantity: part(count),
        price,
        price_span: part(
            layout.word(word).text[count.len()..].trim_start_matches(|c: char| !c.is_ascii_digit() && c != '$'),
        ),
        places: if alone { vec![place] } else { Vec::new() },
    })
}

/// `@ 2.27 ea 9.08`, where the quantity is above with the name.
fn each_below(layout: &Layout, line: &Line, words: &Vocabulary, item: &mut Item, taken: &mut Vec<usize>) {
    let is_each = |token: &Token| {
        let own: Vec<_> = line
            .folds
            .iter()
            .filter(|fold| token.words.contains(&fold.word))
            .cloned()
            .collect();
        token.kind == Kind::Text && is_one(words.words(WordList::Each), &own)
    };
    if let ([sign, price, ..], None) = (&line.tokens[..], &item.price)
        && is_each(sign)
        && price.amount().is_some()
    {
        item.price = money(layout, price);
        taken.extend([0, 1]);
        taken.extend(line.tokens.get(2).filter(|token| is_each(token)).map(|_| 2));
    }
}

/// Whether a number can be a weight. With two decimals it looks like an amount.
fn is_weight(number: Option<Decimal>) -> bool {
    number.is_some_and(|number| number.is_sign_positive() && number < Decimal::from(MOST))
}

/// `$1.58/kg`
fn unit_price(text: &str) -> Option<Decimal> {
    text.contains('/').then(|| rate::parse(text).ok()).flatten()
}
