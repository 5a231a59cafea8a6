//! Receipts for rides, flights, parking, rent and care: fares that include taxes, means of payment under captions.

use super::ledgers::{codes, items, receipt};
use serde_json::{Value, json};

fn values(form: &touchstone_core::record::Extraction, names: &[&str]) -> Vec<Value> {
    names.iter().map(|name| form.fields[*name].value.clone()).collect()
}

#[test]
fn a_slip_of_a_taxi_adds_up_without_its_miles() {
    let form = receipt(&[
        &[(60.0, "BAYVIEW CAB CO")],
        &[(60.0, "Medallion 4F21")],
        &[(20.0, "06/24/2024")],
        &[(20.0, "START 17:02  END 17:31")],
        &[(20.0, "MILES 6.20")],
        &[(20.0, "REGULAR FARE"), (200.0, "$ 24.50")],
        &[(20.0, "STATE SURCHARGE"), (200.0, "$ 0.50")],
        &[(20.0, "TOLLS"), (200.0, "$ 6.12")],
        &[(20.0, "TIP"), (200.0, "$ 5.00")],
        &[(20.0, "TOTAL"), (200.0, "$ 36.12")],
        &[(20.0, "CARD TYPE: MASTERCARD")],
        &[(20.0, "XXXX XXXX XXXX 8812")],
    ]);
    assert_eq!(form.label, "RECEIPT", "{}", form.rationale);
    assert_eq!(items(&form).len(), 3);
    let found = values(&form, &["tip", "total", "payment_method"]);
    assert_eq!(found, [json!("5.00"), json!("36.12"), json!("MASTERCARD")]);
}

#[test]
fn a_tax_between_fares_is_a_tax() {
    let form = receipt(&[
        &[(40.0, "Skylark Air")],
        &[(40.0, "eTicket Itinerary and Receipt")],
        &[(40.0, "Issued: June 24, 2024")],
        &[(40.0, "Passenger: CASTELLANO/RUTH")],
        &[(40.0, "Base fare"), (300.0, "USD 214.88")],
        &[(40.0, "US Transportation tax"), (300.0, "16.12")],
        &[(40.0, "September 11 security fee"), (300.0, "5.60")],
        &[(40.0, "Passenger facility charge"), (300.0, "4.50")],
        &[(40.0, "Total"), (300.0, "USD 241.10")],
        &[(40.0, "Form of payment: Visa ending 8812")],
    ]);
    let wanted = [
        "- | Base fare | - | 214.88",
        "- | September 11 security fee | - | 5.60",
        "- | Passenger facility charge | - | 4.50",
    ];
    assert_eq!(items(&form), wanted);
    let found = values(&form, &["tax", "total", "payment_method"]);
    assert_eq!(found, [json!("16.12"), json!("241.10"), json!("Visa")]);
    assert_eq!(codes(&form), Vec::<&str>::new());
}

#[test]
fn of_several_means_the_ticked_one_paid() {
    let rent = |paid: &'static str| {
        receipt(&[
            &[(40.0, "RENT RECEIPT")],
            &[(40.0, "Date: 06/01/2024"), (300.0, "No. 118")],
            &[(40.0, "Received from: Ruth Castellano")],
            &[(40.0, "Amount: $1,450.00")],
            &[(40.0, paid)],
            &[(40.0, "Received by: Alder Property Management LLC")],
        ])
    };
    let rows = [
        ("Paid by: [ ] Cash [X] Check [ ] Money order", "Check"),
        ("Paid by: ☒ Cash ☐ Check ☐ Money order", "Cash"),
        ("Paid by: VISA **** 8812", "VISA"),
        ("Paid by: Visa ending in 8812", "Visa"),
        ("Paid by: Company card", "Company card"),
    ];
    for (printed, wanted) in rows {
        let form = rent(printed);
        let found = values(&form, &["payment_method", "merchant"]);
        assert_eq!(
            found,
            [json!(wanted), json!("Alder Property Management LLC")],
            "{printed}"
        );
    }
}

