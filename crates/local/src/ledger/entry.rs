//! Reads one statement entry from a line: day, description, amounts by column, and the mark beside them. A line can
//! hold several entries side by side. Which lines belong together is in `rows`.

use super::line::{Fold, Kind, Line, Token, fold};
use super::span::{Money, Span, span};
use super::table_header::{Column, Part, column_of};
use super::vocabulary::Vocabulary;
use crate::page::model::Layout;
use touchstone_core::pack::LedgerColumn;
use touchstone_core::value::amount;
use touchstone_core::value::day::Day;

/// Max distance of an entry's day from the caption of its column, in font sizes.
const ASIDE: f32 = 3.0;
/// Min gap between a text and the day that begins a new entry, in font sizes.
const APART: f32 = 1.1;

/// Max gap between a text and an amount that is part of it, in font sizes.
const ADJOINING: f32 = 0.5;

#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub days: Vec<Day>,
    pub date: Span,
    pub description: Span,
    pub amount: Option<Money>,
    pub balance: Option<Money>,
    /// The parts of the amount, where the document prints them.
    pub shares: Vec<(LedgerColumn, Money)>,
    /// A sign group with its words: a column caption, a mark or a section heading.
    pub sign: Option<(usize, Span)>,
    /// Left edge of the description, and its right limit.
    pub x: f32,
    pub right: f32,
    /// The stretch of lines it is in, and its position on its line.
    pub place: (usize, usize),
}

impl Entry {
    /// An entry with nothing read yet.
    fn begun(x: f32) -> Self {
        Self {
            days: Vec::new(),
            date: Span::default(),
            description: Span::default(),
            amount: None,
            balance: None,
            shares: Vec::new(),
            sign: None,
            x,
            right: f32::MAX,
            place: (0, 0),
        }
    }

    /// The number at the start of the description: a check number.
    pub(super) fn number(&self) -> Option<u64> {
        let first = self.description.raw.split_whitespace().next()?;
        first.trim_end_matches('*').parse().ok()
    }
}

/// Tokens of one entry on a line.
#[derive(Debug)]
pub(super) struct Group {
    /// Token indexes of the days; two if transaction and posting date are both printed.
    days: Vec<usize>,
    /// Tokens up to the next entry, and a check number before the day.
    rest: Vec<usize>,
}

impl Group {
    /// The tokens of a line that belong to the day above, right of `left`.
    pub(super) fn undated(line: &Line, left: f32) -> Self {
        let inside = |place: &usize| line.tokens[*place].region.right() > left;
        Self {
            days: Vec::new(),
            rest: (0..line.tokens.len()).filter(inside).collect(),
        }
    }

    pub(super) fn words(&self, line: &Line) -> Vec<usize> {
        let places = self.days.iter().chain(&self.rest);
        places.flat_map(|&place| line.tokens[place].words.clone()).collect()
    }

    /// The folds of the tokens other than days.
    pub(super) fn folds(&self, line: &Line) -> Vec<Fold> {
        let own = |fold: &&Fold| {
            self.rest
                .iter()
                .any(|&place| line.tokens[place].words.contains(&fold.word))
        };
        line.folds.iter().filter(own).cloned().collect()
    }
}

/// The entries that begin on a line.
pub(super) fn groups(layout: &Layout, line: &Line, columns: &[Column]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut before: Vec<usize> = Vec::new();
    for (place, token) in line.tokens.iter().enumerate() {
        if token.days().is_some() {
            let second = groups.last().is_some_and(|group| group.rest.is_empty());
            if let (true, Some(group)) = (second, groups.last_mut()) {
                group.days.push(place);
                continue;
            }
            if begins(line, place, columns, groups.last()) {
                // A check number is printed straight before its day.
                let number = before
                    .iter()
                    .rev()
                    .take(2)
                    .take_while(|&&place| is_check_number(layout, &line.tokens[place]));
                let mut rest: Vec<usize> = number.copied().collect();
                rest.reverse();
                if let Some(group) = groups.last_mut() {
                    group.rest.retain(|place| !rest.contains(place));
                }
                groups.push(Group {
                    days: vec![place],
                    rest,
                });
                before.clear();
                continue;
            }
        }
        before.push(place);
        if let Some(group) = groups.last_mut() {
            group.rest.push(place);
        }
    }
    groups
}

