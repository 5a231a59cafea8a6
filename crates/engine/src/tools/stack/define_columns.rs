//! Tool `define_columns`: adds columns to a table that has none.

use super::{StackTools, in_words};
use crate::stacks::asked;
use crate::tools::{Answer, arguments, refusal, reply};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

pub(super) const NAME: &str = "define_columns";
pub(super) const ABOUT: &str =
    "Defines the columns of a table that has none yet. A table with columns is filled as it is.";

/// Max columns that a model may define; wider tables are hard to read.
const MOST: usize = 40;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {
    #[schemars(length(min = 1, max = 40))]
    columns: Vec<Defined>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Defined {
    /// In lower case, with `_` between words: `invoice_date`.
    name: String,
    /// `text`, `currency`, `rate`, `ssn`, `ein`, `tin`, `date`, `percentage`, `year`, `bool` or `state`.
    format: String,
    /// What the values are, in a few words.
    about: String,
}

pub(super) async fn run(tools: &mut StackTools<'_>, input: Value) -> Answer {
    let Arguments { columns } = arguments(input)?;
    if !tools.stack.columns.is_empty() {
        return Err("The table has its columns: fill those that get_table_state names.".to_owned());
    }
    let mut defined = Vec::new();
    let mut complaints = Vec::new();
    for column in columns.iter().take(MOST) {
        match asked(&column.name, &column.format, &column.about) {
            Ok(column)
                if defined
                    .iter()
                    .any(|known: &touchstone_core::record::StackColumn| known.name == column.name) =>
            {
                complaints.push(format!("`{}` is there twice", column.name));
            }
            Ok(column) => defined.push(column),
            Err(why) => complaints.push(why),
        }
    }
    if !complaints.is_empty() {
        return Err(refusal("No column is defined", &complaints));
    }
    let set = tools.store.set_stack_columns(&tools.stack, &defined).await;
    if !set.map_err(in_words)? {
        return Err("The table has its columns by now: call get_table_state.".to_owned());
    }
    tools.stack.columns = defined;
    tools.changes += 1;
    Ok(reply(format!("Defined {} columns.", tools.stack.columns.len())))
}
