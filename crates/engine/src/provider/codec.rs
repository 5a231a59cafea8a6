//! Code shared by the decoders of all wire formats: stream frames and access to their fields.

use super::Sink;
use super::fault::{Fault, ProviderError, reported_error};
use super::turn::{Stop, Tokens, Turn};
use serde_json::Value;

/// Assembles a turn from events.
pub trait Decoder: Send {
    /// Takes the next event. Returns an error if the event reports one.
    fn take(&mut self, frame: &Frame, sink: &Sink<'_>) -> Result<(), ProviderError>;

    /// Tokens counted so far; `counted` is false until the provider reports figures.
    fn tokens(&self) -> Tokens;

    /// Whether no more events can follow.
    fn is_over(&self) -> bool;

    /// Returns the turn, or `Truncated` if its end was never signaled.
    fn turn(self: Box<Self>) -> Result<Turn, ProviderError>;
}

/// One event of a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    pub event: String,
    pub data: String,
}

/// Parses a model's arguments. Empty input is an empty object; invalid JSON becomes a string, which no argument
/// schema accepts.
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

/// Parses the event's data as JSON. An error object inside a successful response becomes an error here too.
pub(super) fn parsed(frame: &Frame) -> Result<Value, ProviderError> {
    let value: Value = serde_json::from_str(&frame.data)
        .map_err(|error| ProviderError::new(Fault::BadReply, format!("an event that is not JSON: {error}")))?;
    match reported_error(&value) {
        Some(error) => Err(error),
        None => Ok(value),
    }
}

/// Validates a finished turn. Two calls with one id are an error, since their results could not be matched.
pub(super) fn sound(mut turn: Turn) -> Result<Turn, ProviderError> {
    let doubled = turn
        .calls
        .iter()
        .enumerate()
        .any(|(at, call)| turn.calls[..at].iter().any(|other| other.id == call.id));
    if doubled {
        return Err(bad("two calls with the same id"));
    }
    // A turn with only empty texts could not be sent back either: providers refuse empty texts.
    let is_silent = |block: &Value| {
        block.get("text").and_then(Value::as_str) == Some("") && block.get("thoughtSignature").is_none()
    };
    if turn.stop == Stop::MaxTokens && turn.calls.is_empty() && turn.text.trim().is_empty() {
        // The whole budget went into thoughts, and truncated thoughts cannot be sent back.
        turn.blocks.clear();
    } else if turn.blocks.iter().all(is_silent) && !matches!(turn.stop, Stop::Refused { .. }) {
        return Err(bad("the reply is empty"));
    }
    Ok(turn)
}

/// Returns the string at a JSON pointer, or an empty string.
pub(super) fn text_at<'a>(value: &'a Value, pointer: &str) -> &'a str {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or("")
}

pub(super) fn truncated() -> ProviderError {
    ProviderError::new(Fault::Truncated, "the connection ended before the reply did")
}

/// Token counts of both OpenAI dialects, which name them differently: `prompt_tokens` and `completion_tokens`, or
/// `input_tokens` and `output_tokens`. The first figure includes tokens read from and written to the cache.
pub(super) fn openai_tokens(usage: &Value, read: &str, output: &str) -> Tokens {
    let detail = |name: &str| count_at(usage, &format!("/{read}_details/{name}"));
    let (cached, written) = (detail("cached_tokens"), detail("cache_write_tokens"));
    Tokens {
        input: count_at(usage, &format!("/{read}")).saturating_sub(cached + written),
        cached,
        written,
        output: count_at(usage, &format!("/{output}")),
        counted: usage.get(output).is_some(),
    }
}
