//! Reads an account statement: header, period, balances, and every transaction with its sign and date. Telling a
//! statement from other documents is in `structure`.

use super::captioned::{Captioned, amounts, dated_amounts, number_after, numbers_after, values};
use super::entry::{Entry, mark};
use super::line::Line;
use super::model::{Doubt, Filled};
use super::period::Period;
use super::rows::{Rows, SectionSum};
use super::signs::{effects, reconcile, signed};
use super::span::{Money, RowCells, Span, list, span};
use super::vocabulary::{Vocabulary, find};
use super::{parties, period, rows};
use crate::page::model::Layout;
use crate::page::tolerances::WRAPPED;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde_json::Value;
use std::collections::BTreeMap;
use touchstone_core::pack::{LedgerColumn, LedgerField, WordList};
use touchstone_core::record::{Field, NewIssue, RaisedBy, Severity};
use touchstone_core::value::day::Day;
use touchstone_core::value::{date, money};

/// Max balances kept per caption list; more are not a summary.
const MOST: usize = 12;

#[derive(Default)]
pub(super) struct Statement {
    pub(super) rows: Rows,
    institution: Option<Span>,
    title: Option<Span>,
    recipient: Option<Span>,
    account: Option<Span>,
    period: Option<Period>,
    opening: Vec<Captioned<Money>>,
    closing: Vec<Captioned<Money>>,
    others: Vec<Captioned<Money>>,
    owed: usize,
    first: Option<u32>,
}

impl Doubt {
    /// Turns the doubt into an issue; `form` counts from 0.
    pub(crate) fn issue(self, form: u32) -> NewIssue {
        let subject = format!("forms[{form}].{}", self.field.name());
        NewIssue::new(RaisedBy::Agent, self.code, Severity::Major, subject, self.message)
            .evidence(self.evidence.evidence)
    }
}

/// The opening and closing balance, and the signed amounts between them.
type Balanced<'a> = (
    Option<&'a Captioned<Money>>,
    Option<&'a Captioned<Money>>,
    Vec<Option<Decimal>>,
);

impl Statement {
    /// A statement that takes its header from a page and its rows from a part of that page.
    pub(super) fn headed(layout: &Layout, lines: &[Line], words: &Vocabulary) -> Self {
        let mut statement = Self::default();
        statement.head(layout, lines, words);
        statement.first = Some(layout.page.number);
        statement.period = period_of(layout, lines, words);
        statement
    }

    /// Whether its rows lead from one balance to another.
    pub(super) fn proves(&self, words: &Vocabulary) -> bool {
        !self.rows.entries.is_empty() && self.reconciled(&self.rows.entries, words)
    }

    pub(super) fn page(&mut self, layout: &Layout, lines: &[Line], words: &Vocabulary) {
        if self.first.is_none() {
            self.first = Some(layout.page.number);
            self.head(layout, lines, words);
        }
        if self.account.is_none() {
            let leads = words.words(WordList::Numbered);
            let apart = apart_from_rows(lines);
            self.account = number_after(layout, &apart, words.captions(LedgerField::Account), leads).or_else(|| {
                let named = numbers_after(layout, &apart, words.captions(LedgerField::Account), leads);
                named.into_iter().next().map(|(_, number)| number)
            });
        }
        if self.period.is_none() {
            self.period = period_of(layout, lines, words);
        }
        // `New balance` above a column is not a balance of the account.
        let captions: Vec<Line> = lines
            .iter()
            .filter(|line| !rows::is_header(layout, line, words))
            .cloned()
            .collect();
        let named = |phrases| either_way(layout, lines, words, amounts(layout, &captions, phrases));
        keep(&mut self.opening, named(words.captions(LedgerField::OpeningBalance)));
        keep(&mut self.closing, named(words.captions(LedgerField::ClosingBalance)));
        keep(
            &mut self.others,
            amounts(
                layout,
                &captions,
                words.column(LedgerField::Balances, LedgerColumn::Description),
            ),
        );
        self.take_dated_balances(dated_amounts(layout, lines, words.words(WordList::Standing)));
        self.owed += lines
            .iter()
            .filter(|line| find(words.words(WordList::Owed), &line.folds).is_some())
            .count();
        self.rows.page(layout, lines, words);
    }

    /// A balance of a given day opens or closes the account if that day is at the start or end of the period.
    fn take_dated_balances(&mut self, balances: Vec<(Vec<Day>, Captioned<Money>)>) {
        let Some(period) = &self.period else { return };
        let on = |days: &[Day], date: Date| days.iter().any(|day| day.fits(date));
        for (days, balance) in balances {
            let opens = period.start.as_ref().is_some_and(|(start, _)| {
                let before = start.yesterday().is_ok_and(|before| on(&days, before));
                before || on(&days, *start)
            });
            if opens {
                keep(&mut self.opening, vec![balance]);
            } else if on(&days, period.end.0) {
                keep(&mut self.closing, vec![balance]);
            }
        }
    }

