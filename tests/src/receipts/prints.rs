//! Layouts of receipts that the program may be tuned on.

use super::Drawn;
use super::purchase::{Purchase, row};
use crate::calendar::{exact, grouped};
use crate::font::Font;
use crate::paper::{Ink, Sheet};
use serde_json::{Map, Value, json};

/// A sheet with the current writing position.
pub(super) struct Roll {
    pub sheet: Sheet,
    pub y: f32,
    pub ink: Ink,
    pub left: f32,
    pub right: f32,
}

impl Roll {
    pub(super) fn new(sheet: Sheet, font: Font, size: f32, left: f32, right: f32) -> Self {
        Self {
            sheet,
            y: 36.0,
            ink: Ink::new(font, size),
            left,
            right,
        }
    }

    pub(super) fn down(&mut self, by: f32) {
        self.y += by;
    }

    pub(super) fn center(&mut self, text: &str) {
        self.sheet
            .text_center(self.left.midpoint(self.right), self.y, self.ink, text);
        self.down(1.3 * self.ink.size);
    }

    pub(super) fn at(&mut self, x: f32, text: &str) {
        self.sheet.text(x, self.y, self.ink, text);
    }

    pub(super) fn at_right(&mut self, x: f32, text: &str) {
        self.sheet.text_right(x, self.y, self.ink, text);
    }

    /// Prints a text at the left and one at the right of a line.
    pub(super) fn pair(&mut self, text: &str, value: &str) {
        self.at(self.left, text);
        self.at_right(self.right, value);
        self.down(1.3 * self.ink.size);
    }

    pub(super) fn line(&mut self, text: &str) {
        self.at(self.left, text);
        self.down(1.3 * self.ink.size);
    }
}

pub(super) fn set(fields: &mut Map<String, Value>, name: &str, value: Value) {
    fields.insert(name.to_owned(), value);
}

/// Sets subtotal and tax, as most receipts print them.
pub(super) fn sums(fields: &mut Map<String, Value>, purchase: &Purchase) {
    set(fields, "subtotal", json!(exact(purchase.subtotal())));
    set(fields, "tax", json!(exact(purchase.tax())));
}

/// A narrow receipt from a till; quantities with their unit price are on a line below the name.
pub(super) fn till(purchase: &Purchase) -> Drawn {
    let height = 330.0 + 26.0 * purchase.items.len() as f32;
    let mut roll = Roll::new(Sheet::new(227.0, height), Font::Mono, 8.0, 14.0, 213.0);
    let mut fields = purchase.truth(purchase.total());
    roll.center(&purchase.merchant);
    for line in purchase.address.lines(true) {
        roll.center(&line);
    }
    roll.center("TEL (555) 014-2277");
    roll.down(8.0);
    roll.line(&format!("{}  14:0{}", purchase.day.slashes(), purchase.number % 10));
    roll.line(&format!("Cashier: 12   Trans #{}", purchase.number));
    roll.down(6.0);
    let mut items = Vec::new();
    for item in &purchase.items {
        roll.pair(item.name, &grouped(item.amount()));
        if item.quantity > 1 {
            let left = roll.left;
            roll.at(left + 12.0, &format!("{} @ {}", item.quantity, grouped(item.price)));
            roll.down(10.4);
        }
        items.push(row(item, item.quantity > 1, item.quantity > 1));
    }
    roll.down(6.0);
    roll.pair("SUBTOTAL", &grouped(purchase.subtotal()));
    roll.pair(&format!("TAX {}", purchase.rate_text()), &grouped(purchase.tax()));
    roll.pair("TOTAL", &format!("${}", grouped(purchase.total())));
    if purchase.card {
        roll.pair("VISA", &grouped(purchase.total()));
        roll.line(&format!("************{}", purchase.number));
        roll.line("APPROVED  AUTH 00412Z");
        set(&mut fields, "payment_method", json!("VISA"));
    } else {
        let cash = (purchase.total() / 2_000 + 1) * 2_000;
        roll.pair("CASH", &grouped(cash));
        roll.pair("CHANGE", &grouped(cash - purchase.total()));
        set(&mut fields, "payment_method", json!("CASH"));
    }
    roll.down(8.0);
    roll.center("THANK YOU FOR SHOPPING WITH US");
    set(&mut fields, "items", json!(items));
    sums(&mut fields, purchase);
    Drawn {
        sheet: roll.sheet,
        fields,
    }
}

