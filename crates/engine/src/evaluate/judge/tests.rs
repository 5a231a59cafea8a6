//! Judging and aggregating documents: pairing of forms, rows of lists, acceptance, labels.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::evaluate::score;
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
    assert_eq!(
        (score.all.exact.hits, score.all.exact.of, score.all.invented),
        (1, 3, 0)
    );
    assert_eq!((score.all.accepted_values, score.all.accepted_wrong_values), (2, 1));
    assert_eq!(score.accepted_wrong, ["a.pdf"]);
    assert_eq!(score.all.value_confidence.auroc, Some(1.0));
    let what: Vec<&str> = score.misses.iter().map(|miss| miss.what.as_str()).collect();
    assert_eq!(what, ["W-2.b", "W-2.c"]);
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
    assert_eq!((both.all.exact.hits, both.all.exact.of), (4, 4));
    let three = score(&[(
        predicted,
        truth("W-2", &json!([form("1.00"), form("2.00"), form("3.00")])),
    )]);
    assert_eq!((three.all.exact.hits, three.all.exact.of), (4, 6));
}

#[test]
fn a_wrong_label_shows_in_the_confusion() {
    let score = score(&[(
        prediction("OTHER", "ESCALATE_TO_SME", &json!([])),
        truth("W-2", &json!([])),
    )]);
    assert_eq!((score.all.types.hits, score.all.types.of), (0, 1));
    assert_eq!(score.confusion["W-2"]["OTHER"], 1);
    assert_eq!(
        (score.all.accepted_of_clean.hits, score.all.accepted_of_clean.of),
        (0, 1)
    );
}

fn kinds(judged: &Judged) -> Vec<(Kind, &str)> {
    judged
        .misses
        .iter()
        .map(|miss| (miss.kind, miss.what.as_str()))
        .collect()
}

#[test]
fn a_lost_row_costs_its_own_cells_only() {
    let row = |code: &str, amount: &str| json!({"code": code, "amount": amount});
    let list = json!([row("C", "1.00"), row("D", "2.00"), row("DD", "3.00")]);
    let found = json!({"value": [row("C", "1.00"), row("DD", "3.50"), row("W", "9.00")], "confidence": 0.9,
        "cells": {"[1].amount": {"value": "3.50", "confidence": 0.3, "evidence": [{"page": 2, "quote": "3.50"}]}}});
    let predicted = prediction(
        "W-2",
        "AUTO_ACCEPT",
        &json!([{"label": "W-2", "fields": {"box_12": found}}]),
    );
    let judged = judge(
        &predicted,
        &truth("W-2", &json!([{"label": "W-2", "fields": {"box_12": list}}])),
    );
    assert_eq!(
        kinds(&judged),
        [
            (Kind::RowLost, "W-2.box_12[1]"),
            (Kind::Wrong, "W-2.box_12[2].amount"),
            (Kind::RowExtra, "W-2.box_12[+2]"),
        ]
    );
    let wrong = &judged.misses[1];
    assert_eq!(
        (wrong.page, wrong.quote.as_deref(), wrong.confidence),
        (Some(2), Some("3.50"), Some(0.3))
    );
    assert_eq!(judged.rows, [3, 1, 1]);
    let score = score(&[(
        predicted,
        truth("W-2", &json!([{"label": "W-2", "fields": {"box_12": list}}])),
    )]);
    assert_eq!(
        (score.all.exact.hits, score.all.exact.of, score.all.invented),
        (3, 6, 2)
    );
    assert_eq!(score.fields["W-2"]["box_12.code"].exact.hits, 2);
}

#[test]
fn accepting_what_a_person_had_to_see_is_an_error_and_writing_is_none() {
    let fields = json!([{"label": "W-2", "fields": {"name": field(&json!("ACME, Inc."), 0.9)}}]);
    let mut wanted = truth("W-2", &json!([{"label": "W-2", "fields": {"name": "Acme Inc"}}]));
    let judged = judge(&prediction("W-2", "AUTO_ACCEPT", &fields), &wanted);
    assert_eq!(kinds(&judged), [(Kind::Writing, "W-2.name")]);
    assert!(!judged.is_wrong());
    wanted.expect = Expect::Escalate;
    let judged = judge(&prediction("W-2", "AUTO_ACCEPT", &fields), &wanted);
    assert!(judged.is_wrong() && judged.misses[0].kind == Kind::Decision);
    assert!(!judge(&prediction("W-2", "ESCALATE_TO_SME", &fields), &wanted).is_wrong());
}

#[test]
fn page_ranges_and_names_are_compared_where_the_truth_has_them() {
    let mut predicted = prediction("OTHER", "ESCALATE_TO_SME", &json!([]));
    let mut wanted = truth("OTHER", &json!([]));
    assert_eq!(
        (judge(&predicted, &wanted).segments, judge(&predicted, &wanted).proposed),
        ([0; 3], None)
    );
    wanted.segments = serde_json::from_value(json!([
        {"first_page": 1, "last_page": 2, "label": "W-2"}, {"first_page": 3, "last_page": 3, "label": "OTHER"}]))
    .unwrap();
    wanted.proposed_label = Some("Form W-4".to_owned());
    predicted.classification.segments = serde_json::from_value(json!([
        {"first_page": 1, "last_page": 2, "label": "W-2"}, {"first_page": 3, "last_page": 4, "label": "OTHER"}]))
    .unwrap();
    predicted.classification.proposed_label = Some("FORM W-4".to_owned());
    let judged = judge(&predicted, &wanted);
    assert_eq!((judged.segments, judged.proposed), ([2, 1, 1], Some(true)));
    assert_eq!(kinds(&judged), [(Kind::Segments, "segments")]);
}

#[test]
fn fields_that_nobody_wrote_down_are_no_inventions() {
    let found = json!([{"label": "W-2", "fields": {"a": field(&json!("1"), 0.9), "b": field(&json!("2"), 0.9)}}]);
    let predicted = prediction("W-2", "ESCALATE_TO_SME", &found);
    let some = truth(
        "W-2",
        &json!([{"label": "W-2", "fields": {"a": "1"}, "complete": false}]),
    );
    assert_eq!(kinds(&judge(&predicted, &some)), []);
    let all = truth("W-2", &json!([{"label": "W-2", "fields": {"a": "1"}}]));
    assert_eq!(kinds(&judge(&predicted, &all)), [(Kind::Invented, "W-2.b")]);
}

#[test]
fn a_score_keeps_to_its_schema() {
    let schema: Value = serde_json::from_str(include_str!("../../../../../docs/score.schema.json")).unwrap();
    jsonschema::draft202012::meta::validate(&schema).unwrap();
    let schema = jsonschema::draft202012::new(&schema).unwrap();
    let found = json!([{"label": "W-2", "fields": {"a": field(&json!("1"), 0.9), "b": field(&json!("2"), 0.4)}}]);
    let wanted = json!([{"label": "W-2", "fields": {"a": "1", "c": ["3"]}}, {"label": "W-2", "fields": {"a": "7"}}]);
    let mut known = truth("W-2", &wanted);
    known.layout = Some("official".to_owned());
    for pairs in [vec![], vec![(prediction("W-2", "AUTO_ACCEPT", &found), known)]] {
        let score = serde_json::to_value(score(&pairs)).unwrap();
        let faults: Vec<String> = schema.iter_errors(&score).map(|fault| fault.to_string()).collect();
        assert_eq!(faults, Vec::<String>::new(), "{score:#}");
    }
}
