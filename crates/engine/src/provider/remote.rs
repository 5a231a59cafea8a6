//! A model over the network: combines translator, key, retry policy and network.

use super::catalog::{Capabilities, Endpoint, Model};
use super::codec::Decoder;
use super::fault::{Fault, ProviderError};
use super::http::{Network, Sending};
use super::key::Key;
use super::listed::{Listed, listed};
use super::message::{Message, Part};
use super::request::{Ask, Request};
use super::truncation::truncated;
use super::turn::{Delta, Tokens, Turn};
use super::{Provider, Sink};
use async_trait::async_trait;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use touchstone_core::record::Carries;
use url::Url;

/// Max pages read of a model list, in case the list never ends.
const MOST_LISTS: usize = 20;
/// Max silence of a model that is only being tried out.
const TRYING: Duration = Duration::from_mins(1);

pub struct Remote {
    network: Arc<Network>,
    endpoint: Endpoint,
    model: Model,
    key: Option<Key>,
    /// Whether requests may hold document content; assumed unless stated otherwise.
    documents: bool,
    /// Whether the model is only being tried out: no retries and a shorter timeout.
    trying: bool,
}

impl Remote {
    pub fn new(network: Arc<Network>, endpoint: Endpoint, model: Model, key: Option<Key>) -> Self {
        Self {
            network,
            endpoint,
            model,
            key,
            documents: true,
            trying: false,
        }
    }

    /// For the program's own questions, which need no consent because they hold no document content.
    #[must_use]
    pub fn without_documents(self) -> Self {
        Self {
            documents: false,
            ..self
        }
    }

    /// For a user waiting to see whether the model answers.
    #[must_use]
    pub fn only_tried(self) -> Self {
        Self { trying: true, ..self }
    }

    /// The same model with other assumed capabilities.
    #[must_use]
    pub fn with(&self, can: Capabilities) -> Self {
        Self {
            network: Arc::clone(&self.network),
            endpoint: self.endpoint.clone(),
            model: Model {
                can,
                ..self.model.clone()
            },
            key: self.key.clone(),
            documents: self.documents,
            trying: self.trying,
        }
    }

    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// Fetches the provider's model list. Free of charge, and shows whether the key is accepted.
    pub async fn models(&self, stop: &CancellationToken) -> Result<Vec<Listed>, ProviderError> {
        let dialect = self.endpoint.dialect;
        let (mut all, mut after): (Vec<Listed>, Option<String>) = (Vec::new(), None);
        for _ in 0..MOST_LISTS {
            let reply = self.list(&dialect.list_path(after.as_deref()), stop).await?;
            all.extend(listed(&reply));
            let next = dialect.list_goes_on(&reply).map(str::to_owned);
            if next.is_none() || next == after {
                break;
            }
            after = next;
        }
        Ok(all)
    }

    async fn list(&self, path: &str, stop: &CancellationToken) -> Result<Value, ProviderError> {
        let sending = self.sending(path, None, Carries::Nothing)?;
        let fetched = tokio::select! {
            fetched = self.network.fetch(&sending, self.idle()) => fetched,
            () = stop.cancelled() => Err(cancelled()),
        };
        let text = fetched.map_err(|error| self.named(error))?;
        serde_json::from_str(&text).map_err(|error| {
            let what = format!("the list of models is not JSON: {error}");
            ProviderError::new(Fault::BadReply, what).of(&self.endpoint.name)
        })
    }

    /// Updates the model from the provider's list, if it is listed there.
    #[must_use]
    pub fn refreshed(self, list: &[Listed]) -> Self {
        let of_this = list.iter().find(|listed| listed.id == self.model.id);
        let model = match of_this {
            Some(listed) => self.model.refreshed(listed),
            None => self.model,
        };
        Self { model, ..self }
    }

    /// Adds the provider's name to the error; for connection errors, also the address.
    fn named(&self, mut error: ProviderError) -> ProviderError {
        if error.fault == Fault::Network {
            let here = if self.endpoint.is_here() {
                "; is it running?"
            } else {
                ""
            };
            error.message = format!("{} (at {}{here})", error.message, self.model.origin);
        }
        if error.fault == Fault::NoModel && !error.message.contains(&self.model.id) {
            error.message = format!("`{}`: {}", self.model.id, error.message);
        }
        error.of(&self.endpoint.name)
    }

