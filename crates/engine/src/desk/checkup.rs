//! The report of `touchstone doctor`: versions, the reader and its library, limits, packs, the workspace's location
//! and integrity. Contains no document text.

use super::Desk;
use crate::store::{Depth, Integrity};
use touchstone_intake::protocol::{Greeting, Limits};
use touchstone_intake::{Failure, ReaderPool, Recogniser};

pub struct Checkup {
    pub version: &'static str,
    /// Location of the workspace.
    pub place: String,
    /// The reader's self-description, or why it cannot be started.
    pub reader: Result<Greeting, Failure>,
    pub reader_program: Option<String>,
    /// The OCR engine in use.
    pub recogniser: Recogniser,
    /// Self-description of each OCR engine, or why it is unavailable.
    pub recognition: Vec<(Recogniser, Result<Greeting, Failure>)>,
    pub limits: Limits,
    pub packs: Vec<PackState>,
    pub integrity: Integrity,
    /// Known language models and whether they may be used, or the mistake in the user's catalog.
    pub models: Result<String, String>,
}

impl Checkup {
    /// Whether the OCR engine in use works.
    pub fn can_recognise(&self) -> bool {
        let chosen = self
            .recognition
            .iter()
            .find(|(recogniser, _)| *recogniser == self.recogniser);
        chosen.is_some_and(|(_, result)| result.is_ok())
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackState {
    pub name: String,
    pub version: String,
    pub folder: String,
}

impl Desk {
    pub async fn checkup(&self, depth: Depth) -> anyhow::Result<Checkup> {
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
            recogniser: readers.recogniser,
            recognition: recognition(readers.pool.as_ref()).await,
            limits: readers.limits.clone(),
            packs: packs.collect(),
            integrity: self.store.integrity(depth, |_, _| ()).await?,
            models: self.known_models(),
        })
    }

    fn known_models(&self) -> Result<String, String> {
        let catalog = self.catalog().map_err(|mistake| mistake.to_string())?;
        let reach = if self.network.is_local_only() {
            "only servers on this computer may be used"
        } else {
            "none is used unless chosen"
        };
        Ok(format!(
            "{} of {} providers, prices as of {}; {reach}",
            catalog.models.len(),
            catalog.endpoints.len(),
            catalog.as_of
        ))
    }
}

async fn recognition(pool: Result<&ReaderPool, &Failure>) -> Vec<(Recogniser, Result<Greeting, Failure>)> {
    let mut all = Vec::new();
    for recogniser in Recogniser::ALL {
        let result = match pool {
            Ok(pool) => pool.probe_recognition(recogniser).await,
            Err(failure) => Err(failure.clone()),
        };
        all.push((recogniser, result));
    }
    all
}
