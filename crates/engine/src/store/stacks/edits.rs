//! Table `stack_edits`: edits of cells of a stack's table, append-only; an undo is a further row.

use super::super::Store;
use super::super::corrections::Row;
use super::super::error::{Doing, StoreError};
use super::super::row::{json, json_or_null, time};
use touchstone_core::record::{Correction, StackId};

impl Store {
    /// Returns all edits of a table in the order they were made, including those that undo others.
    pub async fn stack_edits(&self, stack: StackId) -> Result<Vec<Correction>, StoreError> {
        const WHAT: &str = "list the edits of a table";
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT *, NULL AS review_id, 'person' AS made_by FROM stack_edits WHERE stack_id = ?1 ORDER BY seq",
        )
        .bind(stack.to_string())
        .fetch_all(&mut *self.look(WHAT).await?)
        .await
        .doing(WHAT)?;
        rows.into_iter().map(|row| row.read("stack_edits")).collect()
    }

    /// Stores an edit if `seen` is still the number of edits of the table. Returns whether it was.
    pub async fn add_stack_edit(&self, stack: StackId, seen: usize, edit: &Correction) -> Result<bool, StoreError> {
        const WHAT: &str = "store an edit of a table";
        let mut tx = self.begin(WHAT).await?;
        let added = sqlx::query(
            "INSERT INTO stack_edits (stack_id, document_id, id, act, path, before_value, after_value, evidence, form_label,
                 undoes, author, made_at)
             SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12
             WHERE (SELECT count(*) FROM stack_edits WHERE stack_id = ?1) = ?13",
        )
        .bind(stack.to_string())
        .bind(edit.document_id.to_string())
        .bind(edit.id.to_string())
        .bind(edit.act.to_string())
        .bind(&edit.path)
        .bind(json(&edit.before)?)
        .bind(json(&edit.after)?)
        .bind(json_or_null(edit.evidence.as_ref())?)
        .bind(&edit.form_label)
        .bind(edit.undoes.map(|id| id.to_string()))
        .bind(&edit.author)
        .bind(time(edit.at))
        .bind(i64::try_from(seen).unwrap_or(i64::MAX))
        .execute(&mut *tx)
        .await
        .doing(WHAT)?;
        tx.commit().await.doing(WHAT)?;
        let won = added.rows_affected() > 0;
        if won {
            self.stack_changed(stack);
        }
        Ok(won)
    }
}
