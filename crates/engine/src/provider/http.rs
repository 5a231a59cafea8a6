//! All network access of the program. Every request passes through one function, which checks the address, the
//! workspace's scope and the owner of the key.

use super::catalog::Endpoint;
use super::codec::Frame;
use super::fault::{Answer, Fault, ProviderError};
use super::key::Key;
use super::origin::{Scope, is_local_name, origin_of, permit, permit_address};
use super::protocol::KeyHeader;
use super::redaction::Redaction;
use super::retry_policy::{CircuitBreaker, RetryPolicy};
use super::sse::frames;
use futures::{Stream, StreamExt, stream};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::{HeaderMap, HeaderValue};
use reqwest::{Client, Response, redirect};
use secrecy::ExposeSecret;
use std::collections::HashMap;
use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::time::timeout;
use touchstone_core::record::Carries;
use url::Url;

/// Max bytes of one reply, far above a model's longest answer.
const MOST_BYTES: usize = 32 << 20;
/// Max bytes read of an error response.
const MOST_OF_AN_ERROR: usize = 64 << 10;

/// Network access within the limits of a workspace. Shared by all providers, since they share its limits.
pub struct Network {
    local_only: AtomicBool,
    retry_policy: RetryPolicy,
    clients: [OnceLock<Client>; 3],
    breakers: Mutex<HashMap<String, CircuitBreaker>>,
    /// What document content may be sent, by account. Accounts not listed get nothing.
    agreed: Mutex<HashMap<String, Carries>>,
}

/// Where an address is. Each has a client of its own, which refuses names that resolve elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    Here,
    OwnNetwork,
    Outside,
}

/// One request.
pub(super) struct Sending<'a> {
    pub endpoint: &'a Endpoint,
    pub url: Url,
    pub key: Option<&'a Key>,
    pub key_header: KeyHeader,
    pub headers: &'static [(&'static str, &'static str)],
    /// JSON; `None` sends a request without a body.
    pub body: Option<&'a [u8]>,
    pub carries: Carries,
}

impl Sending<'_> {
    /// Masks the sent key in replies.
    fn redaction(&self) -> Redaction {
        let secret = self.key.and_then(|key| key.secret_for(&self.endpoint.name, &self.url));
        Redaction::over(secret.map(ExposeSecret::expose_secret))
    }
}

impl Network {
    pub fn new(local_only: bool, retry_policy: RetryPolicy) -> Self {
        Self {
            local_only: AtomicBool::new(local_only),
            retry_policy,
            clients: Default::default(),
            breakers: Mutex::default(),
            agreed: Mutex::default(),
        }
    }

    /// Allows this provider this much document content from now on; `Nothing` withdraws an earlier consent.
    pub fn agree(&self, account: String, carries: Carries) {
        self.agreed().insert(account, carries);
    }

    /// Whether this may be sent: anything to this computer, elsewhere only what the user agreed to.
    pub fn is_agreed(&self, endpoint: &Endpoint, carries: Carries) -> bool {
        let agreed = || self.agreed().get(&endpoint.account()).copied();
        endpoint.is_here() || carries <= agreed().unwrap_or(Carries::Nothing)
    }

    fn agreed(&self) -> MutexGuard<'_, HashMap<String, Carries>> {
        self.agreed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes effect from now on; requests already sent are not cancelled.
    pub fn keep_local(&self, local_only: bool) {
        self.local_only.store(local_only, Ordering::SeqCst);
    }

    pub fn is_local_only(&self) -> bool {
        self.local_only.load(Ordering::SeqCst)
    }

    pub fn retry_policy(&self) -> &RetryPolicy {
        &self.retry_policy
    }

    /// How long the circuit breaker keeps this provider paused, if it is open.
    pub(super) fn rests(&self, url: &Url) -> Option<Duration> {
        self.breaker(url, |breaker| breaker.rests(Instant::now()))
    }

    /// Whether the circuit breaker of this provider is open.
    pub(super) fn is_left_alone(&self, url: &Url) -> bool {
        self.breaker(url, |breaker| breaker.is_open(Instant::now()))
    }

    pub(super) fn note(&self, url: &Url, ended: Result<(), Fault>) {
        self.breaker(url, |breaker| breaker.note(ended, Instant::now()));
    }

    fn breaker<T>(&self, url: &Url, act: impl FnOnce(&mut CircuitBreaker) -> T) -> T {
        let mut breakers = self.breakers.lock().unwrap_or_else(PoisonError::into_inner);
        act(breakers.entry(origin_of(url)).or_default())
    }

