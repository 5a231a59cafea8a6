//! Account statements of random layouts: head, balances and entries arranged independently, over as many pages as
//! needed.

mod entries;
mod look;

use super::Drawn;
use super::draft::{Draft, Role};
use super::lot::{Lot, Part};
use super::page::portal;
use super::pen::Pen;
use super::wording::Wording;
use crate::calendar::exact;
use crate::statements::account::Account;
use crate::w2::layout::Align;
use crate::{FormTruth, Truth};
use look::{Balances, Head, Look, Meta, Period};
use serde_json::{Map, Value, json};

const WORDS: &str = include_str!("words.txt");

pub(super) fn statement(seed: u64, part: Part) -> Drawn {
    let list = Wording::of(WORDS);
    let mut lot = Lot::new(seed, part);
    let owed = lot.chance(30);
    let look = loop {
        let look = Look::draw(owed, &mut lot);
        if part == Part::Train || lot.kept() > 0 {
            break look;
        }
    };
    let account = account(owed, &list, &mut lot);
    let mut writer = Writer::new(&look, &account, owed, &list, &mut lot);
    writer.write();
    let (pages, fields) = writer.finish();
    let truth = Truth {
        label: Some("STATEMENT".to_owned()),
        pages: pages.len() as u32,
        forms: vec![FormTruth {
            label: "STATEMENT".to_owned(),
            page: 1,
            copies: 1,
            fields,
        }],
        ..Truth::default()
    };
    Drawn::new("random-statement", seed, &look.name(), truth, look.page, pages)
}

/// An account whose institution and entries are named from the lists.
fn account(owed: bool, list: &Wording, lot: &mut Lot) -> Account {
    let rows = *lot.dice.pick(&[4, 7, 10, 14, 18, 26, 45]);
    let mut account = Account::throw(&mut lot.dice, rows, owed);
    let last = if owed { "institution.card" } else { "institution.last" };
    account.institution = format!("{} {}", list.plain("institution.first", lot), list.plain(last, lot));
    for entry in &mut account.entries {
        let key = match (owed, entry.cents > 0) {
            (true, false) => "entry.payment",
            (false, true) => "entry.in",
            _ => "entry.out",
        };
        entry.lines = vec![list.filled(key, lot)];
        if lot.chance(20) {
            entry.lines.push(list.filled("second", lot));
        }
    }
    account
}

struct Writer<'a> {
    pen: Pen,
    done: Vec<Draft>,
    look: &'a Look,
    account: &'a Account,
    owed: bool,
    list: &'a Wording,
    lot: &'a mut Lot,
    fields: Map<String, Value>,
    transactions: Vec<Value>,
    balances: Vec<Value>,
    portal: bool,
}

impl<'a> Writer<'a> {
    fn new(look: &'a Look, account: &'a Account, owed: bool, list: &'a Wording, lot: &'a mut Lot) -> Self {
        let portal = lot.chance(15);
        Self {
            pen: fresh(look),
            done: Vec::new(),
            look,
            account,
            owed,
            list,
            lot,
            fields: Map::new(),
            transactions: Vec::new(),
            balances: Vec::new(),
            portal,
        }
    }

    fn note(&mut self, name: &str, value: Value) {
        self.fields.insert(name.to_owned(), value);
    }

