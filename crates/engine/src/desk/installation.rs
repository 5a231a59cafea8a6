//! This installation of the program on this computer. Consents are sealed with its secret, so that one that came with a
//! workspace from elsewhere, or was written into it, does not count here.

use crate::store::files::{create_folder, sync_folder};
use anyhow::Context;
use sha2::{Digest, Sha256};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::NamedTempFile;
use touchstone_core::record::Consent;
use uuid::Uuid;

/// Letters of a secret: two random ids in hexadecimal digits.
const LETTERS: usize = 64;
/// Differs between computers, also where a home folder is copied or shared. Other systems have no such file.
const COMPUTER: &str = "/etc/machine-id";

#[derive(Debug, Default)]
pub(super) struct Installation {
    /// Where the secret is kept; without it, the secret lives as long as the desk.
    file: Option<PathBuf>,
    secret: Mutex<Option<String>>,
}

impl Installation {
    /// The secret is made with the first consent; until then there is nothing to seal.
    pub(super) fn open(file: Option<PathBuf>) -> anyhow::Result<Self> {
        let secret = Mutex::new(file.as_deref().map(read).transpose()?.flatten());
        Ok(Self { file, secret })
    }

    /// Binds a consent to this installation.
    pub(super) fn sealed(&self, consent: Consent) -> anyhow::Result<Consent> {
        let mut secret = self.secret.lock().unwrap_or_else(PoisonError::into_inner);
        if secret.is_none() {
            *secret = Some(match &self.file {
                Some(file) => create(file)?,
                None => made(),
            });
        }
        let seal = secret.as_ref().map(|secret| seal(secret, &consent));
        Ok(Consent { seal, ..consent })
    }

    /// Whether a consent was given here.
    pub(super) fn gave(&self, consent: &Consent) -> bool {
        let secret = self.secret.lock().unwrap_or_else(PoisonError::into_inner);
        let wanted = secret.as_ref().map(|secret| seal(secret, consent));
        wanted.is_some() && wanted == consent.seal
    }
}

fn read(file: &Path) -> anyhow::Result<Option<String>> {
    match fs::read_to_string(file) {
        Ok(secret) if secret.len() == LETTERS => Ok(Some(secret)),
        // Something else in its place is replaced with the next consent.
        Ok(_) => Ok(None),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::InvalidData) => Ok(None),
        Err(error) => Err(error).with_context(|| format!("could not read {}", file.display())),
    }
}

/// Keeps a new secret, or takes the one that another process has kept in the meantime.
fn create(file: &Path) -> anyhow::Result<String> {
    let failed = || format!("could not keep a consent: could not write {}", file.display());
    if let Some(secret) = read(file)? {
        return Ok(secret);
    }
    let folder = file.parent().with_context(failed)?;
    create_folder(folder).with_context(failed)?;
    let secret = made();
    // Only its owner can read it, and it appears complete.
    let mut draft = NamedTempFile::new_in(folder).with_context(failed)?;
    draft.write_all(secret.as_bytes()).with_context(failed)?;
    draft.as_file().sync_all().with_context(failed)?;
    draft.persist(file).map_err(|error| error.error).with_context(failed)?;
    sync_folder(folder).with_context(failed)?;
    Ok(read(file)?.unwrap_or(secret))
}

/// Each id has 74 random bits.
fn made() -> String {
    format!("{}{}", Uuid::now_v7().simple(), Uuid::now_v7().simple())
}

/// A digest over the secret, the computer and everything that was agreed to. Each part has its length before it.
fn seal(secret: &str, consent: &Consent) -> String {
    let computer = fs::read(COMPUTER).unwrap_or_default();
    let (carries, at) = (format!("{:?}", consent.carries), consent.at.to_string());
    let parts = [&consent.provider, &consent.origin, &consent.statement, &carries, &at].map(String::as_bytes);
    let mut sha = Sha256::new();
    for part in [secret.as_bytes(), computer.as_slice()].into_iter().chain(parts) {
        sha.update((part.len() as u64).to_le_bytes());
        sha.update(part);
    }
    format!("{:x}", sha.finalize())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use touchstone_core::record::{Carries, now};

    fn consent() -> Consent {
        Consent {
            provider: "anthropic".into(),
            origin: "https://a".into(),
            carries: Carries::Text,
            statement: "The words of pages go there.".into(),
            at: now(),
            seal: None,
        }
    }

    #[test]
    fn a_consent_counts_where_it_was_given_and_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| Installation::open(Some(folder.path().join(name).join("installation"))).unwrap();
        let (here, elsewhere) = (at("here"), at("elsewhere"));
        let given = here.sealed(consent()).unwrap();
        assert!(here.gave(&given) && at("here").gave(&given), "also after a restart");
        assert!(!elsewhere.gave(&given));
        elsewhere.sealed(consent()).unwrap();
        assert!(!elsewhere.gave(&given) && !here.gave(&consent()));
        for changed in [
            Consent {
                carries: Carries::Pictures,
                ..given.clone()
            },
            Consent {
                origin: "https://b".into(),
                ..given.clone()
            },
            Consent {
                statement: "Other words.".into(),
                ..given.clone()
            },
            Consent {
                seal: Some(String::new()),
                ..given.clone()
            },
        ] {
            assert!(!here.gave(&changed), "{changed:?}");
        }
    }

    #[test]
    fn a_secret_is_private_and_what_is_none_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("installation");
        fs::write(&file, [0xff, 0xfe]).unwrap();
        let here = Installation::open(Some(file.clone())).unwrap();
        let given = here.sealed(consent()).unwrap();
        assert_eq!(fs::read(&file).unwrap().len(), LETTERS);
        assert!(Installation::open(Some(file.clone())).unwrap().gave(&given));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        }
        // Without a place for it, nothing is agreed to.
        let nowhere = Installation::open(Some(file.join("installation"))).unwrap_err();
        assert!(nowhere.to_string().contains("could not read"), "{nowhere:#}");
    }
}
