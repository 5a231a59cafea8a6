//! The tables of stacks: positions, rows that leave with their document, edits.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::store::fixture;
use indexmap::IndexMap;
use serde_json::json;
use touchstone_core::record::{
    CellState, Correction, Document, Field, RowHead, RowIdentity, StackCell, StackDocument, StackRow, now,
};

async fn stack_of(store: &Store, case: Option<&str>, of: &[DocumentId]) -> Stack {
    let stack = Stack {
        id: StackId::fresh(),
        name: "All".to_owned(),
        case: case.map(str::to_owned),
        label: None,
        columns: Vec::new(),
        completed_at: None,
        created_at: now(),
    };
    assert!(store.insert_stack(&stack, of).await.unwrap());
    stack
}

async fn stored(store: &Store, case: Option<&str>) -> Document {
    let document = Document {
        case: case.map(str::to_owned),
        ..fixture::document()
    };
    store.insert_document(&document).await.unwrap();
    document
}

fn cell(value: &str, answered: bool) -> StackCell {
    StackCell {
        field: Field {
            value: json!(value),
            ..Field::missing()
        },
        state: CellState::Unsettled,
        source: "local".to_owned(),
        answered,
        others: Vec::new(),
    }
}

fn row(of: &StackDocument, form: u32, value: &str) -> StackRow {
    StackRow {
        document_id: of.document_id,
        position: of.position,
        form,
        head: RowHead {
            pack: "tax".to_owned(),
            label: "W-2".to_owned(),
            free: false,
            first_page: 1,
            last_page: 1,
            state: CellState::Unsettled,
            identity: RowIdentity::default(),
        },
        cells: [("wages_tips".to_owned(), cell(value, false))].into_iter().collect(),
        asked: None,
    }
}

/// Puts a text of a document into a row and an edit of a table that has another document too.
pub(in crate::store) async fn tabulate(store: &Store, document: DocumentId, text: &str) {
    let other = stored(store, None).await;
    let stack = stack_of(store, None, &[document, other.id]).await;
    let documents = store.stack_documents(stack.id).await.unwrap();
    let rows = [row(&documents[0], 1, text)];
    assert!(store.put_stack_rows(stack.id, &documents[0], &rows).await.unwrap());
    let path = "forms[0].fields.wages_tips".to_owned();
    let edit = Correction::of_person(document, path, json!(text), json!(format!("{text} the Second")));
    assert!(store.add_stack_edit(stack.id, 0, &edit).await.unwrap());
}

#[tokio::test]
async fn rows_and_edits_leave_with_their_document_and_a_stack_with_its_last() {
    let store = fixture::store().await;
    let (one, two) = (stored(&store, None).await, stored(&store, None).await);
    let stack = stack_of(&store, None, &[two.id, one.id, two.id]).await;
    let documents = store.stack_documents(stack.id).await.unwrap();
    let placed: Vec<_> = documents.iter().map(|one| (one.document_id, one.position)).collect();
    assert_eq!(
        placed,
        [(two.id, 1), (one.id, 2)],
        "each once, in the order that was asked for"
    );
    for of in &documents {
        let rows = [row(of, 1, "1.00"), row(of, 2, "2.00")];
        assert!(store.put_stack_rows(stack.id, of, &rows).await.unwrap());
        // Made of the same versions already.
        assert!(!store.put_stack_rows(stack.id, of, &rows).await.unwrap());
    }
    let path = "forms[0].fields.wages_tips".to_owned();
    let edit = Correction::of_person(one.id, path, json!("1.00"), json!("3.00"));
    assert!(store.add_stack_edit(stack.id, 0, &edit).await.unwrap());
    assert!(!store.add_stack_edit(stack.id, 0, &edit).await.unwrap());
    let kept = store.stack_edits(stack.id).await.unwrap();
    assert_eq!((kept.len(), &kept[0].after, kept[0].id), (1, &json!("3.00"), edit.id));

    store.trash(&[one.id]).await.unwrap();
    assert_eq!(
        store.stack_heads(stack.id).await.unwrap().len(),
        2,
        "nothing is shown of what is in the trash"
    );
    store.empty_trash().await.unwrap();
    let left = store.stack_rows(stack.id, 1..=9).await.unwrap();
    assert!(left.len() == 2 && left.iter().all(|row| row.document_id == two.id));
    assert_eq!(store.stack_edits(stack.id).await.unwrap(), []);
    store.trash(&[two.id]).await.unwrap();
    store.empty_trash().await.unwrap();
    assert_eq!(store.stacks().await.unwrap(), []);
}

