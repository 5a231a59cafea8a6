//! Rows of several sources, columns over several labels, copies and contradictions.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::export::sample;
use serde_json::{Value, json};
use std::sync::Arc;
use touchstone_core::pack::{Pack, PackShelf, default_folder};
use touchstone_core::record::{
    CellState, ColumnOrigin, Correction, DocumentId, Field, GroundTruth, RowIdentity, RunRecord, StackColumn, StackRow,
    TruthId, TruthSource, now,
};

fn tax() -> Arc<Pack> {
    PackShelf::open(&[default_folder().unwrap()]).get("tax").unwrap()
}

fn read() -> RunRecord {
    let mut run_record = sample::run_record();
    run_record.document.id = DocumentId::fresh();
    run_record.forms.truncate(1);
    run_record
}

fn truth(of: &RunRecord, source: TruthSource, wages: &str) -> GroundTruth {
    let mut forms = of.forms.clone();
    forms[0].fields["wages_tips"].value = json!(wages);
    GroundTruth {
        id: TruthId::fresh(),
        document_id: of.document.id,
        source,
        classification: of.classification().unwrap().clone(),
        forms,
        review_id: None,
        supersedes: None,
        settled_at: now(),
    }
}

fn only_row(pack: &Pack, run_record: &RunRecord, position: u32, of_person: Option<&GroundTruth>) -> StackRow {
    let mut made = rows(&Sources {
        document: &run_record.document,
        position,
        run_record: Some(run_record),
        of_person,
        pack: Some(pack),
    });
    assert_eq!(made.len(), 1);
    made.remove(0)
}

fn columns(rows: &[StackRow], pack: &Arc<Pack>, standing: &[StackColumn]) -> Vec<StackColumn> {
    let mut found = Found::default();
    for row in rows {
        found.add(row);
    }
    inferred(&found, &[Arc::clone(pack)], standing)
}

fn table(rows: &[StackRow], pack: &Arc<Pack>, edits: &[Correction]) -> Vec<ShownRow> {
    let table = Table::new(columns(rows, pack, &[]), rows.to_vec(), edits);
    let shown = rows.iter().map(|row| {
        let at = table.rivals(row);
        let rivals: Vec<StackRow> = rows
            .iter()
            .filter(|other| at.contains(&other.position))
            .cloned()
            .collect();
        table.shown(row.clone(), &rivals)
    });
    shown.collect()
}

/// The wages of a row.
fn wages<'s>(shown: &'s [ShownRow], row: usize, pack: &Arc<Pack>) -> &'s touchstone_core::record::StackCell {
    let rows: Vec<StackRow> = shown.iter().map(|shown| shown.row.clone()).collect();
    let columns = columns(&rows, pack, &[]);
    let index = columns.iter().position(|column| column.name == "wages_tips").unwrap();
    shown[row].cells[index].as_ref().unwrap()
}

#[test]
fn truth_of_a_person_comes_before_acceptance_and_both_before_what_was_read() {
    let pack = tax();
    let mut run_record = read();
    let value = run_record.forms[0].fields["wages_tips"].value.clone();
    let unsettled = only_row(&pack, &run_record, 1, None);
    assert_eq!(unsettled.cells["wages_tips"].state, CellState::Unsettled);
    assert_eq!(unsettled.cells["wages_tips"].source, "local");

    run_record.decision.as_mut().unwrap().outcome = touchstone_core::record::Decided::AutoAccept;
    run_record.truth = Some(truth(&run_record, TruthSource::AutoAccepted, value.as_str().unwrap()));
    let accepted = only_row(&pack, &run_record, 1, None);
    let cell = &accepted.cells["wages_tips"];
    assert_eq!((cell.state, cell.others.len()), (CellState::Accepted, 0));

    let of_person = truth(&run_record, TruthSource::SmeCorrected, "99.00");
    let settled = only_row(&pack, &run_record, 1, Some(&of_person));
    let cell = &settled.cells["wages_tips"];
    assert_eq!(
        (cell.state, &cell.field.value, cell.source.as_str()),
        (CellState::Settled, &json!("99.00"), "SME_CORRECTED")
    );
    // What it was taken instead of stays visible, each value once.
    let others: Vec<(&Value, &str)> = cell
        .others
        .iter()
        .map(|one| (&one.value, one.source.as_str()))
        .collect();
    assert_eq!(others, [(&value, "AUTO_ACCEPTED")]);
}

