//! What models may take for one document, all stages and attempts together: looked at before every call, from the calls that
//! are on record, so that a restart changes nothing. Not here: what a workspace may spend (see the desk), how long one
//! conversation may go on (see `turn`).

use crate::provider::{Fault, Hear, Model, Provider, ProviderError, Request, Turn};
use crate::record::{Allowance, RunId, Usage};
use crate::store::Store;
use async_trait::async_trait;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// A model that is not asked any more once the allowance of a run is used up.
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

    async fn stream(
        &self,
        request: &Request,
        hear: &Hear<'_>,
        stop: &CancellationToken,
    ) -> Result<Turn, ProviderError> {
        let used = self.store.used_by(self.run).await;
        let used = used.map_err(|error| ProviderError::new(Fault::Unrecorded, error.to_string()))?;
        if let Some(why) = beyond(&self.allowance, &used) {
            return Err(ProviderError::new(Fault::UsedUp, why));
        }
        self.inner.stream(request, hear, stop).await
    }
}

/// What is used up; the call that is about to be made has its row already and is one of those that were used.
fn beyond(allowance: &Allowance, used: &Usage) -> Option<String> {
    let tokens = used.input_tokens + used.output_tokens;
    let minutes = used.seconds / 60.0;
    if used.calls > u64::from(allowance.calls) {
        Some(format!("{} calls", allowance.calls))
    } else if tokens >= u64::from(allowance.tokens) {
        Some(format!("{} tokens", allowance.tokens))
    } else if used.cost_usd * 100.0 >= f64::from(allowance.cents) {
        Some(format!("${:.2}", f64::from(allowance.cents) / 100.0))
    } else if minutes >= f64::from(allowance.minutes) {
        Some(format!("{} minutes of waiting for answers", allowance.minutes))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    }
}
