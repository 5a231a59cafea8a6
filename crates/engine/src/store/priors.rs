//! Table `priors`: prior classifications of documents by other programs. Append-only; the newest counts.

use super::Store;
use super::error::{Doing, StoreError};
use super::row::{At, json, time};
use touchstone_core::record::{DocumentId, Prior, now};

impl Store {
    pub async fn put_prior(&self, document: DocumentId, prior: &Prior) -> Result<(), StoreError> {
        sqlx::query("INSERT INTO priors (document_id, content, given_at) VALUES (?1, ?2, ?3)")
            .bind(document.to_string())
            .bind(json(prior)?)
            .bind(time(now()))
            .execute(&self.writer)
            .await
            .doing("store a prior classification")?;
        Ok(())
    }

    pub async fn prior(&self, document: DocumentId) -> Result<Option<Prior>, StoreError> {
        const WHAT: &str = "read a prior classification";
        let content: Option<String> =
            sqlx::query_scalar("SELECT content FROM priors WHERE document_id = ?1 ORDER BY seq DESC LIMIT 1")
                .bind(document.to_string())
                .fetch_optional(&mut *self.look(WHAT).await?)
                .await
                .doing(WHAT)?;
        let at = At::new("priors", &format!("of document {document}"));
        content.map(|content| at.json("content", &content)).transpose()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::store::fixture;

    #[tokio::test]
    async fn the_newest_prior_of_a_document_counts() {
        let store = fixture::store().await;
        let document = fixture::document();
        store.insert_document(&document).await.unwrap();
        assert_eq!(store.prior(document.id).await.unwrap(), None);
        for label in ["Other", "Genomic Report"] {
            let prior = Prior {
                source: "production.json".to_owned(),
                label: Some(label.to_owned()),
                segments: Vec::new(),
            };
            store.put_prior(document.id, &prior).await.unwrap();
        }
        let newest = store.prior(document.id).await.unwrap().unwrap();
        assert_eq!(newest.label.as_deref(), Some("Genomic Report"));
    }
}
