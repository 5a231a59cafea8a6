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
        if let Some(asked) = error.wait {
            return (asked <= self.longest_asked).then_some(asked);
        }
        let doubled = self.first.as_secs_f64() * f64::from(1_u32 << tried.saturating_sub(1).min(30));
        Some(Duration::from_secs_f64(
            doubled.min(self.longest.as_secs_f64()) * dice.clamp(0.0, 1.0),
        ))
    }
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
    /// Whether a request may go out now.
    pub fn allows(&mut self, now: Instant) -> bool {
        match self.resting_until {
            Some(until) if now < until => false,
            Some(_) => {
                // One may try; the others go on resting until it is known how that went.
                self.resting_until = Some(now + REST);
                true
            }
            None => true,
        }
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
                Fault::Auth | Fault::Billing | Fault::RateLimited | Fault::Invalid | Fault::TooLong | Fault::BadReply,
            ) => {
                *self = Breaker::default();
            }
            Err(
                Fault::NotAllowed
                | Fault::NoConsent
                | Fault::OverLimit
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
    fn a_provider_that_keeps_failing_is_left_alone_for_a_while() {
        let mut breaker = Breaker::default();
        let start = Instant::now();
        for _ in 0..FAILURES {
            assert!(breaker.allows(start));
            breaker.note(Err(Fault::Network), start);
        }
        assert!(!breaker.allows(start));
        assert!(!breaker.allows(start + REST / 2));
        let later = start + REST;
        assert!(breaker.allows(later), "one may try");
        assert!(!breaker.allows(later), "but not a second one");
        breaker.note(Ok(()), later);
        assert!(breaker.allows(later));
    }

    #[test]
    fn a_refusal_is_no_sign_of_illness() {
        let mut breaker = Breaker::default();
        let now = Instant::now();
        for _ in 0..10 {
            breaker.note(Err(Fault::Server), now);
            breaker.note(Err(Fault::RateLimited), now);
            breaker.note(Err(Fault::Cancelled), now);
            assert!(breaker.allows(now));
        }
    }
}
