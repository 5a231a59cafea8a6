//! Narrows our JSON schemas to the subset each provider enforces, and validates replies against the full schema:
//! providers guarantee the structure, ranges and patterns are checked here.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;
use serde_json::{Map, Value, json};

/// Max complaints about one reply that are passed to the model.
const MOST_COMPLAINTS: usize = 10;
const LONGEST_COMPLAINT: usize = 200;

/// How a provider's strict mode differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Subset {
    /// Every property is required; optional ones become nullable instead.
    pub all_required: bool,
    /// `const` is not supported and becomes an `enum` of one.
    pub no_const: bool,
    /// `maxItems` is enforced.
    pub most: bool,
}

/// Reduces the schema to what the provider enforces; other constraints are added to the description, so that the
/// model sees them.
pub(super) fn narrowed(schema: &Value, subset: Subset) -> Value {
    let Value::Object(schema) = schema else {
        return schema.clone();
    };
    let mut out = Map::new();
    let mut constraints = Vec::new();
    for (key, value) in schema {
        match key.as_str() {
            "$schema" | "title" | "default" | "examples" | "required" | "additionalProperties" => {}
            "const" if subset.no_const => {
                out.insert("enum".into(), json!([value]));
            }
            _ if is_held(key, value) || (key == "maxItems" && subset.most) => {
                out.insert(key.clone(), value.clone());
            }
            "items" => {
                out.insert(key.clone(), narrowed(value, subset));
            }
            "anyOf" | "oneOf" => {
                let all = value.as_array().into_iter().flatten();
                out.insert("anyOf".into(), all.map(|one| narrowed(one, subset)).collect());
            }
            "$defs" => {
                out.insert(key.clone(), each(value, |_, one| narrowed(one, subset)));
            }
            "properties" => {
                let required = required(schema);
                let inner = each(value, |name, one| {
                    let narrow = narrowed(one, subset);
                    if subset.all_required && !required.contains(&name) {
                        nullable(narrow)
                    } else {
                        narrow
                    }
                });
                let names: Vec<&String> = value.as_object().into_iter().flat_map(Map::keys).collect();
                let listed = if subset.all_required {
                    json!(names)
                } else {
                    json!(required)
                };
                out.insert(key.clone(), inner);
                out.insert("required".into(), listed);
                out.insert("additionalProperties".into(), json!(false));
            }
            // `format` of numbers (`double`, `uint32`) adds nothing to `type`.
            "format" if schema.get("type") != Some(&json!("string")) => {}
            _ => constraints.push(format!("{key}: {value}")),
        }
    }
    if !constraints.is_empty() {
        let before = out.get("description").and_then(Value::as_str).unwrap_or("");
        let words = format!("{before} ({})", constraints.join(", "));
        out.insert("description".into(), json!(words.trim_start()));
    }
    Value::Object(out)
}

/// Keywords every provider enforces unchanged. Of a list's length, only whether it may be empty.
fn is_held(key: &str, value: &Value) -> bool {
    let holds_any = ["type", "enum", "const", "description", "$ref"].contains(&key);
    holds_any || (key == "minItems" && value.as_u64().is_some_and(|least| least <= 1))
}

/// The schema as sent, and whether it is sent as strict: the model must support it (`can`) and the schema be fully
/// specified. Only then is it narrowed to what the dialect enforces.
pub(super) fn promised(schema: &Value, subset: Subset, can: bool) -> (Value, bool) {
    if can && is_closed(schema) {
        (narrowed(schema, subset), true)
    } else {
        (schema.clone(), false)
    }
}

/// Whether the schema is fully specified, as strict modes require: no object with free keys, no value of any type.
pub(super) fn is_closed(schema: &Value) -> bool {
    let Value::Object(schema) = schema else {
        return false;
    };
    let all = |key: &str| match schema.get(key) {
        Some(Value::Array(list)) => list.iter().all(is_closed),
        Some(Value::Object(map)) => map.values().all(is_closed),
        _ => true,
    };
    let open_object = names_type(schema, "object")
        && (!schema.contains_key("properties")
            || schema
                .get("additionalProperties")
                .is_some_and(|more| more != &json!(false)));
    let open_list = names_type(schema, "array") && !schema.get("items").is_some_and(is_closed);
    let is_constrained = ["type", "anyOf", "oneOf", "enum", "const", "$ref"]
        .iter()
        .any(|key| schema.contains_key(*key));
    is_constrained
        && !open_object
        && !open_list
        && !schema.contains_key("allOf")
        && ["anyOf", "oneOf", "properties", "$defs"].into_iter().all(all)
}

