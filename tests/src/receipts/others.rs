//! Further layouts of receipts: a pharmacy, a ride, a workshop. Held-out layouts are in `held`.

use super::Drawn;
use super::prints::{Roll, set, sums};
use super::purchase::{Purchase, row};
use crate::calendar::{exact, grouped};
use crate::font::Font;
use crate::paper::{Ink, Sheet};
use serde_json::json;

/// A receipt with a unit price after each name and flags after the amounts.
pub(super) fn pharmacy(purchase: &Purchase) -> Drawn {
    let height = 340.0 + 26.0 * purchase.items.len() as f32;
    let mut roll = Roll::new(Sheet::new(240.0, height), Font::MonoBold, 7.5, 12.0, 216.0);
    let mut fields = purchase.truth(purchase.total());
    roll.center(&purchase.merchant.to_uppercase());
    set(&mut fields, "merchant", json!(purchase.merchant.to_uppercase()));
    set(&mut fields, "issuer_name", json!(purchase.merchant.to_uppercase()));
    for line in purchase.address.lines(false) {
        roll.center(&line);
    }
    roll.down(6.0);
    roll.pair(
        &format!("REG 04 TRN {}", purchase.number),
        &purchase.day.brief().to_uppercase(),
    );
    roll.pair("CUSTOMER COPY", &purchase.day.slashes());
    roll.down(6.0);
    let mut items = Vec::new();
    for item in &purchase.items {
        if item.quantity > 1 {
            roll.line(&item.name.to_uppercase());
            roll.pair(
                &format!("  {} x {}", item.quantity, grouped(item.price)),
                &grouped(item.amount()),
            );
        } else {
            roll.pair(&item.name.to_uppercase(), &grouped(item.amount()));
        }
        let right = roll.right;
        roll.y -= 1.3 * 7.5;
        roll.at(right + 8.0, "T");
        roll.down(1.3 * 7.5);
        let mut truth = row(item, item.quantity > 1, item.quantity > 1);
        truth["description"] = json!(item.name.to_uppercase());
        items.push(truth);
    }
    roll.down(4.0);
    roll.pair("SUB-TOTAL", &grouped(purchase.subtotal()));
    roll.pair(&format!("STATE TAX {}", purchase.rate_text()), &grouped(purchase.tax()));
    roll.pair("TOTAL DUE", &grouped(purchase.total()));
    roll.pair("DEBIT CARD", &grouped(purchase.total()));
    roll.pair("CHANGE DUE", "0.00");
    roll.down(6.0);
    roll.center("SAVE THIS RECEIPT FOR RETURNS");
    set(&mut fields, "payment_method", json!("DEBIT CARD"));
    set(&mut fields, "items", json!(items));
    sums(&mut fields, purchase);
    Drawn {
        sheet: roll.sheet,
        fields,
    }
}

/// An app's receipt for a ride: no subtotal, fees, a tip.
pub(super) fn ride(purchase: &Purchase) -> Drawn {
    let mut roll = Roll::new(Sheet::new(380.0, 520.0), Font::Sans, 11.0, 30.0, 350.0);
    roll.y = 44.0;
    let fare = purchase.subtotal();
    let total = fare + 275 + purchase.tip();
    let mut fields = purchase.truth(total);
    roll.ink = Ink::new(Font::SansBold, 20.0);
    roll.line(&purchase.merchant);
    roll.ink = Ink::new(Font::Sans, 11.0);
    roll.line(&purchase.day.long());
    roll.down(10.0);
    roll.line(&format!("Thanks for riding, {}", purchase.buyer.first));
    roll.line("Here is your receipt.");
    roll.down(16.0);
    roll.ink = Ink::new(Font::SansBold, 14.0);
    roll.pair("Total", &format!("${}", grouped(total)));
    roll.ink = Ink::new(Font::Sans, 11.0);
    roll.down(12.0);
    roll.pair("Trip fare", &format!("${}", grouped(fare)));
    roll.pair("Booking fee", "$2.75");
    roll.pair("Tip", &format!("${}", grouped(purchase.tip())));
    roll.down(16.0);
    roll.line("Payments");
    roll.pair(
        &format!("Visa ****{}", purchase.number),
        &format!("${}", grouped(total)),
    );
    let items = json!([
        {"description": "Trip fare", "quantity": null, "price": null, "amount": exact(fare)},
        {"description": "Booking fee", "quantity": null, "price": null, "amount": "2.75"},
    ]);
    set(&mut fields, "items", items);
    set(&mut fields, "tip", json!(exact(purchase.tip())));
    set(&mut fields, "payment_method", json!("Visa"));
    Drawn {
        sheet: roll.sheet,
        fields,
    }
}

/// A workshop's invoice with hours and rates, stamped as paid.
pub(super) fn workshop(purchase: &Purchase) -> Drawn {
    let mut roll = Roll::new(Sheet::letter(), Font::Serif, 10.5, 64.0, 548.0);
    roll.y = 64.0;
    let mut fields = purchase.truth(purchase.total());
    roll.ink = Ink::new(Font::SerifBold, 15.0);
    roll.center(&purchase.merchant);
    roll.ink = Ink::new(Font::Serif, 10.5);
    let place = purchase.address.lines(true).join(" - ");
    roll.center(&place);
    roll.down(20.0);
    roll.pair(
        &format!("Receipt #{}", purchase.number),
        &format!("Date paid: {}", purchase.day.long()),
    );
    roll.line(&format!("Customer: {}", purchase.buyer.name()));
    roll.down(14.0);
    roll.at(64.0, "Service");
    roll.at_right(350.0, "Hours");
    roll.at_right(450.0, "Rate");
    roll.at_right(548.0, "Line total");
    roll.down(18.0);
    let mut items = Vec::new();
    for item in &purchase.items {
        roll.at(64.0, item.name);
        roll.at_right(350.0, &item.quantity.to_string());
        roll.at_right(450.0, &grouped(item.price));
        roll.at_right(548.0, &grouped(item.amount()));
        roll.down(17.0);
        items.push(row(item, true, true));
    }
    roll.down(10.0);
    roll.pair("Sub total", &grouped(purchase.subtotal()));
    roll.pair("County tax", &grouped(purchase.tax() / 3));
    roll.pair("State tax", &grouped(purchase.tax() - purchase.tax() / 3));
    roll.pair("Grand total", &format!("$ {}", grouped(purchase.total())));
    roll.pair("Payment received - Check", &format!("$ {}", grouped(purchase.total())));
    roll.down(20.0);
    roll.center("PAID IN FULL");
    set(&mut fields, "recipient_name", json!(purchase.buyer.name()));
    set(&mut fields, "payment_method", json!("Check"));
    set(&mut fields, "items", json!(items));
    sums(&mut fields, purchase);
    Drawn {
        sheet: roll.sheet,
        fields,
    }
}