#[test]
fn what_an_insurer_does_not_pay_is_the_patients() {
    let form = receipt(&[
        &[(40.0, "Birchwood Family Dental")],
        &[(40.0, "18 Oak Ave, Dayton, OH 45402")],
        &[(40.0, "Payment Receipt")],
        &[(40.0, "Patient: Ruth Castellano"), (300.0, "Date: 06/24/2024")],
        &[(40.0, "D1110 Prophylaxis - adult"), (400.0, "118.00")],
        &[(40.0, "D0120 Periodic oral evaluation"), (400.0, "62.00")],
        &[(40.0, "Insurance adjustment"), (400.0, "-45.00")],
        &[(40.0, "Patient responsibility"), (400.0, "135.00")],
        &[(40.0, "Payment - Visa x8812"), (400.0, "-135.00")],
        &[(40.0, "Balance"), (400.0, "0.00")],
    ]);
    assert_eq!(form.label, "RECEIPT", "{}", form.rationale);
    assert_eq!(items(&form).len(), 2);
    let adjusted = json!([{"description": "Insurance adjustment", "amount": "-45.00"}]);
    let found = values(&form, &["adjustments", "total", "payment_method"]);
    assert_eq!(found, [adjusted, json!("135.00"), json!("Visa")]);
}

#[test]
fn when_a_paper_was_printed_is_not_its_day() {
    let form = receipt(&[
        &[(40.0, "Mail - Your trip with Zipcab"), (400.0, "3/14/25, 9:40 PM")],
        &[(40.0, "Zipcab"), (400.0, "March 13, 2025")],
        &[(40.0, "Thanks for riding, Priscilla")],
        &[(40.0, "Trip fare"), (400.0, "$29.40")],
        &[(40.0, "Booking fee"), (400.0, "$2.65")],
        &[(40.0, "Tolls"), (400.0, "$0.00")],
        &[(40.0, "Subtotal"), (400.0, "$32.05")],
        &[(40.0, "Tip"), (400.0, "$5.00")],
        &[(40.0, "Total"), (400.0, "$37.05")],
        &[(40.0, "Discover ••••6620"), (400.0, "$37.05")],
    ]);
    let wanted = ["- | Trip fare | - | 29.40", "- | Booking fee | - | 2.65"];
    assert_eq!(items(&form), wanted);
    let found = values(&form, &["merchant", "date", "tip"]);
    assert_eq!(found, [json!("Zipcab"), json!("2025-03-13"), json!("5.00")]);
}

#[test]
fn the_rate_at_the_head_of_a_folio_is_nothing_charged() {
    let form = receipt(&[
        &[(200.0, "Fernleaf Inn")],
        &[(200.0, "12 Mill Road, Redmond, WA 98052")],
        &[(200.0, "Information invoice")],
        &[(20.0, "Conf. no. PW-771120"), (300.0, "Rate"), (400.0, "$88.00")],
        &[
            (20.0, "Date"),
            (100.0, "Description"),
            (300.0, "Charges"),
            (400.0, "Credits"),
        ],
        &[(20.0, "03/27/2021"), (100.0, "Room 12"), (310.0, "88.00")],
        &[(20.0, "03/28/2021"), (100.0, "Breakfast"), (310.0, "14.00")],
        &[(20.0, "03/28/2021"), (100.0, "Visa"), (405.0, "102.00")],
        &[(100.0, "Total charges"), (305.0, "102.00")],
        &[(100.0, "Balance due"), (312.0, "0.00")],
    ]);
    assert_eq!(items(&form), ["- | Room 12 | - | 88.00", "- | Breakfast | - | 14.00"]);
    assert_eq!(values(&form, &["document_title"]), [json!("Information invoice")]);
}

/// A slip for 13.28 with the given payment lines.
fn paid(lines: &[&[(f32, &str)]]) -> touchstone_core::record::Extraction {
    let mut slip: Vec<&[(f32, &str)]> = vec![
        &[(60.0, "HOLLOWAY FOODS")],
        &[(60.0, "06/24/2024 08:12")],
        &[(20.0, "PAPER TOWELS"), (200.0, "8.99")],
        &[(20.0, "EGGS LARGE"), (200.0, "4.29")],
        &[(20.0, "TOTAL"), (200.0, "13.28")],
    ];
    slip.extend(lines);
    slip.push(&[(20.0, "F = FSA ELIGIBLE"), (150.0, "FSA TOTAL 8.99")]);
    receipt(&slip)
}

