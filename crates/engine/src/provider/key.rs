//! A key and the address it may go to, and who is asked for one. Not here: the keychain of the system, which is the
//! desktop's; the command line takes keys from its environment.

use super::catalog::Endpoint;
use super::origin::origin_of;
use async_trait::async_trait;
use secrecy::{ExposeSecret, SecretString};
use std::fmt;
use url::Url;

/// A secret that belongs to one provider at one origin: a changed address does not take it along.
#[derive(Debug, Clone)]
pub struct Key {
    provider: String,
    origin: String,
    secret: SecretString,
}

impl Key {
    /// None for a key of nothing but blanks.
    pub fn new(endpoint: &Endpoint, secret: &SecretString) -> Option<Key> {
        let trimmed = secret.expose_secret().trim();
        (!trimmed.is_empty()).then(|| Key {
            provider: endpoint.name.clone(),
            origin: origin_of(&endpoint.url),
            secret: SecretString::from(trimmed.to_owned()),
        })
    }

    /// The secret, if it belongs to this provider and this address.
    pub fn secret_for(&self, provider: &str, url: &Url) -> Option<&SecretString> {
        (self.provider == provider && self.origin == origin_of(url)).then_some(&self.secret)
    }
}

/// The key of a provider from the environment, as its catalog entry names the variable.
pub fn from_environment(endpoint: &Endpoint) -> Option<Key> {
    let value = std::env::var(endpoint.key_env.as_deref()?).ok()?;
    Key::new(endpoint, &SecretString::from(value))
}

/// Where keys are kept.
#[async_trait]
pub trait KeyHolder: Send + Sync + fmt::Debug {
    /// The key of a provider, if there is one. An error says that the holder itself does not answer.
    async fn key(&self, endpoint: &Endpoint) -> anyhow::Result<Option<Key>>;

    /// How the person gives it a key for this provider, to end a sentence with.
    fn advice(&self, endpoint: &Endpoint) -> String;
}

/// Keys in the variables that the catalog names.
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
