//! What models cost, and what went where.

use super::{Finite, UsageView};
use serde::Serialize;
use specta::Type;

/// What reading documents with a model is likely to cost.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct Estimate {
    pub engine: String,
    pub documents: u32,
    pub pages: u32,
    /// At the least and at the most; nothing where no price is known.
    pub low_usd: Option<f64>,
    pub high_usd: Option<f64>,
    /// What it rests on.
    pub assumptions: Vec<String>,
}

/// One call to a model about a document.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct SentView {
    pub id: String,
    pub at: String,
    /// What was asked.
    pub purpose: String,
    /// As PROVIDER:MODEL.
    pub model: String,
    pub origin: String,
    /// `answered`, `failed`, `interrupted`, `on its way`.
    pub state: String,
    #[specta(type = Finite)]
    pub bytes: f64,
    /// Pages whose text was in it, and pages whose picture was.
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
    /// JSON Schema that the answer had to have.
    pub shape: Option<String>,
    /// Most tokens of the answer.
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
    /// An earlier turn of the model, which went back as it came.
    pub by_model: bool,
    pub title: String,
    pub text: String,
    /// The page whose picture went along; the picture itself is not kept a second time.
    pub picture_of: Option<u32>,
}
