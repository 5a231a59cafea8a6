//! Made account statements: the entries (`account`), printed as by banks, card issuers, brokers and lenders
//! (`prints`, `others`), and on held-out layouts (`held`). The truth is written from what is drawn.

pub(crate) mod account;
mod held;
mod others;
mod pen;
mod prints;

use super::{Case, Expect, FormTruth, Truth};
use crate::dice::Dice;
use crate::family::Family;
use account::Account;
use pen::Pen;
use serde_json::{Map, Value, json};

pub const STATEMENTS: Family = Family {
    name: "statements",
    tuned: &[
        "bank-running",
        "bank-sections",
        "bank-two-columns",
        "card",
        "broker-cash",
        "loan",
        "bank-pages",
        "union",
        "card-plain",
        "online",
        "line-of-credit",
    ],
    unseen: &["held-town", "held-charge", "held-savings"],
    make: cases_of,
};

/// Statements of one layout. The same seed gives the same bytes.
pub fn cases_of(layout: &str, seed: u64, count: usize) -> Vec<Case> {
    let mut dice = Dice::new(seed);
    (0..count).map(|index| one(layout, &mut dice.fork(), index)).collect()
}

fn one(layout: &str, dice: &mut Dice, index: usize) -> Case {
    let account = account_for(layout, dice);
    case(layout, &account, index)
}

/// The same statements with a row omitted, a row printed twice or a wrong digit, so that the balances do not add up.
pub fn broken(layout: &str, seed: u64, count: usize) -> Vec<Case> {
    let mut dice = Dice::new(seed);
    let one = |index: usize| {
        let mut dice = dice.fork();
        let mut account = account_for(layout, &mut dice);
        let place = dice.index(account.entries.len());
        let remark = match index % 3 {
            0 => {
                account.entries.remove(place);
                "a row is left out on purpose"
            }
            1 => {
                let twin = account.entries[place].clone();
                account.entries.insert(place, twin);
                "a row is printed twice on purpose"
            }
            _ => {
                let entry = &mut account.entries[place];
                entry.cents += if entry.cents % 10 == 9 { -1 } else { 1 };
                "a digit is wrong on purpose"
            }
        };
        let mut case = case(layout, &account, index);
        case.rename(&format!("statement-{:03}-broken-{layout}", index + 1));
        case.truth.expect = Expect::Escalate;
        case.truth.remarks.push(remark.to_owned());
        case
    };
    (0..count).map(one).collect()
}

fn account_for(layout: &str, dice: &mut Dice) -> Account {
    let rows = match layout {
        "bank-pages" => dice.between(120, 420),
        "loan" => dice.between(2, 6),
        _ => dice.between(5, 18),
    };
    Account::throw(
        dice,
        rows,
        matches!(
            layout,
            "card" | "loan" | "card-plain" | "line-of-credit" | "held-charge"
        ),
    )
}

fn case(layout: &str, account: &Account, index: usize) -> Case {
    let mut pen = Pen::default();
    match layout {
        "bank-running" => prints::running(&mut pen, account),
        "bank-sections" => prints::sections(&mut pen, account),
        "bank-two-columns" => prints::two_columns(&mut pen, account),
        "card" => prints::card(&mut pen, account),
        "broker-cash" => prints::broker(&mut pen, account),
        "loan" => prints::loan(&mut pen, account),
        "bank-pages" => prints::pages(&mut pen, account),
        "union" => others::union(&mut pen, account),
        "card-plain" => others::card(&mut pen, account),
        "online" => others::online(&mut pen, account),
        "line-of-credit" => others::line_of_credit(&mut pen, account),
        "held-town" => held::town(&mut pen, account),
        "held-charge" => held::charge(&mut pen, account),
        _ => held::savings(&mut pen, account),
    }
    let pages = pen.pages();
    let truth = Truth {
        layout: layout.to_owned(),
        pages,
        label: Some("STATEMENT".to_owned()),
        expect: Expect::Accept,
        forms: vec![FormTruth {
            label: "STATEMENT".to_owned(),
            page: 1,
            copies: 1,
            fields: fields(&mut pen, account),
        }],
        ..Truth::default()
    };
    Case::new(&format!("statement-{:03}-{layout}", index + 1), pen.into_pdf(), truth)
}

fn fields(pen: &mut Pen, account: &Account) -> Map<String, Value> {
    let mut fields = std::mem::take(&mut pen.truth);
    let rows = std::mem::take(&mut pen.rows);
    for name in ["institution", "issuer_name"] {
        fields.entry(name).or_insert_with(|| json!(account.institution));
    }
    fields.insert("recipient_name".to_owned(), json!(account.holder.name()));
    fields.insert("period_end".to_owned(), json!(account.end.iso()));
    fields.insert("tax_year".to_owned(), json!(account.end.year));
    fields.insert("transaction_count".to_owned(), json!(rows.len()));
    fields.insert("transactions".to_owned(), Value::Array(rows));
    fields
}
