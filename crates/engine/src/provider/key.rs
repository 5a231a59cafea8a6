//! API keys, the addresses they are bound to, and their sources. The system keychain is in the desktop crate; the
//! command line reads keys from the environment.

use super::catalog::Endpoint;
use super::origin::origin_of;
use async_trait::async_trait;
use secrecy::{ExposeSecret, SecretString};
use std::fmt;
use url::Url;

/// A secret bound to one provider at one origin; it is not used after the address changes.
#[derive(Debug, Clone)]
pub struct Key {
    provider: String,
    origin: String,
    secret: SecretString,
}

impl Key {
    /// Returns `None` for a blank key.
    pub fn new(endpoint: &Endpoint, secret: &SecretString) -> Option<Key> {
        let trimmed = secret.expose_secret().trim();
        (!trimmed.is_empty()).then(|| Key {
            provider: endpoint.name.clone(),
            origin: origin_of(&endpoint.url),
            secret: SecretString::from(trimmed.to_owned()),
        })
    }

    /// Returns the secret if it belongs to this provider and this address.
    pub fn secret_for(&self, provider: &str, url: &Url) -> Option<&SecretString> {
        (self.provider == provider && self.origin == origin_of(url)).then_some(&self.secret)
    }
}

/// Reads a provider's key from the environment variable named in its catalog entry.
pub fn from_environment(endpoint: &Endpoint) -> Option<Key> {
    let value = std::env::var(endpoint.key_env.as_deref()?).ok()?;
    Key::new(endpoint, &SecretString::from(value))
}

/// A store of keys.
#[async_trait]
pub trait KeyHolder: Send + Sync + fmt::Debug {
    /// Returns the provider's key, if there is one. An error means that the store itself failed.
    async fn key(&self, endpoint: &Endpoint) -> anyhow::Result<Option<Key>>;

    /// How the user supplies a key for this provider, worded as the end of a sentence.
    fn advice(&self, endpoint: &Endpoint) -> String;
}

/// Reads keys from the environment variables named in the catalog.
#[derive(Debug, Default)]
pub struct Environment;

#[async_trait]
impl KeyHolder for Environment {
    async fn key(&self, endpoint: &Endpoint) -> anyhow::Result<Option<Key>> {
        Ok(from_environment(endpoint))
    }

    fn advice(&self, endpoint: &Endpoint) -> String {
        let variable = endpoint.key_env.as_deref().unwrap_or_default();
        format!("there is none in {variable}")
    }
}
