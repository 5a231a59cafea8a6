//! One employer's printing habits, and the text at each place of the form. The truth is made from the same lines that
//! are drawn, so the two cannot drift apart.

use super::layout::{Filling, Place, Slot};
use super::style::Style;
use super::wages::{StateTax, Wages};
use crate::dice::Dice;
use serde_json::{Map, Value, json};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Money {
    Commas,
    Plain,
    Dollar,
    /// Whole dollars, as some employers round.
    Whole,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mask {
    Dashes,
    NoDashes,
    /// All but the last four digits masked with this character.
    Hidden(char),
}

#[derive(Debug, Clone, Copy)]
#[allow(clippy::struct_excessive_bools, reason = "each is an independent habit of a printer")]
pub(crate) struct Hand {
    pub money: Money,
    pub mask: Mask,
    pub ein_dash: bool,
    pub capitals: bool,
    pub comma: bool,
    /// Whether boxes 2, 4 and 6 print 0.00 when absent, instead of staying blank.
    pub zeros: bool,
    pub style: Style,
}

impl Hand {
    pub(crate) fn throw(dice: &mut Dice) -> Self {
        Self {
            money: *dice.pick(&[
                Money::Commas,
                Money::Commas,
                Money::Plain,
                Money::Plain,
                Money::Dollar,
                Money::Whole,
            ]),
            mask: *dice.pick(&[
                Mask::Dashes,
                Mask::Dashes,
                Mask::Dashes,
                Mask::NoDashes,
                Mask::Hidden('X'),
                Mask::Hidden('*'),
            ]),
            ein_dash: dice.chance(85),
            capitals: dice.chance(50),
            comma: dice.chance(60),
            zeros: dice.chance(20),
            style: Style::default(),
        }
    }

    pub(crate) fn cents(self, cents: i64) -> String {
        let (dollars, rest) = (cents / 100, cents % 100);
        let printed = match self.money {
            Money::Commas => format!("{}.{rest:02}", grouped(dollars)),
            Money::Plain => format!("{dollars}.{rest:02}"),
            Money::Dollar => format!("${}.{rest:02}", grouped(dollars)),
            Money::Whole => grouped((cents + 50) / 100),
        };
        self.style.amount(&printed)
    }

    /// The value for the printed `cents`: an exact decimal string with two places.
    pub(crate) fn value(self, cents: i64) -> Value {
        let cents = if self.money == Money::Whole {
            (cents + 50) / 100 * 100
        } else {
            cents
        };
        json!(format!("{}.{:02}", cents / 100, cents % 100))
    }

    pub(crate) fn case(self, text: &str) -> String {
        if self.capitals {
            text.to_uppercase()
        } else {
            text.to_owned()
        }
    }

    pub(crate) fn lines(self, lines: &[String]) -> Vec<String> {
        lines.iter().map(|line| self.case(line)).collect()
    }

    pub(crate) fn ssn(self, ssn: &str) -> String {
        match self.mask {
            Mask::Dashes => ssn.to_owned(),
            Mask::NoDashes => ssn.replace('-', ""),
            Mask::Hidden(letter) => {
                let hidden = letter.to_string();
                format!("{}-{}-{}", hidden.repeat(3), hidden.repeat(2), &ssn[7..])
            }
        }
    }
}

fn grouped(dollars: i64) -> String {
    let digits = dollars.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Wages as printed in one employer's style. Blank forms have none.
pub(crate) struct Print<'a> {
    pub wages: &'a Wages,
    pub hand: Hand,
}

impl Place for Slot {
    fn is_square(&self) -> bool {
        matches!(self, Slot::Check(_))
    }

    fn max_length(&self) -> Option<i32> {
        match self {
            Slot::Nothing => Some(0),
            Slot::Ssn => Some(11),
            Slot::Ein => Some(10),
            Slot::Code12(_) => Some(2),
            _ => None,
        }
    }

    fn is_amount(&self) -> bool {
        matches!(
            self,
            Slot::Box(_)
                | Slot::Amount12(_)
                | Slot::StateWages(_)
                | Slot::StateTax(_)
                | Slot::LocalWages(_)
                | Slot::LocalTax(_)
        )
    }
}

impl Filling<Slot> for Print<'_> {
    fn lines(&self, slot: &Slot) -> Vec<String> {
        self.at(*slot)
    }

    fn ticked(&self, slot: &Slot) -> bool {
        matches!(slot, Slot::Check(index) if self.wages.checks[*index as usize])
    }
}

