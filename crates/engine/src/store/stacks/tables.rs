//! Table `stack_tables`: the columns of the table of each stack, and whether it is complete.

use super::super::Store;
use super::super::error::{Doing, StoreError};
use super::super::row::{json, time};
use touchstone_core::record::{Stack, StackColumn, StackId, now};

impl Store {
    /// Replaces the columns of a stack as it was seen. Returns false if they have changed since.
    pub async fn set_stack_columns(&self, seen: &Stack, columns: &[StackColumn]) -> Result<bool, StoreError> {
        const WHAT: &str = "store the columns of a stack";
        let mut tx = self.begin(WHAT).await?;
        let set = sqlx::query(
            "UPDATE stack_tables SET columns = ?3, completed_at = NULL WHERE stack_id = ?1 AND columns = ?2",
        )
        .bind(seen.id.to_string())
        .bind(json(&seen.columns)?)
        .bind(json(columns)?)
        .execute(&mut *tx)
        .await
        .doing(WHAT)?;
        tx.commit().await.doing(WHAT)?;
        let won = set.rows_affected() > 0;
        if won {
            self.stack_changed(seen.id);
        }
        Ok(won)
    }

    /// Marks the table of a stack as complete, or as open again. Returns false if it was.
    pub async fn complete_stack(&self, stack: StackId, complete: bool) -> Result<bool, StoreError> {
        const WHAT: &str = "mark a table as complete";
        let mut tx = self.begin(WHAT).await?;
        let marked = sqlx::query(
            "UPDATE stack_tables SET completed_at = ?2 WHERE stack_id = ?1 AND (completed_at IS NULL) = (?2 IS NOT NULL)",
        )
        .bind(stack.to_string())
        .bind(complete.then(|| time(now())))
        .execute(&mut *tx)
        .await
        .doing(WHAT)?;
        tx.commit().await.doing(WHAT)?;
        let won = marked.rows_affected() > 0;
        if won {
            self.stack_changed(stack);
        }
        Ok(won)
    }
}
