//! The values of a filled form in the terms of the second reader.

use serde_json::Value;
use touchstone_core::pack::{FieldSpec, Template};
use touchstone_core::record::Format;
use touchstone_second::{Candidate, Kind, Meaning, meaning};

/// A value of a form that the second reader can find by itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Given {
    /// Where it is in the form: `items[2].amount`.
    pub path: String,
    /// The same without indices, which is what a candidate is assigned to: `items[].amount`.
    pub field: String,
    pub sought: Sought,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Sought {
    Typed(Meaning),
    /// Lines of a text, folded.
    Lines(Vec<String>),
}

/// The values of a form; `value` gives that of a field by its name.
pub fn given<'v>(template: &Template, value: impl Fn(&str) -> Option<&'v Value>) -> Vec<Given> {
    let mut found = Vec::new();
    for spec in &template.fields {
        match value(&spec.name) {
            Some(Value::Array(rows)) => {
                for (index, row) in rows.iter().enumerate() {
                    for part in &spec.parts {
                        let path = format!("{}[{index}].{}", spec.name, part.name);
                        found.extend(row.get(&part.name).and_then(|value| one(part, value, path)));
                    }
                }
            }
            Some(value) => found.extend(one(spec, value, spec.name.clone())),
            None => {}
        }
    }
    found
}

fn one(spec: &FieldSpec, value: &Value, path: String) -> Option<Given> {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    let sought = match spec.format {
        Format::Currency => Sought::Typed(Meaning {
            cents: meaning(&text).cents,
            ..Meaning::default()
        }),
        Format::Date => Sought::Typed(Meaning {
            dates: meaning(&text).dates,
            ..Meaning::default()
        }),
        Format::Ssn | Format::Ein | Format::Tin | Format::Regex(_) | Format::Year => Sought::Typed(Meaning {
            number: meaning(&text).number,
            ..Meaning::default()
        }),
        Format::Text => Sought::Lines(text.lines().map(folded).filter(|line| line.len() > 1).collect()),
        _ => return None,
    };
    let is_empty = match &sought {
        Sought::Typed(meaning) => meaning.is_empty(),
        Sought::Lines(lines) => lines.is_empty(),
    };
    let field = generic(&path);
    (!is_empty).then_some(Given { path, field, sought })
}

/// A path without indices.
fn generic(path: &str) -> String {
    let mut parts = path.split('[');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |path, part| {
        format!(
            "{path}[{}",
            part.trim_start_matches(|letter: char| letter.is_ascii_digit())
        )
    })
}

impl Given {
    /// Whether a candidate shows this value, or a line of it.
    pub fn is_shown_by(&self, candidate: &Candidate) -> bool {
        match (&self.sought, candidate.kind) {
            (Sought::Typed(meaning), Kind::Typed) => meaning.agrees(&candidate.meaning),
            (Sought::Lines(lines), Kind::Line) => {
                let text = folded(&candidate.text);
                lines
                    .iter()
                    .any(|line| line == &text || is_most_of(line, &text) || is_most_of(&text, line))
            }
            _ => false,
        }
    }
}

/// Whether a text is in another one and makes up at least half of it.
fn is_most_of(part: &str, whole: &str) -> bool {
    part.len() * 2 >= whole.len() && part.len() > 2 && whole.contains(part)
}

fn folded(text: &str) -> String {
    text.chars()
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}
