//! Receipts of random layouts: the order of their sections, where the merchant is, how articles and sums are set, and
//! amounts, dates and numbers around them that are in no field.

mod look;
mod sale;
mod sums;

use super::Drawn;
use super::draft::Role;
use super::lot::{Lot, Part};
use super::page::{Page, portal};
use super::pen::Pen;
use super::wording::Wording;
use crate::w2::layout::Align;
use crate::{FormTruth, Truth};
use look::{Head, Look, Meta, Sort};
use sale::Sale;
use serde_json::{Map, Value, json};

const WORDS: &str = include_str!("words.txt");

pub(super) fn receipt(seed: u64, part: Part) -> Drawn {
    let list = Wording::of(WORDS);
    let mut lot = Lot::new(seed, part);
    let look = loop {
        let look = Look::draw(&mut lot);
        if part == Part::Train || lot.kept() > 0 {
            break look;
        }
    };
    let sale = Sale::throw(&list, &mut lot);
    let mut writer = Writer {
        pen: Pen::new(
            (look.margin, look.width - look.margin),
            28.0,
            (look.ink, look.bold),
            look.leading,
        ),
        look: &look,
        sale: &sale,
        list: &list,
        lot: &mut lot,
        fields: Map::new(),
    };
    writer.write();
    let (mut pen, fields) = (writer.pen, writer.fields);
    let height = match look.sort {
        Sort::Till => pen.y + 24.0,
        Sort::Half => pen.y.max(560.0) + 30.0,
        Sort::A4 => pen.y.max(812.0) + 30.0,
        Sort::Letter | Sort::Portal => pen.y.max(762.0) + 30.0,
    };
    let page = Page::of(look.width, height, look.margin, &mut lot);
    if look.sort == Sort::Portal {
        portal(&mut pen.draft, page, &list, &mut lot);
    }
    let truth = Truth {
        label: Some("RECEIPT".to_owned()),
        forms: vec![FormTruth {
            label: "RECEIPT".to_owned(),
            page: 1,
            copies: 1,
            fields,
        }],
        ..Truth::default()
    };
    Drawn::new("random-receipt", seed, &look.name(), truth, page, vec![pen.draft])
}

struct Writer<'a> {
    pen: Pen,
    look: &'a Look,
    sale: &'a Sale,
    list: &'a Wording,
    lot: &'a mut Lot,
    /// The truth, written with what is drawn.
    fields: Map<String, Value>,
}

impl Writer<'_> {
    fn note(&mut self, name: &str, value: Value) {
        self.fields.insert(name.to_owned(), value);
    }

    fn write(&mut self) {
        for name in ["merchant", "issuer_name"] {
            self.note(name, json!(self.sale.merchant));
        }
        match self.look.head {
            Head::Foot => {}
            Head::Greeted => {
                self.greeting();
                self.merchant();
            }
            _ => self.merchant(),
        }
        self.title();
        if self.look.meta != Meta::Last {
            self.meta();
        }
        self.customer();
        self.pen.down(0.6);
        self.articles();
        self.sums();
        self.payment();
        if self.look.meta == Meta::Last {
            self.meta();
        }
        self.pen.down(0.6);
        self.clutter("clutter.foot", 5);
        if self.look.head == Head::Foot {
            self.merchant();
        } else {
            let farewell = self.list.plain("farewell", self.lot);
            self.pen.line(Role::Plain, self.align(), 1.0, farewell);
        }
    }

    fn align(&self) -> Align {
        match (self.look.sort, self.look.head) {
            (Sort::Till | Sort::Half, Head::Large | Head::Foot) | (_, Head::Center) => Align::Center,
            _ => Align::Left,
        }
    }

    fn greeting(&mut self) {
        let greeting = self
            .list
            .plain("greeting", self.lot)
            .replace("{name}", &self.sale.buyer.first);
        self.pen.paragraph(Align::Left, &greeting);
        self.pen.down(0.5);
    }

    fn merchant(&mut self) {
        let align = self.align();
        let scale = match self.look.head {
            Head::Large => self.lot.points(20, 26) / 10.0,
            Head::Foot | Head::Greeted => 1.2,
            _ => self.lot.points(11, 17) / 10.0,
        };
        self.pen.line(Role::Value, align, scale, &self.sale.merchant);
        for line in self.sale.address.lines(true) {
            self.pen.line(Role::Plain, align, 1.0, &line);
        }
        self.clutter("clutter.head", 3);
        self.pen.down(0.5);
    }

    /// A few lines that are in no field.
    fn clutter(&mut self, key: &str, most: i64) {
        let align = self.align();
        for _ in 0..self.lot.dice.between(0, most) {
            let line = self.list.filled(key, self.lot);
            self.pen.line(Role::Plain, align, 1.0, &line);
        }
    }

    fn title(&mut self) {
        if self.look.sort == Sort::Till && self.lot.chance(60) {
            return;
        }
        let title = self.list.plain("title", self.lot);
        self.pen.line(Role::Value, self.align(), 1.25, title);
        self.note("document_title", json!(title));
    }

    fn customer(&mut self) {
        if self.look.sort == Sort::Till || self.lot.chance(40) {
            return;
        }
        let caption = self.list.caption("caption.customer", self.lot);
        let name = self.sale.buyer.name();
        self.pen.captioned(self.pen.left, &caption, &name);
        self.pen.down(1.0);
        self.note("recipient_name", json!(name));
    }

    /// Date and number of the receipt. The number is in no field.
    fn meta(&mut self) {
        let sale = self.sale;
        let date = self.look.date.print(sale.day);
        self.note("date", json!(sale.day.iso()));
        self.note("tax_year", json!(sale.day.year));
        let caption = self.list.plain("caption.date", self.lot).to_owned();
        let of_number = self.list.plain("caption.number", self.lot).to_owned();
        let number = self.lot.dice.between(10_000, 9_999_999).to_string();
        let time = format!(
            "{:02}:{:02}",
            self.lot.dice.between(8, 21),
            self.lot.dice.between(0, 59)
        );
        let (left, right) = (self.pen.left, self.pen.right);
        let middle = left.midpoint(right);
        match self.look.meta {
            Meta::Lines | Meta::Last => {
                self.pen.captioned(left, &caption, &date);
                self.pen.down(1.0);
                self.number(left, &of_number, &number);
            }
            Meta::Bare => {
                self.pen.at(Role::Value, (left, middle), Align::Left, &date);
                self.pen.at(Role::Plain, (middle, right), Align::Right, &time);
                self.pen.down(1.0);
                self.number(left, &of_number, &number);
            }
            Meta::Sides => {
                let end = self.pen.captioned(left, &caption, &date);
                let text = format!("{of_number} {number}");
                if end + self.pen.width(&text) + 8.0 > right {
                    self.pen.down(1.0);
                }
                self.pen.at(Role::Plain, (left, right), Align::Right, &text);
            }
            Meta::Heads => {
                self.pen
                    .strong(Role::Caption, (left, middle - 4.0), Align::Left, &caption);
                self.pen.strong(Role::Plain, (middle, right), Align::Left, &of_number);
                self.pen.down(1.0);
                self.pen.at(Role::Value, (left, middle - 4.0), Align::Left, &date);
                self.pen.at(Role::Plain, (middle, right), Align::Left, &number);
            }
        }
        self.pen.down(1.0);
    }

    fn number(&mut self, x: f32, caption: &str, number: &str) {
        let text = format!("{caption} {number}");
        self.pen.at(Role::Plain, (x, self.pen.right), Align::Left, &text);
    }
}
