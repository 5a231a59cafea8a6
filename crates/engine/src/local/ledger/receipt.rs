//! A receipt as a form: lines that add up to a subtotal and a total, what is added between them, and how it was paid.
//! Not here: telling a receipt from other papers (`likeness`).

use super::header::{Column, Part, columns};
use super::heads;
use super::item::{Item, read};
use super::line::{Fold, Kind, Line, lines};
use super::payment::{date_of, method};
use super::span::{Money, RowCells, Span, list, span};
use super::statement::{Doubt, Filled};
use super::vocabulary::{Vocabulary, find, longest_at};
use crate::local::layout::Layout;
use crate::value::{date, money};
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde_json::Value;
use std::collections::BTreeMap;

const LIST: &str = "items";
const PARTS: [Part; 4] = [Part::Description, Part::Quantity, Part::Price, Part::Amount];
/// Words beside a caption that do not make it another: `Sales tax CA at 8.25 %`.
const SPARE: usize = 3;

/// What a line with an amount is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Item,
    Subtotal,
    Tax,
    Tip,
    Adjustment,
    Total,
    /// How it was paid, and what else stands below the total.
    Paid,
    Skipped,
}

/// A line with an amount, kept beyond its page.
#[derive(Debug, Clone)]
struct Entry {
    role: Role,
    caption: Span,
    amount: Money,
    item: Item,
}

#[derive(Default)]
pub(super) struct Receipt {
    entries: Vec<Entry>,
    header: Span,
    columns: Vec<Column>,
    merchant: Option<Span>,
    title: Option<Span>,
    recipient: Option<Span>,
    date: Option<(Date, Span)>,
    method: Option<Span>,
    /// A description waiting for the line with its amount.
    pending: Option<(Span, f32)>,
    /// Every amount of the pages.
    amounts: Vec<Money>,
    started: bool,
}

