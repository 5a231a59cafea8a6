//! Table `documents`: the files that users added, and the outcome of reading them.

use super::error::{Doing, StoreError};
use super::row::{At, time, word, word_or_null};
use super::{Store, doomed};
use crate::event::Event;
use sqlx::{FromRow, SqliteConnection};
use touchstone_core::record::{Document, DocumentId, DocumentState};
use touchstone_intake::Outcome;

/// Filter for documents; `None` matches any. Sorted by the time they were received.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocumentFilter {
    pub pack: Option<String>,
    pub case: Option<String>,
    pub state: Option<DocumentState>,
    /// Number of documents to skip, before returning at most `limit`.
    pub offset: u32,
    pub limit: Option<u32>,
}

impl Store {
    pub async fn insert_document(&self, document: &Document) -> Result<(), StoreError> {
        const WHAT: &str = "store a document";
        let mut tx = self.begin(WHAT).await?;
        insert(&mut tx, document).await?;
        tx.commit().await.doing(WHAT)?;
        let document = document.id;
        self.events.send(Event::DocumentAdded { document });
        Ok(())
    }

    pub async fn document(&self, id: DocumentId) -> Result<Document, StoreError> {
        by_id(&mut *self.look("read a document").await?, id).await
    }

    /// Returns the documents whose rows can be read.
    pub async fn documents(&self, filter: &DocumentFilter) -> Result<Vec<Document>, StoreError> {
        let (whole, _damaged) = self.overviews(filter).await?;
        Ok(whole.into_iter().map(|row| row.document).collect())
    }

    /// Returns the newest document with these bytes from this path under this pack, which a resumed batch can skip.
    pub async fn find_document(&self, path: &str, sha256: &str, pack: &str) -> Result<Option<Document>, StoreError> {
        const WHAT: &str = "find a document";
        let row: Option<Row> = sqlx::query_as(
            "SELECT * FROM documents WHERE sha256 = ?1 AND path = ?2 AND pack = ?3 ORDER BY seq DESC LIMIT 1",
        )
        .bind(sha256)
        .bind(path)
        .bind(pack)
        .fetch_optional(&mut *self.look(WHAT).await?)
        .await
        .doing(WHAT)?;
        row.map(Document::try_from).transpose()
    }

    /// Stores the outcome of reading. Returns false if there is no such document.
    pub async fn set_outcome(
        &self,
        id: DocumentId,
        outcome: Outcome,
        message: Option<&str>,
        page_count: Option<u32>,
    ) -> Result<bool, StoreError> {
        const WHAT: &str = "store the outcome of reading a document";
        let mut tx = self.begin(WHAT).await?;
        let changed = set_outcome(&mut tx, id, outcome, message, page_count).await?;
        tx.commit().await.doing(WHAT)?;
        self.document_changed(id, changed);
        Ok(changed)
    }

    /// Stores the number of pages to read. Sends no event, because each stored page sends one.
    pub async fn set_page_count(&self, id: DocumentId, count: u32) -> Result<(), StoreError> {
        sqlx::query("UPDATE documents SET page_count = ?2 WHERE id = ?1")
            .bind(id.to_string())
            .bind(count)
            .execute(&self.writer)
            .await
            .doing("store the page count of a document")?;
        Ok(())
    }

    pub async fn set_expected_year(&self, id: DocumentId, year: Option<i32>) -> Result<bool, StoreError> {
        const WHAT: &str = "change a document's expected year";
        let done = sqlx::query("UPDATE documents SET expected_year = ?2 WHERE id = ?1")
            .bind(id.to_string())
            .bind(year)
            .execute(&self.writer)
            .await
            .doing(WHAT)?;
        self.document_changed(id, done.rows_affected() == 1);
        Ok(done.rows_affected() == 1)
    }

    /// Sets the pack for the document's future runs.
    pub async fn set_pack(&self, id: DocumentId, pack: &str) -> Result<bool, StoreError> {
        const WHAT: &str = "change a document's pack";
        let done = sqlx::query("UPDATE documents SET pack = ?2 WHERE id = ?1")
            .bind(id.to_string())
            .bind(pack)
            .execute(&self.writer)
            .await
            .doing(WHAT)?;
        self.document_changed(id, done.rows_affected() == 1);
        Ok(done.rows_affected() == 1)
    }

