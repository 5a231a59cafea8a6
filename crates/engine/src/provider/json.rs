//! Finds the JSON in a model's reply: bare, in a fence, or surrounded by text.

use serde_json::{Deserializer, Value};

/// Returns the first complete JSON object in the text.
pub fn json_of(text: &str) -> Option<Value> {
    for (at, _) in text.match_indices('{') {
        match Deserializer::from_str(&text[at..]).into_iter::<Value>().next()? {
            Ok(object) => return Some(object),
            // Truncated: an inner object would not be the intended one.
            Err(error) if error.is_eof() => return None,
            Err(_) => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn json_is_found_in_what_models_write() {
        let object = Some(json!({"label": "W-2", "n": {"a": [1]}}));
        for (text, expected) in [
            (r#"{"label": "W-2", "n": {"a": [1]}}"#, object.clone()),
            (
                "```json\n{\"label\": \"W-2\", \"n\": {\"a\": [1]}}\n```",
                object.clone(),
            ),
            (
                r#"Here it is: {"label": "W-2", "n": {"a": [1]}} as asked."#,
                object.clone(),
            ),
            (r#"In {braces}: {"label": "W-2", "n": {"a": [1]}}"#, object),
            (r#"{"label": "W-2""#, None),
            ("no object", None),
            ("", None),
        ] {
            assert_eq!(json_of(text), expected, "{text}");
        }
    }

    #[test]
    fn a_cut_object_does_not_give_its_inner_one() {
        assert_eq!(json_of(r#"{"fields": {"a": 1}, "label": "#), None);
    }
}
