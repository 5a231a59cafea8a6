//! A key and the address it may go to. Not here: where keys are kept; the desktop has the keychain of the system, the
//! command line its environment.

use super::catalog::Endpoint;
use super::origin::origin_of;
use secrecy::{ExposeSecret, SecretString};
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
