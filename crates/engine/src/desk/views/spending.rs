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
