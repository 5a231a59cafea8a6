//! Table `stack_tables`: the columns of the table of each stack, and whether it is complete.

use super::super::Store;
use super::super::error::{Doing, StoreError};
use super::super::row::{json, time};
use sqlx::SqliteConnection;
use touchstone_core::record::{Stack, StackColumn, StackId, now};

impl Store {
    /// Replaces the columns of a stack as it was seen. Returns false if they have changed since.
    pub async fn set_stack_columns(&self, seen: &Stack, columns: &[StackColumn]) -> Result<bool, StoreError> {
        const WHAT: &str = "store the columns of a stack";
        let mut tx = self.begin(WHAT).await?;
        let won = replace(&mut tx, seen, columns).await?;
        tx.commit().await.doing(WHAT)?;
        if won {
            self.stack_changed(seen.id);
        }
        Ok(won)
    }

    /// Removes a column that was asked for, with the edits of its cells and what a model answered. Returns false if the
    /// columns have changed since.
    pub async fn remove_stack_column(
        &self,
        seen: &Stack,
        left: &[StackColumn],
        removed: &str,
    ) -> Result<bool, StoreError> {
        const WHAT: &str = "remove a column of a stack";
        let mut tx = self.begin(WHAT).await?;
        let won = replace(&mut tx, seen, left).await?;
        if won {
            sqlx::query("DELETE FROM stack_edits WHERE stack_id = ?1 AND substr(path, -length(?2)) = ?2")
                .bind(seen.id.to_string())
                .bind(format!(".{removed}"))
                .execute(&mut *tx)
                .await
                .doing(WHAT)?;
            sqlx::query(
                "UPDATE stack_table_rows SET asked = replace(asked, ',' || ?2 || ',', ','),
                     cells = CASE WHEN json_extract(cells, ?3 || '.answered') THEN json_remove(cells, ?3) ELSE cells END
                 WHERE stack_id = ?1",
            )
            .bind(seen.id.to_string())
            .bind(removed)
            .bind(format!("$.\"{removed}\""))
            .execute(&mut *tx)
            .await
            .doing(WHAT)?;
        }
        tx.commit().await.doing(WHAT)?;
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

async fn replace(connection: &mut SqliteConnection, seen: &Stack, columns: &[StackColumn]) -> Result<bool, StoreError> {
    let set =
        sqlx::query("UPDATE stack_tables SET columns = ?3, completed_at = NULL WHERE stack_id = ?1 AND columns = ?2")
            .bind(seen.id.to_string())
            .bind(json(&seen.columns)?)
            .bind(json(columns)?)
            .execute(connection)
            .await
            .doing("store the columns of a stack")?;
    Ok(set.rows_affected() > 0)
}
