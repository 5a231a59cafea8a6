//! Tool `list_documents`: the documents of the stack by position.

use super::StackTools;
use crate::tools::{Answer, arguments, reply};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

pub(super) const NAME: &str = "list_documents";
pub(super) const ABOUT: &str = "Lists the documents of the stack. Each is named by its position.";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {}

pub(super) async fn run(tools: &StackTools<'_>, input: Value) -> Answer {
    let Arguments {} = arguments(input)?;
    let rows = tools.rows().await?;
    let documents = tools.documents().await?;
    let listed: Vec<Value> = documents
        .iter()
        .map(|document| {
            let own = rows.iter().filter(|row| row.row.position == document.position);
            let labels: Vec<&str> = own.map(|row| row.row.head.label.as_str()).collect();
            json!({
                "document": document.position,
                "file_name": document.file_name,
                "pages": document.pages,
                "labels": labels,
            })
        })
        .collect();
    Ok(reply(Value::Array(listed).to_string()))
}