#[test]
fn a_card_is_named_by_its_own_name() {
    let rows: [(&[(f32, &str)], &str); 4] = [
        (&[(20.0, "Apple Pay Visa 8847 (Contactless)")], "Visa"),
        (&[(20.0, "Apple Pay (Mastercard)"), (200.0, "13.28")], "Apple Pay"),
        (&[(20.0, "XXXXXXXXXXXX7781 HOME CARD"), (200.0, "13.28")], "HOME CARD"),
        (&[(20.0, "FSA MASTERCARD"), (200.0, "13.28")], "FSA MASTERCARD"),
    ];
    for (printed, wanted) in rows {
        let form = paid(&[printed]);
        assert_eq!(values(&form, &["payment_method"]), [json!(wanted)], "{printed:?}");
        assert_eq!(codes(&form), Vec::<&str>::new(), "{printed:?}");
    }
}

#[test]
fn what_was_paid_in_two_ways_is_doubted() {
    let form = paid(&[
        &[(20.0, "FSA MASTERCARD"), (200.0, "10.00")],
        &[(20.0, "CASH"), (200.0, "5.00")],
        &[(20.0, "CHANGE"), (200.0, "1.72")],
    ]);
    assert_eq!(values(&form, &["payment_method"]), [json!("FSA MASTERCARD")]);
    assert_eq!(codes(&form), ["incomplete"]);
}

#[test]
fn an_order_names_sellers_counts_and_sums_beside_an_address() {
    let form = receipt(&[
        &[(40.0, "BurrowBazaar")],
        &[(40.0, "Order placed: November 24, 2023")],
        &[(40.0, "Items Ordered"), (500.0, "Price")],
        &[(40.0, "1 of: Cast iron skillet"), (500.0, "$44.95")],
        &[(60.0, "Sold by: Foundry Goods")],
        &[(40.0, "2 of: Linen towels"), (500.0, "$14.50")],
        &[(60.0, "Sold by: Loomhaus")],
        &[(350.0, "Item(s) Subtotal:"), (500.0, "$73.95")],
        &[
            (40.0, "Shipping Address:"),
            (350.0, "Shipping & Handling:"),
            (504.5, "$5.99"),
        ],
        &[
            (40.0, "Roderick Amsel"),
            (350.0, "Promotion Applied:"),
            (495.5, "-$12.00"),
        ],
        &[
            (40.0, "Dover, DE 19904"),
            (350.0, "Total before tax:"),
            (500.0, "$67.94"),
        ],
        &[(40.0, "Payment Method:"), (350.0, "Sales Tax:"), (504.5, "$5.43")],
        &[
            (40.0, "Visa ending in 4019"),
            (350.0, "Grand Total:"),
            (500.0, "$73.37"),
        ],
    ]);
    assert_eq!(
        items(&form),
        ["1 | Cast iron skillet | - | 44.95", "2 | Linen towels | 14.50 | -"]
    );
    let adjusted = json!([
        {"description": "Shipping & Handling", "amount": "5.99"},
        {"description": "Promotion Applied", "amount": "-12.00"},
    ]);
    let found = values(&form, &["adjustments", "subtotal", "tax", "total"]);
    assert_eq!(found, [adjusted, json!("73.95"), json!("5.43"), json!("73.37")]);
    let found = values(&form, &["merchant", "recipient_name", "payment_method"]);
    assert_eq!(found, [json!("BurrowBazaar"), json!("Roderick Amsel"), json!("Visa")]);
}

#[test]
fn the_organization_of_whoever_registers_takes_no_money() {
    let form = receipt(&[
        &[(40.0, "Applied Hydrology Foundation"), (400.0, "Bill to")],
        &[(40.0, "12 Lake Road"), (400.0, "Olubunmi Hartigan")],
        &[(40.0, "Registration Receipt")],
        &[(40.0, "Registrant:"), (140.0, "Olubunmi Hartigan")],
        &[(40.0, "Organization:"), (140.0, "Basin Survey Group")],
        &[(40.0, "Date:"), (140.0, "2025-02-11")],
        &[(40.0, "Workshop"), (400.0, "USD 120.00")],
        &[(40.0, "Banquet ticket"), (400.0, "USD 85.00")],
        &[(40.0, "Total paid"), (400.0, "USD 205.00")],
        &[(40.0, "Paid by: American Express ending 3003")],
    ]);
    let found = values(&form, &["merchant", "recipient_name", "document_title"]);
    let wanted = [
        "Applied Hydrology Foundation",
        "Olubunmi Hartigan",
        "Registration Receipt",
    ];
    assert_eq!(found, wanted.map(|text| json!(text)));
}