    pub async fn set_case(&self, id: DocumentId, case: Option<&str>) -> Result<bool, StoreError> {
        const WHAT: &str = "change a document's case";
        let done = sqlx::query("UPDATE documents SET case_name = ?2 WHERE id = ?1")
            .bind(id.to_string())
            .bind(case)
            .execute(&self.writer)
            .await
            .doing(WHAT)?;
        self.document_changed(id, done.rows_affected() == 1);
        Ok(done.rows_affected() == 1)
    }

    /// Returns the lengths of all originals, which distinguish most files without reading them.
    pub async fn known_lengths(&self) -> Result<Vec<u64>, StoreError> {
        const WHAT: &str = "look for duplicate files";
        sqlx::query_scalar("SELECT DISTINCT bytes FROM documents WHERE state = 'active'")
            .fetch_all(&mut *self.look(WHAT).await?)
            .await
            .doing(WHAT)
    }

    fn document_changed(&self, document: DocumentId, changed: bool) {
        if changed {
            self.events.send(Event::DocumentChanged { document });
        }
    }
}

pub(super) async fn insert(connection: &mut SqliteConnection, document: &Document) -> Result<(), StoreError> {
    doomed::spare(connection, &document.sha256).await?;
    sqlx::query(
        "INSERT INTO documents (id, sha256, file_name, path, media_type, bytes, page_count, pack, expected_year,
             case_name, received_at, state, outcome, outcome_message)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
    )
    .bind(document.id.to_string())
    .bind(&document.sha256)
    .bind(&document.file_name)
    .bind(&document.path)
    .bind(&document.media_type)
    .bind(document.bytes.cast_signed())
    .bind(document.page_count)
    .bind(&document.pack)
    .bind(document.expected_year)
    .bind(&document.case)
    .bind(time(document.received_at))
    .bind(word(document.state)?)
    .bind(word_or_null(document.outcome)?)
    .bind(&document.outcome_message)
    .execute(connection)
    .await
    .doing("store a document")?;
    Ok(())
}

pub(super) async fn by_id(connection: &mut SqliteConnection, id: DocumentId) -> Result<Document, StoreError> {
    let row: Option<Row> = sqlx::query_as("SELECT * FROM documents WHERE id = ?1")
        .bind(id.to_string())
        .fetch_optional(connection)
        .await
        .doing("read a document")?;
    row.ok_or_else(|| StoreError::missing("document", &id))?.try_into()
}

/// Stores the outcome of reading. A known page count is kept if none is given.
pub(super) async fn set_outcome(
    connection: &mut SqliteConnection,
    id: DocumentId,
    outcome: Outcome,
    message: Option<&str>,
    page_count: Option<u32>,
) -> Result<bool, StoreError> {
    let done = sqlx::query(
        "UPDATE documents SET outcome = ?2, outcome_message = ?3, page_count = coalesce(?4, page_count) WHERE id = ?1",
    )
    .bind(id.to_string())
    .bind(word(outcome)?)
    .bind(message)
    .bind(page_count)
    .execute(connection)
    .await
    .doing("store the outcome of reading a document")?;
    Ok(done.rows_affected() == 1)
}

#[derive(FromRow)]
pub(super) struct Row {
    id: String,
    sha256: String,
    file_name: String,
    path: String,
    media_type: String,
    bytes: u64,
    page_count: Option<u32>,
    pack: String,
    expected_year: Option<i32>,
    case_name: Option<String>,
    received_at: String,
    state: String,
    outcome: Option<String>,
    outcome_message: Option<String>,
}

