//! Reads a receipt: lines that add up to a subtotal and a total, taxes and adjustments between them, and the payment.
//! Telling a receipt from other documents is in `structure`.

use super::counts::Counts;
use super::days::Dated;
use super::item::read;
use super::item_name::without_article;
use super::line::{Kind, Line, Token};
use super::model::{Above, Filled, Habits, Item};
use super::payment::{Means, method, tender, without_colon};
use super::role::{Role, is_prose, mentioned_amounts, role};
use super::side_blocks::parted;
use super::sorting::{Entry, Sorted, settles, sort};
use super::span::{Money, RowCells, Span, list, span};
use super::table_header::{Column, columns};
use super::vocabulary::{Vocabulary, find, longest_at};
use super::{blank_total, lines_above, lines_below, measured_goods, parties};
use crate::page::model::Layout;
use rust_decimal::Decimal;
use serde_json::Value;
use std::collections::BTreeMap;
use touchstone_core::pack::{LedgerColumn, LedgerField, WordList};
use touchstone_core::value::date;

const LIST: LedgerField = LedgerField::Items;
const PARTS: [LedgerColumn; 4] = [
    LedgerColumn::Description,
    LedgerColumn::Quantity,
    LedgerColumn::Price,
    LedgerColumn::Amount,
];

#[derive(Default)]
pub(super) struct Receipt {
    pub(super) entries: Vec<Entry>,
    header: Span,
    pub(super) columns: Vec<Column>,
    /// Reads lines by shape only, ignoring columns.
    pub(super) headless: bool,
    merchant: Option<Span>,
    title: Option<Span>,
    recipient: Option<Span>,
    pub(super) date: Option<Dated>,
    pub(super) method: Option<Means>,
    /// Payment lines that begin with the means of payment, each with its amount.
    pub(super) tenders: Vec<(Span, Decimal)>,
    /// Lines of a description above the line with their amount.
    pending: Vec<Above>,
    /// Whether a ruling separates the pending lines from those above.
    ruled: bool,
    /// The last line of the previous item, where names are printed below their prices.
    last: Option<Above>,
    /// Lines that look like an item but have no amount, each with the number of entries before it.
    pub(super) unpriced: Vec<(usize, Span)>,
    /// A quantity and a unit price that make the amount of the line above or below.
    each: Option<(Span, Money)>,
    /// Amounts named in sentences.
    mentioned: Vec<Money>,
    /// All amounts on the pages.
    pub(super) amounts: Vec<Money>,
    /// Number of pages read.
    pages: u32,
    /// How many of them were read by OCR.
    pub(super) recognised: u32,
    /// Set below a breakdown of taxes that the total already includes.
    broken_down: bool,
    /// The caption of a total left blank: `Total: ______`.
    pub(super) blank: Option<Span>,
}

impl Receipt {
    pub(super) fn page(&mut self, layout: &Layout, lines: &[Line], words: &Vocabulary) {
        let lines = parted(layout, lines, words);
        self.pages += 1;
        self.recognised += u32::from(layout.is_scan());
        if self.pages == 1 {
            self.head(layout, &lines, words);
        }
        if self.date.is_none() {
            self.date = Dated::of(layout, &lines, words);
        }
        if self.method.is_none() {
            self.method = method(layout, &lines, words);
        }
        let header = lines
            .iter()
            .position(|line| columns(layout, line, words, LIST, &PARTS).is_some());
        self.drop_pending(layout, words);
        self.ruled = false;
        let habits = Habits::of(layout, &lines, words, header);
        for (index, line) in lines.iter().enumerate() {
            for token in line.tokens.iter().filter(|token| token.amount().is_some()) {
                self.amounts.extend(token.amount().map(|value| Money {
                    value,
                    span: span(layout, &token.words),
                }));
            }
            if let Some(found) = columns(layout, line, words, LIST, &PARTS) {
                if self.header.is_empty() {
                    for column in &found {
                        self.header.append(column.caption.clone());
                    }
                }
                self.columns = if self.headless { Vec::new() } else { found };
            } else {
                self.line(layout, line, words, header.is_some_and(|header| index < header), habits);
            }
        }
        self.drop_pending(layout, words);
        if let Some(goods) = measured_goods::look(layout, &lines, words) {
            measured_goods::put(&mut self.entries, goods);
        }
    }

