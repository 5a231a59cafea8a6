//! V1: amounts of a receipt or a statement that are in no field. Sums prove the rows that were read, but not a subtotal,
//! a fee or a balance printed beside them. An amount is explained if the form holds it or its list adds up to it, or
//! if a caption of the pack's lists says that it is no charge.

use super::form_lines::{Piece, held, lines, padded_list, pages, shown};
use super::{CheckInput, form_path};
use rust_decimal::Decimal;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use touchstone_core::pack::{LedgerColumn, LedgerField, Template, WordList};
use touchstone_core::record::{Evidence, Form, NewIssue, RaisedBy, Severity};
use touchstone_core::value::{amount, money};
use touchstone_intake::Reading;

/// The pack's captions of amounts that are neither charges nor balances, or are printed elsewhere too.
const NO_CHARGES: [WordList; 12] = [
    WordList::Balance,
    WordList::Breakdown,
    WordList::Carried,
    WordList::Change,
    WordList::Measures,
    WordList::Owed,
    WordList::Payment,
    WordList::Settled,
    WordList::Skipped,
    WordList::Standing,
    WordList::Totals,
    WordList::UnitPrices,
];
/// Min words of a piece of a sentence.
const SENTENCE: usize = 9;
/// Max amounts shown.
const SHOWN: usize = 5;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let held = held(input.forms);
    let known: BTreeSet<Decimal> = input.forms.iter().flat_map(explained).collect();
    let mut issues = Vec::new();
    for form in input.forms {
        let template = input.pack.template_for(&form.label);
        if template.reader.is_none() || form.label == input.pack.fallback {
            continue;
        }
        let captions = Captions::of(template);
        let mut missed = Vec::new();
        for (page, reading) in pages(input, form) {
            let is_own = |word: usize| form.region.is_none_or(|part| part.holds(&reading.words[word].region));
            let is_open = |word: usize| is_own(word) && !held.contains(&(page, reading.number, word as u32));
            let lines = lines(reading);
            let charges = lines.iter().flat_map(|line| charges(reading, line, &captions));
            let words = charges.flat_map(|piece| piece.words.iter().copied());
            let amounts = words.filter(|&word| is_open(word) && is_amount(reading, word, &known));
            missed.extend(amounts.map(|word| shown(page, reading, word)));
        }
        issues.extend(issue(form, missed));
    }
    issues
}

/// Captions of amounts that are no charges: those that begin a text, and those that also end one, as `Year-to-date`.
struct Captions {
    begin: Vec<String>,
    end: Vec<String>,
}

impl Captions {
    fn of(template: &Template) -> Self {
        let folded = |list| padded_list(template, list);
        Self {
            begin: NO_CHARGES.into_iter().flat_map(folded).collect(),
            end: folded(WordList::Skipped).collect(),
        }
    }

    fn name(&self, piece: &Piece) -> bool {
        let called = piece.called();
        let begins = self.begin.iter().any(|text| called.starts_with(text));
        begins || self.end.iter().any(|text| called.ends_with(text))
    }
}

/// The pieces of a line whose amounts may be charges: the line is not part of a sentence, and neither its beginning nor
/// the nearest text is a caption of the pack's lists, such as change or savings, or a share, as of suggested tips.
fn charges<'l>(reading: &Reading, line: &'l [Piece], captions: &Captions) -> Vec<&'l Piece> {
    let is_share = |piece: &Piece| {
        let first = piece.words.first();
        first.is_some_and(|&word| reading.words[word].text.contains('%'))
    };
    let is_listed = |piece: &Piece| captions.name(piece) || is_share(piece);
    let is_sentence = |piece: &Piece| piece.words.len() >= SENTENCE;
    if line.first().is_some_and(is_listed) || line.iter().any(is_sentence) {
        return Vec::new();
    }
    let mut is_charge = true;
    let mut charges = Vec::new();
    for piece in line {
        if piece.is_text() {
            is_charge = !is_listed(piece);
        }
        charges.extend(Some(piece).filter(|_| is_charge));
    }
    charges
}

fn is_amount(reading: &Reading, word: usize, known: &BTreeSet<Decimal>) -> bool {
    let (text, _) = amount::parted(&reading.words[word].text);
    let amount = amount::unmistakable(text).map(|amount| amount.abs());
    amount.is_some_and(|amount| !amount.is_zero() && !known.contains(&amount))
}

