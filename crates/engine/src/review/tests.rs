//! Edits as rows, applied to the values that count.
#![allow(clippy::unwrap_used)]

use super::*;
use serde_json::{Value, json};
use touchstone_core::record::{
    AttemptId, Cell, Correction, CorrectionId, DocumentId, Evidence, Field, Form, FormId, Issue, NewIssue, RaisedBy,
    ReviewState, RunId, RunState, Severity, TruthSource, Verdict,
};

fn edit(after: Value) -> Correction {
    row("forms[0].fields.wages_tips", after, None)
}

fn row(path: &str, after: Value, undoes: Option<&Correction>) -> Correction {
    Correction {
        form_label: Some("W-2".to_owned()),
        undoes: undoes.map(|row| row.id),
        ..Correction::of_person(DocumentId::fresh(), path.to_owned(), Value::Null, after)
    }
}

fn undo_next(rows: &[Correction]) -> Correction {
    let all = acts(rows, &[]);
    undo(to_undo(&all).unwrap().edits[0])
}

fn redo_next(rows: &[Correction]) -> Option<Correction> {
    let all = acts(rows, &[]);
    to_redo(&all).map(|act| undo(act.edits[0]))
}

fn undo(target: &Correction) -> Correction {
    row(&target.path, Value::Null, Some(target))
}

fn ids(rows: &[&Correction]) -> Vec<CorrectionId> {
    rows.iter().map(|row| row.id).collect()
}

#[test]
fn edits_are_taken_back_one_by_one_and_made_again_in_turn() {
    let (first, second) = (edit(json!("1.00")), edit(json!("2.00")));
    let mut rows = vec![first.clone(), second.clone()];
    assert_eq!(ids(&in_force(&rows)), [first.id, second.id]);
    assert_eq!(redo_next(&rows), None);

    let undo_second = undo_next(&rows);
    assert_eq!(undo_second.undoes, Some(second.id));
    rows.push(undo_second.clone());
    let undo_first = undo_next(&rows);
    assert_eq!(undo_first.undoes, Some(first.id));
    rows.push(undo_first.clone());
    assert_eq!((to_undo(&acts(&rows, &[])), in_force(&rows).len()), (None, 0));

    let redo = redo_next(&rows).unwrap();
    assert_eq!(redo.undoes, Some(undo_first.id));
    rows.push(redo);
    assert_eq!(ids(&in_force(&rows)), [first.id]);
    let redo = redo_next(&rows).unwrap();
    assert_eq!(redo.undoes, Some(undo_second.id));
    rows.push(redo);
    assert_eq!(ids(&in_force(&rows)), [first.id, second.id]);
    assert_eq!(redo_next(&rows), None);
    assert_eq!(to_undo(&acts(&rows, &[])).map(|act| act.id), Some(second.act));
}

#[test]
fn a_new_edit_ends_what_could_be_made_again() {
    let first = edit(json!("1.00"));
    let rows = vec![first.clone(), undo(&first), edit(json!("3.00"))];
    assert_eq!(redo_next(&rows), None);
    assert_eq!(in_force(&rows).len(), 1);
}

#[test]
fn places_name_a_form_and_what_lies_in_it() {
    assert_eq!(place_of("forms[0].fields.wages_tips"), Some((1, "wages_tips")));
    assert_eq!(
        place_of("forms[2].fields.box_12[1].amount"),
        Some((3, "box_12[1].amount"))
    );
    for strange in ["forms[].fields.x", "forms[-1].fields.x", "label", "forms[0].x"] {
        assert_eq!(place_of(strange), None, "{strange}");
    }
}

