//! Hand-drawn slips of pumps, registers and lenders: texts printed apart belong together if the amounts agree.

use super::ledgers::{codes, items, receipt, statement};
use serde_json::json;

type Line<'a> = &'a [(f32, &'a str)];

#[test]
fn what_a_pump_sold_stands_under_several_captions() {
    let form = receipt(&[
        &[(60.0, "BLUE MESA FUEL")],
        &[(60.0, "DATE 04/02/2023 08:15")],
        &[(20.0, "MASTERCARD")],
        &[(20.0, "XXXX XXXX XXXX 1180")],
        &[(20.0, "PUMP"), (80.0, "PRODUCT"), (180.0, "$/G")],
        &[(20.0, "03"), (80.0, "DIESEL"), (180.0, "$4.199")],
        &[(20.0, "GALLONS"), (180.0, "FUEL TOTAL")],
        &[(20.0, "10.250"), (180.0, "$43.04")],
        &[(20.0, "TOTAL SALE"), (180.0, "$43.04")],
        &[(20.0, "THANK YOU")],
    ]);
    assert_eq!(items(&form), ["10.250 | DIESEL | 4.199 | 43.04"]);
    assert_eq!(form.fields["payment_method"].value, json!("MASTERCARD"));
    assert!(form.issues.is_empty(), "{:?}", form.issues);
}

#[test]
fn what_was_bought_without_a_name_is_doubted() {
    let form = receipt(&[
        &[(60.0, "CORNER MARKET")],
        &[(60.0, "SALES RECEIPT")],
        &[(60.0, "07/04/2024 12:10")],
        &[(20.0, "6.566"), (200.0, "$22.71")],
        &[(20.0, "TOTAL"), (200.0, "$22.71")],
        &[(20.0, "VISA 4093 (Chip)"), (200.0, "Jul 4, 2024 at 12:10 PM")],
    ]);
    let codes: Vec<&str> = form.issues.iter().map(|issue| issue.code.as_str()).collect();
    assert_eq!(codes, ["incomplete"]);
    assert_eq!(form.fields["payment_method"].value, json!("VISA"));
}

#[test]
fn a_total_that_cannot_be_read_is_doubted_although_the_payment_shows_it() {
    let printed = |total: Line| {
        codes(&receipt(&[
            &[(60.0, "CORNER MARKET")],
            &[(60.0, "SALES RECEIPT")],
            &[(60.0, "07/04/2024 12:10")],
            &[(20.0, "Notebook"), (200.0, "99.50")],
            &[(20.0, "Subtotal"), (200.0, "99.50")],
            &[(20.0, "Sales tax"), (200.0, "5.47")],
            total,
            &[(20.0, "VISA 4093"), (200.0, "104.97")],
        ]))
        .contains(&"incomplete")
    };
    assert!(!printed(&[(20.0, "TOTAL"), (200.0, "104.97")]));
    assert!(printed(&[(20.0, "TOTAL")]));
    assert!(printed(&[(20.0, "TOTAL"), (200.0, "1O4V97")]));
}

#[test]
fn names_go_without_numbers_and_savings_are_taken_off_where_the_amounts_say_so() {
    let form = receipt(&[
        &[(60.0, "Juniper Drugs Store #221")],
        &[(60.0, "Sale 10/02/2023 10:22 AM")],
        &[(20.0, "084191486507 HEX BOLT 3/8 X 2")],
        &[(30.0, "2 @ 0.79"), (200.0, "1.58"), (230.0, "T")],
        &[(20.0, "026843570507 CAULK"), (200.0, "19.90"), (230.0, "T")],
        &[(20.0, "Subtotal"), (200.0, "21.48")],
        &[(20.0, "Member savings"), (200.0, "-2.00")],
        &[(20.0, "Sales tax"), (200.0, "1.50")],
        &[(20.0, "TOTAL"), (200.0, "20.98")],
        &[(20.0, "Amex ending 9873"), (200.0, "20.98")],
    ]);
    assert_eq!(
        items(&form),
        ["2 | HEX BOLT 3/8 X 2 | 0.79 | 1.58", "- | CAULK | - | 19.90"]
    );
    assert_eq!(form.fields["merchant"].value, json!("Juniper Drugs"));
    assert_eq!(
        form.fields["adjustments"].value,
        json!([{"description": "Member savings", "amount": "-2.00"}])
    );
    assert!(form.issues.is_empty(), "{:?}", form.issues);
}

#[test]
fn who_signs_on_a_firms_paper_is_no_merchant() {
    let form = receipt(&[
        &[(60.0, "Willow Street Storage LLC")],
        &[(60.0, "Payment receipt")],
        &[(60.0, "Date: 03/01/2024")],
        &[(60.0, "Received from: Maria Oduya")],
        &[(20.0, "Unit 14, March"), (200.0, "$95.00")],
        &[(20.0, "Total"), (200.0, "$95.00")],
        &[(20.0, "Paid by check 1042")],
        &[(20.0, "Received by: Jo Fenn")],
    ]);
    assert_eq!(form.fields["merchant"].value, json!("Willow Street Storage LLC"));
}

#[test]
fn of_a_payment_to_a_loan_the_principal_changes_the_balance() {
    let form = statement(&[
        &[(40.0, "Ending principal balance"), (300.0, "$667.32")],
        &[
            (40.0, "Date"),
            (110.0, "Description"),
            (250.0, "Principal"),
            (350.0, "Interest"),
            (450.0, "Total"),
        ],
        &[
            (40.0, "01/08/2024"),
            (110.0, "Payment received"),
            (250.0, "332.68"),
            (350.0, "244.23"),
            (450.0, "576.91"),
        ],
    ]);
    let row = &form.fields["transactions"].value[0];
    let found = ["description", "amount", "principal", "interest"].map(|part| row[part].as_str().unwrap_or("-"));
    assert_eq!(found, ["Payment received", "-332.68", "332.68", "244.23"]);
    assert!(form.issues.is_empty(), "{:?}", form.issues);
}

#[test]
fn names_below_their_prices_stand_there_for_every_item() {
    let slip = |first: &'static str, between: Line<'static>| {
        receipt(&[
            &[(60.0, "JIMAT STORES")],
            &[(60.0, "Fresno, CA 93721")],
            &[(20.0, "Date 06/24/2024")],
            &[
                (20.0, "Description"),
                (130.0, "Qty"),
                (170.0, "Price"),
                (220.0, "Amount"),
            ],
            between,
            &[(20.0, first), (140.0, "1"), (170.0, "7.45"), (220.0, "7.45*")],
            &[(20.0, "- Rhomb Scissors 2040")],
            &[
                (20.0, "2 SR 1050901900021"),
                (140.0, "2"),
                (170.0, "2.74"),
                (220.0, "5.48T"),
            ],
            &[(20.0, "Glass W/Flower")],
            &[(20.0, "LG10001 large")],
            &[(20.0, "TOTAL"), (220.0, "12.93")],
            &[(20.0, "CASH"), (220.0, "12.93")],
        ])
    };
    let wanted = [
        "1 | Rhomb Scissors 2040 | 7.45 | 7.45",
        "2 | Glass W/Flower LG10001 large | 2.74 | 5.48",
    ];
    let form = slip("SR 0809152", &[(222.0, "(RM)")]);
    assert_eq!(items(&form), wanted);
    assert_eq!(codes(&form), Vec::<&str>::new());
    // A name above the first price shows that names are above their prices.
    let form = slip("0809152", &[(20.0, "Blue pencils")]);
    assert_eq!(items(&form)[0], "1 | Blue pencils | 7.45 | 7.45");
}

#[test]
fn the_number_of_an_article_is_no_name_where_one_stands_above() {
    let form = receipt(&[
        &[(60.0, "KFA HOME SUPPLY")],
        &[(60.0, "Fresno, CA 93721")],
        &[(60.0, "-TAX INVOICE-")],
        &[(20.0, "ALUMINIUM FOIL 25SQ")],
        &[(20.0, "BJ41/2-52 - 24")],
        &[(20.0, "9069295"), (120.0, "1 X"), (160.0, "5.50"), (220.0, "5.50")],
        &[(20.0, "PLASTIC BAGS")],
        &[(20.0, "99999"), (120.0, "5 X"), (160.0, "0.20"), (220.0, "1.00")],
        &[(20.0, "TOTAL"), (220.0, "6.50")],
        &[(20.0, "CASH"), (220.0, "6.50")],
        &[(20.0, "06/24/2024 12:10")],
    ]);
    let wanted = [
        "1 | ALUMINIUM FOIL 25SQ BJ41/2-52 - 24 | 5.50 | 5.50",
        "5 | PLASTIC BAGS | 0.20 | 1.00",
    ];
    assert_eq!(items(&form), wanted);
    assert_eq!(codes(&form), Vec::<&str>::new());
}

#[test]
fn a_count_and_a_price_in_one_word_make_the_amount_above() {
    let form = receipt(&[
        &[(60.0, "ANVIL HOME CENTER")],
        &[(60.0, "STORE 0482 TEMPE AZ 85281")],
        &[(20.0, "SALE 482 11 30417 06/22/24 09:13 AM")],
        &[(20.0, "161640 PREMIUM STUD"), (220.0, "47.76")],
        &[(50.0, "12@3.98")],
        &[(20.0, "204415 DECK SCREW"), (220.0, "32.97")],
        &[(20.0, "TOTAL"), (220.0, "$80.73")],
        &[(20.0, "AMEX"), (220.0, "80.73")],
    ]);
    assert_eq!(
        items(&form),
        ["12 | PREMIUM STUD | 3.98 | 47.76", "- | DECK SCREW | - | 32.97"]
    );
}

#[test]
fn the_number_of_an_article_in_a_column_of_its_own_is_no_part_of_the_name() {
    let form = receipt(&[
        &[(20.0, "QUILLSTON OFFICE DEPOT"), (200.0, "SALES RECEIPT")],
        &[
            (20.0, "Order 4410-88172   placed 02/12/2024"),
            (200.0, "Payment: Visa ending 3310"),
        ],
        &[
            (20.0, "QTY"),
            (50.0, "ITEM NO."),
            (110.0, "DESCRIPTION"),
            (210.0, "UNIT"),
            (260.0, "EXTENDED"),
        ],
        &[
            (20.0, "2"),
            (50.0, "BX-2210"),
            (110.0, "Copy paper 8.5x11"),
            (210.0, "41.99"),
            (270.0, "83.98"),
        ],
        &[
            (20.0, "4"),
            (50.0, "FL-0918"),
            (110.0, "Hanging folders"),
            (210.0, "12.49"),
            (270.0, "49.96"),
        ],
        &[(20.0, "TOTAL CHARGED"), (270.0, "$133.94")],
    ]);
    let wanted = [
        "2 | Copy paper 8.5x11 | 41.99 | 83.98",
        "4 | Hanging folders | 12.49 | 49.96",
    ];
    assert_eq!(items(&form), wanted);
    assert_eq!(form.fields["payment_method"].value, json!("Visa"));
}

#[test]
fn the_octane_belongs_to_the_name_of_the_petrol() {
    let form = receipt(&[
        &[(60.0, "HIGH PLAINS FUEL #118")],
        &[(60.0, "I-35 EXIT 177 TOPEKA KS")],
        &[(20.0, "DATE 10/09/24 06:51")],
        &[(20.0, "PRODUCT"), (180.0, "UNLEAD 87")],
        &[(20.0, "GALLONS"), (180.0, "11.482")],
        &[(20.0, "PRICE/G"), (180.0, "$3.099")],
        &[(20.0, "FUEL SALE"), (180.0, "$35.58")],
        &[(20.0, "TOTAL"), (180.0, "$35.58")],
        &[(20.0, "MASTERCARD")],
        &[(20.0, "XXXXXXXXXXXX0917")],
    ]);
    assert_eq!(items(&form), ["11.482 | UNLEAD 87 | 3.099 | 35.58"]);
}

#[test]
fn a_count_may_stand_behind_its_name() {
    let slip = |first: &'static str, second: &'static str| {
        receipt(&[
            &[(60.0, "LANTERN COFFEE BAR")],
            &[(60.0, "Fresno, CA 93721")],
            &[(60.0, "Receipt 06/24/2024 08:12")],
            &[(20.0, first), (200.0, "9.00")],
            &[(20.0, second), (200.0, "3.25")],
            &[(20.0, "Subtotal"), (200.0, "12.25")],
            &[(20.0, "Tax"), (200.0, "1.00")],
            &[(20.0, "Total"), (200.0, "13.25")],
            &[(20.0, "Visa 4411"), (200.0, "13.25")],
        ])
    };
    for printed in [
        "Oat Latte × 2",
        "Oat Latte x 2",
        "Oat Latte x2",
        "Oat Latte (x2)",
        "Oat Latte (2x)",
    ] {
        let form = slip(printed, "Scone");
        assert_eq!(
            items(&form),
            ["2 | Oat Latte | - | 9.00", "- | Scone | - | 3.25"],
            "{printed}"
        );
    }
    // A number before the sign makes it a size.
    for printed in ["Lumber 2x4 x 8", "Lumber 2 x 4"] {
        let form = slip(printed, "Scone");
        assert_eq!(items(&form)[0], format!("- | {printed} | - | 9.00"));
    }
}

#[test]
fn a_count_and_a_unit_price_stand_above_or_below_the_amount() {
    let wanted = ["2 | Desk lamp with dimmer | 20.54 | 41.08", "1 | Cord | 3.25 | 3.25"];
    for (counted, once) in [
        ("Qty: 2   $20.54 each", "Qty: 1   $3.25 each"),
        ("2 × ($20.54 ea.)", "1 × ($3.25 ea.)"),
        ("2 @ $20.54/ea", "1 @ $3.25/ea"),
        ("Qty: 2   $20.54 each   Buy again", "Qty: 1   $3.25 each   Buy again"),
        ("Qty 2 Unit price: $20.54", "Qty 1 Unit price: $3.25"),
    ] {
        let slip = |lines: [&[(f32, &'static str)]; 6]| {
            let mut page: Vec<&[(f32, &str)]> = vec![&[(60.0, "LANTERN LIGHTS")], &[(60.0, "Fresno, CA 93721")]];
            page.push(&[(60.0, "Receipt 06/24/2024")]);
            page.extend(lines);
            page.extend([
                &[(20.0, "Subtotal"), (200.0, "$44.33")][..],
                &[(20.0, "Total"), (200.0, "$44.33")],
                &[(20.0, "Visa 4411"), (200.0, "$44.33")],
            ]);
            items(&receipt(&page))
        };
        let (lamp, cord) = ((20.0, "Desk lamp with dimmer"), (20.0, "Cord"));
        let above = slip([
            &[lamp],
            &[(20.0, counted)],
            &[(200.0, "$41.08")],
            &[cord],
            &[(20.0, once)],
            &[(200.0, "$3.25")],
        ]);
        assert_eq!(above, wanted, "above: {counted}");
        let below = slip([
            &[lamp, (200.0, "$41.08")],
            &[(20.0, counted)],
            &[(20.0, " ")],
            &[cord, (200.0, "$3.25")],
            &[(20.0, once)],
            &[(20.0, " ")],
        ]);
        assert_eq!(below, wanted, "below: {counted}");
    }
}

#[test]
fn taxes_among_the_charges_of_a_folio_are_taxes() {
    let form = receipt(&[
        &[(200.0, "Fernleaf Inn")],
        &[(200.0, "12 Mill Road, Redmond, WA 98052")],
        &[(200.0, "Guest folio")],
        &[
            (20.0, "Date"),
            (100.0, "Description"),
            (300.0, "Charges"),
            (400.0, "Credits"),
        ],
        &[(20.0, "03/27/2021"), (100.0, "Room 12"), (310.0, "88.00")],
        &[(20.0, "03/27/2021"), (100.0, "Occupancy tax"), (310.0, "8.80")],
        &[(20.0, "03/28/2021"), (100.0, "Breakfast"), (310.0, "14.00")],
        &[(20.0, "03/28/2021"), (100.0, "Gratuity"), (310.0, "3.00")],
        &[(20.0, "03/28/2021"), (100.0, "Tax advice desk"), (310.0, "20.00")],
        &[(20.0, "03/28/2021"), (100.0, "Visa"), (405.0, "133.80")],
        &[(100.0, "Total charges"), (305.0, "133.80")],
        &[(100.0, "Balance due"), (312.0, "0.00")],
    ]);
    let wanted = [
        "- | Room 12 | - | 88.00",
        "- | Breakfast | - | 14.00",
        "- | Tax advice desk | - | 20.00",
    ];
    assert_eq!(items(&form), wanted);
    let sums = ["tax", "tip", "total"].map(|field| form.fields[field].value.clone());
    assert_eq!(sums, [json!("8.80"), json!("3.00"), json!("133.80")]);
    assert_eq!(codes(&form), Vec::<&str>::new());
}

#[test]
fn letters_of_the_till_between_names_and_prices_are_no_part_of_the_names() {
    let form = receipt(&[
        &[(60.0, "HOLLOWAY FOODS")],
        &[(60.0, "Fresno, CA 93721")],
        &[(60.0, "06/24/2024 08:12")],
        &[(20.0, "MILK WHOLE GAL"), (150.0, "F"), (200.0, "3.49")],
        &[(20.0, "PAPER TOWELS"), (150.0, "T"), (200.0, "8.99")],
        &[(20.0, "EGGS LARGE"), (150.0, "F"), (200.0, "4.29")],
        &[(20.0, "VITAMIN C"), (200.0, "5.00")],
        &[(20.0, "SUBTOTAL"), (200.0, "21.77")],
        &[(20.0, "TAX"), (200.0, "0.70")],
        &[(20.0, "TOTAL"), (200.0, "22.47")],
        &[(20.0, "VISA"), (200.0, "22.47")],
    ]);
    let wanted = [
        "- | MILK WHOLE GAL | - | 3.49",
        "- | PAPER TOWELS | - | 8.99",
        "- | EGGS LARGE | - | 4.29",
        "- | VITAMIN C | - | 5.00",
    ];
    assert_eq!(items(&form), wanted);
    assert_eq!(codes(&form), Vec::<&str>::new());
}

#[test]
fn what_a_till_puts_around_a_name_is_no_part_of_it() {
    let form = receipt(&[
        &[(60.0, "BULKWELL WHOLESALE")],
        &[(60.0, "01/14/2025 13:20")],
        &[(20.0, "E 1004471 ROT CHICKEN"), (200.0, "4.99")],
        &[(20.0, "1177204 PAPER TOWEL 12"), (200.0, "21.99"), (230.0, "A")],
        &[(20.0, "1177204 / CPN"), (200.0, "4.50-A")],
        &[(20.0, "GRID NOTEBOOK A5"), (130.0, "2x12.00"), (200.0, "24.00")],
        &[(20.0, "2 Carne adovada @19.25"), (200.0, "38.50")],
        &[(20.0, "DISH SOAP"), (150.0, "T"), (200.0, "4.29")],
        &[(20.0, "SUBTOTAL"), (200.0, "89.27")],
        &[(20.0, "TAX"), (200.0, "0.73")],
        &[(20.0, "TOTAL"), (200.0, "90.00")],
        &[(20.0, "DEBIT"), (200.0, "90.00")],
        &[(20.0, "A 8.9% TAX"), (200.0, "0.73")],
    ]);
    let wanted = [
        "- | ROT CHICKEN | - | 4.99",
        "- | PAPER TOWEL 12 | - | 21.99",
        "2 | GRID NOTEBOOK A5 | 12.00 | 24.00",
        "2 | Carne adovada | 19.25 | 38.50",
        "- | DISH SOAP | - | 4.29",
    ];
    assert_eq!(items(&form), wanted);
    let coupon = json!([{"description": "1177204 / CPN", "amount": "-4.50"}]);
    let found = ["adjustments", "tax", "total"].map(|field| form.fields[field].value.clone());
    assert_eq!(found, [coupon, json!("0.73"), json!("90.00")]);
    assert_eq!(codes(&form), Vec::<&str>::new());
}

#[test]
fn a_count_with_decimals_stands_straight_under_its_caption() {
    let form = receipt(&[
        &[(20.0, "Windward Animal Clinic"), (300.0, "08/19/2017")],
        &[(20.0, "PAYMENT RECEIPT")],
        &[(20.0, "Service"), (200.0, "Qty"), (300.0, "Total")],
        &[(20.0, "Office exam"), (195.5, "1.00"), (300.0, "52.00")],
        &[(20.0, "Carprofen 75 mg tabs"), (191.0, "30.00"), (300.0, "31.50")],
        &[(240.0, "Tax"), (304.5, "2.21")],
        &[(240.0, "Invoice total"), (300.0, "85.71")],
        &[(240.0, "Paid: Cash"), (300.0, "85.71")],
    ]);
    assert_eq!(
        items(&form),
        [
            "1.00 | Office exam | - | 52.00",
            "30.00 | Carprofen 75 mg tabs | - | 31.50"
        ]
    );
    assert_eq!(codes(&form), Vec::<&str>::new());
}
