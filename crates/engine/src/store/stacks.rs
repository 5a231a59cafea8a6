//! Table `stacks`: named lists of documents with one table over them. The other tables of stacks have a file each.

mod documents;
mod edits;
mod rows;
mod tables;

use super::Store;
use super::error::{Doing, StoreError};
use super::row::{At, json, time};
use crate::event::Event;
pub use rows::Answers;
use sqlx::FromRow;
use touchstone_core::record::{DocumentId, Stack, StackId};

impl Store {
    /// Returns all stacks by name.
    pub async fn stacks(&self) -> Result<Vec<Stack>, StoreError> {
        const WHAT: &str = "list stacks";
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT id, name, case_name, label, created_at, columns, completed_at
             FROM stacks JOIN stack_tables ON stack_id = id ORDER BY name",
        )
        .fetch_all(&mut *self.look(WHAT).await?)
        .await
        .doing(WHAT)?;
        rows.into_iter().map(Stack::try_from).collect()
    }

    /// Stores a stack of these documents, in their order. Returns false if another has its name.
    pub async fn insert_stack(&self, stack: &Stack, of: &[DocumentId]) -> Result<bool, StoreError> {
        const WHAT: &str = "store a stack";
        let mut tx = self.begin(WHAT).await?;
        let added = sqlx::query(
            "INSERT INTO stacks (id, name, case_name, label, created_at)
             SELECT ?1, ?2, ?3, ?4, ?5 WHERE NOT EXISTS (SELECT 1 FROM stacks WHERE name = ?2)",
        )
        .bind(stack.id.to_string())
        .bind(&stack.name)
        .bind(&stack.case)
        .bind(&stack.label)
        .bind(time(stack.created_at))
        .execute(&mut *tx)
        .await
        .doing(WHAT)?;
        if added.rows_affected() == 0 {
            return Ok(false);
        }
        sqlx::query("INSERT INTO stack_tables (stack_id, columns) VALUES (?1, ?2)")
            .bind(stack.id.to_string())
            .bind(json(&stack.columns)?)
            .execute(&mut *tx)
            .await
            .doing(WHAT)?;
        for document in of {
            documents::join(&mut tx, stack.id, *document).await?;
        }
        tx.commit().await.doing(WHAT)?;
        self.stack_changed(stack.id);
        Ok(true)
    }

    /// Forgets a stack with its table. The documents stay.
    pub async fn forget_stack(&self, stack: StackId) -> Result<bool, StoreError> {
        const WHAT: &str = "forget a stack";
        let mut tx = self.begin(WHAT).await?;
        let forgotten = sqlx::query("DELETE FROM stacks WHERE id = ?1")
            .bind(stack.to_string())
            .execute(&mut *tx)
            .await
            .doing(WHAT)?;
        tx.commit().await.doing(WHAT)?;
        self.stack_changed(stack);
        Ok(forgotten.rows_affected() > 0)
    }

    fn stack_changed(&self, stack: StackId) {
        self.events.send(Event::StackChanged { stack });
    }
}

#[derive(FromRow)]
struct Row {
    id: String,
    name: String,
    case_name: Option<String>,
    label: Option<String>,
    created_at: String,
    columns: String,
    completed_at: Option<String>,
}

impl TryFrom<Row> for Stack {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let at = At::new("stacks", &row.id);
        Ok(Stack {
            id: at.parse("id", &row.id)?,
            name: row.name,
            case: row.case_name,
            label: row.label,
            columns: at.json("columns", &row.columns)?,
            completed_at: at.parse_or_null("completed_at", row.completed_at.as_deref())?,
            created_at: at.parse("created_at", &row.created_at)?,
        })
    }
}

#[cfg(test)]
pub(super) mod tests;
