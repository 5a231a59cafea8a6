//! The entries of an account, over as many pages as needed.

use super::super::draft::Role;
use super::Writer;
use super::look::{Balances, Entries, Rows};
use crate::calendar::exact;
use crate::statements::account::Entry;
use crate::w2::layout::Align;
use serde_json::json;

/// The ground of every other row.
const STRIPE: [f32; 3] = [0.94; 3];
/// Space kept free at the foot of a page, in points.
const FOOT: f32 = 110.0;

/// Columns of entries: date, description, then amounts.
struct Columns {
    date: (f32, f32),
    text: (f32, f32),
    amounts: Vec<(f32, f32)>,
}

impl Writer<'_> {
    pub(super) fn entries(&mut self) {
        if self.look.entries == Entries::Sections {
            self.sections();
            return;
        }
        let heading = self.list.plain("head.list", self.lot);
        self.pen.line(Role::Plain, Align::Left, 1.15, heading);
        let heads = self.head_words();
        self.heads_of_columns(&heads);
        let in_rows = self.look.balances == Balances::Rows;
        if in_rows {
            let caption = self.of_kind("caption.opening");
            self.row_of_balance(caption, self.account.opening, "opening_balance");
        }
        let mut balance = self.account.opening;
        let account = self.account;
        for (place, entry) in account.entries.iter().enumerate() {
            self.turn_if_full(&heads, balance);
            balance += entry.cents;
            self.entry(entry, balance, place);
        }
        if in_rows {
            let caption = self.of_kind("caption.closing");
            self.row_of_balance(caption, self.account.closing, "closing_balance");
        }
    }

    fn is_running(&self) -> bool {
        matches!(self.look.entries, Entries::Running | Entries::TwoRunning)
    }

    fn has_two(&self) -> bool {
        matches!(self.look.entries, Entries::TwoColumns | Entries::TwoRunning)
    }

    /// Words at the heads of the columns, in the order of the columns.
    fn head_words(&mut self) -> Vec<&'static str> {
        let mut keys = vec!["head.date", "head.description"];
        match (self.has_two(), self.owed) {
            (false, _) => keys.push("head.amount"),
            (true, false) => keys.extend(["head.out", "head.in"]),
            (true, true) => keys.extend(["head.charge", "head.payment"]),
        }
        if self.is_running() {
            keys.push("head.balance");
        }
        keys.into_iter().map(|key| self.list.plain(key, self.lot)).collect()
    }

    fn columns(&self) -> Columns {
        let (left, right) = (self.pen.left, self.pen.right);
        let date = self.pen.width("10/28/2024") + 6.0;
        let amount = self.pen.width("$ 1 234 567.00 CR") + 4.0;
        if self.look.entries == Entries::AmountFirst {
            return Columns {
                date: (left, left + date),
                text: (left + date + amount + 14.0, right),
                amounts: vec![(left + date, left + date + amount)],
            };
        }
        let count = 1 + usize::from(self.has_two()) + usize::from(self.is_running());
        let first = right - count as f32 * amount;
        let amounts =
            (0..count).map(|place| (first + place as f32 * amount + 4.0, first + (place + 1) as f32 * amount));
        Columns {
            date: (left, left + date - 4.0),
            text: (left + date, first - 2.0),
            amounts: amounts.collect(),
        }
    }

    fn heads_of_columns(&mut self, words: &[&str]) {
        let columns = self.columns();
        let sides = [columns.date, columns.text].into_iter().chain(columns.amounts);
        for (place, (word, sides)) in words.iter().zip(sides).enumerate() {
            let align = if place < 2 { Align::Left } else { Align::Right };
            self.pen.strong(Role::Caption, sides, align, word);
        }
        self.pen.down(1.1);
        if self.look.rows == Rows::Ruled {
            self.pen.rule();
        }
    }

    /// Continues on another page, with the balance carried over where balances are printed.
    fn turn_if_full(&mut self, heads: &[&str], balance: i64) {
        if self.pen.y < self.look.page.height - FOOT {
            return;
        }
        let columns = self.columns();
        let last = columns.amounts.last().copied().unwrap_or_default();
        let running = self.is_running();
        let amount = self.look.amounts.text(balance);
        let carried = self.list.plain("carried", self.lot);
        self.pen.at(Role::Plain, columns.text, Align::Left, carried);
        if running {
            self.pen.at(Role::Plain, last, Align::Right, &amount);
        }
        self.turn();
        let name = self.account.institution.clone();
        self.pen.line(Role::Plain, Align::Left, 1.1, &name);
        let page = format!("Page {}", self.done.len() + 1);
        self.pen.line(Role::Plain, Align::Right, 1.0, &page);
        self.heads_of_columns(heads);
        if running {
            let brought = self.list.plain("brought", self.lot);
            self.pen.at(Role::Plain, columns.text, Align::Left, brought);
            self.pen.at(Role::Plain, last, Align::Right, &amount);
            self.pen.down(1.0);
        }
    }

    fn row_of_balance(&mut self, caption: &str, cents: i64, field: &str) {
        let columns = self.columns();
        let day = if field == "opening_balance" {
            self.account.start
        } else {
            self.account.end
        };
        let last = columns.amounts.last().copied().unwrap_or_default();
        let amount = self.look.amounts.text(cents);
        self.pen
            .at(Role::Plain, columns.date, Align::Left, &self.look.date.print(day));
        self.pen.at(Role::Caption, columns.text, Align::Left, caption);
        self.pen.at(Role::Value, last, Align::Right, &amount);
        self.pen.down(1.0);
        self.note(field, json!(exact(cents)));
        self.balance(caption, cents);
    }

    /// One entry: its amount is below zero where the balance falls.
    fn entry(&mut self, entry: &Entry, balance: i64, place: usize) {
        let columns = self.columns();
        let amounts = self.look.amounts;
        let (first, second) = (columns.amounts.first().copied(), columns.amounts.get(1).copied());
        self.ground(place);
        let (sides, text) = match (self.has_two(), self.owed == (entry.cents > 0)) {
            (false, _) => (first, amounts.text(entry.cents)),
            (true, true) => (first, amounts.text(entry.cents.abs())),
            (true, false) => (second, amounts.text(entry.cents.abs())),
        };
        self.pen
            .at(Role::Value, columns.date, Align::Left, &self.look.date.print(entry.day));
        self.pen.at(Role::Value, sides.unwrap_or_default(), Align::Right, &text);
        let running = self.is_running();
        if let (true, Some(last)) = (running, columns.amounts.last()) {
            self.pen.at(Role::Value, *last, Align::Right, &amounts.text(balance));
        }
        let description = self.described(entry, columns.text);
        self.transactions.push(json!({
            "date": entry.day.iso(),
            "description": description,
            "amount": exact(entry.cents),
            "balance": running.then(|| exact(balance)),
        }));
        self.pen.down(1.0);
    }

    fn ground(&mut self, place: usize) {
        let (top, size) = (self.pen.y, self.pen.ink.size);
        let area = [
            self.pen.left - 2.0,
            top - 0.95 * size,
            self.pen.right + 2.0,
            top + 0.3 * size,
        ];
        match self.look.rows {
            Rows::Striped if place.is_multiple_of(2) => self.pen.draft.fill(area, STRIPE),
            Rows::Ruled if place > 0 => self.pen.draft.line((area[0], area[1]), (area[2], area[1]), 0.3),
            _ => {}
        }
    }

    /// Prints the description, over its lines or in one; returns it as one text.
    fn described(&mut self, entry: &Entry, sides: (f32, f32)) -> String {
        let whole = entry.lines.join(" ");
        if !self.look.stacked {
            self.pen.at(Role::Value, sides, Align::Left, &whole);
            return whole;
        }
        for (place, line) in entry.lines.iter().enumerate() {
            if place > 0 {
                self.pen.down(1.0);
            }
            self.pen.at(Role::Value, sides, Align::Left, line);
        }
        whole
    }

    /// A list for each direction under its heading, which implies the sign; each with its sum.
    fn sections(&mut self) {
        let account = self.account;
        let heads = self.head_words();
        if self.look.balances == Balances::Rows {
            self.summary();
            self.pen.down(1.0);
        }
        for rising in [true, false] {
            let heading = self.of_kind(if rising { "section.in" } else { "section.out" });
            self.pen.line(Role::Caption, Align::Left, 1.15, heading);
            self.heads_of_columns(&heads);
            let entries = account.entries.iter().filter(|entry| (entry.cents > 0) == rising);
            for (place, entry) in entries.enumerate() {
                self.turn_if_full(&heads, 0);
                self.plain_entry(entry, place);
            }
            let columns = self.columns();
            let total = self
                .list
                .plain("total", self.lot)
                .replace("{section}", &heading.to_lowercase());
            let sum = self.look.amounts.text(account.sum(rising));
            self.pen.at(Role::Plain, columns.text, Align::Left, &total);
            self.pen.at(
                Role::Plain,
                columns.amounts.last().copied().unwrap_or_default(),
                Align::Right,
                &sum,
            );
            self.pen.down(2.0);
        }
    }

    /// An entry of a section, without a sign.
    fn plain_entry(&mut self, entry: &Entry, place: usize) {
        let columns = self.columns();
        self.ground(place);
        self.pen
            .at(Role::Value, columns.date, Align::Left, &self.look.date.print(entry.day));
        let amount = self.look.amounts.text(entry.cents.abs());
        self.pen.at(
            Role::Value,
            columns.amounts.last().copied().unwrap_or_default(),
            Align::Right,
            &amount,
        );
        let description = self.described(entry, columns.text);
        self.transactions.push(json!({
            "date": entry.day.iso(),
            "description": description,
            "amount": exact(entry.cents),
            "balance": null,
        }));
        self.pen.down(1.0);
    }
}
