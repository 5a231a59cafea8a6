//! The built-in packs, and the kinds of mistakes in a pack.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::*;
use crate::record::Severity;
use std::fs;
use std::path::PathBuf;

fn tax() -> Pack {
    let folder = default_folder().expect("the workspace has packs").join("tax");
    Pack::load(&folder).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn labels_stand_in_the_order_of_the_design() {
    let pack = tax();
    let labels: Vec<&str> = pack.labels.iter().map(|label| label.name.as_str()).collect();
    assert_eq!(
        labels,
        [
            "W-2",
            "1099-NEC",
            "1099-INT",
            "1099-DIV",
            "1099-MISC",
            "K-1",
            "RECEIPT",
            "STATEMENT",
            "OTHER"
        ]
    );
    assert_eq!(pack.template_for("1099-K").label, "OTHER");
    assert_eq!((pack.rank("W-2"), pack.rank("no such label")), (0, 9));
}

#[test]
fn templates_are_those_of_seed_000() {
    let pack = tax();
    let check = |label: &str, threshold: f64, minimum: usize, required: &[(&str, &str)]| {
        let template = pack.template_for(label);
        let fields: Vec<(&str, &str)> = template
            .required()
            .map(|f| (f.name.as_str(), f.format.name()))
            .collect();
        assert_eq!(template.label, label);
        assert!((template.confidence_threshold - threshold).abs() < 1e-9, "{label}");
        assert_eq!((template.min_fields, &fields[..]), (minimum, required), "{label}");
    };
    check(
        "W-2",
        0.8,
        4,
        &[
            ("employee_ssn", "ssn"),
            ("employer_ein", "ein"),
            ("employer_name", "text"),
            ("wages_tips", "currency"),
            ("federal_tax_withheld", "currency"),
            ("tax_year", "year"),
        ],
    );
    let payer = [("payer_tin", "ein"), ("payer_name", "text"), ("recipient_tin", "tin")];
    let with = |amount: Option<&'static str>| {
        let mut all = payer.to_vec();
        all.extend(amount.map(|name| (name, "currency")));
        all.push(("tax_year", "year"));
        all
    };
    check("1099-NEC", 0.75, 3, &with(Some("nonemployee_compensation")));
    check("1099-INT", 0.75, 3, &with(Some("interest_income")));
    check("1099-DIV", 0.75, 3, &with(Some("total_dividends")));
    check("1099-MISC", 0.7, 3, &with(None));
    check(
        "K-1",
        0.7,
        3,
        &[
            ("partnership_ein", "ein"),
            ("partnership_name", "text"),
            ("partner_tin", "tin"),
            ("tax_year", "year"),
        ],
    );
    // The seed specifies no fields for these; without the following, a receipt or a statement would be useless.
    check(
        "RECEIPT",
        0.5,
        1,
        &[("merchant", "text"), ("date", "date"), ("total", "currency")],
    );
    check(
        "STATEMENT",
        0.5,
        1,
        &[("institution", "text"), ("account", "text"), ("period_end", "date")],
    );
    check("OTHER", 0.5, 1, &[]);
    for label in ["RECEIPT", "STATEMENT", "OTHER"] {
        assert!(pack.template_for(label).field("issuer_name").is_some());
    }
}

#[test]
fn figures_and_codes_are_exact() {
    let pack = tax();
    let figure = |year, name| pack.figure(year, name).map(|figure| figure.to_string());
    assert_eq!(figure(2012, "ss_rate").as_deref(), Some("0.042"));
    assert_eq!(figure(2024, "ss_wage_base").as_deref(), Some("168600"));
    assert_eq!(figure(2012, "additional_medicare_rate"), None);
    assert_eq!(pack.codes["box_12"].codes.len(), 34);
    for year in 2010..=2026 {
        assert!(figure(year, "ss_wage_base").is_some(), "{year}");
    }
}

#[test]
fn every_field_of_a_tax_form_stands_under_a_heading() {
    for template in tax().templates() {
        for field in &template.fields {
            assert!(
                template.place_of(&field.name).is_some(),
                "{}: {}",
                template.label,
                field.name
            );
        }
    }
}