impl Print<'_> {
    /// The lines printed at a place; empty where the form stays blank.
    pub(crate) fn at(&self, slot: Slot) -> Vec<String> {
        let (wages, hand) = (self.wages, self.hand);
        let employer = hand.lines(&wages.employer.name);
        let employer_address = hand.lines(&wages.employer.address.lines(hand.comma));
        let employee_address = hand.lines(&wages.employee.address.lines(hand.comma));
        let name = hand.case(&if hand.style.last_first {
            wages.employee.last_first()
        } else {
            wages.employee.name()
        });
        let money = |cents: Option<i64>| cents.map(|cents| hand.cents(cents)).into_iter().collect();
        let code = |row: u8| wages.codes.get(row as usize);
        let state = |row: u8| wages.states.get(row as usize);
        let of_state = |row: u8, amount: fn(&StateTax) -> Option<i64>| money(state(row).and_then(amount));
        match slot {
            Slot::Nothing | Slot::Check(_) => Vec::new(),
            Slot::Ssn => vec![hand.ssn(&wages.ssn)],
            Slot::Ein if hand.ein_dash => vec![wages.ein.clone()],
            Slot::Ein => vec![wages.ein.replace('-', "")],
            Slot::Control => wages.control.clone().into_iter().collect(),
            Slot::Employer => [employer, employer_address].concat(),
            Slot::EmployerName => employer,
            Slot::EmployerAddress => employer_address,
            Slot::FirstName => vec![hand.case(&wages.employee.first)],
            Slot::LastName => vec![hand.case(&wages.employee.last)],
            Slot::Suffix => wages.employee.suffix.iter().map(|suffix| hand.case(suffix)).collect(),
            Slot::EmployeeName => vec![name],
            Slot::EmployeeAddress => employee_address,
            Slot::Employee => [vec![name], employee_address].concat(),
            Slot::Box(number) => money(self.amount(number)),
            Slot::Code12(row) => code(row).map(|(code, _)| (*code).to_owned()).into_iter().collect(),
            Slot::Amount12(row) => money(code(row).map(|(_, cents)| *cents)),
            Slot::Line12(row) => code(row)
                .map(|(code, cents)| format!("{code}   {}", hand.cents(*cents)))
                .into_iter()
                .collect(),
            Slot::Other => wages.other.clone(),
            Slot::State(row) => state(row).map(|state| state.state.to_owned()).into_iter().collect(),
            Slot::StateId(row) => state(row).map(|state| state.id.clone()).into_iter().collect(),
            Slot::StateLine(row) => state(row)
                .map(|state| format!("{}  {}", state.state, state.id))
                .into_iter()
                .collect(),
            Slot::StateWages(row) => of_state(row, |state| Some(state.wages)),
            Slot::StateTax(row) => of_state(row, |state| state.tax),
            Slot::LocalWages(row) => of_state(row, |state| state.local_wages),
            Slot::LocalTax(row) => of_state(row, |state| state.local_tax),
            Slot::Locality(row) => state(row)
                .and_then(|state| state.locality)
                .map(str::to_owned)
                .into_iter()
                .collect(),
        }
    }

    /// The amount printed in a box, in cents.
    pub(crate) fn amount(&self, number: u8) -> Option<i64> {
        let zero = (self.hand.zeros && matches!(number, 2 | 7 | 8 | 10)).then_some(0);
        self.wages.boxes.get(&number).copied().or(zero)
    }

    /// The truth: every field of the W-2 template. Lines of a name are joined by a space, lines of an
    /// address by a comma and a space; compare texts without punctuation.
    pub(crate) fn fields(&self) -> Map<String, Value> {
        let (wages, hand) = (self.wages, self.hand);
        let text = |slot: Slot, between: &str| {
            let lines = self.at(slot);
            if lines.is_empty() {
                Value::Null
            } else {
                json!(lines.join(between))
            }
        };
        let money = |cents: Option<i64>| cents.map_or(Value::Null, |cents| hand.value(cents));
        let ssn = if hand.mask == Mask::NoDashes {
            wages.ssn.clone()
        } else {
            hand.ssn(&wages.ssn)
        };
        let fields = json!({
            "employee_ssn": ssn,
            "employer_ein": wages.ein,
            "employer_name": text(Slot::EmployerName, " "),
            "employer_address": text(Slot::EmployerAddress, ", "),
            "control_number": wages.control,
            "employee_name": text(Slot::EmployeeName, " "),
            "employee_address": text(Slot::EmployeeAddress, ", "),
            "wages_tips": money(self.amount(1)),
            "federal_tax_withheld": money(self.amount(2)),
            "ss_wages": money(self.amount(3)),
            "ss_tax_withheld": money(self.amount(4)),
            "medicare_wages": money(self.amount(5)),
            "medicare_tax_withheld": money(self.amount(6)),
            "ss_tips": money(self.amount(7)),
            "allocated_tips": money(self.amount(8)),
            "dependent_care_benefits": money(self.amount(10)),
            "nonqualified_plans": money(self.amount(11)),
            "box_12": self.codes(),
            "statutory_employee": wages.checks[0],
            "retirement_plan": wages.checks[1],
            "third_party_sick_pay": wages.checks[2],
            "other": text(Slot::Other, "; "),
            "state_taxes": self.states(),
            "tax_year": wages.year,
        });
        match fields {
            Value::Object(map) => map,
            _ => Map::new(),
        }
    }

    fn codes(&self) -> Value {
        let codes = self.wages.codes.iter();
        list(
            codes
                .map(|(code, cents)| json!({"code": code, "amount": self.hand.value(*cents)}))
                .collect(),
        )
    }

    fn states(&self) -> Value {
        let money = |cents: Option<i64>| cents.map_or(Value::Null, |cents| self.hand.value(cents));
        let state = |state: &StateTax| {
            json!({
                "state": state.state,
                "employer_state_id": state.id,
                "state_wages": money(Some(state.wages)),
                "state_income_tax": money(state.tax),
                "local_wages": money(state.local_wages),
                "local_income_tax": money(state.local_tax),
                "locality_name": state.locality,
            })
        };
        list(self.wages.states.iter().map(state).collect())
    }
}

/// An empty list counts as not found.
fn list(items: Vec<Value>) -> Value {
    if items.is_empty() {
        Value::Null
    } else {
        Value::Array(items)
    }
}
