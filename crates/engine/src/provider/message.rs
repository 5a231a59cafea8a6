//! Messages to and from a model, with tool calls and their results.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A tool call requested by the model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Call {
    pub id: String,
    pub name: String,
    /// The arguments. Invalid JSON is kept as a string, which no argument schema accepts.
    pub input: Value,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// Results of all calls of the previous turn, then any further user input.
    User { results: Vec<ToolResult>, parts: Vec<Part> },
    /// A turn of the model, block by block as sent by the provider, and the calls in it.
    Assistant { blocks: Vec<Value>, calls: Vec<Call> },
}

impl Message {
    pub fn user(text: impl Into<String>) -> Message {
        Message::User {
            results: Vec::new(),
            parts: vec![Part::text(text)],
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Shape {
    /// Letters, digits, `_` and `-`, at most 64.
    pub name: String,
    /// JSON Schema of an object.
    pub schema: Value,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolResult {
    pub call_id: String,
    pub name: String,
    pub parts: Vec<Part>,
    /// The call failed; the text explains how to fix it.
    pub is_error: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    Text {
        text: String,
        /// The conversation up to here will be sent again, so caching it pays off.
        stable: bool,
        /// The document page that the text comes from, for the record of what was sent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        page: Option<u32>,
    },
    Image {
        /// `image/png` or `image/jpeg`.
        media_type: String,
        /// Base64.
        data: String,
        /// The document page shown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        page: Option<u32>,
    },
}
