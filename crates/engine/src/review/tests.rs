//! Edits as a table of rows, folded into what counts.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::record::{CorrectedBy, Correction, CorrectionId, DocumentId, now};
use serde_json::{Value, json};

fn edit(after: Value) -> Correction {
    row("forms[0].fields.wages_tips", after, None)
}

fn row(path: &str, after: Value, undoes: Option<&Correction>) -> Correction {
    Correction {
        id: CorrectionId::fresh(),
        document_id: DocumentId::fresh(),
        review_id: None,
        path: path.to_owned(),
        before: Value::Null,
        after,
        evidence: None,
        form_label: Some("W-2".to_owned()),
        undoes: undoes.map(|row| row.id),
        by: CorrectedBy::Person,
        at: now(),
    }
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
    assert_eq!(to_redo(&rows), None);

    let undo_second = undo(to_undo(&rows).unwrap());
    assert_eq!(undo_second.undoes, Some(second.id));
    rows.push(undo_second.clone());
    let undo_first = undo(to_undo(&rows).unwrap());
    assert_eq!(undo_first.undoes, Some(first.id));
    rows.push(undo_first.clone());
    assert_eq!((to_undo(&rows), in_force(&rows).len()), (None, 0));

    let redo = undo(to_redo(&rows).unwrap());
    assert_eq!(redo.undoes, Some(undo_first.id));
    rows.push(redo);
    assert_eq!(ids(&in_force(&rows)), [first.id]);
    let redo = undo(to_redo(&rows).unwrap());
    assert_eq!(redo.undoes, Some(undo_second.id));
    rows.push(redo);
    assert_eq!(ids(&in_force(&rows)), [first.id, second.id]);
    assert_eq!(to_redo(&rows), None);
    assert_eq!(to_undo(&rows).map(|row| row.id), Some(second.id));
}

#[test]
fn a_new_edit_ends_what_could_be_made_again() {
    let first = edit(json!("1.00"));
    let rows = vec![first.clone(), undo(&first), edit(json!("3.00"))];
    assert_eq!(to_redo(&rows), None);
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
