//! Shared by the cases: a model at a scripted server, and asking it.

use crate::server::Server;
use secrecy::SecretString;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use touchstone_engine::provider::{
    Ask, Catalog, Delta, Endpoint, Key, Message, Network, Provider, ProviderError, Remote, Request, RetryPolicy, Tool,
    Turn,
};

pub(crate) const KEY: &str = "sk-CANARY-0123456789";

/// Number of tries allowed by `retry_policy`.
pub(crate) const TRIES: usize = 3;

/// Short waits, so that the cases run fast; the rules are those of the program.
pub(crate) fn retry_policy() -> RetryPolicy {
    RetryPolicy {
        tries: TRIES as u32,
        first: Duration::from_millis(1),
        longest: Duration::from_millis(2),
        idle: Duration::from_millis(400),
        connect: Duration::from_secs(2),
        ..RetryPolicy::default()
    }
}

/// The entry of a provider at an address, as in a user's catalog.
pub(crate) fn endpoint(dialect: &str, url: &str) -> Endpoint {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("catalog.toml");
    let text = format!(
        "[[endpoint]]\nname = \"scripted\"\ntitle = \"Scripted\"\ndialect = \"{dialect}\"\nurl = \"{url}\"\n\
         key_env = \"SCRIPTED_KEY\"\nunknown = [\"tools\", \"strict\", \"schema\", \"images\"]\n"
    );
    std::fs::write(&file, text).expect("a file");
    let catalog = Catalog::load(Some(&file)).expect("a sound catalog");
    catalog.endpoint("scripted").expect("the entry").clone()
}

pub(crate) fn key(endpoint: &Endpoint) -> Key {
    Key::new(endpoint, &SecretString::from(KEY)).expect("a key")
}

pub(crate) fn remote(dialect: &str, server: &Server) -> Remote {
    on(Arc::new(Network::new(false, retry_policy())), dialect, &server.url())
}

pub(crate) fn on(network: Arc<Network>, dialect: &str, url: &str) -> Remote {
    let endpoint = endpoint(dialect, url);
    let key = key(&endpoint);
    let model = touchstone_engine::provider::Model {
        endpoint: endpoint.name.clone(),
        origin: touchstone_engine::provider::origin_of(&endpoint.url),
        id: "model-1".into(),
        context: 100_000,
        output: 4_000,
        can: vec!["tools".to_owned(), "strict".into(), "schema".into(), "images".into()]
            .try_into()
            .expect("known capabilities"),
        price: Vec::new(),
    };
    Remote::new(network, endpoint, model, Some(key))
}

pub(crate) fn tool(name: &str) -> Tool {
    Tool {
        name: name.into(),
        description: format!("Does {name}."),
        schema: serde_json::json!({
            "type": "object",
            "properties": {"text": {"type": "string"}, "n": {"type": "number", "minimum": 0}},
            "required": ["text"],
        }),
    }
}

pub(crate) fn question() -> Request {
    Request {
        system: "Read the document.".into(),
        messages: vec![Message::user("Begin.")],
        ask: Ask::Tools(vec![tool("find_text"), tool("get_document_text")]),
        max_tokens: 500,
        effort: None,
        cache_key: None,
    }
}

/// Asks once and keeps the streamed pieces. Must not hang, whatever the server does.
pub(crate) async fn ask(provider: &dyn Provider, request: &Request) -> (Result<Turn, ProviderError>, Vec<Delta>) {
    let deltas = Mutex::new(Vec::new());
    let collect = |delta: Delta| deltas.lock().expect("no panic while locked").push(delta);
    let stop = CancellationToken::new();
    let asked = provider.stream(request, &collect, &stop);
    let ended = tokio::time::timeout(Duration::from_mins(1), asked)
        .await
        .expect("the case hangs");
    (ended, deltas.into_inner().expect("no panic while locked"))
}
