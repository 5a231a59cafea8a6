//! Tool `complete_table`: says that the rows are done, unless they plainly are not.

use super::{StackScope, StackTools, in_words};
use crate::tools::{Answer, arguments, reply};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

pub(super) const NAME: &str = "complete_table";
pub(super) const ABOUT: &str = "Says that the rows are done. Refused while a row with open columns was not extracted.";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {}

pub(super) async fn run(tools: &mut StackTools<'_>, input: Value) -> Answer {
    let Arguments {} = arguments(input)?;
    if tools.stack.columns.is_empty() {
        return Err("The table has no columns: call define_columns first.".to_owned());
    }
    let rows = tools.rows().await?;
    let left = rows.iter().find(|row| !row.open_gaps(&tools.stack.columns).is_empty());
    if let Some(row) = left {
        return Err(format!(
            "Row {} of document {} is not extracted: call extract_row, without values if nothing is printed.",
            row.row.form, row.row.position
        ));
    }
    // The program completes a table whose documents are done one by one.
    if tools.scope == StackScope::Whole {
        tools
            .store
            .complete_stack(tools.stack.id, true)
            .await
            .map_err(in_words)?;
    }
    tools.completed = true;
    Ok(reply("The rows are done."))
}