impl Receipt {
    pub(super) fn page(&mut self, layout: &Layout, words: &Vocabulary) {
        let lines = lines(layout);
        if !self.started {
            self.started = true;
            self.head(layout, &lines, words);
        }
        if self.date.is_none() {
            self.date = date_of(layout, &lines, words);
        }
        if self.method.is_none() {
            self.method = method(layout, &lines, words);
        }
        let header = lines
            .iter()
            .position(|line| columns(layout, line, words, LIST, &PARTS).is_some());
        self.pending = None;
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
                self.columns = found;
            } else {
                self.line(layout, line, words, header.is_some_and(|header| index < header));
            }
        }
    }

    fn head(&mut self, layout: &Layout, lines: &[Line], words: &Vocabulary) {
        let captions: Vec<_> = ["date", "total", "subtotal", "payment_method"]
            .into_iter()
            .map(|field| words.captions(field))
            .chain([words.words("recipient"), words.words("payment")])
            .collect();
        let named = heads::captioned(layout, lines, words.captions("merchant"));
        self.merchant = named.or_else(|| heads::issuer(layout, words, &captions));
        self.title = heads::title(layout, words);
        self.recipient = heads::recipient(layout, lines, words, self.merchant.as_ref());
    }

    fn line(&mut self, layout: &Layout, line: &Line, words: &Vocabulary, above_header: bool) {
        let item = read(layout, line, &self.columns, words);
        let Some(amount) = item.amount.clone() else {
            self.without_amount(layout, line, item);
            return;
        };
        let dated = line.tokens.first().is_some_and(|token| token.days().is_some());
        let mut role = role(layout, line, words, dated);
        if role == Role::Item
            && (above_header || item.description.is_empty() && self.pending.is_none() && item.price.is_none())
        {
            role = Role::Skipped;
        }
        let mut entry = Entry {
            role,
            caption: item.description.clone(),
            amount,
            item,
        };
        if let (Role::Item, Some((description, bottom))) = (role, self.pending.take())
            && entry.item.description.is_empty()
            && line.region.y - bottom < line.size
        {
            entry.item.description = description;
        }
        self.entries.push(entry);
    }

    /// A name whose amount follows, the rest of a name, or a quantity and a price below a name.
    fn without_amount(&mut self, layout: &Layout, line: &Line, item: Item) {
        let last = self.entries.last_mut().filter(|entry| entry.role == Role::Item);
        if let (Some(price), Some(entry)) = (&item.price, last)
            && item.quantity.is_some()
            && entry.item.price.is_none()
        {
            entry.item.price = Some(price.clone());
            entry.item.quantity = item.quantity;
            return;
        }
        let text = line.has_letters() && line.tokens.iter().all(|token| token.days().is_none());
        self.pending = text.then(|| (span(layout, &line.words), line.region.bottom()));
        self.wrap(layout, line);
    }

    /// Under a header, text straight below a description goes on with it.
    fn wrap(&mut self, layout: &Layout, line: &Line) {
        let described = self.columns.iter().find(|column| column.part == Part::Description);
        let last = self.entries.last_mut().filter(|entry| entry.role == Role::Item);
        let (Some(_), Some(entry)) = (described, last) else {
            return;
        };
        let Some(own) = entry
            .item
            .description
            .evidence
            .last()
            .and_then(|piece| piece.regions.last())
            .copied()
        else {
            return;
        };
        let below = own.page == line.region.page && (-1.0..0.95 * line.size).contains(&(line.region.y - own.bottom()));
        if below && (line.region.x - own.x).abs() < 2.0 && line.has_letters() && line.tokens.len() == 1 {
            entry.item.description.append(span(layout, &line.words));
            self.pending = None;
        }
    }

    pub(super) fn finish(self) -> Filled {
        let sorted = self.sort();
        let mut fields = BTreeMap::new();
        let text = |span: &Option<Span>, sure| span.as_ref().map(|span| span.field(span.text(), sure));
        let mut put = |name, field| {
            if let Some(field) = field {
                fields.insert(name, field);
            }
        };
        put("merchant", text(&self.merchant, 0.85));
        put("issuer_name", text(&self.merchant, 0.85));
        put("document_title", text(&self.title, 0.9));
        put("recipient_name", text(&self.recipient, 0.8));
        put("payment_method", text(&self.method, 0.9));
        if let Some((day, at)) = &self.date {
            put("date", Some(at.field(Value::from(date::print(*day)), 0.95)));
            put("tax_year", Some(at.field(Value::from(day.year()), 0.9)));
        }
        put("subtotal", sorted.subtotal.as_ref().map(|money| money.field(1.0)));
        put("tax", sum(&sorted.taxes).map(|money| money.field(1.0)));
        put("tip", sum(&sorted.tips).map(|money| money.field(1.0)));
        put("total", sorted.total.as_ref().map(|money| money.field(1.0)));
        let items: Vec<RowCells> = sorted.items.iter().map(Item::cells).collect();
        put("items", Some(list(items, &self.header)));
        put(
            "adjustments",
            Some(list(
                sorted.adjustments.iter().map(adjustment).collect(),
                &Span::default(),
            )),
        );
        let doubts = self.doubts(&sorted);
        Filled { fields, doubts }
    }

    /// Which lines are what, now that all are known. Of several totals and tips those count that add up.
    fn sort(&self) -> Sorted {
        let place = |role: Role| self.entries.iter().rposition(|entry| entry.role == role);
        let first_item = self.entries.iter().position(|entry| entry.role == Role::Item);
        let subtotal = place(Role::Subtotal).filter(|&at| first_item.is_none_or(|first| first < at));
        let after = first_item.unwrap_or(0);
        let closes = |entry: &Entry| matches!(entry.role, Role::Total | Role::Tax | Role::Tip | Role::Paid);
        let end = subtotal
            .or_else(|| (after..self.entries.len()).find(|&at| closes(&self.entries[at])))
            .unwrap_or(self.entries.len());
        let sorted = self.sorted(subtotal, end, false);
        // What is called like a sum may be something bought: `Total body lotion`.
        match subtotal.map(|_| self.sorted(subtotal, end, true)) {
            Some(loose) if !sorted.itemised() && loose.itemised() => loose,
            _ => sorted,
        }
    }

    fn sorted(&self, subtotal: Option<usize>, end: usize, loose: bool) -> Sorted {
        let mut sorted = Sorted::default();
        let mut totals = Vec::new();
        let mut closed = false;
        for (at, entry) in self.entries.iter().enumerate() {
            let below = at > end || subtotal.is_none() && at == end;
            match entry.role {
                Role::Subtotal if Some(at) == subtotal => sorted.subtotal = Some(entry.amount.clone()),
                Role::Tax if at >= end => sorted.taxes.push(entry.amount.clone()),
                Role::Tip if at >= end => sorted.tips.push(entry.amount.clone()),
                Role::Total | Role::Paid if loose && at < end => sorted.items.push(entry.item.clone()),
                Role::Total => {
                    totals.push(entry.amount.clone());
                    closed |= below;
                }
                Role::Paid => closed |= below,
                Role::Adjustment if subtotal.is_none() && !closed => sorted.adjustments.push(entry.clone()),
                Role::Adjustment | Role::Item if subtotal.is_some() && below && !closed => {
                    sorted.adjustments.push(entry.clone());
                }
                Role::Tax | Role::Tip | Role::Adjustment if loose && at < end => sorted.items.push(entry.item.clone()),
                Role::Item | Role::Adjustment if at < end => sorted.items.push(entry.item.clone()),
                _ => {}
            }
        }
        quantities(&mut sorted.items);
        let net = sorted.net();
        let exact = totals.iter().find(|total| net.is_some_and(|net| net == total.value));
        sorted.reconciled = exact.is_some();
        sorted.total = exact.or(totals.first()).cloned();
        sorted
    }

    /// Without items and subtotal nothing proves the total, least of all where other amounts stand beside it.
    fn doubts(&self, sorted: &Sorted) -> Vec<Doubt> {
        let mut doubts = Vec::new();
        if let (Some(subtotal), true) = (&sorted.subtotal, sorted.items.is_empty()) {
            doubts.push(Doubt {
                field: "items",
                code: "incomplete",
                message: format!(
                    "what the subtotal {} consists of was not found",
                    money::print(subtotal.value)
                ),
                evidence: subtotal.span.clone(),
            });
        }
        if !sorted.items.is_empty() || sorted.subtotal.is_some() {
            return doubts;
        }
        let known: Vec<Decimal> = [&sorted.total]
            .into_iter()
            .flatten()
            .chain(&sorted.taxes)
            .chain(&sorted.tips)
            .map(|money| money.value)
            .collect();
        if let Some(other) = self
            .amounts
            .iter()
            .find(|money| !money.value.is_zero() && !known.contains(&money.value))
        {
            doubts.push(Doubt {
                field: "total",
                code: "unproved_total",
                message: format!(
                    "nothing adds up to the total, and {} stands beside it",
                    money::print(other.value)
                ),
                evidence: other.span.clone(),
            });
        }
        doubts
    }
}

