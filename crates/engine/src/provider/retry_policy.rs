//! Retry policy and circuit breaker for providers. Pure: the clock and the random number are passed in, and the
//! caller does the waiting.

use super::fault::{Fault, ProviderError, Remedy};
use std::time::{Duration, Instant};

/// Retry policy and timeouts for a provider.
#[derive(Debug, Clone, PartialEq)]
pub struct RetryPolicy {
    /// Max tries of one request, including the first.
    pub tries: u32,
    /// Upper bound of the first wait; it doubles with each further wait.
    pub first: Duration,
    pub longest: Duration,
    /// If a provider asks for a longer wait, the batch pauses instead.
    pub longest_asked: Duration,
    pub connect: Duration,
    /// Max time without any data before the connection is dropped. The reply as a whole has no limit.
    pub idle: Duration,
    /// How long all work pauses for a provider that is down and names no time; it doubles with each further pause.
    pub rest: Duration,
    /// Max consecutive pauses without progress before the user is notified.
    pub rests: u32,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            tries: 6,
            first: Duration::from_millis(500),
            longest: Duration::from_mins(1),
            longest_asked: Duration::from_mins(2),
            connect: Duration::from_secs(10),
            idle: Duration::from_secs(90),
            rest: REST,
            rests: 6,
        }
    }
}

impl RetryPolicy {
    /// Returns how long to wait after `tried` tries, or `None` to give up. `dice` is in 0..1 and spreads waits over
    /// their whole length (full jitter), so that documents refused together are not retried together.
    pub fn wait(&self, tried: u32, error: &ProviderError, dice: f64) -> Option<Duration> {
        let most = match error.fault {
            // A reply that is invalid twice will be invalid a third time.
            Fault::BadReply => self.tries.min(2),
            _ => self.tries,
        };
        if error.remedy() != Remedy::Retry || tried >= most {
            return None;
        }
        let dice = dice.clamp(0.0, 1.0);
        let usual = doubled(self.first, tried).min(self.longest).mul_f64(dice);
        let Some(asked) = error.wait else { return Some(usual) };
        // A provider may ask for a retry at once; the usual wait is the minimum.
        (asked <= self.longest_asked).then(|| asked.mul_f64(1.0 + SPREAD * dice).max(usual))
    }

    /// Returns how long all work pauses after a transient fault, given `rested` earlier pauses without progress;
    /// `None` if user action is needed.
    pub fn rest(&self, rested: u32, error: &ProviderError) -> Option<Duration> {
        let rest = error.wait.unwrap_or_else(|| doubled(self.rest, rested + 1));
        (error.passes() && rested < self.rests).then_some(rest)
    }
}

/// Max extension of a wait requested by a provider, as a fraction of it.
const SPREAD: f64 = 0.25;

/// Doubles with each time after the first.
fn doubled(first: Duration, time: u32) -> Duration {
    first.saturating_mul(1 << time.saturating_sub(1).min(30))
}

/// Consecutive failed requests before the circuit breaker opens.
const FAILURES: u32 = 3;
const REST: Duration = Duration::from_secs(30);

/// Circuit breaker for one provider: after several consecutive failures, further requests are refused at once for a
/// while; then a single one may try.
#[derive(Debug, Clone, Default)]
pub struct CircuitBreaker {
    failures: u32,
    resting_until: Option<Instant>,
}

impl CircuitBreaker {
    /// Returns how long a request must wait before it may be sent; `None` if it may be sent now.
    pub fn rests(&mut self, now: Instant) -> Option<Duration> {
        let until = self.resting_until?;
        if now < until {
            return Some(until - now);
        }
        // Lets one request try; the others keep waiting for its result.
        self.resting_until = Some(now + REST);
        None
    }

    /// Whether the breaker is open now. Does not change it.
    pub fn is_open(&self, now: Instant) -> bool {
        self.resting_until.is_some_and(|until| now < until)
    }

