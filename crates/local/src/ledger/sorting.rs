//! Sorts the lines of a receipt into items, adjustments and sums once all are known: a line captioned as a sum counts
//! as one if the amounts agree. Captions are in `role`.

use super::line::Line;
use super::model::Item;
use super::role::Role;
use super::span::{Money, Span};
use super::vocabulary::{Vocabulary, find};
use rust_decimal::Decimal;
use touchstone_core::pack::WordList;
use touchstone_core::value::amount;

/// Min ratio of type size for an amount to be a display of the total rather than an item.
const DISPLAYED: f32 = 1.3;

/// How a line shows that all was paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Settles {
    /// Change given back.
    Change,
    /// The balance still to pay.
    Balance,
    /// The amount paid, where a total is captioned so: `Amount paid`.
    Paid,
}

/// What a line shows about the payment.
pub(super) fn settles(line: &Line, role: Role, words: &Vocabulary) -> Option<Settles> {
    let mentions = |list: WordList| find(words.words(list), &line.folds).is_some();
    if matches!(role, Role::Paid | Role::Skipped) && mentions(WordList::Change) {
        return Some(Settles::Change);
    }
    if role == Role::Total && mentions(WordList::Settled) && !mentions(WordList::Balance) {
        return Some(Settles::Paid);
    }
    mentions(WordList::Balance).then_some(Settles::Balance)
}

/// A line with an amount, kept beyond its page.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub role: Role,
    pub caption: Span,
    pub amount: Money,
    pub item: Item,
    /// The caption contains words of a sum.
    pub summing: bool,
    /// What it shows about the payment.
    pub settles: Option<Settles>,
    /// The line begins with a date, as in a hotel folio, where taxes are listed among the charges.
    pub among: bool,
    pub size: f32,
}

#[derive(Default)]
pub(super) struct Sorted {
    pub items: Vec<Item>,
    pub adjustments: Vec<Entry>,
    pub subtotal: Option<Money>,
    pub taxes: Vec<Money>,
    pub tips: Vec<Money>,
    pub total: Option<Money>,
    pub reconciled: bool,
    /// Cash tendered less change makes the total, or the total was paid and the balance is zero.
    pub paid_off: bool,
    /// Sum of the reductions already taken off before the subtotal.
    within: Decimal,
    /// The subtotal is a base amount without listed items.
    pub bare: bool,
}

/// Sorts the lines. Of several totals and tips, those that add up count.
pub(super) fn sort(entries: &[Entry]) -> Sorted {
    let mut sorted = summed_first(entries).unwrap_or_else(|| added_up(entries));
    // `Rate 189.00` above the dated lines of a folio is not a charge if the sums agree without it.
    let first = entries.iter().position(|entry| entry.role == Role::Item && entry.among);
    if let (Some(first), false) = (first, sorted.reconciled) {
        let charged = entries.iter().enumerate();
        let charged = charged.filter(|(at, entry)| *at >= first || entry.role != Role::Item);
        let without = added_up(&charged.map(|(_, entry)| entry.clone()).collect::<Vec<_>>());
        sorted = Some(without).filter(|without| without.reconciled).unwrap_or(sorted);
    }
    sorted.round(entries);
    sorted.pay_off(entries);
    sorted
}

/// The sums of an order may be printed above its items.
fn summed_first(entries: &[Entry]) -> Option<Sorted> {
    let first = entries.iter().position(|entry| entry.role == Role::Item)?;
    let (sums, items) = entries.split_at(first);
    let summed = sums.iter().any(|entry| entry.role == Role::Subtotal);
    let sorted = summed.then(|| added_up(&[items, sums].concat()));
    sorted.filter(|sorted| sorted.reconciled && sorted.itemised())
}

fn added_up(entries: &[Entry]) -> Sorted {
    let entries = without_displayed(&without_section_sums(entries));
    let sorted = in_order(&entries);
    let taken_off =
        |entry: &Entry| matches!(entry.role, Role::Skipped | Role::Paid) && entry.amount.value.is_sign_negative();
    let whole = |sorted: &Sorted| sorted.reconciled && (sorted.subtotal.is_none() || sorted.itemised());
    if whole(&sorted) {
        return sorted;
    }
    // Taxes may be listed among the charges: fare, tax, a fee, the total.
    let mut mixed = entries.clone();
    for entry in mixed
        .iter_mut()
        .filter(|entry| matches!(entry.role, Role::Tax | Role::Tip))
    {
        entry.among = true;
    }
    let mixed = in_order(&mixed);
    if whole(&mixed) && mixed.subtotal.is_none() {
        return mixed;
    }
    if !entries.iter().any(taken_off) {
        return sorted;
    }
    // `Member savings` is either informational or taken off; the amounts decide.
    let mut entries = entries;
    for entry in entries.iter_mut().filter(|entry| taken_off(entry)) {
        entry.role = Role::Adjustment;
    }
    Some(in_order(&entries))
        .filter(|other| whole(other) || other.reconciled && !sorted.reconciled)
        .unwrap_or(sorted)
}

