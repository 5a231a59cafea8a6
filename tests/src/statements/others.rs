//! Further layouts of statements: a credit union, a plain card, a web page, a line of credit. Held-out layouts are in
//! `held`.

use super::account::Account;
use super::pen::Pen;
use crate::calendar::grouped;
use crate::font::Font;
use serde_json::json;

/// A credit union's statement in typewriter type, amounts with a trailing minus.
pub(super) fn union(pen: &mut Pen, account: &Account) {
    (pen.font, pen.bold, pen.size) = (Font::Mono, Font::MonoBold, 8.0);
    pen.y = 44.0;
    pen.at(36.0, &account.institution);
    pen.down(11.0);
    for line in account.address.lines(false) {
        pen.at(36.0, &line);
        pen.down(11.0);
    }
    pen.down(14.0);
    let top = pen.y;
    pen.addressee(36.0, account);
    pen.y = top;
    for (caption, value) in [
        ("MEMBER NUMBER", account.number.clone()),
        ("STATEMENT DATE", account.end.slashes()),
    ] {
        pen.at(340.0, caption);
        pen.at(450.0, &value);
        pen.down(11.0);
    }
    pen.note("account", json!(account.number));
    pen.y = top + 76.0;
    pen.bold_at(36.0, "POST DATE");
    pen.bold_at(110.0, "DETAILS");
    pen.bold_right(450.0, "AMOUNT");
    pen.bold_right(560.0, "NEW BALANCE");
    pen.down(12.0);
    pen.at(110.0, "PREVIOUS BALANCE");
    pen.at_right(560.0, &grouped(account.opening));
    pen.opening("PREVIOUS BALANCE", account.opening);
    let mut balance = account.opening;
    for entry in &account.entries {
        pen.down(12.0);
        balance += entry.cents;
        pen.at(36.0, &entry.day.short());
        let amount = grouped(entry.cents.abs());
        pen.at_right(450.0, &if entry.cents < 0 { format!("{amount}-") } else { amount });
        pen.at_right(560.0, &grouped(balance));
        let text = pen.write_entry(110.0, entry);
        pen.row(entry, &text, Some(balance));
    }
    pen.down(12.0);
    pen.at(110.0, "ENDING BALANCE");
    pen.at_right(560.0, &grouped(account.closing));
    pen.closing("ENDING BALANCE", account.closing);
}

/// A card statement without a header over its lines; payments in a separate section.
pub(super) fn card(pen: &mut Pen, account: &Account) {
    (pen.font, pen.bold, pen.size) = (Font::Serif, Font::SerifBold, 10.0);
    pen.y = 60.0;
    pen.head(320.0, 15.0, &account.institution);
    pen.down(24.0);
    pen.addressee(60.0, account);
    pen.down(34.0);
    let top = pen.y;
    for (x, caption, value) in [
        (60.0, "Previous Balance", account.opening),
        (190.0, "New Balance", account.closing),
    ] {
        pen.y = top;
        pen.bold_at(x, caption);
        pen.y = top + 14.0;
        pen.at(x, &format!("${}", grouped(value)));
    }
    pen.opening("Previous Balance", account.opening);
    pen.closing("New Balance", account.closing);
    pen.y = top;
    pen.bold_at(310.0, "Card number");
    pen.bold_at(440.0, "Closing date");
    pen.y = top + 14.0;
    let masked = format!("XXXX-XXXX-XXXX-{}", &account.number[6..]);
    pen.at(310.0, &masked);
    pen.note("account", json!(masked));
    pen.at(440.0, &account.end.long());
    for (payments, heading) in [
        (true, "Payments and other credits"),
        (false, "Purchases and adjustments"),
    ] {
        pen.down(30.0);
        pen.head(60.0, 12.0, heading);
        for entry in account.entries.iter().filter(|entry| (entry.cents < 0) == payments) {
            pen.down(14.0);
            pen.at(60.0, &entry.day.brief());
            pen.at_right(550.0, &format!("${}", grouped(entry.cents.abs())));
            let text = pen.write_entry(120.0, entry);
            pen.row(entry, &text, None);
        }
    }
}

