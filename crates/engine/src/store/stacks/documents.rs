//! Table `stack_documents`: the documents of a stack, each with its position.

use super::super::Store;
use super::super::error::{Doing, StoreError};
use super::super::row::At;
use sqlx::{FromRow, SqliteConnection};
use touchstone_core::record::{DocumentId, Stack, StackDocument, StackId};

impl Store {
    /// Returns the documents of a stack outside the trash, by position.
    pub async fn stack_documents(&self, stack: StackId) -> Result<Vec<StackDocument>, StoreError> {
        const WHAT: &str = "list the documents of a stack";
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT placed.document_id, position, file_name, page_count, made_of,
                 printf('%s %s %s', ifnull(library.run_id, ''), ifnull(library.state, ''), printf('%d %d %d',
                     (SELECT ifnull(max(seq), 0) FROM truths WHERE document_id = documents.id),
                     (SELECT ifnull(max(seq), 0) FROM reviews WHERE document_id = documents.id),
                     (SELECT ifnull(max(seq), 0) FROM corrections WHERE document_id = documents.id))) AS newest
             FROM stack_documents AS placed
             JOIN documents ON documents.id = placed.document_id AND documents.state = 'active'
             LEFT JOIN library ON library.document_id = documents.id
             WHERE stack_id = ?1 ORDER BY position",
        )
        .bind(stack.to_string())
        .fetch_all(&mut *self.look(WHAT).await?)
        .await
        .doing(WHAT)?;
        rows.into_iter().map(StackDocument::try_from).collect()
    }

    /// Counts the documents of its case that are to join a stack.
    pub async fn count_joining(&self, stack: &Stack) -> Result<usize, StoreError> {
        let Some(case) = &stack.case else { return Ok(0) };
        let mut connection = self.look(JOINING).await?;
        Ok(joining(&mut connection, stack.id, case).await?.len())
    }

    /// Has a stack of a case follow it: new documents of the case join at the end, and those that left it leave.
    pub async fn follow_case(&self, stack: &Stack) -> Result<(), StoreError> {
        const WHAT: &str = "bring a stack up to date with its case";
        let Some(case) = &stack.case else { return Ok(()) };
        let mut tx = self.begin(WHAT).await?;
        let new = joining(&mut tx, stack.id, case).await?;
        for id in &new {
            join(&mut tx, stack.id, *id).await?;
        }
        let left = sqlx::query(
            "DELETE FROM stack_documents WHERE stack_id = ?1
                 AND document_id NOT IN (SELECT id FROM documents WHERE case_name = ?2)",
        )
        .bind(stack.id.to_string())
        .bind(case)
        .execute(&mut *tx)
        .await
        .doing(WHAT)?;
        tx.commit().await.doing(WHAT)?;
        if !new.is_empty() || left.rows_affected() > 0 {
            self.stack_changed(stack.id);
        }
        Ok(())
    }
}

const JOINING: &str = "list the new documents of a case";

/// The documents of a case that are not in its stack, oldest first.
async fn joining(connection: &mut SqliteConnection, stack: StackId, case: &str) -> Result<Vec<DocumentId>, StoreError> {
    let ids: Vec<String> = sqlx::query_scalar(
        "SELECT id FROM documents WHERE case_name = ?2 AND state = 'active'
             AND id NOT IN (SELECT document_id FROM stack_documents WHERE stack_id = ?1) ORDER BY received_at, id",
    )
    .bind(stack.to_string())
    .bind(case)
    .fetch_all(connection)
    .await
    .doing(JOINING)?;
    ids.iter().map(|id| At::new("documents", id).parse("id", id)).collect()
}

/// Puts a document at the end of a stack, unless it is in it.
pub(super) async fn join(
    connection: &mut SqliteConnection,
    stack: StackId,
    document: DocumentId,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT OR IGNORE INTO stack_documents (stack_id, document_id, position)
         SELECT ?1, ?2, ifnull(max(position), 0) + 1 FROM stack_documents WHERE stack_id = ?1",
    )
    .bind(stack.to_string())
    .bind(document.to_string())
    .execute(connection)
    .await
    .doing("put a document on a stack")?;
    Ok(())
}

#[derive(FromRow)]
struct Row {
    document_id: String,
    position: u32,
    file_name: String,
    page_count: Option<u32>,
    made_of: Option<String>,
    newest: String,
}

impl TryFrom<Row> for StackDocument {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let at = At::new("stack_documents", &row.document_id);
        Ok(StackDocument {
            document_id: at.parse("document_id", &row.document_id)?,
            position: row.position,
            file_name: row.file_name,
            pages: row.page_count,
            made_of: row.made_of,
            newest: row.newest,
        })
    }
}
