//! Which forms of a case count, their sums, and what is missing.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::export::sample;
use serde_json::json;
use std::sync::Arc;
use touchstone_core::pack::{Pack, PackShelf, default_folder};
use touchstone_core::record::{Document, Field, Form};

fn paper(pack: &Arc<Pack>, name: &str, bytes: &str, accepted: bool, year: i32, wages: &str) -> Paper {
    let run_record = sample::run_record();
    let mut form = run_record.forms[0].clone();
    form.fields.retain(|name, _| name == "wages_tips" || name == "tax_year");
    form.fields["tax_year"].value = json!(year);
    form.fields["wages_tips"].value = json!(wages);
    Paper {
        document: Document {
            id: touchstone_core::record::DocumentId::fresh(),
            file_name: name.to_owned(),
            sha256: bytes.to_owned(),
            ..run_record.document
        },
        state: if accepted {
            Standing::Accepted
        } else {
            Standing::NeedsReview
        },
        year: None,
        pack: Some(Arc::clone(pack)),
        forms: vec![form],
    }
}

fn interest(pack: &Arc<Pack>, name: &str, accepted: bool, account: &str, amount: &str) -> Paper {
    let mut paper = paper(pack, name, name, accepted, 2024, "1.00");
    let form = &mut paper.forms[0];
    form.label = "1099-INT".to_owned();
    let wages = form.fields.swap_remove("wages_tips").unwrap();
    for (field, text) in [
        ("payer_tin", "63-0065650"),
        ("recipient_tin", "554-03-0876"),
        ("payer_name", "First Bank\n1 Main St"),
        ("account_number", account),
        ("interest_income", amount),
    ] {
        let value = json!(text);
        form.fields.insert(field.to_owned(), Field { value, ..wages.clone() });
    }
    paper
}

/// A combined file holds the same forms as the single files, and a second account of the same payer.
#[test]
fn a_form_counts_once_wherever_its_copies_lie() {
    let pack = PackShelf::open(&[default_folder().unwrap()]).get("tax").unwrap();
    let mut combined = interest(&pack, "combined.pdf", true, "A-1", "10.00");
    for (number, account, amount) in [(2, "A-2", "10.00"), (3, "A-1", "10.00")] {
        let next = interest(&pack, "", true, account, amount).forms.remove(0);
        combined.forms.push(Form { number, ..next });
    }
    let mut masked = interest(&pack, "masked.pdf", true, "A-1", "10.00");
    masked.forms[0].fields["recipient_tin"].value = json!("XXX-XX-0876");
    let papers = vec![
        combined,
        masked,
        interest(&pack, "other amount.pdf", false, "A-1", "12.00"),
    ];
    let totals = case_of(papers).totals;
    let [total] = &totals[..] else { panic!("{totals:?}") };
    assert_eq!(
        (total.field.as_str(), total.total.as_str()),
        ("interest_income", "32.00")
    );
    let rows = total.documents.iter();
    let rows: Vec<_> = rows
        .map(|one| (one.file_name.as_str(), one.form_number, one.copy_of.as_deref()))
        .collect();
    assert_eq!(
        rows,
        [
            ("combined.pdf", 1, None),
            ("combined.pdf", 2, None),
            ("other amount.pdf", 1, None),
            ("combined.pdf", 3, Some("combined.pdf, form 1")),
            ("masked.pdf", 1, Some("combined.pdf, form 1")),
        ]
    );
}

