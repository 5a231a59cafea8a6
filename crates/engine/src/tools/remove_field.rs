//! Tool `remove_field`: removes the value at a path.

use super::{Answer, Toolbox, arguments, reply};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use touchstone_core::path::{Path, PathError};

pub(super) const NAME: &str = "remove_field";
pub(super) const ABOUT: &str = "Removes the value, row or field at a path. Later rows of a list move up.";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {
    /// A path such as `other` or `items[2]`.
    path: String,
}

pub(super) fn run(toolbox: &mut Toolbox<'_>, input: Value) -> Answer {
    let Arguments { path } = arguments(input)?;
    let path: Path = path.parse().map_err(|error: PathError| error.to_string())?;
    toolbox.draft.remove(&path).map_err(|error| error.to_string())?;
    Ok(reply(format!("Removed `{path}`.")))
}