/// Sorts lines by position above or below the subtotal, or by where the sums begin.
fn in_order(entries: &[Entry]) -> Sorted {
    let entries = &with_net_totals(entries)[..];
    let first_item = entries.iter().position(|entry| entry.role == Role::Item);
    let above = |at: usize| first_item.is_none_or(|first| first < at);
    let subtotals = (0..entries.len()).filter(|&at| entries[at].role == Role::Subtotal && above(at));
    let sorted: Vec<Sorted> = subtotals.map(|at| summed_at(entries, first_item, Some(at))).collect();
    // `Item(s) subtotal 92.94, Promotion -12.00, Total before tax 80.94`: of several subtotals, the first that the
    // items make and that leads to the total, else the last.
    let proved = sorted.iter().position(|sorted| sorted.itemised() && sorted.reconciled);
    let last = sorted.len().checked_sub(1);
    let chosen = proved.or(last).and_then(|at| sorted.into_iter().nth(at));
    chosen.unwrap_or_else(|| summed_at(entries, first_item, None))
}

/// Sorts lines with the subtotal at this place.
fn summed_at(entries: &[Entry], first_item: Option<usize>, subtotal: Option<usize>) -> Sorted {
    let after = first_item.unwrap_or(0);
    let closes = |entry: &Entry| {
        matches!(entry.role, Role::Total | Role::Paid) || matches!(entry.role, Role::Tax | Role::Tip) && !entry.among
    };
    let end = subtotal
        .or_else(|| (after..entries.len()).find(|&at| closes(&entries[at])))
        .unwrap_or(entries.len());
    let sorted = sorted(entries, subtotal, end, false);
    // A line captioned like a sum may be an item: `Total body lotion`.
    match subtotal.map(|_| self::sorted(entries, subtotal, end, true)) {
        Some(loose) if !sorted.itemised() && loose.itemised() => loose,
        _ => sorted,
    }
}

fn is_sum(entry: &Entry) -> bool {
    matches!(entry.role, Role::Total | Role::Subtotal)
}

/// A subtotal below a nonzero tax is a total: `Net total`.
fn with_net_totals(entries: &[Entry]) -> Vec<Entry> {
    let mut entries = entries.to_vec();
    let mut taxed = false;
    for entry in &mut entries {
        taxed |= entry.role == Role::Tax && !entry.amount.value.is_zero();
        if taxed && entry.role == Role::Subtotal {
            entry.role = Role::Total;
        }
    }
    entries
}

/// Drops section sums: `Parts total` below the parts is not an item.
fn without_section_sums(entries: &[Entry]) -> Vec<Entry> {
    let mut kept: Vec<Entry> = Vec::with_capacity(entries.len());
    let mut sum = Decimal::ZERO;
    for entry in entries {
        let item = matches!(entry.role, Role::Item | Role::Adjustment);
        if item && entry.summing && !sum.is_zero() && entry.amount.value == sum {
            sum = Decimal::ZERO;
            continue;
        }
        if item {
            sum += entry.amount.value;
        }
        kept.push(entry.clone());
    }
    kept
}

/// Drops items that repeat the total in large type, as at the head of a payment receipt.
fn without_displayed(entries: &[Entry]) -> Vec<Entry> {
    let repeats = |entry: &Entry| {
        entries.iter().any(|other| {
            other.role == Role::Total && other.amount.value == entry.amount.value && entry.size > DISPLAYED * other.size
        })
    };
    let kept = entries
        .iter()
        .filter(|entry| entry.role != Role::Item || !repeats(entry));
    kept.cloned().collect()
}

