//! Made receipts: the purchase (`purchase`), printed as by tills, hotels, restaurants, shops and charities (`prints`,
//! `others`), and on held-out layouts (`held`). The truth is written from what is drawn.

mod held;
mod others;
mod prints;
mod purchase;

use super::{Case, Expect, FormTruth, Truth};
use crate::dice::Dice;
use crate::family::Family;
use crate::paper::{Paper, Sheet};
use purchase::Purchase;
use serde_json::{Map, Value};

pub const RECEIPTS: Family = Family {
    name: "receipts",
    tuned: &[
        "till",
        "restaurant",
        "hotel",
        "order",
        "donation",
        "paid-invoice",
        "pharmacy",
        "ride",
        "workshop",
    ],
    unseen: &["held-cafe", "held-web", "held-counter"],
    make: cases_of,
};

/// Receipts of one layout. The same seed gives the same bytes.
pub fn cases_of(layout: &str, seed: u64, count: usize) -> Vec<Case> {
    let mut dice = Dice::new(seed);
    (0..count).map(|index| one(layout, &mut dice.fork(), index)).collect()
}

fn one(layout: &str, dice: &mut Dice, index: usize) -> Case {
    let purchase = Purchase::throw(dice);
    case(layout, &purchase, index)
}

/// The same receipts with an item omitted, printed twice or with a wrong digit.
pub fn broken(layout: &str, seed: u64, count: usize) -> Vec<Case> {
    let mut dice = Dice::new(seed);
    let one = |index: usize| {
        let mut dice = dice.fork();
        let mut purchase = Purchase::throw(&mut dice);
        purchase.fix();
        let place = dice.index(purchase.items.len());
        match index % 3 {
            0 => {
                purchase.items.remove(place);
            }
            1 => {
                let twin = purchase.items[place].clone();
                purchase.items.insert(place, twin);
            }
            _ => {
                let item = &mut purchase.items[place];
                item.quantity = 1;
                item.price += if item.price % 10 == 9 { -1 } else { 1 };
            }
        }
        let mut case = case(layout, &purchase, index);
        case.rename(&format!("receipt-{:03}-broken-{layout}", index + 1));
        case.truth.expect = Expect::Escalate;
        case.truth
            .remarks
            .push("an item is left out, doubled or wrong on purpose".to_owned());
        case
    };
    (0..count).map(one).collect()
}

/// A drawn page and its truth.
pub(crate) struct Drawn {
    pub sheet: Sheet,
    pub fields: Map<String, Value>,
}

fn case(layout: &str, purchase: &Purchase, index: usize) -> Case {
    let drawn = match layout {
        "till" => prints::till(purchase),
        "restaurant" => prints::restaurant(purchase),
        "hotel" => prints::hotel(purchase),
        "order" => prints::order(purchase),
        "donation" => prints::donation(purchase),
        "paid-invoice" => prints::paid_invoice(purchase),
        "pharmacy" => others::pharmacy(purchase),
        "ride" => others::ride(purchase),
        "workshop" => others::workshop(purchase),
        "held-cafe" => held::cafe(purchase),
        "held-web" => held::web(purchase),
        _ => held::counter(purchase),
    };
    let truth = Truth {
        layout: layout.to_owned(),
        label: Some("RECEIPT".to_owned()),
        expect: Expect::Accept,
        forms: vec![FormTruth {
            label: "RECEIPT".to_owned(),
            page: 1,
            copies: 1,
            fields: drawn.fields,
        }],
        ..Truth::default()
    };
    let stem = format!("receipt-{:03}-{layout}", index + 1);
    Case::new(&stem, Paper::new(vec![drawn.sheet]).into_pdf(), truth)
}
