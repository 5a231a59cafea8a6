//! Turns that were recorded, played back for the very same requests: finished steps are not paid for twice, and tests need
//! no provider. Not here: storing them; a turn is plain data and goes where steps go.

use super::fault::{Fault, ProviderError};
use super::request::Request;
use super::turn::{Delta, Turn};
use super::{Hear, Model, Provider};
use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError};
use tokio_util::sync::CancellationToken;

/// A turn and the digest of the request that it answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Recorded {
    pub digest: String,
    pub turn: Turn,
}

/// Plays back; asks somebody else, if there is one, about what was never asked.
pub struct Replayed {
    model: Model,
    recorded: Mutex<Vec<Recorded>>,
    otherwise: Option<Arc<dyn Provider>>,
}

impl Replayed {
    pub fn new(model: Model, recorded: Vec<Recorded>) -> Self {
        Self {
            model,
            recorded: Mutex::new(recorded),
            otherwise: None,
        }
    }

    pub fn before(provider: Arc<dyn Provider>, recorded: Vec<Recorded>) -> Self {
        Self {
            model: provider.model().clone(),
            recorded: Mutex::new(recorded),
            otherwise: Some(provider),
        }
    }
}

#[async_trait]
impl Provider for Replayed {
    fn model(&self) -> &Model {
        &self.model
    }

    async fn stream(
        &self,
        request: &Request,
        hear: &Hear<'_>,
        stop: &CancellationToken,
    ) -> Result<Turn, ProviderError> {
        request.check()?;
        let digest = request.digest(&self.model.endpoint, &self.model.id);
        let known = {
            let mut recorded = self.recorded.lock().unwrap_or_else(PoisonError::into_inner);
            // Each answers once: the same question asked twice was answered twice.
            let at = recorded.iter().position(|recorded| recorded.digest == digest);
            at.map(|at| recorded.remove(at).turn)
        };
        match (known, &self.otherwise) {
            (Some(turn), _) => {
                if !turn.text.is_empty() {
                    hear(Delta::Text(turn.text.clone()));
                }
                Ok(turn)
            }
            (None, Some(provider)) => provider.stream(request, hear, stop).await,
            (None, None) => Err(ProviderError::new(
                Fault::Invalid,
                "no answer is recorded for this request",
            )),
        }
    }
}

/// Writes down what a provider answers.
pub struct Recorder {
    provider: Arc<dyn Provider>,
    recorded: Mutex<Vec<Recorded>>,
}

impl Recorder {
    pub fn new(provider: Arc<dyn Provider>) -> Self {
        Self {
            provider,
            recorded: Mutex::default(),
        }
    }

    /// What was recorded since the last time.
    pub fn take(&self) -> Vec<Recorded> {
        std::mem::take(&mut self.recorded.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[async_trait]
impl Provider for Recorder {
    fn model(&self) -> &Model {
        self.provider.model()
    }

    async fn stream(
        &self,
        request: &Request,
        hear: &Hear<'_>,
        stop: &CancellationToken,
    ) -> Result<Turn, ProviderError> {
        let turn = self.provider.stream(request, hear, stop).await?;
        let model = self.provider.model();
        let recorded = Recorded {
            digest: request.digest(&model.endpoint, &model.id),
            turn: turn.clone(),
        };
        self.recorded
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(recorded);
        Ok(turn)
    }
}