    fn idle(&self) -> Duration {
        let idle = self.endpoint.idle().unwrap_or(self.network.retry_policy().idle);
        if self.trying { idle.min(TRYING) } else { idle }
    }

    fn sending<'a>(
        &'a self,
        path: &str,
        body: Option<&'a [u8]>,
        carries: Carries,
    ) -> Result<Sending<'a>, ProviderError> {
        let text = format!("{}{path}", self.endpoint.url.as_str().trim_end_matches('/'));
        let url = Url::parse(&text).map_err(|error| ProviderError::new(Fault::Invalid, error.to_string()))?;
        Ok(Sending {
            endpoint: &self.endpoint,
            url,
            key: self.key.as_ref(),
            key_header: self.endpoint.dialect.key_header(),
            headers: self.endpoint.dialect.headers(),
            body,
            carries,
        })
    }

    /// `prompt` is the approximate number of tokens sent.
    async fn once(&self, sending: &Sending<'_>, prompt: u64, sink: &Sink<'_>) -> Result<Turn, ProviderError> {
        let mut decoder: Box<dyn Decoder> = self.endpoint.dialect.decoder();
        let written = AtomicU64::new(0);
        let listen = |delta: Delta| {
            if let Delta::Text(piece) | Delta::Thought(piece) | Delta::Writes(piece) = &delta {
                written.fetch_add(piece.len() as u64, Ordering::Relaxed);
            }
            sink(delta);
        };
        let mut take = |frame: &super::Frame| {
            let taken = decoder.take(frame, &listen);
            let tokens = so_far(decoder.tokens(), prompt, written.load(Ordering::Relaxed) / BYTES);
            // A refusal instead of an answer costs nothing; one at the end of an answer reports its cost.
            if taken.is_ok() || tokens.counted {
                sink(Delta::Counted(tokens));
            }
            taken?;
            Ok(decoder.is_over())
        };
        self.network.stream(sending, self.idle(), &mut take).await?;
        decoder.turn()
    }

    fn carries(&self, request: &Request) -> Carries {
        match (self.documents, has_image(request)) {
            (false, _) => Carries::Nothing,
            (true, false) => Carries::Text,
            (true, true) => Carries::Pictures,
        }
    }

    /// Checks the request before it is sent.
    fn refuse(&self, request: &Request) -> Result<(), ProviderError> {
        request.check()?;
        let invalid = |what: &str| Err(ProviderError::new(Fault::Invalid, what));
        if !self.model.can.images && has_image(request) {
            return invalid("the model does not accept pictures");
        }
        if !self.model.can.tools && !request.tools().is_empty() {
            return invalid("the model does not call tools");
        }
        Ok(())
    }

    /// Whether the failure may be an outage of the provider that its message does not reveal.
    fn may_be_down(&self, error: &ProviderError, url: &Url) -> bool {
        let fails = match error.fault {
            Fault::Server => error.status.is_none_or(|status| status >= 500),
            // A single one may be chance, or a question that takes too long.
            Fault::Silent | Fault::Truncated => self.network.is_left_alone(url),
            _ => false,
        };
        fails && !self.trying && error.again != Some(false) && !error.passes()
    }

    /// Whether the provider answers a short question unrelated to any document. If it does, the failure was caused by
    /// the request, and neither this document nor others wait for the provider.
    async fn is_well(&self, stop: &CancellationToken) -> bool {
        let asked = self.with(self.model.can).without_documents().only_tried();
        let question = Request {
            system: "You are being tested.".to_owned(),
            messages: vec![Message::user("Are you there? Answer with one word.")],
            ask: Ask::Text,
            max_tokens: 100,
            effort: None,
            cache_key: None,
        };
        let dialect = asked.endpoint.dialect;
        let body = dialect.body(&asked.model, &question).to_string().into_bytes();
        let Ok(sending) = asked.sending(&dialect.path(&asked.model.id), Some(&body), Carries::Nothing) else {
            return false;
        };
        let answered = asked.send_with_retries(&sending, 0, &|_| {}, stop).await.is_ok();
        if answered {
            self.network.note(&sending.url, Ok(()));
        }
        answered
    }

    async fn send_with_retries(
        &self,
        sending: &Sending<'_>,
        prompt: u64,
        sink: &Sink<'_>,
        stop: &CancellationToken,
    ) -> Result<Turn, ProviderError> {
        let mut tried = 0;
        loop {
            tried += 1;
            let ended = tokio::select! {
                ended = self.once(sending, prompt, sink) => ended,
                () = stop.cancelled() => Err(cancelled()),
            };
            let error = match ended {
                Ok(turn) => return Ok(turn),
                Err(error) => error,
            };
            let wait = self.network.retry_policy().wait(tried, &error, fastrand::f64());
            let Some(wait) = wait.filter(|_| !self.trying) else {
                return Err(error);
            };
            let (provider, seconds) = (&self.endpoint.name, wait.as_secs_f64());
            tracing::info!(name: "asking again after a pause", provider, fault = ?error.fault, tried, seconds);
            sink(Delta::Again {
                why: error.to_string(),
                wait,
            });
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                () = stop.cancelled() => return Err(cancelled()),
            }
        }
    }
}