    fn head(&mut self, layout: &Layout, lines: &[Line], words: &Vocabulary) {
        let captions: Vec<_> = [
            LedgerField::Account,
            LedgerField::Period,
            LedgerField::PeriodStart,
            LedgerField::PeriodEnd,
            LedgerField::OpeningBalance,
            LedgerField::ClosingBalance,
        ]
        .map(|field| words.captions(field))
        .into_iter()
        .chain([words.words(WordList::Recipient), words.words(WordList::Owed)])
        .chain(
            [
                LedgerColumn::Date,
                LedgerColumn::Description,
                LedgerColumn::Amount,
                LedgerColumn::Balance,
            ]
            .map(|column| words.column(rows::LIST, column)),
        )
        .collect();
        let dated = |line: &Line| line.has_amount() && line.tokens.iter().any(|token| token.days().is_some());
        let table = lines
            .iter()
            .find(|line| rows::is_header(layout, line, words) || dated(line));
        self.institution = parties::issuer(layout, words, &captions, table.map(|line| line.region.y));
        // A card's brand is not the bank that issued it.
        if let Some(issuing) = parties::issuing(layout, words) {
            let other = |name: &Span| parties::names_firm(words, name) && !name.raw.contains(&issuing.raw);
            self.institution = self.institution.take().filter(other).or(Some(issuing));
        }
        self.title = parties::title(layout, words);
        self.recipient = parties::recipient(layout, lines, words, self.institution.as_ref())
            .or_else(|| parties::below_title(layout, lines, words, self.institution.as_ref()?));
    }

    pub(super) fn finish(mut self, words: &Vocabulary) -> Filled {
        let mut doubts = Vec::new();
        self.infer_signs(words);
        let entries = &self.rows.entries;
        let (opening, closing, amounts) = self.balanced(words);
        let days: Vec<&[_]> = entries.iter().map(|entry| entry.days.as_slice()).collect();
        let day_first = period::order(&days, self.period.as_ref());
        let dates: Vec<Option<Date>> = entries
            .iter()
            .map(|entry| period::dated(&entry.days, day_first, self.period.as_ref()))
            .collect();
        self.doubt(&amounts, &dates, &mut doubts);
        let mut fields = BTreeMap::new();
        let mut put = |name, field: Option<Field>| {
            if let Some(field) = field {
                fields.insert(name, field);
            }
        };
        let text = |span: &Option<Span>, sure| span.as_ref().map(|span| span.field(span.text(), sure));
        put(LedgerField::Institution, text(&self.institution, 0.85));
        put(LedgerField::IssuerName, text(&self.institution, 0.85));
        put(LedgerField::DocumentTitle, text(&self.title, 0.9));
        put(LedgerField::RecipientName, text(&self.recipient, 0.8));
        put(LedgerField::Account, text(&self.account, 0.95));
        if let Some(period) = &self.period {
            let (end, at) = &period.end;
            put(LedgerField::TaxYear, Some(at.field(Value::from(end.year()), 0.9)));
            put(
                LedgerField::PeriodEnd,
                Some(at.field(Value::from(date::print(*end)), 0.97)),
            );
            let start = period.start.as_ref();
            put(
                LedgerField::PeriodStart,
                start.map(|(start, at)| at.field(Value::from(date::print(*start)), 0.97)),
            );
            put(LedgerField::Period, text(&period.whole, 0.95));
        }
        put(LedgerField::OpeningBalance, opening.map(|one| one.value.field(1.0)));
        put(LedgerField::ClosingBalance, closing.map(|one| one.value.field(1.0)));
        put(LedgerField::Balances, Some(self.balances(opening, closing)));
        put(
            LedgerField::Transactions,
            Some(list(transactions(entries, &amounts, &dates), &self.rows.header)),
        );
        let count = Span {
            raw: String::new(),
            evidence: self.rows.header.evidence.clone(),
        };
        put(
            LedgerField::TransactionCount,
            Some(Field {
                raw: None,
                ..count.field(Value::from(entries.len()), 1.0)
            }),
        );
        Filled { fields, doubts }
    }

    /// Takes signs from the descriptions if columns and headings give none, and the balances then reconcile.
    fn infer_signs(&mut self, words: &Vocabulary) {
        if self.reconciled(&self.rows.entries, words) {
            return;
        }
        let mut inferred = self.rows.entries.clone();
        for entry in inferred.iter_mut().filter(|entry| entry.sign.is_none()) {
            entry.sign = entry.described_sign(words);
        }
        if self.reconciled(&inferred, words) {
            self.rows.entries = inferred;
        }
    }

