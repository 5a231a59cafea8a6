//! The tools see one stack, or one document of it, and save only what the page shows.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::store::{Access, Place, fixture};
use serde_json::{Value, json};
use touchstone_core::record::{CellState, Document, Field, RowHead, RowIdentity, StackCell, StackColumn, StackId, now};

/// A stack of two documents.
pub(crate) struct Scene {
    store: Store,
    stack: Stack,
}

impl Scene {
    /// Two documents; the row of each has a value of its own and an open column.
    pub(crate) async fn new(columns: &[(&str, &str)]) -> Self {
        let store = Store::open(&Place::Memory, Access::Own).await.unwrap();
        let mut of = Vec::new();
        for name in ["first.pdf", "second.pdf"] {
            let document = Document {
                file_name: name.to_owned(),
                page_count: Some(1),
                ..fixture::document()
            };
            store.insert_document(&document).await.unwrap();
            let page = fixture::page(1, &["Branch", "North", "Fee", "12.50", name]);
            store.put_pages(document.id, &[page]).await.unwrap();
            of.push(document.id);
        }
        let asked = columns
            .iter()
            .map(|(name, format)| crate::stacks::asked(name, format, "it").unwrap());
        let stack = Stack {
            id: StackId::fresh(),
            name: "All".to_owned(),
            case: None,
            label: None,
            columns: asked.collect(),
            completed_at: None,
            created_at: now(),
        };
        assert!(store.insert_stack(&stack, &of).await.unwrap());
        for document in store.stack_documents(stack.id).await.unwrap() {
            let row = StackRow {
                document_id: document.document_id,
                position: document.position,
                form: 1,
                head: RowHead {
                    pack: "tax".to_owned(),
                    label: "OTHER".to_owned(),
                    free: true,
                    first_page: 1,
                    last_page: 1,
                    state: CellState::Accepted,
                    identity: RowIdentity::default(),
                },
                cells: [("total".to_owned(), own("7.00"))].into_iter().collect(),
                asked: None,
            };
            assert!(store.put_stack_rows(stack.id, &document, &[row]).await.unwrap());
        }
        Self { store, stack }
    }

    pub(crate) fn tools(&self, scope: StackScope) -> StackTools<'_> {
        StackTools::new(&self.store, self.stack.clone(), &[], scope, "acme:m")
    }
}

fn own(value: &str) -> StackCell {
    StackCell {
        field: Field {
            value: json!(value),
            ..Field::missing()
        },
        state: CellState::Accepted,
        source: "AUTO_ACCEPTED".to_owned(),
        answered: false,
        others: Vec::new(),
    }
}

/// The answer to a call, and whether it is a refusal.
async fn answer(tools: &mut StackTools<'_>, name: &str, input: Value) -> (String, bool) {
    let result = tools
        .call(&Call {
            id: "1".to_owned(),
            name: name.to_owned(),
            input,
        })
        .await;
    (format!("{:?}", result.parts), result.is_error)
}

pub(crate) fn claim(column: &str, value: &str, quote: &str) -> Value {
    json!({"column": column, "value": value, "page": 1, "quote": quote, "confidence": 0.9})
}

const COLUMNS: [(&str, &str); 3] = [("branch", "text"), ("fee", "currency"), ("total", "currency")];

#[tokio::test]
async fn a_conversation_about_one_document_sees_no_other() {
    let scene = Scene::new(&COLUMNS).await;
    let mut bound = scene.tools(StackScope::Document(1));
    for tool in ["list_documents", "get_table_state"] {
        let (said, _) = answer(&mut bound, tool, json!({})).await;
        assert!(!said.contains("second") && said.contains("document"), "{said}");
    }
    let row = json!({"document": 2, "cells": []});
    for (tool, input) in [("get_document_text", json!({"document": 2})), ("extract_row", row)] {
        let (said, refused) = answer(&mut bound, tool, input).await;
        assert!(refused && said.contains("no document 2 here"), "{said}");
    }
    let mut whole = scene.tools(StackScope::Whole);
    let (said, refused) = answer(&mut whole, "get_document_text", json!({"document": 2})).await;
    assert!(!refused && said.contains("second.pdf"), "{said}");
    let (said, refused) = answer(&mut whole, "get_document_text", json!({"document": 2, "from_page": 2})).await;
    assert!(refused && said.contains("has 1 pages"), "{said}");
}

