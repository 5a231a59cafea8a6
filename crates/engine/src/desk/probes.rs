//! Probed model capabilities, stored by model and address. They override the catalog and determine how a model is
//! used. The questions are in `provider::probe`.

use super::views::{Fact, ModelTest};
use super::{Desk, Probed};
use crate::provider::{Capabilities, Endpoint, Finding, Probe, Provider, Remote, probe};
use crate::store::{Store, StoreError};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

const PROBES: &str = "probes";
/// How long a model that did not answer is not probed again.
const SILENCE: Duration = Duration::from_mins(1);

/// Capabilities of a model that answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Found {
    tools: bool,
    schema: bool,
    images: bool,
}

impl Found {
    /// `None` if the model did not answer, or a question was broken off.
    fn of(probe: &Probe) -> Option<Self> {
        let can = probe.can();
        (probe.answered() && !probe.broken_off).then_some(Self {
            tools: can.tools,
            schema: can.schema,
            images: can.images,
        })
    }

    /// Consent covers what the catalog says about pictures, so for remote models a probe can only remove them.
    pub(super) fn over(self, can: Capabilities, endpoint: &Endpoint) -> Capabilities {
        Capabilities {
            tools: self.tools,
            schema: self.schema,
            images: self.images && (can.images || endpoint.is_here()),
            ..can
        }
    }
}

fn name_of(endpoint: &Endpoint, model: &str) -> String {
    format!("{} {model}", endpoint.account())
}

async fn all(store: &Store) -> Result<BTreeMap<String, Found>, StoreError> {
    Ok(store.setting(PROBES).await?.unwrap_or_default())
}

/// What a probe found for a model at an address, if it was ever probed.
pub(super) async fn found_of(store: &Store, endpoint: &Endpoint, model: &str) -> Result<Option<Found>, StoreError> {
    Ok(all(store).await?.get(&name_of(endpoint, model)).copied())
}

async fn keep(store: &Store, name: String, found: Found) -> Result<(), StoreError> {
    let mut known = all(store).await?;
    known.insert(name, found);
    store.set_setting(PROBES, &known).await
}

/// Probes of models before their first use, one at a time, with the time of those that got no answer.
#[derive(Clone, Default)]
pub(super) struct Trials(Arc<Mutex<HashMap<String, Instant>>>);

impl Trials {
    /// Probes a model without a catalog entry; `None` while it does not answer.
    pub(super) async fn of(
        &self,
        store: &Store,
        remote: &Remote,
        stop: &CancellationToken,
    ) -> Result<Option<Found>, StoreError> {
        let (endpoint, model) = (remote.endpoint(), remote.model().id.as_str());
        let name = name_of(endpoint, model);
        let mut silent = self.0.lock().await;
        if let Some(found) = found_of(store, endpoint, model).await? {
            return Ok(Some(found));
        }
        if silent.get(&name).is_some_and(|since| since.elapsed() < SILENCE) {
            return Ok(None);
        }
        let Some(found) = Found::of(&probe(remote, stop).await) else {
            silent.insert(name, Instant::now());
            return Ok(None);
        };
        tracing::info!(name: "a model was tried out", provider = endpoint.name, model);
        keep(store, name, found).await?;
        Ok(Some(found))
    }
}

impl Desk {
    /// Probes all capabilities of a model and stores the findings.
    pub async fn test_model(&self, name: &str, stop: &CancellationToken) -> anyhow::Result<ModelTest> {
        let probed = self.probe_model(name, stop).await?;
        self.keep_found(&probed).await?;
        Ok(model_test(&probed.found))
    }

    /// Stores the findings of a probe for all future work. Returns false, and stores nothing, if the model did not
    /// answer.
    pub async fn keep_found(&self, probed: &Probed) -> anyhow::Result<bool> {
        let Some(found) = Found::of(&probed.found) else {
            return Ok(false);
        };
        keep(&self.store, name_of(&probed.endpoint, &probed.model), found).await?;
        Ok(true)
    }
}

fn model_test(found: &Probe) -> ModelTest {
    let fact = |name: &str, finding: &Finding| Fact {
        name: name.to_owned(),
        value: match finding {
            Finding::Yes => "yes".to_owned(),
            Finding::No(why) => format!("no: {why}"),
            Finding::NotAsked => "not asked".to_owned(),
        },
    };
    let can = found.can();
    let how = if can.tools {
        "It fills forms with tools."
    } else if can.schema {
        "It fills forms with actions in JSON, because it does not call tools."
    } else {
        "It cannot fill forms."
    };
    ModelTest {
        ok: can.tools || can.schema,
        message: match (found.answered(), found.cost) {
            (false, _) => "It does not respond.".to_owned(),
            (true, Some(cost)) => format!("{how} The test cost ${cost:.5}."),
            (true, None) => how.to_owned(),
        },
        findings: vec![
            fact("Streams replies", &found.streaming),
            fact("Follows a schema", &found.schema),
            fact("Calls tools", &found.tools),
            fact("Sees pictures", &found.images),
        ],
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::provider::Catalog;

    #[test]
    fn what_was_found_counts_over_the_catalog_but_adds_no_pictures_elsewhere() {
        let catalog = Catalog::load(None).unwrap();
        let (here, _) = catalog.find("ollama:anything").unwrap();
        let (away, _) = catalog.find("anthropic").unwrap();
        let (all, none) = (
            Found {
                tools: true,
                schema: true,
                images: true,
            },
            Capabilities::default(),
        );
        let over = all.over(none, &here);
        assert!(over.tools && over.schema && over.images);
        let over = all.over(none, &away);
        assert!(over.tools && !over.images);
        let blind = Found { images: false, ..all };
        let sees = Capabilities { images: true, ..none };
        assert!(!blind.over(sees, &away).images && all.over(sees, &away).images);
    }
}
