//! Tests the generator: the same seed gives the same bytes, the shipped documents are what it makes, every layout is
//! drawn, and the truth is consistent.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use lopdf::Document;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use touchstone_tests::{Case, Expect, Split, Truth, catalog, damaged, prose, samples, w2};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

fn examples(pack: &str) -> PathBuf {
    fixtures().join("../../packs").join(pack).join("examples")
}

#[test]
fn shipped_documents_are_what_the_generator_makes() {
    let mut shipped = 0;
    let mut folders = vec![
        (fixtures().join("samples"), samples::samples().expect("making samples")),
        (
            fixtures().join("oddities"),
            samples::oddities().expect("making oddities"),
        ),
    ];
    let of_pack = |(pack, cases)| (examples(pack), cases);
    folders.extend(samples::examples().into_iter().map(of_pack));
    for (folder, cases) in folders {
        for case in &cases {
            let path = folder.join(&case.file_name);
            let bytes = std::fs::read(&path).expect("reading a fixture");
            let again =
                "make them anew: cargo run -p touchstone-tests --example make_documents -- --fixtures tests/fixtures";
            assert!(
                bytes == case.bytes,
                "{} differs from what is made; {again}",
                path.display()
            );
            let truth = std::fs::read_to_string(path.with_extension("truth.json")).expect("reading a truth");
            let truth: Truth = serde_json::from_str(&truth).expect("a truth");
            assert_eq!(truth, case.truth, "{}", path.display());
        }
        let files = std::fs::read_dir(&folder).expect("listing fixtures").count();
        assert_eq!(
            files,
            2 * cases.len(),
            "{} holds files that nobody makes",
            folder.display()
        );
        shipped += cases.len();
    }
    assert!(shipped > 30);
}

/// The examples of each pack come from tuned and unseen layouts, and stay small.
#[test]
fn packs_of_pages_ship_examples_of_both_splits() {
    for (pack, cases) in samples::examples().into_iter().filter(|(pack, _)| *pack != "tax") {
        let of = |split| cases.iter().filter(|case| case.truth.split == split).count();
        assert!(cases.len() >= 40, "{pack}: {} documents", cases.len());
        assert!(of(Split::Tuned) >= 16 && of(Split::Unseen) >= 16, "{pack}");
        let bytes: usize = cases.iter().map(|case| case.bytes.len()).sum();
        assert!(bytes < 1_500_000, "{pack}: {bytes} bytes");
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let bytes = |seed| {
        w2::cases(seed, 13)
            .into_iter()
            .map(|case| case.bytes)
            .collect::<Vec<_>>()
    };
    assert!(bytes(3) == bytes(3));
    assert!(bytes(3) != bytes(4));
}

/// Layouts have unique names, and each is made under unique file names.
#[test]
fn the_catalog_names_every_layout_once() {
    let layouts = catalog::layouts();
    let names: BTreeSet<&str> = layouts.iter().map(|layout| layout.name).collect();
    assert_eq!(names.len(), layouts.len(), "two layouts of one name");
    let cases = catalog::cases(&layouts, 3, 2 * layouts.len());
    let files: BTreeSet<&str> = cases.iter().map(|case| case.file_name.as_str()).collect();
    assert_eq!(files.len(), 2 * layouts.len(), "two documents under one file name");
    let unseen = cases.iter().filter(|case| case.truth.split == Split::Unseen).count();
    let of_split = layouts.iter().filter(|layout| layout.split == Split::Unseen);
    assert_eq!(unseen, 2 * of_split.count());
    for case in &cases {
        assert!(names.contains(case.truth.layout.as_str()), "{}", case.truth.layout);
        // A family may have the same name as one of its layouts.
        assert!(
            catalog::named(&case.truth.layout)
                .iter()
                .any(|layout| layout.name == case.truth.layout)
        );
    }
}

/// Every printed amount of the truth appears in the page's drawing or in a form field.
#[test]
fn the_truth_is_on_the_page() {
    for case in w2::cases(11, 3 * w2::LAYOUTS.len()) {
        let text = printed(&case);
        for form in &case.truth.forms {
            for name in [
                "employee_ssn",
                "employer_ein",
                "employee_address",
                "wages_tips",
                "medicare_tax_withheld",
            ] {
                let value = form.fields[name].as_str().unwrap_or_default();
                let last = value.rsplit(", ").next().unwrap_or_default().replace(',', "");
                let (dollars, cents) = last.split_once('.').unwrap_or((&last, ""));
                // Some layouts have a separate cell for cents.
                let apart = squeezed(&text).contains(&squeezed(dollars)) && text.contains(cents);
                let whole = squeezed(&text).contains(&squeezed(last.trim_end_matches(".00")));
                assert!(
                    !last.is_empty() && (whole || case.truth.layout.contains("cents") && apart),
                    "{}: {name} {value} is not in the file",
                    case.file_name
                );
            }
        }
    }
}

/// All strings of all streams and fields, decoded loosely.
fn printed(case: &Case) -> String {
    let document = Document::load_mem(&case.bytes).expect("a sound PDF");
    let mut text = String::new();
    for object in document.objects.values() {
        if let Ok(stream) = object.as_stream() {
            text.push_str(&String::from_utf8_lossy(&stream.content));
        }
        if let Ok(dictionary) = object.as_dict()
            && let Ok(value) = dictionary.get(b"V").and_then(lopdf::Object::as_str)
        {
            text.push_str(&String::from_utf8_lossy(value));
        }
    }
    text
}

fn squeezed(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).collect()
}