    /// The single exit to the network. Refuses, before sending anything, addresses that are not allowed, documents
    /// without consent, and keys that belong to another address.
    async fn send(
        &self,
        sending: &Sending<'_>,
        idle: Duration,
        redaction: &Redaction,
    ) -> Result<Response, ProviderError> {
        let scope = Scope {
            local_only: self.is_local_only(),
            own_network: sending.endpoint.own_network,
        };
        permit(&sending.url, scope).map_err(|why| ProviderError::new(Fault::NotAllowed, why))?;
        if !self.is_agreed(sending.endpoint, sending.carries) {
            return Err(ProviderError::new(Fault::NoConsent, ""));
        }
        let headers = headers(sending)?;
        let client = self.client(sending.endpoint)?;
        let request = match sending.body {
            Some(body) => client.post(sending.url.clone()).body(body.to_vec()),
            None => client.get(sending.url.clone()),
        };
        let response = timeout(idle, request.headers(headers).send())
            .await
            .map_err(|_| silent(idle))?;
        let response = response.map_err(|error| broken(&error))?;
        if response.status().is_success() {
            return Ok(response);
        }
        if response.status().is_redirection() {
            let mut error = ProviderError::new(Fault::Invalid, "it redirects elsewhere; redirects are not followed");
            error.status = Some(response.status().as_u16());
            return Err(error);
        }
        Err(refusal(response, idle, redaction).await)
    }

    fn client(&self, endpoint: &Endpoint) -> Result<&Client, ProviderError> {
        let reach = if endpoint.is_here() {
            Reach::Here
        } else if endpoint.own_network {
            Reach::OwnNetwork
        } else {
            Reach::Outside
        };
        let slot = &self.clients[reach as usize];
        if let Some(client) = slot.get() {
            return Ok(client);
        }
        let built = build(reach, self.retry_policy.connect).map_err(|error| broken(&error))?;
        Ok(slot.get_or_init(|| built))
    }

    /// Sends the request and passes on the events of the reply until `take` reports the last one, or the reply ends.
    pub(super) async fn stream(
        &self,
        sending: &Sending<'_>,
        idle: Duration,
        take: &mut (dyn FnMut(&Frame) -> Result<bool, ProviderError> + Send),
    ) -> Result<(), ProviderError> {
        let redaction = sending.redaction();
        let streamed = self.streamed(sending, idle, &redaction, take).await;
        streamed.map_err(|error| redaction.error(error))
    }

    async fn streamed(
        &self,
        sending: &Sending<'_>,
        idle: Duration,
        redaction: &Redaction,
        take: &mut (dyn FnMut(&Frame) -> Result<bool, ProviderError> + Send),
    ) -> Result<(), ProviderError> {
        let response = self.send(sending, idle, redaction).await?;
        match content_type(&response).as_str() {
            "" | "text/event-stream" => {}
            "application/json" => {
                let data = redaction.piece(whole(response, idle, MOST_BYTES).await?);
                let event = "message".to_owned();
                return take(&Frame { event, data }).map(|_| ());
            }
            other => {
                let what = format!("a reply of type `{other}` instead of events");
                return Err(ProviderError::new(Fault::BadReply, what));
            }
        }
        let mut frames = Box::pin(frames(bytes(response, idle, MOST_BYTES)));
        while let Some(frame) = frames.next().await {
            let Frame { event, data } = frame?;
            let data = redaction.piece(data);
            if take(&Frame { event, data })? {
                break;
            }
        }
        Ok(())
    }

    /// Sends the request and reads the whole answer.
    pub(super) async fn fetch(&self, sending: &Sending<'_>, idle: Duration) -> Result<String, ProviderError> {
        let redaction = sending.redaction();
        let fetched = async {
            let response = self.send(sending, idle, &redaction).await?;
            whole(response, idle, MOST_BYTES).await
        };
        fetched.await.map_err(|error| redaction.error(error))
    }
}

fn headers(sending: &Sending<'_>) -> Result<HeaderMap, ProviderError> {
    let mut headers = HeaderMap::new();
    headers.insert("content-type", HeaderValue::from_static("application/json"));
    for (name, value) in sending.headers {
        headers.insert(*name, HeaderValue::from_static(value));
    }
    let auth = |message: &str| ProviderError::new(Fault::Auth, message);
    match sending.key {
        Some(key) => {
            let secret = key
                .secret_for(&sending.endpoint.name, &sending.url)
                .ok_or_else(|| auth("the key belongs to another address and was not sent"))?;
            let text = format!("{}{}", sending.key_header.before, secret.expose_secret());
            let mut value = HeaderValue::from_str(&text).map_err(|_| auth("the key contains invalid characters"))?;
            value.set_sensitive(true);
            headers.insert(sending.key_header.name, value);
        }
        None if sending.endpoint.key_env.is_some() => return Err(auth("no key is set")),
        None => {}
    }
    Ok(headers)
}