    /// `caption.opening` of this kind of account.
    fn of_kind(&mut self, key: &str) -> &'static str {
        let kind = if self.owed { "owed" } else { "held" };
        self.list.plain(&format!("{key}.{kind}"), self.lot)
    }

    fn write(&mut self) {
        self.heading();
        self.parties();
        self.clutter(1);
        self.pen.down(0.8);
        if self.look.balances != Balances::Rows {
            self.summary();
            self.pen.down(1.0);
        }
        self.entries();
        self.pen.down(1.0);
        self.clutter(2);
    }

    fn turn(&mut self) {
        let done = std::mem::replace(&mut self.pen, fresh(self.look));
        self.done.push(done.draft);
    }

    /// Institution and title.
    fn heading(&mut self) {
        let title = self.of_kind("title");
        let name = self.account.institution.clone();
        let align = match self.look.head {
            Head::Left | Head::Second => Align::Left,
            Head::Center => Align::Center,
            Head::Right => Align::Right,
        };
        let scale = self.lot.points(12, 22) / 10.0;
        let lines = [(scale, name.as_str()), (1.25, title)];
        let order = if self.look.head == Head::Second { [1, 0] } else { [0, 1] };
        for (scale, text) in order.map(|place| lines[place]) {
            self.pen.line(Role::Value, align, scale, text);
        }
        if self.lot.chance(60) {
            let address = self.account.address.lines(true).join(", ");
            self.pen.line(Role::Plain, align, 1.0, &address);
        }
        self.note("document_title", json!(title));
        self.note("institution", json!(name));
        self.note("issuer_name", json!(name));
        self.pen.down(0.8);
    }

    /// The holder, and account and period beside or below.
    fn parties(&mut self) {
        let facts = self.facts();
        let (top, left, right) = (self.pen.y, self.pen.left, self.pen.right);
        let middle = left.midpoint(right) + 10.0;
        if self.look.meta == Meta::Heads {
            self.heads(&facts);
        }
        let first = self.pen.y;
        self.holder((left, middle - 14.0));
        let bottom = self.pen.y;
        match self.look.meta {
            Meta::Heads => {}
            Meta::Below => {
                self.pen.down(0.6);
                self.lines(&facts, left);
            }
            Meta::Beside | Meta::Columns => {
                self.pen.y = if self.look.meta == Meta::Beside { first } else { top };
                self.lines(&facts, middle);
                self.pen.y = self.pen.y.max(bottom);
            }
        }
    }

    fn holder(&mut self, sides: (f32, f32)) {
        let name = self.account.holder.name();
        self.pen.at(Role::Value, sides, Align::Left, &name);
        self.note("recipient_name", json!(name));
        for line in self.account.holder.address.lines(true) {
            self.pen.down(1.0);
            self.pen.at(Role::Plain, sides, Align::Left, &line);
        }
        self.pen.down(1.4);
    }

    /// Captions and values of account and period; noted as they are printed.
    fn facts(&mut self) -> Vec<(&'static str, String)> {
        let account = self.account;
        let number = self.look.number.print(&account.number);
        let mut facts = vec![(self.list.plain("caption.account", self.lot), number.clone())];
        self.note("account", json!(number));
        let (start, end) = (account.start, account.end);
        let period = match self.look.period {
            Period::Through => format!("{} through {}", start.slashes(), end.slashes()),
            Period::To => format!("{} to {}", start.slashes(), end.slashes()),
            Period::Dash => format!("{} - {}", start.slashes(), end.slashes()),
            Period::Long => format!("{} - {}", start.long(), end.long()),
            Period::End => String::new(),
        };
        if period.is_empty() {
            facts.push((self.list.plain("caption.end", self.lot), end.slashes()));
        } else {
            facts.push((self.list.plain("caption.period", self.lot), period.clone()));
            self.note("period", json!(period));
            self.note("period_start", json!(start.iso()));
        }
        self.note("period_end", json!(end.iso()));
        self.note("tax_year", json!(end.year));
        facts
    }

    fn lines(&mut self, facts: &[(&str, String)], x: f32) {
        let wide = facts
            .iter()
            .map(|(caption, _)| self.pen.width(caption))
            .fold(0.0, f32::max);
        for (caption, value) in facts {
            if self.look.meta == Meta::Columns {
                let wall = x + wide + 8.0;
                self.pen.at(Role::Caption, (x, wall), Align::Left, caption);
                self.pen.at(Role::Value, (wall, self.pen.right), Align::Left, value);
            } else {
                self.pen.captioned(x, caption, value);
            }
            self.pen.down(1.0);
        }
    }

    fn heads(&mut self, facts: &[(&str, String)]) {
        let unit = (self.pen.right - self.pen.left) / facts.len() as f32;
        let at = |pen: &Pen, place: usize| {
            (
                pen.left + place as f32 * unit,
                pen.left + (place + 1) as f32 * unit - 6.0,
            )
        };
        for (place, (caption, _)) in facts.iter().enumerate() {
            self.pen
                .strong(Role::Caption, at(&self.pen, place), Align::Left, caption);
        }
        self.pen.down(1.0);
        for (place, (_, value)) in facts.iter().enumerate() {
            self.pen.at(Role::Value, at(&self.pen, place), Align::Left, value);
        }
        self.pen.down(1.6);
    }

    /// Opening and closing balance, perhaps with another amount that the paper names.
    fn summary(&mut self) {
        let mut rows = vec![
            (self.of_kind("caption.opening"), self.account.opening),
            (self.of_kind("caption.closing"), self.account.closing),
        ];
        self.note("opening_balance", json!(exact(self.account.opening)));
        self.note("closing_balance", json!(exact(self.account.closing)));
        if self.lot.chance(30) {
            let cents = self.lot.dice.between(2_500, 900_000);
            rows.push((self.of_kind("caption.more"), cents));
        }
        for (caption, cents) in &rows {
            self.balance(caption, *cents);
        }
        if self.look.balances == Balances::Heads {
            let facts: Vec<(&str, String)> = rows
                .into_iter()
                .map(|(caption, cents)| (caption, self.look.amounts.text(cents)))
                .collect();
            self.heads(&facts);
            return;
        }
        let end = self.pen.left + 0.55 * (self.pen.right - self.pen.left);
        for (caption, cents) in rows {
            let amount = self.look.amounts.text(cents);
            let wall = end - self.pen.width(&amount) - 6.0;
            self.pen.at(Role::Caption, (self.pen.left, wall), Align::Left, caption);
            self.pen.at(Role::Value, (wall, end), Align::Right, &amount);
            if self.look.balances == Balances::Dotted {
                let start = self.pen.left + self.pen.width(caption) + 2.0;
                let count = ((wall - start) / self.pen.width(".")).max(0.0) as usize;
                self.pen
                    .at(Role::Plain, (start, wall + 1.0), Align::Left, &".".repeat(count));
            }
            self.pen.down(1.0);
        }
    }

    /// Records a balance in the order of the page.
    fn balance(&mut self, caption: &str, cents: i64) {
        self.balances
            .push(json!({"description": caption, "amount": exact(cents)}));
    }

    /// Sentences with amounts, dates and numbers that are in no field.
    fn clutter(&mut self, most: i64) {
        for _ in 0..self.lot.dice.between(0, most) {
            let text = self.list.filled("clutter", self.lot);
            self.pen.paragraph(Align::Left, &text);
        }
    }

    fn finish(mut self) -> (Vec<Draft>, Map<String, Value>) {
        self.done.push(self.pen.draft);
        if let (true, Some(first)) = (self.portal, self.done.first_mut()) {
            portal(first, self.look.page, self.list, self.lot);
        }
        let mut fields = self.fields;
        fields.insert("balances".to_owned(), json!(self.balances));
        fields.insert("transaction_count".to_owned(), json!(self.transactions.len()));
        fields.insert("transactions".to_owned(), Value::Array(self.transactions));
        (self.done, fields)
    }
}

fn fresh(look: &Look) -> Pen {
    let margin = look.page.margin.max(30.0);
    Pen::new(
        (margin, look.page.width - margin),
        margin,
        (look.ink, look.bold),
        look.leading,
    )
}