impl TryFrom<Row> for Document {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let at = At::new("documents", &row.id);
        Ok(Document {
            id: at.parse("id", &row.id)?,
            sha256: row.sha256,
            file_name: row.file_name,
            path: row.path,
            media_type: row.media_type,
            bytes: row.bytes,
            page_count: row.page_count,
            pack: row.pack,
            expected_year: row.expected_year,
            case: row.case_name,
            received_at: at.parse("received_at", &row.received_at)?,
            state: at.word("state", row.state)?,
            outcome: at.word_or_null("outcome", row.outcome)?,
            outcome_message: row.outcome_message,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::event::Received;
    use crate::store::fixture;

    #[tokio::test]
    async fn a_document_comes_back_as_it_went_in() {
        let store = fixture::store().await;
        let mut listener = store.subscribe();
        let full = Document {
            page_count: Some(3),
            expected_year: Some(2024),
            case: Some("Müller".to_owned()),
            outcome: Some(Outcome::Partial),
            outcome_message: Some("page 2 is damaged".to_owned()),
            ..fixture::document()
        };
        let bare = fixture::document();
        for document in [full, bare] {
            store.insert_document(&document).await.unwrap();
            assert_eq!(store.document(document.id).await.unwrap(), document);
            let added = Event::DocumentAdded { document: document.id };
            assert_eq!(listener.next().await, Some(Received::Event(added)));
        }
        let strange = DocumentId::fresh();
        let error = store.document(strange).await.unwrap_err().to_string();
        assert_eq!(error, format!("there is no document {strange}"));
    }

    #[tokio::test]
    async fn how_many_pages_there_are_is_known_before_they_are_read() {
        let store = fixture::store().await;
        let document = fixture::document();
        store.insert_document(&document).await.unwrap();
        store.set_page_count(document.id, 7).await.unwrap();
        assert_eq!(store.document(document.id).await.unwrap().page_count, Some(7));
        // The count given with the outcome is more reliable.
        store
            .set_outcome(document.id, Outcome::Ok, None, Some(6))
            .await
            .unwrap();
        assert_eq!(store.document(document.id).await.unwrap().page_count, Some(6));
    }

    #[tokio::test]
    async fn lists_are_filtered_sorted_and_paged() {
        let store = fixture::store().await;
        let mut all = Vec::new();
        for (second, pack, case) in [(30, "tax", Some("A")), (10, "tax", None), (20, "clinical", Some("A"))] {
            let document = Document {
                pack: pack.to_owned(),
                case: case.map(str::to_owned),
                received_at: format!("2026-01-01T00:00:{second}Z").parse().unwrap(),
                ..fixture::document()
            };
            store.insert_document(&document).await.unwrap();
            all.push(document);
        }
        let list = async |filter: DocumentFilter| store.documents(&filter).await.unwrap();
        let any = DocumentFilter::default;
        let [late, early, middle] = <[Document; 3]>::try_from(all).unwrap();
        // As they were added, whatever the clock said.
        let in_order = vec![late.clone(), early.clone(), middle.clone()];
        assert_eq!(list(any()).await, in_order);
        let pack = Some("tax".to_owned());
        assert_eq!(
            list(DocumentFilter { pack, ..any() }).await,
            [late.clone(), early.clone()]
        );
        let case = Some("A".to_owned());
        assert_eq!(
            list(DocumentFilter { case, ..any() }).await,
            [late.clone(), middle.clone()]
        );
        let state = Some(DocumentState::Trashed);
        assert_eq!(list(DocumentFilter { state, ..any() }).await, []);
        let (offset, limit) = (1, Some(1));
        assert_eq!(list(DocumentFilter { offset, limit, ..any() }).await, [early]);
    }

    #[tokio::test]
    async fn the_newest_with_the_same_bytes_path_and_pack_is_found() {
        let store = fixture::store().await;
        let older = fixture::document();
        let newer = Document {
            id: DocumentId::fresh(),
            ..older.clone()
        };
        for document in [&older, &newer] {
            store.insert_document(document).await.unwrap();
        }
        let find = async |path: &str, pack: &str| store.find_document(path, &older.sha256, pack).await.unwrap();
        assert_eq!(find(&older.path, "tax").await, Some(newer));
        assert_eq!(find("elsewhere.pdf", "tax").await, None);
        assert_eq!(find(&older.path, "clinical").await, None);
    }

    #[tokio::test]
    async fn properties_change_one_by_one_and_nothing_changes_without_a_document() {
        let store = fixture::store().await;
        let mut document = fixture::document();
        store.insert_document(&document).await.unwrap();
        let id = document.id;
        assert!(store.set_outcome(id, Outcome::Ok, None, Some(4)).await.unwrap());
        assert!(
            store
                .set_outcome(id, Outcome::Partial, Some("page 3"), None)
                .await
                .unwrap()
        );
        assert!(store.set_expected_year(id, Some(2023)).await.unwrap());
        assert!(store.set_case(id, Some("B")).await.unwrap());
        document.outcome = Some(Outcome::Partial);
        document.outcome_message = Some("page 3".to_owned());
        document.page_count = Some(4);
        document.expected_year = Some(2023);
        document.case = Some("B".to_owned());
        assert_eq!(store.document(id).await.unwrap(), document);
        let strange = DocumentId::fresh();
        assert!(!store.set_case(strange, None).await.unwrap());
        assert!(!store.set_expected_year(strange, None).await.unwrap());
        assert!(!store.set_outcome(strange, Outcome::Ok, None, None).await.unwrap());
    }
}
