//! A sale whose sums agree: articles, discounts, charges, taxes, a tip, and how it was paid. In cents.

use super::super::lot::Lot;
use super::super::wording::Wording;
use crate::calendar::Day;
use crate::people::{Address, Person};

#[derive(Debug, Clone)]
pub(super) struct Sale {
    pub merchant: String,
    pub address: Address,
    pub buyer: Person,
    pub day: Day,
    pub articles: Vec<Article>,
    /// Discounts, which are negative, and charges.
    pub adjustments: Vec<(String, i64)>,
    /// One tax or two, each with its caption.
    pub taxes: Vec<(String, i64)>,
    pub tip: Option<i64>,
    /// The means of payment as printed, and the cash handed over.
    pub means: &'static str,
    pub cash: Option<i64>,
}

#[derive(Debug, Clone)]
pub(super) struct Article {
    pub name: &'static str,
    pub code: String,
    pub quantity: i64,
    pub price: i64,
}

impl Article {
    pub(super) fn amount(&self) -> i64 {
        self.quantity * self.price
    }
}

impl Sale {
    pub(super) fn throw(list: &Wording, lot: &mut Lot) -> Self {
        let merchant = merchant(list, lot);
        let mut sale = Self {
            merchant: if lot.chance(35) {
                merchant.to_uppercase()
            } else {
                merchant
            },
            address: Address::throw(&mut lot.dice),
            buyer: Person::throw(&mut lot.dice),
            day: Day::new(
                lot.dice.between(2012, 2026),
                lot.dice.between(1, 12),
                lot.dice.between(1, 28),
            ),
            articles: articles(list, lot),
            adjustments: Vec::new(),
            taxes: Vec::new(),
            tip: None,
            means: "",
            cash: None,
        };
        sale.throw_sums(list, lot);
        sale.throw_payment(list, lot);
        sale
    }

    fn throw_sums(&mut self, list: &Wording, lot: &mut Lot) {
        let goods = self.subtotal();
        for (key, percent, sign) in [("goods.discount", 25, -1), ("goods.charge", 25, 1)] {
            if lot.chance(percent) {
                let cents = lot.dice.between(50, (goods / 5).clamp(60, 1_200));
                self.adjustments.push((list.plain(key, lot).to_owned(), sign * cents));
            }
        }
        let count = *lot.dice.pick(&[0, 1, 1, 1, 1, 1, 2]);
        for key in ["caption.tax", "caption.tax.second"].into_iter().take(count) {
            let rate = lot.dice.between(100, 900);
            let caption = list
                .plain(key, lot)
                .replace("{rate}", &format!("{}.{:02}%", rate / 100, rate % 100));
            self.taxes.push((caption, (goods * rate + 5_000) / 10_000));
        }
        self.tip = lot.chance(25).then(|| goods * lot.dice.between(10, 25) / 100);
    }

    fn throw_payment(&mut self, list: &Wording, lot: &mut Lot) {
        if lot.chance(75) {
            self.means = list.plain("payment.card", lot);
        } else {
            self.means = list.plain("payment.cash", lot);
            self.cash = Some((self.total() / 2_000 + 1) * 2_000);
        }
    }

    pub(super) fn subtotal(&self) -> i64 {
        self.articles.iter().map(Article::amount).sum()
    }

    pub(super) fn tax(&self) -> i64 {
        self.taxes.iter().map(|(_, cents)| cents).sum()
    }

    pub(super) fn total(&self) -> i64 {
        let adjusted: i64 = self.adjustments.iter().map(|(_, cents)| cents).sum();
        self.subtotal() + adjusted + self.tax() + self.tip.unwrap_or(0)
    }
}

/// A name of one word, or of a name and a trade, perhaps with the form of the firm.
fn merchant(list: &Wording, lot: &mut Lot) -> String {
    if lot.chance(25) {
        return list.plain("merchant.single", lot).to_owned();
    }
    let (first, last) = (list.plain("merchant.first", lot), list.plain("merchant.last", lot));
    if lot.chance(15) {
        return format!("{first} {last} {}", list.plain("merchant.firm", lot));
    }
    format!("{first} {last}")
}

fn articles(list: &Wording, lot: &mut Lot) -> Vec<Article> {
    let count = *lot.dice.pick(&[1, 2, 2, 3, 3, 4, 5, 6, 8, 11]);
    let article = |lot: &mut Lot| Article {
        name: list.plain("goods", lot),
        code: format!("{:06}", lot.dice.between(1_001, 999_999)),
        quantity: if lot.chance(35) { lot.dice.between(2, 6) } else { 1 },
        price: if lot.chance(8) {
            lot.dice.between(50_000, 190_000)
        } else {
            lot.dice.between(99, 6_999)
        },
    };
    (0..count).map(|_| article(lot)).collect()
}