/// The amounts of a form, and the sums of its lists. Signs are left out, since totals may print them otherwise.
fn explained(form: &Form) -> Vec<Decimal> {
    let mut found = Vec::new();
    for (name, field) in &form.fields {
        let rows = field.value.as_array().map(Vec::as_slice).unwrap_or_default();
        found.extend(money::of(&field.value).into_iter().chain(rows.iter().flat_map(of_row)));
        if name == LedgerField::Transactions.name() {
            found.extend(sums(rows));
        }
    }
    // A card slip repeats what was due before the tip.
    let amount = |field: LedgerField| money::of(&form.field(field.name())?.value);
    let tipped = amount(LedgerField::Total).zip(amount(LedgerField::Tip));
    found.extend(tipped.and_then(|(total, tip)| total.checked_sub(tip)));
    found.iter().map(Decimal::abs).collect()
}

fn of_row(row: &Value) -> Vec<Decimal> {
    let cells = row.as_object().into_iter().flat_map(Map::values);
    cells.filter_map(money::of).collect()
}

/// What each column of a statement's transactions adds up to, as a whole and in the rows of either sign, and the shares
/// of each payment to a loan, which its table prints as the total paid. The subtotal of a receipt has a field.
fn sums(rows: &[Value]) -> Vec<Decimal> {
    let (mut found, mut columns) = (Vec::new(), BTreeMap::<&str, Vec<Decimal>>::new());
    for row in rows.iter().filter_map(Value::as_object) {
        let shares = row
            .iter()
            .filter(|(part, _)| LedgerColumn::from_name(part).is_some_and(LedgerColumn::is_share));
        let shares: Vec<Decimal> = shares.filter_map(|(_, value)| money::of(value)).collect();
        found.extend(sum(&shares));
        for (part, value) in row {
            columns.entry(part).or_default().extend(money::of(value));
        }
    }
    for amounts in columns.values() {
        let (more, less): (Vec<_>, Vec<_>) = amounts.iter().partition(|amount| amount.is_sign_positive());
        found.extend([sum(amounts), sum(&more), sum(&less)].into_iter().flatten());
    }
    found
}

fn sum(amounts: &[Decimal]) -> Option<Decimal> {
    amounts
        .iter()
        .try_fold(Decimal::ZERO, |sum, amount| sum.checked_add(*amount))
}

fn issue(form: &Form, mut missed: Vec<Evidence>) -> Option<NewIssue> {
    let first = missed.first()?;
    let message = match missed.len() {
        1 => format!("page {} has an amount that is in no field: {}", first.page, first.quote),
        count => format!(
            "{count} amounts are in no field, the first on page {}: {}",
            first.page, first.quote
        ),
    };
    missed.truncate(SHOWN);
    let subject = form_path(form.number, "");
    let issue = NewIssue::new(RaisedBy::V1, "unclaimed_amount", Severity::Major, subject, message);
    Some(issue.evidence(missed).suggestion("check whether a line was missed"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use crate::checks::case::Case;
    use serde_json::{Value, json};

    fn is_reported(label: &str, page: &str, fields: &[(&str, Value, &str)]) -> bool {
        let case = Case::of(label, page, fields);
        case.reported().contains(&"unclaimed_amount forms[0]".to_owned())
    }

    #[test]
    fn an_amount_of_a_receipt_is_in_a_field_or_on_a_known_line() {
        for (line, expected) in [
            ("Room and incidentals 55.00", true),
            ("Total 58.16", false),
            ("Cash tendered 60.00", false),
            ("You saved 4.00", false),
            ("18% 10.47 20% 11.63", false),
            ("Amount 50.16", false),
            (
                "Spend 75.00 or more on your next visit to save 10.00 at any of our stores",
                false,
            ),
            ("Gate 0.00", false),
        ] {
            let page = format!("THE GILDED OTTER\n{line}\nTip 8.00\nTOTAL 58.16");
            let fields = [("total", json!("58.16"), "58.16"), ("tip", json!("8.00"), "8.00")];
            assert_eq!(is_reported("RECEIPT", &page, &fields), expected, "{line}");
        }
    }

    #[test]
    fn the_sums_of_transactions_explain_amounts() {
        let rows = json!([
            { "amount": "-300.00", "principal": "300.00", "interest": "80.00" },
            { "amount": "-310.00", "principal": "310.00", "interest": "70.00" },
            { "amount": "25.00" },
        ]);
        for (line, expected) in [
            ("Principal paid 610.00", false),
            ("Interest paid 150.00", false),
            ("Payments -610.00", false),
            ("Charges 25.00", false),
            ("Payment 380.00", false),
            ("Escrow balance 935.22", true),
            ("Interest paid year-to-date 31.40", false),
        ] {
            let page = format!("Coastline Bank\n{line}");
            let fields = [("transactions", rows.clone(), "Coastline Bank")];
            assert_eq!(is_reported("STATEMENT", &page, &fields), expected, "{line}");
        }
    }
}
