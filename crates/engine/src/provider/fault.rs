//! Provider failures, classified by what to do about them. Providers report them by status, by the type in the body,
//! or by an event inside a successful response. Retries are in `retry_policy`.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use std::time::Duration;

/// Max length of a kept error text, in characters.
const LONGEST: usize = 400;
/// Longer waits requested by a provider are cut to this (reliability 2.13).
const LONGEST_WAIT: Duration = Duration::from_hours(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// The key is missing, wrong, or not authorized for this request.
    Auth,
    /// The account has no money left, or reached its spending limit.
    Billing,
    RateLimited,
    Overloaded,
    /// The provider failed.
    Server,
    /// No connection, or the connection broke.
    Network,
    /// Nothing arrived within the idle timeout.
    Silent,
    /// The reply ended without its end marker.
    Truncated,
    /// The reply violates the protocol.
    BadReply,
    /// The conversation does not fit the model's context.
    TooLong,
    /// The request is malformed.
    Invalid,
    /// The provider does not have the model: unknown, retired, or not downloaded on a self-hosted server.
    NoModel,
    /// The address is not permitted: the workspace is local-only, or the address is outside the allowed scope.
    NotAllowed,
    /// No consent to send documents to this address.
    NoConsent,
    /// The spending limit is reached.
    OverLimit,
    /// The limit of model use for one document is used up.
    UsedUp,
    /// The answer would exceed the time limit of models for one document.
    OutOfTime,
    /// Too many recent failures; nothing was sent.
    Resting,
    /// The call could not be recorded before it was made, or its answer after it. No call is made without a record.
    Unrecorded,
    Cancelled,
}

/// What to do about a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remedy {
    /// The same request may succeed after a short wait.
    Retry,
    /// Requires user action; until then every document would fail the same way.
    Pause,
    /// Retry with a shorter conversation.
    Shorten,
    GiveUp,
}

impl Fault {
    pub fn remedy(self) -> Remedy {
        match self {
            Fault::RateLimited
            | Fault::Overloaded
            | Fault::Server
            | Fault::Network
            | Fault::Silent
            | Fault::Truncated
            | Fault::BadReply => Remedy::Retry,
            Fault::Auth
            | Fault::Billing
            | Fault::NoModel
            | Fault::NotAllowed
            | Fault::NoConsent
            | Fault::OverLimit
            | Fault::Resting
            | Fault::Unrecorded => Remedy::Pause,
            Fault::TooLong => Remedy::Shorten,
            Fault::Invalid | Fault::Cancelled | Fault::UsedUp | Fault::OutOfTime => Remedy::GiveUp,
        }
    }

    /// Whether the program itself refused before sending anything.
    pub fn is_own(self) -> bool {
        matches!(
            self,
            Fault::NoConsent | Fault::OverLimit | Fault::UsedUp | Fault::Resting | Fault::Unrecorded
        )
    }

    fn describe(self) -> &'static str {
        match self {
            Fault::Auth => "the key was rejected",
            Fault::Billing => "the account cannot be charged",
            Fault::RateLimited => "too many requests",
            Fault::Overloaded => "the provider is overloaded",
            Fault::Server => "the provider failed",
            Fault::Network => "there is no connection",
            Fault::Silent => "the provider stopped responding",
            Fault::Truncated => "the reply was cut off",
            Fault::BadReply => "the reply could not be understood",
            Fault::TooLong => "the conversation is too long for the model",
            Fault::Invalid => "the request was rejected",
            Fault::NoModel => "the provider does not have this model",
            Fault::NotAllowed => "the address is not allowed",
            Fault::NoConsent => "there is no consent to send documents there",
            Fault::OverLimit => "the spend limit of this workspace is reached",
            Fault::UsedUp => "the limits for models on one document are used up",
            Fault::OutOfTime => "the time limit for models on one document is reached",
            Fault::Resting => "the provider failed too often recently and is not called for a while",
            Fault::Unrecorded => "the call could not be recorded",
            Fault::Cancelled => "cancelled",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderError {
    pub fault: Fault,
    /// The provider's message, without secrets and at most a few lines long. Untrusted text.
    pub message: String,
    pub provider: String,
    pub status: Option<u16>,
    pub request_id: Option<String>,
    /// The wait requested by the provider, at most one hour.
    pub wait: Option<Duration>,
    /// Whether the provider says to retry; a `false` overrides the fault's remedy.
    pub again: Option<bool>,
    /// The provider fails for every request, not only this one (see `remote`).
    pub outage: bool,
}

impl std::error::Error for ProviderError {}

impl fmt::Display for ProviderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.provider.is_empty() {
            write!(f, "{}: ", self.provider)?;
        }
        f.write_str(self.fault.describe())?;
        if let Some(status) = self.status {
            write!(f, " (status {status})")?;
        }
        if !self.message.is_empty() {
            write!(f, ": {}", self.message)?;
        }
        Ok(())
    }
}

