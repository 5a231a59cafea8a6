//! Receipts for rides, flights, parking, rent and care: fares with taxes among them, means of payment under captions.

use super::ledgers::{codes, items, receipt};
use serde_json::{Value, json};

fn values(form: &crate::record::Extraction, names: &[&str]) -> Vec<Value> {
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
