//! Table `stack_edits`: edits of cells of a stack's table, append-only; an undo is a further row.

use super::super::Store;
use super::super::error::{Doing, StoreError};
use super::super::row::{At, json, json_or_null, time};
use sqlx::FromRow;
use touchstone_core::record::{CorrectedBy, Correction, StackId};

impl Store {
    /// Returns all edits of a table in the order they were made, including those that undo others.
    pub async fn stack_edits(&self, stack: StackId) -> Result<Vec<Correction>, StoreError> {
        const WHAT: &str = "list the edits of a table";
        let rows: Vec<Row> = sqlx::query_as("SELECT * FROM stack_edits WHERE stack_id = ?1 ORDER BY seq")
            .bind(stack.to_string())
            .fetch_all(&mut *self.look(WHAT).await?)
            .await
            .doing(WHAT)?;
        rows.into_iter().map(Correction::try_from).collect()
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

#[derive(FromRow)]
struct Row {
    document_id: String,
    id: String,
    act: String,
    path: String,
    before_value: String,
    after_value: String,
    evidence: Option<String>,
    form_label: Option<String>,
    undoes: Option<String>,
    author: Option<String>,
    made_at: String,
}

impl TryFrom<Row> for Correction {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let at = At::new("stack_edits", &row.id);
        Ok(Correction {
            id: at.parse("id", &row.id)?,
            act: at.parse("act", &row.act)?,
            document_id: at.parse("document_id", &row.document_id)?,
            review_id: None,
            path: row.path,
            before: at.json("before_value", &row.before_value)?,
            after: at.json("after_value", &row.after_value)?,
            evidence: at.json_or_null("evidence", row.evidence.as_deref())?,
            form_label: row.form_label,
            undoes: at.parse_or_null("undoes", row.undoes.as_deref())?,
            by: CorrectedBy::Person,
            author: row.author,
            at: at.parse("made_at", &row.made_at)?,
        })
    }
}
