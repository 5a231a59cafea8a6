//! The facts of a made Schedule K-1: a partner's or shareholder's share of each item, coded boxes, a capital account
//! that adds up. Amounts are in cents, losses negative. Layouts are in `schedules`.

use super::facts::{Chances, Coded, Facts, Party, amounts, cents};
use crate::dice::Dice;
use std::collections::{BTreeMap, BTreeSet};

const INCOME: Chances = &[
    ("ordinary_income", 85),
    ("net_rental_real_estate_income", 25),
    ("other_net_rental_income", 8),
    ("interest_income", 50),
    ("ordinary_dividends", 35),
    ("qualified_dividends", 20),
    ("royalties", 10),
    ("net_short_term_capital_gain", 20),
    ("net_long_term_capital_gain", 30),
    ("collectibles_gain", 5),
    ("unrecaptured_section_1250_gain", 8),
    ("net_section_1231_gain", 15),
    ("section_179_deduction", 15),
];
const PARTNER: Chances = &[
    ("guaranteed_payments_services", 20),
    ("guaranteed_payments_capital", 8),
    ("dividend_equivalents", 5),
    ("foreign_taxes_paid", 10),
    ("nonrecourse_liabilities_beginning", 30),
    ("nonrecourse_liabilities_ending", 40),
    ("qualified_nonrecourse_financing_beginning", 20),
    ("qualified_nonrecourse_financing_ending", 25),
    ("recourse_liabilities_beginning", 25),
    ("recourse_liabilities_ending", 35),
    ("section_704c_gain_beginning", 15),
    ("section_704c_gain_ending", 15),
];
const SHAREHOLDER: Chances = &[("shareholder_loans_beginning", 20), ("shareholder_loans_ending", 25)];
/// Amounts that are never negative.
const NO_LOSS: [&str; 7] = [
    "interest_income",
    "ordinary_dividends",
    "qualified_dividends",
    "royalties",
    "section_179_deduction",
    "unrecaptured_section_1250_gain",
    "dividend_equivalents",
];

