//! What models were found to be able to do when they were asked, kept by model and address: it counts over what the catalog
//! says, and decides how a model is worked with. Not here: the questions (see `provider::probe`).

use super::Desk;
use super::views::{Fact, ModelTest};
use crate::provider::{Capabilities, Endpoint, Finding, Probe};
use crate::store::{Store, StoreError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tokio_util::sync::CancellationToken;

const PROBES: &str = "probes";

/// What an answering model can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Found {
    tools: bool,
    schema: bool,
    images: bool,
}

impl Found {
    /// None of a model that did not answer.
    fn of(probe: &Probe) -> Option<Self> {
        let can = probe.can();
        probe.answered().then_some(Self {
            tools: can.tools,
            schema: can.schema,
            images: can.images,
        })
    }

    /// A person agreed to what the catalog says of pictures, so elsewhere they are only taken away.
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

/// What was found of a model at an address, if it was ever asked.
pub(super) async fn found_of(store: &Store, endpoint: &Endpoint, model: &str) -> Result<Option<Found>, StoreError> {
    Ok(all(store).await?.get(&name_of(endpoint, model)).copied())
}

impl Desk {
    /// Asks a model for everything that it may be able to do, and keeps what it is found to be.
    pub async fn test_model(&self, name: &str) -> anyhow::Result<ModelTest> {
        let probed = self.probe_model(name, &CancellationToken::new()).await?;
        if let Some(found) = Found::of(&probed.found) {
            let mut known = all(&self.store).await?;
            known.insert(name_of(&probed.endpoint, &probed.model), found);
            self.store.set_setting(PROBES, &known).await?;
        }
        Ok(told(&probed.found))
    }
}

fn told(found: &Probe) -> ModelTest {
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
        "It fills forms by actions in JSON, since it does not call tools."
    } else {
        "It cannot fill forms."
    };
    ModelTest {
        ok: can.tools || can.schema,
        message: match (found.answered(), found.cost) {
            (false, _) => "It does not answer.".to_owned(),
            (true, Some(cost)) => format!("{how} The questions cost ${cost:.5}."),
            (true, None) => how.to_owned(),
        },
        findings: vec![
            fact("Answers piece by piece", &found.streaming),
            fact("Holds a shape", &found.schema),
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
