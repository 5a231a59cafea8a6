//! The facts of a made W-2: a year's wages with boxes that agree with each other, and deliberate errors. Amounts are
//! in cents. Rates and wage bases: Social Security Administration, IRS Topic 751.

use crate::dice::Dice;
use crate::people::{Employer, Person, employer_number, social_security_number};
use std::collections::BTreeMap;

/// Everything on one form, independent of its printed style.
#[derive(Debug, Clone)]
pub(crate) struct Wages {
    pub year: i32,
    pub ssn: String,
    pub ein: String,
    pub employee: Person,
    pub employer: Employer,
    pub control: Option<String>,
    /// Box number to cents: 1 to 8, 10 and 11. An absent box is left blank.
    pub boxes: BTreeMap<u8, i64>,
    pub codes: Vec<(&'static str, i64)>,
    /// Statutory employee, retirement plan, third-party sick pay.
    pub checks: [bool; 3],
    /// The lines of box 14.
    pub other: Vec<String>,
    pub states: Vec<StateTax>,
    /// The number of the box that is wrong on purpose.
    pub slip: Option<u8>,
}

#[derive(Debug, Clone)]
pub(crate) struct StateTax {
    pub state: &'static str,
    pub id: String,
    pub wages: i64,
    pub tax: Option<i64>,
    pub local_wages: Option<i64>,
    pub local_tax: Option<i64>,
    pub locality: Option<&'static str>,
}

/// Social security wage bases in dollars, for 1994 to 2026.
const WAGE_BASES: [i64; 33] = [
    60_600, 61_200, 62_700, 65_400, 68_400, 72_600, 76_200, 80_400, 84_900, 87_000, 87_900, 90_000, 94_200, 97_500,
    102_000, 106_800, 106_800, 106_800, 110_100, 113_700, 117_000, 118_500, 118_500, 127_200, 128_400, 132_900,
    137_700, 142_800, 147_000, 160_200, 168_600, 176_100, 184_500,
];

pub(crate) fn wage_base(year: i32) -> i64 {
    let index = usize::try_from(year - 1994).unwrap_or(0).min(WAGE_BASES.len() - 1);
    WAGE_BASES[index] * 100
}

/// Box 4: 6.2 % (4.2 % in 2011 and 2012) of boxes 3 and 7.
fn social_security_tax(year: i32, base: i64) -> i64 {
    let rate = if (2011..=2012).contains(&year) { 42 } else { 62 };
    (base * rate + 500) / 1000
}

/// Box 6: 1.45 %, plus 0.9 % above 200,000 dollars from 2013 on.
fn medicare_tax(year: i32, base: i64) -> i64 {
    let more = if year >= 2013 { (base - 20_000_000).max(0) } else { 0 };
    (base * 145 + 5_000) / 10_000 + (more * 9 + 500) / 1000
}

impl Wages {
    pub(crate) fn throw(dice: &mut Dice, year: i32) -> Self {
        let cents = match dice.between(1, 10) {
            1 => dice.between(8_000, 300_000),
            2..=8 => dice.between(300_000, 15_000_000),
            _ => dice.between(15_000_000, 45_000_000),
        };
        let tips = if dice.chance(12) {
            dice.between(5_000, 900_000).min(cents / 3)
        } else {
            0
        };
        let codes = throw_codes(dice, year, cents);
        let deferred: i64 = codes
            .iter()
            .filter(|(code, _)| ["D", "E", "G", "S"].contains(code))
            .map(|(_, cents)| cents)
            .sum();
        let mut boxes = BTreeMap::new();
        let taxable = cents - deferred;
        boxes.insert(1, taxable);
        boxes.insert(2, taxable * dice.between(4, 24) / 100 + dice.between(0, 99));
        let social = (cents - tips).min(wage_base(year) - tips).max(0);
        boxes.insert(3, social);
        boxes.insert(4, social_security_tax(year, social + tips));
        boxes.insert(5, cents);
        boxes.insert(6, medicare_tax(year, cents));
        if tips > 0 {
            boxes.insert(7, tips);
        }
        if tips > 0 && dice.chance(40) {
            boxes.insert(8, dice.between(1_000, 80_000));
        }
        if dice.chance(12) {
            boxes.insert(10, dice.between(10, 50) * 10_000);
        }
        if dice.chance(8) {
            boxes.insert(11, dice.between(50_000, 2_000_000));
        }
        let states = throw_states(dice, taxable);
        let employer = Employer::throw(dice);
        Self {
            year,
            ssn: social_security_number(dice),
            ein: employer_number(dice),
            employee: Person::throw(dice),
            employer,
            control: dice.chance(60).then(|| throw_control(dice)),
            boxes,
            checks: [dice.chance(6), deferred > 0 || dice.chance(20), dice.chance(6)],
            other: dice.chance(40).then(|| throw_other(dice)).into_iter().collect(),
            codes,
            states,
            slip: None,
        }
    }

