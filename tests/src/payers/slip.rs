//! A form filled in by one printer: the lines at each slot, and the truth made from the same lines. A slot is named
//! by its field (`rents`), by a row of a list (`state_taxes.state.0`), or by a block printed together (`payer`).

use super::facts::{Coded, Facts, Party};
use crate::w2::hand::{Hand, Mask};
use crate::w2::layout::{Filling, Place};
use serde_json::{Map, Value, json};

/// The name of a place on the form.
pub(crate) type Slot = String;

/// Slots that are check boxes.
const SQUARES: [&str; 24] = [
    "void",
    "corrected",
    "fatca_filing_requirement",
    "second_tin_notice",
    "direct_sales",
    "final",
    "amended",
    "publicly_traded_partnership",
    "general_partner",
    "limited_partner",
    "domestic_partner",
    "foreign_partner",
    "disregarded_entity",
    "retirement_plan",
    "tax_basis",
    "gaap",
    "section_704b_book",
    "schedule_k3_attached",
    "built_in_gain_property",
    "decrease_by_sale",
    "decrease_by_exchange",
    "lower_tier_liabilities",
    "more_than_one_activity_at_risk",
    "more_than_one_activity_passive",
];
/// Check boxes without a field, printed beside those that have one.
const OTHER_SQUARES: [&str; 4] = ["no_built_in_gain_property", "other_basis", "sale", "exchange"];

impl Place for Slot {
    fn is_square(&self) -> bool {
        SQUARES.contains(&self.as_str()) || OTHER_SQUARES.contains(&self.as_str())
    }

    fn max_length(&self) -> Option<i32> {
        match self.as_str() {
            "" => Some(0),
            "payer_tin" | "recipient_tin" => Some(11),
            _ => None,
        }
    }
}

pub(crate) struct Slip<'a> {
    pub facts: &'a Facts,
    pub hand: Hand,
}

impl Filling<Slot> for Slip<'_> {
    fn lines(&self, slot: &Slot) -> Vec<String> {
        self.at(slot)
    }

    fn ticked(&self, slot: &Slot) -> bool {
        match slot.as_str() {
            "no_built_in_gain_property" => !self.facts.checks.contains("built_in_gain_property"),
            other => self.facts.checks.contains(other),
        }
    }
}

