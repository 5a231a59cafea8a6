//! Converts between columns and records: how enums, ids, times and nested records are written as text, and how text
//! that does not read back becomes a `Damaged` error that names its row.

use super::error::StoreError;
use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::error::Category;
use std::fmt::Display;
use std::str::FromStr;

/// A list or nested record as JSON.
pub(super) fn json<T: Serialize + ?Sized>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| unstorable(&error))
}

pub(super) fn json_or_null<T: Serialize>(value: Option<&T>) -> Result<Option<String>, StoreError> {
    value.map(json).transpose()
}

/// The name of a plain enum's variant, as serde writes it.
pub(super) fn word<T: Serialize>(value: T) -> Result<String, StoreError> {
    match serde_json::to_value(value) {
        Ok(Value::String(name)) => Ok(name),
        Ok(other) => Err(unstorable(&format!("{other} is not a name"))),
        Err(error) => Err(unstorable(&error)),
    }
}

pub(super) fn word_or_null<T: Serialize>(value: Option<T>) -> Result<Option<String>, StoreError> {
    value.map(word).transpose()
}

/// RFC 3339 with exactly three decimals, so that text sorts as time does.
pub(super) fn time(value: Timestamp) -> String {
    format!("{value:.3}")
}

fn unstorable(reason: &dyn Display) -> StoreError {
    StoreError::Unstorable {
        what: "write a record as text".to_owned(),
        reason: reason.to_string(),
    }
}

/// The row being read, for error messages.
pub(super) struct At {
    pub(super) table: &'static str,
    pub(super) id: String,
}

impl At {
    pub(super) fn new(table: &'static str, id: &(impl ToString + ?Sized)) -> Self {
        Self {
            table,
            id: id.to_string(),
        }
    }

    pub(super) fn damaged(&self, reason: impl Display) -> StoreError {
        StoreError::Damaged {
            table: self.table,
            id: self.id.clone(),
            reason: reason.to_string(),
        }
    }

    pub(super) fn json<T: DeserializeOwned>(&self, column: &str, text: &str) -> Result<T, StoreError> {
        self.read_json(column, serde_json::from_str(text))
    }

    /// Names the row if its JSON did not parse. The parser's own message can quote the value, which may be text of a
    /// document, so only the position is reported.
    pub(super) fn read_json<T>(&self, column: &str, parsed: serde_json::Result<T>) -> Result<T, StoreError> {
        parsed.map_err(|error| {
            let (how, place) = (how(error.classify()), error.column());
            self.damaged(format!("column `{column}` {how} at character {place}"))
        })
    }

    pub(super) fn json_or_null<T: DeserializeOwned>(
        &self,
        column: &str,
        text: Option<&str>,
    ) -> Result<Option<T>, StoreError> {
        text.map(|text| self.json(column, text)).transpose()
    }

    pub(super) fn word<T: DeserializeOwned>(&self, column: &str, text: String) -> Result<T, StoreError> {
        serde_json::from_value(Value::String(text)).map_err(|error| self.damaged(format!("column `{column}`: {error}")))
    }

    pub(super) fn word_or_null<T: DeserializeOwned>(
        &self,
        column: &str,
        text: Option<String>,
    ) -> Result<Option<T>, StoreError> {
        text.map(|text| self.word(column, text)).transpose()
    }

    /// Parses ids and times: anything written by `Display` and read by `FromStr`.
    pub(super) fn parse<T>(&self, column: &str, text: &str) -> Result<T, StoreError>
    where
        T: FromStr,
        T::Err: Display,
    {
        text.parse()
            .map_err(|error| self.damaged(format!("column `{column}` is {text:?}: {error}")))
    }

    pub(super) fn parse_or_null<T>(&self, column: &str, text: Option<&str>) -> Result<Option<T>, StoreError>
    where
        T: FromStr,
        T::Err: Display,
    {
        text.map(|text| self.parse(column, text)).transpose()
    }
}

fn how(category: Category) -> &'static str {
    match category {
        Category::Eof => "is cut off",
        Category::Syntax => "is not JSON",
        Category::Data => "has an unexpected value",
        Category::Io => "cannot be read",
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use touchstone_core::record::{RunState, TruthSource};

    #[test]
    fn enums_are_written_by_name_and_a_strange_name_is_damage() {
        assert_eq!(word(TruthSource::SmeValidated).unwrap(), "SME_VALIDATED");
        let at = At::new("runs", &"r1");
        assert_eq!(
            at.word::<RunState>("state", "queued".to_owned()).unwrap(),
            RunState::Queued
        );
        let error = at
            .word::<RunState>("state", "sleeping".to_owned())
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with("the stored record runs r1 is damaged: column `state`: unknown variant `sleeping`"),
            "{error}"
        );
    }

    #[test]
    fn times_sort_as_text() {
        let times = [
            "2026-01-02T03:04:05Z",
            "2026-01-02T03:04:05.1Z",
            "2026-01-02T03:04:05.123Z",
        ];
        let written: Vec<String> = times.iter().map(|text| time(text.parse().unwrap())).collect();
        assert_eq!(written[0], "2026-01-02T03:04:05.000Z");
        assert!(written.is_sorted());
    }
}