/// Coded boxes: name, codes in use, maximum number of rows.
type CodedBox = (&'static str, &'static [&'static str], i64);
const PARTNER_LISTS: [CodedBox; 9] = [
    ("other_income", &["A", "C", "F", "I", "ZZ"], 3),
    ("other_deductions", &["A", "H", "K", "W", "ZZ"], 3),
    ("self_employment_earnings", &["A", "B", "C"], 2),
    ("credits", &["A", "E", "P"], 2),
    ("foreign_transactions", &["A", "B", "C", "L"], 3),
    ("alternative_minimum_tax_items", &["A", "B", "F"], 2),
    ("tax_exempt_income", &["A", "B", "C"], 3),
    ("distributions", &["A", "B", "C"], 2),
    ("other_information", &["A", "B", "N", "V", "Z", "AJ"], 4),
];
const SHAREHOLDER_LISTS: [CodedBox; 7] = [
    ("other_income", &["A", "E", "H"], 2),
    ("other_deductions", &["A", "H", "S"], 3),
    ("credits", &["A", "E", "P"], 2),
    ("foreign_transactions", &["A", "B", "L"], 3),
    ("alternative_minimum_tax_items", &["A", "B", "F"], 2),
    ("shareholder_basis_items", &["A", "B", "C", "D"], 3),
    ("other_information", &["A", "B", "K", "V", "AC"], 4),
];

impl Facts {
    /// A Schedule K-1 of Form 1065; `loose` prints asterisks and references to statements, as tax software does.
    pub(crate) fn partner(dice: &mut Dice, year: i32, loose: bool) -> Self {
        let mut facts = Self::share(dice, year);
        facts.amounts.extend(amounts(dice, PARTNER));
        let services = facts.amounts.get("guaranteed_payments_services").copied().unwrap_or(0);
        let capital = facts.amounts.get("guaranteed_payments_capital").copied().unwrap_or(0);
        if services + capital > 0 {
            facts.amounts.insert("guaranteed_payments", services + capital);
        }
        facts.lists = lists(dice, &PARTNER_LISTS, loose);
        facts.capital_account(dice);
        facts.shares(dice);
        let kind = *dice.pick(&["INDIVIDUAL", "Individual", "TRUST", "Corporation", "LLC"]);
        facts.texts.insert("entity_type", kind.to_owned());
        let sides = if dice.chance(40) {
            "general_partner"
        } else {
            "limited_partner"
        };
        let home = if dice.chance(92) {
            "domestic_partner"
        } else {
            "foreign_partner"
        };
        let basis = *dice.pick(&["tax_basis", "gaap", "section_704b_book"]);
        facts.checks.extend([sides, home, basis]);
        for (name, percent) in [
            ("publicly_traded_partnership", 10),
            ("decrease_by_sale", 8),
            ("decrease_by_exchange", 4),
            ("disregarded_entity", 6),
            ("retirement_plan", 8),
            ("built_in_gain_property", 10),
            ("lower_tier_liabilities", 10),
            ("more_than_one_activity_at_risk", 10),
            ("more_than_one_activity_passive", 10),
        ] {
            if dice.chance(percent) {
                facts.checks.insert(name);
            }
        }
        if facts.checks.contains("disregarded_entity") {
            let entity = Party::firm(dice);
            facts.texts.insert("disregarded_entity_tin", entity.number);
            facts.texts.insert("disregarded_entity_name", entity.name.join(" "));
        }
        facts
    }

    /// A Schedule K-1 of Form 1120-S.
    pub(crate) fn shareholder(dice: &mut Dice, year: i32, loose: bool) -> Self {
        let mut facts = Self::share(dice, year);
        facts.amounts.extend(amounts(dice, SHAREHOLDER));
        facts.lists = lists(dice, &SHAREHOLDER_LISTS, loose);
        let percent = percentage(dice);
        facts.texts.insert("allocation_percentage", percent);
        for (name, chance) in [
            ("corporation_shares_beginning", 60),
            ("corporation_shares_ending", 60),
            ("shareholder_shares_beginning", 60),
            ("shareholder_shares_ending", 60),
        ] {
            if dice.chance(chance) {
                facts.texts.insert(name, format!("{}", dice.between(10, 9_999)));
            }
        }
        for name in ["more_than_one_activity_at_risk", "more_than_one_activity_passive"] {
            if dice.chance(10) {
                facts.checks.insert(name);
            }
        }
        facts
    }

    fn share(dice: &mut Dice, year: i32) -> Self {
        let recipient = if dice.chance(25) {
            Party::firm(dice)
        } else {
            Party::person(dice)
        };
        let mut income = amounts(dice, INCOME);
        for (name, cents) in &mut income {
            if !NO_LOSS.contains(name) && dice.chance(25) {
                *cents = -*cents;
            }
        }
        match income.get("ordinary_dividends").copied() {
            Some(all) if income.contains_key("qualified_dividends") => {
                income.insert("qualified_dividends", all * dice.between(20, 100) / 100);
            }
            _ => drop(income.remove("qualified_dividends")),
        }
        let mut checks = BTreeSet::new();
        for (name, percent) in [("final", 12), ("amended", 6), ("schedule_k3_attached", 15)] {
            if dice.chance(percent) {
                checks.insert(name);
            }
        }
        let center = *dice.pick(&["e-file", "Ogden, UT", "KANSAS CITY, MO", "E-FILE", "Cincinnati, OH"]);
        Self {
            label: "K-1",
            year,
            payer: Party::firm(dice),
            telephone: None,
            recipient,
            account: None,
            amounts: income,
            texts: BTreeMap::from([("irs_center", center.to_owned())]),
            checks,
            states: Vec::new(),
            lists: BTreeMap::new(),
        }
    }

    fn capital_account(&mut self, dice: &mut Dice) {
        if dice.chance(15) {
            return;
        }
        let (beginning, contributed, withdrawn) = (cents(dice), cents(dice), cents(dice) / 4);
        let net = self.amounts.get("ordinary_income").copied().unwrap_or(0);
        let other = if dice.chance(15) { cents(dice) / 10 } else { 0 };
        let ending = beginning + contributed + net + other - withdrawn;
        for (name, cents) in [
            ("beginning_capital_account", beginning),
            ("capital_contributed", contributed),
            ("current_year_net_income", net),
            ("other_increase", other),
            ("withdrawals_and_distributions", withdrawn),
            ("ending_capital_account", ending),
        ] {
            if cents != 0 {
                self.amounts.insert(name, cents);
            }
        }
    }

    fn shares(&mut self, dice: &mut Dice) {
        for name in ["profit_share", "loss_share", "capital_share"] {
            let (beginning, ending) = match name {
                "profit_share" => ("profit_share_beginning", "profit_share_ending"),
                "loss_share" => ("loss_share_beginning", "loss_share_ending"),
                _ => ("capital_share_beginning", "capital_share_ending"),
            };
            let first = percentage(dice);
            let last = if dice.chance(60) {
                first.clone()
            } else {
                percentage(dice)
            };
            self.texts.insert(beginning, first);
            self.texts.insert(ending, last);
        }
    }
}

fn percentage(dice: &mut Dice) -> String {
    match dice.between(1, 3) {
        1 => format!("{}.{:04}", dice.between(1, 99), dice.between(0, 9_999)),
        2 => format!("{}.{:06}", dice.between(0, 99), dice.between(1, 999_999)),
        _ => format!("{}", dice.between(1, 100)),
    }
}

fn lists(dice: &mut Dice, boxes: &[CodedBox], loose: bool) -> BTreeMap<&'static str, Vec<Coded>> {
    let mut lists = BTreeMap::new();
    for (name, codes, most) in boxes {
        let count = dice.between(0, *most);
        let mut rows: Vec<Coded> = Vec::new();
        for _ in 0..count {
            let code = *dice.pick(codes);
            if rows.iter().any(|row| row.code == code) {
                continue;
            }
            let statement = loose && dice.chance(25);
            let loss = dice.chance(10);
            let cents = if loss { -cents(dice) } else { cents(dice) };
            rows.push(Coded {
                code,
                amount: (!statement).then_some(cents),
            });
        }
        if !rows.is_empty() {
            lists.insert(*name, rows);
        }
    }
    lists
}
