//! The result JSON against its contract: the keys in their documented order, and the schema.

// Rounded numbers are compared exactly, because rounding is tested.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::float_cmp)]

use super::*;
use crate::export::sample::{level, run_record};
use serde_json::{Value, json};
use touchstone_core::record::Severity;

fn keys(value: &Value) -> String {
    value.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ")
}

#[test]
fn keys_stand_in_the_order_of_the_contract() {
    let result = serde_json::to_value(ResultJson::of(&run_record(), &level)).unwrap();
    let check =
        |pointer: &str, expected: &str| assert_eq!(keys(result.pointer(pointer).unwrap()), expected, "{pointer}");
    check(
        "",
        "schema run_id document pack engine outcome error classification pages forms attempts remembered issues \
         verification decision usage",
    );
    check("/document", "id path file_name sha256 page_count expected_year case");
    check("/pack", "name version");
    check("/engine", "kind provider model");
    check(
        "/classification",
        "label proposed_label confidence band candidates rationale number_of_segments segments mixture \
         vendor_signals marking self_evaluation",
    );
    check("/classification/candidates/0", "label confidence");
    check(
        "/classification/segments/0",
        "first_page last_page page_count label types",
    );
    check(
        "/classification/segments/0/types/0",
        "label presence confidence share evidence",
    );
    check(
        "/pages/0",
        "number label confidence text_source marking markings_found rationale enhance enhancements absence",
    );
    check("/forms/0", "id label first_page last_page region fields");
    check("/forms/0/fields/wages_tips", "value raw confidence evidence cells");
    check("/forms/0/fields/wages_tips/evidence/0", "page quote regions anchors");
    check(
        "/forms/0/fields/wages_tips/evidence/0/regions/0",
        "page x y width height",
    );
    check("/forms/0/fields/box_12/cells/[0].code", "value raw confidence evidence");
    check(
        "/attempts/0",
        "form number engine label confidence score result_score pass best failure_reasons feedback",
    );
    check(
        "/issues/0",
        "id raised_by code guide_code severity message expected actual subject auto_fixable suggestion evidence",
    );
    check("/verification/0", "pass decision quality_score fixes issue_ids");
    check("/decision", "outcome rule cause reasons");
    check("/usage", "calls input_tokens output_tokens cost_usd seconds");
}

#[test]
fn a_finished_run_reads_as_it_was_stored() {
    let result = ResultJson::of(&run_record(), &level);
    assert_eq!(result.error, None);
    assert_eq!(result.forms[0].fields.keys().next().unwrap(), "employee_ssn");
    assert_eq!(result.forms[0].fields["wages_tips"].evidence[0].regions[0].x, 72.0);
    assert_eq!(result.forms[0].fields["wages_tips"].evidence[0].regions[0].width, 33.33);
    assert_eq!(result.forms[0].fields["wages_tips"].confidence, 0.9877);
    assert_eq!(result.classification.candidates[0].confidence, 0.0, "NaN is not JSON");
    assert_eq!(result.attempts[1].form, Some(result.forms[0].id));
    assert_eq!(
        (result.attempts[1].score, result.attempts[1].result_score),
        (Some(91.23), Some(0.9123))
    );
    let cells: Vec<&String> = result.forms[0].fields["box_12"].cells.keys().collect();
    assert_eq!(cells, ["[0].code", "[0].amount"], "as the value has them");
    assert_eq!(result.usage.seconds, 0.247);
    assert_eq!(result.pages[1].rationale, "damaged: page 2 has no content");
    let order: Vec<(Severity, &str)> = result
        .issues
        .iter()
        .map(|issue| (issue.severity, issue.id.as_str()))
        .collect();
    let worst_first = [
        (Severity::Blocker, "V2-0002"),
        (Severity::Major, "V2-0003"),
        (Severity::Minor, "V2-0001"),
    ];
    assert_eq!(order, worst_first);
}

/// A run record whose intake failed, or whose run was cancelled or broke.
fn stopped(outcome: Option<Outcome>, message: Option<&str>, state: RunState, failure: Option<&str>) -> ResultJson {
    let mut run_record = run_record();
    run_record.document.outcome = outcome;
    run_record.document.outcome_message = message.map(str::to_owned);
    run_record.run.state = state;
    run_record.run.failure = failure.map(str::to_owned);
    run_record.classifications.clear();
    run_record.forms.clear();
    run_record.decision = None;
    ResultJson::of(&run_record, &level)
}