impl ProviderError {
    pub fn new(fault: Fault, message: impl AsRef<str>) -> Self {
        Self {
            fault,
            message: tidy(message.as_ref()),
            provider: String::new(),
            status: None,
            request_id: None,
            wait: None,
            again: None,
            outage: false,
        }
    }

    #[must_use]
    pub fn of(mut self, provider: &str) -> Self {
        provider.clone_into(&mut self.provider);
        self
    }

    /// Whether the fault passes without user action. It does not reflect on the document, whatever the provider says
    /// about an immediate retry. A gateway that cannot reach its backend (502) is such an outage. Other server
    /// failures may be caused by the document; the caller decides.
    pub fn passes(&self) -> bool {
        let unreached = self.fault == Fault::Server && self.status == Some(502);
        unreached
            || self.outage
            || matches!(
                self.fault,
                Fault::Network | Fault::Overloaded | Fault::RateLimited | Fault::Resting
            )
    }

    pub fn remedy(&self) -> Remedy {
        match (self.again, self.fault.remedy()) {
            (Some(false), Remedy::Retry) => Remedy::GiveUp,
            (_, remedy) => remedy,
        }
    }
}

/// A refusal as received.
#[derive(Debug, Clone, Default)]
pub(super) struct Answer {
    pub status: u16,
    pub retry_after: Option<String>,
    pub retry_after_ms: Option<String>,
    pub should_retry: Option<String>,
    pub request_id: Option<String>,
    pub body: String,
}

impl Answer {
    pub(super) fn error(&self) -> ProviderError {
        let body: Value = serde_json::from_str(&self.body).unwrap_or(Value::Null);
        let mut error = match reported_error(&body) {
            Some(reported) => reported,
            None if self.body.trim_start().starts_with('<') => {
                ProviderError::new(Fault::Server, "an HTML page instead of a reply")
            }
            None => ProviderError::new(Fault::Server, &self.body),
        };
        error.fault = by_status(self.status, error.fault);
        error.status = Some(self.status);
        error.request_id.clone_from(&self.request_id);
        error.wait = self.asked_to_wait().or(error.wait).map(|wait| wait.min(LONGEST_WAIT));
        error.again = match self.should_retry.as_deref() {
            Some("true") => Some(true),
            Some("false") => Some(false),
            _ => None,
        };
        error
    }

    /// Reads milliseconds, seconds or a date; a date is compared with this computer's clock.
    fn asked_to_wait(&self) -> Option<Duration> {
        if let Some(millis) = self
            .retry_after_ms
            .as_deref()
            .and_then(|text| text.trim().parse::<f64>().ok())
        {
            return positive(millis / 1000.0);
        }
        let text = self.retry_after.as_deref()?.trim();
        if let Ok(seconds) = text.parse::<f64>() {
            return positive(seconds);
        }
        let date = jiff::fmt::rfc2822::parse(text).ok()?.timestamp();
        positive(date.duration_since(jiff::Timestamp::now()).as_secs_f64())
    }
}

