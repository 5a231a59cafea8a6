//! Full-text search of all pages. The query is taken as plain words, never as the index's query language.

use super::Store;
use super::error::{Doing, StoreError};
use super::row::At;
use sqlx::FromRow;
use touchstone_core::record::DocumentId;

/// A page that contains all the words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    pub document: DocumentId,
    pub page: u32,
    /// Text of the page around the first match, cut with `…`.
    pub snippet: String,
}

impl Store {
    /// Returns pages that contain every word of `query`, best match first; the last word may be a prefix. Ignores case
    /// and accents, and documents in the trash. A query without a letter or digit finds nothing.
    pub async fn search(&self, query: &str, limit: u32) -> Result<Vec<Hit>, StoreError> {
        const WHAT: &str = "search the pages";
        let Some(terms) = quoted(query) else {
            return Ok(Vec::new());
        };
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT document_id, number, snippet(page_text, 0, '', '', '…', 16) AS snippet
             FROM page_text JOIN pages ON pages.id = page_text.rowid JOIN documents ON documents.id = document_id
             WHERE page_text MATCH ?1 AND documents.state = 'active'
             ORDER BY page_text.rank, documents.seq, number LIMIT ?2",
        )
        .bind(terms)
        .bind(limit)
        .fetch_all(&mut *self.look(WHAT).await?)
        .await
        .doing(WHAT)?;
        rows.into_iter().map(Hit::try_from).collect()
    }
}

/// Quotes every word as a required phrase; `None` if there is nothing to search for. The index splits a word such as
/// `12-3456789` into a phrase of its parts.
pub(super) fn quoted(query: &str) -> Option<String> {
    let searchable = |word: &&str| word.chars().any(char::is_alphanumeric);
    let phrases: Vec<String> = query
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(searchable)
        .map(|word| format!("\"{}\"", word.replace('"', "\"\"")))
        .collect();
    (!phrases.is_empty()).then(|| phrases.join(" ") + "*")
}

#[derive(FromRow)]
struct Row {
    document_id: String,
    number: u32,
    snippet: String,
}

impl TryFrom<Row> for Hit {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let at = At::new("pages", &row.document_id);
        Ok(Hit {
            document: at.parse("document_id", &row.document_id)?,
            page: row.number,
            snippet: row.snippet,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::store::fixture;
    use proptest::prelude::*;
    use touchstone_core::record::Document;

    async fn stored() -> (Store, Document) {
        let store = fixture::store().await;
        let document = fixture::document();
        store.insert_document(&document).await.unwrap();
        let first = fixture::page(1, &["Wages,", "tips", "48,500.00", "12-3456789"]);
        let second = fixture::page(2, &["Zoë", "Müller", "AND", "\"quoted\"", "tips"]);
        store.put_pages(document.id, &[first, second]).await.unwrap();
        (store, document)
    }

    #[tokio::test]
    async fn words_are_found_whatever_they_mean_to_the_index() {
        let (store, document) = stored().await;
        let rows: [(&str, &[u32]); 14] = [
            ("tips", &[1, 2]),
            ("TIPS wages", &[1]),
            ("12-3456789", &[1]),
            ("3456789-12", &[]),
            ("48,500.00", &[1]),
            ("muller", &[2]),
            ("zoe mül", &[2]),
            ("AND", &[2]),
            ("\"quoted\"", &[2]),
            ("tips NOT wages", &[]),
            ("text:tips", &[]),
            ("wag", &[1]),
            ("wag tips", &[]),
            ("* ( \" -", &[]),
        ];
        for (query, pages) in rows {
            let mut found: Vec<u32> = store
                .search(query, 10)
                .await
                .unwrap()
                .iter()
                .map(|hit| hit.page)
                .collect();
            found.sort_unstable();
            assert_eq!(found, pages, "{query}");
        }
        let hit = store.search("wages", 10).await.unwrap().remove(0);
        assert_eq!((hit.document, hit.page), (document.id, 1));
        assert_eq!(hit.snippet, "Wages, tips 48,500.00 12-3456789");
    }

    #[tokio::test]
    async fn the_trash_is_not_searched() {
        let (store, document) = stored().await;
        sqlx::query("UPDATE documents SET state = 'trashed' WHERE id = ?1")
            .bind(document.id.to_string())
            .execute(&store.writer)
            .await
            .unwrap();
        assert_eq!(store.search("tips", 10).await.unwrap(), []);
    }

    #[test]
    fn no_query_is_an_error() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let (store, _document) = runtime.block_on(stored());
        proptest!(|(query in "[\\PC\"*^:(){}+ANDORNEAT\\s-]{0,20}")| {
            prop_assert!(runtime.block_on(store.search(&query, 5)).is_ok(), "{}", query);
        });
    }
}