    /// Records how a request ended. Results that do not reflect the provider's health are ignored.
    pub fn note(&mut self, ended: Result<(), Fault>, now: Instant) {
        match ended {
            Ok(()) => *self = CircuitBreaker::default(),
            Err(Fault::Overloaded | Fault::Server | Fault::Network | Fault::Silent | Fault::Truncated) => {
                self.failures += 1;
                if self.failures >= FAILURES {
                    self.resting_until = Some(now + REST);
                }
            }
            // The provider answered, if only to refuse.
            Err(
                Fault::Auth
                | Fault::Billing
                | Fault::RateLimited
                | Fault::Invalid
                | Fault::NoModel
                | Fault::TooLong
                | Fault::BadReply,
            ) => {
                *self = CircuitBreaker::default();
            }
            Err(
                Fault::NotAllowed
                | Fault::NoConsent
                | Fault::OverLimit
                | Fault::UsedUp
                | Fault::OutOfTime
                | Fault::Resting
                | Fault::Unrecorded
                | Fault::Cancelled,
            ) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(fault: Fault, wait: Option<u64>) -> ProviderError {
        ProviderError {
            wait: wait.map(Duration::from_secs),
            ..ProviderError::new(fault, "m")
        }
    }

    #[test]
    fn waits_double_are_spread_and_end() {
        let retry_policy = RetryPolicy::default();
        let wait =
            |tried, error: &ProviderError, dice| retry_policy.wait(tried, error, dice).map(|wait| wait.as_millis());
        let busy = error(Fault::Overloaded, None);
        assert_eq!(wait(1, &busy, 1.0), Some(500));
        assert_eq!(wait(1, &busy, 0.0), Some(0));
        assert_eq!(wait(3, &busy, 0.5), Some(1000));
        assert_eq!(wait(5, &busy, 1.0), Some(8000));
        assert_eq!(wait(6, &busy, 1.0), None);
        assert_eq!(wait(1, &error(Fault::RateLimited, Some(7)), 0.0), Some(7000));
        assert_eq!(
            wait(1, &error(Fault::RateLimited, Some(8)), 1.0),
            Some(10_000),
            "spread"
        );
        assert_eq!(
            wait(4, &error(Fault::RateLimited, Some(0)), 0.5),
            Some(2_000),
            "not at once"
        );
        assert_eq!(wait(1, &error(Fault::RateLimited, Some(600)), 0.0), None);
        assert_eq!(wait(1, &error(Fault::BadReply, None), 1.0), Some(500));
        assert_eq!(wait(2, &error(Fault::BadReply, None), 1.0), None);
        for fault in [
            Fault::Auth,
            Fault::Billing,
            Fault::Invalid,
            Fault::TooLong,
            Fault::NotAllowed,
            Fault::Cancelled,
        ] {
            assert_eq!(wait(1, &error(fault, Some(1)), 1.0), None, "{fault:?}");
        }
        let patient = RetryPolicy {
            tries: 100,
            ..RetryPolicy::default()
        };
        assert_eq!(patient.wait(90, &busy, 1.0), Some(patient.longest));
    }

    #[test]
    fn rests_are_as_long_as_asked_or_double_and_end() {
        let retry_policy = RetryPolicy::default();
        let rest = |rested, error: &ProviderError| retry_policy.rest(rested, error).map(|rest| rest.as_secs());
        let down = error(Fault::Network, None);
        assert_eq!((rest(0, &down), rest(2, &down)), (Some(30), Some(120)));
        assert_eq!(rest(retry_policy.rests, &down), None);
        assert_eq!(rest(0, &error(Fault::RateLimited, Some(600))), Some(600));
        let refused = ProviderError {
            again: Some(false),
            ..error(Fault::Overloaded, Some(5))
        };
        assert_eq!(rest(1, &refused), Some(5), "work may wait where a request may not");
        for fault in [
            Fault::Auth,
            Fault::Billing,
            Fault::Server,
            Fault::Invalid,
            Fault::NoConsent,
        ] {
            assert_eq!(rest(0, &error(fault, Some(1))), None, "{fault:?}");
        }
    }

    #[test]
    fn a_provider_that_keeps_failing_is_left_alone_for_a_while() {
        let mut breaker = CircuitBreaker::default();
        let start = Instant::now();
        for _ in 0..FAILURES {
            assert!(breaker.rests(start).is_none());
            breaker.note(Err(Fault::Network), start);
        }
        assert!(breaker.is_open(start) && !breaker.is_open(start + REST));
        assert!(breaker.rests(start).is_some());
        assert!(breaker.rests(start + REST / 2).is_some());
        let later = start + REST;
        assert!(breaker.rests(later).is_none(), "one may try");
        assert!(breaker.rests(later).is_some(), "but not a second one");
        breaker.note(Ok(()), later);
        assert!(breaker.rests(later).is_none());
    }

    #[test]
    fn a_refusal_is_no_sign_of_illness() {
        let mut breaker = CircuitBreaker::default();
        let now = Instant::now();
        for _ in 0..10 {
            breaker.note(Err(Fault::Server), now);
            breaker.note(Err(Fault::RateLimited), now);
            breaker.note(Err(Fault::Cancelled), now);
            assert!(breaker.rests(now).is_none());
        }
    }
}