/// With a header, days are in their column; without one, a day begins the line or follows a finished entry.
fn begins(line: &Line, place: usize, columns: &[Column], last: Option<&Group>) -> bool {
    let token = &line.tokens[place];
    let dated: Vec<&Column> = columns.iter().filter(|column| column.is(LedgerColumn::Date)).collect();
    if !dated.is_empty() {
        let margin = ASIDE * line.size;
        return dated.iter().any(|column| {
            token.region.overlap_x(&column.region) > 0.0 || (token.region.x - column.region.x).abs() < margin
        });
    }
    let apart = place
        .checked_sub(1)
        .is_none_or(|before| token.region.x - line.tokens[before].region.right() > APART * line.size);
    let finished = last.is_some_and(|group| group.rest.iter().any(|&place| line.tokens[place].amount().is_some()));
    place == 0 || finished && apart
}

fn is_check_number(layout: &Layout, token: &Token) -> bool {
    let text = layout.text(&token.words);
    let plain = text.trim_end_matches('*').trim();
    (3..=8).contains(&plain.len()) && plain.bytes().all(|byte| byte.is_ascii_digit())
        || plain.is_empty() && !text.is_empty()
}

/// Two amounts in one column, or more amounts than can be told apart.
pub(super) struct Unclear;

/// Reads an entry. The amount may be missing and follow on a later line.
pub(super) fn read(
    layout: &Layout,
    line: &Line,
    group: &Group,
    columns: &[Column],
    words: &Vocabulary,
) -> Result<Entry, Unclear> {
    let placed = amounts(line, group, columns)?;
    let mut entry = Entry::begun(line.region.x);
    if let Some(&first) = group.days.first() {
        let token = &line.tokens[first];
        entry.days = token.days().unwrap_or_default().to_vec();
        entry.date = span(layout, &token.words);
    }
    let mut taken: Vec<usize> = Vec::new();
    for (place, column) in &placed {
        let token = &line.tokens[*place];
        entry.right = entry.right.min(token.region.x);
        taken.push(*place);
        let Some(value) = token.number() else { continue };
        let mut own = token.words.clone();
        if let Some((group, at)) = mark(layout, line, *place, words) {
            if at != *place {
                taken.push(at);
                own.extend(&line.tokens[at].words);
            }
            if matches!(column, Target::Amount(_)) {
                entry.sign = Some((group, span(layout, &line.tokens[at].words)));
            }
        }
        let mut printed = span(layout, &own);
        let (raw, _) = amount::parted(&printed.raw);
        printed.raw = raw.to_string();
        let money = Some(Money { value, span: printed });
        match column {
            Target::Other => {}
            Target::Balance => entry.balance = money,
            Target::Share(part) => entry.shares.extend(money.map(|money| (*part, money))),
            Target::Amount(signed) => {
                entry.amount = money;
                if let (Some((group, caption)), None) = (signed, &entry.sign) {
                    entry.sign = Some((*group, caption.clone()));
                }
            }
        }
    }
    if let Some(money) = entry
        .amount
        .clone()
        .filter(|_| columns.iter().any(|column| column.repays))
    {
        entry.shares.push((LedgerColumn::Principal, money));
    }
    describe(layout, line, group, &taken, columns, &mut entry);
    entry.sign = entry.sign.take().or_else(|| repaid(&entry, columns, words));
    Ok(entry)
}

/// The sign of a payment that repays principal, with that column's caption: it lowers the balance owed, whatever it is
/// called.
fn repaid(entry: &Entry, columns: &[Column], words: &Vocabulary) -> Option<(usize, Span)> {
    entry.principal()?;
    let lowers = words.signs.iter().position(|signs| !signs.adds_to_owed)?;
    let caption = columns
        .iter()
        .find(|column| column.repays || column.is(LedgerColumn::Principal))?;
    Some((lowers, caption.caption.clone()))
}