#[derive(Default)]
struct Sorted {
    items: Vec<Item>,
    adjustments: Vec<Entry>,
    subtotal: Option<Money>,
    taxes: Vec<Money>,
    tips: Vec<Money>,
    total: Option<Money>,
    reconciled: bool,
}

impl Sorted {
    /// Whether the items lead to the subtotal.
    fn itemised(&self) -> bool {
        let sum: Decimal = self
            .items
            .iter()
            .filter_map(|item| item.amount.as_ref())
            .map(|money| money.value)
            .sum();
        self.subtotal.as_ref().is_some_and(|subtotal| subtotal.value == sum)
    }

    /// What the total should be.
    fn net(&self) -> Option<Decimal> {
        let items = || {
            self.items
                .iter()
                .filter_map(|item| item.amount.as_ref())
                .map(|money| money.value)
                .reduce(|a, b| a + b)
        };
        let base = self.subtotal.as_ref().map(|money| money.value).or_else(items)?;
        let more = self
            .adjustments
            .iter()
            .map(|entry| &entry.amount)
            .chain(&self.taxes)
            .chain(&self.tips);
        Some(base + more.map(|money| money.value).sum::<Decimal>())
    }
}

/// Numbers before the names are quantities when most lines have one.
fn quantities(items: &mut [Item]) {
    let leading = items.iter().filter(|item| item.leading.is_some()).count();
    let counted = leading * 2 > items.len();
    for item in items {
        let Some(number) = item.leading.take() else { continue };
        if counted {
            item.quantity = Some(number);
        } else {
            let mut described = number;
            described.append(std::mem::take(&mut item.description));
            item.description = described;
        }
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
    let caption = (!entry.caption.is_empty()).then(|| entry.caption.cell(entry.caption.text(), 0.95));
    vec![
        ("description", caption),
        ("amount", Some(entry.amount.span.cell(entry.amount.json(), 1.0))),
    ]
}

/// By the caption that a line consists of; the longest counts.
fn role(layout: &Layout, line: &Line, words: &Vocabulary, dated: bool) -> Role {
    let texts = line
        .tokens
        .iter()
        .filter(|token| token.kind == Kind::Text)
        .flat_map(|token| &token.words);
    let texts: Vec<usize> = texts.copied().collect();
    let numbered = |fold: &&Fold| texts.contains(&fold.word) && fold.text.iter().any(u8::is_ascii_alphabetic);
    let folds: Vec<Fold> = line.folds.iter().filter(numbered).cloned().collect();
    let lists = [
        (Role::Skipped, words.words("skipped")),
        (Role::Subtotal, words.captions("subtotal")),
        (Role::Total, words.captions("total")),
        (Role::Tax, words.captions("tax")),
        (Role::Tip, words.captions("tip")),
        (Role::Adjustment, words.column("adjustments", "description")),
        (Role::Paid, words.words("settled")),
        (Role::Paid, words.words("payment")),
    ];
    let ranked = lists.iter().enumerate();
    let tried =
        ranked.flat_map(|(rank, (role, phrases))| (0..folds.len().min(3)).map(move |at| (rank, *role, *phrases, at)));
    let found =
        tried.filter_map(|(rank, role, phrases, at)| Some(((rank, role, at), longest_at(phrases, &folds, at)?)));
    let best = found
        .max_by_key(|((rank, _, at), found)| (found.to - found.from, std::cmp::Reverse(*at), std::cmp::Reverse(*rank)));
    let Some(((_, role, _), found)) = best else {
        return Role::Item;
    };
    let beside = folds[..found.from].iter().chain(&folds[found.to..]);
    let spare = beside
        .filter(|fold| fold.text.len() > 1 && find(words.words("fillers"), std::slice::from_ref(*fold)).is_none())
        .count();
    let most = match role {
        Role::Skipped | Role::Paid => usize::MAX,
        Role::Adjustment => SPARE,
        Role::Tax => 1,
        _ => 0,
    };
    // `Tip Top bread` is no tip: the words beside the caption are few, and it comes first.
    let named = spare <= most
        && (found.from == 0 || matches!(role, Role::Tax | Role::Total | Role::Adjustment | Role::Subtotal));
    let colon = layout.word(folds[found.to - 1].word).text.ends_with(':');
    match role {
        Role::Paid if dated => Role::Paid,
        _ if dated && !matches!(role, Role::Total | Role::Subtotal) => Role::Item,
        _ if named || colon => role,
        _ => Role::Item,
    }
}

/// Whether the amounts lead to the total, for whoever weighs the paper.
pub(super) fn reconciles(receipt: Receipt) -> (Filled, bool) {
    let reconciled = receipt.sort().reconciled;
    (receipt.finish(), reconciled)
}