#[test]
fn columns_are_fields_that_some_row_has_in_the_order_of_the_template() {
    let pack = tax();
    let w2 = only_row(&pack, &read(), 1, None);
    let mut interest = read();
    interest.forms[0].label = "1099-INT".to_owned();
    let year = interest.forms[0].fields["tax_year"].clone();
    interest.forms[0].fields = [("tax_year", year.clone()), ("interest_income", year)]
        .into_iter()
        .map(|(name, field)| (name.to_owned(), field))
        .collect();
    let interest = only_row(&pack, &interest, 2, None);
    let asked = asked("region", "text", "the region of the branch").unwrap();
    let found = columns(&[interest, w2.clone()], &pack, std::slice::from_ref(&asked));
    let names: Vec<&str> = found.iter().map(|column| column.name.as_str()).collect();
    let order: Vec<&str> = pack
        .template_for("W-2")
        .fields
        .iter()
        .map(|field| field.name.as_str())
        .collect();
    let of_w2: Vec<&str> = names
        .iter()
        .copied()
        .filter(|name| w2.cells.contains_key(*name))
        .collect();
    assert!(
        of_w2.is_sorted_by_key(|name| order.iter().position(|other| other == name)),
        "{names:?}"
    );
    assert!(!names.contains(&"medicare_tax"), "no row has it: {names:?}");
    assert_eq!(names[names.len() - 2..], ["interest_income", "region"]);
    let both = found.iter().find(|column| column.name == "tax_year").unwrap();
    assert_eq!(both.labels(), ["W-2", "1099-INT"], "the same name and format in both");
    assert!(found.iter().filter(|column| column.is_asked()).eq([&asked]));
    // A field of another format is a column of its own.
    let other = super::asked("tax_year", "text", "the year in words").unwrap();
    let apart = columns(&[w2], &pack, &[other]);
    let years = apart.iter().filter(|column| column.field == "tax_year");
    assert_eq!(
        years
            .map(|column| column.origin == ColumnOrigin::Asked)
            .collect::<Vec<_>>(),
        [false, true]
    );
}

fn about(mut row: StackRow, account: &str, key: &str) -> StackRow {
    row.head.identity = RowIdentity {
        year: Some(2024),
        account: Some(account.to_owned()),
        corrected: false,
        known_by: vec![key.to_owned()],
    };
    row
}

#[test]
fn copies_count_once_and_forms_that_contradict_each_other_are_conflicts() {
    let pack = tax();
    let one = about(only_row(&pack, &read(), 1, None), "A", "first");
    let copy = about(only_row(&pack, &read(), 2, None), "A", "first");
    let mut other = about(only_row(&pack, &read(), 3, None), "A", "second");
    other.cells["wages_tips"].field.value = json!("7.00");
    let shown = table(&[one.clone(), copy, other.clone()], &pack, &[]);
    assert_eq!((shown[1].counts, shown[1].copy_of.as_deref()), (false, Some("1")));
    for (row, rival) in [(0, "row 3"), (2, "row 1")] {
        let cell = wages(&shown, row, &pack);
        assert_eq!((cell.state, cell.others.len()), (CellState::Conflict, 1), "{row}");
        assert_eq!(cell.others[0].source, rival);
    }
    assert!(wages(&shown, 1, &pack).others.is_empty());

    // Truth takes precedence, and the other form remains in doubt.
    let mut settled = one;
    settled.head.state = CellState::Settled;
    settled
        .cells
        .values_mut()
        .for_each(|cell| cell.state = CellState::Settled);
    let shown = table(&[settled, other], &pack, &[]);
    assert_eq!(
        (wages(&shown, 0, &pack).state, wages(&shown, 1, &pack).state),
        (CellState::Settled, CellState::Conflict)
    );
    assert_eq!(wages(&shown, 0, &pack).others.len(), 1);
}

