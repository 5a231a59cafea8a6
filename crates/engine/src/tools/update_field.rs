//! Tool `update_field`: sets one value at a path, at any depth.

use super::quotes::{Claim, prove};
use super::{Answer, Toolbox, arguments, reply};
use serde_json::Value;
use touchstone_core::value;

pub(super) const NAME: &str = "update_field";
pub(super) const ABOUT: &str = "Changes or adds the one value at a path such as `employer_name` or `items[2].price`; everything else stays as it is.";

pub(super) type Arguments = Claim;

pub(super) async fn run(toolbox: &mut Toolbox<'_>, input: Value) -> Answer {
    let claim: Arguments = arguments(input)?;
    let proven = prove(toolbox, &claim).await?;
    let saved = format!("`{}` is now {}.", proven.path, value::print(&proven.value));
    let set = toolbox.draft.set(&proven.path, proven.value, proven.note);
    set.map_err(|error| error.to_string())?;
    Ok(reply(saved))
}
