//! V2: a statement of several accounts read as one: the caption of a balance is printed with different amounts, or
//! different accounts are named. The form then holds one account, or a mixture of several.

use super::form_lines::{Piece, amount_behind, lines, pages, shown};
use super::support::padded;
use super::{CheckInput, form_path};
use rust_decimal::Decimal;
use std::collections::BTreeMap;
use touchstone_core::pack::{FieldSpec, RuleKind, Template};
use touchstone_core::record::{Evidence, Form, NewIssue, RaisedBy, Severity};
use touchstone_core::value::{amount, date, day};
use touchstone_intake::Reading;

/// Min digits of an account number, without its mask.
const DIGITS: usize = 3;
/// Min distance by which the further lines of a row begin right of it, in points.
const INDENT: f32 = 6.0;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let balances = input.pack.rules.iter().filter_map(|rule| match &rule.kind {
        RuleKind::Balance(rule) => Some(rule),
        _ => None,
    });
    let mut issues = Vec::new();
    for rule in balances {
        let template = input.pack.template_for(&rule.form);
        let captions = [phrases(template, [&rule.opening]), phrases(template, [&rule.closing])];
        let accounts = phrases(template, &rule.account);
        for form in input.forms.iter().filter(|form| form.label == rule.form) {
            let mut found = Found::of(form, rule.account.as_ref());
            for (page, reading) in pages(input, form) {
                found.look(page, reading, &captions, &accounts);
            }
            issues.extend(found.issue(form));
        }
    }
    issues
}

/// The account that a line names: alone, or with only a balance after its number, as in a summary of accounts. A
/// transaction may name another account.
fn account_of(reading: &Reading, line: &[Piece], accounts: &[String]) -> Option<(usize, String)> {
    let text = |word: &usize| reading.words[*word].text.as_str();
    let (own, behind) = line.split_first()?;
    let count = accounts
        .iter()
        .filter_map(|caption| own.captioned(reading, caption))
        .max()?;
    let further = behind.iter().flat_map(|piece| &piece.words);
    let words: Vec<usize> = own.words[count..].iter().chain(further).copied().collect();
    let (&word, rest) = words.split_first()?;
    let is_amount = |word: &usize| amount::unmistakable(amount::parted(text(word)).0).is_some();
    let is_balance = |word: &usize| is_amount(word) || text(word).eq_ignore_ascii_case("balance");
    let only_balance = rest.iter().all(is_balance);
    let number = number(text(&word).trim_end_matches(','))?;
    only_balance.then_some((word, number))
}

/// Where a line begins, in points from the left, and whether it begins with a day.
fn start(reading: &Reading, line: &[Piece]) -> Option<(f32, bool)> {
    let word = &reading.words[*line.first()?.words.first()?];
    let dated = !day::readings(&word.text).is_empty() || date::month_named(&word.text).is_some();
    Some((word.region.x, dated))
}

/// Captions of some fields, folded for the search.
fn phrases<'n>(template: &Template, names: impl IntoIterator<Item = &'n String>) -> Vec<String> {
    let specs = names.into_iter().filter_map(|name| template.field(name));
    let anchors = specs.flat_map(|spec: &FieldSpec| &spec.anchors);
    anchors.map(|anchor| padded(anchor)).collect()
}

/// A balance printed behind its caption.
struct Balance {
    caption: String,
    closing: bool,
    amount: Decimal,
    place: Evidence,
}

/// The balances from the first page on, and the account numbers, each with the place where it first appears.
#[derive(Default)]
struct Found {
    balances: Vec<Balance>,
    accounts: BTreeMap<String, Evidence>,
}

impl Found {
    /// The accounts that the form itself names, in these fields.
    fn of(form: &Form, field: Option<&String>) -> Self {
        let mut found = Self::default();
        let field = field.and_then(|name| form.field(name));
        let named = field.and_then(|field| Some((number(field.text()?)?, field.evidence.first()?.clone())));
        found.accounts.extend(named);
        found
    }

    /// `captions` are those of opening and of closing balances.
    fn look(&mut self, page: u32, reading: &Reading, captions: &[Vec<String>; 2], accounts: &[String]) {
        // Where the last dated row begins: lines further right are its further lines, which may name a card.
        let mut row: Option<f32> = None;
        for line in lines(reading) {
            if let Some((begin, dated)) = start(reading, &line)
                && (dated || row.is_some_and(|row| begin < row + INDENT))
            {
                row = dated.then_some(begin);
            }
            let longest = |piece: &Piece, captions: &[String]| {
                let counted = |caption: &String| Some((piece.captioned(reading, caption)?, caption.clone()));
                captions.iter().filter_map(counted).max()
            };
            for (at, piece) in line.iter().enumerate() {
                let [opening, closing] = captions.each_ref().map(|captions| longest(piece, captions));
                let is_closing = closing > opening;
                if let Some((count, caption)) = opening.max(closing)
                    && let Some((word, amount)) = amount_behind(reading, &line, at, count)
                {
                    self.balances.push(Balance {
                        caption,
                        closing: is_closing,
                        amount,
                        place: shown(page, reading, word),
                    });
                }
            }
            if row.is_some() {
                continue;
            }
            if let Some((word, number)) = account_of(reading, &line, accounts) {
                self.accounts
                    .entry(number)
                    .or_insert_with(|| shown(page, reading, word));
            }
        }
    }

