//! Known providers and models, with capabilities and prices: the built-in `catalog.toml`, overridden by the user's
//! own file.

use super::origin::{Scope, origin_of, permit};
use super::protocol::Protocol;
use super::turn::Tokens;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;
use std::time::Duration;
use url::Url;

const BUILT_IN: &str = include_str!("catalog.toml");
/// Assumed for models without a catalog entry, in tokens.
const UNKNOWN_CONTEXT: u64 = 32_000;
const UNKNOWN_OUTPUT: u32 = 4_096;

/// A service that offers models at an address.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Endpoint {
    pub name: String,
    pub title: String,
    pub dialect: Protocol,
    pub url: Url,
    /// The environment variable with the key; `None` if no key is needed.
    pub key_env: Option<String>,
    /// The model used if none is named.
    pub default: Option<String>,
    #[serde(default)]
    pub own_network: bool,
    idle_seconds: Option<u64>,
    #[serde(default)]
    unknown: Capabilities,
}

impl Endpoint {
    /// Max silence before the connection is dropped, if it differs from the default.
    pub fn idle(&self) -> Option<Duration> {
        self.idle_seconds.map(Duration::from_secs)
    }

    /// Provider and address. Keys and consents are stored under it, so a changed address requires both again.
    pub fn account(&self) -> String {
        format!("{} at {}", self.name, origin_of(&self.url))
    }

    /// Whether it is a self-hosted server: on this computer, or on the user's network.
    pub fn is_own(&self) -> bool {
        self.is_here() || self.own_network
    }

    /// Whether it is on this computer, so that no data leaves it.
    pub fn is_here(&self) -> bool {
        let local = Scope {
            local_only: true,
            own_network: false,
        };
        permit(&self.url, local).is_ok()
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    pub endpoint: String,
    /// Scheme, host and port of the endpoint.
    #[serde(skip)]
    pub origin: String,
    pub id: String,
    /// Context size in tokens, prompt and answer together.
    pub context: u64,
    /// Max tokens of one answer.
    pub output: u32,
    pub can: Capabilities,
    /// Empty if the model is free or its price unknown.
    #[serde(default)]
    pub price: Vec<Price>,
}

/// Capabilities of a model, written as words in the catalog.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
#[allow(clippy::struct_excessive_bools, reason = "each is a capability of its own")]
pub struct Capabilities {
    pub tools: bool,
    pub strict: bool,
    pub schema: bool,
    pub images: bool,
    pub effort: bool,
}

impl TryFrom<Vec<String>> for Capabilities {
    type Error = String;

    fn try_from(words: Vec<String>) -> Result<Self, String> {
        let mut can = Capabilities::default();
        for word in words {
            match word.as_str() {
                "tools" => can.tools = true,
                "strict" => can.strict = true,
                "schema" => can.schema = true,
                "images" => can.images = true,
                "effort" => can.effort = true,
                _ => return Err(format!("`{word}` is not a capability")),
            }
        }
        Ok(can)
    }
}

impl From<Capabilities> for Vec<String> {
    fn from(can: Capabilities) -> Self {
        let all = [
            ("tools", can.tools),
            ("strict", can.strict),
            ("schema", can.schema),
            ("images", can.images),
            ("effort", can.effort),
        ];
        all.into_iter()
            .filter(|(_, has)| *has)
            .map(|(name, _)| name.to_owned())
            .collect()
    }
}

/// US dollars per million tokens, for prompts of more than `above` tokens.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    pub above: u64,
    pub input: f64,
    pub output: f64,
    /// Tokens read from the provider's cache; defaults to `input`.
    pub cached: Option<f64>,
    /// Tokens written to the cache; defaults to `input`.
    pub written: Option<f64>,
}

impl Model {
    /// Caps the answer at a quarter of the context, to leave room for the question. A small model may report an
    /// output limit as large as its context.
    pub(super) fn fitted(self) -> Model {
        let most = u32::try_from(self.context / 4).unwrap_or(u32::MAX).max(1);
        Model {
            output: self.output.min(most),
            ..self
        }
    }

