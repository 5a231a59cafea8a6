//! A sample result for tests of tables and reports, in the public JSON format.

#![allow(clippy::unwrap_used)]

use serde_json::{Value, json};
use touchstone_engine::export::ResultJson;

const FORM: &str = "01900000-0000-7000-8000-000000000004";

fn evidence(quote: &str) -> Value {
    json!([{"page": 1, "quote": quote, "regions": [{"page": 1, "x": 1.0, "y": 2.0, "width": 3.0, "height": 4.0}],
        "anchors": []}])
}

fn field(value: &Value, raw: Option<&str>) -> Value {
    let evidence = raw.map_or_else(|| json!([]), evidence);
    json!({"value": value, "raw": raw, "confidence": if raw.is_some() { 0.98 } else { 0.0 }, "evidence": evidence, "cells": {}})
}

fn issue(id: &str, severity: &str, message: &str) -> Value {
    json!({"id": id, "raised_by": "V2", "code": "box_arithmetic", "guide_code": null, "severity": severity,
        "message": message, "expected": "76.51", "actual": "76.00", "subject": "forms[0].ss_tax_withheld",
        "auto_fixable": false, "suggestion": "look at box 4", "evidence": []})
}

/// A W-2 that requires review: box 4 does not match box 3.
pub(crate) fn w2() -> ResultJson {
    let mut box_12 = field(&json!([{"code": "D", "amount": "1200.00"}]), Some("D 1200.00"));
    box_12["cells"] =
        json!({"[0].code": field(&json!("D"), Some("D")), "[0].amount": field(&json!("1200.00"), Some("1,200.00"))});
    for cell in box_12["cells"].as_object_mut().unwrap().values_mut() {
        cell.as_object_mut().unwrap().remove("cells");
    }
    let fields = json!({
        "employee_ssn": field(&json!("XXX-XX-1234"), Some("XXX-XX-1234")),
        "employer_name": field(&json!("North \u{1b}[31mCo"), Some("North \u{1b}[31mCo")),
        "wages_tips": field(&json!("1234.00"), Some("1,234.00")),
        "box_12": box_12,
        "retirement_plan": field(&json!(true), Some("")),
        "allocated_tips": field(&Value::Null, None),
        "other": field(&json!([]), None),
        "tax_year": field(&json!(2025), Some("2025")),
    });
    let pass = |number: u32, issues: Value| json!({"pass": number, "decision": "ESCALATE_TO_SME", "quality_score": 0.8, "fixes": [], "issue_ids": issues});
    let attempt = |number: u32, best: bool, reasons: Value| {
        json!({"form": FORM, "number": number, "engine": "local", "label": "W-2", "confidence": 0.95, "score": 91.2,
            "result_score": 0.93, "pass": best, "best": best, "failure_reasons": reasons, "feedback": ""})
    };
    serde_json::from_value(json!({
        "schema": "touchstone.result/1",
        "run_id": "01900000-0000-7000-8000-000000000002",
        "document": {"id": "01900000-0000-7000-8000-000000000001", "path": "in/w2.pdf", "file_name": "w2.pdf",
            "sha256": "ab".repeat(32), "page_count": 1, "expected_year": 2025, "case": "Smith"},
        "pack": {"name": "tax", "version": "1.0.0"},
        "engine": {"kind": "local", "provider": null, "model": null},
        "outcome": "ok",
        "error": null,
        "classification": {"label": "W-2", "proposed_label": null, "confidence": 0.95, "band": "HIGH",
            "candidates": [{"label": "W-2", "confidence": 0.95}, {"label": "OTHER", "confidence": 0.05}],
            "rationale": "title and captions of a W-2", "number_of_segments": 1, "segments": [], "mixture": [],
            "vendor_signals": [], "marking": null, "self_evaluation": null},
        "pages": [{"number": 1, "label": "W-2", "confidence": 0.95, "text_source": "embedded", "marking": null,
            "markings_found": [], "rationale": "", "enhance": false, "enhancements": "", "absence": null}],
        "forms": [{"id": FORM, "label": "W-2", "first_page": 1, "last_page": 1, "region": null, "fields": fields}],
        "attempts": [attempt(1, false, json!(["wages_tips is missing"])), attempt(2, true, json!([]))],
        "issues": [issue("V2-0002", "MAJOR", "box 4 is not 6.2 % of box 3"), issue("V2-0001", "MINOR", "repaired")],
        "verification": [pass(0, json!(["V2-0001"])), pass(1, json!(["V2-0002"]))],
        "decision": {"outcome": "ESCALATE_TO_SME", "rule": 4, "cause": "rule", "reasons": ["V2-0002"]},
        "usage": {"calls": 0, "input_tokens": 0, "output_tokens": 0, "cost_usd": 0.0, "seconds": 0.04}
    }))
    .unwrap()
}
