//! Many documents in one table: exact where they were accepted, continued after a kill, edited, exported, forgotten; and
//! a scripted model that fills what the forms leave empty.

use crate::shell::Shell;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use touchstone_tests::model::{Asked, ModelServer, Pace, Reply};
use touchstone_tests::{Case, catalog, prose};

const CASE: &str = "Client 12";

/// One document of each of the first tuned layouts.
fn mixed(count: usize) -> Vec<Case> {
    let layouts = catalog::named("tuned");
    catalog::cases(&layouts[..count.min(layouts.len())], 33, count)
}

fn classified(cases: &[Case]) -> Shell {
    let shell = Shell::new();
    let folder = shell.path("batch");
    for case in cases {
        case.write(&folder).expect("writing");
    }
    let classify = ["classify", folder.to_str().expect("a path"), "--case", CASE, "-q"];
    shell.run(classify).expect_code(0);
    shell
}

fn stack(shell: &Shell, arguments: &[&str]) -> crate::shell::Output {
    shell.run([&["stack"], arguments].concat())
}

fn table(shell: &Shell, name: &str) -> Value {
    let exported = stack(shell, &["export", name, "--format", "json"]).expect_code(0);
    serde_json::from_str(&exported.stdout).expect("JSON")
}

/// The values that the accepted rows have for what is true: how many are equal, of how many.
fn exact(table: &Value, cases: &[Case]) -> (usize, usize) {
    let truths: BTreeMap<&str, &Case> = cases.iter().map(|case| (case.file_name.as_str(), case)).collect();
    let columns = table["columns"].as_array().expect("columns");
    let (mut equal, mut all) = (0, 0);
    for row in table["rows"].as_array().expect("rows") {
        let case = truths[row["file_name"].as_str().expect("a name")];
        let form = row["form"].as_u64().expect("a number") as usize - 1;
        let Some(truth) = case.truth.forms.get(form).filter(|_| row["state"] == "accepted") else {
            continue;
        };
        // Fields of one name with other formats are columns of their own.
        let of_row = columns.iter().filter(|column| {
            let labels = column["origin"]["template"]["labels"].as_array();
            labels.is_some_and(|labels| labels.contains(&row["label"]))
        });
        let names: BTreeMap<&str, &str> = of_row
            .filter_map(|column| Some((column["field"].as_str()?, column["name"].as_str()?)))
            .collect();
        for (field, value) in truth.fields.iter().filter(|(_, value)| !is_nothing(value)) {
            all += 1;
            let name = names.get(field.as_str());
            equal += usize::from(name.is_some_and(|name| row["cells"][name]["value"] == *value));
        }
    }
    (equal, all)
}

fn is_nothing(value: &Value) -> bool {
    value.is_null() || value == "" || value.as_array().is_some_and(Vec::is_empty)
}

#[test]
fn mixed_documents_become_one_table_that_goes_on_after_a_kill() {
    let cases = mixed(16);
    let shell = classified(&cases);
    // A case is a stack: filling it by its name makes it. Killed at some moment, it goes on.
    let mut running = shell.start(&mut shell.command(["stack", "fill", CASE]));
    std::thread::sleep(Duration::from_millis(60));
    running.kill();
    running.wait();
    let filled = stack(&shell, &["fill", CASE]).expect_code(0);
    assert!(filled.stderr.contains(" rows, "), "{}", filled.stderr);
    let again = stack(&shell, &["build", CASE]).expect_code(0);
    assert!(
        again.stderr.contains("rows made for 0 documents, kept for 16"),
        "{}",
        again.stderr
    );
    stack(&shell, &["new", "undisturbed", "--case", CASE]).expect_code(0);
    stack(&shell, &["fill", "undisturbed", "-q"]).expect_code(0);
    let (killed, whole) = (table(&shell, CASE), table(&shell, "undisturbed"));
    assert_eq!(
        (&killed["columns"], &killed["rows"]),
        (&whole["columns"], &whole["rows"])
    );
    assert!(whole["rows"].as_array().expect("rows").len() >= cases.len());

    let (equal, all) = exact(&whole, &cases);
    assert!(all > 100, "{all}");
    assert_eq!(equal, all, "accepted values are exact");
    let cells = whole["rows"].as_array().expect("rows").iter();
    let cells = cells.flat_map(|row| row["cells"].as_object().expect("cells").values());
    let shown = cells.filter(|cell| cell["state"] == "accepted" && !cell["value"].is_null());
    let without = shown.filter(|cell| {
        let has = |cell: &Value| cell["evidence"].as_array().is_some_and(|all| !all.is_empty());
        let counted = cell["value"].is_number() || cell["value"].is_boolean();
        !counted && !has(cell) && cell["cells"].as_object().is_none_or(|parts| !parts.values().all(has))
    });
    assert_eq!(
        without.collect::<Vec<_>>(),
        Vec::<&Value>::new(),
        "every accepted text has its place"
    );
}

