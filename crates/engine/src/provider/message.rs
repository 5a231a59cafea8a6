//! What is said to a model and what it asks for.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A tool that the model wants called.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Call {
    pub id: String,
    pub name: String,
    /// The arguments; a string with what came instead when that was not JSON, which no schema of arguments accepts.
    pub input: Value,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// Answers to all calls of the turn before, then whatever else the user says.
    User { results: Vec<ToolResult>, parts: Vec<Part> },
    /// A turn of the model as the provider sent it, block by block, and the calls in it.
    Assistant { blocks: Vec<Value>, calls: Vec<Call> },
}

impl Message {
    pub fn says(text: impl Into<String>) -> Message {
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
    /// The call failed; the text says how to repair it.
    pub is_error: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    Text {
        text: String,
        /// The conversation up to here will be sent again, so it pays to have it cached.
        stable: bool,
        /// The page of the document that the text is of, for the list of what was sent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        page: Option<u32>,
    },
    Image {
        /// `image/png` or `image/jpeg`.
        media_type: String,
        /// Base64.
        data: String,
        /// The page that it shows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        page: Option<u32>,
    },
}
