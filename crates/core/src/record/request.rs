//! A request to a language model as it is kept for people to read: everything that was sent, pictures as a note of what they
//! were. Not here: what is asked (see `provider`), keys, which are no part of a request.

use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SentRequest {
    pub system: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<SentTool>,
    /// JSON Schema that the answer had to have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Value>,
    /// Most tokens of the answer.
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
    /// By the program.
    User(Vec<SentPart>),
    /// An earlier turn of the model, sent back as it came.
    Model(Vec<Value>),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SentPart {
    Text {
        text: String,
        /// The page of the document that it is of.
        page: Option<u32>,
    },
    Picture {
        media_type: String,
        page: Option<u32>,
        bytes: u64,
        sha256: String,
    },
    /// What a call of a tool was answered.
    Answer {
        tool: String,
        failed: bool,
        parts: Vec<SentPart>,
    },
}
