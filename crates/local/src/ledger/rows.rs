//! Reads the lines of a statement page by page: headers, section headings, dated entries with wrapped descriptions,
//! sums. Lists continue across pages. Signs are in `signs`, dates in `period`.

use super::entry::{Entry, Group, groups, heading_sign, read};
use super::line::{Kind, Line, Token};
use super::role::enumerates;
use super::span::{Money, Span, span};
use super::table_header::{Column, columns};
use super::vocabulary::{Vocabulary, longest_at};
use crate::page::model::Layout;
use crate::page::tolerances::WRAPPED;
use touchstone_core::pack::{LedgerColumn, LedgerField, WordList};

pub(super) const LIST: LedgerField = LedgerField::Transactions;
const PARTS: [LedgerColumn; 8] = [
    LedgerColumn::Date,
    LedgerColumn::Description,
    LedgerColumn::Amount,
    LedgerColumn::Balance,
    LedgerColumn::Principal,
    LedgerColumn::Interest,
    LedgerColumn::Escrow,
    LedgerColumn::Fees,
];
/// Max words in a heading.
const HEADING: usize = 7;
/// Max gap between a heading and the rows below it, in font sizes.
const HEADED: f32 = 6.0;

/// What a section's heading says about its amounts.
#[derive(Debug, Clone, Default)]
pub(super) enum Section {
    #[default]
    Plain,
    /// A sign group, with the heading.
    Signed(usize, Span),
    /// Dates and amounts that are not transactions.
    Skipped,
}

/// A printed sum of a section, with the entries it adds up.
#[derive(Debug, Clone)]
pub(super) struct SectionSum {
    pub rows: std::ops::Range<usize>,
    pub amount: Money,
}

#[derive(Debug, Default)]
pub(super) struct Rows {
    pub entries: Vec<Entry>,
    pub header: Span,
    pub sums: Vec<SectionSum>,
    /// Dated lines with amounts that could not be read as entries.
    pub left: Vec<Span>,
    /// Whether amounts are distinguished by their order only.
    pub headless: bool,
    columns: Vec<Column>,
    /// Number of interruptions between entries so far.
    stretches: usize,
    /// Whether entries were found below a heading without a header line.
    unheaded: bool,
    /// Whether no header line has followed the last heading.
    bare: bool,
    section: Section,
    /// Index of the section's first entry.
    section_start: usize,
    /// An entry without an amount yet.
    pending: Option<Entry>,
    /// Where the last entry's description may continue.
    open: Option<Open>,
    /// Bottom of the last heading or header on this page.
    headed: f32,
}

#[derive(Debug, Clone, Copy)]
struct Open {
    x: f32,
    right: f32,
    bottom: f32,
    pending: bool,
}

impl Rows {
    pub(super) fn page(&mut self, layout: &Layout, lines: &[Line], words: &Vocabulary) {
        self.stretches += 1;
        self.open = None;
        if self.section_start == self.entries.len() && matches!(self.section, Section::Signed(..)) {
            self.section = Section::Plain;
        }
        let headed = lines
            .iter()
            .position(|line| columns(layout, line, words, LIST, &PARTS).is_some_and(|found| dates(&found)));
        // Lines above the first header are outside the table.
        let start = headed.filter(|_| self.columns.is_empty()).unwrap_or(0);
        for (index, line) in lines.iter().enumerate() {
            self.line(layout, line, words, index >= start);
        }
        self.drop_pending();
        self.run_down();
    }

    fn line(&mut self, layout: &Layout, line: &Line, words: &Vocabulary, in_table: bool) {
        if let Some(found) = columns(layout, line, words, LIST, &PARTS) {
            self.start_table(found);
            self.under_heading(line);
            self.headed = self.headed.max(line.region.bottom());
            return;
        }
        let foreign = self.columns.is_empty()
            || groups(layout, line, &self.columns).is_empty()
            || !self.columns.iter().any(|column| column.holds_amount(line));
        if foreign && self.goes_without_header(line) {
            self.columns.clear();
            self.unheaded = true;
        }
        let in_table = in_table || self.unheaded;
        let groups = if in_table {
            groups(layout, line, &self.columns)
        } else {
            Vec::new()
        };
        if groups.is_empty() {
            self.stretches += 1;
            if !enumerates(layout, line) {
                self.undated(layout, line, words, in_table);
            }
            return;
        }
        self.under_heading(line);
        for (side, group) in groups.iter().enumerate() {
            let from = self.entries.len();
            self.dated(layout, line, group, words);
            for entry in &mut self.entries[from..] {
                entry.place = (self.stretches, side);
            }
        }
    }