fn sorted(entries: &[Entry], subtotal: Option<usize>, end: usize, loose: bool) -> Sorted {
    let mut sorted = Sorted::default();
    let (mut totals, mut paid) = (Vec::new(), Vec::new());
    let mut closed = false;
    for (at, entry) in entries.iter().enumerate() {
        let below = at > end || subtotal.is_none() && at == end;
        // Without a subtotal, nothing separates items from adjustments.
        let added = subtotal.is_none() && entry.role == Role::Adjustment;
        match entry.role {
            // `Shipping 0.00` between subtotal and total is kept; `Discount 0.00` among the items is dropped.
            Role::Adjustment if entry.amount.value.is_zero() && (subtotal.is_none() || !below) => {}
            Role::Subtotal if Some(at) == subtotal => sorted.subtotal = Some(entry.amount.clone()),
            // `A 8.9% TAX 4.85` below the total repeats the tax.
            Role::Tax if closed && sorted.taxes.iter().any(|tax| tax.value == entry.amount.value) => {}
            Role::Tax if at >= end || entry.among => sorted.taxes.push(entry.amount.clone()),
            Role::Tip if at >= end || entry.among => sorted.tips.push(entry.amount.clone()),
            Role::Total | Role::Paid if loose && at < end => sorted.items.push(entry.item.clone()),
            Role::Total => {
                totals.push(entry.amount.clone());
                closed |= below;
            }
            Role::Paid => {
                paid.push(entry.amount.clone());
                closed |= below;
            }
            Role::Adjustment if added && !closed && entry.amount.value.is_sign_negative() => {
                sorted.adjustments.push(entry.clone());
            }
            Role::Adjustment if subtotal.is_some() && at < end && entry.amount.value.is_sign_negative() => {
                sorted.within += entry.amount.value;
                sorted.adjustments.push(entry.clone());
            }
            Role::Adjustment if added && !closed => sorted.items.push(entry.item.clone()),
            Role::Adjustment | Role::Item if subtotal.is_some() && below && !closed => {
                sorted.adjustments.push(entry.clone());
            }
            Role::Tax | Role::Tip | Role::Adjustment if loose && at < end => sorted.items.push(entry.item.clone()),
            Role::Item | Role::Adjustment if at < end => sorted.items.push(entry.item.clone()),
            _ => {}
        }
    }
    quantities(&mut sorted.items);
    sorted.price_each();
    sorted.choose_total(&totals, &paid);
    sorted
}

impl Sorted {
    /// Chooses the total that the amounts make, else the first one; without a total, the amount paid if it matches.
    fn choose_total(&mut self, totals: &[Money], paid: &[Money]) {
        let net = self.net();
        let exact = |list: &[Money]| {
            list.iter()
                .find(|money| net.is_some_and(|net| net == money.value))
                .cloned()
        };
        if let Some(total) = exact(totals) {
            self.total = Some(total);
            self.reconciled = true;
        } else if let Some((base, total)) = self.raised(totals) {
            self.subtotal = Some(base);
            self.bare = true;
            self.total = Some(total);
            self.reconciled = true;
        } else if let (true, Some(total)) = (totals.is_empty(), exact(paid)) {
            self.total = Some(total);
            self.reconciled = true;
        } else {
            self.total = totals.first().cloned();
        }
    }

    /// `Total 14.64, Rounding 0.01, Total 14.65`: if adjustments below a total lead to another total, the latter
    /// counts.
    fn round(&mut self, entries: &[Entry]) {
        let Some(total) = self.total.clone().filter(|_| self.reconciled) else {
            return;
        };
        let from = entries
            .iter()
            .rposition(|entry| is_sum(entry) && entry.amount.value == total.value);
        let below = from.map_or(&[][..], |from| &entries[from + 1..]);
        let added = below.iter().take_while(|entry| entry.role == Role::Adjustment).count();
        let (added, rest) = below.split_at(added);
        let more: Decimal = added.iter().map(|entry| entry.amount.value).sum();
        let sum = rest
            .first()
            .filter(|sum| is_sum(sum) && sum.amount.value == total.value + more);
        if let Some(sum) = sum.filter(|_| !more.is_zero()) {
            // `Total charges 227.00, Insurance (192.00), Patient responsibility 35.00`
            if more.is_sign_negative() && added.len() > 1 && self.subtotal.is_none() {
                self.subtotal = Some(total.clone());
            }
            self.adjustments.extend(added.iter().cloned());
            self.total = Some(sum.amount.clone());
        }
    }