fn build(reach: Reach, connect: Duration) -> Result<Client, reqwest::Error> {
    // Fails on every call but the first in the process, which is harmless: the crypto provider is the same.
    let _already_set = rustls::crypto::ring::default_provider().install_default();
    let builder = Client::builder()
        .user_agent(concat!("touchstone/", env!("CARGO_PKG_VERSION")))
        .redirect(redirect::Policy::none())
        .referer(false)
        .connect_timeout(connect)
        .tcp_keepalive(Duration::from_mins(1))
        .dns_resolver(Arc::new(Names(reach)));
    // A proxy would learn of, and sit in front of, a server on this computer.
    if reach == Reach::Outside {
        builder
    } else {
        builder.no_proxy()
    }
    .build()
}

/// Resolves names and refuses addresses outside this reach.
struct Names(Reach);

/// A name that resolves to a forbidden address.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Astray(&'static str);

impl Resolve for Names {
    fn resolve(&self, name: Name) -> Resolving {
        let here = self.0 == Reach::Here && is_local_name(name.as_str());
        let scope = Scope {
            local_only: self.0 == Reach::Here,
            own_network: self.0 == Reach::OwnNetwork,
        };
        Box::pin(async move {
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            for address in &found {
                permit_address(address.ip(), here, scope).map_err(Astray)?;
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

/// Streams the body piece by piece, each within the idle timeout and all within a size limit.
fn bytes(response: Response, idle: Duration, most: usize) -> impl Stream<Item = Result<Vec<u8>, ProviderError>> {
    let state = Some((Box::pin(response.bytes_stream()), 0_usize));
    stream::unfold(state, move |state| async move {
        let (mut body, read) = state?;
        let piece = match timeout(idle, body.next()).await {
            Err(_) => Err(silent(idle)),
            Ok(None) => return None,
            Ok(Some(Err(error))) => Err(broken(&error)),
            Ok(Some(Ok(piece))) if read + piece.len() > most => {
                Err(ProviderError::new(Fault::BadReply, "the reply is too long"))
            }
            Ok(Some(Ok(piece))) => Ok(piece.to_vec()),
        };
        match piece {
            Ok(piece) => {
                let read = read + piece.len();
                Some((Ok(piece), Some((body, read))))
            }
            Err(error) => Some((Err(error), None)),
        }
    })
}

async fn whole(response: Response, idle: Duration, most: usize) -> Result<String, ProviderError> {
    let mut all = Vec::new();
    let mut pieces = Box::pin(bytes(response, idle, most));
    while let Some(piece) = pieces.next().await {
        all.extend(piece?);
    }
    String::from_utf8(all).map_err(|_| ProviderError::new(Fault::BadReply, "a reply that is not UTF-8"))
}

/// Builds the error from status, headers and body; an unreadable body does not lose the rest.
async fn refusal(response: Response, idle: Duration, redaction: &Redaction) -> ProviderError {
    let header = |name: &str| {
        let value = response.headers().get(name).and_then(|value| value.to_str().ok());
        value.map(str::to_owned)
    };
    let mut answer = Answer {
        status: response.status().as_u16(),
        retry_after: header("retry-after"),
        retry_after_ms: header("retry-after-ms"),
        should_retry: header("x-should-retry"),
        request_id: header("request-id").or_else(|| header("x-request-id")),
        body: String::new(),
    };
    let mut pieces = Box::pin(bytes(response, idle, MOST_OF_AN_ERROR));
    let mut body = Vec::new();
    while let Some(Ok(piece)) = pieces.next().await {
        body.extend(piece);
    }
    answer.body = redaction.text(String::from_utf8_lossy(&body).into_owned());
    answer.error()
}

fn content_type(response: &Response) -> String {
    let value = response
        .headers()
        .get("content-type")
        .and_then(|value| value.to_str().ok());
    let kind = value.unwrap_or("").split(';').next().unwrap_or("");
    kind.trim().to_ascii_lowercase()
}

fn silent(idle: Duration) -> ProviderError {
    ProviderError::new(Fault::Silent, format!("no data for {} s", idle.as_secs()))
}

/// Describes the underlying cause. A name that resolves to a forbidden address and an invalid certificate are not
/// transient.
fn broken(error: &reqwest::Error) -> ProviderError {
    let mut messages = Vec::new();
    let mut fault = Fault::Network;
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(inner) = cause {
        let wrapped = inner.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        let tls = wrapped.and_then(|wrapped| wrapped.downcast_ref::<rustls::Error>());
        if inner.is::<Astray>() || matches!(tls, Some(rustls::Error::InvalidCertificate(_))) {
            fault = Fault::NotAllowed;
        }
        // The outer error only repeats the address, which is known.
        if !inner.is::<reqwest::Error>() {
            messages.push(inner.to_string());
        }
        cause = inner.source();
    }
    messages.dedup();
    ProviderError::new(fault, messages.join(": "))
}
