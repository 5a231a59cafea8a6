//! Held-out layouts of receipts: nothing is tuned on them. Once their misses have been inspected, they move to
//! `others`, and new ones are drawn here.

use super::Drawn;
use super::prints::{Roll, set, sums};
use super::purchase::{Purchase, row};
use crate::calendar::grouped;
use crate::font::Font;
use crate::paper::{Ink, Sheet};
use serde_json::json;

/// A café's receipt: quantities before the names, the date in words, tax before the total, the card below.
pub(super) fn cafe(purchase: &Purchase) -> Drawn {
    let height = 320.0 + 15.0 * purchase.items.len() as f32;
    let mut roll = Roll::new(Sheet::new(250.0, height), Font::Sans, 9.0, 18.0, 232.0);
    let mut fields = purchase.truth(purchase.total());
    roll.ink = Ink::new(Font::SansBold, 12.0);
    roll.center(&purchase.merchant);
    roll.ink = Ink::new(Font::Sans, 9.0);
    for line in purchase.address.lines(false) {
        roll.center(&line);
    }
    roll.down(6.0);
    roll.line(&purchase.day.long());
    roll.line(&format!("Ticket {}   Server: Robin", purchase.number));
    roll.down(8.0);
    let mut items = Vec::new();
    for item in &purchase.items {
        roll.at(18.0, &item.quantity.to_string());
        roll.at(36.0, item.name);
        let right = roll.right;
        roll.at_right(right, &grouped(item.amount()));
        roll.down(14.0);
        items.push(row(item, true, false));
    }
    roll.down(6.0);
    roll.pair("Subtotal", &grouped(purchase.subtotal()));
    roll.pair(
        &format!("Sales Tax ({})", purchase.rate_text()),
        &grouped(purchase.tax()),
    );
    roll.ink = Ink::new(Font::SansBold, 11.0);
    roll.pair("Total", &grouped(purchase.total()));
    roll.ink = Ink::new(Font::Sans, 9.0);
    roll.down(6.0);
    if purchase.card {
        roll.line(&format!("Mastercard ending in {}", purchase.number));
        set(&mut fields, "payment_method", json!("Mastercard"));
    } else {
        roll.line("Paid with cash");
        set(&mut fields, "payment_method", json!("cash"));
    }
    roll.center("Come back soon!");
    set(&mut fields, "items", json!(items));
    sums(&mut fields, purchase);
    Drawn {
        sheet: roll.sheet,
        fields,
    }
}

/// A web shop's page with unit prices, free shipping and a payment line.
pub(super) fn web(purchase: &Purchase) -> Drawn {
    let mut roll = Roll::new(Sheet::letter(), Font::Sans, 10.0, 54.0, 558.0);
    let mut fields = purchase.truth(purchase.total());
    roll.y = 58.0;
    roll.ink = Ink::new(Font::SansBold, 18.0);
    roll.line(&purchase.merchant);
    roll.ink = Ink::new(Font::Sans, 10.0);
    let site = purchase.merchant.to_lowercase().replace([' ', '&', '.'], "");
    roll.line(&format!("{site}.example"));
    roll.down(14.0);
    roll.ink = Ink::new(Font::SansBold, 13.0);
    roll.line("Payment receipt");
    set(&mut fields, "document_title", json!("Payment receipt"));
    roll.ink = Ink::new(Font::Sans, 10.0);
    roll.line(&format!("Receipt number: R-{}", purchase.number));
    roll.line(&format!("Payment date: {}", purchase.day.slashes()));
    roll.line(&format!("Billed to: {}", purchase.buyer.name()));
    set(&mut fields, "recipient_name", json!(purchase.buyer.name()));
    roll.down(18.0);
    roll.ink = Ink::new(Font::SansBold, 10.0);
    roll.at(54.0, "Product");
    roll.at_right(380.0, "Unit price");
    roll.at_right(460.0, "Qty");
    roll.at_right(558.0, "Amount");
    roll.ink = Ink::new(Font::Sans, 10.0);
    roll.down(18.0);
    let mut items = Vec::new();
    for item in &purchase.items {
        roll.at(54.0, item.name);
        roll.at_right(380.0, &format!("${}", grouped(item.price)));
        roll.at_right(460.0, &item.quantity.to_string());
        roll.at_right(558.0, &format!("${}", grouped(item.amount())));
        roll.down(17.0);
        items.push(row(item, true, true));
    }
    roll.down(12.0);
    for (caption, value) in [
        ("Items subtotal", purchase.subtotal()),
        ("Shipping", 0),
        ("Estimated tax", purchase.tax()),
        ("Order total", purchase.total()),
        ("Amount paid", purchase.total()),
    ] {
        roll.at(380.0, caption);
        roll.at_right(558.0, &format!("${}", grouped(value)));
        roll.down(15.0);
    }
    roll.line("Paid by PayPal");
    set(&mut fields, "payment_method", json!("PayPal"));
    let shipping = json!([{"description": "Shipping", "amount": "0.00"}]);
    set(&mut fields, "adjustments", shipping);
    set(&mut fields, "items", json!(items));
    sums(&mut fields, purchase);
    Drawn {
        sheet: roll.sheet,
        fields,
    }
}

