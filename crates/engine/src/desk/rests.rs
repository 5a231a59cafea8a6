//! Waiting for a provider that is down or wants to be left alone: all work with models rests and goes on by itself, until it
//! has rested too often for nothing. Not here: how long (see `provider::Patience`), the queue.

use crate::provider::{Patience, ProviderError};
use crate::record::RunId;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Shared by the workers of a desk.
#[derive(Clone, Default)]
pub(super) struct Rests(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    /// Rests since a model last finished a document.
    in_a_row: u32,
    until: Option<Instant>,
    why: Option<String>,
    /// Runs that met the fault: others go first, so that what is wrong with one of them keeps nobody else waiting.
    met: Vec<RunId>,
}

impl Rests {
    fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// How long to rest; none when a person has to look. Workers that meet the same fault rest together.
    pub(super) fn begin(
        &self,
        run: RunId,
        patience: &Patience,
        cause: &ProviderError,
        now: Instant,
    ) -> Option<Duration> {
        self.with(|state| {
            if !state.met.contains(&run) {
                state.met.push(run);
            }
            if let Some(until) = state.until.filter(|until| now < *until) {
                return Some(until - now);
            }
            let rest = patience.rest(state.in_a_row, cause)?;
            state.in_a_row += 1;
            state.until = Some(now + rest);
            state.why = Some(cause.to_string());
            Some(rest)
        })
    }

    pub(super) fn end(&self) {
        self.with(|state| state.why = None);
    }

    /// A model finished a document, so its provider is well.
    pub(super) fn finished(&self, run: RunId) {
        self.with(|state| {
            state.in_a_row = 0;
            state.met.retain(|met| *met != run);
        });
    }

    pub(super) fn forget(&self) {
        self.with(|state| *state = State::default());
    }

    pub(super) fn met(&self) -> Vec<RunId> {
        self.with(|state| state.met.clone())
    }

    /// What is waited for.
    pub(super) fn why(&self) -> Option<String> {
        self.with(|state| state.why.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::Fault;

    #[test]
    fn workers_rest_together_and_not_for_ever() {
        let (rests, patience, now) = (Rests::default(), Patience::default(), Instant::now());
        let down = ProviderError::new(Fault::Overloaded, "");
        let (one, other) = (RunId::fresh(), RunId::fresh());
        let begin = |run, now| rests.begin(run, &patience, &down, now);
        assert_eq!(begin(one, now), Some(patience.rest));
        assert_eq!(begin(other, now + patience.rest / 2), Some(patience.rest / 2));
        assert_eq!(rests.met(), [one, other]);
        assert!(rests.why().is_some());
        // The second rest is longer; once something is finished, the next one is the first again.
        let later = now + patience.rest;
        assert_eq!(begin(one, later), Some(patience.rest * 2));
        rests.finished(other);
        assert_eq!(begin(one, later + patience.rest * 2), Some(patience.rest));
        assert_eq!(rests.met(), [one]);
        let mut at = later + patience.rest * 3;
        for _ in 1..patience.rests {
            at += begin(one, at).unwrap_or_default();
        }
        assert_eq!(begin(one, at), None);
    }
}
