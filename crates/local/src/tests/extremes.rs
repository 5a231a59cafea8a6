//! Pages with extreme numbers: reading and checking them must terminate.

use super::ledgers::page;
use super::paper::{Pages, engine};
use crate::LocalEngine;
use proptest::prelude::*;
use std::sync::LazyLock;
use touchstone_core::arithmetic::cross_checks;
use touchstone_core::record::{Assignment, Extractor};

static ENGINE: LazyLock<LocalEngine> = LazyLock::new(engine);

/// Words that make a line an item, a sum, a payment or a row of a statement.
const WORDS: [&str; 30] = [
    "Pens",
    "Qty",
    "Quantity",
    "Price",
    "Amount",
    "Description",
    "Item",
    "Date",
    "01/03",
    "Subtotal",
    "Tax",
    "Tip",
    "Total",
    "Cash",
    "Change",
    "Payment",
    "Balance due",
    "Discount",
    "Receipt",
    "2 @",
    "x",
    "ea",
    "kg",
    "gallons",
    "Price per gallon",
    "Account statement",
    "Beginning balance",
    "Ending balance",
    "Statement period: 12/15/2023 through 01/14/2024",
    "Balance",
];

const NUMBERS: [&str; 20] = [
    "0",
    "0.00",
    "0.001",
    "4",
    "1.25",
    "5.00",
    "-5.00",
    "(5.00)",
    "99999.99",
    "999999999999999",
    "999999999999999.99",
    "999,999,999,999,999.99",
    "-999999999999999.99",
    "9999999999999999999999999.999",
    "79228162514264337593543950335",
    "0.0000000000000000000000000001",
    "$9999999999999999999999999.999",
    "999999999999999@999999999999999.99",
    "9999999999999999999999999.999x99999.99",
    "9999999999999999999999999.999/kg",
];

/// Reads a page like any document, and runs the pack's cross-checks on the fields.
fn read(lines: &[Vec<&str>]) {
    let placed: Vec<Vec<(f32, &str)>> = lines
        .iter()
        .map(|texts| {
            (0_u8..)
                .zip(texts)
                .map(|(column, text)| (40.0 + 130.0 * f32::from(column), *text))
                .collect()
        })
        .collect();
    let placed: Vec<&[(f32, &str)]> = placed.iter().map(Vec::as_slice).collect();
    let pages = Pages(vec![page(&placed).0]);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let survey = runtime.block_on(ENGINE.survey(&pages, None, &())).unwrap();
    for plan in &survey.forms {
        let assignment = Assignment::first(plan, &survey.forms, "OTHER");
        let found = runtime.block_on(ENGINE.extract(&assignment, &pages)).unwrap();
        cross_checks(&ENGINE.pack.pack, &found.label, &found.fields, None);
    }
}

#[test]
fn a_quantity_too_long_to_multiply_is_no_quantity() {
    read(&[
        vec!["Receipt"],
        vec!["Pens", "9999999999999999999999999.999", "99999.99", "5.00"],
    ]);
    read(&[
        vec!["Pens", "999999999999999", "999999999999999.99", "5.00"],
        vec!["Total", "5.00"],
    ]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_numbers_on_a_page_end_the_program(
        lines in proptest::collection::vec(
            proptest::collection::vec(prop_oneof![prop::sample::select(&WORDS[..]), prop::sample::select(&NUMBERS[..])], 1..5),
            1..14,
        ),
    ) {
        read(&lines);
    }
}