    /// Orders side-by-side entries down each column if their numbers then ascend, else across the page.
    fn run_down(&mut self) {
        let own = &mut self.entries[self.section_start..];
        if own.iter().all(|entry| entry.place.1 == 0) {
            return;
        }
        let mut down = own.to_vec();
        down.sort_by_key(|entry| entry.place);
        let rises = |entries: &[Entry]| {
            let numbers: Vec<u64> = entries.iter().filter_map(Entry::number).collect();
            numbers.len() > 1 && numbers.is_sorted()
        };
        if rises(&down) && !rises(own) {
            own.clone_from_slice(&down);
        }
    }

    fn start_table(&mut self, found: Vec<Column>) {
        self.stretches += 1;
        self.drop_pending();
        self.open = None;
        self.bare = false;
        let amounts = found.iter().any(|column| column.is(LedgerColumn::Amount));
        if !amounts && !matches!(self.section, Section::Skipped) {
            // Dates with balances only.
            self.begin(Section::Skipped);
        }
        if self.header.is_empty() && amounts {
            for column in &found {
                self.header.append(column.caption.clone());
            }
        }
        self.columns = if self.headless { Vec::new() } else { found };
    }

    /// A date at the left with an amount, straight below a section heading: `Deposits` needs no header line, and the
    /// columns above it belong to another section.
    fn goes_without_header(&self, line: &Line) -> bool {
        let dated = line.tokens.first().is_some_and(|token| token.days().is_some());
        let close = line.region.y - self.headed < HEADED * line.size;
        dated && close && line.has_amount() && self.bare && matches!(self.section, Section::Signed(..))
    }

    /// Drops a heading that is too far above the first entry.
    fn under_heading(&mut self, line: &Line) {
        let begins = self.section_start == self.entries.len() && matches!(self.section, Section::Signed(..));
        if begins && line.region.y - self.headed > HEADED * line.size {
            self.section = Section::Plain;
        }
    }

    fn begin(&mut self, section: Section) {
        self.run_down();
        self.section = section;
        self.section_start = self.entries.len();
    }

    fn dated(&mut self, layout: &Layout, line: &Line, group: &Group, words: &Vocabulary) {
        self.drop_pending();
        self.open = None;
        if matches!(self.section, Section::Skipped) {
            return;
        }
        let described = group.folds(line);
        let balance = [LedgerField::OpeningBalance, LedgerField::ClosingBalance]
            .into_iter()
            .any(|field| longest_at(words.captions(field), &described, 0).is_some())
            || longest_at(words.words(WordList::Carried), &described, 0).is_some();
        if !described.is_empty() && balance {
            return;
        }
        let Ok(entry) = read(layout, line, group, &self.columns, words) else {
            self.left.push(span(layout, &group.words(line)));
            return;
        };
        self.open = Some(Open {
            x: entry.x,
            right: entry.right,
            bottom: line.region.bottom(),
            pending: entry.amount.is_none(),
        });
        if entry.amount.is_some() {
            self.push(entry);
        } else {
            self.pending = Some(entry);
        }
    }

    fn push(&mut self, mut entry: Entry) {
        if let Section::Signed(group, heading) = &self.section
            && entry.sign.is_none()
        {
            entry.sign = Some((*group, heading.clone()));
        }
        self.entries.push(entry);
    }

    fn undated(&mut self, layout: &Layout, line: &Line, words: &Vocabulary, in_table: bool) {
        if self.sum_line(layout, line, words) {
            return;
        }
        if !line.has_amount() && self.heading(layout, line, words) {
            return;
        }
        if !in_table || matches!(self.section, Section::Skipped) {
            return;
        }
        let follows = self
            .open
            .is_some_and(|open| line.region.y - open.bottom < WRAPPED * line.size);
        let Some(open) = self.open.filter(|_| follows) else {
            self.drop_pending();
            self.open = None;
            return;
        };
        if line.has_amount() {
            self.late_amount(layout, line, words, open);
        } else {
            self.wrapped(layout, line, open);
        }
    }

    /// Handles balances and sums, which end the section above them.
    fn sum_line(&mut self, layout: &Layout, line: &Line, words: &Vocabulary) -> bool {
        let starts = |phrases| longest_at(phrases, &line.folds, 0).is_some();
        if line.folds.is_empty() {
            return false;
        }
        let total = starts(words.words(WordList::Totals));
        let balance = starts(words.captions(LedgerField::OpeningBalance))
            || starts(words.captions(LedgerField::ClosingBalance))
            || starts(words.words(WordList::Carried));
        if !(balance || total && line.has_amount()) {
            return false;
        }
        self.drop_pending();
        self.open = None;
        let amounts: Vec<_> = line.tokens.iter().filter(|token| token.amount().is_some()).collect();
        if let (true, Section::Signed(..), [token]) = (total, &self.section, &amounts[..])
            && let Some(value) = token.amount()
        {
            self.run_down();
            self.sums.push(SectionSum {
                rows: self.section_start..self.entries.len(),
                amount: Money {
                    value,
                    span: span(layout, &token.words),
                },
            });
            self.section_start = self.entries.len();
        }
        true
    }

