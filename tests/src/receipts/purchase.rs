//! A fictional purchase: items, merchant, payment. Amounts are in cents.

use crate::calendar::{Day, exact};
use crate::dice::Dice;
use crate::people::{Address, Person};
use serde_json::{Map, Value, json};

#[derive(Debug, Clone)]
pub(crate) struct Purchase {
    pub merchant: String,
    pub address: Address,
    pub buyer: Person,
    pub day: Day,
    pub items: Vec<Item>,
    /// Tax rate, in hundredths of a percent.
    pub rate: i64,
    pub card: bool,
    pub number: i64,
    pub tip_percent: i64,
    /// Printed sum of the items, when it was fixed before an item was changed.
    fixed: Option<i64>,
}

#[derive(Debug, Clone)]
pub(crate) struct Item {
    pub name: &'static str,
    pub quantity: i64,
    pub price: i64,
}

impl Item {
    pub(crate) fn amount(&self) -> i64 {
        self.quantity * self.price
    }
}

#[rustfmt::skip]
const MERCHANTS: [&str; 14] = [
    "Corner Lantern Market", "The Blue Kettle", "Pinecone Office Supply", "Harbor Lights Inn", "Fern & Fable Books", "Gullwing Hardware", "Marigold Garden Center",
    "Copper Pot Kitchen", "Sunrise Animal Rescue", "Twelve Mile Outfitters", "Oxbow Electronics", "St. Brendan Food Bank", "Velvet Anchor Grill", "Quarry Road Auto Parts",
];
#[rustfmt::skip]
const GOODS: [&str; 24] = [
    "Whole milk gallon", "Sourdough loaf", "Printer paper A4", "Ball point pens", "Desk lamp LED", "HDMI cable 6 ft", "Garden hose", "Paint brush set", "Coffee beans 12 oz", "Tip top bread",
    "Notebook ruled", "Stapler", "Wood screws 100 ct", "Light bulb 60W", "Bananas", "Cheddar cheese", "House salad", "Grilled salmon", "Lemonade", "Travel mug", "USB charger", "Total body lotion", "Envelope pack", "Work gloves",
];

impl Purchase {
    pub(crate) fn throw(dice: &mut Dice) -> Self {
        let count = dice.between(1, 9);
        let item = |dice: &mut Dice| Item {
            name: GOODS[dice.index(GOODS.len())],
            quantity: if dice.chance(30) { dice.between(2, 5) } else { 1 },
            price: dice.between(89, 7_999),
        };
        Self {
            merchant: (*dice.pick(&MERCHANTS)).to_owned(),
            address: Address::throw(dice),
            buyer: Person::throw(dice),
            day: Day::new(dice.between(2012, 2025), dice.between(1, 12), dice.between(1, 28)),
            items: (0..count).map(|_| item(dice)).collect(),
            rate: dice.between(400, 1_050),
            card: dice.chance(70),
            number: dice.between(1_000, 9_999),
            tip_percent: dice.between(12, 25),
            fixed: None,
        }
    }

    /// Keeps the printed sums unchanged while items change.
    pub(crate) fn fix(&mut self) {
        self.fixed = Some(self.subtotal());
    }

    pub(crate) fn subtotal(&self) -> i64 {
        self.fixed.unwrap_or_else(|| self.items.iter().map(Item::amount).sum())
    }

    pub(crate) fn tax(&self) -> i64 {
        (self.subtotal() * self.rate + 5_000) / 10_000
    }

    pub(crate) fn tip(&self) -> i64 {
        self.subtotal() * self.tip_percent / 100
    }

    pub(crate) fn total(&self) -> i64 {
        self.subtotal() + self.tax()
    }

    pub(crate) fn rate_text(&self) -> String {
        format!("{}.{:02}%", self.rate / 100, self.rate % 100)
    }

    /// The truth common to all layouts: the merchant, the date, the total.
    pub(crate) fn truth(&self, total: i64) -> Map<String, Value> {
        let mut fields = Map::new();
        fields.insert("merchant".to_owned(), json!(self.merchant));
        fields.insert("issuer_name".to_owned(), json!(self.merchant));
        fields.insert("date".to_owned(), json!(self.day.iso()));
        fields.insert("tax_year".to_owned(), json!(self.day.year));
        fields.insert("total".to_owned(), json!(exact(total)));
        fields
    }
}

/// An item's truth; parts that are not printed are null.
pub(crate) fn row(item: &Item, quantity: bool, price: bool) -> Value {
    json!({
        "description": item.name,
        "quantity": quantity.then(|| item.quantity.to_string()),
        "price": price.then(|| exact(item.price)),
        "amount": exact(item.amount()),
    })
}