impl Slip<'_> {
    /// The lines printed at a slot; empty where the form stays blank.
    pub(crate) fn at(&self, slot: &str) -> Vec<String> {
        let (facts, hand) = (self.facts, self.hand);
        let (payer, recipient) = (&facts.payer, &facts.recipient);
        let street = |party: &Party| hand.lines(&party.address[..party.address.len() - 1]);
        let town = |party: &Party| hand.lines(&party.address[party.address.len() - 1..]);
        let telephone = || facts.telephone.iter().cloned().collect::<Vec<_>>();
        match slot {
            "payer" => [hand.lines(&payer.name), hand.lines(&payer.address), telephone()].concat(),
            "payer_name_and_address" => [hand.lines(&payer.name), hand.lines(&payer.address)].concat(),
            "payer_name" => hand.lines(&payer.name),
            "payer_address" => hand.lines(&payer.address),
            "payer_telephone" => telephone(),
            "payer_tin" => vec![self.number(payer)],
            "recipient" => [hand.lines(&recipient.name), hand.lines(&recipient.address)].concat(),
            "recipient_name" => hand.lines(&recipient.name),
            "recipient_address" => hand.lines(&recipient.address),
            "recipient_street" => vec![street(recipient).join(", ")],
            "recipient_town" => town(recipient),
            "recipient_tin" => vec![self.number(recipient)],
            "account_number" => facts.account.iter().cloned().collect(),
            "year" => vec![facts.year.to_string()],
            _ => self.boxed(slot),
        }
    }

    fn boxed(&self, slot: &str) -> Vec<String> {
        let row: Vec<&str> = slot.split('.').collect();
        let text = match row[..] {
            [name] => self
                .facts
                .amounts
                .get(name)
                .map(|&cents| self.money(cents))
                .or_else(|| self.facts.texts.get(name).cloned()),
            ["state_taxes", part, index] => self.state(part, index.parse().unwrap_or(0)),
            [list, part, index] => self
                .facts
                .lists
                .get(list)
                .and_then(|rows| rows.get(index.parse::<usize>().unwrap_or(0)))
                .map(|row| self.coded(part, row)),
            _ => None,
        };
        text.into_iter().collect()
    }

    fn state(&self, part: &str, index: usize) -> Option<String> {
        let state = self.facts.states.get(index)?;
        match part {
            "state" => Some(state.state.to_owned()),
            "payer_state_no" => Some(state.number.clone()),
            "line" => Some(format!("{} {}", state.state, state.number)),
            "slash" => Some(format!("{}/{}", state.state, state.number)),
            "state_income" => state.income.map(|cents| self.money(cents)),
            _ => state.tax.map(|cents| self.money(cents)),
        }
    }

    fn coded(&self, part: &str, row: &Coded) -> String {
        let amount = row.amount.map_or("STMT".to_owned(), |cents| self.money(cents));
        match part {
            "code" => row.code.to_owned(),
            "amount" => amount,
            _ => format!("{}   {amount}", row.code),
        }
    }

    /// An amount, with losses in parentheses or with a minus sign, by the printer's habit.
    fn money(&self, cents: i64) -> String {
        let text = self.hand.cents(cents.abs());
        match (cents < 0, self.hand.comma) {
            (false, _) => text,
            (true, true) => format!("({text})"),
            (true, false) => format!("-{text}"),
        }
    }

    fn number(&self, party: &Party) -> String {
        let recipient = party.number == self.facts.recipient.number;
        match (self.hand.mask, party.firm) {
            (Mask::Hidden(letter), true) if recipient => {
                let hidden = letter.to_string();
                format!("{}-{}{}", hidden.repeat(2), hidden.repeat(3), &party.number[6..])
            }
            // Without its dash, a recipient's EIN could not be told from a social security number.
            (_, true) if self.hand.ein_dash || recipient => party.number.clone(),
            (_, true) => party.number.replace('-', ""),
            (_, false) => self.hand.ssn(&party.number),
        }
    }

    /// The truth of a form that prints these slots. Fields without a slot are absent from it.
    pub(crate) fn fields(&self, slots: &[Slot]) -> Map<String, Value> {
        let mut fields = Map::new();
        fields.insert("tax_year".to_owned(), json!(self.facts.year));
        for slot in slots {
            match slot.as_str() {
                "payer" => {
                    self.party(&mut fields, "payer", true);
                    self.line(&mut fields, "payer_telephone");
                }
                "payer_name_and_address" => self.party(&mut fields, "payer", true),
                "recipient" => self.party(&mut fields, "recipient", true),
                "recipient_street" | "recipient_town" => self.text(&mut fields, "recipient_address"),
                "payer_name" | "recipient_name" => self.party(&mut fields, slot.trim_end_matches("_name"), false),
                "payer_address" | "recipient_address" => self.text(&mut fields, slot),
                "payer_tin" => self.tin(&mut fields, slot, &self.facts.payer),
                "recipient_tin" => self.tin(&mut fields, slot, &self.facts.recipient),
                "" | "year" => {}
                other if OTHER_SQUARES.contains(&other) => {}
                other if SQUARES.contains(&other) => {
                    fields.insert(slot.clone(), json!(self.facts.checks.contains(other)));
                }
                other if other.contains('.') => self.row(&mut fields, other),
                other if self.facts.amounts.contains_key(other) => {
                    fields.insert(slot.clone(), self.amount(self.facts.amounts[other]));
                }
                other => self.line(&mut fields, other),
            }
        }
        if self.facts.label == "K-1" {
            renamed(fields)
        } else {
            fields
        }
    }

    fn party(&self, fields: &mut Map<String, Value>, who: &str, whole: bool) {
        let name = format!("{who}_name");
        fields.insert(name.clone(), json!(self.at(&name).join(" ")));
        if whole {
            self.text(fields, &format!("{who}_address"));
        }
    }

    fn text(&self, fields: &mut Map<String, Value>, name: &str) {
        fields.insert(name.to_owned(), json!(self.at(name).join(", ")));
    }

    fn line(&self, fields: &mut Map<String, Value>, name: &str) {
        let lines = self.at(name);
        let value = if lines.is_empty() {
            Value::Null
        } else {
            json!(lines.join(" "))
        };
        fields.insert(name.to_owned(), value);
    }

    /// Adds the dashes that the form omits.
    fn tin(&self, fields: &mut Map<String, Value>, slot: &str, party: &Party) {
        let printed = self.number(party);
        let value = if printed.contains('-') {
            printed
        } else {
            party.number.clone()
        };
        fields.insert(slot.to_owned(), json!(value));
    }

    fn amount(&self, cents: i64) -> Value {
        let sign = if cents < 0 { "-" } else { "" };
        let amount = self.hand.value(cents.abs());
        json!(format!("{sign}{}", amount.as_str().unwrap_or_default()))
    }

    /// One cell of a list; missing rows and parts are omitted.
    fn row(&self, fields: &mut Map<String, Value>, slot: &str) {
        let [list, part, index] = slot.split('.').collect::<Vec<_>>()[..] else {
            return;
        };
        let index: usize = index.parse().unwrap_or(0);
        let cells = self.cells(list, part, index);
        if cells.is_empty() {
            return;
        }
        let rows = fields.entry(list).or_insert_with(|| json!([]));
        let Value::Array(rows) = rows else { return };
        while rows.len() <= index {
            rows.push(json!({}));
        }
        for (name, value) in cells {
            rows[index][name] = value;
        }
    }

    fn cells(&self, list: &str, part: &str, index: usize) -> Vec<(&'static str, Value)> {
        if list != "state_taxes" {
            let Some(row) = self.facts.lists.get(list).and_then(|rows| rows.get(index)) else {
                return Vec::new();
            };
            let amount = row.amount.map_or(Value::Null, |cents| self.amount(cents));
            return match part {
                "code" => vec![("code", json!(row.code))],
                "amount" => vec![("amount", amount)],
                _ => vec![("code", json!(row.code)), ("amount", amount)],
            };
        }
        let Some(state) = self.facts.states.get(index) else {
            return Vec::new();
        };
        let money = |cents: Option<i64>| cents.map_or(Value::Null, |cents| self.amount(cents));
        let (code, number) = (("state", json!(state.state)), ("payer_state_no", json!(state.number)));
        match part {
            "state" => vec![code],
            "payer_state_no" => vec![number],
            "line" | "slash" => vec![code, number],
            "state_income" => vec![("state_income", money(state.income))],
            _ => vec![("state_tax_withheld", money(state.tax))],
        }
    }
}

/// Renames the fields of the parties for a Schedule K-1.
fn renamed(fields: Map<String, Value>) -> Map<String, Value> {
    let name = |name: String| match name.as_str() {
        "payer_tin" => "partnership_ein".to_owned(),
        other => other
            .replace("payer_", "partnership_")
            .replace("recipient_", "partner_"),
    };
    fields.into_iter().map(|(field, value)| (name(field), value)).collect()
}
