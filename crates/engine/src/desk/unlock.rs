//! Document passwords, kept in memory only.

use super::Desk;
use super::queue::ReadBy;
use super::views::Unlocked;
use crate::store::{LibraryFilter, Standing};
use secrecy::{ExposeSecret, SecretString};
use std::sync::{Arc, PoisonError, RwLock};
use touchstone_core::record::Document;

pub(super) type Passwords = Arc<RwLock<Vec<SecretString>>>;

/// The passwords known now.
pub(super) fn known(passwords: &Passwords) -> Vec<SecretString> {
    passwords.read().unwrap_or_else(PoisonError::into_inner).clone()
}

impl Desk {
    pub(super) fn remember(&self, passwords: &[SecretString]) {
        let mut known = self.passwords.write().unwrap_or_else(PoisonError::into_inner);
        for password in passwords {
            let is_new = |old: &SecretString| old.expose_secret() != password.expose_secret();
            if known.iter().all(is_new) {
                known.push(password.clone());
            }
        }
    }

    /// Tries a password on every locked document, `first` before the others; documents it opens are read again. It is
    /// remembered if it opened one.
    pub async fn unlock(&self, first: &str, password: SecretString) -> anyhow::Result<Unlocked> {
        let locked = LibraryFilter {
            states: vec![Standing::Password],
            ..LibraryFilter::default()
        };
        let mut ids = self.store.library_ids(&locked).await?;
        ids.sort_by_key(|id| id.to_string() != first);
        let mut unlocked = Unlocked::default();
        for id in ids {
            let document = self.store.document(id).await?;
            if self.opens(&document, &password).await? {
                self.remember(std::slice::from_ref(&password));
                self.queue_again(&[id], &ReadBy::AsBefore).await?;
                unlocked.opened.push(id.to_string());
            } else {
                unlocked.still_locked += 1;
            }
        }
        Ok(unlocked)
    }

    async fn opens(&self, document: &Document, password: &SecretString) -> anyhow::Result<bool> {
        let original = self.store.original(document).await?;
        let readers = self.readers();
        let pool = readers.pictures.as_ref().map_err(Clone::clone)?;
        match pool.open(original, std::slice::from_ref(password)).await {
            Ok(open) => {
                open.close().await;
                Ok(true)
            }
            Err(_) => Ok(false),
        }
    }
}
