//! A model behind a network: translator, key, patience and network put together. Tries again as long as that may help.

use super::catalog::{Capabilities, Endpoint, Model};
use super::dialect::Decoder;
use super::fault::{Fault, ProviderError};
use super::http::{Network, Sending};
use super::key::Key;
use super::listed::{Listed, listed};
use super::request::{Part, Request};
use super::turn::{Delta, Turn};
use super::{Hear, Provider};
use crate::record::Carries;
use async_trait::async_trait;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use url::Url;

pub struct Remote {
    network: Arc<Network>,
    endpoint: Endpoint,
    model: Model,
    key: Option<Key>,
    /// Whether requests may hold what stands in documents; until told otherwise they are taken to.
    documents: bool,
}

impl Remote {
    pub fn new(network: Arc<Network>, endpoint: Endpoint, model: Model, key: Option<Key>) -> Self {
        Self {
            network,
            endpoint,
            model,
            key,
            documents: true,
        }
    }

    /// For questions of the program's own, which need nobody's consent since nothing of a document is in them.
    #[must_use]
    pub fn without_documents(self) -> Self {
        Self {
            documents: false,
            ..self
        }
    }

    /// The same model, believed to be able to do other things.
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
        }
    }

    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// The models that the provider lists. Costs nothing, and tells whether the key is taken.
    pub async fn models(&self, stop: &CancellationToken) -> Result<Vec<Listed>, ProviderError> {
        let sending = self.sending("/models", None, Carries::Nothing)?;
        let fetched = tokio::select! {
            fetched = self.network.fetch(&sending, self.idle()) => fetched,
            () = stop.cancelled() => Err(cancelled()),
        };
        let text = fetched.map_err(|error| self.named(error))?;
        let reply: Value = serde_json::from_str(&text).map_err(|error| {
            let what = format!("the list of models is not JSON: {error}");
            ProviderError::new(Fault::BadReply, what).of(&self.endpoint.name)
        })?;
        Ok(listed(&reply))
    }

    /// The same model as the provider describes it now, where it lists it.
    #[must_use]
    pub fn refreshed(self, list: &[Listed]) -> Self {
        let of_this = list.iter().find(|listed| listed.id == self.model.id);
        let model = match of_this {
            Some(listed) => self.model.refreshed(listed),
            None => self.model,
        };
        Self { model, ..self }
    }

    /// The error with whose it is; without a connection, also where nobody answered.
    fn named(&self, mut error: ProviderError) -> ProviderError {
        if error.fault == Fault::Network {
            let here = if self.endpoint.is_here() {
                "; is it running?"
            } else {
                ""
            };
            error.message = format!("{} (at {}{here})", error.message, self.model.origin);
        }
        error.of(&self.endpoint.name)
    }

    fn idle(&self) -> Duration {
        self.endpoint.idle().unwrap_or(self.network.patience().idle)
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

    async fn once(&self, sending: &Sending<'_>, hear: &Hear<'_>) -> Result<Turn, ProviderError> {
        let mut decoder: Box<dyn Decoder> = self.endpoint.dialect.decoder();
        let mut take = |frame: &super::Frame| {
            decoder.take(frame, hear)?;
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

    /// What is wrong with the request before it is sent.
    fn refuse(&self, request: &Request) -> Result<(), ProviderError> {
        request.check()?;
        let invalid = |what: &str| Err(ProviderError::new(Fault::Invalid, what));
        if !self.model.can.images && has_image(request) {
            return invalid("the model does not take pictures");
        }
        if !self.model.can.tools && !request.tools().is_empty() {
            return invalid("the model does not call tools");
        }
        Ok(())
    }

    async fn persevere(
        &self,
        sending: &Sending<'_>,
        hear: &Hear<'_>,
        stop: &CancellationToken,
    ) -> Result<Turn, ProviderError> {
        let mut tried = 0;
        loop {
            tried += 1;
            let ended = tokio::select! {
                ended = self.once(sending, hear) => ended,
                () = stop.cancelled() => Err(cancelled()),
            };
            let error = match ended {
                Ok(turn) => return Ok(turn),
                Err(error) => error,
            };
            let Some(wait) = self.network.patience().wait(tried, &error, fastrand::f64()) else {
                return Err(error);
            };
            tracing::info!(provider = self.endpoint.name, fault = ?error.fault, tried, "asking again after {wait:?}");
            hear(Delta::Again {
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
        hear: &Hear<'_>,
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
        let ended = self.persevere(&sending, hear, stop).await;
        self.network
            .note(&sending.url, ended.as_ref().map(|_| ()).map_err(|error| error.fault));
        let mut turn = ended.map_err(named)?;
        if !turn.tokens.counted {
            estimate(&mut turn, body.len());
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

/// Four bytes a token, where a server counts nothing: budgets would never end otherwise.
fn estimate(turn: &mut Turn, sent: usize) {
    let written: usize = turn.blocks.iter().map(|block| block.to_string().len()).sum();
    turn.tokens.input = sent as u64 / 4;
    turn.tokens.output = written as u64 / 4;
}