fn positive(seconds: f64) -> Option<Duration> {
    seconds
        .is_finite()
        .then(|| Duration::from_secs_f64(seconds.clamp(0.0, LONGEST_WAIT.as_secs_f64())))
}

/// Falls back to the status if the body is not specific.
fn by_status(status: u16, reported: Fault) -> Fault {
    match (status, reported) {
        // These come from codes in the body, which are more specific than the status.
        (_, Fault::Billing | Fault::TooLong | Fault::Auth | Fault::Overloaded | Fault::NoModel) => reported,
        (401 | 403 | 407, _) => Fault::Auth,
        (402, _) => Fault::Billing,
        (429, _) => Fault::RateLimited,
        (413, _) => Fault::TooLong,
        (503 | 529, _) => Fault::Overloaded,
        // 425 is a transport-level retry, 409 a transient conflict.
        (408 | 409 | 425 | 500.., _) => Fault::Server,
        (400..=499, Fault::RateLimited) => reported,
        // Redirects are never followed.
        _ => Fault::Invalid,
    }
}

/// Reads the error object of any provider; returns `None` if there is none.
pub(super) fn reported_error(body: &Value) -> Option<ProviderError> {
    // Gemini sends a list with one object, LM Studio and vLLM a bare string.
    let body = body.get(0).unwrap_or(body);
    let error = match body.get("error") {
        Some(error) if !error.is_null() => error,
        _ if body.get("type").and_then(Value::as_str) == Some("error") => body,
        _ if body.get("object").and_then(Value::as_str) == Some("error") => body,
        _ => return None,
    };
    let text = |key: &str| error.get(key).and_then(Value::as_str).unwrap_or("");
    let message = error.as_str().unwrap_or_else(|| text("message"));
    let details = error.get("details");
    let mut words: Vec<&str> = vec![text("type"), text("status"), text("code")];
    words.extend(
        details
            .and_then(|details| details.get("error_code"))
            .and_then(Value::as_str),
    );
    let listed = details.and_then(Value::as_array).into_iter().flatten();
    words.extend(listed.clone().filter_map(|detail| detail.get("reason")?.as_str()));
    // Some providers put a status number in `code`, even inside a response that started successfully.
    let code = error
        .get("code")
        .and_then(Value::as_u64)
        .and_then(|code| u16::try_from(code).ok());
    let fault = match (by_words(&words, message), code) {
        (fault, Some(status @ 400..=599)) if known(&words).is_none() => by_status(status, fault),
        (fault, _) => fault,
    };
    let mut found = ProviderError::new(fault, message);
    found.wait = listed
        .filter_map(|detail| {
            detail
                .get("retryDelay")?
                .as_str()?
                .strip_suffix('s')?
                .parse::<f64>()
                .ok()
        })
        .find_map(positive);
    found.request_id = body.get("request_id").and_then(Value::as_str).map(str::to_owned);
    Some(found)
}

/// Types, codes and reasons of all providers. Codes are looked up before types, because a spending limit is sent with
/// the type of a rate limit.
const KNOWN: [(Fault, &[&str]); 7] = [
    (
        Fault::Billing,
        &[
            "billing_error",
            "enforced_spend_limit_reached",
            "insufficient_quota",
            "billing_hard_limit_reached",
            "billing_not_active",
            "credit_balance_too_low",
            "insufficient_credits",
            "usage_limit_reached",
            "BILLING_DISABLED",
        ],
    ),
    (
        Fault::TooLong,
        &[
            "context_length_exceeded",
            "request_too_large",
            "model_context_window_exceeded",
            "exceed_context_size_error",
            "string_above_max_length",
        ],
    ),
    (
        Fault::Auth,
        &[
            "authentication_error",
            "permission_error",
            "invalid_api_key",
            "API_KEY_INVALID",
            "UNAUTHENTICATED",
            "PERMISSION_DENIED",
        ],
    ),
    (
        Fault::Overloaded,
        &["overloaded_error", "UNAVAILABLE", "server_overloaded", "slow_down"],
    ),
    (
        Fault::RateLimited,
        &["rate_limit_error", "rate_limit_exceeded", "RESOURCE_EXHAUSTED"],
    ),
    (
        Fault::Invalid,
        &[
            "invalid_request_error",
            "not_found_error",
            "INVALID_ARGUMENT",
            "NOT_FOUND",
            "model_not_found",
            "FAILED_PRECONDITION",
        ],
    ),
    (
        Fault::Server,
        &[
            "api_error",
            "server_error",
            "timeout_error",
            "INTERNAL",
            "DEADLINE_EXCEEDED",
        ],
    ),
];

