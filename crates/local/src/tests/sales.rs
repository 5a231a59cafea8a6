//! Lists with a total that are receipts, and documents that are not although they add up: numbered forms, documents
//! with another title, lists without signs of a sale.

use super::ledgers::{codes, items, page, receipt};
use super::paper::run;
use serde_json::json;

type Line<'a> = &'a [(f32, &'a str)];

/// The label of a page, and its proposed label.
fn taken_for(lines: &[Line]) -> (String, Option<String>) {
    let (survey, forms) = run(vec![page(lines).0]);
    assert_eq!(forms.len(), 1, "{forms:?}");
    (forms[0].label.clone(), survey.proposed_label)
}

const LIST: [Line; 3] = [
    &[(40.0, "First"), (300.0, "410.00")],
    &[(40.0, "Second"), (300.0, "90.00")],
    &[(40.0, "Total"), (300.0, "500.00")],
];

#[track_caller]
fn check(head: &[&str], label: &str, name: Option<&str>) {
    let head: Vec<Vec<(f32, &str)>> = head.iter().map(|text| vec![(40.0, *text)]).collect();
    let lines: Vec<Line> = head.iter().map(Vec::as_slice).chain(LIST).collect();
    let (found, named) = taken_for(&lines);
    assert_eq!((found.as_str(), named.as_deref()), (label, name), "{head:?}");
}

#[test]
fn a_list_that_adds_up_is_no_receipt_by_that() {
    check(&["Alder Brokerage LLC", "Year-end detail", "12/31/2023"], "OTHER", None);
    check(&["Rooms and taxis", "Mara Ellison", "03/31/2023"], "OTHER", None);
    // A sale needs a sign: a time of day, the shop's location, a payment, words of registers.
    check(&["Quarry Tools", "03/31/2023 10:22 AM"], "RECEIPT", None);
    check(
        &["Quarry Tools", "12 Mill Road, Redmond, WA 98052", "03/31/2023"],
        "RECEIPT",
        None,
    );
    check(&["Quarry Tools", "(302) 555-0144", "03/31/2023"], "RECEIPT", None);
    check(&["Quarry Tools", "Order number 4471", "03/31/2023"], "RECEIPT", None);
    check(&["Quarry Tools", "Payment method: Visa", "03/31/2023"], "RECEIPT", None);
    // The recipient's address is not the shop's location.
    check(
        &[
            "Quarry Tools",
            "Prepared for: Mara Ellison",
            "12 Mill Road, Redmond, WA 98052",
            "03/31/2023",
        ],
        "OTHER",
        None,
    );
}

#[test]
fn what_a_paper_calls_itself_outranks_its_sums() {
    let shop = "12 Mill Road, Redmond, WA 98052";
    let named = |title: &str, name: &str| check(&[title, "Quarry Tools", shop, "03/31/2023"], "OTHER", Some(name));
    named("Form 1098-E Student Loan Interest Statement", "1098-E");
    named("Real Estate Tax Bill 2023", "property tax bill");
    named("Expense report", "expense report");
    named("Closing Disclosure", "closing disclosure");
    named("INVOICE", "invoice");
    named("PURCHASE ORDER 4471", "purchase order");
    named("Order confirmation", "order confirmation");
    named("Packing slip", "packing slip");
    named("QUOTATION", "estimate");
    // A paid document is a receipt, whatever its title, except an IRS form.
    let paid = |title: &str, label: &str, name: Option<&str>| {
        check(
            &[title, "Quarry Tools", shop, "03/31/2023", "Payment method: Visa"],
            label,
            name,
        );
    };
    paid("INVOICE", "RECEIPT", None);
    paid("Form 1098-E Student Loan Interest Statement", "OTHER", Some("1098-E"));
    // So is a document titled as a receipt.
    check(
        &[
            "Sales receipt",
            "Quarry Tools",
            "Form 1040 and Form 8949 prepared",
            "03/31/2023",
        ],
        "RECEIPT",
        None,
    );
}

#[test]
fn a_table_of_sales_at_a_broker_is_its_form() {
    let lines: [Line; 6] = [
        &[(40.0, "Alder Brokerage LLC")],
        &[
            (40.0, "2023 Form 1099-B"),
            (200.0, "Proceeds From Broker and Barter Exchange Transactions"),
        ],
        &[(40.0, "Recipient Mara Ellison TIN XXX-XX-1234")],
        &[
            (40.0, "100 ACME CORP"),
            (200.0, "06/25/2023"),
            (300.0, "4,500.00"),
            (400.0, "500.00"),
        ],
        &[
            (40.0, "50 BETA INC"),
            (200.0, "06/25/2023"),
            (300.0, "1,500.00"),
            (400.0, "-200.00"),
        ],
        &[(40.0, "Total"), (300.0, "6,000.00"), (400.0, "300.00")],
    ];
    assert_eq!(taken_for(&lines), ("OTHER".to_owned(), Some("1099-B".to_owned())));
}

#[test]
fn an_invoice_whose_balance_is_nothing_was_paid() {
    let bill = |paid: &'static str, balance: &'static str| {
        taken_for(&[
            &[(40.0, "INVOICE")],
            &[(40.0, "Quarry Design Co")],
            &[(40.0, "Invoice 1009"), (200.0, "Date 03/04/2023")],
            LIST[0],
            LIST[1],
            LIST[2],
            &[(40.0, "Amount paid"), (300.0, paid)],
            &[(40.0, "Balance due"), (300.0, balance)],
        ])
    };
    assert_eq!(bill("500.00", "0.00"), ("RECEIPT".to_owned(), None));
    assert_eq!(bill("0.00", "500.00"), ("OTHER".to_owned(), Some("invoice".to_owned())));
}

#[test]
fn a_refund_and_a_slip_from_berlin_are_receipts() {
    let form = receipt(&[
        &[(40.0, "Harlan Hardware")],
        &[(40.0, "120 Mill St, Dover, DE 19901")],
        &[(40.0, "Date: 03/14/2023 10:22 AM")],
        &[(40.0, "Hammer 16oz"), (300.0, "-18.99")],
        &[(40.0, "Subtotal"), (300.0, "-18.99")],
        &[(40.0, "Tax"), (300.0, "-1.14")],
        &[(40.0, "REFUND TOTAL"), (300.0, "-20.13")],
    ]);
    assert_eq!(
        (form.label.as_str(), &form.fields["total"].value),
        ("RECEIPT", &json!("-20.13"))
    );
    assert_eq!(items(&form), ["- | Hammer 16oz | - | -18.99"]);
    let form = receipt(&[
        &[(40.0, "Cafe Morgen")],
        &[(40.0, "Hauptstr. 5, 10115 Berlin")],
        &[(40.0, "14.03.2023 10:22")],
        &[(40.0, "Kaffee"), (300.0, "3,20")],
        &[(40.0, "Kuchen"), (300.0, "4,80")],
        &[(40.0, "Summe EUR"), (300.0, "8,00")],
        &[(40.0, "inkl. MwSt 19%"), (300.0, "1,28")],
    ]);
    assert_eq!(
        (form.label.as_str(), &form.fields["total"].value),
        ("RECEIPT", &json!("8.00"))
    );
    assert_eq!(form.fields["date"].value, json!("2023-03-14"));
    assert_eq!(items(&form), ["- | Kaffee | - | 3.20", "- | Kuchen | - | 4.80"]);
    assert_eq!(codes(&form), Vec::<&str>::new());
}

#[test]
fn counts_and_prices_stand_before_behind_and_below_their_names() {
    let form = receipt(&[
        &[(40.0, "Harlan Hardware")],
        &[(40.0, "03/14/2023 10:22 AM")],
        &[(40.0, "3 x Paint brush @ 4.25"), (300.0, "12.75")],
        &[(40.0, "2 x Roller @ 6.00"), (300.0, "12.00")],
        &[(40.0, "Total"), (300.0, "24.75")],
    ]);
    assert_eq!(
        items(&form),
        ["3 | Paint brush | 4.25 | 12.75", "2 | Roller | 6.00 | 12.00"]
    );
    // The second line of an item may be as long as the first, or shorter.
    let form = receipt(&[
        &[(40.0, "Larkspur Outfitters")],
        &[(40.0, "Order receipt 01/22/2025")],
        &[(40.0, "Base Layer, Charcoal"), (300.0, "$108.00")],
        &[(40.0, "Qty: 2 Price: $54.00")],
        &[(40.0, "Trail Gaiters"), (300.0, "$38.50")],
        &[(40.0, "Qty: 1 Price: $38.50")],
        &[(40.0, "Titanium Spork"), (300.0, "$29.85")],
        &[(40.0, "Qty: 3 Price: $9.95")],
        &[(40.0, "Order total"), (300.0, "$176.35")],
    ]);
    let wanted = [
        "2 | Base Layer, Charcoal | 54.00 | 108.00",
        "1 | Trail Gaiters | 38.50 | 38.50",
        "3 | Titanium Spork | 9.95 | 29.85",
    ];
    assert_eq!(items(&form), wanted);
    // Captions at the left of their cells, numbers at the right.
    let form = receipt(&[
        &[(40.0, "Thistledown Nursery")],
        &[(40.0, "14 Fern Road, Salem, OR 97301")],
        &[(40.0, "Sales receipt 05/24/2025")],
        &[
            (40.0, "Qty"),
            (120.0, "Description"),
            (300.0, "Price Each"),
            (430.0, "Amount"),
        ],
        &[
            (80.0, "1"),
            (120.0, "Japanese maple 5 gal"),
            (395.0, "89.00"),
            (530.0, "89.00"),
        ],
        &[
            (80.0, "4"),
            (120.0, "Creeping thyme flat"),
            (395.0, "17.25"),
            (530.0, "69.00"),
        ],
        &[(430.0, "Total"), (525.0, "$158.00")],
        &[(430.0, "Visa"), (525.0, "$158.00")],
    ]);
    let wanted = [
        "1 | Japanese maple 5 gal | 89.00 | 89.00",
        "4 | Creeping thyme flat | 17.25 | 69.00",
    ];
    assert_eq!(items(&form), wanted);
    assert_eq!(codes(&form), Vec::<&str>::new());
}

#[test]
fn a_name_may_be_letter_spaced_and_an_address_is_none() {
    let mut paper = page(&[
        &[(60.0, "")],
        &[(40.0, "88 Lantern Row · Savannah, GA 31401")],
        &[(40.0, "(912) 555-0163")],
        &[(40.0, "03/15/2025 9:17 PM")],
        &[(40.0, "2 Arancini"), (300.0, "18.00")],
        &[(40.0, "1 Beet Salad"), (300.0, "13.50")],
        &[(40.0, "Total"), (300.0, "31.50")],
    ]);
    let mut x = 60.0;
    for letter in "Osteria Fenwick".chars() {
        if letter != ' ' {
            paper.text(x, 22.0, 15.0, &letter.to_string());
        }
        x += if letter == ' ' { 5.0 } else { 9.5 };
    }
    let form = run(vec![paper.0]).1.remove(0);
    assert_eq!(
        form.fields["merchant"].value,
        json!("Osteria Fenwick"),
        "{}",
        form.rationale
    );
}
