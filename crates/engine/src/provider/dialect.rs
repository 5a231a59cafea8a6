//! The wire formats, and what a translator is: a request into a body, events into a turn. Pure, without IO. A new format is
//! a file and its lines here.

use super::codec::{Decoder, text_at};
use super::request::Request;
use super::{Model, anthropic, gemini, openai_chat, openai_responses};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::form_urlencoded;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dialect {
    Anthropic,
    OpenaiResponses,
    OpenaiChat,
    Gemini,
}

/// How a key travels: the name of the header, and what stands before the key in it.
pub(super) struct KeyHeader {
    pub name: &'static str,
    pub before: &'static str,
}

impl Dialect {
    /// Where requests go, behind the address of the endpoint.
    pub fn path(self, model: &str) -> String {
        match self {
            Dialect::Anthropic => "/messages".to_owned(),
            Dialect::OpenaiResponses => "/responses".to_owned(),
            Dialect::OpenaiChat => "/chat/completions".to_owned(),
            Dialect::Gemini => format!("/models/{model}:streamGenerateContent?alt=sse"),
        }
    }

    /// Where the models are listed, as many at once as the provider gives; behind what the page before said when there is one.
    pub(super) fn list_path(self, after: Option<&str>) -> String {
        let (most, next) = match self {
            Dialect::Anthropic => ("limit", "after_id"),
            Dialect::Gemini => ("pageSize", "pageToken"),
            // These list everything at once.
            Dialect::OpenaiResponses | Dialect::OpenaiChat => return "/models".to_owned(),
        };
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair(most, "1000");
        query.extend_pairs(after.map(|after| (next, after)));
        format!("/models?{}", query.finish())
    }

    /// What says where the list goes on; nothing on its last page.
    pub(super) fn list_goes_on(self, reply: &Value) -> Option<&str> {
        let after = match self {
            Dialect::Anthropic if reply.get("has_more") == Some(&Value::Bool(true)) => text_at(reply, "/last_id"),
            Dialect::Gemini => text_at(reply, "/nextPageToken"),
            _ => "",
        };
        (!after.is_empty()).then_some(after)
    }

    pub(super) fn key_header(self) -> KeyHeader {
        let (name, before) = match self {
            Dialect::Anthropic => ("x-api-key", ""),
            Dialect::OpenaiResponses | Dialect::OpenaiChat => ("authorization", "Bearer "),
            Dialect::Gemini => ("x-goog-api-key", ""),
        };
        KeyHeader { name, before }
    }

    /// Headers beside the key's.
    pub(super) fn headers(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Dialect::Anthropic => &[("anthropic-version", "2023-06-01")],
            Dialect::OpenaiResponses | Dialect::OpenaiChat | Dialect::Gemini => &[],
        }
    }

    pub fn body(self, model: &Model, request: &Request) -> Value {
        match self {
            Dialect::Anthropic => anthropic::body(model, request),
            Dialect::OpenaiResponses => openai_responses::body(model, request),
            Dialect::OpenaiChat => openai_chat::body(model, request),
            Dialect::Gemini => gemini::body(model, request),
        }
    }

    pub fn decoder(self) -> Box<dyn Decoder> {
        match self {
            Dialect::Anthropic => Box::<anthropic::Reply>::default(),
            Dialect::OpenaiResponses => Box::<openai_responses::Reply>::default(),
            Dialect::OpenaiChat => Box::<openai_chat::Reply>::default(),
            Dialect::Gemini => Box::<gemini::Reply>::default(),
        }
    }
}
