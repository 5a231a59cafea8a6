//! Model costs, and records of what was sent where.

use super::{Finite, UsageView};
use serde::Serialize;
use specta::Type;

/// Likely cost of reading documents with a model.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct Estimate {
    pub engine: String,
    pub documents: u32,
    pub pages: u32,
    /// Minimum and maximum; `null` if no price is known.
    pub low_usd: Option<f64>,
    pub high_usd: Option<f64>,
    /// The assumptions it is based on.
    pub assumptions: Vec<String>,
}

/// One call to a model about a document.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct SentView {
    pub id: String,
    pub at: String,
    /// The purpose of the call.
    pub purpose: String,
    /// As PROVIDER:MODEL.
    pub model: String,
    pub origin: String,
    /// `answered`, `failed`, `interrupted`, `on its way`.
    pub state: String,
    #[specta(type = Finite)]
    pub bytes: f64,
    /// Pages whose text was included, and pages whose picture was.
    pub text_of: Vec<u32>,
    pub pictures_of: Vec<u32>,
    pub tries: u32,
    pub usage: UsageView,
    pub error: Option<String>,
}

/// A request as it was sent.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct RequestView {
    pub system: String,
    pub tools: Vec<ToolView>,
    /// JSON Schema required of the answer.
    pub shape: Option<String>,
    /// Max tokens of the answer.
    pub max_tokens: u32,
    pub parts: Vec<RequestPart>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct ToolView {
    pub name: String,
    pub description: String,
    pub schema: String,
}

/// A piece of the conversation, in order.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct RequestPart {
    /// An earlier turn of the model, sent back unchanged.
    pub by_model: bool,
    pub title: String,
    pub text: String,
    /// The page whose picture was included; the picture itself is not stored again.
    pub picture_of: Option<u32>,
}