#[async_trait]
impl Provider for Remote {
    fn model(&self) -> &Model {
        &self.model
    }

    async fn stream(
        &self,
        request: &Request,
        sink: &Sink<'_>,
        stop: &CancellationToken,
    ) -> Result<Turn, ProviderError> {
        let named = |error: ProviderError| self.named(error);
        self.refuse(request).map_err(named)?;
        let body = self
            .endpoint
            .dialect
            .body(&self.model, request)
            .to_string()
            .into_bytes();
        let path = self.endpoint.dialect.path(&self.model.id);
        let sending = self.sending(&path, Some(&body), self.carries(request)).map_err(named)?;
        if let Some(wait) = self.network.rests(&sending.url) {
            let resting = ProviderError::new(Fault::Resting, "");
            return Err(named(ProviderError {
                wait: Some(wait),
                ..resting
            }));
        }
        let prompt = about(&body, request);
        let ended = self.send_with_retries(&sending, prompt, sink, stop).await;
        self.network
            .note(&sending.url, ended.as_ref().map(|_| ()).map_err(|error| error.fault));
        let mut turn = match ended {
            Ok(turn) => turn,
            Err(mut error) => {
                error.outage = self.may_be_down(&error, &sending.url) && !self.is_well(stop).await;
                return Err(named(error));
            }
        };
        if self.endpoint.is_own() {
            truncated(request, &turn.tokens).map_err(named)?;
        }
        if !turn.tokens.counted {
            let written: usize = turn.blocks.iter().map(|block| block.to_string().len()).sum();
            turn.tokens = so_far(turn.tokens, prompt, written as u64 / BYTES);
        }
        Ok(turn)
    }
}

fn cancelled() -> ProviderError {
    ProviderError::new(Fault::Cancelled, "")
}

fn has_image(request: &Request) -> bool {
    request.parts().any(|part| matches!(part, Part::Image { .. }))
}

/// Bytes per token, and tokens per page picture, for providers that do not report counts; without an estimate budgets
/// would never end.
const BYTES: u64 = 4;
const PICTURE: u64 = 1_500;

/// Approximate tokens of a request.
fn about(body: &[u8], request: &Request) -> u64 {
    let pictures = request.parts().filter_map(|part| match part {
        Part::Image { data, .. } => Some(data.len()),
        Part::Text { .. } => None,
    });
    let (count, bytes) = pictures.fold((0, 0), |(count, bytes), length| (count + 1, bytes + length));
    body.len().saturating_sub(bytes) as u64 / BYTES + count * PICTURE
}

/// Tokens used by an answer in progress: as counted, and at least the amount received.
fn so_far(tokens: Tokens, prompt: u64, written: u64) -> Tokens {
    Tokens {
        input: if tokens.counted { tokens.input } else { prompt },
        output: tokens.output.max(written),
        ..tokens
    }
}