/// A shop's cash receipt, ruled in rows: payer and purpose.
pub(super) fn counter(purchase: &Purchase) -> Drawn {
    let mut roll = Roll::new(Sheet::new(500.0, 660.0), Font::Serif, 10.0, 40.0, 460.0);
    let mut fields = purchase.truth(purchase.total());
    roll.y = 50.0;
    roll.ink = Ink::new(Font::SerifBold, 16.0);
    roll.center("CASH RECEIPT");
    set(&mut fields, "document_title", json!("CASH RECEIPT"));
    roll.down(4.0);
    roll.ink = Ink::new(Font::SerifBold, 11.0);
    roll.center(&purchase.merchant.to_uppercase());
    for name in ["merchant", "issuer_name"] {
        set(&mut fields, name, json!(purchase.merchant.to_uppercase()));
    }
    roll.ink = Ink::new(Font::Serif, 9.0);
    roll.center(&purchase.address.lines(true).join(", "));
    roll.down(16.0);
    roll.ink = Ink::new(Font::Serif, 10.0);
    let date = format!("Date: {}", purchase.day.slashes());
    roll.pair(&format!("No. {}", purchase.number), &date);
    roll.line(&format!("Received from: {}", purchase.buyer.name()));
    set(&mut fields, "recipient_name", json!(purchase.buyer.name()));
    roll.down(8.0);
    let mut items = Vec::new();
    for (x, text) in [(44.0, "QTY"), (84.0, "ITEM")] {
        roll.at(x, text);
    }
    roll.at_right(372.0, "EACH");
    roll.at_right(456.0, "TOTAL");
    for item in &purchase.items {
        let level = roll.y + 5.0;
        roll.sheet.line((40.0, level), (460.0, level), 0.5, [0.0; 3]);
        roll.down(17.0);
        roll.at(44.0, &item.quantity.to_string());
        roll.at(84.0, item.name);
        roll.at_right(372.0, &grouped(item.price));
        roll.at_right(456.0, &grouped(item.amount()));
        items.push(row(item, true, true));
    }
    let level = roll.y + 5.0;
    roll.sheet.line((40.0, level), (460.0, level), 1.0, [0.0; 3]);
    roll.down(20.0);
    for (caption, value) in [
        ("SUB TOTAL", purchase.subtotal()),
        ("TAX", purchase.tax()),
        ("TOTAL PAID", purchase.total()),
    ] {
        roll.at_right(372.0, caption);
        roll.at_right(456.0, &grouped(value));
        roll.down(15.0);
    }
    roll.line("Paid by: Cash");
    set(&mut fields, "payment_method", json!("Cash"));
    set(&mut fields, "items", json!(items));
    sums(&mut fields, purchase);
    Drawn {
        sheet: roll.sheet,
        fields,
    }
}
