//! What `touchstone doctor` shows: versions, the reader and its library, limits, packs, where data lies and whether it
//! is whole. Holds no document text.

use super::Desk;
use crate::store::Integrity;
use touchstone_intake::Failure;
use touchstone_intake::protocol::{Greeting, Limits};

pub struct Checkup {
    pub version: &'static str,
    /// Where the workspace lies.
    pub place: String,
    /// What the reader says about itself, or why it cannot be started.
    pub reader: Result<Greeting, Failure>,
    pub reader_program: Option<String>,
    /// What the reader of pixels says about its models, or why text cannot be recognised.
    pub recognition: Result<Greeting, Failure>,
    pub limits: Limits,
    pub packs: Vec<PackState>,
    pub integrity: Integrity,
    /// Which language models are known and whether they may be asked, or the mistake in the user's own catalog.
    pub models: Result<String, String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackState {
    pub name: String,
    pub version: String,
    pub folder: String,
}

impl Desk {
    pub async fn checkup(&self) -> anyhow::Result<Checkup> {
        let readers = self.readers();
        let packs = self.shelf.packs().iter().map(|pack| PackState {
            name: pack.name.clone(),
            version: pack.version.clone(),
            folder: pack.folder.display().to_string(),
        });
        Ok(Checkup {
            version: env!("CARGO_PKG_VERSION"),
            place: self.store.place().to_string(),
            reader: match &readers.pool {
                Ok(pool) => pool.probe().await,
                Err(failure) => Err(failure.clone()),
            },
            reader_program: readers
                .pool
                .as_ref()
                .map(|pool| pool.config().program.display().to_string())
                .ok(),
            recognition: match &readers.pool {
                Ok(pool) => pool.probe_recognition().await,
                Err(failure) => Err(failure.clone()),
            },
            limits: readers.limits.clone(),
            packs: packs.collect(),
            integrity: self.store.integrity().await?,
            models: self.known_models(),
        })
    }

    fn known_models(&self) -> Result<String, String> {
        let catalog = self.catalog().map_err(|mistake| mistake.to_string())?;
        let reach = if self.network.is_local_only() {
            "those on this computer only"
        } else {
            "none is asked unless it is chosen"
        };
        Ok(format!(
            "{} of {} providers, prices as of {}; {reach}",
            catalog.models.len(),
            catalog.endpoints.len(),
            catalog.as_of
        ))
    }
}