    fn head(&mut self, layout: &Layout, lines: &[Line], words: &Vocabulary) {
        let captions: Vec<_> = [
            LedgerField::Date,
            LedgerField::Total,
            LedgerField::Subtotal,
            LedgerField::PaymentMethod,
        ]
        .map(|field| words.captions(field))
        .into_iter()
        .chain([WordList::Recipient, WordList::Payment, WordList::Takers].map(|list| words.words(list)))
        .collect();
        let letterhead = || parties::letterhead(layout, words, &captions);
        // A shop may list other sellers; of several, none is the merchant. Below a recipient's name, `Organization` is
        // the recipient's if a letterhead names the issuer.
        let sellers = parties::names_beside(layout, lines, words, words.captions(LedgerField::Merchant));
        let named = parties::captioned(layout, lines, words, words.captions(LedgerField::Merchant));
        let named = match sellers {
            0 | 1 if !parties::follows_recipient(layout, lines, words) => named,
            0 | 1 => letterhead().or(named),
            _ => letterhead().or_else(|| parties::issuer(layout, words, &captions, None)),
        };
        // On a firm's own letterhead, the person who signs for the money is its clerk.
        let signed = || parties::captioned(layout, lines, words, words.words(WordList::Takers));
        // A name filled into a preprinted form may be in larger type than the form's own text.
        let payer = parties::captioned(layout, lines, words, words.words(WordList::Recipient))
            .or_else(|| parties::inline(layout, lines, words));
        let is_payer = |name: &Span| payer.as_ref().is_some_and(|payer| payer.raw == name.raw);
        self.merchant = named
            .or_else(|| letterhead().filter(|name| !is_payer(name)))
            .or_else(signed)
            .or_else(|| parties::issuer(layout, words, &captions, None));
        self.title = parties::title(layout, words);
        self.recipient = parties::recipient(layout, lines, words, self.merchant.as_ref());
    }

    fn line(&mut self, layout: &Layout, line: &Line, words: &Vocabulary, above_header: bool, habits: Habits) {
        self.mentioned.extend(mentioned_amounts(layout, line));
        self.broken_down |= longest_at(words.words(WordList::Breakdown), &line.folds, 0).is_some();
        if is_prose(line) {
            return;
        }
        let item = read(layout, line, &self.columns, words, habits);
        let Some(amount) = item.amount.clone() else {
            self.without_amount(layout, line, item, words);
            return;
        };
        let dated = line.tokens.first().is_some_and(|token| token.days().is_some());
        let mut role = role(layout, line, words, dated);
        if self.broken_down && !matches!(role, Role::Paid) {
            role = Role::Skipped;
        }
        if role == Role::Item
            && (above_header
                || item.description.is_empty()
                    && self.pending.is_empty()
                    && item.price.is_none()
                    && !habits.names_follow)
        {
            role = Role::Skipped;
        }
        let sums = |field| find(words.captions(field), &line.folds).is_some();
        let mut entry = Entry {
            role,
            caption: item.description.clone(),
            amount,
            item,
            summing: sums(LedgerField::Total) || sums(LedgerField::Subtotal),
            settles: settles(line, role, words),
            among: dated,
            size: line.size,
        };
        if role == Role::Paid {
            let means = tender(layout, line, words);
            self.tenders.extend(means.map(|means| (means, entry.amount.value)));
        }
        let each = self.each.take();
        self.last = None;
        if role == Role::Item && habits.names_follow {
            self.pending.clear();
            self.last = Some(Above::of(layout, line));
        } else if role == Role::Item {
            self.name(layout, line, &mut entry.item, habits);
        }
        if let (Role::Item, Some((quantity, price))) = (role, each) {
            self.multiply(&mut entry.item, quantity, price);
        }
        self.drop_pending(layout, words);
        self.entries.push(entry);
    }

    /// Names an item by the lines above its price: by the line straight above if the item has no name, and by those
    /// that begin it.
    fn name(&mut self, layout: &Layout, line: &Line, item: &mut Item, habits: Habits) {
        let waiting = std::mem::take(&mut self.pending);
        let inside = self.ruled || habits.counts || self.entries.iter().any(|entry| entry.role == Role::Item);
        let from = lines_above::begins(&waiting, line, item.leading.is_some(), inside, habits.indents);
        let named = lines_below::is_name(&item.description.raw);
        // Above an item number its name is printed, unless the line is a caption with its value.
        let is_captioned = |above: &Above| !item.description.is_empty() && layout.text(&above.words).contains(':');
        let straight = waiting
            .last()
            .is_some_and(|last| !named && !is_captioned(last) && last.is_straight_above(&line.region, line.size));
        let coded = waiting.len().checked_sub(2).filter(|&above| {
            let [name, code] = &waiting[above..] else { return false };
            code.is_code(layout) && name.is_straight_above(&code.region, code.size)
        });
        let from = from.or_else(|| straight.then(|| coded.unwrap_or(waiting.len() - 1)));
        let (dropped, own) = waiting.split_at(from.unwrap_or(waiting.len()));
        self.pending = dropped.to_vec();
        let Some(first) = own.first() else { return };
        let counted = first.counted && !(own.len() == 1 && item.description.is_empty());
        let rest = std::mem::take(&mut item.description);
        let name = without_article(layout, &first.words[usize::from(counted)..]);
        item.description = span(layout, name);
        if counted && item.leading.is_none() && item.quantity.is_none() {
            item.leading = Some(span(layout, &first.words[..1]));
        }
        for line in &own[1..] {
            item.description.append(span(layout, &line.words));
        }
        // Item numbers and tax code letters are dropped beside a name.
        if named {
            item.description.append(rest);
        }
    }

