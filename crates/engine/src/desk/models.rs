//! Language models as far as a door asks about them: which there are, whether one answers, what it can do. Not here: where
//! keys are kept, reading documents with a model.

use super::Desk;
use crate::provider::{
    Actions, Catalog, CatalogError, Endpoint, Key, Network, Probe, Provider, Remote, from_environment, origin_of, probe,
};
use crate::record::{EngineId, EngineKind};
use anyhow::bail;
use secrecy::SecretString;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// What became of asking a model everything.
pub struct Probed {
    pub endpoint: Endpoint,
    pub model: String,
    pub found: Probe,
}

/// What a worker needs to ask models.
#[derive(Clone)]
pub(super) struct Models {
    catalog: Result<Catalog, CatalogError>,
    network: Arc<Network>,
}

impl Models {
    /// The model of an engine, with the key that the environment has for it; none for the local engine. A model that does
    /// not call tools gets them as actions.
    pub(super) fn of(&self, engine: &EngineId) -> anyhow::Result<Option<Arc<dyn Provider>>> {
        if engine.kind == EngineKind::Local {
            return Ok(None);
        }
        let (endpoint, model) = self.catalog.as_ref().map_err(Clone::clone)?.find(&engine.to_string())?;
        let can = model.can;
        let key = from_environment(&endpoint);
        let remote = Arc::new(Remote::new(Arc::clone(&self.network), endpoint, model, key));
        if can.tools {
            Ok(Some(remote))
        } else if can.schema {
            Ok(Some(Arc::new(Actions::new(remote))))
        } else {
            bail!("{engine} neither calls tools nor holds a shape, so it cannot fill a form")
        }
    }
}

impl Desk {
    pub(super) fn models(&self) -> Models {
        Models {
            catalog: self.catalog.clone(),
            network: Arc::clone(&self.network),
        }
    }

    /// Why no run with this engine could come to anything, found out without asking anybody: a name that nobody has, a key
    /// that is not there, a workspace that keeps to itself.
    pub fn check_engine(&self, engine: &EngineId) -> anyhow::Result<()> {
        if engine.kind == EngineKind::Local {
            return Ok(());
        }
        let (endpoint, _) = self.catalog()?.find(&engine.to_string())?;
        if self.network.is_local_only() && !endpoint.is_here() {
            bail!("the workspace is local-only, and {engine} is not on this computer");
        }
        if let Some(variable) = &endpoint.key_env
            && from_environment(&endpoint).is_none()
        {
            bail!("{engine} needs a key, and there is none in {variable}");
        }
        self.models().of(engine).map(|_| ())
    }

    /// The providers and models known here, or the mistake in the user's own catalog.
    pub fn catalog(&self) -> Result<&Catalog, CatalogError> {
        self.catalog.as_ref().map_err(Clone::clone)
    }

    /// The name under which a key of this provider is kept: provider and address. Once the address changes, the key has to
    /// be typed again.
    pub fn key_account(&self, provider: &str) -> anyhow::Result<String> {
        let endpoint = self.catalog()?.endpoint(provider)?;
        Ok(format!("{} at {}", endpoint.name, origin_of(&endpoint.url)))
    }

    /// Asks `PROVIDER:MODEL`, or the usual model of `PROVIDER`, for everything that it may be able to do. `secret` finds the
    /// key of the provider.
    pub async fn probe_model(
        &self,
        name: &str,
        secret: impl FnOnce(&Endpoint) -> Option<Key>,
        stop: &CancellationToken,
    ) -> anyhow::Result<Probed> {
        let (endpoint, model) = self.catalog()?.find(name)?;
        let key = secret(&endpoint);
        let remote = Remote::new(Arc::clone(&self.network), endpoint.clone(), model.clone(), key);
        Ok(Probed {
            endpoint,
            model: model.id,
            found: probe(&remote, stop).await,
        })
    }

    /// How many models the provider lists, which costs nothing and shows that it takes the key.
    pub async fn try_key(&self, provider: &str, secret: &SecretString) -> anyhow::Result<usize> {
        let catalog = self.catalog()?;
        let endpoint = catalog.endpoint(provider)?.clone();
        // Any model will do: none is asked.
        let name = endpoint.default.clone().unwrap_or_else(|| "none".to_owned());
        let (_, model) = catalog.find(&format!("{provider}:{name}"))?;
        let key = Key::new(&endpoint, secret);
        let remote = Remote::new(Arc::clone(&self.network), endpoint, model, key);
        Ok(remote.models(&CancellationToken::new()).await?.len())
    }
}
