//! Maps the captions of a field map to slots: boxes by their number in the form's revision, the rest by their words.
//! The numbers are those of the official drawings.

use super::Place;
use crate::payers::official::{Boxes, boxes};
use crate::payers::schedules::{Item, partner_boxes};
use crate::payers::slip::Slot;

/// Words of a caption, lower case and without spaces, and the slot they mean. The first contained in the caption
/// counts.
type Words = [(&'static str, &'static str)];

#[rustfmt::skip]
const PARTIES: &Words = &[
    ("forcalendaryear", "year"), ("void", "void"), ("corrected", "corrected"), ("sname,street", "payer"),
    ("payer'stin", "payer_tin"), ("recipient'stin", "recipient_tin"), ("recipient'sname", "recipient_name"),
    ("streetaddress", "recipient_street"), ("cityortown", "recipient_town"), ("accountnumber", "account_number"),
    ("secondtin", "second_tin_notice"), ("2ndtin", "second_tin_notice"), ("fatca", "fatca_filing_requirement"),
];
#[rustfmt::skip]
const LINES: &Words = &[
    ("finalk-1", "final"), ("amendedk-1", "amended"), ("linea.", "payer_tin"), ("lineb.", "payer_name_and_address"),
    ("linec.", "irs_center"), ("lined.", "publicly_traded_partnership"), ("linee.", "recipient_tin"), ("linef.", "recipient"),
    ("generalpartner", "general_partner"), ("limitedpartner", "limited_partner"), ("domesticpartner", "domestic_partner"),
    ("foreignpartner", "foreign_partner"), ("whattypeofentity", "entity_type"), ("retirementplan", "retirement_plan"),
    ("profit.beginning", "profit_share_beginning"), ("profit.ending", "profit_share_ending"),
    ("loss.beginning", "loss_share_beginning"), ("loss.ending", "loss_share_ending"),
    ("capital.beginning", "capital_share_beginning"), ("capital.ending", "capital_share_ending"),
    ("qualifiednonrecourse", "qualified_nonrecourse_financing_ending"), ("nonrecourse", "nonrecourse_liabilities_ending"),
    ("linek.recourse", "recourse_liabilities_ending"), ("beginningcapital", "beginning_capital_account"),
    ("capitalcontributed", "capital_contributed"), ("currentyearincrease", "current_year_net_income"),
    ("withdrawals", "withdrawals_and_distributions"), ("endingcapital", "ending_capital_account"),
    ("taxbasis", "tax_basis"), ("linel.gaap", "gaap"), ("704(b)", "section_704b_book"), ("yes.", "built_in_gain_property"),
    ("linem.no", "no_built_in_gain_property"),
];

pub(super) enum Known {
    Boxes(Boxes),
    Lines(Vec<Item>),
}

impl Known {
    pub(super) fn new(label: &str, year: i32) -> Self {
        if label == "K-1" {
            Self::Lines(partner_boxes(year).into_iter().flatten().collect())
        } else {
            Self::Boxes(boxes(label, year))
        }
    }

    /// The slot of a place. `None` for places left empty.
    pub(super) fn slot(&self, place: &Place) -> Option<Slot> {
        let caption = place.caption.replace('’', "'").to_lowercase().replace(' ', "");
        match self {
            Self::Boxes(boxes) => box_of(boxes, &caption),
            Self::Lines(lines) => line_of(lines, &caption),
        }
    }
}

fn worded(words: &Words, caption: &str) -> Option<Slot> {
    let found = words.iter().find(|(text, _)| caption.contains(text));
    found.map(|(_, slot)| (*slot).to_owned())
}

/// `3.otherincome.$.`, `15.1.statetaxwithheld.$.`
fn box_of(boxes: &Boxes, caption: &str) -> Option<Slot> {
    let mut parts = caption.split('.');
    let number = parts.next().unwrap_or_default();
    if let Some((_, _, slot)) = boxes.rows.iter().flatten().find(|(own, ..)| *own == number) {
        return (!slot.is_empty()).then(|| (*slot).to_owned());
    }
    if let Some((_, _, part)) = boxes.states.iter().find(|(own, ..)| *own == number) {
        let row: usize = parts.next()?.parse().ok()?;
        return Some(format!("state_taxes.{part}.{}", row.checked_sub(1)?));
    }
    worded(PARTIES, caption)
}

/// `line6a.amount.`, `line11.item2.code.`, `linea.partnership'semployeridentificationnumber.`
fn line_of(lines: &[Item], caption: &str) -> Option<Slot> {
    let last = caption.rsplit("line").next().unwrap_or_default();
    let number = last.split('.').next().unwrap_or_default();
    let Some((_, _, slot, rows)) = lines.iter().find(|(own, ..)| *own == number) else {
        return worded(LINES, caption);
    };
    let part = if caption.ends_with("code.") { "code" } else { "amount" };
    if *rows == 0 {
        return (part == "amount").then(|| (*slot).to_owned());
    }
    let item = caption.split("item").nth(1)?;
    let row: usize = item.split('.').next()?.parse().ok()?;
    Some(format!("{slot}.{part}.{}", row.checked_sub(1)?))
}
