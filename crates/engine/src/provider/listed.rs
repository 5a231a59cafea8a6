//! Parses a provider's model list: context sizes and capabilities. Fetching the list is in `remote`; the desk stores
//! it.

use super::catalog::Model;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One model of the list. Values the provider does not report are taken from the catalog.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    pub id: String,
    /// Context size in tokens.
    pub context: Option<u64>,
    /// Max tokens of one answer.
    pub output: Option<u32>,
    pub images: Option<bool>,
    pub schema: Option<bool>,
    pub effort: Option<bool>,
}

/// Parses the models of a reply: `data` from Anthropic and OpenAI-compatible servers, `models` from Gemini.
pub(super) fn listed(reply: &Value) -> Vec<Listed> {
    let entries = reply
        .get("data")
        .or_else(|| reply.get("models"))
        .and_then(Value::as_array);
    entries.into_iter().flatten().filter_map(one).collect()
}

fn one(entry: &Value) -> Option<Listed> {
    let id = entry.get("id").or_else(|| entry.get("name"))?.as_str()?;
    let count = |names: &[&str]| {
        names
            .iter()
            .find_map(|name| entry.get(name)?.as_u64())
            .filter(|count| *count > 0)
    };
    let can = |name: &str| {
        let value = entry.pointer(&format!("/capabilities/{name}"))?;
        value.as_bool().or_else(|| value.get("supported")?.as_bool())
    };
    Some(Listed {
        id: id.trim_start_matches("models/").to_owned(),
        // Keys of Anthropic, Gemini and vLLM. The trained context that local servers report is not read, because they
        // may be started with less.
        context: count(&["max_input_tokens", "inputTokenLimit", "max_model_len"]),
        output: count(&["max_tokens", "outputTokenLimit"]).and_then(|count| count.try_into().ok()),
        images: can("image_input"),
        schema: can("structured_outputs"),
        effort: can("effort"),
    })
}

impl Model {
    /// Updates the model with the provider's current description. It may remove pictures but never adds them, because
    /// the user consented to what the catalog says is sent.
    #[must_use]
    pub fn refreshed(mut self, listed: &Listed) -> Model {
        self.context = listed.context.unwrap_or(self.context);
        self.output = listed.output.unwrap_or(self.output);
        self.can.images &= listed.images.unwrap_or(true);
        self.can.schema = listed.schema.unwrap_or(self.can.schema);
        self.can.strict &= self.can.schema;
        self.can.effort = listed.effort.unwrap_or(self.can.effort);
        self.fitted()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::provider::Catalog;
    use serde_json::json;

    #[test]
    fn each_format_lists_its_models_in_its_own_words() {
        let model = |context, output| Listed {
            id: "m-1".to_owned(),
            context,
            output,
            ..Listed::default()
        };
        let supported = |supported: bool| json!({"supported": supported});
        for (name, reply, expected) in [
            (
                "Anthropic",
                json!({"data": [{"id": "m-1", "max_input_tokens": 200_000, "max_tokens": 64_000, "capabilities":
                    {"image_input": supported(false), "structured_outputs": supported(true), "effort": false}}]}),
                Listed {
                    images: Some(false),
                    schema: Some(true),
                    effort: Some(false),
                    ..model(Some(200_000), Some(64_000))
                },
            ),
            (
                "Gemini",
                json!({"models": [{"name": "models/m-1", "inputTokenLimit": 1_000_000, "outputTokenLimit": 65_536}]}),
                model(Some(1_000_000), Some(65_536)),
            ),
            (
                "OpenAI",
                json!({"data": [{"id": "m-1", "object": "model"}]}),
                model(None, None),
            ),
            (
                "vLLM",
                json!({"data": [{"id": "m-1", "max_model_len": 8_192}]}),
                model(Some(8_192), None),
            ),
            (
                "llama.cpp",
                json!({"data": [{"id": "m-1", "meta": {"n_ctx_train": 32_768}}]}),
                model(None, None),
            ),
        ] {
            assert_eq!(listed(&reply), [expected], "{name}");
        }
        assert_eq!(listed(&json!({"data": [{"no": "name"}, 1]})), []);
        assert_eq!(listed(&json!([])), []);
    }

    #[test]
    fn a_list_may_take_pictures_away_and_never_adds_them() {
        let (_, model) = Catalog::load(None).unwrap().find("anthropic").unwrap();
        assert!(model.can.images && model.can.strict);
        let none = model.clone().refreshed(&Listed::default());
        assert_eq!(none, model);
        let less = Listed {
            images: Some(false),
            schema: Some(false),
            context: Some(1_000),
            ..Listed::default()
        };
        let blind = model.refreshed(&less);
        assert!(!blind.can.images && !blind.can.schema && !blind.can.strict);
        assert_eq!(
            (blind.context, blind.output),
            (1_000, 250),
            "a question has to fit as well"
        );
        let more = Listed {
            images: Some(true),
            schema: Some(true),
            ..Listed::default()
        };
        let again = blind.refreshed(&more);
        assert!(!again.can.images && again.can.schema && !again.can.strict);
    }
}
