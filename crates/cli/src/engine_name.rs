//! Parses the engine named by an argument or a setting.

use crate::user_folder::user_catalog;
use touchstone_core::record::{EngineId, EngineKind};
use touchstone_engine::provider::Catalog;

/// The engine named by a text: `local`, PROVIDER:MODEL, or PROVIDER for its default model.
pub(crate) fn engine(text: &str) -> Result<EngineId, String> {
    text.parse::<EngineId>().or_else(|why| {
        if text.contains(':') {
            return Err(why.to_owned());
        }
        let found = Catalog::load(user_catalog().as_deref()).and_then(|catalog| catalog.find(text));
        let (endpoint, model) = found.map_err(|error| format!("{why}: {error}"))?;
        Ok(EngineId {
            kind: EngineKind::Model,
            provider: Some(endpoint.name),
            model: Some(model.id),
        })
    })
}
