//! Held-out layouts of statements: nothing is tuned on them. Once their misses have been inspected, they move to
//! `others`, and new ones are drawn here.

use super::account::Account;
use super::pen::Pen;
use crate::calendar::grouped;
use crate::font::Font;
use serde_json::json;

/// A town bank: separate columns for money out and money in, balance last, ruled lines.
pub(super) fn town(pen: &mut Pen, account: &Account) {
    (pen.font, pen.bold, pen.size) = (Font::Serif, Font::SerifBold, 9.0);
    pen.y = 48.0;
    pen.head(48.0, 18.0, &account.institution);
    pen.down(14.0);
    pen.at(48.0, &account.address.lines(false).join(", "));
    pen.down(24.0);
    let top = pen.y;
    pen.addressee(48.0, account);
    pen.y = top;
    pen.titled(350.0, "STATEMENT OF ACCOUNT");
    pen.down(13.0);
    pen.at(350.0, &format!("Account No. {}", account.number));
    pen.note("account", json!(account.number));
    pen.down(12.0);
    let period = format!("{} - {}", account.start.slashes(), account.end.slashes());
    pen.at(350.0, &format!("Period {period}"));
    pen.covers(&period, account);
    pen.y = top + 78.0;
    pen.bold_at(48.0, "Date");
    pen.bold_at(108.0, "Particulars");
    pen.bold_right(400.0, "Paid out");
    pen.bold_right(480.0, "Paid in");
    pen.bold_right(564.0, "Balance");
    pen.down(13.0);
    pen.at(108.0, "Opening balance");
    pen.at_right(564.0, &grouped(account.opening));
    pen.opening("Opening balance", account.opening);
    let mut balance = account.opening;
    for entry in &account.entries {
        let rule = pen.y + 3.0;
        pen.sheet.line((48.0, rule), (564.0, rule), 0.3, [0.6; 3]);
        pen.down(13.0);
        balance += entry.cents;
        pen.at(48.0, &entry.day.slashes());
        pen.at_right(if entry.cents < 0 { 400.0 } else { 480.0 }, &grouped(entry.cents.abs()));
        pen.at_right(564.0, &grouped(balance));
        let text = pen.write_entry(108.0, entry);
        pen.row(entry, &text, Some(balance));
    }
    pen.down(13.0);
    pen.bold_at(108.0, "Closing balance");
    pen.bold_right(564.0, &grouped(account.closing));
    pen.closing("Closing balance", account.closing);
}

/// A card: a framed summary, dates with the month in words, credits with `CR` directly after the figure.
pub(super) fn charge(pen: &mut Pen, account: &Account) {
    pen.y = 46.0;
    pen.head(40.0, 16.0, &account.institution);
    pen.titled(400.0, "Monthly Card Statement");
    pen.down(26.0);
    pen.at(40.0, &format!("Account number ending {}", &account.number[6..]));
    pen.note("account", json!(&account.number[6..]));
    pen.down(12.0);
    let period = format!("{} to {}", account.start.long(), account.end.long());
    pen.at(40.0, &format!("Statement period {period}"));
    pen.covers(&period, account);
    pen.down(26.0);
    pen.addressee(40.0, account);
    pen.y = 140.0;
    pen.sheet.frame([330.0, 84.0, 572.0, 146.0], 0.8, [0.2; 3]);
    pen.y = 100.0;
    for (caption, cents) in [("Opening balance", account.opening), ("New balance", account.closing)] {
        pen.at(338.0, caption);
        pen.at_right(566.0, &format!("${}", grouped(cents)));
        pen.down(14.0);
    }
    pen.opening("Opening balance", account.opening);
    pen.closing("New balance", account.closing);
    pen.at(338.0, "Payment due by");
    pen.at_right(566.0, &account.end.plus(21).long());
    pen.y = 178.0;
    pen.bold_at(40.0, "Date");
    pen.bold_at(110.0, "Details");
    pen.bold_right(566.0, "Amount ($)");
    for entry in &account.entries {
        pen.down(14.0);
        pen.at(40.0, &entry.day.brief());
        let amount = grouped(entry.cents.abs());
        pen.at_right(566.0, &if entry.cents < 0 { format!("{amount}CR") } else { amount });
        let text = pen.write_entry(110.0, entry);
        pen.row(entry, &text, None);
    }
}

/// A savings bank's page in typewriter type: signs before the figures, the balance after every line.
pub(super) fn savings(pen: &mut Pen, account: &Account) {
    (pen.font, pen.bold, pen.size) = (Font::Mono, Font::MonoBold, 8.5);
    pen.y = 44.0;
    pen.head(40.0, 12.0, &account.institution.to_uppercase());
    for name in ["institution", "issuer_name"] {
        pen.note(name, json!(account.institution.to_uppercase()));
    }
    pen.down(14.0);
    pen.titled(40.0, "SAVINGS ACCOUNT STATEMENT");
    pen.down(22.0);
    pen.at(40.0, &format!("ACCOUNT NUMBER: {}", account.masked()));
    pen.note("account", json!(account.masked()));
    pen.down(11.0);
    let period = format!("{} THROUGH {}", account.start.slashes(), account.end.slashes());
    pen.at(40.0, &format!("STATEMENT PERIOD: {period}"));
    pen.covers(&period, account);
    pen.down(22.0);
    pen.addressee(40.0, account);
    pen.down(28.0);
    pen.at(40.0, "BEGINNING BALANCE");
    pen.at_right(300.0, &grouped(account.opening));
    pen.opening("BEGINNING BALANCE", account.opening);
    pen.down(11.0);
    pen.at(40.0, "ENDING BALANCE");
    pen.at_right(300.0, &grouped(account.closing));
    pen.closing("ENDING BALANCE", account.closing);
    pen.down(24.0);
    pen.bold_at(40.0, "DATE");
    pen.bold_at(96.0, "TRANSACTION");
    pen.bold_right(450.0, "AMOUNT");
    pen.bold_right(560.0, "BALANCE");
    let mut balance = account.opening;
    for entry in &account.entries {
        pen.down(12.0);
        balance += entry.cents;
        pen.at(40.0, &entry.day.short());
        let sign = if entry.cents < 0 { "-" } else { "+" };
        pen.at_right(450.0, &format!("{sign}{}", grouped(entry.cents.abs())));
        pen.at_right(560.0, &grouped(balance));
        let text = pen.write_entry(96.0, entry);
        pen.row(entry, &text, Some(balance));
    }
}
