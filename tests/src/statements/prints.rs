//! Layouts of statements that the program may be tuned on.

use super::account::{Account, Entry};
use super::pen::Pen;
use crate::calendar::grouped;
use crate::font::Font;
use serde_json::json;

/// Prints the description of an entry over its lines; returns it as one text.
fn described(pen: &mut Pen, x: f32, entry: &Entry) -> String {
    pen.at(x, &entry.lines[0]);
    for line in &entry.lines[1..] {
        pen.down(10.5);
        pen.at(x, line);
    }
    entry.lines.join(" ")
}

/// A checking account: one table, withdrawals negative, a running balance.
pub(super) fn running(pen: &mut Pen, account: &Account) {
    pen.y = 54.0;
    pen.head(48.0, 16.0, &account.institution);
    pen.titled(430.0, "Checking Statement");
    pen.down(14.0);
    for line in account.address.lines(true) {
        pen.at(48.0, &line);
        pen.down(11.0);
    }
    pen.down(22.0);
    let top = pen.y;
    pen.addressee(48.0, account);
    pen.y = top;
    pen.at(360.0, &format!("Account number: {}", account.masked()));
    pen.down(12.0);
    let period = format!("{} through {}", account.start.slashes(), account.end.slashes());
    pen.at(360.0, &format!("Statement period: {period}"));
    pen.note("account", json!(account.masked()));
    pen.covers(&period, account);
    pen.y = top + 70.0;
    let opening = format!("Beginning balance on {}", account.start.slashes());
    pen.at(48.0, &opening);
    pen.at_right(330.0, &format!("${}", grouped(account.opening)));
    pen.opening(&opening, account.opening);
    pen.down(12.0);
    let closing = format!("Ending balance on {}", account.end.slashes());
    pen.at(48.0, &closing);
    pen.at_right(330.0, &format!("${}", grouped(account.closing)));
    pen.closing(&closing, account.closing);
    pen.down(30.0);
    pen.bold_at(48.0, "Date");
    pen.bold_at(110.0, "Description");
    pen.bold_right(460.0, "Amount");
    pen.bold_right(560.0, "Balance");
    let mut balance = account.opening;
    for entry in &account.entries {
        pen.down(13.0);
        balance += entry.cents;
        pen.at(48.0, &entry.day.short());
        pen.at_right(460.0, &grouped(entry.cents));
        pen.at_right(560.0, &grouped(balance));
        let text = described(pen, 110.0, entry);
        pen.row(entry, &text, Some(balance));
    }
}

/// Deposits, then withdrawals, each with its sum; the headings imply the signs.
pub(super) fn sections(pen: &mut Pen, account: &Account) {
    (pen.font, pen.bold) = (Font::Serif, Font::SerifBold);
    pen.size = 9.5;
    pen.y = 60.0;
    pen.head(54.0, 18.0, &account.institution);
    pen.down(30.0);
    let top = pen.y;
    pen.addressee(54.0, account);
    pen.y = top;
    let period = format!("{} to {}", account.start.long(), account.end.long());
    pen.at(330.0, &period);
    pen.covers(&period, account);
    pen.down(12.0);
    pen.at(330.0, &format!("Account No. {}", account.number));
    pen.note("account", json!(account.number));
    pen.y = top + 72.0;
    pen.bold_at(54.0, "Account summary");
    pen.down(14.0);
    pen.at(54.0, "Opening balance");
    pen.at_right(300.0, &format!("${}", grouped(account.opening)));
    pen.opening("Opening balance", account.opening);
    pen.down(12.0);
    pen.at(54.0, "Deposits and additions");
    pen.at_right(300.0, &grouped(account.sum(true)));
    pen.down(12.0);
    pen.at(54.0, "Withdrawals and subtractions");
    pen.at_right(300.0, &format!("-{}", grouped(account.sum(false))));
    pen.down(12.0);
    pen.at(54.0, "Closing balance");
    pen.at_right(300.0, &format!("${}", grouped(account.closing)));
    pen.closing("Closing balance", account.closing);
    for (inward, heading) in [
        (true, "Deposits and additions"),
        (false, "Withdrawals and subtractions"),
    ] {
        pen.down(30.0);
        pen.head(54.0, 11.0, heading);
        pen.down(14.0);
        pen.bold_at(54.0, "Date");
        pen.bold_at(110.0, "Description");
        pen.bold_right(540.0, "Amount");
        for entry in account.entries.iter().filter(|entry| (entry.cents > 0) == inward) {
            pen.down(12.5);
            pen.at(54.0, &entry.day.short());
            pen.at_right(540.0, &grouped(entry.cents.abs()));
            let text = described(pen, 110.0, entry);
            pen.row(entry, &text, None);
        }
        pen.down(14.0);
        pen.bold_at(54.0, &format!("Total {}", heading.to_lowercase()));
        pen.bold_right(540.0, &format!("${}", grouped(account.sum(inward))));
    }
}

