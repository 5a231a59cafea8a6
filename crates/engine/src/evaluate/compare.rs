//! Decides whether a predicted value is right. Values are compared leaf by leaf: a list of objects counts every cell.
//! Numbers and dates are parsed here independently, so that a bug in the engine's parsers is not repeated. `rows`
//! pairs the rows of two lists.

use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The result for one leaf of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Identical.
    Exact,
    /// The same apart from case, spaces, punctuation or number format.
    Normalised,
    /// Another value.
    Wrong,
    /// The truth has a value, the prediction has none.
    Missed,
    /// The prediction has a value, the document has none.
    Invented,
}

impl Verdict {
    /// Whether the value is the same, however it is written.
    pub fn is_right(self) -> bool {
        matches!(self, Verdict::Exact | Verdict::Normalised)
    }
}

/// The leaves of a value by path: an object's are `.code`, a list's `[0].code`, and a plain value has the empty path.
/// Nulls, empty texts and empty lists are not leaves.
pub(super) fn leaves_of(value: &Value) -> BTreeMap<String, &Value> {
    let mut found = BTreeMap::new();
    collect(String::new(), value, &mut found);
    found
}

fn collect<'a>(path: String, value: &'a Value, found: &mut BTreeMap<String, &'a Value>) {
    match value {
        Value::Null => {}
        Value::String(text) if text.is_empty() => {}
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                collect(format!("{path}[{index}]"), item, found);
            }
        }
        Value::Object(parts) => {
            for (name, part) in parts {
                collect(format!("{path}.{name}"), part, found);
            }
        }
        leaf => {
            found.insert(path, leaf);
        }
    }
}

/// Compares a leaf with the truth; `None` if neither has a value.
pub(super) fn verdict(predicted: Option<&Value>, truth: Option<&Value>) -> Option<Verdict> {
    match (predicted, truth) {
        // An unticked box that the truth does not mention is not an invention.
        (None | Some(Value::Bool(false)), None) => None,
        (None, Some(_)) => Some(Verdict::Missed),
        (Some(_), None) => Some(Verdict::Invented),
        (Some(predicted), Some(truth)) if predicted == truth => Some(Verdict::Exact),
        (Some(predicted), Some(truth)) if normalised(predicted) == normalised(truth) => Some(Verdict::Normalised),
        _ => Some(Verdict::Wrong),
    }
}

/// The value as a person would compare it: a number by its amount, a date by its day, a text by its letters and
/// digits.
fn normalised(value: &Value) -> String {
    let text = value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
    let text = text.trim();
    if let Some(number) = number(text) {
        return number.normalize().to_string();
    }
    if let Some(day) = day(text) {
        return day.to_string();
    }
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// `2,600`, `$2600.00`, `(12.50)`, `-12.5`, `32 %`. Digits that begin with a zero are an identifier, not a number.
fn number(text: &str) -> Option<Decimal> {
    let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let plain: String = inner
        .unwrap_or(text)
        .chars()
        .filter(|c| !matches!(c, '$' | ',' | ' ' | '%'))
        .collect();
    let digits = plain.trim_start_matches('-');
    let identifier = digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0.");
    if identifier || !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    let number: Decimal = plain.parse().ok()?;
    Some(if inner.is_some() { -number } else { number })
}

/// `2024-01-31`, `1/31/2024`, `01-31-24`, `Jan 31, 2024`, `31 January 2024`.
fn day(text: &str) -> Option<Date> {
    const FORMS: [&str; 9] = [
        "%Y-%m-%d", "%m/%d/%y", "%m/%d/%Y", "%m-%d-%y", "%m-%d-%Y", "%b %d %Y", "%B %d %Y", "%d %b %Y", "%d %B %Y",
    ];
    let plain = text.replace([',', '.'], " ");
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    FORMS.iter().find_map(|form| Date::strptime(form, &plain).ok())
}

/// The field a leaf belongs to, without list positions: `box_12[3].code` is `box_12.code`.
pub(super) fn column(leaf: &str) -> String {
    let mut inside = false;
    leaf.chars()
        .filter(|c| match c {
            '[' => {
                inside = true;
                false
            }
            ']' => {
                inside = false;
                false
            }
            _ => !inside,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn leaves_of_nested_values() {
        let value = json!([{"code": "D", "amount": null}, {"code": "W", "note": ""}, []]);
        let names: Vec<String> = leaves_of(&value).into_keys().collect();
        assert_eq!(names, ["[0].code", "[1].code"]);
        assert_eq!(leaves_of(&json!("1")).into_keys().collect::<Vec<_>>(), [""]);
        assert_eq!(column("list[12].code"), "list.code");
    }

    #[test]
    fn verdicts() {
        let check = |predicted: Value, truth: Value, wanted: Option<Verdict>| {
            let some = |value: &Value| (!value.is_null()).then(|| value.clone());
            assert_eq!(
                verdict(some(&predicted).as_ref(), some(&truth).as_ref()),
                wanted,
                "{predicted} against {truth}"
            );
        };
        check(json!("2600.00"), json!("2600.00"), Some(Verdict::Exact));
        check(json!("2600.00"), json!("2,600"), Some(Verdict::Normalised));
        check(json!("ACME, Inc."), json!("Acme Inc"), Some(Verdict::Normalised));
        check(json!("2600.00"), json!("2600.01"), Some(Verdict::Wrong));
        check(json!(null), json!("1"), Some(Verdict::Missed));
        check(json!("1"), json!(null), Some(Verdict::Invented));
        check(json!(false), json!(null), None);
        check(json!(true), json!(null), Some(Verdict::Invented));
        check(json!(null), json!(null), None);
        check(json!(2020), json!("2020"), Some(Verdict::Normalised));
        check(json!("-12.50"), json!("(12.5)"), Some(Verdict::Normalised));
        check(json!("-12.50"), json!("12.50"), Some(Verdict::Wrong));
        check(json!("12"), json!("12 %"), Some(Verdict::Normalised));
        check(
            json!("2024-01-31"),
            json!("January 31, 2024"),
            Some(Verdict::Normalised),
        );
        check(json!("2024-01-31"), json!("1/31/24"), Some(Verdict::Normalised));
        check(json!("2024-01-31"), json!("1/30/24"), Some(Verdict::Wrong));
        check(json!("00123"), json!("123"), Some(Verdict::Wrong));
        check(json!("554030876"), json!("554-03-0876"), Some(Verdict::Normalised));
    }
}