#[test]
fn whatever_stops_a_run_is_reported_once_and_typed() {
    let check = |result: ResultJson, outcome: Outcome, error: Option<(&str, &str)>| {
        assert_eq!(result.outcome, outcome);
        let found = result
            .error
            .as_ref()
            .map(|error| (error.code.as_str(), error.message.as_str()));
        assert_eq!(found, error);
        assert_eq!(
            (
                result.classification.label.as_deref(),
                result.classification.candidates.len()
            ),
            (None, 0)
        );
        let ended = !matches!(outcome, Outcome::Cancelled);
        assert_eq!(result.decision, ended.then(DecisionResult::undecided));
    };
    let password = (Some(Outcome::PasswordNeeded), Some("no password given opens it"));
    check(
        stopped(password.0, password.1, RunState::Done, None),
        Outcome::PasswordNeeded,
        Some(("password_needed", "no password given opens it")),
    );
    check(
        stopped(Some(Outcome::Empty), Some("no pages"), RunState::Done, None),
        Outcome::Empty,
        None,
    );
    check(
        stopped(Some(Outcome::Ok), None, RunState::Failed, Some("the disk is full")),
        Outcome::Ok,
        Some(("run_failed", "the disk is full")),
    );
    check(
        stopped(None, None, RunState::Cancelled, Some("stopped by the user")),
        Outcome::Cancelled,
        Some(("cancelled", "stopped by the user")),
    );
    check(
        stopped(None, None, RunState::Running, None),
        Outcome::Cancelled,
        Some(("unfinished", "the run has not finished: its next stage is `done`")),
    );
    check(
        ResultJson::unreadable("a/b.pdf", "tax", Outcome::Io, "no such file: a/b.pdf"),
        Outcome::Io,
        Some(("io", "no such file: a/b.pdf")),
    );
    check(
        ResultJson::unreadable("e.pdf", "tax", Outcome::Empty, "the file has no bytes"),
        Outcome::Empty,
        None,
    );
}

fn schema() -> jsonschema::Validator {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/result.schema.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    jsonschema::draft202012::meta::validate(&schema).unwrap();
    jsonschema::draft202012::new(&schema).unwrap()
}

fn complaints(value: &Value) -> Vec<String> {
    schema()
        .iter_errors(value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

#[test]
fn results_keep_to_the_schema() {
    let samples = [
        ResultJson::of(&run_record(), &level),
        ResultJson::unreadable("a/b.pdf", "tax", Outcome::Io, "no such file").asked_for(Some(2025), Some("Smith")),
        stopped(Some(Outcome::TimedOut), Some("too slow"), RunState::Done, None),
        stopped(Some(Outcome::Ok), None, RunState::Queued, None),
    ];
    for sample in samples {
        let value = serde_json::to_value(&sample).unwrap();
        assert_eq!(complaints(&value), Vec::<String>::new());
        assert_eq!(serde_json::from_value::<ResultJson>(value).unwrap(), sample);
    }
}

/// A script that reads decisions must not take a run that waits for an API key for reviewed work.
#[test]
fn what_waits_has_no_decision_and_says_why_it_waits() {
    let mut run_record = run_record();
    run_record.run.state = RunState::Queued;
    run_record.decision = None;
    let attempt = &mut run_record.attempts[0];
    attempt.grade = None;
    attempt.attempt.state = AttemptState::Interrupted;
    for (summary, expected) in [
        (Some("paused: the key was rejected"), "paused: the key was rejected"),
        (None, "the program ended before it was finished"),
    ] {
        run_record.attempts[0].attempt.summary = summary.map(str::to_owned);
        let result = ResultJson::of(&run_record, &level);
        assert!(result.is_unfinished() && result.decision.is_none());
        assert_eq!(result.attempts[0].failure_reasons, [expected]);
    }
}

#[test]
fn the_schema_refuses_what_the_contract_does_not_name() {
    let good = serde_json::to_value(ResultJson::of(&run_record(), &level)).unwrap();
    let check = |pointer: &str, key: &str, value: Option<Value>| {
        let mut bad = good.clone();
        let object = bad.pointer_mut(pointer).unwrap().as_object_mut().unwrap();
        match value {
            Some(value) => object.insert(key.to_owned(), value),
            None => object.remove(key),
        };
        assert_ne!(complaints(&bad), Vec::<String>::new(), "{pointer} {key}");
    };
    for pointer in [
        "",
        "/document",
        "/pack",
        "/engine",
        "/classification",
        "/classification/segments/0",
        "/pages/0",
        "/forms/0",
        "/classification/segments/0/types/0",
        "/forms/0/fields/wages_tips",
        "/forms/0/fields/box_12/cells/[0].code",
        "/forms/0/fields/wages_tips/evidence/0",
        "/forms/0/region",
        "/attempts/0",
        "/issues/0",
        "/verification/0",
        "/verification/0/fixes/0",
        "/decision",
        "/usage",
    ] {
        check(pointer, "more", Some(json!(1)));
        let names: Vec<String> = good
            .pointer(pointer)
            .unwrap()
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect();
        for name in names {
            check(pointer, &name, None);
        }
    }
    check("", "schema", Some(json!("touchstone.result/2")));
    check("", "outcome", Some(json!("fine")));
    check("/document", "sha256", Some(json!("AB")));
    check("/classification", "confidence", Some(json!(1.5)));
    check("/decision", "rule", Some(json!(9)));
    check("/issues/0", "severity", Some(json!("ERROR")));
}

#[test]
fn every_outcome_has_its_place_in_the_schema() {
    for outcome in Outcome::ALL {
        let result = ResultJson::unreadable("x.pdf", "tax", outcome, "why");
        assert_eq!(
            complaints(&serde_json::to_value(result).unwrap()),
            Vec::<String>::new(),
            "{outcome}"
        );
    }
}
