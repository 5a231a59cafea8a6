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
    /// What the print of the value means.
    meaning: Meaning,
    /// The folded words of a text; empty for other values.
    words: Vec<String>,
}

/// Letters of a word that is no other one by chance.
const LONG: usize = 4;

/// The values of a form; `value` gives that of a field by its name.
pub fn given<'v>(template: &Template, value: impl Fn(&str) -> Option<&'v Value>) -> Vec<Given> {
    let mut found = Vec::new();
    for spec in &template.fields {
        match value(&spec.name) {
            Some(Value::Array(rows)) => {
                for (index, row) in rows.iter().enumerate() {
                    for part in &spec.parts {
                        let path = format!("{}[{index}].{}", spec.name, part.name);
                        let value = row.get(&part.name);
                        found.extend(value.and_then(|value| one(part, value, path, path_of_part(spec, part))));
                    }
                }
            }
            Some(value) => found.extend(one(spec, value, spec.name.clone(), spec.name.clone())),
            None => {}
        }
    }
    found
}

/// All fields that have a value of their own, by their paths without indices.
pub fn specs(template: &Template) -> Vec<(String, &FieldSpec)> {
    let mut found = Vec::new();
    for spec in &template.fields {
        if spec.parts.is_empty() {
            found.push((spec.name.clone(), spec));
        }
        found.extend(spec.parts.iter().map(|part| (path_of_part(spec, part), part)));
    }
    found
}

fn path_of_part(list: &FieldSpec, part: &FieldSpec) -> String {
    format!("{}[].{}", list.name, part.name)
}

fn one(spec: &FieldSpec, value: &Value, path: String, field: String) -> Option<Given> {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    let words = match spec.format {
        Format::Text => folded(&text),
        _ => Vec::new(),
    };
    let meaning = of_format(&spec.format, &meaning(&text));
    let given = Given {
        path,
        field,
        meaning,
        words,
    };
    let is_empty = given.meaning.is_empty() && given.words.is_empty();
    // An empty box is often filled in the same way.
    (!is_empty && !given.meaning.is_zero()).then_some(given)
}

/// What print can mean as a value of a format.
fn of_format(format: &Format, meaning: &Meaning) -> Meaning {
    let mut own = Meaning::default();
    match format {
        Format::Currency | Format::Rate | Format::Percentage => own.amounts.clone_from(&meaning.amounts),
        Format::Date => own.dates.clone_from(&meaning.dates),
        Format::Ssn | Format::Ein | Format::Tin | Format::Regex(_) => own.number.clone_from(&meaning.number),
        Format::Year => own.number = meaning.number.clone().filter(|number| is_year(number)),
        Format::State | Format::Code(_) => own.code.clone_from(&meaning.code),
        Format::Text => {
            own.clone_from(meaning);
            own.dates.clear();
        }
        Format::Bool | Format::Count | Format::List => {}
    }
    own
}

fn is_year(number: &str) -> bool {
    number.len() == 4 && (number.starts_with("19") || number.starts_with("20"))
}

/// Whether a candidate can be a value of a field.
pub fn fits(spec: &FieldSpec, candidate: &Candidate) -> bool {
    match (&spec.format, candidate.kind) {
        (Format::Text, _) => true,
        (_, Kind::Line) => false,
        (format, Kind::Typed) => !of_format(format, &candidate.meaning).is_empty(),
    }
}

impl Given {
    /// Whether a candidate shows this value, or a line of it.
    pub fn is_shown_by(&self, candidate: &Candidate) -> bool {
        match candidate.kind {
            Kind::Typed => self.meaning.agrees(&candidate.meaning),
            Kind::Line => !self.words.is_empty() && is_shown(&self.words, &folded(&candidate.text)),
        }
    }

    pub fn is_text(&self) -> bool {
        !self.words.is_empty()
    }

    /// Whether two values are printed alike.
    pub fn is_same(&self, other: &Self) -> bool {
        self.words == other.words && (self.meaning == other.meaning || self.meaning.agrees(&other.meaning))
    }
}

/// Whether a line has a text, or much of it.
fn is_shown(value: &[String], line: &[String]) -> bool {
    let shows = |part: &[String], whole: &[String]| is_within(part, whole) && is_much(part, whole);
    shows(value, line) || shows(line, value)
}

/// Whether the words of one text follow each other in another one, wherever either has its spaces.
fn is_within(part: &[String], whole: &[String]) -> bool {
    let letters = part.concat();
    let begins = |first: usize| {
        let mut read = String::new();
        for word in &whole[first..] {
            read.push_str(word);
            if read.len() >= letters.len() {
                break;
            }
        }
        read == letters
    };
    !letters.is_empty() && (0..whole.len()).any(begins)
}

/// Whether a part of a text is there by more than chance: two words, a long one, or half of the text.
fn is_much(part: &[String], whole: &[String]) -> bool {
    let letters = part.concat().len();
    part.len() > 1 || letters >= LONG || 2 * letters >= whole.concat().len()
}

/// The words of a text in small letters, without punctuation.
fn folded(text: &str) -> Vec<String> {
    let words = text.split_whitespace().map(|word| {
        let letters = word.chars().filter(|letter| letter.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect::<String>()
    });
    words.filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_shown_by_its_lines_and_within_others() {
        for (value, line, expected) in [
            ("Cash", "Paid by cash, thank you", true),
            ("Cash", "Cashier 4", false),
            ("12 Elm St, Apt 4, Eugene, OR 97401", "Eugene OR 97401", true),
            ("12 Elm St, Apt 4, Eugene, OR 97401", "or", false),
            ("O'Brien, Ann", "O' Brien Ann", true),
            ("2", "Box 2", false),
            ("2", "2", true),
        ] {
            let shown = is_shown(&folded(value), &folded(line));
            assert_eq!(shown, expected, "{value} in {line}");
        }
    }
}
