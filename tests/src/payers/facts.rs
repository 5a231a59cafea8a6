//! The facts of a made 1099, independent of its printed style: parties, boxes that agree with each other, states.
//! Amounts are in cents. Schedule K-1 is in `shares`.

use crate::dice::Dice;
use crate::people::{Employer, Person, employer_number, social_security_number};
use std::collections::{BTreeMap, BTreeSet};

/// A person or firm with an address, in the lines in which both are printed.
#[derive(Debug, Clone)]
pub(crate) struct Party {
    pub name: Vec<String>,
    pub address: Vec<String>,
    pub number: String,
    /// Whether the number is an EIN.
    pub firm: bool,
}

#[derive(Debug, Clone, Default)]
#[allow(clippy::struct_field_names, reason = "the form calls its box State")]
pub(crate) struct State {
    pub state: &'static str,
    pub number: String,
    pub income: Option<i64>,
    pub tax: Option<i64>,
}

/// A row of a coded box of Schedule K-1. Without an amount, the row refers to a statement.
#[derive(Debug, Clone)]
pub(crate) struct Coded {
    pub code: &'static str,
    pub amount: Option<i64>,
}

#[derive(Debug, Clone)]
pub(crate) struct Facts {
    pub label: &'static str,
    pub year: i32,
    /// The filer: payer, partnership or corporation.
    pub payer: Party,
    pub telephone: Option<String>,
    /// The person the form is about: recipient, partner or shareholder.
    pub recipient: Party,
    pub account: Option<String>,
    pub amounts: BTreeMap<&'static str, i64>,
    pub texts: BTreeMap<&'static str, String>,
    pub checks: BTreeSet<&'static str>,
    pub states: Vec<State>,
    pub lists: BTreeMap<&'static str, Vec<Coded>>,
}

impl Party {
    pub(crate) fn firm(dice: &mut Dice) -> Self {
        let firm = Employer::throw(dice);
        let address = address(dice, &firm.address.lines(true));
        Self {
            name: firm.name,
            address,
            number: employer_number(dice),
            firm: true,
        }
    }

    pub(crate) fn person(dice: &mut Dice) -> Self {
        let person = Person::throw(dice);
        let address = address(dice, &person.address.lines(true));
        Self {
            name: vec![person.name()],
            address,
            number: social_security_number(dice),
            firm: false,
        }
    }
}

/// Sometimes replaces the home address with one abroad.
fn address(dice: &mut Dice, home: &[String]) -> Vec<String> {
    const ABROAD: [[&str; 2]; 4] = [
        ["88 Queen Street West", "Toronto, ON M5H 2N2, Canada"],
        ["14 Rue des Tanneurs", "67000 Strasbourg, France"],
        ["Flat 3, 21 Harrow Lane", "London E14 9XQ, United Kingdom"],
        ["Lindenallee 7", "50968 Koeln, Germany"],
    ];
    if dice.chance(5) {
        return dice.pick(&ABROAD).map(str::to_owned).to_vec();
    }
    home.to_vec()
}

/// The amounts of a form, each with how often it is present, in percent.
pub(crate) type Chances = &'static [(&'static str, i64)];

