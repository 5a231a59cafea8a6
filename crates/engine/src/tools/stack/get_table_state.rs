//! Tool `get_table_state`: the columns, and the rows in scope with their values and their open columns.

use super::StackTools;
use crate::tools::{Answer, arguments, reply};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

pub(super) const NAME: &str = "get_table_state";
pub(super) const ABOUT: &str =
    "Shows the columns of the table, and of each row its values and the columns that are still open.";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {}

pub(super) async fn run(tools: &StackTools<'_>, input: Value) -> Answer {
    let Arguments {} = arguments(input)?;
    Ok(reply(described(tools).await?))
}

pub(super) async fn described(tools: &StackTools<'_>) -> Result<String, String> {
    let columns = &tools.stack.columns;
    let rows = tools.rows().await?;
    let of_some_row = |name: &str| {
        rows.iter()
            .any(|row| row.gaps(columns).iter().any(|gap| gap.name == name))
    };
    let filled = |index: usize| {
        rows.iter()
            .any(|row| row.cells[index].as_ref().is_some_and(|cell| cell.field.is_filled()))
    };
    let shown: Vec<Value> = columns
        .iter()
        .enumerate()
        .filter(|(index, column)| filled(*index) || of_some_row(&column.name))
        .map(|(_, column)| json!({"column": column.name, "format": column.format, "about": column.title}))
        .collect();
    let rows: Vec<Value> = rows
        .iter()
        .map(|row| {
            let cells = columns.iter().zip(&row.cells);
            let values: Map<String, Value> = cells
                .filter_map(|(column, cell)| Some((column.name.clone(), cell.as_ref()?)))
                .filter(|(_, cell)| cell.field.is_filled())
                .map(|(name, cell)| (name, cell.field.value.clone()))
                .collect();
            let open: Vec<&str> = row.gaps(columns).iter().map(|column| column.name.as_str()).collect();
            json!({
                "document": row.row.position,
                "row": row.row.form,
                "label": row.row.head.label,
                "pages": [row.row.head.first_page, row.row.head.last_page],
                "values": values,
                "open": open,
            })
        })
        .collect();
    Ok(json!({"columns": shown, "rows": rows}).to_string())
}