    /// Drops pending lines; those that look like an item are kept as unpriced.
    fn drop_pending(&mut self, layout: &Layout, words: &Vocabulary) {
        let at = self.entries.len();
        for line in std::mem::take(&mut self.pending)
            .into_iter()
            .filter(|line| line.counted)
        {
            let folds = super::line::folds(layout, &line.words);
            let captions = [WordList::Skipped, WordList::Settled, WordList::Payment].map(|list| words.words(list));
            if !captions.into_iter().any(|phrases| find(phrases, &folds).is_some()) {
                self.unpriced.push((at, span(layout, &line.words)));
            }
        }
    }

    /// Assigns a quantity and price printed on a separate line to the item below if they make its amount, else to the
    /// item above.
    fn multiply(&mut self, item: &mut Item, quantity: Span, price: Money) {
        let makes = |item: &Item| item.price.is_none() && item.is_made_by(&quantity, &price);
        let above = self.entries.last_mut().filter(|entry| entry.role == Role::Item);
        let own = if makes(item) {
            Some(item)
        } else {
            above.map(|entry| &mut entry.item).filter(|item| item.price.is_none())
        };
        if let Some(item) = own {
            item.quantity = Some(quantity);
            item.price = Some(price);
        }
    }

    /// Whether a line without an amount gives the count or the unit price of the item above.
    fn counted_below(&mut self, line: &Line, counts: &Counts) -> bool {
        let Some(Entry {
            role: Role::Item, item, ..
        }) = self.entries.last_mut()
        else {
            return false;
        };
        let count = counts.quantity.as_ref().or(item.quantity.as_ref());
        let is_proved = |price: &Money| match count {
            Some(count) => item.is_made_by(count, price),
            None => item.amount.as_ref().is_some_and(|amount| amount.value == price.value),
        };
        // `Qty: 2  Color: blue`
        let begins = counts.words.first() == line.words.first() && line.tokens[0].kind == Kind::Text;
        let fits = match &counts.price {
            Some(price) => item.price.is_none() && is_proved(price),
            None => item.quantity.is_none() && counts.quantity.is_some() && (counts.whole || begins),
        };
        if fits {
            item.quantity = counts.quantity.clone().or(item.quantity.take());
            item.price = counts.price.clone().or(item.price.take());
        }
        fits
    }

    /// Handles a line without an amount: a name whose amount follows, the rest of a name, or a quantity and price below
    /// a name.
    fn without_amount(&mut self, layout: &Layout, line: &Line, item: Item, words: &Vocabulary) {
        self.blank = self.blank.take().or_else(|| blank_total::asked(layout, line, words));
        let counts = Counts::of(layout, line, words, |_| true);
        if self.counted_below(line, &counts) {
            self.drop_pending(layout, words);
            return;
        }
        if let (Some(price), Some(quantity)) = (item.price, item.quantity) {
            self.each = Some((quantity, price));
            // The amount below belongs to the name above.
            if let Some(last) = self.pending.last_mut()
                && last.is_straight_above(&line.region, line.size)
            {
                last.region = last.region.union(&line.region);
            }
            return;
        }
        // `HEX BOLT 3/8`: after a name, what could be a date without a year is a size.
        let dated = |(place, token): (usize, &Token)| {
            let days = token.days().unwrap_or_default();
            !days.is_empty() && (place == 0 || days.iter().any(|day| day.year.is_some()))
        };
        let text = line.has_letters() && !line.tokens.iter().enumerate().any(dated);
        let above = Above::of(layout, line);
        let coded = above.is_code(layout) && !self.pending.is_empty();
        if !text && !coded {
            self.drop_pending(layout, words);
            self.ruled = !line.tokens.iter().enumerate().any(dated);
            return;
        }
        if let (Some(last), Some(entry)) = (self.last.take(), self.entries.last_mut())
            && lines_below::name(layout, &last, &above, &mut entry.item)
        {
            self.last = Some(above);
            return;
        }
        if let Some(last) = self.pending.last()
            && !last.is_straight_above(&line.region, line.size)
        {
            self.drop_pending(layout, words);
            self.ruled = false;
        }
        self.pending.push(above);
        self.wrap(layout, line);
    }

