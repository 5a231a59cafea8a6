//! Tables of stored documents: filled in steps, edited, and with a model's answers that stay.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::desk::DeskOptions;
use crate::store::{Access, Place, RowAnswers, fixture};
use serde_json::json;
use tokio_util::sync::CancellationToken;
use touchstone_core::record::{CellState, Correction, Document, Field, StackCell};

const CASE: &str = "Ann";

async fn desk(documents: usize) -> Desk {
    let desk = Desk::open(&Place::Memory, Access::Own, DeskOptions::default())
        .await
        .unwrap();
    for _ in 0..documents {
        let document = Document {
            case: Some(CASE.to_owned()),
            page_count: Some(1),
            ..fixture::document()
        };
        desk.store.insert_document(&document).await.unwrap();
        let page = fixture::page(1, &["Branch", "North", "of", "1.00", "and", "1.00"]);
        desk.store.put_pages(document.id, &[page]).await.unwrap();
    }
    desk.signed_by(Some("Dana".to_owned()))
}

#[tokio::test]
async fn what_is_made_is_kept_when_it_is_stopped_and_not_made_again() {
    let desk = desk(5).await;
    let stop = CancellationToken::new();
    let halt = |done: u32, _| {
        if done == 2 {
            stop.cancel();
        }
    };
    let first = desk.fill_stack(CASE, &stop, halt).await.unwrap();
    assert_eq!((first.made, first.rows, first.stopped), (2, 2, true));
    assert_eq!(desk.stacks().await.unwrap()[0].unmade, 3);
    let go_on = CancellationToken::new();
    let second = desk.fill_stack(CASE, &go_on, |_, _| {}).await.unwrap();
    assert_eq!(
        (second.made, second.kept, second.rows, second.stopped),
        (3, 2, 5, false)
    );
    assert!(desk.fill_stack("Nobody", &go_on, |_, _| {}).await.is_err());
    // A document that joins the case is one to fill before the stack has seen it.
    let joins = Document {
        case: Some(CASE.to_owned()),
        ..fixture::document()
    };
    desk.store.insert_document(&joins).await.unwrap();
    let card = desk.stack_card(CASE).await.unwrap();
    assert_eq!((card.documents, card.unmade), (6, 1));
}

#[tokio::test]
async fn a_cell_is_set_with_its_only_place_undone_and_redone() {
    let desk = desk(1).await;
    desk.fill_stack(CASE, &CancellationToken::new(), |_, _| {})
        .await
        .unwrap();
    desk.add_stack_column(CASE, "branch", "text", "the branch")
        .await
        .unwrap();
    desk.add_stack_column(CASE, "fee", "currency", "the fee").await.unwrap();
    assert!(desk.add_stack_column(CASE, "fee", "currency", "again").await.is_err());
    for other in ["Fee", "file_name", "export_marking"] {
        assert!(desk.add_stack_column(CASE, other, "text", "the fee").await.is_err());
    }
    let said = desk.set_stack_cell(CASE, "1", "branch", "North").await.unwrap();
    assert_eq!(said, "row 1, branch: blank → North");
    desk.set_stack_cell(CASE, "1", "fee", "1.00").await.unwrap();
    let cells = async || desk.stack_view(CASE).await.unwrap().rows.remove(0).cells;
    let [Some(branch), Some(fee)] = &cells().await[..] else {
        panic!("two columns")
    };
    assert_eq!((branch.state, branch.source.as_str()), (CellState::Edited, "Dana"));
    assert_eq!(branch.evidence[0].quote, "North");
    assert!(fee.evidence.is_empty(), "it is there twice");
    assert_eq!(
        desk.stack_view(CASE).await.unwrap().columns[1].sum.as_deref(),
        Some("1.00")
    );
    assert_eq!(
        desk.undo_stack(CASE).await.unwrap().as_deref(),
        Some("row 1, fee: blank → 1.00")
    );
    assert_eq!(cells().await[1].as_ref().unwrap().state, CellState::Missing);
    assert_eq!(
        desk.redo_stack(CASE).await.unwrap().as_deref(),
        Some("row 1, fee: blank → 1.00")
    );
    assert_eq!(desk.redo_stack(CASE).await.unwrap(), None);
    desk.remove_stack_column(CASE, "fee").await.unwrap();
    assert_eq!(cells().await.len(), 1);
    // A new column of the same name has nothing of the old one.
    desk.add_stack_column(CASE, "fee", "text", "who asks for it")
        .await
        .unwrap();
    assert_eq!(cells().await[1].as_ref().unwrap().state, CellState::Missing);
    assert_eq!(
        desk.undo_stack(CASE).await.unwrap().as_deref(),
        Some("row 1, branch: blank → North")
    );
}

#[tokio::test]
async fn a_models_answer_stays_when_the_rows_are_made_again() {
    let desk = desk(1).await;
    let go_on = CancellationToken::new();
    desk.fill_stack(CASE, &go_on, |_, _| {}).await.unwrap();
    desk.add_stack_column(CASE, "branch", "text", "the branch")
        .await
        .unwrap();
    let stack = desk.stack(CASE).await.unwrap();
    let document = desk
        .store
        .stack_documents(stack.id)
        .await
        .unwrap()
        .remove(0)
        .document_id;
    let cell = StackCell {
        field: Field {
            value: json!("North"),
            ..Field::missing()
        },
        state: CellState::Unsettled,
        source: "acme:m".to_owned(),
        answered: true,
        others: Vec::new(),
    };
    let answers = RowAnswers {
        stack: stack.id,
        document,
        form: 1,
        cells: &[("branch".to_owned(), cell)].into_iter().collect(),
        asked: Some(",branch,"),
    };
    desk.store.answer_stack_row(&answers).await.unwrap();
    let edit = Correction::of_person(document, "forms[0].fields.fee".to_owned(), json!(null), json!("1.00"));
    desk.store.insert_correction(&edit).await.unwrap();
    let again = desk.fill_stack(CASE, &go_on, |_, _| {}).await.unwrap();
    assert_eq!((again.made, again.columns), (1, 1));
    // While it is read again there is nothing better.
    desk.store.queue(&fixture::run(document)).await.unwrap();
    let meanwhile = desk.fill_stack(CASE, &go_on, |_, _| {}).await.unwrap();
    assert_eq!((meanwhile.made, meanwhile.kept), (0, 1));
    let row = desk.store.stack_rows(stack.id, 1..=1).await.unwrap().remove(0);
    assert_eq!(
        (row.cells["branch"].field.value.clone(), row.asked.as_deref()),
        (json!("North"), Some(",branch,"))
    );
}