/// A small valid pack, in which tests replace one text.
const SOUND: &str = r#"
name = "small"
version = "1"
description = "for tests"
mode = "form"
fallback = "OTHER"
labels = [{ name = "A", description = "a" }, { name = "OTHER", description = "o" }]

[[templates]]
label = "A"
title = "Form A"
confidence_threshold = 0.7
min_fields = 1
signatures = [{ text = "Form A", weight = 1.0 }]
fields = [
  { name = "id", description = "Id", format = "regex", pattern = "^A[0-9]$", required = true, anchors = ["Id"] },
  { name = "sum", description = "Sum", format = "currency" },
  { name = "tax", description = "Tax", format = "currency" },
  { name = "rows", description = "Rows", format = "list", parts = [{ name = "code", description = "C" }] },
]

[[templates]]
label = "OTHER"
title = "Other"
confidence_threshold = 0.5
min_fields = 1
fields = [{ name = "title", description = "Title" }]

[[checks]]
check = "rate"
form = "A"
result = "tax"
of = ["sum"]
rate = "levy"
tolerance = "0.05"
relative_tolerance = "0"

[years]
2024 = { levy = "0.1" }
"#;

fn load(text: &str) -> Result<Pack, PackError> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("pack.toml"), text).unwrap();
    Pack::load(folder.path())
}

#[allow(clippy::too_many_lines, reason = "a table, one mistake a row")]
#[test]
fn every_mistake_names_key_and_reason() {
    load(SOUND).unwrap();
    let check = |from: &str, to: &str, key: &str, reason: &str| {
        assert!(SOUND.contains(from), "{from}");
        let error = load(&SOUND.replacen(from, to, 1)).expect_err(to);
        assert!(error.file.ends_with("pack.toml"));
        assert_eq!(error.key, key, "{error}");
        assert!(error.reason.contains(reason), "{error}");
    };
    check("version = \"1\"", "verzion = \"1\"", "verzion", "unknown field");
    check("version = \"1\"\n", "", "", "missing field `version`");
    check("mode = \"form\"", "mode = \"forms\"", "mode", "unknown variant `forms`");
    check("name = \"small\"", "name = \"Small Pack\"", "name", "lower-case");
    check(
        "fallback = \"OTHER\"",
        "fallback = \"O\"",
        "fallback",
        "not one of the labels",
    );
    check(
        "name = \"OTHER\", d",
        "name = \"A\", d",
        "labels",
        "`A` is listed twice",
    );
    check(
        "description = \"o\" }",
        "description = \"o\", colour = \"red\" }",
        "labels[1].colour",
        "`red` is not a colour",
    );
    check(
        "label = \"A\"",
        "label = \"B\"",
        "templates[0].label",
        "not one of the labels",
    );
    check(
        "label = \"A\"",
        "label = \"OTHER\"",
        "templates[1].label",
        "second template",
    );
    check(
        "label = \"OTHER\"\ntitle",
        "label = \"A\"\ntitle",
        "templates[1].label",
        "second template",
    );
    check(
        "[years]",
        "[[others]]\nname = \"A\"\ndescription = \"a\"\nsignatures = []\n\n[years]",
        "others[0].name",
        "is a label",
    );
    check("= 0.7", "= 1.7", "templates[0].confidence_threshold", "not within 0..1");
    check(
        "min_fields = 1",
        "min_fields = 2",
        "templates[0].min_fields",
        "more than the 1 fields",
    );
    check(
        "weight = 1.0",
        "weight = 0",
        "templates[0].signatures[0].weight",
        "not a weight",
    );
    check(
        "weight = 1.0",
        "wait = 1.0",
        "templates[0].signatures[0].wait",
        "unknown field",
    );
    check(
        "\"regex\"",
        "\"regexp\"",
        "templates[0].fields[0].pattern",
        "only with the format `regex`",
    );
    check("^A[0-9]$", "^A[0-9$", "templates[0].fields[0].pattern", "unclosed");
    check("[\"Id\"]", "[\" \"]", "templates[0].fields[0].anchors[0]", "empty");
    check(
        "\"currency\"",
        "\"money\"",
        "templates[0].fields[1].format",
        "`money` is not a format",
    );
    check("name = \"tax\"", "name = \"sum\"", "templates[0].fields", "twice");
    check(
        "title = \"Form A\"",
        "title = \"Form A\"\nwords = { firmz = [\"Inc\"] }",
        "templates[0].words.firmz",
        "the nearest name that it knows is `firms`",
    );
    check(
        "title = \"Form A\"",
        "title = \"Form A\"\nreader = \"tally\"",
        "templates[0].fields[0].name",
        "does not know `id`",
    );
    let heading = |fields: &str| format!("[[templates]]\ngroups = [{{ title = \"Head\", fields = [{fields}] }}]\n");
    let groups = |fields: &str, key: &str, reason: &str| check("[[templates]]\n", &heading(fields), key, reason);
    groups("\"sums\"", "templates[0].groups[0].fields", "no field `sums`");
    groups("\"sum\", \"sum\"", "templates[0].groups.fields", "twice");
    check(
        "\"list\"",
        "\"text\"",
        "templates[0].fields[3].format",
        "either `parts` or",
    );
    check(
        "check = \"rate\"",
        "check = \"rites\"",
        "checks[0].check",
        "unknown variant `rites`",
    );
    check("form = \"A\"", "form = \"B\"", "checks[0].form", "has no template");
    check(
        "of = [\"sum\"]",
        "of = [\"some\"]",
        "checks[0].of",
        "no field named `some`",
    );
    check("of = [\"sum\"]", "of = [\"id\"]", "checks[0].of", "not an amount");
    check("\"levy\"\n", "\"levi\"\n", "checks[0].rate", "no year has");
    check("\"0.05\"", "\"5 cents\"", "checks[0].tolerance", "not a number");
    check("levy = \"0.1\"", "levy = \"1/10\"", "years.2024.levy", "not a number");
    check("2024 =", "24 =", "years.24", "not a year");
    check("[years]", "[years", "", "");
}

