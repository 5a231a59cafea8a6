//! Language models behind one trait: what is asked, what comes back, what can go wrong, and what it costs. Only `http`
//! touches the network; the translators of the wire formats are pure. Not here: prompts, tools, attempts (see `agent`).

mod request;
mod turn;
mod fault;
mod schema;
mod json;
mod dialect;
mod anthropic;
mod openai_responses;
mod openai_chat;
mod thinking;
mod overread;
mod gemini;
mod actions;
mod catalog;
mod codec;
mod origin;
mod key;
mod veil;
mod patience;
mod http;
mod listed;
mod message;
mod remote;
mod probe;

pub use actions::Actions;
use async_trait::async_trait;
pub use catalog::{Capabilities, Catalog, CatalogError, Endpoint, Model, Price};
pub use codec::{Decoder, Frame};
pub use dialect::Dialect;
pub use fault::{Declined, Fault, ProviderError, Remedy, is_general, is_of_request};
pub use http::Network;
pub use json::json_of;
pub use key::{Environment, Key, KeyHolder, from_environment};
pub use listed::Listed;
pub use message::{Call, Message, Part, Shape, ToolResult};
pub use origin::{Scope, origin_of, permit, permit_address};
pub use patience::{Breaker, Patience};
pub use probe::{Finding, Probe, probe};
pub use remote::Remote;
pub use request::{Ask, Effort, Request, Tool};
pub use schema::accept;
use std::borrow::Cow;
use tokio_util::sync::CancellationToken;
pub use turn::{Delta, Stop, Tokens, Turn};

/// Who hears a reply while it arrives.
pub type Hear<'a> = dyn Fn(Delta) + Send + Sync + 'a;

/// One model, ready to be asked.
#[async_trait]
pub trait Provider: Send + Sync {
    fn model(&self) -> &Model;

    /// The request as it leaves, for the record: some put it otherwise.
    fn wording<'a>(&self, request: &'a Request) -> Cow<'a, Request> {
        Cow::Borrowed(request)
    }

    /// Asks once. Retries are inside; what was heard before a `Delta::Again` is void. The turn that is returned is
    /// complete: a reply that broke off is an error.
    async fn stream(&self, request: &Request, hear: &Hear<'_>, stop: &CancellationToken)
    -> Result<Turn, ProviderError>;
}

#[cfg(test)]
mod tests;
