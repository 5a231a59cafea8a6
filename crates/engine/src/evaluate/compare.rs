//! When a predicted value is right. Values are compared leaf by leaf: a list of objects counts every cell.
//! Not here: adding up (see `score`).

use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// How one leaf of a form came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Verdict {
    /// The same to the letter.
    Exact,
    /// The same but for case, spaces, punctuation or how a number is written.
    Normalised,
    /// Another value.
    Wrong,
    /// The truth has a value, the prediction has none.
    Missed,
    /// The prediction has a value where the paper has none.
    Invented,
}

/// The leaves of a form's fields: `wages_tips`, `box_12[0].code`. Nulls, empty texts and empty lists are no leaves.
pub(super) fn leaves(fields: &Map<String, Value>) -> BTreeMap<String, Value> {
    let mut found = BTreeMap::new();
    for (name, value) in fields {
        collect(name.clone(), value, &mut found);
    }
    found
}

fn collect(path: String, value: &Value, found: &mut BTreeMap<String, Value>) {
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
            found.insert(path, leaf.clone());
        }
    }
}

/// A leaf against the truth; `None` when neither has a value.
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

/// Letters and digits in lower case; a number by its value, so that `2,600` is `2600.00`.
fn normalised(value: &Value) -> String {
    let text = value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
    let plain: String = text.chars().filter(|c| !matches!(c, '$' | ',' | ' ')).collect();
    if let Ok(number) = plain.parse::<rust_decimal::Decimal>() {
        return number.normalize().to_string();
    }
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
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
    fn leaves_of_nested_fields() {
        let fields =
            json!({"a": "1", "gone": null, "empty": [], "list": [{"code": "D", "amount": null}, {"code": "W"}]});
        let names: Vec<String> = fields.as_object().map(leaves).unwrap_or_default().into_keys().collect();
        assert_eq!(names, ["a", "list[0].code", "list[1].code"]);
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
    }
}
