//! Enforces the allowance of one document across all stages and attempts: checked before every call against the
//! recorded calls, so a restart changes nothing. The desk limits the spending of a workspace; `turn` limits one
//! conversation.

use crate::provider::{Fault, Model, Provider, ProviderError, Request, Sink, Turn};
use crate::store::Store;
use async_trait::async_trait;
use std::borrow::Cow;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use touchstone_core::record::{Allowance, RunId, Usage};

/// A provider that refuses calls once the allowance of a run is used up.
pub struct Allowed {
    inner: Arc<dyn Provider>,
    store: Store,
    run: RunId,
    allowance: Allowance,
}

impl Allowed {
    pub fn new(inner: Arc<dyn Provider>, store: &Store, run: RunId, allowance: Allowance) -> Self {
        let store = store.clone();
        Self {
            inner,
            store,
            run,
            allowance,
        }
    }
}

#[async_trait]
impl Provider for Allowed {
    fn model(&self) -> &Model {
        self.inner.model()
    }

    fn wording<'a>(&self, request: &'a Request) -> Cow<'a, Request> {
        self.inner.wording(request)
    }

    async fn stream(
        &self,
        request: &Request,
        sink: &Sink<'_>,
        stop: &CancellationToken,
    ) -> Result<Turn, ProviderError> {
        let used = self.store.used_by(self.run).await;
        let used = used.map_err(|error| ProviderError::new(Fault::Unrecorded, error.to_string()))?;
        if let Some(why) = beyond(&self.allowance, &used) {
            return Err(ProviderError::new(Fault::UsedUp, why));
        }
        self.ask_within(left(&self.allowance, &used), request, sink, stop).await
    }
}

impl Allowed {
    async fn ask_within(
        &self,
        left: Duration,
        request: &Request,
        sink: &Sink<'_>,
        stop: &CancellationToken,
    ) -> Result<Turn, ProviderError> {
        let own = stop.child_token();
        let mut asking = pin!(self.inner.stream(request, sink, &own));
        tokio::select! {
            ended = &mut asking => ended,
            () = tokio::time::sleep(left) => {
                own.cancel();
                // An answer that arrived at the last moment counts.
                asking.await.map_err(|error| match error.fault {
                    Fault::Cancelled => ProviderError::new(Fault::OutOfTime, of_waiting(&self.allowance)),
                    _ => error,
                })
            }
        }
    }
}

/// Time left for an answer.
fn left(allowance: &Allowance, used: &Usage) -> Duration {
    let all = Duration::from_secs(u64::from(allowance.minutes) * 60);
    all.saturating_sub(Duration::from_secs_f64(used.seconds.max(0.0)))
}

fn of_waiting(allowance: &Allowance) -> String {
    format!("{} minutes of waiting for answers", allowance.minutes)
}

/// Names the limit that is used up. The call about to be made already has its row and is counted in `used`.
pub(super) fn beyond(allowance: &Allowance, used: &Usage) -> Option<String> {
    let tokens = used.input_tokens + used.output_tokens;
    let minutes = used.seconds / 60.0;
    if used.calls > u64::from(allowance.calls) {
        Some(format!("{} calls", allowance.calls))
    } else if tokens >= u64::from(allowance.tokens) {
        Some(format!("{} tokens", allowance.tokens))
    } else if used.cost_usd * 100.0 >= f64::from(allowance.cents) {
        Some(format!("${:.2}", f64::from(allowance.cents) / 100.0))
    } else if minutes >= f64::from(allowance.minutes) {
        Some(of_waiting(allowance))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::provider::Ask;
    use crate::provider::Catalog;
    use crate::provider::Delta;
    use crate::store::Access;
    use crate::store::Place;

    #[test]
    fn each_limit_ends_the_asking() {
        let allowance = Allowance {
            calls: 10,
            tokens: 1_000,
            cents: 50,
            minutes: 2,
        };
        let used = Usage {
            calls: 10,
            input_tokens: 500,
            output_tokens: 499,
            cached_tokens: 400,
            cost_usd: 0.49,
            seconds: 119.0,
        };
        assert_eq!(beyond(&allowance, &used), None);
        for (beyond_it, why) in [
            (Usage { calls: 11, ..used }, "10 calls"),
            (
                Usage {
                    output_tokens: 500,
                    ..used
                },
                "1000 tokens",
            ),
            (Usage { cost_usd: 0.5, ..used }, "$0.50"),
            (Usage { seconds: 120.0, ..used }, "2 minutes of waiting for answers"),
        ] {
            assert_eq!(beyond(&allowance, &beyond_it).as_deref(), Some(why));
        }
        assert_eq!(left(&allowance, &used), Duration::from_secs(1));
    }

    /// Starts an answer and never ends until cancelled.
    struct Endless(Model);

    #[async_trait]
    impl Provider for Endless {
        fn model(&self) -> &Model {
            &self.0
        }

        async fn stream(&self, _: &Request, sink: &Sink<'_>, stop: &CancellationToken) -> Result<Turn, ProviderError> {
            sink(Delta::Text("Well".to_owned()));
            stop.cancelled().await;
            Err(ProviderError::new(Fault::Cancelled, ""))
        }
    }

    #[tokio::test]
    async fn an_answer_that_does_not_end_is_given_up_when_the_minutes_are_over() {
        let store = Store::open(&Place::Memory, Access::Own).await.unwrap();
        let model = Catalog::load(None).unwrap().find("anthropic").unwrap().1;
        let allowance = Allowance {
            calls: 10,
            tokens: 1_000,
            cents: 50,
            minutes: 2,
        };
        let allowed = Allowed::new(Arc::new(Endless(model)), &store, RunId::fresh(), allowance);
        let request = Request {
            system: String::new(),
            messages: Vec::new(),
            ask: Ask::Text,
            max_tokens: 1,
            effort: None,
            cache_key: None,
        };
        let stop = CancellationToken::new();
        let moment = Duration::from_millis(5);
        let given_up = allowed.ask_within(moment, &request, &|_| {}, &stop).await.unwrap_err();
        assert_eq!(given_up.fault, Fault::OutOfTime);
        assert!(given_up.to_string().contains("2 minutes"), "{given_up}");
        stop.cancel();
        let stopped = allowed.stream(&request, &|_| {}, &stop).await.unwrap_err();
        assert_eq!(stopped.fault, Fault::Cancelled);
    }
}
