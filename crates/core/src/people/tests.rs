//! Captions and values of patients as printed in charts, and which of them agree.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::*;
use crate::pack::Pack;
use touchstone_intake::{Region, Word};

fn kinds() -> Kinds {
    let folder = crate::pack::default_folder().unwrap().join("clinical");
    Pack::load(&folder)
        .unwrap_or_else(|error| panic!("{error}"))
        .kinds
        .unwrap()
}

/// Places words by typewriter columns: two spaces are a wide gap.
fn page(text: &str) -> Reading {
    let mut words = Vec::new();
    for (row, line) in text.lines().enumerate() {
        let mut column = 0.0;
        for part in line.split(' ') {
            let width = part.chars().count() as f32 * 5.0;
            if !part.is_empty() {
                let region = Region {
                    page: 1,
                    x: 40.0 + column,
                    y: 40.0 + 14.0 * row as f32,
                    width,
                    height: 10.0,
                };
                words.push(Word::typed(part, region, 10.0));
            }
            column += width + 5.0;
        }
    }
    Reading {
        words,
        ..Reading::empty()
    }
}

/// Everything stated, as `what=text`.
fn statements(text: &str) -> Vec<String> {
    let kinds = kinds();
    stated(&kinds, 1, &page(text))
        .into_iter()
        .map(|stated| format!("{}={}", kinds.patient[stated.what].what, stated.text))
        .collect()
}

#[test]
fn captions_of_many_prints() {
    let table: [(&str, &[&str]); 15] = [
        ("Re: Records As Requested", &[]),
        (
            "Patient: Jane D. Doe | DOB: May 11, 1989 | MRN 99445\nSome Great Title",
            &["name=Jane D. Doe", "date of birth=May 11, 1989", "record number=99445"],
        ),
        ("Patient: Doe\nSome Great Title", &[]),
        (
            "Patient: Jane Doe   DOB: 01/15/1970   MRN: 445566",
            &["name=Jane Doe", "date of birth=01/15/1970", "record number=445566"],
        ),
        ("Patient Name: DOE, JANE A.", &["name=DOE, JANE A."]),
        (
            "Patient Name..................Fake Person",
            &["name=Name..................Fake Person"],
        ),
        (
            "Patient DOB...................04/01/1960",
            &["date of birth=DOB...................04/01/1960"],
        ),
        (
            "Patient Name        Date of Birth        MRN\nDOE, JANE           Jan 5, 1970          00445566",
            &["name=DOE, JANE", "date of birth=Jan 5, 1970", "record number=00445566"],
        ),
        ("The patient denies pain. Name the drug.", &[]),
        ("Physician Name: Rosa Holm, MD", &[]),
        ("Patient: Jane Doe Age: 44 Sex: F", &["name=Jane Doe"]),
        ("RE: Jane Doe, DOB 1/15/70", &["name=Jane Doe", "date of birth=1/15/70"]),
        ("MRN#: 00-44-55", &["record number=00-44-55"]),
        ("Patient: ____________", &[]),
        ("DOB: unknown", &[]),
    ];
    for (text, wanted) in table {
        assert_eq!(statements(text), wanted, "{text}");
    }
}

#[test]
fn the_same_person_in_other_words() {
    #[track_caller]
    fn check(a: &str, b: &str, same: bool) {
        let kinds = kinds();
        let (a, b) = (stated(&kinds, 1, &page(a)), stated(&kinds, 1, &page(b)));
        assert!(!a.is_empty() && !b.is_empty());
        assert_eq!(a[0].agrees(&b[0]), same, "{} {}", a[0].text, b[0].text);
    }
    check("Patient: DOE, JANE", "Patient Name: Jane Doe", true);
    check("Patient: Jane A. Doe", "Patient: DOE, JANE ANN", true);
    check("Patient: Jane Featherstone", "Patient: Jane Featherst0ne", true);
    check("Patient: Jane Doe", "Patient: John Doe", false);
    check("Patient: Maria Lopez", "Patient: Maria Ortiz", false);
    check("DOB: 01/15/1970", "Date of Birth: January 15, 1970", true);
    check("DOB: 1/15/70", "DOB: 1970-01-15", true);
    check("DOB: O1/15/1970", "DOB: 01/15/1970", true);
    check("DOB: 01/15/1970", "DOB: 01/16/1970", false);
    check("MRN: 0044556", "MRN: 44556", true);
    check("MRN: 44556", "MRN: 44565", false);
}