/// A W-2 with these rows in box 12; the evidence of each cell is its own words.
fn with_rows(rows: &[(&str, &str)]) -> Vec<Form> {
    let mut field = Field::missing();
    field.value = rows
        .iter()
        .map(|(code, amount)| json!({"code": code, "amount": amount}))
        .collect();
    for (index, (code, amount)) in rows.iter().enumerate() {
        for (part, text) in [("code", code), ("amount", amount)] {
            let cell = Cell {
                value: json!(text),
                raw: Some((*text).to_owned()),
                confidence: 1.0,
                evidence: vec![quote(text)],
            };
            field.cells.insert(format!("[{index}].{part}"), cell);
        }
    }
    vec![Form {
        id: FormId::fresh(),
        attempt_id: AttemptId::fresh(),
        number: 1,
        segment: 0,
        label: "W-2".to_owned(),
        first_page: 1,
        last_page: 1,
        region: None,
        confidence: 1.0,
        fields: [("box_12".to_owned(), field)].into_iter().collect(),
    }]
}

fn quote(text: &str) -> Evidence {
    Evidence {
        page: 1,
        reading: 1,
        words: (0, 1),
        regions: Vec::new(),
        quote: text.to_owned(),
        anchors: Vec::new(),
    }
}

fn box_12(forms: Vec<Form>, edits: &[Correction]) -> Field {
    corrected_forms(forms, edits).remove(0).fields["box_12"].clone()
}

#[test]
fn a_row_is_taken_out_with_its_cells_and_comes_back() {
    let rows = [("C", "1.00"), ("D", "2.00"), ("DD", "3.00")];
    let mut out = row("forms[0].fields.box_12[1]", Value::Null, None);
    out.before = json!({"code": "D", "amount": "2.00"});
    let field = box_12(with_rows(&rows), std::slice::from_ref(&out));
    assert_eq!(
        field.value,
        json!([{"code": "C", "amount": "1.00"}, {"code": "DD", "amount": "3.00"}])
    );
    assert_eq!(field.cells.len(), 4);
    assert_eq!(field.cells["[1].amount"].evidence, [quote("3.00")]);

    let after = row("forms[0].fields.box_12[1].amount", json!("4.00"), None);
    let edits = [edit(json!("9.00")), out.clone(), after];
    assert_eq!(
        edited_places(&edits),
        [
            "forms[0].fields.wages_tips",
            "forms[0].fields.box_12",
            "forms[0].fields.box_12[1].amount"
        ]
    );
    let back = [out.clone(), undo(&out)];
    assert_eq!(box_12(with_rows(&rows), &back), box_12(with_rows(&rows), &[]));

    // After another reading, a different row is at this place.
    let field = box_12(with_rows(&[("C", "1.00"), ("E", "5.00")]), &[out]);
    assert_eq!(field.value.as_array().map(Vec::len), Some(2));
}

#[test]
fn a_row_that_is_added_has_evidence_for_what_was_written() {
    let mut added = row("forms[0].fields.box_12[1]", json!({"code": "D", "amount": null}), None);
    added.evidence = Some(quote("D"));
    let field = box_12(with_rows(&[("C", "1.00")]), &[added]);
    assert_eq!(field.value[1], json!({"code": "D", "amount": null}));
    assert_eq!(field.cells["[1].code"].evidence, [quote("D")]);
    assert_eq!(field.cells.len(), 3);
    let far = row("forms[0].fields.box_12[7]", json!({"code": "D", "amount": null}), None);
    assert_eq!(
        box_12(with_rows(&[("C", "1.00")]), &[far])
            .value
            .as_array()
            .map(Vec::len),
        Some(1)
    );
}

#[test]
fn issues_follow_their_rows() {
    let mut out = row("forms[0].fields.box_12[1]", Value::Null, None);
    out.before = json!({"code": "D"});
    for (was, is) in [
        ("forms[0].box_12[0].code", "forms[0].box_12[0].code"),
        ("forms[0].box_12[1].code", "forms[0].fields.box_12"),
        ("forms[0].fields.box_12[2].code", "forms[0].fields.box_12[1].code"),
        ("forms[1].box_12[2].code", "forms[1].box_12[2].code"),
        ("document", "document"),
    ] {
        let mut issues = [Issue {
            id: "V2-0001".to_owned(),
            run_id: RunId::fresh(),
            pass: 0,
            body: NewIssue::new(RaisedBy::V2, "arithmetic", Severity::Major, was, "does not add up"),
        }];
        follow_rows(&mut issues, std::slice::from_ref(&out));
        assert_eq!(issues[0].body.subject, is);
    }
}