#[tokio::test]
async fn a_stack_of_a_case_follows_it() {
    let store = fixture::store().await;
    let first = stored(&store, Some("Ann")).await;
    let stack = stack_of(&store, Some("Ann"), &[first.id]).await;
    let second = stored(&store, Some("Ann")).await;
    stored(&store, Some("Ben")).await;
    store.follow_case(&stack).await.unwrap();
    let positions = async || {
        let documents = store.stack_documents(stack.id).await.unwrap();
        documents
            .iter()
            .map(|one| (one.document_id, one.position))
            .collect::<Vec<_>>()
    };
    assert_eq!(positions().await, [(first.id, 1), (second.id, 2)]);
    store.set_case(first.id, Some("Ben")).await.unwrap();
    store.follow_case(&stack).await.unwrap();
    assert_eq!(positions().await, [(second.id, 2)], "positions stay");
}

#[tokio::test]
async fn a_models_answer_never_replaces_a_value_of_the_document() {
    let store = fixture::store().await;
    let one = stored(&store, None).await;
    let stack = stack_of(&store, None, &[one.id]).await;
    let documents = store.stack_documents(stack.id).await.unwrap();
    store
        .put_stack_rows(stack.id, &documents[0], &[row(&documents[0], 1, "1.00")])
        .await
        .unwrap();
    for value in ["north", "south"] {
        let cells: IndexMap<String, StackCell> = [("wages_tips", "9.00"), ("region", value)]
            .into_iter()
            .map(|(field, value)| (field.to_owned(), cell(value, true)))
            .collect();
        let answers = Answers {
            stack: stack.id,
            document: one.id,
            form: 1,
            cells: &cells,
            asked: Some(",region,"),
        };
        assert_eq!(store.answer_stack_row(&answers).await.unwrap(), ["wages_tips"]);
    }
    let rows = store.stack_rows(stack.id, 1..=1).await.unwrap();
    let values: Vec<_> = rows[0].cells.values().map(|cell| cell.field.value.clone()).collect();
    assert_eq!(values, [json!("1.00"), json!("south")]);
    assert_eq!(rows[0].asked.as_deref(), Some(",region,"));
}

#[tokio::test]
async fn columns_are_replaced_as_they_were_seen_and_open_the_table_again() {
    let store = fixture::store().await;
    let one = stored(&store, None).await;
    let stack = stack_of(&store, None, &[one.id]).await;
    assert!(store.complete_stack(stack.id, true).await.unwrap());
    assert!(!store.complete_stack(stack.id, true).await.unwrap());
    let columns = [touchstone_core::record::StackColumn {
        name: "region".to_owned(),
        title: "region".to_owned(),
        format: "text".to_owned(),
        field: "region".to_owned(),
        origin: touchstone_core::record::ColumnOrigin::Asked,
    }];
    assert!(store.set_stack_columns(&stack, &columns).await.unwrap());
    assert!(
        !store.set_stack_columns(&stack, &columns).await.unwrap(),
        "changed meanwhile"
    );
    let now = store.stacks().await.unwrap().remove(0);
    assert_eq!((now.completed_at, now.columns.len()), (None, 1));
    assert!(store.forget_stack(stack.id).await.unwrap());
    assert_eq!(store.document(one.id).await.unwrap(), one);
}
