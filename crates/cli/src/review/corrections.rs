//! Corrections as they are typed or lie in a file: `PATH=VALUE`, an object of paths and values, or what seed 003's notebook
//! wrote (`corrected_dominant_type`...). Not here: whether they can be made.

use crate::status::UsageError;
use anyhow::Context;
use serde_json::Value;
use std::path::Path;

/// One value and where it goes.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Correction {
    pub(super) place: Place,
    pub(super) value: Value,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Place {
    /// Within the classification: `label`, `segments[0].label`.
    Label(String),
    /// Within a form, counted from 0: `wages_tips`, `box_12[0].amount`.
    Field { form: usize, path: String },
}

#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Given {
    pub(super) edits: Vec<Correction>,
    pub(super) notes: Option<String>,
}

/// The names of the notebook, and ours.
const NAMES: [(&str, &str); 3] = [
    ("corrected_dominant_type", "label"),
    ("corrected_segments", "segments"),
    ("corrected_mixture", "mixture"),
];

impl Correction {
    /// The value as it would be typed.
    pub(super) fn text(&self) -> String {
        match &self.value {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        }
    }
}

/// Those of the file first, then the typed ones.
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
        given.edits.push(Correction {
            place: place(path)?,
            value,
        });
    }
    Ok(given)
}

fn typed_one(text: &str) -> anyhow::Result<Correction> {
    let told = || UsageError(format!("`{text}` is not PATH=VALUE"));
    let (path, value) = text.split_once('=').with_context(told)?;
    let place = place(path.trim())?;
    // Lists and objects are JSON; everything else is taken as it is typed.
    let value = match (&place, value.trim_start().starts_with(['[', '{'])) {
        (Place::Label(_), true) => serde_json::from_str(value).with_context(told)?,
        _ => Value::String(value.to_owned()),
    };
    Ok(Correction { place, value })
}

fn place(path: &str) -> anyhow::Result<Place> {
    let told = || {
        UsageError(format!(
            "`{path}` is no place of a result, such as `label` or `forms[0].wages_tips`"
        ))
    };
    let Some(rest) = path.strip_prefix("forms[") else {
        let path = path.strip_prefix("classification.").unwrap_or(path);
        let path = if path.is_empty() { None } else { Some(path) };
        return Ok(Place::Label(path.with_context(told)?.to_owned()));
    };
    let (number, path) = rest.split_once("].").with_context(told)?;
    let path = path.strip_prefix("fields.").unwrap_or(path);
    Ok(Place::Field {
        form: number.parse().ok().with_context(told)?,
        path: path.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    #[test]
    fn places_are_typed_with_or_without_their_roots() {
        let field = |form, path: &str| Place::Field {
            form,
            path: path.to_owned(),
        };
        let label = |path: &str| Place::Label(path.to_owned());
        for (text, place, value) in [
            ("label=Other", label("label"), json!("Other")),
            (
                "classification.segments[1].label = A=B",
                label("segments[1].label"),
                json!(" A=B"),
            ),
            (
                "segments=[{\"first_page\":1}]",
                label("segments"),
                json!([{ "first_page": 1 }]),
            ),
            ("forms[1].fields.wages_tips=1.00", field(1, "wages_tips"), json!("1.00")),
            ("forms[0].box_12[0].code=", field(0, "box_12[0].code"), json!("")),
        ] {
            assert_eq!(typed_one(text).unwrap(), Correction { place, value }, "{text}");
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
        assert_eq!(given.edits[0].place, Place::Label("label".to_owned()));
        assert_eq!(given.edits[1].text(), "2024");
        assert!(of_file("[]").is_err());
    }
}
