//! Receipts with items of several lines, dates with the month first or last, and statements that name no one or have
//! unaligned columns.

use super::ledgers::{codes, items, receipt, statement};
use super::paper::run_as;
use serde_json::json;

type Line<'a> = &'a [(f32, &'a str)];

const TOWN: Line = &[(60.0, "Redmond, WA 98052")];

#[test]
fn the_lines_above_a_price_belong_to_its_item() {
    let dashes: Line = &[(20.0, "------------------------")];
    // A photo may lose the dashes; the count before the next item then shows where this one begins.
    for rule in [dashes, &[]] {
        let form = receipt(&[
            &[(60.0, "CONTOSO MARKET")],
            TOWN,
            &[(60.0, "06/10/2019 13:59")],
            rule,
            &[(20.0, "1 Surface Pro 6")],
            &[(30.0, "256GB / Intel Core i5 /")],
            &[(30.0, "8GB RAM (Black)"), (200.0, "$ 999.00")],
            &[(20.0, "1 SurfacePen"), (200.0, "$ 99.99")],
            rule,
            &[(20.0, "Sub-Total"), (200.0, "$ 1098.99")],
            &[(20.0, "Tax"), (200.0, "$ 104.40")],
            &[(20.0, "Total"), (200.0, "$ 1203.39")],
        ]);
        let wanted = [
            "1 | Surface Pro 6 256GB / Intel Core i5 / 8GB RAM (Black) | - | 999.00",
            "1 | SurfacePen | - | 99.99",
        ];
        assert_eq!(items(&form), wanted);
        assert_eq!(codes(&form), Vec::<&str>::new());
    }
}

#[test]
fn numbers_that_count_the_items_are_no_part_of_their_names() {
    let names = |numbers: [&'static str; 2]| {
        let form = receipt(&[
            &[(60.0, "BOLT LUMBER")],
            TOWN,
            &[(60.0, "06/10/2019 13:59")],
            &[(20.0, numbers[0]), (34.0, "HAMMER 16OZ"), (200.0, "$ 19.95")],
            &[(20.0, numbers[1]), (34.0, "DUCT TAPE 60YD"), (200.0, "$ 8.50")],
            &[(20.0, "Total"), (200.0, "$ 28.45")],
        ]);
        items(&form)
    };
    let counted = ["- | HAMMER 16OZ | - | 19.95", "- | DUCT TAPE 60YD | - | 8.50"];
    assert_eq!(names(["1.", "2."]), counted);
    assert_eq!(names(["1)", "2)"]), counted);
    let kept = ["- | 4. HAMMER 16OZ | - | 19.95", "- | 7. DUCT TAPE 60YD | - | 8.50"];
    assert_eq!(names(["4.", "7."]), kept);
}

#[test]
fn sums_above_the_items_are_those_of_an_order() {
    let form = receipt(&[
        &[(60.0, "NORDVIK GOODS")],
        TOWN,
        &[(60.0, "06/10/2019 13:59")],
        &[(20.0, "Item(s) subtotal"), (200.0, "$ 85.34")],
        &[(20.0, "Standard shipping"), (200.0, "$ 7.95")],
        &[(20.0, "Estimated tax"), (200.0, "$ 5.30")],
        &[(20.0, "Grand total"), (200.0, "$ 98.59")],
        &[(20.0, "Desk lamp, matte black"), (200.0, "$ 85.34")],
        &[(30.0, "Quantity: 1"), (150.0, "Buy it again")],
    ]);
    assert_eq!(items(&form), ["1 | Desk lamp, matte black | - | 85.34"]);
    assert_eq!(form.fields["subtotal"].value, json!("85.34"));
}

#[test]
fn an_item_without_an_amount_is_told() {
    let body = |second: Line<'static>| {
        receipt(&[
            &[(60.0, "CORNER MARKET")],
            TOWN,
            &[(60.0, "SALES RECEIPT")],
            &[(60.0, "07/24/2024 12:10")],
            &[(20.0, "1 Pens"), (200.0, "5.00")],
            second,
            &[(20.0, "1 Olives"), (200.0, "6.00")],
            &[(20.0, "TOTAL"), (200.0, "11.00")],
        ])
    };
    assert_eq!(codes(&body(&[(20.0, "2 Notebooks")])), ["incomplete"]);
    assert_eq!(codes(&body(&[(20.0, "no sugar")])), Vec::<&str>::new());
}

#[test]
fn which_number_is_the_month_is_proved_or_doubted() {
    let dated = |town: &'static str, day: &'static str, price: &'static str, further: &'static str| {
        let form = receipt(&[
            &[(60.0, "KEDAI BUKU")],
            &[(60.0, town)],
            &[(60.0, "SALES RECEIPT")],
            &[(60.0, day)],
            &[(20.0, "Pen"), (200.0, "5.00")],
            &[(20.0, "Book"), (200.0, "10.00")],
            &[(20.0, "TOTAL"), (200.0, price)],
            &[(20.0, "CASH"), (200.0, "15.00")],
            &[(20.0, further)],
        ]);
        let day = form.fields["date"].value.clone();
        (day, codes(&form).contains(&"ambiguous_date"))
    };
    let rows = [
        (
            "Fresno, CA 93721",
            "12/02/2018",
            "15.00",
            "Thank you",
            "2018-12-02",
            false,
        ),
        (
            "Market Street 5",
            "12/02/2018",
            "$15.00",
            "Thank you",
            "2018-12-02",
            false,
        ),
        (
            "Market Street 5",
            "12/02/2018",
            "RM15.00",
            "Thank you",
            "2018-02-12",
            false,
        ),
        (
            "Jalan 5, Kuala Lumpur",
            "12/02/2018",
            "15.00",
            "Thank you",
            "2018-02-12",
            false,
        ),
        (
            "Market Street 5",
            "12/02/2018",
            "15.00",
            "Return by 25/03/2018",
            "2018-02-12",
            false,
        ),
        (
            "Market Street 5",
            "12/02/2018",
            "15.00",
            "Return by 03/25/2018",
            "2018-12-02",
            false,
        ),
        (
            "Market Street 5",
            "12/02/2018",
            "15.00",
            "Printed Feb 12, 2018",
            "2018-02-12",
            false,
        ),
        (
            "Market Street 5",
            "25/02/2018",
            "15.00",
            "Thank you",
            "2018-02-25",
            false,
        ),
        (
            "Market Street 5",
            "12/02/2018",
            "15.00",
            "Thank you",
            "2018-12-02",
            true,
        ),
    ];
    for (town, day, price, further, wanted, doubted) in rows {
        let found = dated(town, day, price, further);
        assert_eq!(found, (json!(wanted), doubted), "{town}, {day}, {price}, {further}");
    }
}

#[test]
fn the_third_attempt_at_a_receipt_keeps_what_is_critical_and_doubts_it() {
    let lines: [Line; 6] = [
        &[(60.0, "CORNER MARKET")],
        TOWN,
        &[(60.0, "SALES RECEIPT")],
        &[(60.0, "07/24/2024 12:10")],
        &[(20.0, "Pens"), (200.0, "5.00")],
        &[(20.0, "TOTAL"), (200.0, "11.00")],
    ];
    let page = super::ledgers::page(&lines).0;
    let third = run_as(vec![page.clone()], 3).1.remove(0);
    assert_eq!(third.label, "RECEIPT", "{}", third.rationale);
    assert_eq!(third.fields["total"].value, json!("11.00"));
    assert!(third.fields["items"].value.is_null(), "not critical");
    assert!(codes(&third).contains(&"incomplete"), "{:?}", third.issues);
    let second = run_as(vec![page], 2).1.remove(0);
    assert!(second.rationale.contains("also tried as"), "{}", second.rationale);
}

#[test]
fn the_head_of_a_column_is_no_bank_and_amounts_may_stand_beside_their_columns() {
    let form = receipt(&[
        &[(40.0, "Account Statement")],
        &[(40.0, "Account number 1234567")],
        &[(40.0, "Statement period 01/01/2024 - 01/31/2024")],
        &[(40.0, "Opening balance 100.00")],
        &[(40.0, "Date Description Amount Balance")],
        &[(40.0, "01/02 Deposit 50.00 150.00")],
        &[(40.0, "01/05 Check 22 -20.00 130.00")],
        &[(40.0, "Closing balance 130.00")],
    ]);
    assert_eq!(form.label, "STATEMENT", "{}", form.rationale);
    assert!(
        form.fields["institution"].value.is_null(),
        "{:?}",
        form.fields["institution"]
    );
    assert_eq!(form.fields["transaction_count"].value, json!(2));
    assert_eq!(codes(&form), Vec::<&str>::new());
}

#[test]
fn sections_name_no_columns_and_checks_stand_side_by_side() {
    let form = receipt(&[
        &[(40.0, "First Larkspur National Bank")],
        &[
            (40.0, "Statement period May 1, 2024 - May 31, 2024"),
            (400.0, "Account #: 0082-11907"),
        ],
        &[(40.0, "Beginning balance on May 1, 2024"), (290.0, "$2,210.03")],
        &[(40.0, "Deposits/Credits"), (290.0, "$2,104.55")],
        &[(40.0, "Checks paid"), (283.0, "($1,058.40)")],
        &[(40.0, "Withdrawals/Debits"), (290.0, "($139.08)")],
        &[(40.0, "Ending balance on May 31, 2024"), (290.0, "$3,117.10")],
        &[(40.0, "Deposits/Credits")],
        &[(40.0, "05/03/24"), (110.0, "PAYROLL DIRECT DEP"), (530.0, "2,104.55")],
        &[(110.0, "ASHGROVE STATE")],
        &[(40.0, "Checks paid")],
        &[
            (40.0, "Number"),
            (110.0, "Date"),
            (252.0, "Amount"),
            (320.0, "Number"),
            (390.0, "Date"),
            (532.0, "Amount"),
        ],
        &[
            (40.0, "1180"),
            (110.0, "05/06/24"),
            (252.0, "118.40"),
            (320.0, "1183*"),
            (390.0, "05/13/24"),
            (532.0, "940.00"),
        ],
        &[(40.0, "* gap in check sequence")],
        &[(40.0, "Withdrawals/Debits")],
        &[(40.0, "05/08/24"), (110.0, "ALDER ELECTRIC CO"), (540.0, "131.08")],
        &[(40.0, "05/28/24"), (110.0, "MAINTENANCE FEE"), (545.0, "8.00")],
    ]);
    let rows = form.fields["transactions"]
        .value
        .as_array()
        .cloned()
        .unwrap_or_default();
    let amounts: Vec<&str> = rows.iter().filter_map(|row| row["amount"].as_str()).collect();
    assert_eq!(amounts, ["2104.55", "-118.40", "-940.00", "-131.08", "-8.00"]);
    assert_eq!(rows[0]["description"], json!("PAYROLL DIRECT DEP ASHGROVE STATE"));
    assert_eq!(form.fields["closing_balance"].value, json!("3117.10"));
    assert_eq!(codes(&form), Vec::<&str>::new());
}

#[test]
fn what_is_added_below_a_total_leads_to_the_one_that_counts() {
    let form = receipt(&[
        &[(60.0, "KEDAI UBAT SIN HOCK SDN BHD")],
        &[(60.0, "31, JALAN TUN SAMBANTHAN")],
        &[(20.0, "Date"), (60.0, "26 Jun 2018")],
        &[(20.0, "VITAMIN C 30S"), (200.0, "28.90")],
        &[(20.0, "MEDICATED OIL 25ML"), (200.0, "16.60")],
        &[(20.0, "Total"), (200.0, "45.50")],
        &[(20.0, "Discount"), (200.0, "-0.50")],
        &[(20.0, "Net total"), (200.0, "45.00")],
        &[(20.0, "Cash"), (200.0, "50.00")],
        &[(20.0, "Change"), (200.0, "5.00")],
        // Already counted, and not items.
        &[(20.0, "GST summary"), (150.0, "Amount"), (200.0, "Tax")],
        &[(20.0, "SR 6%"), (150.0, "42.45"), (200.0, "2.55")],
        &[(20.0, "Total"), (150.0, "42.45"), (200.0, "2.55")],
    ]);
    assert_eq!(form.fields["total"].value, "45.00");
    assert_eq!(form.fields["merchant"].value, "KEDAI UBAT SIN HOCK SDN BHD");
    assert_eq!(form.fields["adjustments"].value[0]["amount"], "-0.50");
    assert_eq!(items(&form).len(), 2);
    assert_eq!(codes(&form), Vec::<&str>::new());
}

#[test]
fn cash_and_change_say_which_total_counts() {
    // The second item was not read, so nothing adds up.
    let form = receipt(&[
        &[(60.0, "CORNER MARKET")],
        TOWN,
        &[(60.0, "07/24/2024 12:10")],
        &[(20.0, "Bread"), (200.0, "5.00")],
        &[(20.0, "Total"), (200.0, "9.98")],
        &[(20.0, "Total after rounding"), (200.0, "10.00")],
        &[(20.0, "Cash"), (200.0, "50.00")],
        &[(20.0, "Change"), (200.0, "40.00")],
    ]);
    assert_eq!(form.fields["total"].value, "10.00");
}

#[test]
fn what_a_column_without_a_known_caption_holds_is_no_part_of_a_description() {
    for caption in ["Category", "Reference"] {
        let row = |date, description, aside, amount, balance| {
            [
                (40.0, date),
                (110.0, description),
                (300.0, aside),
                (400.0, amount),
                (500.0, balance),
            ]
        };
        let form = statement(&[
            &[(40.0, "Ending balance"), (300.0, "$930.00")],
            &row("Date", "Description", caption, "Amount", "Balance"),
            &row("12/28", "Corner bookshop", "Leisure", "-50.00", "950.00"),
            &row("12/29", "Bakery", "Groceries", "-20.00", "930.00"),
        ]);
        let found = form.fields["transactions"].value.as_array().unwrap();
        let described: Vec<&str> = found.iter().map(|row| row["description"].as_str().unwrap()).collect();
        assert_eq!(described, ["Corner bookshop", "Bakery"], "{caption}");
    }
}

#[test]
fn checks_side_by_side_run_down_their_columns() {
    let row = |left: [&'static str; 3], right: [&'static str; 3]| {
        vec![
            (40.0, left[0]),
            (110.0, left[1]),
            (220.0, left[2]),
            (310.0, right[0]),
            (380.0, right[1]),
            (500.0, right[2]),
        ]
    };
    let rows = [
        row(["Date", "Check no", "Amount"], ["Date", "Check no", "Amount"]),
        row(["12/18", "5120", "41.18"], ["12/28", "5122", "120.00"]),
        row(["12/19", "5121", "210.00"], ["12/30", "5123*", "18.99"]),
    ];
    let mut body: Vec<&[(f32, &str)]> = vec![&[(40.0, "Checks paid")]];
    body.extend(rows.iter().map(Vec::as_slice));
    body.push(&[(40.0, "Ending balance"), (300.0, "$609.83")]);
    let form = statement(&body);
    let found = form.fields["transactions"].value.as_array().unwrap();
    let checks: Vec<&str> = found
        .iter()
        .map(|row| row["description"].as_str().unwrap_or("-"))
        .collect();
    assert_eq!(checks, ["5120", "5121", "5122", "5123*"]);
    assert_eq!(found[2]["amount"], json!("-120.00"));
}

#[test]
fn a_count_below_an_article_is_its_quantity() {
    let form = receipt(&[
        &[(40.0, "Fernhollow Garden Supply")],
        TOWN,
        &[(40.0, "Receipt 04/14/2024")],
        &[(40.0, "Cedar raised bed kit"), (400.0, "$139.00")],
        &[(40.0, "Qty: 1")],
        &[(40.0, "Drip line in coils"), (400.0, "$56.85")],
        &[(40.0, "Qty: 3")],
        &[(40.0, "Subtotal"), (400.0, "$195.85")],
        &[(40.0, "Tax"), (400.0, "$0.00")],
        &[(40.0, "Total"), (400.0, "$195.85")],
        &[(40.0, "Visa ending in 6011")],
    ]);
    assert_eq!(
        items(&form),
        [
            "1 | Cedar raised bed kit | - | 139.00",
            "3 | Drip line in coils | - | 56.85"
        ]
    );
}

#[test]
fn the_last_day_of_returns_is_not_that_of_the_purchase() {
    let form = receipt(&[
        &[(40.0, "Goldenrod Drug")],
        TOWN,
        &[(40.0, "Saline spray"), (400.0, "6.49")],
        &[(40.0, "Gum spearmint"), (400.0, "3.79")],
        &[(40.0, "Subtotal"), (400.0, "10.28")],
        &[(40.0, "Total"), (400.0, "10.28")],
        &[(40.0, "Charge"), (400.0, "10.28")],
        &[(40.0, "************0652 CHIP")],
        &[(40.0, "MASTERCARD")],
        &[(40.0, "Returns with receipt thru 05/09/2024")],
        &[(40.0, "MARCH 10, 2024")],
    ]);
    assert_eq!(form.fields["date"].value, json!("2024-03-10"));
    assert_eq!(form.fields["payment_method"].value, json!("MASTERCARD"));
}

#[test]
fn a_table_of_payments_names_the_means() {
    let form = receipt(&[
        &[(40.0, "Tidegauge Analytics LLC")],
        TOWN,
        &[(40.0, "Receipt"), (300.0, "May 12, 2024")],
        &[(40.0, "Growth plan"), (400.0, "$144.00")],
        &[(40.0, "Alert pack"), (400.0, "$19.00")],
        &[(40.0, "Subtotal"), (400.0, "$163.00")],
        &[(40.0, "Total"), (400.0, "$163.00")],
        &[(40.0, "Payment history")],
        &[
            (40.0, "May 12, 2024"),
            (150.0, "Mastercard ending 2231"),
            (300.0, "ch_3PFq118"),
            (400.0, "$163.00"),
        ],
    ]);
    assert_eq!(form.fields["payment_method"].value, json!("Mastercard"));
}

#[test]
fn balances_are_named_by_their_days() {
    let form = receipt(&[
        &[(40.0, "Cobalt Harbor Bank")],
        &[
            (40.0, "Statement period: Mar 1 - Mar 31, 2024"),
            (400.0, "Account 4471 0092 118"),
        ],
        &[
            (46.0, "Balance on Mar 1"),
            (180.0, "Money in"),
            (310.0, "Money out"),
            (440.0, "Balance on Mar 31"),
        ],
        &[
            (46.0, "$1,402.77"),
            (180.0, "$2,961.10"),
            (310.0, "$289.69"),
            (440.0, "$4,074.18"),
        ],
        &[
            (40.0, "Date"),
            (90.0, "Details"),
            (310.0, "Money in"),
            (400.0, "Money out"),
            (500.0, "Balance"),
        ],
        &[
            (40.0, "Mar 1"),
            (90.0, "Transfer to Quintero"),
            (400.0, "289.69"),
            (500.0, "1,113.08"),
        ],
        &[
            (40.0, "Mar 6"),
            (90.0, "Deposit branch 0044"),
            (310.0, "2,961.10"),
            (500.0, "4,074.18"),
        ],
    ]);
    assert_eq!(form.label, "STATEMENT", "{}", form.rationale);
    assert_eq!(form.fields["opening_balance"].value, json!("1402.77"));
    assert_eq!(form.fields["closing_balance"].value, json!("4074.18"));
    assert_eq!(form.fields["transaction_count"].value, json!(2));
    assert_eq!(codes(&form), Vec::<&str>::new());
}
