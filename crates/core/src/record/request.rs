//! A request to a language model, stored for users to read: everything that was sent, with images replaced by a
//! description. Keys are not part of a request.

use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SentRequest {
    pub system: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<SentTool>,
    /// JSON Schema required for the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Value>,
    /// Max tokens in the answer.
    pub max_tokens: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<String>,
    pub messages: Vec<SentMessage>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SentTool {
    pub name: String,
    pub description: String,
    pub schema: Value,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SentMessage {
    /// From the program.
    User(Vec<SentPart>),
    /// An earlier turn of the model, sent back unchanged.
    Model(Vec<Value>),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SentPart {
    Text {
        text: String,
        /// The page of the document that the text comes from.
        page: Option<u32>,
    },
    Picture {
        media_type: String,
        page: Option<u32>,
        bytes: u64,
        sha256: String,
    },
    /// The answer to a tool call.
    Answer {
        tool: String,
        failed: bool,
        parts: Vec<SentPart>,
    },
}