/// Separate columns for withdrawals and deposits; the first line carries the balance over.
pub(super) fn two_columns(pen: &mut Pen, account: &Account) {
    pen.y = 50.0;
    pen.head(40.0, 14.0, &account.institution);
    pen.down(16.0);
    pen.titled(40.0, "STATEMENT OF ACCOUNT");
    pen.down(26.0);
    let top = pen.y;
    pen.addressee(40.0, account);
    pen.y = top;
    for (caption, value) in [
        ("Account Number", account.number.clone()),
        (
            "Statement Period",
            format!("{} - {}", account.start.slashes(), account.end.slashes()),
        ),
    ] {
        pen.bold_at(340.0, caption);
        pen.at(440.0, &value);
        pen.down(12.0);
    }
    pen.note("account", json!(account.number));
    pen.note(
        "period",
        json!(format!("{} - {}", account.start.slashes(), account.end.slashes())),
    );
    pen.note("period_start", json!(account.start.iso()));
    pen.y = top + 80.0;
    pen.bold_at(40.0, "DATE");
    pen.bold_at(100.0, "TRANSACTION");
    pen.bold_at(330.0, "WITHDRAWALS");
    pen.bold_at(420.0, "DEPOSITS");
    pen.bold_at(510.0, "BALANCE");
    pen.down(14.0);
    pen.at(40.0, &account.start.short());
    pen.at(100.0, "Balance brought forward");
    pen.at_right(552.0, &grouped(account.opening));
    pen.opening("Balance brought forward", account.opening);
    let mut balance = account.opening;
    for (place, entry) in account.entries.iter().enumerate() {
        pen.down(13.0);
        balance += entry.cents;
        let last = account.entries.get(place + 1).is_none_or(|next| next.day != entry.day);
        pen.at(40.0, &entry.day.short());
        pen.at_right(if entry.cents < 0 { 395.0 } else { 466.0 }, &grouped(entry.cents.abs()));
        if last {
            pen.at_right(552.0, &grouped(balance));
        }
        let text = described(pen, 100.0, entry);
        pen.row(entry, &text, last.then_some(balance));
    }
    pen.down(14.0);
    pen.at(40.0, &account.end.short());
    pen.at(100.0, "Closing balance");
    pen.at_right(552.0, &grouped(account.closing));
    pen.closing("Closing balance", account.closing);
}

/// A credit card: the amount owed, payments with a minus, two dates per line.
pub(super) fn card(pen: &mut Pen, account: &Account) {
    pen.y = 50.0;
    pen.head(45.0, 17.0, &account.institution);
    pen.down(16.0);
    pen.titled(45.0, "Credit Card Statement");
    pen.down(24.0);
    let top = pen.y;
    pen.addressee(45.0, account);
    pen.y = top;
    pen.at(330.0, &format!("Account ending in {}", &account.number[6..]));
    pen.note("account", json!(&account.number[6..]));
    pen.down(12.0);
    let period = format!("{} - {}", account.start.slashes(), account.end.slashes());
    pen.at(330.0, &format!("Billing period {period}"));
    pen.covers(&period, account);
    pen.y = top + 66.0;
    let minimum = 3_500;
    for (caption, cents, sign) in [
        ("Previous balance", account.opening, ""),
        ("Payments and credits", account.sum(false), "-"),
        ("Purchases", account.sum(true), "+"),
        ("New balance", account.closing, ""),
        ("Minimum payment due", minimum, ""),
    ] {
        pen.at(45.0, caption);
        pen.at_right(280.0, &format!("{sign}${}", grouped(cents)));
        pen.down(12.0);
    }
    pen.opening("Previous balance", account.opening);
    pen.closing("New balance", account.closing);
    pen.balance("Minimum payment due", minimum);
    pen.at(45.0, "Payment due date");
    pen.at_right(280.0, &account.end.plus(24).slashes());
    pen.down(28.0);
    pen.bold_at(45.0, "Transactions");
    pen.down(14.0);
    pen.bold_at(45.0, "Trans date");
    pen.bold_at(105.0, "Post date");
    pen.bold_at(165.0, "Description");
    pen.bold_right(560.0, "Amount");
    for entry in &account.entries {
        pen.down(13.0);
        pen.at(45.0, &entry.day.short());
        pen.at(105.0, &entry.day.plus(1).short());
        let sign = if entry.cents < 0 { "-$" } else { "$" };
        pen.at_right(560.0, &format!("{sign}{}", grouped(entry.cents.abs())));
        let text = described(pen, 165.0, entry);
        pen.row(entry, &text, None);
    }
}