    fn reconciled(&self, entries: &[Entry], words: &Vocabulary) -> bool {
        [false, true].into_iter().any(|owed| {
            let effects = effects(entries, &signed(entries, words, owed));
            let mut pairs = self
                .opening
                .iter()
                .flat_map(|opening| self.closing.iter().map(move |closing| (opening, closing)));
            pairs.any(|(opening, closing)| reconcile(&effects, opening.value.value, closing.value.value))
        })
    }

    /// The first pair of balances and signs that reconcile; if none do, the first balance of each kind and the likely
    /// signs.
    fn balanced(&self, words: &Vocabulary) -> Balanced<'_> {
        let entries = &self.rows.entries;
        let likely = self.owed >= 2;
        for owed in [likely, !likely] {
            let amounts = signed(entries, words, owed);
            let effects = effects(entries, &amounts);
            for opening in &self.opening {
                for closing in &self.closing {
                    if reconcile(&effects, opening.value.value, closing.value.value) {
                        return (Some(opening), Some(closing), amounts);
                    }
                }
            }
        }
        let amounts = signed(entries, words, likely);
        (self.opening.first(), self.closing.first(), amounts)
    }

    fn doubt(&self, amounts: &[Option<Decimal>], dates: &[Option<Date>], doubts: &mut Vec<Doubt>) {
        let mut doubt = |code, message: String, evidence: &Span| {
            doubts.push(Doubt {
                field: LedgerField::Transactions,
                code,
                message,
                evidence: evidence.clone(),
            });
        };
        if let Some(first) = self.rows.left.first() {
            let count = self.rows.left.len();
            doubt(
                "incomplete",
                format!("{count} dated lines with amounts could not be interpreted"),
                first,
            );
        }
        for sum in self.rows.sums.iter().filter(|sum| !sums_up(sum, amounts)) {
            let printed = money::print(sum.amount.value);
            let rows = sum.rows.len();
            doubt(
                "inconsistent",
                format!("the {rows} rows of a section do not add up to its total {printed}"),
                &sum.amount.span,
            );
        }
        let torn = |entry: &&Entry| {
            let parts: Decimal = entry.shares.iter().map(|(_, money)| money.value).sum();
            let amount = entry.amount.as_ref().map(|amount| amount.value);
            let is_principal = entry.principal().map(|money| money.value) == amount;
            !is_principal && !entry.shares.is_empty() && amount.is_some_and(|amount| amount.abs() != parts.abs())
        };
        if let Some(entry) = self.rows.entries.iter().find(torn) {
            let message = "the parts of a payment do not add up to it".to_owned();
            doubt("inconsistent", message, &entry.date);
        }
        let undated = dates.iter().zip(&self.rows.entries).filter(|(date, _)| date.is_none());
        if let Some((_, entry)) = undated.clone().next() {
            let count = undated.count();
            doubt(
                "incomplete",
                format!("the dates of {count} rows could not be determined"),
                &entry.date,
            );
        }
        let Some(period) = &self.period else { return };
        let stray = dates
            .iter()
            .zip(&self.rows.entries)
            .find(|(date, _)| date.is_some_and(|date| !period::belongs(date, period)));
        if let Some((Some(date), entry)) = stray {
            doubt(
                "inconsistent",
                format!("{} is outside the period", date::print(*date)),
                &entry.date,
            );
        }
    }

    fn balances(&self, opening: Option<&Captioned<Money>>, closing: Option<&Captioned<Money>>) -> Field {
        let mut named: Vec<_> = opening.into_iter().chain(closing).chain(&self.others).collect();
        named.sort_by_key(|one| one.caption.place());
        let rows: Vec<RowCells> = named
            .into_iter()
            .map(|one| {
                let amount = one.value.span.cell(one.value.json(), 1.0);
                vec![
                    (
                        LedgerColumn::Description.name(),
                        Some(one.caption.cell(one.caption.text(), 0.95)),
                    ),
                    (LedgerColumn::Amount.name(), Some(amount)),
                ]
            })
            .collect();
        list(rows, &Span::default())
    }
}

/// Whether the entries add up to the section's sum, which is printed with or without their sign.
fn sums_up(sum: &SectionSum, amounts: &[Option<Decimal>]) -> bool {
    let own: Option<Decimal> = amounts[sum.rows.clone()].iter().copied().sum();
    own.is_some_and(|own| own.abs() == sum.amount.value.abs())
}