#[test]
fn a_table_is_edited_exported_and_forgotten() {
    let mut cases = catalog::cases(&catalog::named("official"), 12, 2);
    cases.truncate(2);
    let shell = classified(&cases);
    stack(&shell, &["fill", CASE, "-q"]).expect_code(0);
    let shown = stack(&shell, &["show", CASE, "--label", "w-2"]).expect_code(0).stdout;
    let wages: Vec<&str> = cases
        .iter()
        .map(|case| case.truth.forms[0].fields["wages_tips"].as_str().expect("wages"))
        .collect();
    assert!(wages.iter().all(|wages| shown.contains(wages)), "{shown}");
    let view = || {
        let json = stack(&shell, &["show", CASE, "--json"]).expect_code(0).stdout;
        let view: Value = serde_json::from_str(&json).expect("JSON");
        let columns = view["columns"].as_array().expect("columns").clone();
        let index = columns
            .iter()
            .position(|column| column["name"] == "wages_tips")
            .expect("wages");
        (view["rows"][0]["cells"][index].clone(), columns[index]["sum"].clone())
    };
    let (before, sum) = view();
    let said = stack(&shell, &["set", CASE, "1", "wages_tips", "1,000.00"]).expect_code(0);
    assert!(said.stderr.contains("row 1, wages_tips: "), "{}", said.stderr);
    let (edited, after) = view();
    assert_eq!(
        (&edited["value"], &edited["state"]),
        (&json!("1000.00"), &json!("edited"))
    );
    assert_ne!(sum, after);
    stack(&shell, &["undo", CASE]).expect_code(0);
    assert_eq!(view(), (before, sum));
    stack(&shell, &["redo", CASE]).expect_code(0);
    assert_eq!(view().0, edited);
    let wrong = stack(&shell, &["set", CASE, "1", "wages_tips", "much"]);
    assert!(wrong.stderr.contains("is not a currency amount"), "{}", wrong.stderr);
    stack(&shell, &["set", CASE, "7", "wages_tips", "1.00"]).expect_code(1);

    for format in ["csv", "xlsx", "parquet", "json"] {
        let out = shell.path(format);
        let out = out.to_str().expect("a path");
        stack(&shell, &["export", CASE, "--format", format, "--out", out]).expect_code(0);
        assert!(Path::new(out).exists());
    }
    let csv = std::fs::read_to_string(shell.path("csv")).expect("text");
    assert!(
        csv.starts_with("row,document_id,file_name,") && csv.contains(",1000.00,"),
        "{csv}"
    );
    let bytes = std::fs::read(shell.path("parquet/table.parquet")).expect("a file");
    assert!(bytes.starts_with(b"PAR1"));

    let id = table(&shell, CASE)["rows"][0]["document_id"]
        .as_str()
        .expect("an id")
        .to_owned();
    shell.run(["forget", &id, "--yes"]).expect_code(0);
    let left = table(&shell, CASE);
    assert_eq!(left["rows"].as_array().map(Vec::len), Some(1), "{left}");
    stack(&shell, &["forget", CASE]).expect_code(0);
    stack(&shell, &["show", CASE]).expect_code(1);
    shell.run(["list", "-q"]).expect_code(0);
}