#[test]
fn an_error_says_the_line() {
    let error = load(&SOUND.replacen("weight", "wait", 1)).unwrap_err();
    assert_eq!(error.line, Some(14), "{error}");
    let shown = error.to_string();
    assert!(
        shown.contains("pack.toml:14: templates[0].signatures[0].wait: unknown field `wait`"),
        "{shown}"
    );
    let nowhere = Pack::load(&PathBuf::from("/no/such/folder")).unwrap_err();
    assert!(nowhere.reason.contains("cannot be read"), "{nowhere}");
}

#[test]
fn a_later_folder_wins_by_name_even_when_it_is_wrong() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let put = |at: usize, name: &str, text: &str| {
        let folder = folders[at].path().join(name);
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("pack.toml"), text).unwrap();
    };
    put(0, "small", SOUND);
    put(0, "other", &SOUND.replacen("small", "other", 1));
    put(1, "small", &SOUND.replacen("version = \"1\"", "version = \"2\"", 1));
    put(1, "other", "name = 3");
    let shelf = PackShelf::open(&[folders[0].path(), folders[1].path()]);
    assert_eq!(shelf.get("small").unwrap().version, "2");
    assert!(matches!(shelf.get("other"), Err(ShelfError::Faulty { .. })));
    let unknown = shelf.get("none").unwrap_err().to_string();
    assert_eq!(unknown, "no pack is named `none`, known packs: small");
    assert_eq!((shelf.packs().len(), shelf.faults().count()), (1, 1));
}

#[test]
fn the_digest_changes_with_every_file_and_only_with_files() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("pack.toml"), SOUND).unwrap();
    let digest = || Pack::load(folder.path()).unwrap().sha256;
    let first = digest();
    assert_eq!((first.len(), digest()), (64, first.clone()));
    fs::write(folder.path().join(".hidden"), "x").unwrap();
    assert_eq!(digest(), first);
    fs::create_dir(folder.path().join("guide")).unwrap();
    fs::write(folder.path().join("guide/extract.md"), "x").unwrap();
    assert_ne!(digest(), first);
}

#[test]
fn rules_carry_their_severity() {
    let minor = tax()
        .rules
        .iter()
        .filter(|rule| rule.severity == Some(Severity::Minor))
        .count();
    assert_eq!(minor, 6);
}
