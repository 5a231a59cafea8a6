//! Draws a statement line by line over as many sheets as needed, and records what was drawn as truth.

use super::account::{Account, Entry};
use crate::calendar::exact;
use crate::font::Font;
use crate::paper::{Ink, Paper, Sheet};
use serde_json::{Map, Value, json};

pub(crate) struct Pen {
    done: Vec<Sheet>,
    pub sheet: Sheet,
    pub y: f32,
    pub font: Font,
    pub bold: Font,
    pub size: f32,
    /// Fields recorded so far. `rows`: the transactions.
    pub truth: Map<String, Value>,
    pub rows: Vec<Value>,
    /// Each with its sheet and its distance from the top.
    balances: Vec<((usize, f32), Value)>,
}

impl Default for Pen {
    fn default() -> Self {
        Self {
            done: Vec::new(),
            sheet: Sheet::letter(),
            y: 0.0,
            font: Font::Sans,
            bold: Font::SansBold,
            size: 9.0,
            truth: Map::new(),
            rows: Vec::new(),
            balances: Vec::new(),
        }
    }
}

impl Pen {
    pub(crate) fn ink(&self) -> Ink {
        Ink::new(self.font, self.size)
    }

    pub(crate) fn strong(&self) -> Ink {
        Ink::new(self.bold, self.size)
    }

    pub(crate) fn at(&mut self, x: f32, text: &str) {
        let ink = self.ink();
        self.sheet.text(x, self.y, ink, text);
    }

    pub(crate) fn at_right(&mut self, x: f32, text: &str) {
        let ink = self.ink();
        self.sheet.text_right(x, self.y, ink, text);
    }

    pub(crate) fn bold_at(&mut self, x: f32, text: &str) {
        let ink = self.strong();
        self.sheet.text(x, self.y, ink, text);
    }

    pub(crate) fn bold_right(&mut self, x: f32, text: &str) {
        let ink = self.strong();
        self.sheet.text_right(x, self.y, ink, text);
    }

    pub(crate) fn head(&mut self, x: f32, size: f32, text: &str) {
        let ink = Ink::new(self.bold, size);
        self.sheet.text(x, self.y, ink, text);
    }

    pub(crate) fn down(&mut self, by: f32) {
        self.y += by;
    }

    pub(crate) fn turn(&mut self) {
        self.done.push(std::mem::replace(&mut self.sheet, Sheet::letter()));
        self.y = 0.0;
    }

    pub(crate) fn pages(&self) -> u32 {
        self.done.len() as u32 + 1
    }

    pub(crate) fn into_pdf(mut self) -> Vec<u8> {
        self.done.push(self.sheet);
        Paper::new(self.done).into_pdf()
    }

    pub(crate) fn note(&mut self, name: &str, value: Value) {
        self.truth.insert(name.to_owned(), value);
    }

    /// Prints and records the title.
    pub(crate) fn titled(&mut self, x: f32, title: &str) {
        self.bold_at(x, title);
        self.note("document_title", json!(title));
    }

    /// Records the printed period and its start.
    pub(crate) fn covers(&mut self, period: &str, account: &Account) {
        self.note("period", json!(period));
        self.note("period_start", json!(account.start.iso()));
    }

    /// Prints the holder's name and address, one line each.
    pub(crate) fn addressee(&mut self, x: f32, account: &Account) {
        self.at(x, &account.holder.name());
        for line in account.holder.address.lines(true) {
            self.down(11.0);
            self.at(x, &line);
        }
    }

    /// Records a balance; the list of balances is in printed order.
    pub(crate) fn balance(&mut self, caption: &str, cents: i64) {
        let one = json!({"description": caption, "amount": exact(cents)});
        self.balances.push(((self.done.len(), self.y), one));
        self.balances
            .sort_by(|(a, _), (b, _)| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let all = self.balances.iter().map(|(_, one)| one.clone());
        self.truth.insert("balances".to_owned(), all.collect());
    }

    pub(crate) fn opening(&mut self, caption: &str, cents: i64) {
        self.note("opening_balance", json!(exact(cents)));
        self.balance(caption, cents);
    }

    pub(crate) fn closing(&mut self, caption: &str, cents: i64) {
        self.note("closing_balance", json!(exact(cents)));
        self.balance(caption, cents);
    }

    /// Prints the text of an entry on one line and returns it.
    pub(crate) fn write_entry(&mut self, x: f32, entry: &Entry) -> String {
        let text = entry.lines.join(" ");
        self.at(x, &text);
        text
    }

    pub(crate) fn row(&mut self, entry: &Entry, description: &str, balance: Option<i64>) {
        self.rows.push(json!({
            "date": entry.day.iso(),
            "description": description,
            "amount": exact(entry.cents),
            "balance": balance.map(exact),
        }));
    }
}
