//! Table `spent`: total usage of all calls to models, including those about erased documents. Kept by triggers on
//! `calls`.

use super::Store;
use super::error::{Doing, StoreError};
use touchstone_core::record::Usage;

/// Calls; input, output and cached tokens; US dollars; seconds, as summed by a query.
pub(super) type Sums = (i64, i64, i64, i64, f64, f64);

pub(super) fn usage(sums: Sums) -> Usage {
    let (calls, input, output, cached, cost_usd, seconds) = sums;
    Usage {
        calls: calls.cast_unsigned(),
        input_tokens: input.cast_unsigned(),
        output_tokens: output.cast_unsigned(),
        cached_tokens: cached.cast_unsigned(),
        cost_usd,
        seconds,
    }
}

impl Store {
    /// Returns the total usage. Reads one row, however many calls there were.
    pub async fn asked_so_far(&self) -> Result<Usage, StoreError> {
        const WHAT: &str = "read the cost of models";
        let sums: Sums =
            sqlx::query_as("SELECT calls, input_tokens, output_tokens, cached_tokens, cost_usd, seconds FROM spent")
                .fetch_one(&mut *self.look(WHAT).await?)
                .await
                .doing(WHAT)?;
        Ok(usage(sums))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use crate::store::calls::tests::answer;
    use crate::store::calls::tests::call;
    use crate::store::calls::tests::turn;
    use crate::store::fixture;
    use touchstone_core::record::{SentRequest, Stage};

    #[tokio::test]
    async fn what_was_spent_on_a_document_outlives_it() {
        let store = fixture::store().await;
        let run = fixture::running(&store, Stage::Extract).await;
        let (paid, lost) = (call(run.document_id, None, None), call(run.document_id, None, None));
        for call in [&paid, &lost] {
            store.start_call(call, &SentRequest::default()).await.unwrap();
        }
        assert!(answer(&store, paid.id, Ok(&turn("W-2"))).await);
        let before = store.asked_so_far().await.unwrap();
        assert_eq!((before.calls, before.input_tokens), (2, 1000));
        assert!((before.cost_usd - 0.3).abs() < 1e-9);
        store.cancel_run(run.id).await.unwrap();
        store.trash(&[run.document_id]).await.unwrap();
        assert_eq!(store.empty_trash().await.unwrap(), 1);
        assert_eq!(store.calls_of(run.document_id).await.unwrap(), []);
        assert_eq!(store.asked_so_far().await.unwrap(), before);
    }
}
