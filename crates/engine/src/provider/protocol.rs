//! The wire formats. A translator turns a request into a body and events into a turn, without IO. A new format is one
//! file plus its lines here.

use super::codec::{Decoder, text_at};
use super::request::Request;
use super::{Model, anthropic, gemini, openai_chat, openai_responses};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::form_urlencoded;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Protocol {
    Anthropic,
    OpenaiResponses,
    OpenaiChat,
    Gemini,
}

/// How a key is sent: the header's name, and the prefix of its value.
pub(super) struct KeyHeader {
    pub name: &'static str,
    pub before: &'static str,
}

impl Protocol {
    /// Path for requests, relative to the endpoint's address.
    pub fn path(self, model: &str) -> String {
        match self {
            Protocol::Anthropic => "/messages".to_owned(),
            Protocol::OpenaiResponses => "/responses".to_owned(),
            Protocol::OpenaiChat => "/chat/completions".to_owned(),
            Protocol::Gemini => format!("/models/{model}:streamGenerateContent?alt=sse"),
        }
    }

    /// Path of the model list, with the largest page size; `after` is the cursor from the previous page.
    pub(super) fn list_path(self, after: Option<&str>) -> String {
        let (most, next) = match self {
            Protocol::Anthropic => ("limit", "after_id"),
            Protocol::Gemini => ("pageSize", "pageToken"),
            // These list everything at once.
            Protocol::OpenaiResponses | Protocol::OpenaiChat => return "/models".to_owned(),
        };
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair(most, "1000");
        query.extend_pairs(after.map(|after| (next, after)));
        format!("/models?{}", query.finish())
    }

    /// Returns the cursor of the next page, or `None` on the last page.
    pub(super) fn list_goes_on(self, reply: &Value) -> Option<&str> {
        let after = match self {
            Protocol::Anthropic if reply.get("has_more") == Some(&Value::Bool(true)) => text_at(reply, "/last_id"),
            Protocol::Gemini => text_at(reply, "/nextPageToken"),
            _ => "",
        };
        (!after.is_empty()).then_some(after)
    }

    pub(super) fn key_header(self) -> KeyHeader {
        let (name, before) = match self {
            Protocol::Anthropic => ("x-api-key", ""),
            Protocol::OpenaiResponses | Protocol::OpenaiChat => ("authorization", "Bearer "),
            Protocol::Gemini => ("x-goog-api-key", ""),
        };
        KeyHeader { name, before }
    }

    /// Headers other than the key's.
    pub(super) fn headers(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Protocol::Anthropic => &[("anthropic-version", "2023-06-01")],
            Protocol::OpenaiResponses | Protocol::OpenaiChat | Protocol::Gemini => &[],
        }
    }

    pub fn body(self, model: &Model, request: &Request) -> Value {
        match self {
            Protocol::Anthropic => anthropic::body(model, request),
            Protocol::OpenaiResponses => openai_responses::body(model, request),
            Protocol::OpenaiChat => openai_chat::body(model, request),
            Protocol::Gemini => gemini::body(model, request),
        }
    }

    pub fn decoder(self) -> Box<dyn Decoder> {
        match self {
            Protocol::Anthropic => Box::<anthropic::Reply>::default(),
            Protocol::OpenaiResponses => Box::<openai_responses::Reply>::default(),
            Protocol::OpenaiChat => Box::<openai_chat::Reply>::default(),
            Protocol::Gemini => Box::<gemini::Reply>::default(),
        }
    }
}
