//! Table `stack_table_rows`: the rows of the table of a stack as they were made, without edits.

use super::super::Store;
use super::super::error::{Doing, StoreError};
use super::super::row::{At, json};
use indexmap::IndexMap;
use sqlx::{FromRow, SqliteConnection};
use std::ops::RangeInclusive;
use touchstone_core::record::{DocumentId, StackCell, StackDocument, StackId, StackRow};

/// What a model found for a row.
#[derive(Debug, Clone, Copy)]
pub struct Answers<'a> {
    pub stack: StackId,
    pub document: DocumentId,
    pub form: u32,
    pub cells: &'a IndexMap<String, StackCell>,
    /// The columns that it was asked for, if it has answered for all of them.
    pub asked: Option<&'a str>,
}

impl Store {
    /// Returns the rows of the documents at these positions, in order.
    pub async fn stack_rows(
        &self,
        stack: StackId,
        positions: RangeInclusive<u32>,
    ) -> Result<Vec<StackRow>, StoreError> {
        const WHAT: &str = "read the rows of a stack";
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT rows.document_id, position, form, head, cells, asked FROM stack_table_rows AS rows
             JOIN stack_documents AS placed USING (stack_id, document_id)
             JOIN documents ON documents.id = rows.document_id AND documents.state = 'active'
             WHERE rows.stack_id = ?1 AND position BETWEEN ?2 AND ?3 ORDER BY position, form",
        )
        .bind(stack.to_string())
        .bind(positions.start())
        .bind(positions.end())
        .fetch_all(&mut *self.look(WHAT).await?)
        .await
        .doing(WHAT)?;
        rows.into_iter().map(StackRow::try_from).collect()
    }

    /// Returns all rows of a stack without their cells.
    pub async fn stack_heads(&self, stack: StackId) -> Result<Vec<StackRow>, StoreError> {
        const WHAT: &str = "list the rows of a stack";
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT rows.document_id, position, form, head, '{}' AS cells, asked FROM stack_table_rows AS rows
             JOIN stack_documents AS placed USING (stack_id, document_id)
             JOIN documents ON documents.id = rows.document_id AND documents.state = 'active'
             WHERE rows.stack_id = ?1 ORDER BY position, form",
        )
        .bind(stack.to_string())
        .fetch_all(&mut *self.look(WHAT).await?)
        .await
        .doing(WHAT)?;
        rows.into_iter().map(StackRow::try_from).collect()
    }

    /// Stores all rows of one document, in place of those it had. Returns false if its rows were made meanwhile, or if it
    /// has left the stack.
    pub async fn put_stack_rows(
        &self,
        stack: StackId,
        of: &StackDocument,
        rows: &[StackRow],
    ) -> Result<bool, StoreError> {
        const WHAT: &str = "store the rows of a document";
        let mut tx = self.begin(WHAT).await?;
        let marked = sqlx::query(
            "UPDATE stack_documents SET made_of = ?3 WHERE stack_id = ?1 AND document_id = ?2 AND made_of IS ?4",
        )
        .bind(stack.to_string())
        .bind(of.document_id.to_string())
        .bind(&of.newest)
        .bind(&of.made_of)
        .execute(&mut *tx)
        .await
        .doing(WHAT)?;
        if marked.rows_affected() == 0 {
            return Ok(false);
        }
        sqlx::query("DELETE FROM stack_table_rows WHERE stack_id = ?1 AND document_id = ?2")
            .bind(stack.to_string())
            .bind(of.document_id.to_string())
            .execute(&mut *tx)
            .await
            .doing(WHAT)?;
        for row in rows {
            insert(&mut tx, stack, row).await?;
        }
        tx.commit().await.doing(WHAT)?;
        self.stack_changed(stack);
        Ok(true)
    }

    /// Adds a model's values to a row. A value that has another source stays; the fields of such are returned.
    pub async fn answer_stack_row(&self, answers: &Answers<'_>) -> Result<Vec<String>, StoreError> {
        const WHAT: &str = "store what a model found for a row";
        let (stack, document) = (answers.stack.to_string(), answers.document.to_string());
        let mut tx = self.begin(WHAT).await?;
        let stored: String = sqlx::query_scalar(
            "SELECT cells FROM stack_table_rows WHERE stack_id = ?1 AND document_id = ?2 AND form = ?3",
        )
        .bind(&stack)
        .bind(&document)
        .bind(answers.form)
        .fetch_one(&mut *tx)
        .await
        .doing(WHAT)?;
        let at = At::new("stack_table_rows", &document);
        let mut cells: IndexMap<String, StackCell> = at.json("cells", &stored)?;
        let mut kept = Vec::new();
        for (field, cell) in answers.cells {
            match cells.get(field) {
                Some(standing) if standing.field.is_filled() && !standing.answered => kept.push(field.clone()),
                _ => drop(cells.insert(field.clone(), cell.clone())),
            }
        }
        sqlx::query(
            "UPDATE stack_table_rows SET cells = ?4, asked = coalesce(?5, asked)
             WHERE stack_id = ?1 AND document_id = ?2 AND form = ?3",
        )
        .bind(&stack)
        .bind(&document)
        .bind(answers.form)
        .bind(json(&cells)?)
        .bind(answers.asked)
        .execute(&mut *tx)
        .await
        .doing(WHAT)?;
        tx.commit().await.doing(WHAT)?;
        self.stack_changed(answers.stack);
        Ok(kept)
    }
}

async fn insert(connection: &mut SqliteConnection, stack: StackId, row: &StackRow) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO stack_table_rows (stack_id, document_id, form, head, cells, asked) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )
    .bind(stack.to_string())
    .bind(row.document_id.to_string())
    .bind(row.form)
    .bind(json(&row.head)?)
    .bind(json(&row.cells)?)
    .bind(&row.asked)
    .execute(connection)
    .await
    .doing("store a row of a stack")?;
    Ok(())
}

#[derive(FromRow)]
struct Row {
    document_id: String,
    position: u32,
    form: u32,
    head: String,
    cells: String,
    asked: Option<String>,
}

impl TryFrom<Row> for StackRow {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let at = At::new("stack_table_rows", &row.document_id);
        Ok(StackRow {
            document_id: at.parse("document_id", &row.document_id)?,
            position: row.position,
            form: row.form,
            head: at.json("head", &row.head)?,
            cells: at.json("cells", &row.cells)?,
            asked: row.asked,
        })
    }
}