    /// Below a header, text straight below a description continues it.
    fn wrap(&mut self, layout: &Layout, line: &Line) {
        let described = self.columns.iter().find(|column| column.is(LedgerColumn::Description));
        let last = self.entries.last_mut().filter(|entry| entry.role == Role::Item);
        let (Some(_), Some(entry)) = (described, last) else {
            return;
        };
        let last = entry
            .item
            .description
            .evidence
            .last()
            .and_then(|piece| piece.regions.last());
        let Some(own) = last.copied() else { return };
        let below = own.page == line.region.page && (-1.0..0.95 * line.size).contains(&(line.region.y - own.bottom()));
        if below && (line.region.x - own.x).abs() < 2.0 && line.has_letters() && line.tokens.len() == 1 {
            entry.item.description.append(span(layout, &line.words));
            self.pending.pop();
        }
    }

    pub(super) fn finish(self) -> Filled {
        let sorted = self.sorted();
        let mut fields = BTreeMap::new();
        let text = |span: &Option<Span>, sure| span.as_ref().map(|span| span.field(span.text(), sure));
        let mut put = |name, field| {
            if let Some(field) = field {
                fields.insert(name, field);
            }
        };
        put(LedgerField::Merchant, text(&self.merchant, 0.85));
        put(LedgerField::IssuerName, text(&self.merchant, 0.85));
        put(LedgerField::DocumentTitle, text(&self.title, 0.9));
        put(LedgerField::RecipientName, text(&self.recipient, 0.8));
        let shared = self.shared(&sorted);
        let means = shared
            .as_ref()
            .map(|shared| &shared.most)
            .or_else(|| self.method.as_ref()?.known());
        put(
            LedgerField::PaymentMethod,
            means.map(|means| means.field(means.text(), 0.9)),
        );
        if let Some(Dated { day, span: at, proved }) = &self.date {
            let sure = if *proved { 0.95 } else { 0.5 };
            put(LedgerField::Date, Some(at.field(Value::from(date::print(*day)), sure)));
            put(LedgerField::TaxYear, Some(at.field(Value::from(day.year()), 0.9)));
        }
        put(
            LedgerField::Subtotal,
            sorted.subtotal.as_ref().map(|money| money.field(1.0)),
        );
        put(LedgerField::Tax, sum(&sorted.taxes).map(|money| money.field(1.0)));
        put(LedgerField::Tip, sum(&sorted.tips).map(|money| money.field(1.0)));
        put(LedgerField::Total, sorted.total.as_ref().map(|money| money.field(1.0)));
        let items: Vec<RowCells> = sorted.items.iter().map(Item::cells).collect();
        put(LedgerField::Items, Some(list(items, &self.header)));
        put(
            LedgerField::Adjustments,
            Some(list(
                sorted.adjustments.iter().map(adjustment).collect(),
                &Span::default(),
            )),
        );
        let doubts = self.doubts(&sorted, shared.as_ref());
        Filled { fields, doubts }
    }

    fn sorted(&self) -> Sorted {
        let mut sorted = sort(&self.entries);
        let alone = self
            .mentioned
            .first()
            .filter(|one| self.mentioned.iter().all(|other| other.value == one.value));
        if sorted.total.is_none() && sorted.items.is_empty() && sorted.subtotal.is_none() {
            sorted.total = alone.cloned();
        }
        sorted
    }
}

fn sum(parts: &[Money]) -> Option<Money> {
    let (first, rest) = parts.split_first()?;
    let mut sum = first.clone();
    for part in rest {
        sum.value += part.value;
        sum.span.append(part.span.clone());
    }
    Some(sum)
}

fn adjustment(entry: &Entry) -> RowCells {
    let caption = without_colon(entry.caption.clone());
    let caption = (!caption.is_empty()).then(|| caption.cell(caption.text(), 0.95));
    vec![
        (LedgerColumn::Description.name(), caption),
        (
            LedgerColumn::Amount.name(),
            Some(entry.amount.span.cell(entry.amount.json(), 1.0)),
        ),
    ]
}

/// What the amounts prove; used to weigh the label.
#[derive(Debug, Clone, Copy)]
pub(super) struct Proofs {
    /// The lines add up to the total.
    pub reconciled: bool,
    /// Cash tendered less change makes the total, or the total was paid and the balance is zero.
    pub paid_off: bool,
}

pub(super) fn reconciles(receipt: Receipt) -> (Filled, Proofs) {
    let sorted = receipt.sorted();
    let proofs = Proofs {
        reconciled: sorted.reconciled,
        paid_off: sorted.paid_off,
    };
    (receipt.finish(), proofs)
}