const NEC: Chances = &[
    ("nonemployee_compensation", 100),
    ("excess_golden_parachute", 8),
    ("federal_tax_withheld", 30),
];
const INT: Chances = &[
    ("interest_income", 100),
    ("early_withdrawal_penalty", 15),
    ("savings_bond_interest", 25),
    ("federal_tax_withheld", 25),
    ("investment_expenses", 8),
    ("foreign_tax_paid", 10),
    ("tax_exempt_interest", 20),
    ("private_activity_bond_interest", 10),
    ("market_discount", 10),
    ("bond_premium", 12),
    ("treasury_bond_premium", 8),
    ("tax_exempt_bond_premium", 8),
];
const DIV: Chances = &[
    ("total_dividends", 100),
    ("qualified_dividends", 80),
    ("total_capital_gain", 45),
    ("unrecaptured_section_1250_gain", 10),
    ("section_1202_gain", 8),
    ("collectibles_gain", 8),
    ("section_897_ordinary_dividends", 8),
    ("section_897_capital_gain", 8),
    ("nondividend_distributions", 25),
    ("federal_tax_withheld", 20),
    ("section_199a_dividends", 30),
    ("investment_expenses", 8),
    ("foreign_tax_paid", 25),
    ("cash_liquidation", 8),
    ("noncash_liquidation", 5),
    ("exempt_interest_dividends", 20),
    ("private_activity_bond_dividends", 10),
];
const MISC: Chances = &[
    ("rents", 55),
    ("royalties", 30),
    ("other_income", 35),
    ("federal_tax_withheld", 25),
    ("fishing_boat_proceeds", 8),
    ("medical_payments", 15),
    ("nonemployee_compensation", 60),
    ("substitute_payments", 12),
    ("crop_insurance_proceeds", 8),
    ("attorney_gross_proceeds", 12),
    ("fish_purchased_for_resale", 8),
    ("section_409a_deferrals", 8),
    ("section_409a_income", 8),
    ("excess_golden_parachute", 6),
    ("nonqualified_deferred_compensation", 8),
];

pub(crate) fn cents(dice: &mut Dice) -> i64 {
    match dice.between(1, 10) {
        1 | 2 => dice.between(101, 9_999),
        3..=8 => dice.between(10_000, 999_999),
        _ => dice.between(1_000_000, 30_000_000),
    }
}

impl Facts {
    /// A filled 1099 of the given label.
    pub(crate) fn throw(dice: &mut Dice, label: &'static str, year: i32) -> Self {
        let chances = match label {
            "1099-INT" => INT,
            "1099-DIV" => DIV,
            "1099-MISC" => MISC,
            _ => NEC,
        };
        let telephone = dice.chance(50).then(|| telephone(dice));
        let recipient = if dice.chance(25) {
            Party::firm(dice)
        } else {
            Party::person(dice)
        };
        let mut facts = Self {
            label,
            year,
            payer: Party::firm(dice),
            telephone,
            recipient,
            account: dice.chance(65).then(|| account(dice)),
            amounts: amounts(dice, chances),
            texts: BTreeMap::new(),
            checks: BTreeSet::new(),
            states: Vec::new(),
            lists: BTreeMap::new(),
        };
        facts.agree(dice);
        facts.throw_texts(dice);
        facts.throw_checks(dice);
        facts.states = states(dice, facts.main_amount());
        facts
    }

    fn main_amount(&self) -> i64 {
        const MAIN: [&str; 5] = [
            "nonemployee_compensation",
            "interest_income",
            "total_dividends",
            "rents",
            "other_income",
        ];
        let found = MAIN.into_iter().find_map(|name| self.amounts.get(name));
        found.copied().unwrap_or(250_000)
    }

    /// Keeps parts no larger than their totals, and every form non-empty.
    fn agree(&mut self, dice: &mut Dice) {
        if self.label == "1099-MISC" && !self.amounts.contains_key("rents") {
            self.amounts.insert("rents", cents(dice));
        }
        let most = self.main_amount();
        let parts = [
            "qualified_dividends",
            "section_199a_dividends",
            "section_897_ordinary_dividends",
        ];
        for part in parts {
            self.lessen(part, most, dice);
        }
        let gain = self.amounts.get("total_capital_gain").copied();
        let of_gain = [
            "unrecaptured_section_1250_gain",
            "section_1202_gain",
            "collectibles_gain",
            "section_897_capital_gain",
        ];
        for part in of_gain {
            match gain {
                Some(gain) => self.lessen(part, gain, dice),
                None => drop(self.amounts.remove(part)),
            }
        }
        for (part, whole) in [
            ("private_activity_bond_interest", "tax_exempt_interest"),
            ("private_activity_bond_dividends", "exempt_interest_dividends"),
        ] {
            match self.amounts.get(whole).copied() {
                Some(whole) => self.lessen(part, whole, dice),
                None => drop(self.amounts.remove(part)),
            }
        }
        if self.amounts.contains_key("federal_tax_withheld") {
            self.amounts.insert("federal_tax_withheld", most * 24 / 100);
        }
        if self.amounts.contains_key("foreign_tax_paid") {
            self.amounts.insert("foreign_tax_paid", most / 13 + 1);
        }
    }