/// Validates a value against the full schema. Nulls that represent an omitted property are dropped first, since
/// strict modes have no other way to omit one.
pub fn accept(schema: &Value, value: Value) -> Result<Value, Vec<String>> {
    let value = without_nulls(schema, value);
    let validator =
        jsonschema::validator_for(schema).map_err(|error| vec![format!("the schema is invalid: {error}")])?;
    let complaints: Vec<String> = validator
        .iter_errors(&value)
        .take(MOST_COMPLAINTS)
        .map(|error| {
            let place = error.instance_path().to_string();
            let what = complaint(&error);
            if place.is_empty() {
                what
            } else {
                format!("{place}: {what}")
            }
        })
        .collect();
    if complaints.is_empty() {
        Ok(value)
    } else {
        Err(complaints)
    }
}

/// Words one complaint. All allowed names of an enum are listed, however many, because the model has to pick one.
fn complaint(error: &ValidationError<'_>) -> String {
    let short = |text: String| -> String { text.chars().take(LONGEST_COMPLAINT).collect() };
    match error.kind() {
        ValidationErrorKind::Enum { options } => {
            let names = options.as_array().into_iter().flatten().map(Value::to_string);
            let names: Vec<String> = names.collect();
            format!(
                "{} is not one of {}",
                short(error.instance().to_string()),
                names.join(", ")
            )
        }
        _ => short(error.to_string()),
    }
}

fn without_nulls(schema: &Value, value: Value) -> Value {
    match (schema, value) {
        (Value::Object(schema), Value::Object(map)) => {
            let required = required(schema);
            let known = schema.get("properties").and_then(Value::as_object);
            let kept = map.into_iter().filter_map(|(name, value)| {
                let Some(inner) = known.and_then(|known| known.get(&name)) else {
                    return Some((name, value));
                };
                let stands_for_nothing = value.is_null() && !required.contains(&name.as_str()) && !may_be_null(inner);
                (!stands_for_nothing).then(|| {
                    let value = without_nulls(inner, value);
                    (name, value)
                })
            });
            Value::Object(kept.collect())
        }
        (Value::Object(schema), Value::Array(list)) => {
            let Some(inner) = schema.get("items") else {
                return Value::Array(list);
            };
            list.into_iter().map(|value| without_nulls(inner, value)).collect()
        }
        (_, value) => value,
    }
}

fn may_be_null(schema: &Value) -> bool {
    match schema {
        Value::Object(schema) => {
            let any = schema.get("anyOf").or(schema.get("oneOf")).and_then(Value::as_array);
            let listed = schema.get("enum").and_then(Value::as_array);
            names_type(schema, "null")
                || any.is_some_and(|any| any.iter().any(may_be_null))
                || listed.is_some_and(|listed| listed.contains(&Value::Null))
                || schema.get("const") == Some(&Value::Null)
                || !["type", "anyOf", "oneOf", "enum", "const", "$ref"]
                    .iter()
                    .any(|key| schema.contains_key(*key))
        }
        other => other == &json!(true),
    }
}

fn nullable(schema: Value) -> Value {
    if may_be_null(&schema) {
        return schema;
    }
    let Value::Object(mut schema) = schema else {
        return schema;
    };
    if let Some(Value::Array(listed)) = schema.get_mut("enum") {
        listed.push(Value::Null);
    }
    if let Some(kind) = schema.get_mut("type") {
        match kind {
            Value::Array(types) => types.push(json!("null")),
            one => *one = json!([one.take(), "null"]),
        }
    } else if let Some(Value::Array(any)) = schema.get_mut("anyOf") {
        any.push(json!({"type": "null"}));
    } else if !schema.contains_key("enum") {
        return json!({"anyOf": [Value::Object(schema), {"type": "null"}]});
    }
    Value::Object(schema)
}

fn names_type(schema: &Map<String, Value>, name: &str) -> bool {
    match schema.get("type") {
        Some(Value::String(one)) => one == name,
        Some(Value::Array(types)) => types.iter().any(|one| one == name),
        _ => false,
    }
}

fn required(schema: &Map<String, Value>) -> Vec<&str> {
    let listed = schema.get("required").and_then(Value::as_array);
    listed.into_iter().flatten().filter_map(Value::as_str).collect()
}

