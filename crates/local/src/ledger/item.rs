//! Reads one item line of a receipt: name, quantity, unit price and amount, by columns or by the shape of the line.
//! Which lines are items is decided in `receipt`.

use super::counts::Counts;
use super::item_name::{without_article, without_number, without_unit};
use super::line::{Kind, Line, Token};
use super::lines_above::is_flag;
use super::model::{Habits, Item, MOST, is_product};
use super::span::{Money, RowCells, Span, span};
use super::table_header::{Column, Part, column_of};
use super::vocabulary::Vocabulary;
use crate::page::model::Layout;
use rust_decimal::Decimal;
use serde_json::Value;
use touchstone_core::pack::LedgerColumn;
use touchstone_core::value::{amount, rate};

/// Min dated lines with an amount for a leading date to be part of the layout.
const DATES: usize = 2;
/// Min gap between a name and a tax code letter in a separate column, in font sizes.
const FLAGGED: f32 = 2.0;

impl Item {
    /// Whether a quantity and a price make its amount.
    pub(super) fn is_made_by(&self, quantity: &Span, price: &Money) -> bool {
        let makes = |(count, amount): (Decimal, &Money)| is_product(count, price.value, amount.value);
        let count = amount::bare(quantity.raw.trim());
        count.zip(self.amount.as_ref()).is_some_and(makes)
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

/// Reads a line as an item, or as part of one.
pub(super) fn read(layout: &Layout, line: &Line, columns: &[Column], words: &Vocabulary, habits: Habits) -> Item {
    let headed = columns.iter().any(|column| column.is(LedgerColumn::Amount));
    let mut read = Read::default();
    if headed {
        read.by_columns(layout, line, columns);
        read.counted(layout, line, words);
        let is_left = |token: &Token| token.amount().is_some() && !read.has(token);
        // Captions are left-aligned and amounts right-aligned, so an amount may be nearer to the next caption.
        if line.tokens.iter().any(is_left)
            && let Some(shaped) = Read::proved_by_shape(layout, line, words)
        {
            read = shaped;
        }
    } else {
        read.by_shape(layout, line, words);
    }
    let mut described = read.described(layout, line, columns, habits);
    if !headed && read.item.amount.is_some() && described.len() > 1 {
        described.pop_if(|word| is_apart(layout, line, *word));
    }
    let mut item = read.item;
    let name = without_number(layout, &described, &mut item);
    let name = without_unit(layout, name, words, &item);
    item.description = span(layout, without_article(layout, name));
    item
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
    let is_weight = |number: Decimal| number.is_sign_positive() && number < Decimal::from(MOST);
    straight && plain && further && token.number().is_some_and(is_weight)
}

/// An item as far as it is read.
#[derive(Default)]
struct Read {
    item: Item,
    /// Words that are not part of its name.
    taken: Vec<usize>,
}

impl Read {
    fn has(&self, token: &Token) -> bool {
        token.words.iter().all(|word| self.taken.contains(word))
    }

    fn by_columns(&mut self, layout: &Layout, line: &Line, columns: &[Column]) {
        let (item, taken) = (&mut self.item, &mut self.taken);
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
                taken.extend(&token.words);
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
                taken.extend(&token.words);
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
            taken.extend(&token.words);
        }
    }

    /// Counts and unit prices said in words, which complete what columns tell.
    fn counted(&mut self, layout: &Layout, line: &Line, words: &Vocabulary) {
        let is_number = |word| {
            let own = line.tokens.iter().find(|token| token.words == [word]);
            own.is_some_and(|token| matches!(token.kind, Kind::Number(_)))
        };
        let is_open = |word| !self.taken.contains(&word) || is_number(word);
        let counts = Counts::of(layout, line, words, is_open);
        let count = counts.quantity.as_ref().or(self.item.quantity.as_ref());
        let is_made = |price| count.is_none_or(|count| self.item.is_made_by(count, price));
        if self.item.amount.is_none() || counts.price.as_ref().is_none_or(is_made) {
            self.item.quantity = self.item.quantity.take().or(counts.quantity);
            self.item.price = self.item.price.take().or(counts.price);
            self.taken.extend(counts.words);
        }
    }

    fn by_shape(&mut self, layout: &Layout, line: &Line, words: &Vocabulary) {
        self.counted(layout, line, words);
        let is_amount = |token: &&Token| token.amount().is_some() && !self.has(token);
        if let Some(last) = line.tokens.iter().rfind(is_amount) {
            self.item.amount = money(layout, last);
            self.taken.extend(&last.words);
        }
        // A weight before a name has decimals: `18.404 DIESEL`, `1.33 RED ONION`.
        let is_count = |number: Decimal| !number.is_zero() && number <= Decimal::from(MOST);
        if let ([first, second, _, ..], None) = (&line.tokens[..], &self.item.quantity)
            && first.number().is_some_and(is_count)
            && second.kind == Kind::Text
            && !self.has(first)
        {
            self.item.leading = Some(span(layout, &first.words));
            self.taken.extend(&first.words);
        }
        self.multiplied(layout, line);
    }

    /// An item read by shape whose count and price make its amount, if no amount is left.
    fn proved_by_shape(layout: &Layout, line: &Line, words: &Vocabulary) -> Option<Self> {
        let mut read = Self::default();
        read.by_shape(layout, line, words);
        let item = &read.item;
        let counted = item.quantity.as_ref().zip(item.price.as_ref());
        let is_proved = counted.is_some_and(|(count, price)| item.is_made_by(count, price));
        let is_read = |token: &Token| token.amount().is_none() || read.has(token);
        (is_proved && line.tokens.iter().all(is_read)).then_some(read)
    }

    /// Two amounts at the end of a line, and a number that times the first makes the second: `Pens 4 1.25 5.00`.
    fn multiplied(&mut self, layout: &Layout, line: &Line) {
        let is_price = |token: &&Token| token.amount().is_some() && !self.has(token);
        let unread = || {
            let token = line.tokens.iter().rfind(is_price)?;
            Some((money(layout, token)?, &token.words[..]))
        };
        let known = self.item.price.clone().map(|price| (price, &[][..]));
        let Some((price, priced)) = known.or_else(unread) else {
            return;
        };
        let is_number = |token: &&Token| matches!(token.kind, Kind::Number(_)) && !self.has(token);
        let numbers = line.tokens.iter().rev().filter(is_number);
        let known = self
            .item
            .quantity
            .iter()
            .chain(&self.item.leading)
            .map(|count| (count.clone(), &[][..]));
        let mut counts = known.chain(numbers.map(|token| (span(layout, &token.words), &token.words[..])));
        if let Some((count, counted)) = counts.find(|(count, _)| self.item.is_made_by(count, &price)) {
            (self.item.quantity, self.item.price, self.item.leading) = (Some(count), Some(price), None);
            self.taken.extend(counted.iter().chain(priced));
        }
    }

    /// The words of the name: no dates, article numbers, tax code letters, dot leaders and units in unknown columns.
    fn described(&self, layout: &Layout, line: &Line, columns: &[Column], habits: Habits) -> Vec<usize> {
        // `September 11 security fee` is a name unless other lines begin with a date.
        let day = |token: &&Token| {
            let mut days = token.days().unwrap_or_default().iter();
            days.any(|day| habits.dated >= DATES || day.year.is_some())
        };
        let days = line.tokens.iter().take_while(day).count();
        let column = |part: Part| columns.iter().filter(move |column| column.part == part);
        let own = |(place, token): &(usize, &Token)| {
            let article = column(Part::Article).any(|column| column.begins(&token.region, line.size));
            // `GAL` in a column with an unknown caption.
            let unknown = column(Part::Other).any(|column| token.region.overlap_x(&column.region) > 0.0);
            let flag = token.words.len() == 1 && layout.word(token.words[0]).text.chars().count() <= 2;
            let read = |amount: &Token| amount.amount().is_some() && self.has(amount);
            let behind = |amount: &Token| read(amount) && amount.region.x < token.region.x;
            !(*place < days || article || unknown && *place > 0 || flag && line.tokens.iter().any(behind))
        };
        // Dot leaders between a name and its amount are not part of the name.
        let leader = |word: &usize| {
            let text = &layout.word(*word).text;
            text.len() > 1 && text.chars().all(|c| "._…".contains(c))
        };
        let tokens = line.tokens.iter().enumerate().filter(own);
        let described = tokens.flat_map(|(_, token)| token.words.clone());
        let mut described: Vec<usize> = described
            .filter(|word| !leader(word) && !self.taken.contains(word))
            .collect();
        if let (Some(flags), Some(_), true) = (habits.flags, &self.item.amount, described.len() > 1) {
            let aligned = |word: usize| (layout.region(word).center().0 - flags).abs() < line.size;
            described.pop_if(|word| is_flag(&layout.word(*word).text) && aligned(*word));
        }
        described
    }
}