/// Cash of a brokerage account, with outflows in parentheses.
pub(super) fn broker(pen: &mut Pen, account: &Account) {
    pen.y = 52.0;
    pen.head(50.0, 15.0, &account.institution);
    pen.down(18.0);
    pen.titled(50.0, "Brokerage Account Statement");
    pen.down(14.0);
    let period = format!("{} - {}", account.start.long(), account.end.long());
    pen.at(50.0, &period);
    pen.covers(&period, account);
    pen.at(
        400.0,
        &format!("Account Number: {}-{}", &account.number[..4], &account.number[4..]),
    );
    pen.note(
        "account",
        json!(format!("{}-{}", &account.number[..4], &account.number[4..])),
    );
    pen.down(26.0);
    pen.addressee(50.0, account);
    pen.down(34.0);
    pen.head(50.0, 11.0, "Cash activity");
    pen.down(16.0);
    pen.at(50.0, "Beginning cash balance");
    pen.at_right(560.0, &format!("${}", grouped(account.opening)));
    pen.opening("Beginning cash balance", account.opening);
    pen.down(18.0);
    pen.bold_at(50.0, "Settlement date");
    pen.bold_at(140.0, "Activity");
    pen.bold_right(560.0, "Net amount");
    for entry in &account.entries {
        pen.down(13.0);
        pen.at(50.0, &entry.day.slashes());
        let amount = grouped(entry.cents.abs());
        let text = if entry.cents < 0 { format!("({amount})") } else { amount };
        pen.at_right(560.0, &text);
        let text = described(pen, 140.0, entry);
        pen.row(entry, &text, None);
    }
    pen.down(18.0);
    pen.at(50.0, "Ending cash balance");
    pen.at_right(560.0, &format!("${}", grouped(account.closing)));
    pen.closing("Ending cash balance", account.closing);
}

/// A loan whose payments reduce the principal.
pub(super) fn loan(pen: &mut Pen, account: &Account) {
    pen.y = 56.0;
    pen.head(60.0, 16.0, &account.institution);
    pen.down(18.0);
    pen.titled(60.0, "Loan Statement");
    pen.down(24.0);
    pen.addressee(60.0, account);
    pen.down(28.0);
    for (caption, value) in [
        ("Loan number", account.number.clone()),
        ("Statement date", account.end.slashes()),
        ("Interest rate", "6.250%".to_owned()),
    ] {
        pen.at(60.0, caption);
        pen.at(190.0, &value);
        pen.down(12.0);
    }
    pen.note("account", json!(account.number));
    pen.down(10.0);
    pen.at(60.0, "Previous principal balance");
    pen.at_right(330.0, &format!("${}", grouped(account.opening)));
    pen.opening("Previous principal balance", account.opening);
    pen.down(12.0);
    pen.at(60.0, "Current principal balance");
    pen.at_right(330.0, &format!("${}", grouped(account.closing)));
    pen.closing("Current principal balance", account.closing);
    pen.down(28.0);
    pen.bold_at(60.0, "Date");
    pen.bold_at(140.0, "Description");
    pen.bold_right(430.0, "Payments");
    pen.bold_right(540.0, "Advances");
    for entry in &account.entries {
        pen.down(13.0);
        pen.at(60.0, &entry.day.slashes());
        pen.at_right(if entry.cents < 0 { 430.0 } else { 540.0 }, &grouped(entry.cents.abs()));
        let text = described(pen, 140.0, entry);
        pen.row(entry, &text, None);
    }
}

/// Many pages: the header on each, the balance carried from one to the next.
pub(super) fn pages(pen: &mut Pen, account: &Account) {
    let rows: usize = 34;
    let count = account.entries.len().div_ceil(rows).max(1);
    let mut balance = account.opening;
    let period = format!("{} through {}", account.start.long(), account.end.long());
    for (page, entries) in account.entries.chunks(rows).enumerate() {
        if page > 0 {
            pen.turn();
        }
        pen.y = 40.0;
        pen.head(45.0, 13.0, &account.institution);
        pen.at_right(565.0, &format!("Page {} of {count}", page + 1));
        pen.down(14.0);
        pen.at(45.0, &format!("Account number: {}", account.masked()));
        pen.at_right(565.0, &period);
        pen.down(22.0);
        if page == 0 {
            pen.titled(45.0, "Account Statement");
            pen.note("account", json!(account.masked()));
            pen.covers(&period, account);
            pen.down(16.0);
            pen.addressee(45.0, account);
            pen.down(26.0);
            pen.at(45.0, "Beginning balance");
            pen.at_right(300.0, &format!("${}", grouped(account.opening)));
            pen.opening("Beginning balance", account.opening);
            pen.down(12.0);
            pen.at(45.0, "Ending balance");
            pen.at_right(300.0, &format!("${}", grouped(account.closing)));
            pen.closing("Ending balance", account.closing);
            pen.down(24.0);
        }
        pen.bold_at(45.0, "Date");
        pen.bold_at(95.0, "Description");
        pen.bold_right(400.0, "Debits");
        pen.bold_right(480.0, "Credits");
        pen.bold_right(565.0, "Balance");
        if page > 0 {
            pen.down(13.0);
            pen.at(95.0, "Balance brought forward");
            pen.at_right(565.0, &grouped(balance));
        }
        for entry in entries {
            pen.down(13.0);
            balance += entry.cents;
            pen.at(45.0, &entry.day.brief());
            pen.at_right(if entry.cents < 0 { 400.0 } else { 480.0 }, &grouped(entry.cents.abs()));
            pen.at_right(565.0, &grouped(balance));
            pen.at(95.0, &entry.lines[0]);
            pen.row(entry, &entry.lines[0], Some(balance));
        }
        if page + 1 < count {
            pen.down(16.0);
            pen.at(95.0, "Balance carried forward");
            pen.at_right(565.0, &grouped(balance));
        }
    }
}
