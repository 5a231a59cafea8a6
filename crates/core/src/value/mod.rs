//! Field values: converts printed text to the stored form, and back. A parser reports why it rejects a text.

pub mod amount;
pub mod code;
pub mod date;
pub mod day;
pub mod mark;
pub mod money;
pub mod percentage;
pub mod rate;
pub mod tin;
pub mod year;

use crate::record::Format;
use serde_json::Value;

/// Why a text is not a value of the requested format, as feedback for the reader of the form.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{text}\" is not {wanted}: {reason}")]
pub struct ValueFault {
    pub text: String,
    /// `a currency amount`, `an SSN`...
    pub wanted: &'static str,
    pub reason: String,
}

impl ValueFault {
    pub(crate) fn new(text: &str, wanted: &'static str, reason: impl Into<String>) -> Self {
        Self {
            text: text.to_owned(),
            wanted,
            reason: reason.into(),
        }
    }
}

/// Parses printed text into the stored value. Lists are assembled elsewhere, from their parts.
pub fn parse(format: &Format, text: &str) -> Result<Value, ValueFault> {
    let plain = text.trim();
    match format {
        Format::Text => match plain {
            "" => Err(ValueFault::new(text, "a text", "it is empty")),
            plain => Ok(Value::from(plain)),
        },
        Format::Regex(pattern) if pattern.is_match(plain) => Ok(Value::from(plain)),
        Format::Regex(pattern) => Err(ValueFault::new(text, "in the expected form", format!("{pattern}"))),
        Format::Currency => money::parse(plain).map(|amount| Value::from(money::print(amount))),
        Format::Rate => rate::parse(plain).map(|price| Value::from(rate::print(price))),
        Format::Ssn => tin::ssn(plain).map(|id| Value::from(id.text)),
        Format::Ein => tin::ein(plain).map(|id| Value::from(id.text)),
        Format::Tin => tin::tin(plain).map(|id| Value::from(id.text)),
        Format::Date => date::parse(plain).map(|day| Value::from(date::print(day))),
        Format::Percentage => percentage::parse(plain).map(|share| Value::from(percentage::print(share))),
        Format::Year => year::parse(plain).map(Value::from),
        Format::Bool => mark::parse(plain).map(Value::from),
        Format::Count => plain
            .parse::<u64>()
            .map(Value::from)
            .map_err(|_| ValueFault::new(text, "a count", "it is not a whole number")),
        Format::State => code::state(plain).map(Value::from),
        Format::Code(list) => code::listed(list, plain.trim_end_matches(':')).map(Value::from),
        Format::List => Err(ValueFault::new(text, "a list", "it is a single text")),
    }
}

/// The stored form of a JSON value with the meaning of the format, such as the number `12.5` for money.
pub fn canonical(format: &Format, value: &Value) -> Result<Value, ValueFault> {
    match (format, value) {
        (Format::List, Value::Array(_)) | (Format::Bool, Value::Bool(_)) => Ok(value.clone()),
        (Format::Bool, other) => Err(ValueFault::new(
            &shown(other),
            "a check box",
            "it is neither true nor false",
        )),
        (_, Value::String(text)) => parse(format, text),
        (_, Value::Number(number)) => parse(format, &number.to_string()),
        _ => Err(ValueFault::new(&shown(value), wanted(format), "it has the wrong type")),
    }
}

/// Whether a value is in the stored form of its format. `null` means "not found" and is always valid.
pub fn validate(format: &Format, value: &Value) -> Result<(), ValueFault> {
    if value.is_null() {
        return Ok(());
    }
    let stored = canonical(format, value)?;
    if stored == *value {
        return Ok(());
    }
    let reason = format!("it would be stored as {}", print(&stored));
    Err(ValueFault::new(&shown(value), wanted(format), reason))
}

/// A stored value as text, for messages and tables.
pub fn print(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn wanted(format: &Format) -> &'static str {
    match format {
        Format::Text => "a text",
        Format::Regex(_) => "in the expected form",
        Format::Currency => money::WANTED,
        Format::Rate => rate::WANTED,
        Format::Ssn => "an SSN",
        Format::Ein => "an EIN",
        Format::Tin => "a taxpayer number",
        Format::Date => date::WANTED,
        Format::Percentage => percentage::WANTED,
        Format::Year => year::WANTED,
        Format::Bool => mark::WANTED,
        Format::Count => "a count",
        Format::State => "a state code",
        Format::Code(_) => "a code from the list",
        Format::List => "a list",
    }
}

#[cfg(test)]
mod tests;