    fn lessen(&mut self, part: &'static str, whole: i64, dice: &mut Dice) {
        if let Some(cents) = self.amounts.get_mut(part) {
            *cents = whole * dice.between(10, 100) / 100;
        }
    }

    fn throw_texts(&mut self, dice: &mut Dice) {
        if self.amounts.contains_key("foreign_tax_paid") && dice.chance(70) {
            let country = *dice.pick(&["France", "Canada", "RIC", "Various", "Puerto Rico"]);
            self.texts.insert("foreign_country", country.to_owned());
        }
        if self.amounts.contains_key("tax_exempt_interest") && dice.chance(50) {
            let cusip = format!(
                "{:06}{}{}",
                dice.between(10_000, 999_999),
                dice.pick(&["AB", "KX", "C9"]),
                dice.between(0, 9)
            );
            self.texts.insert("tax_exempt_bond_cusip", cusip);
        }
        if dice.chance(20) {
            self.texts
                .insert("payer_rtn", format!("{:09}", dice.between(11_000_000, 329_999_999)));
        }
    }

    fn throw_checks(&mut self, dice: &mut Dice) {
        for (name, percent) in [
            ("fatca_filing_requirement", 15),
            ("second_tin_notice", 10),
            ("direct_sales", 15),
            ("corrected", 8),
        ] {
            if dice.chance(percent) {
                self.checks.insert(name);
            }
        }
    }
}

pub(crate) fn amounts(dice: &mut Dice, chances: Chances) -> BTreeMap<&'static str, i64> {
    let mut amounts = BTreeMap::new();
    let full = dice.chance(15);
    for (name, percent) in chances {
        if full || dice.chance(*percent) {
            amounts.insert(*name, cents(dice));
        }
    }
    amounts
}

fn telephone(dice: &mut Dice) -> String {
    let (area, last) = (dice.between(201, 989), dice.between(100, 199));
    if dice.chance(50) {
        format!("{area}-555-0{last}")
    } else {
        format!("({area}) 555-0{last}")
    }
}

fn account(dice: &mut Dice) -> String {
    match dice.between(1, 4) {
        1 => format!("{}", dice.between(100_000, 999_999_999)),
        2 => format!("{:04}-{:04}", dice.between(1, 9999), dice.between(1, 9999)),
        3 => format!("{}-{}", dice.pick(&["AB", "VND", "Z"]), dice.between(1_000, 99_999)),
        _ => format!("XXXXX{:04}", dice.between(1, 9999)),
    }
}

fn states(dice: &mut Dice, income: i64) -> Vec<State> {
    const STATES: [&str; 9] = ["CA", "NY", "OH", "MN", "PA", "OR", "NC", "VT", "ID"];
    let number = *dice.pick(&[0, 0, 1, 1, 1, 2]);
    let mut states: Vec<State> = Vec::new();
    for turn in 0..number {
        let state = *dice.pick(&STATES);
        if states.iter().any(|other| other.state == state) {
            continue;
        }
        let income = if number == 1 { income } else { income * (3 - turn) / 5 };
        let number = match dice.between(1, 3) {
            1 => format!(
                "{:03}-{:04}-{}",
                dice.between(1, 999),
                dice.between(1, 9999),
                dice.between(1, 9)
            ),
            2 => format!("{:08}", dice.between(1, 99_999_999)),
            _ => format!("{:02}-{:07}", dice.between(1, 99), dice.between(1, 9_999_999)),
        };
        states.push(State {
            state,
            number,
            income: Some(income),
            tax: dice.chance(80).then(|| income * dice.between(20, 80) / 1000),
        });
    }
    states
}