#[test]
fn years_are_apart_the_same_file_counts_once_and_what_is_open_is_counted() {
    let pack = PackShelf::open(&[default_folder().unwrap()]).get("tax").unwrap();
    let totals = case_of(vec![
        paper(&pack, "scan.pdf", "a", false, 2024, "100.00"),
        paper(&pack, "again.pdf", "a", true, 2024, "100.00"),
        paper(&pack, "open.pdf", "b", false, 2024, "20.00"),
        paper(&pack, "last year.pdf", "c", true, 2023, "7.00"),
        paper(&pack, "scanned anew.pdf", "d", true, 2023, "7.00"),
    ])
    .totals;
    let rows: Vec<_> = totals
        .iter()
        .map(|total| (total.year, total.total.as_str(), total.unsettled, total.documents.len()))
        .collect();
    assert_eq!(rows, [(Some(2024), "120.00", 1, 3), (Some(2023), "7.00", 0, 2)]);
    let copies = totals
        .iter()
        .flat_map(|total| &total.documents)
        .filter_map(|one| Some((one.file_name.as_str(), one.copy_of.as_deref()?)));
    assert_eq!(
        copies.collect::<Vec<_>>(),
        [("scan.pdf", "again.pdf"), ("scanned anew.pdf", "last year.pdf")],
        "the accepted one counts, and other bytes may say the same"
    );
}

#[test]
fn a_corrected_form_replaces_what_it_corrects() {
    let pack = PackShelf::open(&[default_folder().unwrap()]).get("tax").unwrap();
    let corrected = |name: &str, account: &str, amount: &str| {
        let mut paper = interest(&pack, name, true, account, amount);
        let form = &mut paper.forms[0];
        let value = json!(true);
        let ticked = Field {
            value,
            ..form.fields["payer_tin"].clone()
        };
        form.fields.insert("corrected".to_owned(), ticked);
        paper
    };
    let case = case_of(vec![
        interest(&pack, "first.pdf", true, "A-1", "10.00"),
        interest(&pack, "again.pdf", false, "A-1", "10.00"),
        corrected("corrected.pdf", "A-1", "12.00"),
        interest(&pack, "another account.pdf", true, "A-2", "3.00"),
        corrected("same amount.pdf", "A-2", "3.00"),
    ]);
    let [total] = &case.totals[..] else {
        panic!("{:?}", case.totals)
    };
    assert_eq!((total.total.as_str(), total.unsettled), ("15.00", 0));
    let forms = case.documents.iter().flat_map(|document| {
        let forms = document.forms.iter();
        forms.map(|form| {
            (
                document.file_name.as_str(),
                form.copy_of.as_deref(),
                form.replaced_by.as_deref(),
            )
        })
    });
    assert_eq!(
        forms.collect::<Vec<_>>(),
        [
            ("again.pdf", Some("first.pdf"), Some("corrected.pdf")),
            ("another account.pdf", None, Some("same amount.pdf")),
            ("corrected.pdf", None, None),
            ("first.pdf", None, Some("corrected.pdf")),
            ("same amount.pdf", None, None),
        ]
    );
    assert_eq!(case.documents[0].forms[0].issuer.as_deref(), Some("First Bank"));
}

#[test]
fn papers_of_last_year_that_are_missing_are_named_once() {
    let pack = PackShelf::open(&[default_folder().unwrap()]).get("tax").unwrap();
    let of = |name: &str, year: i32, payer: &str, account: &str| {
        let mut paper = interest(&pack, name, true, account, "1.00");
        let fields = &mut paper.forms[0].fields;
        fields["tax_year"].value = json!(year);
        fields["payer_tin"].value = json!(payer);
        paper
    };
    let case = case_of(vec![
        of("2022.pdf", 2022, "11-1111111", "A"),
        of("2023 kept.pdf", 2023, "22-2222222", "A"),
        of("2023 gone.pdf", 2023, "33-3333333", "A"),
        of("2023 gone, second account.pdf", 2023, "33-3333333", "B"),
        of("2024 kept.pdf", 2024, "22-2222222", "new number"),
    ]);
    let missing = case.missing.iter();
    let missing: Vec<_> = missing
        .map(|one| {
            (
                one.file_name.as_str(),
                one.label.as_str(),
                one.issuer.as_deref(),
                one.year,
            )
        })
        .collect();
    assert_eq!(missing, [("2023 gone.pdf", "1099-INT", Some("First Bank"), 2024)]);
    assert!(case_of(Vec::new()).missing.is_empty());
}