    /// A short line at the left that names the next section.
    fn heading(&mut self, layout: &Layout, line: &Line, words: &Vocabulary) -> bool {
        let indented = self.open.is_some_and(|open| {
            line.region.x > open.x - line.size && line.region.y - open.bottom < WRAPPED * line.size
        });
        // `2025 Totals Year-to-Date`
        let year = |token: &Token| {
            let text = layout.text(&token.words);
            text.len() == 4 && text.parse::<i16>().is_ok_and(|year| (1900..2100).contains(&year))
        };
        let worded = line.tokens.iter().all(|token| token.kind == Kind::Text || year(token));
        if line.folds.len() > HEADING || !line.has_letters() || indented || !worded {
            return false;
        }
        let skipped = (0..line.folds.len().min(3))
            .any(|at| longest_at(words.words(WordList::Skipped), &line.folds, at).is_some());
        let section = if skipped {
            Section::Skipped
        } else if words.is_title(line) {
            Section::Plain
        } else if let Some(group) = heading_sign(line, words) {
            Section::Signed(group, span(layout, &line.words))
        } else {
            return false;
        };
        self.drop_pending();
        self.open = None;
        self.headed = line.region.bottom();
        self.bare = true;
        self.run_down();
        // A heading repeated on the next page continues its section.
        let again = matches!((&self.section, &section), (Section::Signed(a, _), Section::Signed(b, _)) if a == b);
        if !again {
            self.begin(section);
        } else if let Section::Signed(..) = section {
            self.section = section;
        }
        true
    }

    /// The amount of an entry whose description took several lines, or of a further entry of the same day.
    fn late_amount(&mut self, layout: &Layout, line: &Line, words: &Vocabulary, open: Open) {
        let group = Group::undated(line, open.x - line.size);
        let read = read(layout, line, &group, &self.columns, words);
        let (Ok(found), true) = (read, line.region.x > open.x - line.size) else {
            self.left.push(span(layout, &line.words));
            return;
        };
        self.open = Some(Open {
            bottom: line.region.bottom(),
            pending: false,
            ..open
        });
        if let Some(mut entry) = self.pending.take() {
            entry.description.append(found.description);
            entry.amount = found.amount;
            entry.balance = found.balance;
            entry.shares = found.shares;
            entry.sign = entry.sign.or(found.sign);
            self.push(entry);
        } else if let (Some(last), true) = (self.entries.last(), !self.columns.is_empty()) {
            let entry = Entry {
                days: last.days.clone(),
                date: last.date.clone(),
                ..found
            };
            self.push(entry);
        } else {
            self.left.push(span(layout, &line.words));
        }
    }

    fn wrapped(&mut self, layout: &Layout, line: &Line, open: Open) {
        let inside = |word: &&usize| {
            let region = layout.region(**word);
            region.x > open.x - line.size && region.right() < open.right
        };
        let own: Vec<usize> = line.words.iter().filter(inside).copied().collect();
        let begins = own
            .first()
            .is_some_and(|&word| layout.region(word).x < open.x + 5.0 * line.size);
        if !begins || !line.has_letters() && own.len() > 3 {
            self.drop_pending();
            self.open = None;
            return;
        }
        let more = span(layout, &own);
        let entry = if open.pending {
            self.pending.as_mut()
        } else {
            self.entries.last_mut()
        };
        if let Some(entry) = entry {
            entry.description.append(more);
        }
        self.open = Some(Open {
            bottom: line.region.bottom(),
            ..open
        });
    }

    /// A dated line that never got an amount was a sentence or lost its amount; both are reported.
    fn drop_pending(&mut self) {
        if let Some(entry) = self.pending.take()
            && !self.columns.is_empty()
        {
            self.left.push(entry.date);
        }
    }
}

fn dates(columns: &[Column]) -> bool {
    let has = |part: LedgerColumn| columns.iter().any(|column| column.is(part));
    has(LedgerColumn::Date) && has(LedgerColumn::Amount)
}

/// Whether a line is the header of the transactions.
pub(super) fn is_header(layout: &Layout, line: &Line, words: &Vocabulary) -> bool {
    columns(layout, line, words, LIST, &PARTS).is_some_and(|found| dates(&found))
}
