//! Every format of truths, and the rejected ones.
#![allow(clippy::unwrap_used)]

use super::*;
use serde_json::json;

#[test]
fn objects_lines_and_arrays() {
    let one = r#"{"file_name": "a.pdf", "label": "W-2"}"#;
    for (text, count) in [
        (one.to_owned(), 1),
        (format!("{one}\n{one}\n"), 2),
        (format!("[{one}, {one}]"), 2),
        (format!("\u{feff}{one}"), 1),
    ] {
        assert_eq!(read(&text, None).unwrap().len(), count, "{text}");
    }
    let truth = &read(one, None).unwrap()[0];
    assert_eq!(
        (truth.outcome.as_str(), truth.split, truth.expect),
        ("ok", Split::Tuned, Expect::Any)
    );
}

#[test]
fn tables_name_fields_by_path_and_forms_by_further_rows() {
    let text = "file_name,label,split,wages_tips,box_12[1].code,retirement_plan\n\
                a.pdf,W-2,unseen,\"1,200.00\",DD,true\n\
                a.pdf,W-2,unseen,7.00,,\n\
                b.pdf,OTHER,,,,\n";
    let truths = read(text, None).unwrap();
    assert_eq!(truths.len(), 2);
    assert_eq!(
        (truths[0].split, truths[0].forms.len(), truths[1].forms.len()),
        (Split::Unseen, 2, 0)
    );
    assert_eq!(
        Value::Object(truths[0].forms[0].fields.clone()),
        json!({"wages_tips": "1,200.00", "box_12": [null, {"code": "DD"}], "retirement_plan": true})
    );
    let list = read("file\tlabel\tlicence\nx/a.pdf\tW-2\tMIT\n", None).unwrap();
    assert_eq!((list[0].file_name.as_str(), list[0].forms.len()), ("x/a.pdf", 0));
}

#[test]
fn foreign_names_go_through_a_mapping() {
    let mapping: Mapping = Mapping::parse(
        r#"
        label = "form"
        other_prefix = "other:"
        left_out = ["comment"]
        [labels]
        "bank statement" = "STATEMENT"
        [fields."W-2"]
        box1 = "wages_tips"
        box12a = "box_12[0].amount"
        "#,
    )
    .unwrap();
    let text = r#"{
        "a.pdf": {"form": "W-2", "box1": "1.00", "box12a": "2.00", "comment": "x", "employee_ssn": "1"},
        "b.pdf": ["W-2", "W-2", "bank statement", "other:paystub"]
    }"#;
    let truths = read(text, Some(&mapping)).unwrap();
    assert_eq!(
        Value::Object(truths[0].forms[0].fields.clone()),
        json!({"wages_tips": "1.00", "box_12": [{"amount": "2.00"}], "employee_ssn": "1"})
    );
    assert!(!truths[0].forms[0].complete && truths[1].label.is_none());
    let segments: Vec<(u32, u32, &str)> = truths[1]
        .segments
        .iter()
        .map(|segment| (segment.first_page, segment.last_page, segment.label.as_str()))
        .collect();
    assert_eq!(segments, [(1, 2, "W-2"), (3, 3, "STATEMENT"), (4, 4, "OTHER")]);
}

#[test]
fn a_table_goes_through_a_mapping_too() {
    let mapping = Mapping::parse(
        "file = \"Document\"\nlabel = \"Form\"\nleft_out = [\"Note\"]\n[labels]\nwage = \"W-2\"\n\
         [fields.\"W-2\"]\n\"Box 1\" = \"wages_tips\"\n",
    )
    .unwrap();
    let text = "Document,Form,Box 1,Note\na.pdf,wage,1.00,x\na.pdf,wage,2.00,\nb.pdf,wage,,\n";
    let truths = read(text, Some(&mapping)).unwrap();
    let wages = |truth: &Truth, form: usize| truth.forms[form].fields.get("wages_tips").cloned();
    assert_eq!((truths.len(), truths[0].forms.len()), (2, 2));
    assert_eq!(wages(&truths[0], 1), Some(json!("2.00")));
    assert_eq!((truths[1].label.as_deref(), wages(&truths[1], 0)), (Some("W-2"), None));
    let error = read("Document,Box 1\na.pdf,1.00\n", Some(&mapping))
        .unwrap_err()
        .to_string();
    assert!(error.contains("line 2") && error.contains("no field `Form`"), "{error}");
}

#[test]
fn settled_documents_of_our_own_files_are_truths() {
    let classification = json!({"label": "W-2", "proposed_label": null, "segments": [
        {"first_page": 1, "last_page": 1, "page_count": 1, "label": "W-2", "types": []}
    ]});
    let box_12 = json!([{"code": "D", "amount": "1200.00"}]);
    let forms = json!([{"label": "W-2", "first_page": 1, "fields": {"box_12": {"value": box_12, "raw": null}}}]);
    let mut exported = json!({"state": "needs_review", "document": {"file_name": "a.pdf", "sha256": "ab"},
        "classification": classification, "forms": forms});
    assert_eq!(read(&exported.to_string(), None).unwrap(), [], "it is not settled");
    exported["state"] = json!("settled");
    let saved = json!({"pdf_filename": "a.pdf", "sha256": "ab", "ground_truth_classification": classification,
        "forms": forms});
    for text in [json!([exported]).to_string(), saved.to_string()] {
        let truth = read(&text, None).unwrap().remove(0);
        assert_eq!(
            (truth.file_name.as_str(), truth.label.as_deref()),
            ("a.pdf", Some("W-2"))
        );
        assert_eq!((truth.sha256.as_deref(), truth.segments.len()), (Some("ab"), 1));
        assert_eq!(truth.forms[0].fields["box_12"], box_12);
        assert_eq!((truth.forms[0].page, truth.forms[0].complete), (Some(1), true));
    }
}

#[test]
fn what_cannot_be_understood_is_named() {
    let check = |text: &str, reason: &str| {
        let error = read(text, None).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    };
    check("name,label\na.pdf,W-2\n", "no column `file_name`");
    check("file_name,label\na.pdf\n", "line 2");
    check("file_name,label,a..b\na.pdf,W-2,1\n", "`a..b` is not a path");
    check("file_name,label,a[99999]\na.pdf,W-2,1\n", "is not a path");
    check("file_name,split\na.pdf,seen\n", "unknown variant `seen`");
    check("{\"label\": \"W-2\"}", "missing field `file_name`");
}