/// Takes the remaining tokens as description, which may wrap below up to the amounts.
fn describe(layout: &Layout, line: &Line, group: &Group, taken: &[usize], columns: &[Column], entry: &mut Entry) {
    let left = group.rest.iter().copied().filter(|place| !taken.contains(place));
    let mut own: Vec<usize> = left.collect();
    // A reference number and what is in a column with an unknown caption are used only if there is no other description.
    let is_aside = |column: &Column| column.part == Part::Other || column.caption.raw.to_lowercase().starts_with("ref");
    let refers = |place: &usize| {
        let own = line.tokens[*place].region;
        let is_under = |column: &Column| column.region.overlap_x(&own) > 0.0 && own.x > column.region.x - line.size;
        columns.iter().any(|column| is_aside(column) && is_under(column))
    };
    if own.iter().any(|place| !refers(place)) {
        own.retain(|place| !refers(place));
    }
    let described: Vec<usize> = own.iter().flat_map(|&place| line.tokens[place].words.clone()).collect();
    if let Some(&first) = described.first() {
        entry.x = layout.region(first).x;
    }
    let amounts = columns.iter().filter(|column| column.is_money());
    let left = amounts
        .map(|column| column.region.x)
        .filter(|x| *x > entry.x + 4.0 * line.size);
    entry.right = entry.right.min(left.fold(f32::MAX, f32::min));
    entry.description = span(layout, &described);
}

#[derive(Debug, Clone)]
enum Target {
    Amount(Option<(usize, Span)>),
    Balance,
    Share(LedgerColumn),
    /// Of a column whose caption is not in the vocabulary.
    Other,
}

impl PartialEq for Target {
    fn eq(&self, other: &Self) -> bool {
        matches!(
            (self, other),
            (Target::Amount(_), Target::Amount(_)) | (Target::Balance, Target::Balance)
        ) || matches!((self, other), (Target::Share(a), Target::Share(b)) if a == b)
    }
}

/// Which tokens are the amount and the balance: by their columns, or without a header the last two in this order.
fn amounts(line: &Line, group: &Group, columns: &[Column]) -> Result<Vec<(usize, Target)>, Unclear> {
    let headed = columns.iter().any(|column| column.is(LedgerColumn::Amount));
    let mut placed: Vec<(usize, Target)> = Vec::new();
    if headed {
        for &place in &group.rest {
            let token = &line.tokens[place];
            let Some(column) = column_of(columns, &token.region, line.size).filter(|_| token.number().is_some()) else {
                continue;
            };
            if token.amount().is_none() && !under(column, token) || is_in_description(line, group, place) {
                continue;
            }
            let target = match column.part {
                Part::Of(LedgerColumn::Balance) => Target::Balance,
                Part::Other => Target::Other,
                Part::Of(part) if part.is_share() => Target::Share(part),
                _ => Target::Amount(column.sign.map(|group| (group, column.caption.clone()))),
            };
            placed.push((place, target));
        }
    } else {
        let found: Vec<usize> = group
            .rest
            .iter()
            .copied()
            .filter(|&place| line.tokens[place].amount().is_some())
            .collect();
        match found[..] {
            [] => {}
            [amount] => placed.push((amount, Target::Amount(None))),
            [amount, balance] => {
                placed.push((amount, Target::Amount(None)));
                placed.push((balance, Target::Balance));
            }
            _ => return Err(Unclear),
        }
    }
    let twice = (0..placed.len()).any(|index| placed[..index].iter().any(|(_, target)| *target == placed[index].1));
    let paid = placed.iter().any(|(_, target)| matches!(target, Target::Amount(_)));
    if headed && (twice || !paid && !placed.is_empty()) {
        return in_order(line, group, columns).map_or(if twice { Err(Unclear) } else { Ok(placed) }, Ok);
    }
    if twice { Err(Unclear) } else { Ok(placed) }
}