fn known(words: &[&str]) -> Option<Fault> {
    let mut all = KNOWN.iter();
    let found = all.find(|(_, known)| words.iter().any(|word| known.contains(word)));
    found.map(|(fault, _)| *fault)
}

fn by_words(words: &[&str], message: &str) -> Fault {
    let lower = message.to_ascii_lowercase();
    let fault = known(words).unwrap_or(Fault::Server);
    // A generic invalid request, or an unknown type, is classified by its message.
    let too_long = [
        "prompt is too long",
        "maximum context length",
        "exceeds the available context",
        "input token count",
        "context length of only",
        "context the overflows",
    ];
    let mentions = |phrase: &str| lower.contains(phrase);
    let gone = [
        "not found",
        "does not exist",
        "try pulling",
        "is not a valid model",
        "decommissioned",
    ];
    let gone = gone.iter().any(|phrase| mentions(phrase));
    match fault {
        Fault::Invalid | Fault::Server if too_long.iter().any(|phrase| mentions(phrase)) => Fault::TooLong,
        Fault::Invalid if words.contains(&"model_not_found") => Fault::NoModel,
        // Anthropic's message names only the model.
        Fault::Invalid if words.contains(&"not_found_error") && mentions("model") => Fault::NoModel,
        Fault::Invalid | Fault::Server if mentions("no endpoints found for") => Fault::NoModel,
        Fault::Invalid | Fault::Server if mentions("model") && gone => Fault::NoModel,
        Fault::Invalid | Fault::RateLimited if lower.contains("credit balance is too low") => Fault::Billing,
        _ => fault,
    }
}

/// Makes one line without control characters or secrets, cut to a readable length.
fn tidy(text: &str) -> String {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if line.chars().count() > LONGEST {
            line.push('…');
            break;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        let clean: String = word
            .chars()
            .filter(|letter| !letter.is_control())
            .take(LONGEST)
            .collect();
        line.push_str(if is_secret(&clean) { "[removed]" } else { &clean });
    }
    line
}

/// Whether a word looks like a key: some providers repeat keys, or parts of them, in their errors.
fn is_secret(word: &str) -> bool {
    const BEGINNINGS: [&str; 6] = ["sk-", "AIza", "AQ.", "key-", "gsk_", "hf_"];
    BEGINNINGS.iter().any(|beginning| {
        word.find(beginning)
            .is_some_and(|at| word.len() - at > beginning.len() + 4)
    })
}

/// Whether every other document would fail the same way now: no key, no money, no permission, no connection. Such
/// work waits and does not count as a failure of the document.
pub fn is_general(error: &anyhow::Error) -> bool {
    let provider = error.downcast_ref::<ProviderError>();
    provider.is_some_and(|error| error.remedy() == Remedy::Pause || error.passes())
}

/// The model, or a filter before it, declined the request; holds a message for the user.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Declined(pub String);

/// Whether the same question would be refused again: declined, too long, not accepted, or over its limits.
pub fn is_of_request(error: &anyhow::Error) -> bool {
    let provider = error.downcast_ref::<ProviderError>();
    let refused = provider.is_some_and(|error| {
        matches!(
            error.fault,
            Fault::TooLong | Fault::Invalid | Fault::UsedUp | Fault::OutOfTime
        )
    });
    refused || error.is::<Declined>()
}

#[cfg(test)]
mod tests;