/// A model that saves the first word of a document, with a quote that is not there before one that is.
fn first_word(asked: &Asked) -> Reply {
    let words = asked.words();
    let after = |mark: &str| words.split_once(mark).map(|(_, rest)| rest).unwrap_or_default();
    let page = after("<page number=\"1\"");
    let word = page
        .lines()
        .nth(1)
        .and_then(|line| line.split_whitespace().next())
        .expect("a word");
    let number = after("\"document\":")
        .split(',')
        .next()
        .and_then(|number| number.parse::<u32>().ok());
    let quote = if asked.turn() == 0 { "no such words" } else { word };
    let cell = json!({"column": "first_word", "value": word, "page": 1, "quote": quote, "confidence": 0.9});
    let row = json!({"document": number.expect("a position"), "row": null, "cells": [cell]});
    Reply::Calls(vec![("extract_row", row), ("complete_table", json!({}))])
}

#[test]
fn a_model_fills_what_the_forms_leave_empty_and_goes_on_where_it_was_stopped() {
    let mut cases = catalog::cases(&catalog::named("official"), 12, 1);
    cases.extend([prose::letter(5), prose::article(5)]);
    let shell = classified(&cases);
    let stuck = Arc::new(AtomicBool::new(true));
    let hangs = Arc::clone(&stuck);
    let server = ModelServer::answering(Pace::default(), move |asked| {
        let second = asked.words().contains("\"document\":2");
        if second && hangs.load(Ordering::Relaxed) {
            return Reply::Endless("Well");
        }
        first_word(asked)
    })
    .expect("a server");
    shell.file("data/touchstone/catalog.toml", server.catalog().as_bytes());
    stack(&shell, &["fill", CASE, "-q"]).expect_code(0);
    let about = "the first word of the document";
    stack(&shell, &["columns", CASE, "--add", "first_word", "text", about]).expect_code(0);

    let running = shell.start(&mut shell.command(["stack", "fill", CASE, "--engine", "Nearby:small-1"]));
    while !server
        .asked()
        .iter()
        .any(|asked| asked.words().contains("\"document\":2"))
    {
        std::thread::sleep(Duration::from_millis(5));
    }
    running.interrupt();
    running.wait().expect_code(130);
    let state = |table: &Value, row: usize| table["rows"][row]["cells"]["first_word"]["state"].clone();
    let halfway = table(&shell, CASE);
    assert_eq!(
        (state(&halfway, 0), state(&halfway, 1)),
        (json!("unsettled"), json!("missing"))
    );
    stuck.store(false, Ordering::Relaxed);
    let of_first = || {
        server
            .asked()
            .iter()
            .filter(|asked| asked.words().contains("\"document\":1"))
            .count()
    };
    assert_eq!(of_first(), 2, "one refusal, one repair");
    stack(&shell, &["fill", CASE, "--engine", "Nearby:small-1"]).expect_code(0);
    assert_eq!(of_first(), 2, "what is done is not asked again");
    let done = table(&shell, CASE);
    for row in done["rows"].as_array().expect("rows") {
        let cell = &row["cells"]["first_word"];
        assert_eq!(
            (&cell["state"], &cell["source"]),
            (&json!("unsettled"), &json!("Nearby:small-1"))
        );
        assert_eq!(cell["evidence"][0]["quote"], cell["value"]);
    }
    let count = server.asked().len();
    stack(&shell, &["fill", CASE, "--engine", "Nearby:small-1", "-q"]).expect_code(0);
    assert_eq!(server.asked().len(), count, "a table that is done costs nothing");
    // Each conversation has one document, and every call is in its ledger.
    let id = done["rows"][0]["document_id"].as_str().expect("an id");
    let sent = shell.run(["sent", id, "--json"]).expect_code(0);
    let sent: Value = serde_json::from_str(&sent.stdout).expect("JSON");
    assert_eq!(
        (sent.as_array().map(Vec::len), &sent[0]["purpose"]),
        (Some(2), &json!("stack"))
    );
    let other = &cases[1].file_name;
    assert!(
        !server
            .asked()
            .iter()
            .any(|asked| asked.words().contains(other.as_str()))
    );
}
