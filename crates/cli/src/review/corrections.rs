//! Parses corrections, typed or from a file: `PATH=VALUE`, an object of paths and values, or the format of seed 003's
//! notebook (`corrected_dominant_type`...). Whether they apply is decided by the engine.

use crate::status::UsageError;
use anyhow::Context;
use serde_json::Value;
use std::path::Path;
use touchstone_engine::views::EnteredValue;

#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Given {
    pub(super) edits: Vec<EnteredValue>,
    pub(super) notes: Option<String>,
}

/// Names used by the notebook, and ours.
const NAMES: [(&str, &str); 3] = [
    ("corrected_dominant_type", "label"),
    ("corrected_segments", "segments"),
    ("corrected_mixture", "mixture"),
];

/// Reads the corrections of the file, then the typed ones.
pub(super) fn read(file: Option<&Path>, typed: &[String]) -> anyhow::Result<Given> {
    let mut given = match file {
        Some(file) => {
            let unread = || UsageError(format!("could not read corrections from {}", file.display()));
            let text = std::fs::read_to_string(file).with_context(unread)?;
            of_file(&text).with_context(unread)?
        }
        None => Given::default(),
    };
    for text in typed {
        given.edits.push(typed_one(text)?);
    }
    Ok(given)
}

fn of_file(text: &str) -> anyhow::Result<Given> {
    let object: serde_json::Map<String, Value> = serde_json::from_str(text)?;
    let mut given = Given::default();
    for (name, value) in object {
        if matches!(name.as_str(), "correction_notes" | "notes") {
            given.notes = value.as_str().map(str::to_owned);
            continue;
        }
        let ours = NAMES.iter().find(|(theirs, _)| *theirs == name);
        let path = ours.map_or(name.as_str(), |(_, ours)| ours);
        let (form, path) = place(path)?;
        given.edits.push(EnteredValue { form, path, value });
    }
    Ok(given)
}

fn typed_one(text: &str) -> anyhow::Result<EnteredValue> {
    let context = || UsageError(format!("`{text}` is not PATH=VALUE"));
    let (path, value) = text.split_once('=').with_context(context)?;
    let (form, path) = place(path.trim())?;
    // Lists and objects are JSON; everything else is taken literally.
    let value = match (form, value.trim_start().starts_with(['[', '{'])) {
        (None, true) => serde_json::from_str(value).with_context(context)?,
        _ => Value::String(value.to_owned()),
    };
    Ok(EnteredValue { form, path, value })
}

/// Splits a path into the form, counted from 0, and the place in it: `wages_tips`, `box_12[0].amount`; without a form,
/// the place in the classification: `label`, `segments[0].label`.
fn place(path: &str) -> anyhow::Result<(Option<usize>, String)> {
    let context = || {
        UsageError(format!(
            "`{path}` is not a path in a result, such as `label` or `forms[0].wages_tips`"
        ))
    };
    let Some(rest) = path.strip_prefix("forms[") else {
        let path = path.strip_prefix("classification.").unwrap_or(path);
        let path = if path.is_empty() { None } else { Some(path) };
        return Ok((None, path.with_context(context)?.to_owned()));
    };
    let (number, path) = rest.split_once("].").with_context(context)?;
    let path = path.strip_prefix("fields.").unwrap_or(path);
    Ok((Some(number.parse().ok().with_context(context)?), path.to_owned()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    #[test]
    fn places_are_typed_with_or_without_their_roots() {
        for (text, form, path, value) in [
            ("label=Other", None, "label", json!("Other")),
            (
                "classification.segments[1].label = A=B",
                None,
                "segments[1].label",
                json!(" A=B"),
            ),
            (
                "segments=[{\"first_page\":1}]",
                None,
                "segments",
                json!([{ "first_page": 1 }]),
            ),
            ("forms[1].fields.wages_tips=1.00", Some(1), "wages_tips", json!("1.00")),
            ("forms[0].box_12[0].code=", Some(0), "box_12[0].code", json!("")),
        ] {
            let path = path.to_owned();
            assert_eq!(typed_one(text).unwrap(), EnteredValue { form, path, value }, "{text}");
        }
        for text in ["label", "=x", "forms[x].a=1", "forms[0]=1"] {
            assert!(typed_one(text).unwrap_err().is::<UsageError>(), "{text}");
        }
    }

    #[test]
    fn a_file_may_be_the_notebooks() {
        let given = of_file(
            r#"{"corrected_dominant_type": "Other", "correction_notes": "a routine CBC", "forms[0].tax_year": 2024}"#,
        )
        .unwrap();
        assert_eq!(given.notes.as_deref(), Some("a routine CBC"));
        assert_eq!((given.edits[0].form, given.edits[0].path.as_str()), (None, "label"));
        assert_eq!((given.edits[1].form, &given.edits[1].value), (Some(0), &json!(2024)));
        assert!(of_file("[]").is_err());
    }
}
