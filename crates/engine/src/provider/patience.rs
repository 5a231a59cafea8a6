//! When to try again, and when to leave a provider alone. Pure: the clock and the dice are handed in. Not here: what went
//! wrong (see `fault`), the waiting itself.

use super::fault::{Fault, ProviderError, Remedy};
use std::time::{Duration, Instant};

/// How long to bear with a provider.
#[derive(Debug, Clone, PartialEq)]
pub struct Patience {
    /// Tries of one request, the first included.
    pub tries: u32,
    /// Upper end of the first wait; each further one is twice as long.
    pub first: Duration,
    pub longest: Duration,
    /// A provider that asks for a longer wait than this is not waited for: the batch pauses instead.
    pub longest_asked: Duration,
    pub connect: Duration,
    /// Nothing arrives for so long: the connection is given up. There is no limit on the whole of a reply.
    pub idle: Duration,
    /// How long all work waits for a provider that is down and names no time itself; each further rest is twice as long.
    pub rest: Duration,
    /// Rests without anything done in between, before a person is told.
    pub rests: u32,
}

impl Default for Patience {
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

impl Patience {
    /// How long to wait after `tried` tries, or none when it is over. `dice` is in 0..1: waits are spread over their whole
    /// length, so that documents refused together do not come back together.
    pub fn wait(&self, tried: u32, error: &ProviderError, dice: f64) -> Option<Duration> {
        let most = match error.fault {
            // A reply that cannot be understood twice is not understood a third time either.
            Fault::BadReply => self.tries.min(2),
            _ => self.tries,
        };
        if error.remedy() != Remedy::Retry || tried >= most {
            return None;
        }
        let dice = dice.clamp(0.0, 1.0);
        let usual = doubled(self.first, tried).min(self.longest).mul_f64(dice);
        let Some(asked) = error.wait else { return Some(usual) };
        // Whoever is refused at once is asked to come back at once; and nothing may be asked that often.
        (asked <= self.longest_asked).then(|| asked.mul_f64(1.0 + SPREAD * dice).max(usual))
    }

    /// How long all work rests after a fault that passes by itself, after `rested` rests that brought nothing; none when
    /// somebody has to look.
    pub fn rest(&self, rested: u32, error: &ProviderError) -> Option<Duration> {
        let rest = error.wait.unwrap_or_else(|| doubled(self.rest, rested + 1));
        (error.passes() && rested < self.rests).then_some(rest)
    }
}

/// By how much a wait that a provider asks for is drawn out at most.
const SPREAD: f64 = 0.25;

/// Twice as long each time after the first.
fn doubled(first: Duration, time: u32) -> Duration {
    first.saturating_mul(1 << time.saturating_sub(1).min(30))
}

/// Requests in a row that failed for good before a provider is left alone.
const FAILURES: u32 = 3;
const REST: Duration = Duration::from_secs(30);

/// Guards one provider: after some requests in a row that came to nothing, those that follow are refused at once for a
/// while; then a single one may try.
#[derive(Debug, Clone, Default)]
pub struct Breaker {
    failures: u32,
    resting_until: Option<Instant>,
}

impl Breaker {
    /// How long a request has to wait before it may go out; none at all when it may now.
    pub fn rests(&mut self, now: Instant) -> Option<Duration> {
        let until = self.resting_until?;
        if now < until {
            return Some(until - now);
        }
        // One may try; the others go on resting until it is known how that went.
        self.resting_until = Some(now + REST);
        None
    }

    /// Whether the provider is left alone now; asks nothing and changes nothing.
    pub fn is_open(&self, now: Instant) -> bool {
        self.resting_until.is_some_and(|until| now < until)
    }

    /// Takes note of how a request ended. What says nothing about the provider's health changes nothing.
    pub fn note(&mut self, ended: Result<(), Fault>, now: Instant) {
        match ended {
            Ok(()) => *self = Breaker::default(),
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
                *self = Breaker::default();
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
        let patience = Patience::default();
        let wait = |tried, error: &ProviderError, dice| patience.wait(tried, error, dice).map(|wait| wait.as_millis());
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
        let patient = Patience {
            tries: 100,
            ..Patience::default()
        };
        assert_eq!(patient.wait(90, &busy, 1.0), Some(patient.longest));
    }

    #[test]
    fn rests_are_as_long_as_asked_or_double_and_end() {
        let patience = Patience::default();
        let rest = |rested, error: &ProviderError| patience.rest(rested, error).map(|rest| rest.as_secs());
        let down = error(Fault::Network, None);
        assert_eq!((rest(0, &down), rest(2, &down)), (Some(30), Some(120)));
        assert_eq!(rest(patience.rests, &down), None);
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
        let mut breaker = Breaker::default();
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
        let mut breaker = Breaker::default();
        let now = Instant::now();
        for _ in 0..10 {
            breaker.note(Err(Fault::Server), now);
            breaker.note(Err(Fault::RateLimited), now);
            breaker.note(Err(Fault::Cancelled), now);
            assert!(breaker.rests(now).is_none());
        }
    }
}