    /// Returns the cost of these tokens in US dollars, or `None` if no price is known (which does not mean free).
    pub fn cost(&self, tokens: &Tokens) -> Option<f64> {
        let prompt = tokens.prompt();
        let fitting = self
            .price
            .iter()
            .filter(|price| price.above == 0 || prompt > price.above);
        let price = fitting.max_by_key(|price| price.above)?;
        let dollars = tokens.input as f64 * price.input
            + tokens.cached as f64 * price.cached.unwrap_or(price.input)
            + tokens.written as f64 * price.written.unwrap_or(price.input)
            + tokens.output as f64 * price.output;
        Some(dollars / 1e6)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Catalog {
    /// When the built-in prices were last checked.
    pub as_of: String,
    pub endpoints: Vec<Endpoint>,
    pub models: Vec<Model>,
    own: Own,
}

/// The entries that come from the user's file.
#[derive(Debug, Clone, Default, PartialEq)]
struct Own {
    as_of: Option<String>,
    /// Endpoint and id.
    models: Vec<(String, String)>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CatalogError {
    #[error("cannot read the catalog of models: {0}")]
    Unreadable(String),
    #[error("the catalog of models is invalid: {0}")]
    Mistake(String),
    #[error("no provider is named `{name}`; known providers: {known}")]
    UnknownEndpoint { name: String, known: String },
    #[error("name a model of {endpoint}: `{endpoint}:MODEL`")]
    NoModel { endpoint: String },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    as_of: Option<String>,
    #[serde(default)]
    endpoint: Vec<Endpoint>,
    #[serde(default)]
    model: Vec<Model>,
}

impl Catalog {
    /// Loads the built-in catalog, with the user's file applied over it if it exists.
    pub fn load(own: Option<&Path>) -> Result<Catalog, CatalogError> {
        let text = match own {
            Some(path) if path.exists() => Some(
                fs::read_to_string(path)
                    .map_err(|error| CatalogError::Unreadable(format!("{}: {error}", path.display())))?,
            ),
            _ => None,
        };
        Catalog::of(text.as_deref())
    }

    fn of(own: Option<&str>) -> Result<Catalog, CatalogError> {
        let shipped = parse(BUILT_IN)?;
        let mut catalog = Catalog {
            as_of: shipped.as_of.unwrap_or_default(),
            endpoints: shipped.endpoint,
            models: shipped.model,
            own: Own::default(),
        };
        if let Some(text) = own {
            let own = parse(text)?;
            catalog.own.as_of = own.as_of;
            for endpoint in own.endpoint {
                guard_key(&catalog.endpoints, &endpoint)?;
                put(&mut catalog.endpoints, endpoint, |one, other| one.name == other.name);
            }
            for model in own.model {
                catalog.own.models.push((model.endpoint.clone(), model.id.clone()));
                put(&mut catalog.models, model, |one, other| {
                    one.endpoint == other.endpoint && one.id == other.id
                });
            }
        }
        catalog.check()?;
        Ok(catalog)
    }

    fn check(&self) -> Result<(), CatalogError> {
        for endpoint in &self.endpoints {
            let scope = Scope {
                local_only: false,
                own_network: endpoint.own_network,
            };
            permit(&endpoint.url, scope)
                .map_err(|why| mistake(format!("`{}`: {}: {why}", endpoint.name, endpoint.url)))?;
            if endpoint.name.is_empty()
                || endpoint
                    .name
                    .contains(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-')
            {
                return Err(mistake(format!(
                    "`{}`: the name of a provider consists of letters, digits and `-`",
                    endpoint.name
                )));
            }
        }
        for model in &self.models {
            self.endpoint(&model.endpoint)?;
            let sound = |price: &Price| {
                let all = [Some(price.input), Some(price.output), price.cached, price.written];
                all.into_iter()
                    .flatten()
                    .all(|dollars| dollars.is_finite() && dollars >= 0.0)
            };
            if !is_model_id(&model.id) || !model.price.iter().all(sound) {
                return Err(mistake(format!(
                    "model `{}:{}`: its id or a price is invalid",
                    model.endpoint, model.id
                )));
            }
        }
        Ok(())
    }

    pub fn endpoint(&self, name: &str) -> Result<&Endpoint, CatalogError> {
        let known = || {
            self.endpoints
                .iter()
                .map(|endpoint| endpoint.name.as_str())
                .collect::<Vec<_>>()
                .join(", ")
        };
        let found = self.endpoints.iter().find(|endpoint| endpoint.name == name);
        found.ok_or_else(|| CatalogError::UnknownEndpoint {
            name: name.to_owned(),
            known: known(),
        })
    }

    /// Date of this model's prices for display; for models in the user's file, the date given there.
    pub fn priced(&self, model: &Model) -> &str {
        let is_same = |(endpoint, id): &(String, String)| *endpoint == model.endpoint && *id == model.id;
        if self.own.models.iter().any(is_same) {
            self.own.as_of.as_deref().unwrap_or("your own catalog")
        } else {
            &self.as_of
        }
    }

    /// Whether the catalog lists this model's capabilities; for other models they are assumed.
    pub fn describes(&self, model: &Model) -> bool {
        let is_same = |known: &Model| known.endpoint == model.endpoint && known.id == model.id;
        self.models.iter().any(is_same)
    }

    /// Resolves `PROVIDER:MODEL` or `PROVIDER`. A model that is not listed is accepted as named.
    pub fn find(&self, name: &str) -> Result<(Endpoint, Model), CatalogError> {
        let (endpoint, id) = name
            .split_once(':')
            .map_or((name, None), |(endpoint, id)| (endpoint, Some(id)));
        let endpoint = self.endpoint(endpoint)?;
        let id = id.map(str::to_owned).or_else(|| endpoint.default.clone());
        let id = id.filter(|id| !id.is_empty()).ok_or_else(|| CatalogError::NoModel {
            endpoint: endpoint.name.clone(),
        })?;
        if !is_model_id(&id) {
            return Err(mistake(format!("`{id}` is not a model id")));
        }
        let listed = self
            .models
            .iter()
            .find(|model| model.endpoint == endpoint.name && model.id == id);
        let origin = origin_of(&endpoint.url);
        let listed = listed.cloned().map(|model| Model {
            origin: origin.clone(),
            ..model
        });
        let model = listed.unwrap_or_else(|| Model {
            endpoint: endpoint.name.clone(),
            origin,
            id,
            context: UNKNOWN_CONTEXT,
            output: UNKNOWN_OUTPUT,
            can: endpoint.unknown,
            price: Vec::new(),
        });
        Ok((endpoint.clone(), model.fitted()))
    }
}

fn parse(text: &str) -> Result<Raw, CatalogError> {
    toml::from_str(text).map_err(|error| mistake(error.to_string()))
}

fn mistake(what: String) -> CatalogError {
    CatalogError::Mistake(what)
}

/// A user's entry may use a built-in provider's key variable only with that provider's own address, so that a catalog
/// file from someone else cannot steal keys.
fn guard_key(shipped: &[Endpoint], own: &Endpoint) -> Result<(), CatalogError> {
    let owner = shipped
        .iter()
        .find(|endpoint| endpoint.key_env.is_some() && endpoint.key_env == own.key_env);
    match owner {
        Some(owner) if origin_of(&owner.url) != origin_of(&own.url) => Err(mistake(format!(
            "`{}`: the key in {} belongs to {}; name another variable",
            own.name,
            owner.key_env.as_deref().unwrap_or_default(),
            origin_of(&owner.url)
        ))),
        _ => Ok(()),
    }
}

fn put<T>(list: &mut Vec<T>, new: T, same: impl Fn(&T, &T) -> bool) {
    match list.iter_mut().find(|old| same(old, &new)) {
        Some(old) => *old = new,
        None => list.push(new),
    }
}

/// Allows only names that cannot change the path of a URL.
fn is_model_id(id: &str) -> bool {
    let fine = |letter: char| letter.is_ascii_alphanumeric() || "._-:/@+".contains(letter);
    !id.is_empty() && id.len() <= 200 && id.chars().all(fine) && !id.contains("..") && !id.starts_with('/')
}

#[cfg(test)]
mod tests;
