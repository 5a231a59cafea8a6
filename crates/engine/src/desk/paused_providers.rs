//! Providers that are paused. One that is down or asks for a wait is retried automatically, up to a number of
//! consecutive pauses; providers that need user action stay paused until it happens. Documents read by other engines
//! continue meanwhile. The durations are in `provider::RetryPolicy`.

use crate::provider::{Fault, ProviderError, RetryPolicy};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use touchstone_core::record::{EngineId, RunId};

/// Shared by the workers of a desk.
#[derive(Clone, Default)]
pub(super) struct PausedProviders(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    /// By provider name.
    resting: BTreeMap<String, Resting>,
    /// Runs that met a fault. Others go first, so that a problem with one of these runs does not hold up the rest.
    met: Vec<RunId>,
    /// How often consent had to be requested.
    questions: u32,
}

#[derive(Default)]
struct Resting {
    /// Pauses since a model of this provider last finished a document.
    in_a_row: u32,
    until: Option<Instant>,
    why: Option<String>,
    /// Set while it requires user action.
    halted: Option<Halted>,
}

impl State {
    fn of(&mut self, engine: &EngineId) -> &mut Resting {
        self.resting
            .entry(engine.provider.clone().unwrap_or_default())
            .or_default()
    }
}

impl PausedProviders {
    fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns how long the provider is paused, or `None` if user action is required. Workers that meet the same
    /// fault share one pause.
    pub(super) fn begin(
        &self,
        run: RunId,
        engine: &EngineId,
        retry_policy: &RetryPolicy,
        cause: &ProviderError,
        now: Instant,
    ) -> Option<Duration> {
        self.with(|state| {
            if !state.met.contains(&run) {
                state.met.push(run);
            }
            let resting = state.of(engine);
            if let Some(until) = resting.until.filter(|until| now < *until) {
                return Some(until - now);
            }
            let rest = retry_policy.rest(resting.in_a_row, cause)?;
            resting.in_a_row += 1;
            resting.until = Some(now + rest);
            resting.why = Some(cause.to_string());
            Some(rest)
        })
    }

    /// Pauses the provider until user action.
    pub(super) fn halt(&self, halted: Halted) {
        self.with(|state| {
            let wants_consent = halted.cause.fault == Fault::NoConsent;
            let resting = state.of(&halted.engine);
            let is_new = resting.halted.is_none();
            resting.halted = Some(halted);
            state.questions += u32::from(is_new && wants_consent);
        });
    }

    /// Providers whose documents are not started now.
    pub(super) fn left_alone(&self, now: Instant) -> Vec<String> {
        self.with(|state| {
            let alone = state.resting.iter().filter(|(_, resting)| {
                let rests = resting.until.is_some_and(|until| now < until);
                rests || resting.halted.is_some()
            });
            alone.map(|(name, _)| name.clone()).collect()
        })
    }

    /// When the next pause ends.
    pub(super) fn next_end(&self) -> Option<Instant> {
        self.with(|state| {
            let resting = state.resting.values().filter(|resting| resting.halted.is_none());
            resting.filter_map(|resting| resting.until).min()
        })
    }

    /// Ends the pauses that are over; returns whether there were any.
    pub(super) fn end(&self, now: Instant) -> bool {
        self.with(|state| {
            let mut ended = false;
            for resting in state.resting.values_mut() {
                if resting.until.is_some_and(|until| until <= now) {
                    (resting.until, resting.why) = (None, None);
                    ended = true;
                }
            }
            ended
        })
    }

    /// A model finished a document, so its provider works.
    pub(super) fn finished(&self, run: RunId, engine: &EngineId) {
        self.with(|state| {
            state.of(engine).in_a_row = 0;
            state.met.retain(|met| *met != run);
        });
    }

    /// Resumes all providers; keeps the count of consent questions.
    pub(super) fn forget(&self) {
        self.with(|state| {
            let questions = state.questions;
            *state = State {
                questions,
                ..State::default()
            };
        });
    }

    pub(super) fn met(&self) -> Vec<RunId> {
        self.with(|state| state.met.clone())
    }

    /// The reason for a current pause.
    pub(super) fn why(&self) -> Option<String> {
        self.with(|state| {
            let mut whys = state.resting.values().filter(|resting| resting.halted.is_none());
            whys.find_map(|resting| resting.why.clone())
        })
    }

    /// A provider that requires user action, preferring one that requires consent.
    pub(super) fn halted(&self) -> Option<Halted> {
        self.with(|state| {
            let all = state.resting.values().filter_map(|resting| resting.halted.as_ref());
            all.min_by_key(|halted| halted.cause.fault != Fault::NoConsent).cloned()
        })
    }

    pub(super) fn questions(&self) -> u32 {
        self.with(|state| state.questions)
    }
}

/// Why an engine is paused until user action.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{cause}")]
pub(super) struct Halted {
    pub(super) engine: EngineId,
    pub(super) cause: ProviderError,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn engine(provider: &str) -> EngineId {
        format!("{provider}:m").parse().unwrap()
    }

    #[test]
    fn workers_leave_a_provider_alone_together_and_not_for_ever() {
        let (rests, retry_policy, now) = (PausedProviders::default(), RetryPolicy::default(), Instant::now());
        let down = ProviderError::new(Fault::Overloaded, "");
        let (one, other, a) = (RunId::fresh(), RunId::fresh(), engine("a"));
        let begin = |run, now| rests.begin(run, &a, &retry_policy, &down, now);
        assert_eq!(begin(one, now), Some(retry_policy.rest));
        assert_eq!(begin(other, now + retry_policy.rest / 2), Some(retry_policy.rest / 2));
        assert_eq!(rests.met(), [one, other]);
        assert!(rests.why().is_some());
        assert_eq!(rests.left_alone(now), ["a"]);
        assert_eq!(rests.next_end(), Some(now + retry_policy.rest));
        // The second pause is longer; after a finished document the next one has the initial length.
        let later = now + retry_policy.rest;
        assert!(rests.left_alone(later).is_empty() && rests.end(later) && !rests.end(later));
        assert_eq!((rests.why(), rests.next_end()), (None, None));
        assert_eq!(begin(one, later), Some(retry_policy.rest * 2));
        rests.finished(other, &a);
        assert_eq!(begin(one, later + retry_policy.rest * 2), Some(retry_policy.rest));
        assert_eq!(rests.met(), [one]);
        let mut at = later + retry_policy.rest * 3;
        for _ in 1..retry_policy.rests {
            at += begin(one, at).unwrap_or_default();
        }
        assert_eq!(begin(one, at), None);
    }

    #[test]
    fn one_provider_waits_for_a_person_and_the_others_do_not() {
        let (rests, now) = (PausedProviders::default(), Instant::now());
        let halt = |provider: &str, fault| {
            rests.halt(Halted {
                engine: engine(provider),
                cause: ProviderError::new(fault, ""),
            });
        };
        halt("a", Fault::Auth);
        halt("b", Fault::NoConsent);
        halt("b", Fault::NoConsent);
        assert_eq!(rests.left_alone(now), ["a", "b"]);
        assert_eq!(rests.halted().unwrap().engine, engine("b"));
        assert_eq!(rests.questions(), 1, "two workers ask once");
        rests.forget();
        assert!(rests.halted().is_none() && rests.left_alone(now).is_empty());
        halt("b", Fault::NoConsent);
        assert_eq!(rests.questions(), 2);
    }
}
