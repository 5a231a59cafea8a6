//! Finds documents and runs by the beginning of their id, as typed by people.

use super::Store;
use super::error::{Doing, StoreError};
use super::row::At;
use touchstone_core::record::{DocumentId, RunId};

impl Store {
    /// Returns the documents and runs whose ids begin with `start`, up to a small limit of each. Returns nothing if
    /// `start` has anything but hex digits and dashes.
    pub async fn ids_starting_with(&self, start: &str) -> Result<(Vec<DocumentId>, Vec<RunId>), StoreError> {
        const WHAT: &str = "find an id";
        if start.is_empty() || !start.chars().all(|c| c.is_ascii_hexdigit() || c == '-') {
            return Ok((Vec::new(), Vec::new()));
        }
        let mut connection = self.look(WHAT).await?;
        let mut find = async |sql: &'static str| {
            let found: Result<Vec<String>, _> = sqlx::query_scalar(sql).bind(start).fetch_all(&mut *connection).await;
            found.doing(WHAT)
        };
        let documents = find("SELECT id FROM documents WHERE id LIKE ?1 || '%' ORDER BY seq LIMIT 5").await?;
        let runs = find("SELECT id FROM runs WHERE id LIKE ?1 || '%' ORDER BY seq LIMIT 5").await?;
        let documents = documents.iter().map(|id| At::new("documents", &id).parse("id", id));
        let runs = runs.iter().map(|id| At::new("runs", &id).parse("id", id));
        Ok((documents.collect::<Result<_, _>>()?, runs.collect::<Result<_, _>>()?))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use crate::store::fixture;
    use touchstone_core::record::Stage;

    #[tokio::test]
    async fn the_beginning_of_an_id_is_enough_and_wildcards_are_not_one() {
        let store = fixture::store().await;
        let run = fixture::running(&store, Stage::Intake).await;
        let (document_id, run_id) = (run.document_id.to_string(), run.id.to_string());
        let found = store.ids_starting_with(&run_id).await.unwrap();
        assert_eq!(found, (vec![], vec![run.id]));
        assert_eq!(
            store.ids_starting_with(&document_id).await.unwrap(),
            (vec![run.document_id], vec![])
        );
        assert_eq!(
            store.ids_starting_with(&document_id[..3]).await.unwrap().0,
            [run.document_id]
        );
        assert_eq!(store.ids_starting_with("%").await.unwrap(), (vec![], vec![]));
        assert_eq!(store.ids_starting_with("").await.unwrap(), (vec![], vec![]));
    }
}