/// Balances, each followed by what it is when overdrawn if it is marked so: `300.00 DR`. The balance of a card is marked
/// alike where it is owed, so the rows decide.
fn either_way(
    layout: &Layout,
    lines: &[Line],
    words: &Vocabulary,
    found: Vec<Captioned<Money>>,
) -> Vec<Captioned<Money>> {
    let overdrawn = |one: &Captioned<Money>| {
        let place = one.value.span.evidence.first()?.regions.first()?;
        lines.iter().find_map(|line| {
            let token = line.tokens.iter().position(|token| token.region == *place)?;
            let (_, at) = mark(layout, line, token, words).filter(|(group, _)| !words.signs[*group].adds_to_held)?;
            let marked: Vec<usize> = line.tokens[token..=at]
                .iter()
                .flat_map(|token| token.words.clone())
                .collect();
            let value = Money {
                value: -one.value.value,
                span: span(layout, &marked),
            };
            let caption = one.caption.clone();
            Some(Captioned { caption, value })
        })
    };
    let both = found.into_iter().flat_map(|one| {
        let overdrawn = overdrawn(&one);
        [Some(one), overdrawn].into_iter().flatten()
    });
    both.collect()
}

fn keep(known: &mut Vec<Captioned<Money>>, found: Vec<Captioned<Money>>) {
    for one in found {
        let same = |other: &Captioned<Money>| other.value.value == one.value.value;
        if known.len() < MOST && !known.iter().any(same) {
            known.push(one);
        }
    }
}

/// The lines that are neither rows, which begin with a date, nor continuations of one: a row may mention another
/// account, as in `09/05 Transfer from Checking x0917 750.00`.
fn apart_from_rows(lines: &[Line]) -> Vec<Line> {
    let mut apart = Vec::with_capacity(lines.len());
    let mut row: Option<&Line> = None;
    for line in lines {
        let dated = line.tokens.first().is_some_and(|token| token.days().is_some());
        let goes_on = |row: &Line| line.region.y - row.region.bottom() < WRAPPED * line.size && !line.has_amount();
        if dated && line.has_amount() || row.is_some_and(goes_on) && !dated {
            row = Some(line);
        } else {
            row = None;
            apart.push(line.clone());
        }
    }
    apart
}

fn period_of(layout: &Layout, lines: &[Line], words: &Vocabulary) -> Option<Period> {
    let captioned = |line: &&Line| find(words.captions(LedgerField::Period), &line.folds).is_some();
    let near = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| captioned(line))
        .find_map(|(index, line)| {
            period::range(layout, line).or_else(|| lines.get(index + 1).and_then(|below| period::range(layout, below)))
        });
    let range = near.or_else(|| lines.iter().find_map(|line| period::range(layout, line)));
    let ends = || {
        let read = |token: &super::line::Token| period::single(token);
        let day = |field: LedgerField| {
            let found = values(layout, lines, words.captions(field), &read).into_iter().next();
            found.map(|found| (found.value.0, super::span::span(layout, &found.value.1)))
        };
        let end = day(LedgerField::PeriodEnd)?;
        Some(Period {
            start: day(LedgerField::PeriodStart).filter(|(start, _)| period::is_one(*start, end.0)),
            end,
            whole: None,
            day_first: false,
            month: false,
        })
    };
    range
        .or_else(ends)
        .or_else(|| lines.iter().find_map(|line| period::month(layout, line)))
}

fn transactions(entries: &[Entry], amounts: &[Option<Decimal>], dates: &[Option<Date>]) -> Vec<RowCells> {
    let rows = entries.iter().zip(amounts).zip(dates);
    rows.map(|((entry, amount), day)| {
        let value = day.map(|day| Value::from(date::print(day)));
        let described = (!entry.description.is_empty()).then(|| entry.description.cell(entry.description.text(), 0.97));
        let mut cells = vec![
            (
                LedgerColumn::Date.name(),
                value.map(|value| entry.date.cell(value, 1.0)),
            ),
            (LedgerColumn::Description.name(), described),
            (
                LedgerColumn::Amount.name(),
                amount.and_then(|amount| signed_cell(entry, amount)),
            ),
            (
                LedgerColumn::Balance.name(),
                entry.balance.as_ref().map(|money| money.span.cell(money.json(), 1.0)),
            ),
        ];
        let shares = entry.shares.iter();
        cells.extend(shares.map(|(part, money)| (part.name(), Some(money.span.cell(money.json(), 1.0)))));
        cells
    })
    .collect()
}

/// The cell of the amount by which an entry changes the balance: of a divided payment to a loan, the principal. If its
/// sign is not printed beside it, the words that give the sign are evidence too.
fn signed_cell(entry: &Entry, amount: Decimal) -> Option<touchstone_core::record::Cell> {
    let printed = entry.principal().or(entry.amount.as_ref())?;
    let change = printed.value.abs();
    let amount = if amount.is_sign_negative() { -change } else { change };
    let mut cell = printed.span.cell(Value::from(money::print(amount)), 1.0);
    if let Some((_, words)) = entry.sign.as_ref().filter(|_| amount != printed.value) {
        cell.evidence.extend(words.evidence.clone());
    }
    Some(cell)
}