/// A restaurant bill with the quantity before each dish, and a tip.
pub(super) fn restaurant(purchase: &Purchase) -> Drawn {
    let height = 360.0 + 14.0 * purchase.items.len() as f32;
    let mut roll = Roll::new(Sheet::new(260.0, height), Font::Sans, 9.0, 18.0, 242.0);
    let total = purchase.total() + purchase.tip();
    let mut fields = purchase.truth(total);
    roll.ink = Ink::new(Font::SansBold, 13.0);
    roll.center(&purchase.merchant);
    roll.ink = Ink::new(Font::Sans, 9.0);
    for line in purchase.address.lines(true) {
        roll.center(&line);
    }
    roll.down(8.0);
    roll.pair("Server: Dana", "Table 14");
    roll.pair(&format!("Date: {}", purchase.day.slashes()), "Guests: 3");
    roll.down(8.0);
    let mut items = Vec::new();
    for item in &purchase.items {
        roll.pair(&format!("{} {}", item.quantity, item.name), &grouped(item.amount()));
        items.push(row(item, true, false));
    }
    roll.down(8.0);
    roll.pair("Subtotal", &grouped(purchase.subtotal()));
    roll.pair("Sales Tax", &grouped(purchase.tax()));
    roll.pair("Tip", &grouped(purchase.tip()));
    roll.pair("Total", &grouped(total));
    roll.down(6.0);
    roll.pair("Mastercard ending 4471", &grouped(total));
    roll.down(10.0);
    roll.center("Thank you! Please come again.");
    set(&mut fields, "payment_method", json!("Mastercard"));
    set(&mut fields, "items", json!(items));
    sums(&mut fields, purchase);
    set(&mut fields, "tip", json!(exact(purchase.tip())));
    Drawn {
        sheet: roll.sheet,
        fields,
    }
}

/// A hotel folio: one line per charge with its date, the payment as a credit.
pub(super) fn hotel(purchase: &Purchase) -> Drawn {
    let mut roll = Roll::new(Sheet::letter(), Font::Serif, 10.0, 60.0, 552.0);
    roll.y = 60.0;
    let nights = purchase.items.len().cast_signed() as i64;
    let charges = charges(purchase);
    let sum: i64 = charges.iter().map(|(_, cents)| cents).sum();
    let fixed: i64 = sum + purchase.subtotal() - purchase.items.iter().map(super::purchase::Item::amount).sum::<i64>();
    let mut fields = purchase.truth(fixed);
    guest(&mut roll, purchase);
    let departure = purchase.day.plus(nights);
    roll.pair(
        &format!("Arrival: {}", purchase.day.slashes()),
        &format!("Departure: {}", departure.slashes()),
    );
    roll.down(12.0);
    let y = roll.y;
    roll.at(60.0, "Date");
    roll.at(140.0, "Description");
    roll.at_right(460.0, "Charges");
    roll.at_right(552.0, "Credits");
    roll.y = y + 16.0;
    let (mut items, mut taxes) = (Vec::new(), 0);
    for (place, (name, cents)) in charges.iter().enumerate() {
        roll.at(60.0, &purchase.day.plus(place.cast_signed() as i64 / 2).slashes());
        roll.at(140.0, name);
        roll.at_right(460.0, &grouped(*cents));
        roll.down(14.0);
        if place % 2 == 0 {
            items.push(json!({"description": name, "quantity": null, "price": null, "amount": exact(*cents)}));
        } else {
            taxes += cents;
        }
    }
    roll.at(60.0, &departure.slashes());
    roll.at(140.0, &format!("Visa XXXX{}", purchase.number));
    roll.at_right(552.0, &format!("({})", grouped(fixed)));
    roll.down(22.0);
    roll.at(140.0, "Total charges");
    roll.at_right(460.0, &grouped(fixed));
    roll.down(14.0);
    roll.at(140.0, "Balance due");
    roll.at_right(460.0, "0.00");
    roll.down(28.0);
    roll.line("Thank you for staying with us.");
    set(&mut fields, "date", json!(departure.iso()));
    set(&mut fields, "tax_year", json!(departure.year));
    set(&mut fields, "document_title", json!("GUEST FOLIO"));
    set(&mut fields, "recipient_name", json!(purchase.buyer.name()));
    set(&mut fields, "payment_method", json!("Visa"));
    set(&mut fields, "tax", json!(exact(taxes)));
    set(&mut fields, "items", json!(items));
    Drawn {
        sheet: roll.sheet,
        fields,
    }
}