fn cents(value: &Value) -> Option<i64> {
    value.as_str()?.replace('.', "").parse().ok()
}

/// Boxes agree to the rounded cent, unless the truth names one that was made wrong.
#[test]
fn boxes_agree_unless_broken_on_purpose() {
    let (mut broken, mut sound) = (0, 0);
    for case in w2::cases(5, 400) {
        let wrong = case
            .truth
            .remarks
            .iter()
            .any(|remark| remark.contains("wrong on purpose"));
        if case.truth.remarks.iter().any(|remark| remark.contains("whole dollars")) {
            continue;
        }
        let mut agrees = true;
        for form in &case.truth.forms {
            let amount = |name: &str| cents(&form.fields[name]).unwrap_or(0);
            let year = form.fields["tax_year"].as_i64().expect("a year");
            let rate = if year == 2011 || year == 2012 { 42 } else { 62 };
            let social = (amount("ss_wages") + amount("ss_tips")) * rate / 1000;
            let more = if year >= 2013 {
                (amount("medicare_wages") - 20_000_000).max(0) * 9 / 1000
            } else {
                0
            };
            let medicare = amount("medicare_wages") * 145 / 10_000 + more;
            agrees &= (social - amount("ss_tax_withheld")).abs() <= 2;
            agrees &= (medicare - amount("medicare_tax_withheld")).abs() <= 2;
        }
        assert_eq!(agrees, !wrong, "{}", case.file_name);
        assert_eq!(case.truth.expect == Expect::Escalate, wrong, "{}", case.file_name);
        if wrong { broken += 1 } else { sound += 1 }
    }
    assert!(broken > 20 && sound > 200, "{broken} broken, {sound} sound");
}

#[test]
fn forms_vary() {
    let cases = w2::cases(9, 300);
    let forms: Vec<_> = cases.iter().flat_map(|case| &case.truth.forms).collect();
    let count =
        |test: &dyn Fn(&serde_json::Map<String, Value>) -> bool| forms.iter().filter(|form| test(&form.fields)).count();
    let text =
        |fields: &serde_json::Map<String, Value>, name: &str| fields[name].as_str().unwrap_or_default().to_owned();
    for (what, found) in [
        (
            "a masked number",
            count(&|fields| !text(fields, "employee_ssn").starts_with('9')),
        ),
        (
            "two states",
            count(&|fields| fields["state_taxes"].as_array().is_some_and(|states| states.len() == 2)),
        ),
        (
            "four codes",
            count(&|fields| fields["box_12"].as_array().is_some_and(|codes| codes.len() == 4)),
        ),
        ("a checked square", count(&|fields| fields["retirement_plan"] == true)),
        (
            "an empty control number",
            count(&|fields| fields["control_number"].is_null()),
        ),
        ("a printed zero", count(&|fields| fields["ss_tips"] == "0.00")),
        ("tips", count(&|fields| cents(&fields["ss_tips"]).unwrap_or(0) > 0)),
        (
            "the year 2011 or 2012",
            count(&|fields| [2011, 2012].contains(&fields["tax_year"].as_i64().unwrap_or(0))),
        ),
        (
            "more than 200,000",
            count(&|fields| cents(&fields["medicare_wages"]).unwrap_or(0) > 20_000_000),
        ),
    ] {
        assert!(found >= 3, "only {found} of {} forms have {what}", forms.len());
    }
    let years: std::collections::BTreeSet<i64> = forms
        .iter()
        .filter_map(|form| form.fields["tax_year"].as_i64())
        .collect();
    assert!(years.len() > 20, "{years:?}");
}

#[test]
fn locks_and_long_documents_are_what_they_say() {
    let text = prose::pages_of_text(1, 5, 400);
    let document = Document::load_mem(&text.bytes).expect("a sound PDF");
    assert_eq!(document.get_pages().len(), 5);
    let locked = damaged::locked(&text, "secret").expect("locking");
    assert!(locked.bytes != text.bytes);
    assert!(Document::load_mem(&locked.bytes).map_or(true, |document| document.is_encrypted()));
    assert!(damaged::locked(&text, "secret").expect("locking").bytes == locked.bytes);
    let long = damaged::too_many_pages();
    assert!(long.bytes.len() > 500_000);
}
