//! Language models for the front ends: whether an engine can be used, whether a key is accepted, what a model can do.
//! The choice offered to users is in `engines`.

use super::Desk;
use super::limit::{Limit, Limited};
use super::probes::{Trials, found_of};
use crate::provider::{
    Actions, Capabilities, Catalog, CatalogError, Endpoint, Fault, Key, KeyHolder, Listed, Model, Network, Probe,
    Provider, ProviderError, Remote, probe,
};
use crate::store::Store;
use anyhow::{Context, bail, ensure};
use secrecy::SecretString;
use std::collections::HashMap;
use std::sync::{Arc, Mutex as PlainMutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;
use touchstone_core::record::{Carries, EngineId, EngineKind};

/// Max wait for a model list before documents are read without it.
const TIME_LIMIT: Duration = Duration::from_secs(5);
/// How long a provider that did not answer is not asked for its list again.
const SILENCE: Duration = Duration::from_mins(1);

/// The result of probing a model.
pub struct Probed {
    pub endpoint: Endpoint,
    pub model: String,
    pub found: Probe,
}

/// What a worker needs to call models.
#[derive(Clone)]
pub(super) struct Models {
    pub(super) catalog: Result<Catalog, CatalogError>,
    pub(super) network: Arc<Network>,
    pub(super) keys: Arc<dyn KeyHolder>,
    store: Store,
    limit: Limit,
    listings: Listings,
    trials: Trials,
}

/// Model lists of providers, fetched until a provider answers, even if only to say that it has none.
#[derive(Clone, Default)]
pub(super) struct Listings(Arc<PlainMutex<HashMap<String, Arc<Listing>>>>);

/// One provider's list. Concurrent callers for the same provider wait for one fetch; other providers are independent.
type Listing = Mutex<ListingState>;

#[derive(Default)]
enum ListingState {
    #[default]
    Nothing,
    Models(Arc<[Listed]>),
    /// It did not answer at this time and is not asked again at once, but may be available for a later document.
    Silent(Instant),
}

impl Listings {
    /// Empty if the provider lists nothing or cannot be reached; the catalog applies then.
    async fn of(&self, remote: &Remote) -> Arc<[Listed]> {
        let account = remote.endpoint().account();
        let listing = {
            let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(all.entry(account).or_default())
        };
        let mut state = listing.lock().await;
        match &*state {
            ListingState::Models(list) => return Arc::clone(list),
            ListingState::Silent(since) if since.elapsed() < SILENCE => return Arc::default(),
            ListingState::Silent(_) | ListingState::Nothing => {}
        }
        let list = match tokio::time::timeout(TIME_LIMIT, remote.models(&CancellationToken::new())).await {
            Ok(Ok(list)) if !list.is_empty() => Some(list),
            Ok(Ok(_)) | Err(_) => None,
            Ok(Err(error)) => {
                tracing::info!(name: "could not list the models", fault = ?error.fault);
                // The provider has no model list, and never will.
                matches!(error.fault, Fault::Invalid | Fault::NoModel | Fault::BadReply).then(Vec::new)
            }
        };
        let Some(list) = list else {
            *state = ListingState::Silent(Instant::now());
            return Arc::default();
        };
        let list: Arc<[Listed]> = list.into();
        *state = ListingState::Models(Arc::clone(&list));
        list
    }
}

/// A model with its endpoint and key.
pub(super) struct Ready {
    pub(super) endpoint: Endpoint,
    pub(super) model: Model,
    key: Option<Key>,
}

impl Models {
    /// The model of an engine with its key, as its provider describes it; `None` for the local engine. A model
    /// without tool calling gets tools as actions; a model without a catalog entry is probed first. A `ProviderError`
    /// states the required user action.
    pub(super) async fn of(
        &self,
        engine: &EngineId,
        stop: &CancellationToken,
    ) -> anyhow::Result<Option<Arc<dyn Provider>>> {
        if engine.kind == EngineKind::Local {
            return Ok(None);
        }
        let Ready { endpoint, model, key } = self.ready(engine).await?;
        let remote = Remote::new(Arc::clone(&self.network), endpoint, model, key);
        let list = self.listings.of(&remote).await;
        let mut remote = remote.refreshed(&list);
        let mut found = found_of(&self.store, remote.endpoint(), &remote.model().id).await?;
        if found.is_none() && self.is_unknown(remote.endpoint(), remote.model()) {
            found = self.trials.of(&self.store, &remote, stop).await?;
        }
        if let Some(found) = found {
            remote = remote.with(found.over(remote.model().can, remote.endpoint()));
        }
        let can = remote.model().can;
        let remote = Arc::new(Limited {
            inner: Arc::new(remote),
            store: self.store.clone(),
            limit: self.limit.clone(),
        });
        if can.tools {
            Ok(Some(remote))
        } else if can.schema {
            Ok(Some(Arc::new(Actions::new(remote))))
        } else {
            bail!("{engine} supports neither tool calls nor JSON schemas, so it cannot fill a form")
        }
    }

    /// Checks, without network access, for an unknown name, a local-only workspace, a missing key and missing
    /// consent, so that they are reported before any work is done.
    async fn ready(&self, engine: &EngineId) -> anyhow::Result<Ready> {
        let (endpoint, model) = self.catalog.as_ref().map_err(Clone::clone)?.find(&engine.to_string())?;
        let refused = |fault, why: &str| ProviderError::new(fault, why).of(&endpoint.title);
        if self.network.is_local_only() && !endpoint.is_here() {
            let why = "the workspace is local-only, and this provider is not on this computer";
            return Err(refused(Fault::NotAllowed, why).into());
        }
        let key = self.key(&endpoint).await?;
        if key.is_none() && endpoint.key_env.is_some() {
            let why = format!("it needs a key, and {}", self.keys.advice(&endpoint));
            return Err(refused(Fault::Auth, &why).into());
        }
        if !self.network.is_agreed(&endpoint, carried_to(&model)) {
            return Err(refused(Fault::NoConsent, "").into());
        }
        Ok(Ready { endpoint, model, key })
    }

    /// Whether the model's capabilities are unknown: it has no catalog entry, and runs on a self-hosted server or at
    /// a provider without assumed capabilities.
    fn is_unknown(&self, endpoint: &Endpoint, model: &Model) -> bool {
        let described = self.catalog.as_ref().is_ok_and(|catalog| catalog.describes(model));
        let believed = model.can != Capabilities::default();
        !described && (endpoint.is_own() || !believed)
    }

    /// Whether the engine's model is served on this computer.
    pub(super) fn is_here(&self, engine: &EngineId) -> bool {
        let catalog = self.catalog.as_ref().ok();
        let found = catalog.and_then(|catalog| catalog.find(&engine.to_string()).ok());
        found.is_some_and(|(endpoint, _)| endpoint.is_here())
    }

    pub(super) async fn key(&self, endpoint: &Endpoint) -> anyhow::Result<Option<Key>> {
        if endpoint.key_env.is_none() {
            return Ok(None);
        }
        let key = self.keys.key(endpoint).await;
        key.with_context(|| format!("could not look up the key of {}", endpoint.title))
    }
}

/// The most document content a model is sent.
pub(super) fn carried_to(model: &Model) -> Carries {
    if model.can.images {
        Carries::Pictures
    } else {
        Carries::Text
    }
}

impl Desk {
    pub(super) fn models(&self) -> Models {
        Models {
            catalog: self.catalog.clone(),
            network: Arc::clone(&self.network),
            keys: Arc::clone(&self.keys),
            store: self.store.clone(),
            limit: self.limit.clone(),
            listings: self.listings.clone(),
            trials: self.trials.clone(),
        }
    }

    /// Checks, without network access, whether a run with this engine could succeed.
    pub async fn check_engine(&self, engine: &EngineId) -> anyhow::Result<()> {
        if engine.kind == EngineKind::Local {
            return Ok(());
        }
        let models = self.models();
        let Ready { endpoint, model, .. } = models.ready(engine).await?;
        let found = found_of(&self.store, &endpoint, &model.id).await?;
        let can = found.map_or(model.can, |found| found.over(model.can, &endpoint));
        // A model with unknown capabilities is probed before the first document.
        let tried = found.is_none() && models.is_unknown(&endpoint, &model);
        ensure!(
            tried || can.tools || can.schema,
            "{engine} supports neither tool calls nor JSON schemas, so it cannot fill a form"
        );
        Ok(())
    }

    /// The known providers and models, or the mistake in the user's catalog.
    pub fn catalog(&self) -> Result<&Catalog, CatalogError> {
        self.catalog.as_ref().map_err(Clone::clone)
    }

    /// The name under which this provider's key is stored: provider and address. After the address changes, the key
    /// must be entered again.
    pub fn key_account(&self, provider: &str) -> anyhow::Result<String> {
        Ok(self.catalog()?.endpoint(provider)?.account())
    }

    /// Probes all capabilities of `PROVIDER:MODEL`, or of the default model of `PROVIDER`.
    pub async fn probe_model(&self, name: &str, stop: &CancellationToken) -> anyhow::Result<Probed> {
        let (endpoint, model) = self.catalog()?.find(name)?;
        let key = self.models().key(&endpoint).await?;
        let remote = Remote::new(Arc::clone(&self.network), endpoint.clone(), model.clone(), key);
        Ok(Probed {
            endpoint,
            model: model.id,
            found: probe(&remote, stop).await,
        })
    }

    /// Returns how many models the provider lists. Free of charge, and shows that the key is accepted.
    pub async fn try_key(&self, provider: &str, secret: &SecretString) -> anyhow::Result<usize> {
        let catalog = self.catalog()?;
        let endpoint = catalog.endpoint(provider)?.clone();
        // Any model will do; none is called.
        let name = endpoint.default.clone().unwrap_or_else(|| "none".to_owned());
        let (_, model) = catalog.find(&format!("{provider}:{name}"))?;
        let key = Key::new(&endpoint, secret);
        let remote = Remote::new(Arc::clone(&self.network), endpoint, model, key);
        Ok(remote.models(&CancellationToken::new()).await?.len())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::desk::DeskOptions;
    use crate::provider::Finding;
    use crate::store::Access;
    use crate::store::Place;

    const OWN: &str = "[[endpoint]]\nname = \"lab\"\ntitle = \"The lab\"\ndialect = \"openai_chat\"\n\
        url = \"http://127.0.0.1:9/v1\"\n[[model]]\nendpoint = \"lab\"\nid = \"mute\"\ncontext = 9000\n\
        output = 900\ncan = []\n";

    #[tokio::test]
    async fn what_a_model_was_found_to_be_counts_before_work_begins() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("catalog.toml");
        std::fs::write(&file, OWN).unwrap();
        let options = DeskOptions {
            catalog: Some(file),
            ..DeskOptions::default()
        };
        let desk = Desk::open(&Place::Memory, Access::Own, options).await.unwrap();
        let engine = desk.named_engine("lab:qwen").unwrap();
        desk.check_engine(&engine).await.unwrap();
        let (endpoint, _) = desk.catalog().unwrap().find("lab:qwen").unwrap();
        for (tools, fills) in [(Finding::No("it talks".into()), false), (Finding::Yes, true)] {
            let found = Probe {
                models: Ok(Vec::new()),
                streaming: Finding::Yes,
                schema: Finding::No("it talks".into()),
                tools,
                images: Finding::NotAsked,
                broken_off: false,
                cost: None,
            };
            let model = "qwen".to_owned();
            let endpoint = endpoint.clone();
            assert!(desk.keep_found(&Probed { endpoint, model, found }).await.unwrap());
            assert_eq!(desk.check_engine(&engine).await.is_ok(), fills);
        }
        // A catalog entry is trusted.
        assert!(desk.named_engine("lab:mute").is_err());
    }
}
