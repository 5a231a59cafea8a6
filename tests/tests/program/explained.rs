//! `touchstone explain`: a value's captions, candidates and the step that decided; fields that do not exist.

use crate::shell::{Shell, fixtures};
use serde_json::Value;

#[test]
fn a_value_is_explained_by_its_caption_and_its_candidates() {
    let shell = Shell::new();
    let sample = fixtures("samples").join("w2-001-official.pdf");
    let result = shell
        .run(["classify".as_ref(), "--json".as_ref(), sample.as_os_str()])
        .expect_code(0)
        .results()
        .remove(0);
    let id = result["document"]["id"].as_str().expect("an id");
    let wages = &result["forms"][0]["fields"]["wages_tips"];
    let printed = shell.run(["explain", id, "wages_tips"]).expect_code(0).stdout;
    let json = shell
        .run(["explain", id, "forms[0].wages_tips", "--json"])
        .expect_code(0)
        .stdout;
    let found: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(found["raw"], wages["raw"], "{found:#}");
    assert_eq!(found["filled_by"], "local, attempt 1");
    let copy = &found["copies"][0];
    assert_eq!(copy["read_by"], "best candidate", "{copy:#}");
    assert_eq!(copy["candidates"][0]["won"], true);
    assert_eq!(copy["candidates"][0]["text"], wages["raw"]);
    assert_eq!(copy["captions"][0]["passes"][0], "wording");
    for part in [
        "read by: best candidate",
        "Wages, tips",
        wages["raw"].as_str().expect("raw text"),
    ] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
}

#[test]
fn a_field_that_no_form_has_is_refused_with_the_names_of_those_that_exist() {
    let shell = Shell::new();
    let sample = fixtures("samples").join("w2-001-official.pdf");
    let result = shell
        .run(["classify".as_ref(), "--json".as_ref(), sample.as_os_str()])
        .expect_code(0)
        .results()
        .remove(0);
    let id = result["document"]["id"].as_str().expect("an id");
    let refused = shell.run(["explain", id, "wagez"]).expect_code(1);
    assert!(
        refused.stderr.contains("no form has the field `wagez`") && refused.stderr.contains("wages_tips"),
        "{}",
        refused.stderr
    );
}