/// One night and its tax for each item.
fn charges(purchase: &Purchase) -> Vec<(&'static str, i64)> {
    let nights = purchase.items.iter().map(super::purchase::Item::amount);
    nights
        .flat_map(|night| [("Room charge", night), ("Occupancy tax", night * 9 / 100)])
        .collect()
}

/// The top of a folio.
fn guest(roll: &mut Roll, purchase: &Purchase) {
    roll.ink = Ink::new(Font::SerifBold, 16.0);
    roll.line(&purchase.merchant);
    roll.ink = Ink::new(Font::Serif, 10.0);
    for line in purchase.address.lines(true) {
        roll.line(&line);
    }
    roll.down(14.0);
    roll.ink = Ink::new(Font::SerifBold, 12.0);
    roll.line("GUEST FOLIO");
    roll.ink = Ink::new(Font::Serif, 10.0);
    roll.down(6.0);
    roll.pair(
        &format!("Guest: {}", purchase.buyer.name()),
        &format!("Room {}", purchase.number % 900 + 100),
    );
}

/// A web shop's order: columns, shipping, a discount.
pub(super) fn order(purchase: &Purchase) -> Drawn {
    let mut roll = Roll::new(Sheet::letter(), Font::Sans, 9.5, 54.0, 558.0);
    roll.y = 56.0;
    let (shipping, discount) = (599, 250);
    let total = purchase.total() + shipping - discount;
    let mut fields = purchase.truth(total);
    roll.ink = Ink::new(Font::SansBold, 18.0);
    roll.line(&purchase.merchant);
    roll.ink = Ink::new(Font::SansBold, 12.0);
    roll.line("Order confirmation");
    roll.ink = Ink::new(Font::Sans, 9.5);
    roll.down(10.0);
    roll.line(&format!("Order number: {}-{}", purchase.number, purchase.number * 7));
    roll.line(&format!("Order date: {}", purchase.day.long()));
    roll.line(&format!("Payment method: Visa ending in {}", purchase.number));
    roll.down(16.0);
    roll.at(54.0, "Item");
    roll.at_right(390.0, "Qty");
    roll.at_right(470.0, "Price");
    roll.at_right(558.0, "Amount");
    roll.down(16.0);
    let mut items = Vec::new();
    for item in &purchase.items {
        roll.at(54.0, item.name);
        roll.at_right(390.0, &item.quantity.to_string());
        roll.at_right(470.0, &format!("${}", grouped(item.price)));
        roll.at_right(558.0, &format!("${}", grouped(item.amount())));
        roll.down(15.0);
        items.push(row(item, true, true));
    }
    roll.down(10.0);
    for (caption, cents) in [
        ("Subtotal", purchase.subtotal()),
        ("Shipping", shipping),
        ("Member discount", -discount),
        ("Estimated tax", purchase.tax()),
        ("Order total", total),
    ] {
        roll.at(400.0, caption);
        let sign = if cents < 0 { "-" } else { "" };
        roll.at_right(558.0, &format!("{sign}${}", grouped(cents.abs())));
        roll.down(14.0);
    }
    set(&mut fields, "document_title", json!("Order confirmation"));
    set(&mut fields, "payment_method", json!("Visa"));
    set(&mut fields, "items", json!(items));
    sums(&mut fields, purchase);
    let more = [("Shipping", shipping), ("Member discount", -discount)];
    let more = more.map(|(caption, cents)| json!({"description": caption, "amount": exact(cents)}));
    set(&mut fields, "adjustments", json!(more));
    Drawn {
        sheet: roll.sheet,
        fields,
    }
}

