//! Stores providers' keys in the system keychain or, if it is unavailable, for this session only. A stored key is never
//! shown again: only the engine gets it. Keys are stored by account, which names a provider and its address.

use crate::commands::Answer;
use async_trait::async_trait;
use keyring_core::api::CredentialStoreApi;
use keyring_core::{Entry, Error};
use secrecy::{ExposeSecret, SecretString};
use serde::Serialize;
use specta::Type;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use touchstone_engine::provider::{Endpoint, Key, KeyHolder};
use touchstone_engine::views::Trouble;

const SERVICE: &str = "touchstone";

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub(crate) struct KeyState {
    pub(crate) stored: bool,
    pub(crate) store: KeyStore,
    /// A message about the keychain for the user.
    pub(crate) message: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub(crate) enum KeyStore {
    Keychain,
    Session,
    None,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub(crate) struct KeyTest {
    pub(crate) ok: bool,
    pub(crate) message: String,
}

/// Keys of this session, by account.
#[derive(Debug, Default)]
pub(crate) struct Keys(Arc<Mutex<HashMap<String, SecretString>>>);

impl Keys {
    pub(crate) async fn state(&self, provider: String) -> Answer<KeyState> {
        if self.with(|keys| keys.contains_key(&provider)) {
            return Ok(session());
        }
        blocking(move || {
            Ok(match entry(&provider).and_then(|entry| entry.get_password()) {
                Ok(_) => KeyState {
                    stored: true,
                    store: KeyStore::Keychain,
                    message: None,
                },
                Err(Error::NoEntry) => KeyState {
                    stored: false,
                    store: KeyStore::Keychain,
                    message: None,
                },
                Err(error) => KeyState {
                    stored: false,
                    store: KeyStore::None,
                    message: Some(silent(&error)),
                },
            })
        })
        .await
    }

    /// Stores a key, replacing the previous one.
    pub(crate) async fn set(&self, provider: String, key: SecretString, session_only: bool) -> Answer<KeyState> {
        if key.expose_secret().trim().is_empty() {
            let message = format!("could not save the key for {provider}: it is empty");
            return Err(Trouble::new("empty_key", &message, "Paste the key, then choose Save."));
        }
        if session_only {
            self.with(|keys| keys.insert(provider, key));
            return Ok(session());
        }
        let name = provider.clone();
        blocking(move || {
            let kept = entry(&name).and_then(|entry| entry.set_password(key.expose_secret().trim()));
            kept.map_err(|error| {
                let message = format!("could not save the key for {name}: {}", silent(&error));
                Trouble::new(
                    "no_keychain",
                    &message,
                    "Unlock the keychain, or keep the key for this session only.",
                )
            })
        })
        .await?;
        // Only after success: if the keychain refuses, the session's key remains.
        self.with(|keys| keys.remove(&provider));
        self.state(provider).await
    }

    /// The key itself, for the engine; `None` if none is stored.
    pub(crate) async fn secret(&self, account: String) -> Answer<Option<SecretString>> {
        if let Some(key) = self.with(|keys| keys.get(&account).cloned()) {
            return Ok(Some(key));
        }
        blocking(move || match entry(&account).and_then(|entry| entry.get_password()) {
            Ok(key) => Ok(Some(SecretString::from(key))),
            Err(Error::NoEntry) => Ok(None),
            Err(error) => Err(Trouble::new(
                "no_keychain",
                &silent(&error),
                "Unlock the keychain, or keep the key for this session only.",
            )),
        })
        .await
    }

    pub(crate) async fn remove(&self, provider: String) -> Answer<KeyState> {
        self.with(|keys| keys.remove(&provider));
        let name = provider.clone();
        blocking(move || match entry(&name).and_then(|entry| entry.delete_credential()) {
            // Without a keychain nothing was stored in one.
            Ok(()) | Err(Error::NoEntry | Error::PlatformFailure(_) | Error::NoDefaultStore) => Ok(()),
            Err(error) => {
                let message = format!("could not remove the key for {name}: {}", silent(&error));
                Err(Trouble::new(
                    "no_keychain",
                    &message,
                    "Unlock the keychain, then try again.",
                ))
            }
        })
        .await?;
        self.state(provider).await
    }

    fn with<T>(&self, change: impl FnOnce(&mut HashMap<String, SecretString>) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[async_trait]
impl KeyHolder for Keys {
    async fn key(&self, endpoint: &Endpoint) -> anyhow::Result<Option<Key>> {
        let secret = self.secret(endpoint.account()).await;
        // The caller reports what was attempted.
        let secret = secret.map_err(|trouble| anyhow::anyhow!(trouble.message))?;
        Ok(secret.and_then(|secret| Key::new(endpoint, &secret)))
    }

    fn advice(&self, _: &Endpoint) -> String {
        "none is stored in Settings".to_owned()
    }
}

fn session() -> KeyState {
    KeyState {
        stored: true,
        store: KeyStore::Session,
        message: Some("The key is kept until you quit.".to_owned()),
    }
}

/// Opens the store each time, so that a keychain started or unlocked in the meantime is found.
fn entry(provider: &str) -> Result<Entry, Error> {
    #[cfg(target_os = "linux")]
    let store = zbus_secret_service_keyring_store::Store::new()?;
    #[cfg(target_os = "macos")]
    let store = apple_native_keyring_store::keychain::Store::new()?;
    #[cfg(target_os = "windows")]
    let store = windows_native_keyring_store::Store::new()?;
    store.build(SERVICE, provider, None)
}

/// Why the keychain is unavailable, as a sentence.
fn silent(error: &Error) -> String {
    match error {
        Error::NoStorageAccess(_) => "The keychain is locked.".to_owned(),
        Error::PlatformFailure(_) | Error::NoDefaultStore => {
            "No keychain is available on this computer. Keys can be kept for this session only.".to_owned()
        }
        other => format!("The keychain returned an error: {other}."),
    }
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Answer<T> + Send + 'static) -> Answer<T> {
    tauri::async_runtime::spawn_blocking(work)
        .await
        .unwrap_or_else(|error| Err(Trouble::from(anyhow::anyhow!("the keychain did not respond: {error}"))))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[tokio::test]
    async fn a_key_of_the_session_is_known_and_never_asks_the_keychain() {
        let keys = Keys::default();
        let provider = || "anthropic at https://api.anthropic.com".to_owned();
        let state = keys.set(provider(), SecretString::from("sk-1"), true).await.unwrap();
        assert_eq!((state.stored, state.store), (true, KeyStore::Session));
        assert_eq!(keys.secret(provider()).await.unwrap().unwrap().expose_secret(), "sk-1");
        let refused = keys.set(provider(), SecretString::from("  "), true).await.unwrap_err();
        assert_eq!(refused.code, "empty_key");
    }
}
