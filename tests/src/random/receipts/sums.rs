//! The articles of a receipt, its sums, and the payment.

use super::super::draft::Role;
use super::Writer;
use super::look::{Articles, Sort, Sums};
use super::sale::Article;
use crate::calendar::exact;
use crate::w2::layout::Align;
use serde_json::{Value, json};

/// Columns of a table: sides and alignment.
type Column = ((f32, f32), Align);

impl Writer<'_> {
    pub(super) fn articles(&mut self) {
        let upper = self.look.sort == Sort::Till && self.lot.chance(40);
        let table = self.look.articles.is_table();
        let mut rows = Vec::new();
        if table {
            self.heads();
        }
        let sale = self.sale;
        for article in &sale.articles {
            let name = if upper {
                article.name.to_uppercase()
            } else {
                article.name.to_owned()
            };
            rows.push(if table {
                self.row(article, &name)
            } else {
                self.line(article, &name)
            });
        }
        if self.lot.chance(50) {
            self.pen.rule();
        } else {
            self.pen.down(0.5);
        }
        self.note("items", json!(rows));
    }

    /// Description, quantity, price, amount, code.
    fn columns(&self) -> [Column; 5] {
        let (left, right) = (self.pen.left, self.pen.right);
        let width = right - left;
        let at = |from: f32, to: f32| (left + from * width, left + to * width - 3.0);
        match self.look.articles {
            Articles::AmountFirst => [
                (at(0.22, 0.62), Align::Left),
                (at(0.62, 0.74), Align::Right),
                (at(0.76, 1.0), Align::Right),
                (at(0.0, 0.19), Align::Right),
                (at(0.0, 0.0), Align::Left),
            ],
            Articles::Coded => [
                (at(0.16, 0.55), Align::Left),
                (at(0.55, 0.63), Align::Right),
                (at(0.64, 0.81), Align::Right),
                (at(0.82, 1.01), Align::Right),
                (at(0.0, 0.15), Align::Left),
            ],
            _ => [
                (at(0.0, 0.47), Align::Left),
                (at(0.48, 0.57), Align::Right),
                (at(0.58, 0.78), Align::Right),
                (at(0.79, 1.01), Align::Right),
                (at(0.0, 0.0), Align::Left),
            ],
        }
    }

    fn heads(&mut self) {
        let columns = self.columns();
        let keys = ["head.item", "head.quantity", "head.price", "head.amount", "head.code"];
        let count = if self.look.articles == Articles::Coded { 5 } else { 4 };
        for ((sides, align), key) in columns.into_iter().zip(keys).take(count) {
            let head = self.list.plain(key, self.lot);
            self.pen.strong(Role::Caption, sides, align, head);
        }
        self.pen.down(1.0);
        if self.lot.chance(50) {
            self.pen.rule();
        }
    }

    fn row(&mut self, article: &Article, name: &str) -> Value {
        let amounts = self.look.amounts;
        let texts = [
            name.to_owned(),
            article.quantity.to_string(),
            amounts.text(article.price),
            amounts.text(article.amount()),
        ];
        let columns = self.columns();
        for ((sides, align), text) in columns.into_iter().zip(&texts) {
            self.pen.at(Role::Value, sides, align, text);
        }
        if let (Articles::Coded, [.., (sides, align)]) = (self.look.articles, columns) {
            self.pen.at(Role::Plain, sides, align, &article.code);
        }
        self.pen.down(1.0);
        item(article, name, true, true)
    }

    fn line(&mut self, article: &Article, name: &str) -> Value {
        let many = article.quantity > 1;
        let amount = self.look.amounts.text(article.amount());
        let (left, right) = (self.pen.left, self.pen.right);
        let wall = right - self.pen.width(&amount) - 6.0;
        let mut from = left;
        match self.look.articles {
            Articles::CountFirst => {
                let count = article.quantity.to_string();
                self.pen.at(Role::Value, (left, wall), Align::Left, &count);
                from += self.pen.width(&count) + 0.6 * self.pen.ink.size;
            }
            Articles::Behind if many => {
                let count = format!("x{}", article.quantity);
                let width = self.pen.width(&count);
                let start = (left + self.pen.width(name) + 0.6 * self.pen.ink.size).min(wall - width);
                self.pen.at(Role::Plain, (start, wall), Align::Left, &count);
            }
            _ => {}
        }
        let behind = if many && self.look.articles == Articles::Behind {
            3.0 * self.pen.ink.size
        } else {
            0.0
        };
        self.pen.at(Role::Value, (from, wall - behind), Align::Left, name);
        self.pen.at(Role::Value, (wall, right), Align::Right, &amount);
        self.pen.down(1.0);
        let below = many && matches!(self.look.articles, Articles::Below | Articles::Plain);
        if below {
            let text = format!("{} @ {}", article.quantity, self.look.amounts.text(article.price));
            self.pen.at(Role::Value, (left + 10.0, right), Align::Left, &text);
            self.pen.down(1.0);
        }
        let counted =
            below || many && self.look.articles == Articles::Behind || self.look.articles == Articles::CountFirst;
        item(article, name, counted, below)
    }

    pub(super) fn sums(&mut self) {
        let sale = self.sale;
        if self.lot.chance(85) {
            let caption = self.list.plain("caption.subtotal", self.lot);
            self.sum(caption, sale.subtotal());
            self.note("subtotal", json!(exact(sale.subtotal())));
        }
        for (caption, cents) in &sale.adjustments {
            self.sum(caption, *cents);
        }
        for (caption, cents) in &sale.taxes {
            self.sum(caption, *cents);
        }
        if let Some(tip) = sale.tip {
            let caption = self.list.plain("caption.tip", self.lot);
            self.sum(caption, tip);
            self.note("tip", json!(exact(tip)));
        }
        let caption = self.list.plain("caption.total", self.lot);
        let plain = self.pen.ink;
        if self.lot.chance(60) {
            self.pen.ink = self.pen.bold;
        }
        self.sum(caption, sale.total());
        self.pen.ink = plain;
        self.note("total", json!(exact(sale.total())));
        if !sale.taxes.is_empty() {
            self.note("tax", json!(exact(sale.tax())));
        }
        if !sale.adjustments.is_empty() {
            let one = |(caption, cents): &(String, i64)| json!({"description": caption, "amount": exact(*cents)});
            let all: Vec<Value> = sale.adjustments.iter().map(one).collect();
            self.note("adjustments", json!(all));
        }
    }

    /// One sum with its caption.
    fn sum(&mut self, caption: &str, cents: i64) {
        let amount = self.look.amounts.text(cents);
        let (left, right) = (self.pen.left, self.pen.right);
        let wall = right - self.pen.width(&amount) - 6.0;
        let middle = left + 0.35 * (right - left);
        match self.look.sums {
            Sums::Run => {
                let caption = format!("{caption}:");
                let end = left + self.pen.width(&caption).min(wall - left);
                self.pen.at(Role::Caption, (left, end + 0.1), Align::Left, &caption);
                self.pen.at(Role::Value, (end + 4.0, right), Align::Left, &amount);
                self.pen.down(1.0);
                return;
            }
            Sums::Wide => self.pen.at(Role::Caption, (left, wall), Align::Left, caption),
            Sums::Close => self.pen.at(Role::Caption, (left, wall), Align::Right, caption),
            Sums::Dotted => {
                let start = left + self.pen.width(caption).min(wall - left) + 2.0;
                self.pen.at(Role::Caption, (left, wall), Align::Left, caption);
                let count = ((wall - start) / self.pen.width(".")).max(0.0) as usize;
                self.pen
                    .at(Role::Plain, (start, wall + 1.0), Align::Left, &".".repeat(count));
            }
            Sums::Framed => {
                let level = self.pen.y;
                let size = self.pen.ink.size;
                self.pen
                    .draft
                    .frame([middle - 6.0, level - 1.05 * size, right + 4.0, level + 0.35 * size]);
                self.pen.at(Role::Caption, (middle, wall), Align::Left, caption);
            }
        }
        self.pen.at(Role::Value, (wall, right), Align::Right, &amount);
        self.pen.down(1.0);
    }

    /// The means of payment; cash with what was handed over and given back.
    pub(super) fn payment(&mut self) {
        let sale = self.sale;
        self.pen.down(0.5);
        let last = self.lot.dice.between(1_000, 9_999);
        match sale.cash {
            Some(cash) => {
                self.sum(sale.means, cash);
                let caption = self.list.plain("caption.change", self.lot);
                self.sum(caption, cash - sale.total());
            }
            None if self.lot.chance(50) => {
                self.sum(sale.means, sale.total());
                self.pen
                    .line(Role::Plain, Align::Left, 1.0, &format!("************{last}"));
            }
            None => {
                let text = format!("{} ending in {last}", sale.means);
                self.pen.line(Role::Value, Align::Left, 1.0, &text);
            }
        }
        self.note("payment_method", json!(sale.means));
    }
}

/// The truth of an article; parts that are not printed are null.
fn item(article: &Article, name: &str, quantity: bool, price: bool) -> Value {
    json!({
        "description": name,
        "quantity": quantity.then(|| article.quantity.to_string()),
        "price": price.then(|| exact(article.price)),
        "amount": exact(article.amount()),
    })
}