/// As many amounts as money columns, not aligned with the captions: assigned in order.
fn in_order(line: &Line, group: &Group, columns: &[Column]) -> Option<Vec<(usize, Target)>> {
    let rest = group.rest.iter().copied();
    let found: Vec<usize> = rest.filter(|&place| line.tokens[place].amount().is_some()).collect();
    let mut money: Vec<&Column> = columns.iter().filter(|column| column.is_money()).collect();
    money.sort_by(|a, b| a.region.x.total_cmp(&b.region.x));
    let several = (0..money.len()).all(|at| money[..at].iter().all(|other| other.part != money[at].part));
    let plain = columns
        .iter()
        .all(|column| column.sign.is_none() && column.part != Part::Other);
    (plain && several && found.len() > 1 && found.len() == money.len()).then(|| {
        let target = |column: &Column| match column.part {
            Part::Of(LedgerColumn::Balance) => Target::Balance,
            Part::Of(part) if part.is_share() => Target::Share(part),
            _ => Target::Amount(None),
        };
        let placed = found.into_iter().zip(money);
        placed.map(|(place, column)| (place, target(column))).collect()
    })
}

/// `Bought 12 at 231.40`: an amount right after text, with another one further on, is part of the description.
fn is_in_description(line: &Line, group: &Group, place: usize) -> bool {
    let before = place.checked_sub(1).map(|before| &line.tokens[before]);
    let adjoins = before.is_some_and(|before| {
        before.kind == Kind::Text && line.tokens[place].region.x - before.region.right() < ADJOINING * line.size
    });
    let last = group.rest.iter().rev().find(|&&at| line.tokens[at].amount().is_some());
    adjoins && last.is_some_and(|&last| last > place)
}

/// A number without cents is an amount only if right-aligned with a money caption.
fn under(column: &Column, token: &Token) -> bool {
    (token.region.right() - column.region.right()).abs() < 2.0
}

/// `CR` or `DR` at the end of an amount or just after it: the sign group and the index of its token.
pub(super) fn mark(layout: &Layout, line: &Line, place: usize, words: &Vocabulary) -> Option<(usize, usize)> {
    if let Some((group, _)) = words.sign_at(&glued(layout, &line.tokens[place]), 0) {
        return Some((group, place));
    }
    let next = line.tokens.get(place + 1)?;
    let close = next.region.x - line.tokens[place].region.right() < line.size;
    let folds: Vec<Fold> = line
        .folds
        .iter()
        .filter(|fold| next.words.contains(&fold.word))
        .cloned()
        .collect();
    let short = next.kind == Kind::Text && folds.len() == 1 && folds[0].text.len() == 2;
    let (group, _) = words.sign_at(&folds, 0).filter(|_| close && short)?;
    Some((group, place + 1))
}

/// The letters glued to the end of an amount: `45.00CR`.
fn glued(layout: &Layout, token: &Token) -> Vec<Fold> {
    let Some(&word) = token.words.last() else {
        return Vec::new();
    };
    let texts = fold(amount::parted(&layout.word(word).text).1);
    texts.into_iter().map(|text| Fold { text, word }).collect()
}

impl Entry {
    /// What of a payment lowers the balance of a loan.
    pub(super) fn principal(&self) -> Option<&Money> {
        let own = self.shares.iter().find(|(part, _)| *part == LedgerColumn::Principal);
        own.map(|(_, money)| money)
    }

    /// The sign group meant by the first words of the description: `Payment received`.
    pub(super) fn described_sign(&self, words: &Vocabulary) -> Option<(usize, Span)> {
        let own = fold(&self.description.raw);
        let folds: Vec<Fold> = own.into_iter().map(|text| Fold { text, word: 0 }).collect();
        let (group, _) = words.sign_at(&folds, 0)?;
        Some((group, self.description.clone()))
    }
}

/// The sign group that a heading means.
pub(super) fn heading_sign(line: &Line, words: &Vocabulary) -> Option<usize> {
    words.sign_in(&line.folds).map(|(group, _)| group)
}
