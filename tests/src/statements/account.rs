//! A fictional account over one period: entries between two balances. Amounts are in cents.

use crate::calendar::Day;
use crate::dice::Dice;
use crate::people::{Address, Person};

#[derive(Debug, Clone)]
pub(crate) struct Account {
    pub institution: String,
    pub address: Address,
    pub holder: Person,
    pub number: String,
    pub start: Day,
    pub end: Day,
    pub opening: i64,
    pub closing: i64,
    pub entries: Vec<Entry>,
}

#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub day: Day,
    /// One or two printed lines.
    pub lines: Vec<String>,
    /// Change of the balance.
    pub cents: i64,
}

#[rustfmt::skip]
const INSTITUTIONS: [&str; 14] = [
    "Harbor Point Bank", "First Prairie National Bank", "Cobalt Federal Credit Union", "Juniper Savings", "Northgate Trust Company",
    "Blue Heron Financial", "Silverline Brokerage", "Old Mill Community Bank", "Summit Lending Corp", "Lakeside Card Services",
    "Evergreen Capital", "Meridian Securities LLC", "Tall Oak Mortgage", "Redstone Bancorp",
];
#[rustfmt::skip]
const OUT: [&str; 18] = [
    "POS PURCHASE FOX & FINCH GROCERY", "ATM WITHDRAWAL MAIN ST", "ONLINE TRANSFER TO SAVINGS", "CHECK 1042", "ELECTRIC COMPANY AUTOPAY",
    "TOTAL WINE & MORE #112", "RENT PAYMENT 4TH ST LLC", "DEBIT CARD 7731 CAFE ROUGE", "INSURANCE PREMIUM", "GYM MEMBERSHIP", "MONTHLY SERVICE FEE",
    "WATER UTILITY DISTRICT 7", "STREAMING 12 MONTH PLAN", "BOOKS AND MORE", "FUEL STOP 24/7", "PARKING GARAGE 3", "Pharmacy Plus", "Hardware Depot store 1001",
];
#[rustfmt::skip]
const IN: [&str; 8] = [
    "PAYROLL DIRECT DEPOSIT", "MOBILE DEPOSIT", "TRANSFER FROM SAVINGS", "INTEREST PAID", "REFUND SHOE BARN", "ZELLE FROM A FRIEND", "TAX REFUND", "CASH DEPOSIT BRANCH 12",
];
const SECOND: [&str; 5] = [
    "REF 88120455 CHICAGO IL",
    "CONF NO A7K2M",
    "ID 000341 WEB",
    "CARD ENDING 7731",
    "MEMO monthly",
];

impl Account {
    /// With `owed`, entries increase the amount owed and payments decrease it.
    pub(crate) fn throw(dice: &mut Dice, rows: i64, owed: bool) -> Self {
        let start = Day::new(dice.between(2012, 2025), dice.between(1, 12), dice.between(1, 28));
        let end = start.plus(dice.between(27, 33));
        let length = 27;
        let mut days: Vec<i64> = (0..rows).map(|_| dice.between(0, length)).collect();
        days.sort_unstable();
        let opening = dice.between(40_000, 1_900_000);
        let mut entries: Vec<Entry> = Vec::new();
        let mut balance = opening;
        for day in days {
            let inward = dice.chance(if owed { 25 } else { 35 });
            let text = if inward && !owed {
                dice.pick(&IN)
            } else {
                dice.pick(&OUT)
            };
            let mut lines = vec![if inward && owed {
                "PAYMENT - THANK YOU".to_owned()
            } else {
                (*text).to_owned()
            }];
            if dice.chance(25) {
                lines.push((*dice.pick(&SECOND)).to_owned());
            }
            let most = if inward {
                400_000
            } else {
                30_000.min(balance.max(5_000) / 4)
            };
            let size = dice.between(101, most.max(200)).min(if owed && inward {
                balance.max(1_000) / 2
            } else {
                i64::MAX
            });
            let cents = if inward == owed { -size } else { size };
            balance += cents;
            entries.push(Entry {
                day: start.plus(day),
                lines,
                cents,
            });
        }
        Self {
            institution: (*dice.pick(&INSTITUTIONS)).to_owned(),
            address: Address::throw(dice),
            holder: Person::throw(dice),
            number: format!("{:04}{:06}", dice.between(1, 9999), dice.between(1, 999_999)),
            start,
            end,
            opening,
            closing: balance,
            entries,
        }
    }

    /// `XXXXXX1234`
    pub(crate) fn masked(&self) -> String {
        format!("XXXXXX{}", &self.number[6..])
    }

    /// Sum of the entries on one side, as a positive number.
    pub(crate) fn sum(&self, inward: bool) -> i64 {
        let side = self.entries.iter().filter(|entry| (entry.cents > 0) == inward);
        side.map(|entry| entry.cents.abs()).sum()
    }
}
