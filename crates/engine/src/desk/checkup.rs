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
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackState {
    pub name: String,
    pub version: String,
    pub folder: String,
}

impl Desk {
    pub async fn checkup(&self) -> anyhow::Result<Checkup> {
        let packs = self.shelf.packs().iter().map(|pack| PackState {
            name: pack.name.clone(),
            version: pack.version.clone(),
            folder: pack.folder.display().to_string(),
        });
        Ok(Checkup {
            version: env!("CARGO_PKG_VERSION"),
            place: self.store.place().to_string(),
            reader: self.probe().await,
            reader_program: self
                .pool
                .as_ref()
                .map(|pool| pool.config().program.display().to_string())
                .ok(),
            recognition: match &self.pool {
                Ok(pool) => pool.probe_recognition().await,
                Err(failure) => Err(failure.clone()),
            },
            limits: self.limits.clone(),
            packs: packs.collect(),
            integrity: self.store.integrity().await?,
        })
    }

    async fn probe(&self) -> Result<Greeting, Failure> {
        match &self.pool {
            Ok(pool) => pool.probe().await,
            Err(failure) => Err(failure.clone()),
        }
    }
}