#[tokio::test]
async fn what_the_page_shows_is_saved_at_once_and_nothing_else() {
    let scene = Scene::new(&COLUMNS).await;
    let mut tools = scene.tools(StackScope::Document(1));
    let (said, refused) = answer(&mut tools, "complete_table", json!({})).await;
    assert!(refused && said.contains("is not extracted"), "{said}");
    let cells = [
        claim("branch", "North", ""),
        claim("fee", "99.00", "12.50"),
        claim("total", "12.50", "12.50"),
        claim("region", "North", "North"),
    ];
    let (said, refused) = answer(&mut tools, "extract_row", json!({"document": 1, "cells": cells})).await;
    assert!(refused && said.contains("Saved 1 values"), "{said}");
    for why in [
        "does not show the value 99.00",
        "has a value of the document",
        "no such column",
    ] {
        assert!(said.contains(why), "{why}: {said}");
    }
    let stored = scene.store.stack_rows(scene.stack.id, 1..=1).await.unwrap().remove(0);
    let branch = &stored.cells["branch"];
    assert_eq!(
        (branch.field.evidence[0].quote.as_str(), branch.answered),
        ("North", true)
    );
    assert_eq!(
        (stored.cells["total"].field.value.clone(), stored.asked),
        (json!("7.00"), None)
    );

    let cell = json!({"document": 1, "cell": claim("fee", "12.50", "Fee 12.50")});
    let (said, refused) = answer(&mut tools, "update_cell", cell).await;
    assert!(!refused, "{said}");
    let (said, refused) = answer(&mut tools, "extract_row", json!({"document": 1, "cells": []})).await;
    assert!(!refused, "{said}");
    let (said, refused) = answer(&mut tools, "complete_table", json!({})).await;
    assert!(!refused && tools.is_completed(), "{said}");
    // The other document is not done.
    let (said, refused) = answer(&mut scene.tools(StackScope::Whole), "complete_table", json!({})).await;
    assert!(refused && said.contains("document 2"), "{said}");
}

#[tokio::test]
async fn columns_are_defined_where_there_are_none() {
    let scene = Scene::new(&[]).await;
    let mut tools = scene.tools(StackScope::Document(1));
    let column = |name: &str, format: &str| json!({"name": name, "format": format, "about": "it"});
    for (columns, why) in [
        (json!([column("Branch", "text")]), "lower-case"),
        (json!([column("branch", "colour")]), "no format"),
        (
            json!([column("branch", "text"), column("branch", "text")]),
            "there twice",
        ),
    ] {
        let (said, refused) = answer(&mut tools, "define_columns", json!({"columns": columns})).await;
        assert!(refused && said.contains(why), "{said}");
    }
    let columns = json!([column("branch", "text"), column("fee", "currency")]);
    let (said, refused) = answer(&mut tools, "define_columns", json!({"columns": columns.clone()})).await;
    assert!(!refused && said.contains("Defined 2"), "{said}");
    let (_, refused) = answer(&mut tools, "define_columns", json!({"columns": columns})).await;
    assert!(refused);
    let stored: Vec<StackColumn> = scene.store.stacks().await.unwrap().remove(0).columns;
    assert!(stored.iter().all(StackColumn::is_asked) && stored.len() == 2);
}

#[test]
fn there_are_seven_tools() {
    let names: Vec<String> = stack_tools().into_iter().map(|tool| tool.name).collect();
    assert_eq!(
        names.join(" "),
        "list_documents get_document_text define_columns extract_row update_cell get_table_state complete_table"
    );
}
