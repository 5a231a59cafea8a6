//! Engines offered to the user: who provides them, what they cost, and what is missing before use. `models` decides
//! whether a run may start.

use super::Desk;
use super::settings::preferences;
use super::views::{EngineCard, ModelCard};
use crate::provider::{Catalog, Endpoint, Model};
use touchstone_core::record::EngineId;

impl Desk {
    /// The local engine, then all providers of the catalog.
    pub async fn engine_cards(&self) -> anyhow::Result<Vec<EngineCard>> {
        let mut cards = vec![EngineCard {
            name: "local".to_owned(),
            title: "This computer".to_owned(),
            local: true,
            needs_key: false,
            ready: true,
            note: "Works offline. Nothing leaves this computer.".to_owned(),
            origin: None,
            consent: None,
            models: vec![ModelCard {
                engine: "local".to_owned(),
                name: "Local engine".to_owned(),
                price: None,
                pictures: false,
            }],
        }];
        let Ok(catalog) = self.catalog() else {
            return Ok(cards);
        };
        let consents = self.consent_views().await?;
        for endpoint in &catalog.endpoints {
            let missing = self.missing(endpoint).await;
            let origin = crate::provider::origin_of(&endpoint.url);
            let consent = consents
                .iter()
                .find(|consent| consent.provider == endpoint.name && consent.origin == origin);
            cards.push(EngineCard {
                name: endpoint.name.clone(),
                title: endpoint.title.clone(),
                local: endpoint.is_here(),
                needs_key: endpoint.key_env.is_some(),
                ready: missing.is_none(),
                note: missing.unwrap_or_else(|| ready_note(endpoint)),
                consent: consent.cloned(),
                origin: Some(origin),
                models: models_of(catalog, endpoint),
            });
        }
        Ok(cards)
    }

    /// What the user must do before this provider can be used.
    async fn missing(&self, endpoint: &Endpoint) -> Option<String> {
        if self.network.is_local_only() && !endpoint.is_here() {
            return Some("This workspace is local-only, so nothing is sent to this provider.".to_owned());
        }
        match self.models().key(endpoint).await {
            Ok(None) if endpoint.key_env.is_some() => Some(format!("It needs a key: {}.", self.keys.advice(endpoint))),
            Ok(_) => None,
            Err(error) => Some(format!("It needs a key. {}", error.root_cause())),
        }
    }

    /// Whether no pack uses a model on another computer.
    pub(super) async fn stays_here(&self) -> anyhow::Result<bool> {
        let preferences = preferences(&self.store).await?;
        let Ok(catalog) = self.catalog() else { return Ok(true) };
        let mut chosen = preferences.engines.values().filter(|name| *name != "local");
        let leaves = chosen.any(|name| catalog.find(name).is_ok_and(|(endpoint, _)| !endpoint.is_here()));
        Ok(preferences.local_only || !leaves)
    }

    /// The engine chosen for a pack in this workspace.
    pub async fn preferred_engine(&self, pack: &str) -> anyhow::Result<EngineId> {
        let preferences = preferences(&self.store).await?;
        match preferences.engines.get(pack) {
            // A model no longer in the catalog is reported when the run starts.
            Some(name) => name.parse().map_err(anyhow::Error::msg),
            None => Ok(EngineId::local()),
        }
    }
}

fn ready_note(endpoint: &Endpoint) -> String {
    if endpoint.is_here() {
        "A server on this computer. It must be running while documents are read with it.".to_owned()
    } else {
        "A provider on the network. You are asked for consent before the first document is sent.".to_owned()
    }
}

fn models_of(catalog: &Catalog, endpoint: &Endpoint) -> Vec<ModelCard> {
    let of_endpoint = catalog.models.iter().filter(|model| model.endpoint == endpoint.name);
    let fit = of_endpoint.filter(|model| model.can.tools || model.can.schema);
    fit.map(|model| ModelCard {
        engine: format!("{}:{}", model.endpoint, model.id),
        name: format!("{} of {}", model.id, endpoint.title),
        price: price(model, catalog.priced(model)),
        pictures: model.can.images,
    })
    .collect()
}

/// The price for short prompts.
fn price(model: &Model, as_of: &str) -> Option<String> {
    let price = model.price.iter().min_by_key(|price| price.above)?;
    Some(format!(
        "${} in, ${} out per million tokens (as of {as_of})",
        price.input, price.output
    ))
}
