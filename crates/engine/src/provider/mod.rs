//! Language models behind one trait: requests, replies, failures and costs. Only `http` touches the network; the wire
//! format translators are pure. Prompts, tools and attempts are in `agent`.

mod request;
mod turn;
mod fault;
mod schema;
mod json;
mod protocol;
mod anthropic;
mod openai_responses;
mod openai_chat;
mod thinking;
mod truncation;
mod gemini;
mod actions;
mod catalog;
mod codec;
mod origin;
mod key;
mod redaction;
mod retry_policy;
mod sse;
mod http;
mod listed;
mod message;
mod remote;
mod probe;

pub use actions::Actions;
use async_trait::async_trait;
pub use catalog::{Capabilities, Catalog, CatalogError, Endpoint, Model, Price};
pub use codec::{Decoder, Frame};
pub use fault::{Declined, Fault, ProviderError, Remedy, is_general, is_of_request};
pub use http::Network;
pub use json::json_of;
pub use key::{Environment, Key, KeyHolder, from_environment};
pub use listed::Listed;
pub use message::{Call, Message, Part, Shape, ToolResult};
pub use origin::{Scope, origin_of, permit, permit_address};
pub use probe::{Finding, Probe, probe};
pub use protocol::Protocol;
pub use remote::Remote;
pub use request::{Ask, Effort, Request, Tool};
pub use retry_policy::{CircuitBreaker, RetryPolicy};
pub use schema::accept;
pub use sse::frames;
use std::borrow::Cow;
use tokio_util::sync::CancellationToken;
pub use turn::{Delta, Stop, Tokens, Turn};

/// Receives the pieces of a reply as they arrive.
pub type Sink<'a> = dyn Fn(Delta) + Send + Sync + 'a;

/// One model, ready for requests.
#[async_trait]
pub trait Provider: Send + Sync {
    fn model(&self) -> &Model;

    /// The request as actually sent, for the record; some providers reword it.
    fn wording<'a>(&self, request: &'a Request) -> Cow<'a, Request> {
        Cow::Borrowed(request)
    }

    /// Sends one request, with retries; pieces received before a `Delta::Again` are void. The returned turn is
    /// complete: a truncated reply is an error.
    async fn stream(&self, request: &Request, sink: &Sink<'_>, stop: &CancellationToken)
    -> Result<Turn, ProviderError>;
}

#[cfg(test)]
mod tests;
