use super::*;
use crate::calendar::Day;
use crate::scanning;
use std::collections::BTreeSet;
use touchstone_intake::{PoolConfig, ReaderPool};

const COUNT: usize = 60;

fn names() -> impl Iterator<Item = String> {
    KINDS
        .iter()
        .flat_map(|kind| [kind.name.to_owned(), format!("{}:test", kind.name)])
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_every_document_has_a_layout_of_its_own() {
    for name in names() {
        let (first, again) = (cases_of(&name, 7, COUNT), cases_of(&name, 7, COUNT));
        assert!(
            first
                .iter()
                .zip(&again)
                .all(|(one, other)| one.bytes == other.bytes && one.truth == other.truth)
        );
        let layouts: BTreeSet<&str> = first.iter().map(|case| case.truth.layout.as_str()).collect();
        assert_eq!(layouts.len(), COUNT, "{name}");
        assert!(cases_of(&name, 8, 1)[0].bytes != first[0].bytes);
    }
}

/// A value as it can be found in what was drawn: without signs of print.
fn bare(text: &str) -> String {
    text.chars()
        .filter(char::is_ascii_alphanumeric)
        .collect::<String>()
        .to_uppercase()
}

/// All texts of a truth, at any depth.
fn texts(value: &serde_json::Value) -> Vec<String> {
    match value {
        serde_json::Value::String(text) => vec![text.clone()],
        serde_json::Value::Array(all) => all.iter().flat_map(texts).collect(),
        serde_json::Value::Object(all) => all.values().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

/// How a value of the truth may be printed: whole dollars without cents, dates in any format.
fn prints(text: &str) -> Vec<String> {
    let parts: Vec<i64> = text.split('-').filter_map(|part| part.parse().ok()).collect();
    let [year @ 1900..2100, month @ 1..=12, day @ 1..=31] = parts[..] else {
        return vec![bare(text), bare(text.trim_end_matches(".00"))];
    };
    let date = Day::new(year, month, day);
    let (name, short) = (&date.name()[..3], year % 100);
    let day_first = format!("{day:02}{name}");
    let all = [
        date.iso(),
        date.slashes(),
        date.short(),
        date.long(),
        format!("{month:02}{day:02}{short:02}"),
        format!("{name}{day:02}{year}"),
        format!("{name}{day:02}"),
        format!("{day_first}{year}"),
        format!("{day_first}{short:02}"),
        day_first,
    ];
    all.iter().map(|text| bare(text)).collect()
}

/// Amounts, dates and numbers of the truth are among the values that were drawn.
#[test]
fn every_amount_date_and_number_of_the_truth_is_drawn() {
    for name in names() {
        for drawn in drawn(&name, 11, COUNT) {
            // Texts may be printed in several lines. Amounts, dates and numbers are in one.
            let values = drawn.values.iter().map(|value| bare(value).replace("USD", ""));
            let (apart, joined) = (values.clone().collect::<Vec<_>>().join("|"), values.collect::<String>());
            // The tax of a receipt may be the sum of several lines.
            let fields = drawn.case.truth.forms[0]
                .fields
                .iter()
                .filter(|(field, _)| *field != "tax");
            for (field, value) in fields {
                for text in texts(value)
                    .into_iter()
                    .filter(|text| text.contains(|c: char| c.is_ascii_digit()))
                {
                    let worded = text.contains(char::is_alphabetic);
                    let all = if worded { &joined } else { &apart };
                    let found = prints(&text).iter().any(|print| all.contains(print.as_str()));
                    assert!(found, "{}: {field} {text} is not drawn", drawn.case.file_name);
                }
            }
        }
    }
}

fn meet(one: &Printed, other: &Printed) -> bool {
    let [a, b] = [one.area, other.area];
    a[0] < b[2] - 0.3 && b[0] < a[2] - 0.3 && a[1] < b[3] - 0.3 && b[1] < a[3] - 0.3
}

#[test]
fn texts_never_overlap_and_stay_on_the_page() {
    for name in names() {
        for drawn in drawn(&name, 13, COUNT) {
            for page in &drawn.pages {
                for (place, one) in page.iter().enumerate() {
                    assert!(
                        one.area.iter().all(|&side| (0.0..=2_000.0).contains(&side)),
                        "{}: {one:?} is not on the page",
                        drawn.case.file_name
                    );
                    let other = page[..place].iter().find(|other| meet(one, other));
                    assert!(other.is_none(), "{}: {one:?} lies over {other:?}", drawn.case.file_name);
                }
            }
        }
    }
}

/// The test part of every kind draws something that its training part never does.
#[test]
fn the_test_part_has_wordings_of_its_own() {
    let words = |name: &str| -> BTreeSet<String> {
        drawn(name, 17, 4 * COUNT)
            .flat_map(|drawn| {
                drawn
                    .pages
                    .into_iter()
                    .flatten()
                    .map(|printed| printed.text)
                    .collect::<Vec<_>>()
            })
            .collect()
    };
    let (train, test) = (words("random-w2"), words("random-w2:test"));
    for kept in ["Ctrl", "SSN"] {
        assert!(train.iter().any(|text| text.contains(kept)), "{kept}");
    }
    for kept in ["Your employer", "Form control ID", "Form control ID:"] {
        assert!(!train.contains(kept), "{kept}");
    }
    assert!(test.iter().any(|text| text.contains("Form control ID")));
}

/// Every word that was drawn is read from the file by a reader process.
#[tokio::test]
async fn a_reader_reads_what_was_drawn() {
    let pool = ReaderPool::new(PoolConfig::for_this_machine().unwrap());
    for name in names() {
        for drawn in drawn(&name, 19, 6) {
            let document = scanning::open(&pool, &drawn.case.bytes).await.unwrap();
            for (number, texts) in (1..).zip(&drawn.pages) {
                let page = document.page(number).await.unwrap();
                let words: Vec<&str> = page.reading.words.iter().map(|word| word.text.as_str()).collect();
                let read = bare(&words.concat());
                for text in texts {
                    let lost = text.text.split_whitespace().map(bare).find(|word| !read.contains(word));
                    assert_eq!(lost, None, "{}: {text:?} is not read", drawn.case.file_name);
                }
            }
            document.close().await;
        }
    }
}