fn each(map: &Value, change: impl Fn(&str, &Value) -> Value) -> Value {
    let entries = map.as_object().into_iter().flatten();
    Value::Object(entries.map(|(name, one)| (name.clone(), change(name, one))).collect())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const OPENAI: Subset = Subset {
        all_required: true,
        no_const: false,
        most: false,
    };

    fn reading() -> Value {
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Reading",
            "type": "object",
            "properties": {
                "label": {"type": "string", "enum": ["W-2", "OTHER"]},
                "year": {"type": "integer", "minimum": 1900, "maximum": 2100, "description": "tax year"},
                "ein": {"type": ["string", "null"], "pattern": "^[0-9]{2}-[0-9]{7}$"},
                "rows": {"type": "array", "minItems": 1, "items": {
                    "type": "object", "properties": {"amount": {"type": "string"}, "note": {"type": "string"}}, "required": ["amount"]}},
                "kind": {"oneOf": [{"const": "a"}, {"const": "b"}]}
            },
            "required": ["label", "ein"]
        })
    }

    #[test]
    fn strict_modes_get_what_they_hold_and_words_for_the_rest() {
        assert_eq!(
            narrowed(&reading(), OPENAI),
            json!({
                "type": "object",
                "properties": {
                    "label": {"type": "string", "enum": ["W-2", "OTHER"]},
                    "year": {"type": ["integer", "null"], "description": "tax year (minimum: 1900, maximum: 2100)"},
                    "ein": {"type": ["string", "null"], "description": "(pattern: \"^[0-9]{2}-[0-9]{7}$\")"},
                    "rows": {"type": ["array", "null"], "minItems": 1, "items": {
                        "type": "object",
                        "properties": {"amount": {"type": "string"}, "note": {"type": ["string", "null"]}},
                        "required": ["amount", "note"], "additionalProperties": false}},
                    "kind": {"anyOf": [{"const": "a"}, {"const": "b"}, {"type": "null"}]}
                },
                "required": ["label", "year", "ein", "rows", "kind"],
                "additionalProperties": false
            })
        );
        let gemini = Subset {
            all_required: false,
            no_const: true,
            most: false,
        };
        let narrow = narrowed(&reading(), gemini);
        assert_eq!(narrow["required"], json!(["label", "ein"]));
        assert_eq!(narrow["properties"]["kind"]["anyOf"][1], json!({"enum": ["b"]}));
    }

    #[test]
    fn open_schemas_are_not_promised_to_be_strict() {
        assert!(is_closed(&reading()));
        for open in [
            json!(true),
            json!({}),
            json!({"type": "object"}),
            json!({"type": "object", "additionalProperties": {"type": "string"}}),
            json!({"type": "object", "properties": {}, "additionalProperties": true}),
            json!({"type": "array"}),
            json!({"type": "object", "properties": {"value": true}}),
            json!({"type": "object", "properties": {"value": {"description": "anything"}}}),
            json!({"anyOf": [{"type": "string"}, {"type": "object"}]}),
            json!({"allOf": [{"type": "string"}]}),
        ] {
            assert!(!is_closed(&open), "{open}");
        }
    }

    #[test]
    fn ranges_and_patterns_are_ours_to_check() {
        let check = |value: Value| accept(&reading(), value);
        let fine = json!({"label": "W-2", "year": null, "ein": null, "rows": [{"amount": "1.00", "note": null}], "kind": null});
        assert_eq!(
            check(fine).unwrap(),
            json!({"label": "W-2", "ein": null, "rows": [{"amount": "1.00"}]})
        );
        for (value, place) in [
            (json!({"label": "W-9", "ein": null}), "/label"),
            (json!({"label": "W-2", "ein": null, "year": 1e15}), "/year"),
            (json!({"label": "W-2", "ein": "12-34"}), "/ein"),
            (json!({"label": "W-2", "ein": null, "rows": []}), "/rows"),
            (
                json!({"label": "W-2", "ein": null, "rows": [{"amount": null}]}),
                "/rows/0/amount",
            ),
            (json!({"label": "W-2"}), "\"ein\" is a required property"),
            (json!("text"), "object"),
            (json!([]), "object"),
        ] {
            let complaints = check(value.clone()).unwrap_err();
            assert!(
                complaints.iter().any(|complaint| complaint.contains(place)),
                "{value}: {complaints:?}"
            );
        }
    }

    #[test]
    fn who_has_to_choose_is_told_of_every_choice() {
        let names: Vec<String> = (1..=40).map(|number| format!("Form 1099-{number}")).collect();
        let complaints = accept(&json!({"enum": names}), json!("W-2")).unwrap_err();
        assert!(complaints[0].starts_with("\"W-2\" is not one of \"Form 1099-1\","));
        assert!(names.iter().all(|name| complaints[0].contains(name)), "{complaints:?}");
    }

    #[test]
    fn complaints_are_few_and_short() {
        let schema = json!({"type": "array", "items": {"type": "integer"}});
        let complaints = accept(&schema, json!(vec!["x".repeat(10_000); 50])).unwrap_err();
        assert_eq!(complaints.len(), MOST_COMPLAINTS);
        assert!(complaints.iter().all(|complaint| complaint.len() < 300));
    }
}