    /// The places of balances whose caption is printed with different amounts. A balance that closes a page and opens
    /// the next one is carried over.
    fn balances(&self) -> Vec<&Evidence> {
        let is_carried = |pair: &[Balance]| pair[0].closing && !pair[1].closing && pair[0].amount == pair[1].amount;
        let pairs: Vec<bool> = self.balances.windows(2).map(is_carried).collect();
        let mut amounts: BTreeMap<&str, BTreeMap<Decimal, &Evidence>> = BTreeMap::new();
        for (at, balance) in self.balances.iter().enumerate() {
            let before = at.checked_sub(1).is_some_and(|before| pairs[before]);
            if !before && !pairs.get(at).is_some_and(|&next| next) {
                let amounts = amounts.entry(&balance.caption).or_default();
                amounts.entry(balance.amount).or_insert(&balance.place);
            }
        }
        let different = amounts.into_values().filter(|amounts| amounts.len() > 1);
        different.flat_map(BTreeMap::into_values).collect()
    }

    /// The places of numbers that cannot all be of one account; a masked number shows the end of another.
    fn accounts(&self) -> Vec<&Evidence> {
        let numbers: Vec<&String> = self.accounts.keys().collect();
        let same = |a: &str, b: &str| a.ends_with(b) || b.ends_with(a);
        let apart = numbers
            .iter()
            .filter(|number| numbers.iter().any(|other| !same(number, other)));
        apart.map(|number| &self.accounts[*number]).collect()
    }

    fn issue(self, form: &Form) -> Option<NewIssue> {
        let accounts = self.accounts();
        let (what, evidence) = if accounts.is_empty() {
            ("a balance is given more than once", self.balances())
        } else {
            ("several accounts are named", accounts)
        };
        if evidence.is_empty() {
            return None;
        }
        let quotes: Vec<&str> = evidence.iter().map(|piece| piece.quote.as_str()).collect();
        let message = format!(
            "{what}; the form may cover only one account or mix several: {}",
            quotes.join(", ")
        );
        let subject = form_path(form.number, "");
        let issue = NewIssue::new(RaisedBy::V2, "several_accounts", Severity::Major, subject, message);
        Some(issue.evidence(evidence.into_iter().cloned().collect()))
    }
}

/// The digits of an account number, without the mask before them.
fn number(text: &str) -> Option<String> {
    let shown = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    let plain = |c: char| c.is_ascii_digit() || matches!(c, '-' | ' ');
    let digits: String = shown.chars().filter(char::is_ascii_digit).collect();
    (digits.len() >= DIGITS && shown.chars().all(plain)).then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::number;
    use crate::checks::case::Case;
    use serde_json::json;

    fn is_reported(page: &str) -> bool {
        let case = Case::of("STATEMENT", page, &[("opening_balance", json!("1000.00"), "1,000.00")]);
        case.reported().contains(&"several_accounts forms[0]".to_owned())
    }

    #[test]
    fn two_accounts_in_one_statement() {
        for (name, page, expected) in [
            (
                "two balances",
                "Tidewell Bank\nOpening balance 1,000.00\nClosing balance 900.00\nOpening balance 50.00\nClosing balance 60.00",
                true,
            ),
            (
                "one account, its balance carried from page to page",
                "Tidewell Bank\nOpening balance 1,000.00\nClosing balance 900.00\nOpening balance 900.00\nClosing balance 60.00",
                false,
            ),
            (
                "two numbers",
                "Tidewell Bank\nOpening balance 1,000.00\nChecking ******7781\nSavings ******9902",
                true,
            ),
            (
                "one account, its balance carried over",
                "Tidewell Bank\nAccount number 12-7781\nOpening balance 1,000.00\nChecking ******7781\nOpening balance 1,000.00",
                false,
            ),
            (
                "a summary of accounts",
                "Tidewell Bank\nAccount number 12-7781\nOpening balance 1,000.00\nSavings ******9902 5,004.11",
                true,
            ),
            (
                "another account with its balance",
                "Tidewell Bank\nAccount number 12-7781\nOpening balance 1,000.00\nAccount 000123459902, Balance 5,004.11",
                true,
            ),
            (
                "an account below the transactions",
                "Tidewell Bank\nAccount number 7781\nOpening balance 1,000.00\n06/25 Purchase 5.00\nAccount 9902",
                true,
            ),
            (
                "an account in the further line of a transaction",
                "Tidewell Bank\nAccount number 7781\nOpening balance 1,000.00\n06/25 Purchase 5.00\n Account 9902",
                false,
            ),
            (
                "a transfer to another account",
                "Tidewell Bank\nAccount number 7781\nOpening balance 1,000.00\nSavings 9902 transfer 5.00",
                false,
            ),
        ] {
            assert_eq!(is_reported(page), expected, "{name}");
        }
    }

    #[test]
    fn an_account_other_than_that_of_the_form_is_another_one() {
        let reported = |last: &str| {
            let page = format!("Tidewell Bank\nAccount 127781 of Ann Fenn\nOpening balance 1,000.00\nAccount {last}");
            let fields = [
                ("opening_balance", json!("1000.00"), "1,000.00"),
                ("account", json!("127781"), "127781"),
            ];
            let found = Case::of("STATEMENT", &page, &fields).reported();
            found.contains(&"several_accounts forms[0]".to_owned())
        };
        assert!(reported("129902"));
        assert!(!reported("******7781"));
    }

    #[test]
    fn numbers_of_accounts() {
        let rows = [
            ("******7781", Some("7781")),
            ("12-7781", Some("127781")),
            ("XX99", None),
            ("11/04", None),
            ("summary", None),
        ];
        for (text, expected) in rows {
            assert_eq!(number(text).as_deref(), expected, "{text}");
        }
    }
}
