#![allow(clippy::unwrap_used)]
use super::*;
use serde_json::json;

fn prediction(label: &str, decision: &str, forms: &Value) -> Prediction {
    serde_json::from_value(json!({
        "document": {"path": "a.pdf", "file_name": "a.pdf"},
        "outcome": "ok",
        "classification": {"label": label, "confidence": 0.9},
        "forms": forms,
        "decision": {"outcome": decision},
    }))
    .unwrap()
}

fn truth(label: &str, forms: &Value) -> Truth {
    serde_json::from_value(json!({"file_name": "a.pdf", "label": label, "forms": forms, "expect": "accept"})).unwrap()
}

fn field(value: &Value, confidence: f64) -> Value {
    json!({"value": value, "confidence": confidence})
}

#[test]
fn a_wrong_accepted_value_is_counted_and_named() {
    let predicted = prediction(
        "W-2",
        "AUTO_ACCEPT",
        &json!([{"label": "W-2", "fields": {"a": field(&json!("1.00"), 0.9), "b": field(&json!("2.00"), 0.4)}}]),
    );
    let wanted = truth(
        "W-2",
        &json!([{"label": "W-2", "fields": {"a": "1.00", "b": "3.00", "c": "4.00"}}]),
    );
    let score = score(&[(predicted, wanted)]);
    assert_eq!((score.exact.hits, score.exact.of, score.invented), (1, 3, 0));
    assert_eq!((score.accepted_values, score.accepted_wrong_values), (2, 1));
    assert_eq!(score.accepted_wrong_documents, ["a.pdf"]);
    assert_eq!(score.confidence_auroc, Some(1.0));
    let what: Vec<&str> = score.misses.iter().map(|miss| miss.what.as_str()).collect();
    assert_eq!(what, ["b", "c"]);
}

#[test]
fn forms_are_paired_by_agreement_and_a_lost_form_misses_everything() {
    let form = |wages: &str| json!({"label": "W-2", "fields": {"wages": wages, "year": 2024}});
    let predicted_form = |wages: &str| json!({"label": "W-2", "fields": {"wages": field(&json!(wages), 0.9), "year": field(&json!(2024), 0.9)}});
    let predicted = prediction(
        "W-2",
        "ESCALATE_TO_SME",
        &json!([predicted_form("2.00"), predicted_form("1.00")]),
    );
    let both = score(&[(predicted.clone(), truth("W-2", &json!([form("1.00"), form("2.00")])))]);
    assert_eq!((both.exact.hits, both.exact.of), (4, 4));
    let three = score(&[(
        predicted,
        truth("W-2", &json!([form("1.00"), form("2.00"), form("3.00")])),
    )]);
    assert_eq!((three.exact.hits, three.exact.of), (4, 6));
}

#[test]
fn a_wrong_label_shows_in_the_confusion() {
    let score = score(&[(
        prediction("OTHER", "ESCALATE_TO_SME", &json!([])),
        truth("W-2", &json!([])),
    )]);
    assert_eq!((score.types.hits, score.types.of), (0, 1));
    assert_eq!(score.confusion["W-2"]["OTHER"], 1);
    assert_eq!((score.accepted_of_clean.hits, score.accepted_of_clean.of), (0, 1));
}