/// A charity's letter of thanks with one amount.
pub(super) fn donation(purchase: &Purchase) -> Drawn {
    let mut roll = Roll::new(Sheet::letter(), Font::Serif, 11.0, 72.0, 540.0);
    roll.y = 72.0;
    let mut fields = purchase.truth(purchase.subtotal());
    roll.ink = Ink::new(Font::SerifBold, 17.0);
    roll.center(&purchase.merchant);
    roll.ink = Ink::new(Font::Serif, 11.0);
    for line in purchase.address.lines(true) {
        roll.center(&line);
    }
    roll.down(18.0);
    roll.ink = Ink::new(Font::SerifBold, 13.0);
    roll.center("Donation Receipt");
    roll.ink = Ink::new(Font::Serif, 11.0);
    roll.down(16.0);
    roll.line(&format!("Donor: {}", purchase.buyer.name()));
    roll.line(&format!("Date of gift: {}", purchase.day.long()));
    roll.line(&format!("Donation amount: ${}", grouped(purchase.subtotal())));
    roll.line("Payment method: Check");
    roll.down(16.0);
    roll.line("No goods or services were provided in exchange for this contribution.");
    roll.line("Thank you for your generosity. Please keep this receipt for your tax records.");
    set(&mut fields, "document_title", json!("Donation Receipt"));
    set(&mut fields, "recipient_name", json!(purchase.buyer.name()));
    set(&mut fields, "payment_method", json!("Check"));
    Drawn {
        sheet: roll.sheet,
        fields,
    }
}

/// A receipt printed like an invoice, marked paid.
pub(super) fn paid_invoice(purchase: &Purchase) -> Drawn {
    let mut roll = Roll::new(Sheet::letter(), Font::Sans, 10.0, 50.0, 562.0);
    roll.y = 58.0;
    let mut fields = purchase.truth(purchase.total());
    sold_to(&mut roll, purchase);
    roll.at(50.0, "Quantity");
    roll.at(120.0, "Description");
    roll.at_right(460.0, "Unit price");
    roll.at_right(562.0, "Total");
    roll.down(18.0);
    let mut items = Vec::new();
    for item in &purchase.items {
        roll.at(62.0, &item.quantity.to_string());
        roll.at(120.0, item.name);
        roll.at_right(460.0, &grouped(item.price));
        roll.at_right(562.0, &grouped(item.amount()));
        roll.down(16.0);
        items.push(row(item, true, true));
    }
    roll.down(12.0);
    for (caption, cents) in [
        ("Subtotal".to_owned(), purchase.subtotal()),
        (format!("Sales tax ({})", purchase.rate_text()), purchase.tax()),
        ("Total".to_owned(), purchase.total()),
        ("Amount paid".to_owned(), purchase.total()),
        ("Balance due".to_owned(), 0),
    ] {
        roll.at(380.0, &caption);
        roll.at_right(562.0, &grouped(cents));
        roll.down(15.0);
    }
    roll.down(14.0);
    roll.line("Paid by: American Express");
    set(&mut fields, "document_title", json!("SALES RECEIPT"));
    set(&mut fields, "recipient_name", json!(purchase.buyer.name()));
    set(&mut fields, "payment_method", json!("American Express"));
    set(&mut fields, "items", json!(items));
    sums(&mut fields, purchase);
    Drawn {
        sheet: roll.sheet,
        fields,
    }
}

/// The top of a paid invoice.
fn sold_to(roll: &mut Roll, purchase: &Purchase) {
    roll.ink = Ink::new(Font::SansBold, 15.0);
    roll.line(&purchase.merchant);
    roll.ink = Ink::new(Font::Sans, 10.0);
    for line in purchase.address.lines(true) {
        roll.line(&line);
    }
    roll.y = 58.0;
    roll.at_right(562.0, "SALES RECEIPT");
    roll.down(16.0);
    roll.at_right(562.0, &format!("Receipt no. {}", purchase.number));
    roll.down(14.0);
    roll.at_right(562.0, &format!("Date: {}", purchase.day.slashes()));
    roll.y = 150.0;
    roll.line("Sold to:");
    roll.line(&purchase.buyer.name());
    for line in purchase.buyer.address.lines(true) {
        roll.line(&line);
    }
    roll.down(22.0);
}
