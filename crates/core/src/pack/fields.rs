//! Validation of a template's fields: names, captions, formats and their parameters, parts of lists.

use super::at::{At, Codes, severity};
use super::error::PackError;
use super::raw::{RawField, RawGroup, RawLines, RawSign, RawSigns};
use super::{Extent, FieldGroup, FieldSpec, Lines, Signs};
use crate::record::{Format, Severity};
use regex::Regex;

/// Validates headings: their fields exist, and each is under only one heading.
pub(super) fn groups(at: At, raw: &[RawGroup], fields: &[FieldSpec]) -> Result<Vec<FieldGroup>, PackError> {
    for (index, group) in raw.iter().enumerate() {
        at.filled(&format!("groups[{index}].title"), &group.title)?;
        for name in &group.fields {
            if !fields.iter().any(|field| field.name == *name) {
                return Err(at.fault(
                    &format!("groups[{index}].fields"),
                    format!("there is no field `{name}`"),
                ));
            }
        }
    }
    at.unique("groups", raw.iter().map(|group| group.title.as_str()))?;
    let named = raw.iter().flat_map(|group| group.fields.iter().map(String::as_str));
    at.unique("groups.fields", named)?;
    let group = |raw: &RawGroup| FieldGroup {
        title: raw.title.clone(),
        fields: raw.fields.clone(),
    };
    Ok(raw.iter().map(group).collect())
}

pub(super) fn field(at: At, key: &str, raw: &RawField, codes: &Codes) -> Result<FieldSpec, PackError> {
    let sub = |name: &str| format!("{key}.{name}");
    at.filled(&sub("description"), &raw.description)?;
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if raw.name.is_empty() || !raw.name.chars().all(plain) {
        return Err(at.fault(
            &sub("name"),
            format!("`{}` must consist of lower-case letters, digits and `_`", raw.name),
        ));
    }
    for (name, texts) in [
        ("anchors", &raw.anchors),
        ("shared_anchors", &raw.shared_anchors),
        ("continuations", &raw.continuations),
        ("statements", &raw.statements),
        ("headings", &raw.headings),
        ("columns", &raw.columns),
        ("more_boxes", &raw.more_boxes),
    ] {
        at.all_filled(&sub(name), texts)?;
    }
    if raw.shared_anchors.is_empty() != matches!(raw.lines, RawLines::All) {
        return Err(at.fault(
            &sub("lines"),
            "is required with `shared_anchors`, and only with it: which lines of the shared box are meant",
        ));
    }
    let format = format(at, key, raw, codes)?;
    if (format == Format::Count) != raw.counts.is_some() {
        return Err(at.fault(&sub("counts"), "is required with the format `count`, and only with it"));
    }
    if format != Format::Bool && !raw.statements.is_empty() {
        return Err(at.fault(&sub("statements"), "are allowed only with the format `bool`"));
    }
    let mut parts = Vec::new();
    for (index, part) in raw.parts.iter().enumerate() {
        parts.push(field(at, &sub(&format!("parts[{index}]")), part, codes)?);
    }
    at.unique(&sub("parts"), parts.iter().map(|part| part.name.as_str()))?;
    let item = match &raw.item {
        None => None,
        Some(name) => Some(
            Format::named(name)
                .ok_or_else(|| at.fault(&sub("item"), format!("`{name}` is not a format for list items")))?,
        ),
    };
    if (format == Format::List) != (parts.is_empty() == item.is_some()) {
        return Err(at.fault(
            &sub("format"),
            "a list needs either `parts` or `item`; other formats take neither",
        ));
    }
    Ok(FieldSpec {
        name: raw.name.clone(),
        description: raw.description.clone(),
        location: raw.location.clone(),
        format,
        required: raw.required,
        if_empty: raw.if_empty.map_or(Severity::Minor, severity),
        critical: raw.critical.unwrap_or(raw.required),
        extent: extent(at, &sub("digits"), raw)?,
        bracketed: raw.bracketed,
        box_label: raw.box_label.clone(),
        more_boxes: raw.more_boxes.clone(),
        anchors: raw.anchors.clone(),
        shared_anchors: raw.shared_anchors.clone(),
        continuations: raw.continuations.clone(),
        statements: raw.statements.clone(),
        headings: raw.headings.clone(),
        columns: raw.columns.clone(),
        lines: match raw.lines {
            RawLines::All => Lines::All,
            RawLines::First => Lines::First,
            RawLines::Rest => Lines::Rest,
            RawLines::Phone => Lines::Phone,
        },
        signs: signs(at, &sub("signs"), &raw.signs)?,
        counts: raw.counts.clone(),
        parts,
        item,
    })
}

fn extent(at: At, key: &str, raw: &RawField) -> Result<Extent, PackError> {
    match (raw.multiline, raw.digits) {
        (true, true) => Err(at.fault(key, "`digits` and `multiline` cannot be combined: a number is one line")),
        (true, false) => Ok(Extent::Lines),
        (false, true) => Ok(Extent::Number),
        (false, false) => Ok(Extent::Line),
    }
}

fn signs(at: At, key: &str, raw: &[RawSigns]) -> Result<Vec<Signs>, PackError> {
    let mut signs = Vec::new();
    for (index, raw) in raw.iter().enumerate() {
        at.all_filled(&format!("{key}[{index}].words"), &raw.words)?;
        signs.push(Signs {
            words: raw.words.clone(),
            adds_to_held: matches!(raw.held, RawSign::Plus),
            adds_to_owed: matches!(raw.owed, RawSign::Plus),
        });
    }
    Ok(signs)
}

fn format(at: At, key: &str, raw: &RawField, codes: &Codes) -> Result<Format, PackError> {
    let sub = |name: &str| format!("{key}.{name}");
    let name = raw.format.as_deref().unwrap_or("text");
    if raw.pattern.is_some() && name != "regex" {
        return Err(at.fault(&sub("pattern"), "is allowed only with the format `regex`"));
    }
    if raw.codes.is_some() && name != "code" {
        return Err(at.fault(&sub("codes"), "is allowed only with the format `code`"));
    }
    match name {
        "regex" => {
            let pattern = raw.pattern.as_deref().unwrap_or_default();
            at.filled(&sub("pattern"), pattern)?;
            Regex::new(pattern)
                .map(Format::Regex)
                .map_err(|error| at.fault(&sub("pattern"), error.to_string()))
        }
        "code" => {
            let list = raw.codes.as_deref().unwrap_or_default();
            let found = codes.get(list).cloned().map(Format::Code);
            found.ok_or_else(|| at.fault(&sub("codes"), format!("there is no list of codes named `{list}`")))
        }
        "list" => Ok(Format::List),
        _ => Format::named(name).ok_or_else(|| at.fault(&sub("format"), format!("`{name}` is not a format"))),
    }
}