#[test]
fn an_edit_stands_until_it_is_undone_and_shows_what_changed_since() {
    let pack = tax();
    let row = only_row(&pack, &read(), 1, None);
    let before = row.cells["wages_tips"].field.value.clone();
    let edit = Correction::of_person(
        row.document_id,
        field_path(1, "wages_tips"),
        before.clone(),
        json!("5.00"),
    );
    let edited = |row: &StackRow, edits: &[Correction]| {
        let mut shown = table(std::slice::from_ref(row), &pack, edits);
        let cells = shown.remove(0).cells.into_iter().flatten();
        cells.filter(|cell| cell.state == CellState::Edited).collect::<Vec<_>>()
    };
    let cells = edited(&row, std::slice::from_ref(&edit));
    assert_eq!(
        (cells.len(), &cells[0].field.value, cells[0].others.len()),
        (1, &json!("5.00"), 0)
    );
    let mut changed = row.clone();
    changed.cells["wages_tips"].field = Field {
        value: json!("6.00"),
        ..Field::missing()
    };
    let cells = edited(&changed, std::slice::from_ref(&edit));
    assert_eq!(cells[0].others[0].value, json!("6.00"));
    let undo = Correction {
        undoes: Some(edit.id),
        ..Correction::of_person(row.document_id, edit.path.clone(), json!("5.00"), before)
    };
    assert_eq!(edited(&row, &[edit, undo]), []);
}

#[test]
fn a_document_that_was_not_read_has_a_row() {
    let run_record = read();
    let made = rows(&Sources {
        document: &run_record.document,
        position: 4,
        run_record: None,
        of_person: None,
        pack: Some(&tax()),
    });
    assert_eq!(
        (made.len(), made[0].head.state, made[0].head.free),
        (1, CellState::Missing, true)
    );
}

#[test]
fn a_segment_of_a_chart_says_whose_it_is_and_two_patients_are_a_conflict() {
    let pack = PackShelf::open(&[default_folder().unwrap()]).get("clinical").unwrap();
    let page = |number: u32, text: &str| {
        let mut page = crate::store::fixture::page(number, &[]);
        page.reading = crate::checks::case::typed(text);
        page
    };
    let mut found = Identifiers::of(&pack).unwrap();
    found.add(&page(
        1,
        "Patient Name: Jane Doe\nDOB: 03/14/1961\nDate of Service: 02/03/2024",
    ));
    found.add(&page(2, "Patient Name: Doe, Jane\nDate of Service: 02/04/2024"));
    let cells = found.into_cells();
    let values: Vec<(&str, &Value)> = cells
        .iter()
        .map(|(field, cell)| (field.as_str(), &cell.field.value))
        .collect();
    assert_eq!(
        values,
        [
            ("patient_name", &json!("Jane Doe")),
            ("patient_date_of_birth", &json!("03/14/1961")),
            ("date", &json!("02/03/2024")),
        ]
    );
    assert!(cells.values().all(|cell| cell.others.is_empty()));
    let mut mixed = Identifiers::of(&pack).unwrap();
    mixed.add(&page(1, "Patient Name: Jane Doe"));
    mixed.add(&page(2, "Patient Name: Robert Miller"));
    let cell = &mixed.into_cells()["patient_name"];
    assert_eq!(
        (cell.state, &cell.others[0].value),
        (CellState::Conflict, &json!("Robert Miller"))
    );
    assert!(Identifiers::of(&tax()).is_none());
}
