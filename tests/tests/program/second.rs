//! A blind second review: offered to someone else without any value, compared with the first, and adjudicated by a third.

use crate::shell::{Output, Shell, fixtures};
use serde_json::Value;

fn second(shell: &Shell, who: &str, arguments: &[&str]) -> Output {
    shell.run([&["truth", "second", "--reviewer", who], arguments].concat())
}

fn row(shell: &Shell) -> Value {
    let list = second(shell, "Kim", &["list", "--json"]).expect_code(0);
    let mut view: Value = serde_json::from_str(&list.stdout).expect("JSON");
    assert_eq!(view["documents"].as_array().map(Vec::len), Some(1), "{view}");
    view["documents"][0].take()
}

/// What the result has, as a second reviewer would type it, with other wages.
fn typed(fields: &Value) -> Vec<String> {
    let filled = fields.as_object().expect("fields").iter().filter_map(|(name, field)| {
        let value = match &field["value"] {
            Value::String(text) => text.clone(),
            Value::Number(_) | Value::Bool(_) => field["value"].to_string(),
            _ => return None,
        };
        let value = if name == "wages_tips" {
            "1,200.00".to_owned()
        } else {
            value
        };
        Some(format!("forms[0].{name}={value}"))
    });
    filled.collect()
}

#[test]
fn a_second_reviewer_sees_no_value_and_a_third_settles_what_differs() {
    let shell = Shell::new();
    let file = fixtures("samples").join("w2-001-official.pdf");
    let output = shell.run(["classify".as_ref(), file.as_os_str(), "--json".as_ref()]);
    let result = output.results().remove(0);
    let id = result["document"]["id"].as_str().expect("an id");
    let fields = &result["forms"][0]["fields"];
    let wages = fields["wages_tips"]["value"].as_str().expect("wages");
    let out = shell.path("truth");
    let saved = [
        "review",
        "save",
        id,
        "--verdict",
        "agrees",
        "--reviewer",
        "Dana",
        "--out",
    ];
    shell
        .run([&saved[..], &[out.to_str().unwrap()]].concat())
        .expect_code(0);
    second(&shell, "Kim", &["rules", "--percent", "100", "--seed", "7"]).expect_code(0);
    assert_eq!(row(&shell)["state"], "waits");

    let own = second(&shell, "dana", &["blank", id]);
    assert!(own.stderr.contains("needs someone else"), "{}", own.stderr);
    let blank = second(&shell, "Kim", &["blank", id, "--label", "W-2"]).expect_code(0);
    assert!(
        blank.stdout.contains("forms[0].wages_tips") && !blank.stdout.contains(wages),
        "{}",
        blank.stdout
    );

    let typed = typed(fields);
    let sets = typed.iter().flat_map(|text| ["--set", text.as_str()]);
    let save: Vec<&str> = ["save", id, "--label", "W-2"].into_iter().chain(sets).collect();
    second(&shell, "Kim", &save).expect_code(0);
    let differs = row(&shell);
    assert_eq!(
        (&differs["state"], &differs["first"], &differs["second"]),
        (&"differs".into(), &"Dana".into(), &"Kim".into())
    );
    let differences = differs["differences"].as_array().expect("differences");
    assert_eq!(differences.len(), 1, "{differences:?}");
    assert_eq!(
        (&differences[0]["first"], &differences[0]["second"]),
        (&wages.into(), &"1200.00".into())
    );
    settled_by_a_third(&shell, id);
}

fn settled_by_a_third(shell: &Shell, id: &str) {
    let people = second(shell, "Kim", &["list"]).expect_code(0).stdout;
    assert!(people.contains("with seed 7: 1 document"), "{people}");
    assert!(people.contains("Type: 1 of 1 the same, 100.0 %"), "{people}");

    second(shell, "Kim", &["withdraw", id]).expect_code(0);
    assert_eq!(row(shell)["state"], "waits");
    second(shell, "Kim", &["restore", id]).expect_code(0);
    let take = ["adjudicate", id, "--take", "second"];
    let own = second(shell, "Kim", &take);
    assert!(own.stderr.contains("a third person has to"), "{}", own.stderr);
    second(shell, "Robin", &take).expect_code(0);
    let settled = row(shell);
    assert_eq!(
        (&settled["state"], &settled["first"]),
        (&"adjudicated".into(), &"Dana".into())
    );
    let listed = shell
        .run(["truth", "list", "--kind", "corrected", "--json"])
        .expect_code(0);
    let listed: Value = serde_json::from_str(&listed.stdout).expect("JSON");
    assert_eq!(
        (&listed[0]["reviewer"], &listed[0]["document_id"]),
        (&"Robin".into(), &id.into()),
        "{listed}"
    );
    assert_eq!(listed.as_array().map(Vec::len), Some(1));
    let none = shell.run(["truth", "list", "--kind", "automatic"]).expect_code(0);
    assert_eq!((none.stdout.as_str(), none.stderr.trim()), ("", "0 settled documents"));
    let verified = shell.run(["audit", "verify", "-q"]).expect_code(0);
    assert!(verified.stdout.starts_with("verified: "), "{}", verified.stdout);
}
