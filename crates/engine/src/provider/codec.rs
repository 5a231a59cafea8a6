//! What decoders of all wire formats share: frames of a stream and the fields in them.

use super::Hear;
use super::fault::{Fault, ProviderError, said};
use super::turn::{Stop, Tokens, Turn};
use serde_json::Value;

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

/// One event of a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    pub event: String,
    pub data: String,
}

/// Arguments as a model wrote them. Nothing means none; what is no JSON is kept as it came, and no schema takes it.
pub(super) fn arguments(raw: &str) -> Value {
    if raw.trim().is_empty() {
        return Value::Object(serde_json::Map::new());
    }
    serde_json::from_str(raw).unwrap_or_else(|_| Value::String(raw.to_owned()))
}

pub(super) fn bad(what: impl AsRef<str>) -> ProviderError {
    ProviderError::new(Fault::BadReply, what)
}

pub(super) fn count_at(value: &Value, pointer: &str) -> u64 {
    value.pointer(pointer).and_then(Value::as_u64).unwrap_or(0)
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

/// A string inside, by JSON pointer; empty when there is none.
pub(super) fn text_at<'a>(value: &'a Value, pointer: &str) -> &'a str {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or("")
}

pub(super) fn truncated() -> ProviderError {
    ProviderError::new(Fault::Truncated, "the connection ended before the reply did")
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