/// Printed from a web page: newest first, plus and minus signs.
pub(super) fn online(pen: &mut Pen, account: &Account) {
    (pen.font, pen.bold, pen.size) = (Font::Sans, Font::SansBold, 10.0);
    pen.y = 50.0;
    pen.head(50.0, 20.0, &account.institution);
    pen.down(26.0);
    pen.bold_at(50.0, "Account activity");
    pen.down(16.0);
    pen.at(50.0, &format!("Prepared for {}", account.holder.name()));
    pen.down(14.0);
    let period = format!("{} - {}", account.start.long(), account.end.long());
    pen.at(50.0, &format!("Account ****{}   {period}", &account.number[6..]));
    pen.note("account", json!(format!("****{}", &account.number[6..])));
    pen.covers(&period, account);
    pen.down(24.0);
    pen.at(50.0, "Closing balance");
    pen.at_right(250.0, &format!("${}", grouped(account.closing)));
    pen.closing("Closing balance", account.closing);
    pen.down(14.0);
    pen.at(50.0, "Opening balance");
    pen.at_right(250.0, &format!("${}", grouped(account.opening)));
    pen.opening("Opening balance", account.opening);
    pen.down(26.0);
    pen.bold_at(50.0, "Date");
    pen.bold_at(150.0, "Description");
    pen.bold_at(390.0, "Amount");
    pen.bold_at(490.0, "Running balance");
    let mut balance = account.closing;
    for entry in account.entries.iter().rev() {
        pen.down(17.0);
        pen.at(50.0, &format!("{}, {}", entry.day.brief(), entry.day.year));
        let sign = if entry.cents < 0 { "-" } else { "+" };
        pen.at(390.0, &format!("{sign}${}", grouped(entry.cents.abs())));
        pen.at(490.0, &format!("${}", grouped(balance)));
        let text = pen.write_entry(150.0, entry);
        pen.row(entry, &text, Some(balance));
        balance -= entry.cents;
    }
}

/// A line of credit: debits and credits, with `CR` after payments.
pub(super) fn line_of_credit(pen: &mut Pen, account: &Account) {
    pen.y = 60.0;
    pen.head(50.0, 14.0, &account.institution);
    pen.titled(400.0, "Line of Credit Statement");
    pen.down(30.0);
    pen.addressee(50.0, account);
    pen.down(24.0);
    for (caption, value) in [
        ("Account #", account.masked()),
        (
            "Billing cycle",
            format!("{} to {}", account.start.slashes(), account.end.slashes()),
        ),
        ("Credit limit", "$25,000.00".to_owned()),
    ] {
        pen.at(50.0, caption);
        pen.at(160.0, &value);
        if caption == "Credit limit" {
            pen.balance(caption, 2_500_000);
        }
        pen.down(13.0);
    }
    pen.note("account", json!(account.masked()));
    pen.note(
        "period",
        json!(format!("{} to {}", account.start.slashes(), account.end.slashes())),
    );
    pen.note("period_start", json!(account.start.iso()));
    pen.down(14.0);
    pen.bold_at(50.0, "Effective date");
    pen.bold_at(150.0, "Transaction description");
    pen.bold_right(540.0, "Amount");
    pen.down(14.0);
    pen.at(150.0, "Opening balance");
    pen.at_right(540.0, &grouped(account.opening));
    pen.opening("Opening balance", account.opening);
    for entry in &account.entries {
        pen.down(14.0);
        pen.at(50.0, &entry.day.slashes());
        pen.at_right(540.0, &grouped(entry.cents.abs()));
        if entry.cents < 0 {
            pen.at(544.0, "CR");
        }
        let text = pen.write_entry(150.0, entry);
        pen.row(entry, &text, None);
    }
    pen.down(14.0);
    pen.at(150.0, "Closing balance");
    pen.at_right(540.0, &grouped(account.closing));
    pen.closing("Closing balance", account.closing);
}