    /// Makes the form harder to read: second names, addresses abroad, more lines in box 14, more states.
    pub(crate) fn enrich(&mut self, dice: &mut Dice) {
        self.employer.enrich(dice);
        self.employee.address.enrich(dice);
        if dice.chance(30) {
            let more = throw_other(dice);
            self.other.push(more);
        }
        if dice.chance(30) {
            let taxable = self.boxes.get(&1).copied().unwrap_or(0);
            for state in throw_states(dice, taxable / 7) {
                if self.states.iter().all(|known| known.state != state.state) {
                    self.states.push(state);
                }
            }
        }
    }

    /// Makes one box wrong by an amount that rounding does not explain.
    pub(crate) fn slip(&mut self, dice: &mut Dice) {
        let number = *dice.pick(&[3, 4, 6]);
        let value = self.boxes.get(&number).copied().unwrap_or(0);
        let wrong = match number {
            3 => wage_base(self.year) + dice.between(500_000, 2_000_000),
            _ => value + value / 10 + dice.between(2_500, 9_900),
        };
        self.boxes.insert(number, wrong);
        self.slip = Some(number);
    }
}

fn throw_codes(dice: &mut Dice, year: i32, cents: i64) -> Vec<(&'static str, i64)> {
    let mut choice: Vec<&'static str> = vec!["D", "C", "E", "G", "P", "S", "W", "T"];
    if year >= 2006 {
        choice.extend(["AA", "BB"]);
    }
    if year >= 2012 {
        choice.push("DD");
    }
    if year >= 2026 {
        choice.push("TT");
    }
    let number = *dice.pick(&[0, 0, 1, 1, 2, 2, 3, 4]);
    let mut codes: Vec<(&'static str, i64)> = Vec::new();
    for _ in 0..number {
        let code = *dice.pick(&choice);
        if codes.iter().all(|(taken, _)| *taken != code) {
            codes.push((code, dice.between(1_200, (cents / 20).max(2_400))));
        }
    }
    codes
}

fn throw_states(dice: &mut Dice, taxable: i64) -> Vec<StateTax> {
    #[rustfmt::skip]
    const TAXED: [(&str, Option<&str>); 12] = [
        ("CA", None), ("NY", Some("NYC")), ("OH", Some("WOOSTER")), ("MN", None), ("PA", Some("ALLENTN")),
        ("MO", Some("ST LOU")), ("MA", None), ("OR", None), ("NC", None), ("CO", None), ("MD", None), ("KY", Some("LOUISV")),
    ];
    let number = *dice.pick(&[0, 1, 1, 1, 1, 1, 2]);
    let mut states: Vec<StateTax> = Vec::new();
    for turn in 0..number {
        let (state, locality) = *dice.pick(&TAXED);
        if states.iter().any(|other| other.state == state) {
            continue;
        }
        let wages = if number == 1 { taxable } else { taxable * (3 - turn) / 5 };
        let locality = locality.filter(|_| dice.chance(70));
        states.push(StateTax {
            state,
            id: match dice.between(1, 4) {
                1 => format!(
                    "{:03}-{:04}-{}",
                    dice.between(1, 999),
                    dice.between(1, 9999),
                    dice.between(1, 9)
                ),
                2 => format!("{:08}", dice.between(1, 99_999_999)),
                3 => format!("{:02}-{:07}", dice.between(1, 99), dice.between(1, 9_999_999)),
                _ => format!("{:09} {:03}", dice.between(1, 999_999_999), dice.between(1, 999)),
            },
            wages,
            tax: dice.chance(90).then(|| wages * dice.between(20, 80) / 1000),
            local_wages: locality.map(|_| wages),
            local_tax: locality.map(|_| wages * dice.between(8, 30) / 1000),
            locality,
        });
    }
    states
}

fn throw_control(dice: &mut Dice) -> String {
    match dice.between(1, 3) {
        1 => format!("{:06}", dice.between(1, 999_999)),
        2 => format!("{:04}{}", dice.between(1, 9999), dice.pick(&["A", "XK7", "-01"])),
        _ => format!("{}{:03}", dice.pick(&["GNI", "EMP", "K"]), dice.between(1, 999)),
    }
}

fn throw_other(dice: &mut Dice) -> String {
    let what = dice.pick(&["CASDI", "UNION DUES", "NYSDI", "UNIFORMS", "PFL", "S125"]);
    let cents = dice.between(500, 180_000);
    format!("{what} {}.{:02}", cents / 100, cents % 100)
}
