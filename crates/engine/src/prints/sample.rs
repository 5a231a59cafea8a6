//! A settled paper of one print, for tests.
#![allow(clippy::unwrap_used)]

use super::Paper;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use touchstone_core::pack::Pack;
use touchstone_core::record::{AttemptId, Candidate, Field, Form, FormId, FormPlan, Sheet};
use touchstone_core::text::{evidence_of, find};
use touchstone_intake::{Page, Reading, Region, Word};

/// Two spaces separate the columns.
pub(super) const PAPER: [&str; 6] = [
    "This form is read by people who have never seen it",
    "Employer name  employee",
    "Northwind Bakery  Employee Olga Petrova",
    "Wages tips other compensation  Federal income tax withheld",
    "23,677.70  2,841.32",
    "see the back of this copy before it is filed",
];
const COLUMN: f32 = 280.0;

pub(super) fn pack() -> Pack {
    Pack::load(&touchstone_core::pack::default_folder().unwrap().join("tax")).unwrap()
}

pub(super) fn page(lines: &[&str]) -> Page {
    let mut words = Vec::new();
    for (line, text) in lines.iter().enumerate() {
        for (column, piece) in text.split("  ").enumerate() {
            let mut x = 40.0 + COLUMN * column as f32;
            for word in piece.split_whitespace() {
                let width = 5.0 * word.len() as f32;
                let y = 40.0 + 16.0 * line as f32;
                words.push(Word::typed(word, Region::between(1, (x, y), (x + width, y + 9.0)), 9.0));
                x += width + 4.0;
            }
        }
    }
    Page::letter(
        1,
        Reading {
            words,
            ..Reading::empty()
        },
    )
}

pub(super) fn field(value: Value, page: &Page, quote: &str) -> Field {
    let span = find(quote, &page.reading, None).into_iter().next();
    let evidence = span.map(|span| evidence_of(1, &page.reading, span.words.0 as usize..span.words.1 as usize));
    Field {
        value,
        confidence: 0.9,
        evidence: evidence.into_iter().collect(),
        ..Field::missing()
    }
}

/// The forms as read and as settled: the wages were read in the wrong place.
pub(super) fn settled(page: &Page) -> (Vec<Form>, Vec<Form>) {
    let form = |wages: (&str, &str)| {
        let mut fields = pack().template_for("W-2").nothing_found();
        for (name, value, quote) in [
            ("employer_name", "Northwind Bakery", "Northwind Bakery"),
            ("employee_name", "Olga Petrova", ""),
            ("wages_tips", wages.0, wages.1),
            ("federal_tax_withheld", "2841.32", "2,841.32"),
        ] {
            fields.insert(name.to_owned(), field(json!(value), page, quote));
        }
        Form {
            id: FormId::fresh(),
            attempt_id: AttemptId::fresh(),
            number: 1,
            segment: 0,
            label: "W-2".to_owned(),
            first_page: 1,
            last_page: 1,
            region: None,
            confidence: 0.9,
            fields,
        }
    };
    (
        vec![form(("2841.32", "2,841.32"))],
        vec![form(("23677.70", "23,677.70"))],
    )
}

pub(super) fn paper<'a>(
    pack: &'a Pack,
    pages: &'a BTreeMap<u32, Page>,
    read: &'a [Form],
    settled: &'a [Form],
) -> Paper<'a> {
    Paper {
        pack,
        pages,
        read,
        settled,
    }
}

pub(super) fn plan() -> FormPlan {
    FormPlan {
        number: 1,
        segment: 0,
        candidates: vec![Candidate {
            label: "W-2".to_owned(),
            confidence: 0.9,
        }],
        first_page: 1,
        last_page: 1,
        sheets: vec![Sheet {
            page: 1,
            region: None,
            head: None,
            copy: None,
        }],
    }
}
