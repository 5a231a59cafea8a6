//! The wire formats, and what a translator is: a request into a body, events into a turn. Pure, without IO. A new format is
//! a file and its lines here.

use super::fault::{Fault, ProviderError, said};
use super::request::Request;
use super::turn::{Stop, Tokens, Turn};
use super::{Hear, Model, anthropic, gemini, openai_chat, openai_responses};
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

/// One event of a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    pub event: String,
    pub data: String,
}

/// Puts a turn together from events.
pub trait Decoder: Send {
    /// Takes the next event. An error that came as an event is returned as one.
    fn take(&mut self, frame: &Frame, hear: &Hear<'_>) -> Result<(), ProviderError>;

    /// What has been counted by now; `counted` is false until the provider says something of it.
    fn tokens(&self) -> Tokens;

    /// Nothing more can follow.
    fn is_over(&self) -> bool;

    /// The turn, or `Truncated` when its end was never said.
    fn turn(self: Box<Self>) -> Result<Turn, ProviderError>;
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

/// The event's data as JSON; an error that any provider may send inside a good answer is one here too.
pub(super) fn parsed(frame: &Frame) -> Result<Value, ProviderError> {
    let value: Value = serde_json::from_str(&frame.data)
        .map_err(|error| ProviderError::new(Fault::BadReply, format!("an event that is not JSON: {error}")))?;
    match said(&value) {
        Some(error) => Err(error),
        None => Ok(value),
    }
}

pub(super) fn truncated() -> ProviderError {
    ProviderError::new(Fault::Truncated, "the connection ended before the reply did")
}

pub(super) fn bad(what: impl AsRef<str>) -> ProviderError {
    ProviderError::new(Fault::BadReply, what)
}

/// A string inside, by JSON pointer; empty when there is none.
pub(super) fn text_at<'a>(value: &'a Value, pointer: &str) -> &'a str {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or("")
}

pub(super) fn count_at(value: &Value, pointer: &str) -> u64 {
    value.pointer(pointer).and_then(Value::as_u64).unwrap_or(0)
}

/// What both dialects of OpenAI count, which call it otherwise: `prompt_tokens` and `completion_tokens`, or `input_tokens`
/// and `output_tokens`. The first figure includes what the cache gave and took.
pub(super) fn openai_tokens(usage: &Value, read: &str, said: &str) -> Tokens {
    let detail = |name: &str| count_at(usage, &format!("/{read}_details/{name}"));
    let (cached, written) = (detail("cached_tokens"), detail("cache_write_tokens"));
    Tokens {
        input: count_at(usage, &format!("/{read}")).saturating_sub(cached + written),
        cached,
        written,
        output: count_at(usage, &format!("/{said}")),
        counted: usage.get(said).is_some(),
    }
}

/// Arguments as a model wrote them. Nothing means none; what is no JSON is kept as it came, and no schema takes it.
pub(super) fn arguments(raw: &str) -> Value {
    if raw.trim().is_empty() {
        return Value::Object(serde_json::Map::new());
    }
    serde_json::from_str(raw).unwrap_or_else(|_| Value::String(raw.to_owned()))
}

/// A finished turn, unless two calls share an id: nobody could say which one an answer is for.
pub(super) fn sound(mut turn: Turn) -> Result<Turn, ProviderError> {
    let doubled = turn
        .calls
        .iter()
        .enumerate()
        .any(|(at, call)| turn.calls[..at].iter().any(|other| other.id == call.id));
    if doubled {
        return Err(bad("two calls with one id"));
    }
    // Such a turn could not be sent back either: providers refuse empty texts.
    let is_silent = |block: &Value| {
        block.get("text").and_then(Value::as_str) == Some("") && block.get("thoughtSignature").is_none()
    };
    if turn.stop == Stop::MaxTokens && turn.calls.is_empty() && turn.text.trim().is_empty() {
        // All that it might write went into thoughts, and thoughts that were cut off are not taken back.
        turn.blocks.clear();
    } else if turn.blocks.iter().all(is_silent) && !matches!(turn.stop, Stop::Refused { .. }) {
        return Err(bad("the reply is empty"));
    }
    Ok(turn)
}