#[test]
fn a_verdict_settles_what_it_says_and_no_more() {
    let mut run_record = crate::export::sample::run_record();
    run_record.run.state = RunState::Done;
    run_record.corrections.clear();
    let settled = settle(&run_record, Judgement::Accept).unwrap();
    let truth = settled.truth.unwrap();
    assert_eq!(
        (settled.review.verdict, truth.source, truth.review_id),
        (
            Some(Verdict::Agrees),
            TruthSource::SmeValidated,
            Some(settled.review.id)
        )
    );
    assert_eq!(
        (truth.forms, settled.review.state),
        (run_record.forms.clone(), ReviewState::Completed)
    );

    let mut changed = edit(json!("1.00"));
    changed.form_label = None;
    run_record.corrections.push(changed);
    let settled = settle(&run_record, Judgement::Accept).unwrap();
    let truth = settled.truth.unwrap();
    assert_eq!(
        (settled.review.verdict, truth.source),
        (Some(Verdict::Corrects), TruthSource::SmeCorrected)
    );
    assert_eq!(truth.forms[0].fields["wages_tips"].value, json!("1.00"));

    let rejected = settle(&run_record, Judgement::Reject).unwrap();
    assert_eq!(
        (rejected.review.verdict, rejected.truth),
        (Some(Verdict::Rejects), None)
    );
    assert_eq!(settle(&run_record, Judgement::Reopen), Err(Refused::NotSettled));
    run_record.review = Some(rejected.review.clone());
    let open = settle(&run_record, Judgement::Reopen).unwrap().review;
    assert_eq!((open.state, open.verdict), (ReviewState::Open, None));
    assert_ne!(open.id, rejected.review.id, "what was said stays");

    run_record.classifications.clear();
    assert_eq!(settle(&run_record, Judgement::Accept), Err(Refused::NothingRead));
    run_record.run.state = RunState::Running;
    assert_eq!(settle(&run_record, Judgement::Reject), Err(Refused::Unfinished));
}

#[test]
fn what_is_confirmed_keeps_its_place_and_is_no_correction() {
    let rows = [("C", "1.00"), ("D", "2.00")];
    let mut run_record = crate::export::sample::run_record();
    run_record.run.state = RunState::Done;
    run_record.forms = with_rows(&rows);
    let confirm = |path: &str, value: Value| {
        let path = format!("forms[0].fields.{path}");
        let confirmed = Correction::of_person(run_record.document.id, path, value.clone(), value);
        Correction {
            form_label: Some("W-2".to_owned()),
            ..confirmed
        }
    };
    let whole = run_record.forms[0].fields["box_12"].value.clone();
    run_record.corrections = vec![confirm("box_12[1].amount", json!("2.00")), confirm("box_12", whole)];
    let field = box_12(run_record.forms.clone(), &run_record.corrections);
    assert_eq!(field.cells["[1].amount"].evidence, [quote("2.00")]);
    assert_eq!(field.cells["[0].code"].evidence, [quote("C")]);
    assert!(!is_changed(&run_record.corrections));
    let settled = settle(&run_record, Judgement::Accept).unwrap();
    assert_eq!(settled.review.verdict, Some(Verdict::Agrees));

    // A confirmation may add the place of the value.
    let mut placed = confirm("box_12[1].amount", json!("2.00"));
    placed.evidence = Some(quote("2.00 again"));
    let field = box_12(run_record.forms.clone(), &[placed]);
    assert_eq!(field.cells["[1].amount"].evidence, [quote("2.00 again")]);
    assert_eq!(field.value[1], json!({"code": "D", "amount": "2.00"}));
}
