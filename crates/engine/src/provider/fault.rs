//! What went wrong with a provider, sorted by what to do about it. Providers say it in many ways: by status, by the type
//! in the body, by an event inside a good answer. Not here: waiting and trying again (see `patience`).

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use std::time::Duration;

/// Longest text of an error that is kept.
const LONGEST: usize = 400;
/// Waits that a provider asks for beyond an hour are not believed (reliability 2.13).
const LONGEST_WAIT: Duration = Duration::from_hours(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// The key is missing, wrong, or may not do this.
    Auth,
    /// No money left, or a limit of spending reached.
    Billing,
    RateLimited,
    Overloaded,
    /// The provider failed.
    Server,
    /// No connection, or one that broke.
    Network,
    /// Nothing arrived for too long.
    Silent,
    /// The reply ended before its end was said.
    Truncated,
    /// What came is not what the protocol says.
    BadReply,
    /// The conversation does not fit the model.
    TooLong,
    /// The request is wrong.
    Invalid,
    /// The provider has no such model, or has it no more: retired, or not fetched by a server of one's own.
    NoModel,
    /// The address may not be spoken to: the workspace is local-only, or the address is none that is allowed.
    NotAllowed,
    /// Nobody has agreed to sending documents to this address.
    NoConsent,
    /// What may be spent is spent.
    OverLimit,
    /// What models may take for one document is used up.
    UsedUp,
    /// The answer would take longer than models may take for one document.
    OutOfTime,
    /// Too many failures lately; nothing was sent.
    Resting,
    /// The call could not be written down before it was made, or its answer after it: nothing is asked that leaves no trace.
    Unrecorded,
    Cancelled,
}

/// What helps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remedy {
    /// The same request may succeed a little later.
    Retry,
    /// A person has to do something first; until then every document would fail in the same way.
    Pause,
    /// A shorter conversation.
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

    /// Whether the program itself refused, before a byte left.
    pub fn is_own(self) -> bool {
        matches!(
            self,
            Fault::NoConsent | Fault::OverLimit | Fault::UsedUp | Fault::Resting | Fault::Unrecorded
        )
    }

    fn says(self) -> &'static str {
        match self {
            Fault::Auth => "the key is not accepted",
            Fault::Billing => "nothing more can be charged to the account",
            Fault::RateLimited => "too many requests",
            Fault::Overloaded => "the provider is overloaded",
            Fault::Server => "the provider failed",
            Fault::Network => "there is no connection",
            Fault::Silent => "the provider fell silent",
            Fault::Truncated => "the reply broke off",
            Fault::BadReply => "the reply is not understood",
            Fault::TooLong => "the conversation is too long for the model",
            Fault::Invalid => "the request is not accepted",
            Fault::NoModel => "the provider does not have this model",
            Fault::NotAllowed => "the address may not be spoken to",
            Fault::NoConsent => "nobody has agreed to sending documents there",
            Fault::OverLimit => "the spend limit of this workspace is reached",
            Fault::UsedUp => "what models may take for one document is used up",
            Fault::OutOfTime => "the time that models may take for one document is up",
            Fault::Resting => "the provider failed too often lately and is left alone for a while",
            Fault::Unrecorded => "the call could not be written down",
            Fault::Cancelled => "cancelled",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderError {
    pub fault: Fault,
    /// What the provider said, without secrets and not longer than a few lines. Untrusted text.
    pub message: String,
    pub provider: String,
    pub status: Option<u16>,
    pub request_id: Option<String>,
    /// How long the provider asked us to wait, at most an hour.
    pub wait: Option<Duration>,
    /// The provider's own word on trying again, which goes before ours.
    pub again: Option<bool>,
    /// The provider fails whatever it is asked, and not at this request alone (see `remote`).
    pub outage: bool,
}

impl std::error::Error for ProviderError {}

impl fmt::Display for ProviderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.provider.is_empty() {
            write!(f, "{}: ", self.provider)?;
        }
        f.write_str(self.fault.says())?;
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

    /// Whether it goes away without anybody doing something. It says nothing of the document that met it, whatever the
    /// provider thinks of trying again at once. A gateway that reaches nobody behind it is such an outage; other failures of
    /// a server may be the document's, and whoever asks tells one from the other.
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

/// A refusal as it came over the wire.
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
        let mut error = match said(&body) {
            Some(said) => said,
            None if self.body.trim_start().starts_with('<') => {
                ProviderError::new(Fault::Server, "a page for people instead of an answer")
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

    /// Milliseconds, seconds, or a date, which is compared with the clock of this computer.
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

/// The status speaks where the body said nothing in particular.
fn by_status(status: u16, said: Fault) -> Fault {
    match (status, said) {
        // Whatever the type says, these bodies were read for their codes.
        (_, Fault::Billing | Fault::TooLong | Fault::Auth | Fault::Overloaded | Fault::NoModel) => said,
        (401 | 403 | 407, _) => Fault::Auth,
        (402, _) => Fault::Billing,
        (429, _) => Fault::RateLimited,
        (413, _) => Fault::TooLong,
        (503 | 529, _) => Fault::Overloaded,
        // 425 is a retry of the transport, 409 a conflict that passes.
        (408 | 409 | 425 | 500.., _) => Fault::Server,
        (400..=499, Fault::RateLimited) => said,
        // Redirects are never followed.
        _ => Fault::Invalid,
    }
}

/// What an error object of any provider says; none when there is none in it.
pub(super) fn said(body: &Value) -> Option<ProviderError> {
    // Gemini sends lists of one object, LM Studio and vLLM a bare string.
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
    // Some write a status where others have a word, and do so inside an answer that began well.
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

/// Types, codes and reasons of all providers. A code is looked for before a type, since a limit of spending rides on
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
    // What comes as nothing but an invalid request, or under a type that nobody knows, is told by its words alone.
    let too_long = [
        "prompt is too long",
        "maximum context length",
        "exceeds the available context",
        "input token count",
        "context length of only",
        "context the overflows",
    ];
    let says = |phrase: &str| lower.contains(phrase);
    let gone = [
        "not found",
        "does not exist",
        "try pulling",
        "is not a valid model",
        "decommissioned",
    ];
    let gone = gone.iter().any(|phrase| says(phrase));
    match fault {
        Fault::Invalid | Fault::Server if too_long.iter().any(|phrase| says(phrase)) => Fault::TooLong,
        Fault::Invalid if words.contains(&"model_not_found") => Fault::NoModel,
        // Anthropic says nothing but which model it is.
        Fault::Invalid if words.contains(&"not_found_error") && says("model") => Fault::NoModel,
        Fault::Invalid | Fault::Server if says("no endpoints found for") => Fault::NoModel,
        Fault::Invalid | Fault::Server if says("model") && gone => Fault::NoModel,
        Fault::Invalid | Fault::RateLimited if lower.contains("credit balance is too low") => Fault::Billing,
        _ => fault,
    }
}

/// One line without control characters, secrets and more length than anybody reads.
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

/// Whether every other document would meet the same now: no key, no money, no permission, no connection. What was begun
/// waits, and is no failure of the document.
pub fn is_general(error: &anyhow::Error) -> bool {
    let provider = error.downcast_ref::<ProviderError>();
    provider.is_some_and(|error| error.remedy() == Remedy::Pause || error.passes())
}

/// The model, or a filter before it, declined what it was asked; with the words for people.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Declined(pub String);

/// Whether the same question would be refused again: it is declined, too long, not accepted, or nothing is left for it.
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