    /// `Cash 50.00, Change 41.50` proves a total of 8.50, and which of several it is; so does
    /// `Payment 8.50, Balance due 0.00`.
    fn pay_off(&mut self, entries: &[Entry]) {
        let given_back = entries
            .iter()
            .enumerate()
            .filter(|(_, entry)| entry.settles == Some(Settles::Change));
        let paid: Vec<Decimal> = given_back
            .filter_map(|(at, change)| {
                let handed = entries[..at]
                    .iter()
                    .rfind(|entry| entry.role == Role::Paid && entry.settles != Some(Settles::Change))?;
                Some(handed.amount.value.abs() - change.amount.value.abs())
            })
            .collect();
        let is_paid = |money: &Money| paid.contains(&money.value);
        let settled = entries
            .iter()
            .any(|entry| entry.settles == Some(Settles::Balance) && entry.amount.value.is_zero());
        let in_full = |total: &Money| {
            let paid = |entry: &Entry| entry.role == Role::Paid || entry.settles == Some(Settles::Paid);
            let pays = |entry: &Entry| paid(entry) && entry.amount.value.abs() == total.value;
            settled && !total.value.is_zero() && entries.iter().any(pays)
        };
        if self
            .total
            .as_ref()
            .is_some_and(|total| is_paid(total) || in_full(total))
        {
            self.paid_off = true;
        } else if !self.reconciled {
            let totals = entries.iter().filter(|entry| is_sum(entry));
            let called = totals.map(|entry| &entry.amount).find(|money| is_paid(money));
            let any = || entries.iter().map(|entry| &entry.amount).rfind(|money| is_paid(money));
            let proved = called.or_else(|| any().filter(|_| self.total.is_none())).cloned();
            self.paid_off = proved.is_some();
            self.total = proved.or(self.total.take());
        }
    }

    /// `Amount 20.00, Tip 3.00, Total 23.00`: a base amount, and the total it makes with taxes and tips.
    fn raised(&self, totals: &[Money]) -> Option<(Money, Money)> {
        if self.subtotal.is_some() || self.taxes.is_empty() && self.tips.is_empty() {
            return None;
        }
        let more = self.more();
        let items = self.items_sum();
        let base = totals.iter().find(|base| {
            let itemised = items.is_none_or(|sum| sum == base.value);
            itemised && totals.iter().any(|total| total.value == base.value + more)
        })?;
        let total = totals.iter().find(|total| total.value == base.value + more)?;
        Some((base.clone(), total.clone()))
    }

    fn items_sum(&self) -> Option<Decimal> {
        self.items.iter().filter_map(Item::worth).reduce(|a, b| a + b)
    }

    /// If the items make the subtotal only with `2 of: Linen towels` multiplied, the printed amounts are unit prices.
    fn price_each(&mut self) {
        let Some(subtotal) = self
            .subtotal
            .as_ref()
            .map(|money| money.value)
            .filter(|_| !self.itemised())
        else {
            return;
        };
        let counted = |item: &Item| {
            item.count()
                .filter(|count| *count > Decimal::ONE && item.price.is_none())
        };
        let worth = |item: &Item| amount::product(counted(item).unwrap_or(Decimal::ONE), item.worth()?);
        let sum: Decimal = self.items.iter().filter_map(worth).sum();
        if sum + self.within != subtotal {
            return;
        }
        for item in &mut self.items {
            if counted(item).is_some() {
                item.price = item.amount.take();
            }
        }
    }

    /// Whether the items make the subtotal.
    fn itemised(&self) -> bool {
        let sum = self.items_sum().unwrap_or_default() + self.within;
        self.subtotal.as_ref().is_some_and(|subtotal| subtotal.value == sum)
    }

    /// The expected total.
    fn net(&self) -> Option<Decimal> {
        let base = self.subtotal.as_ref().map(|money| money.value);
        Some(base.or_else(|| self.items_sum())? + self.more())
    }

    /// The sum of what is added to the items.
    fn more(&self) -> Decimal {
        let adjusted = self.adjustments.iter().map(|entry| &entry.amount);
        let more = adjusted.chain(&self.taxes).chain(&self.tips);
        more.map(|money| money.value).sum::<Decimal>() - self.within
    }
}

/// Numbers before the names are line numbers if they count the items, and quantities if most items have one.
fn quantities(items: &mut [Item]) {
    let number = |item: &Item| Some(item.leading.as_ref()?.raw.trim_end_matches(['.', ')']).to_owned());
    let mut counting = items.iter().zip(1..);
    let numbered = items.len() > 1 && counting.all(|(item, at)| number(item) == Some(i64::to_string(&at)));
    let counted = 2 * items.iter().filter(|item| item.leading.is_some()).count() > items.len();
    for item in items {
        let Some(number) = item.leading.take() else { continue };
        let is_bare = number.raw.ends_with(|c: char| c.is_ascii_digit());
        if numbered && (!is_bare || item.quantity.is_some()) {
            continue;
        }
        if counted && is_bare {
            item.quantity = Some(number);
        } else {
            let mut described = number;
            described.append(std::mem::take(&mut item.description));
            item.description = described;
        }
    }
}
