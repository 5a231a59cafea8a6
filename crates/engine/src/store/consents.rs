//! Table `consents`: a person's consent to send documents to an address. Append-only; the newest row per address that
//! was given on this installation counts, unless a newer one revokes it.

use super::Store;
use super::error::{Doing, StoreError};
use super::row::{At, time, word};
use crate::event::Event;
use sqlx::FromRow;
use touchstone_core::record::Consent;

impl Store {
    pub async fn insert_consent(&self, consent: &Consent) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO consents (provider, origin, carries, statement, agreed_at, seal)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )
        .bind(&consent.provider)
        .bind(&consent.origin)
        .bind(word(consent.carries)?)
        .bind(&consent.statement)
        .bind(time(consent.at))
        .bind(&consent.seal)
        .execute(&self.writer)
        .await
        .doing("store a consent")?;
        self.events.send(Event::SettingsChanged);
        Ok(())
    }

    /// Returns all consents, newest first.
    pub async fn consents(&self) -> Result<Vec<Consent>, StoreError> {
        const WHAT: &str = "list consents";
        let rows: Vec<Row> = sqlx::query_as("SELECT * FROM consents ORDER BY seq DESC")
            .fetch_all(&mut *self.look(WHAT).await?)
            .await
            .doing(WHAT)?;
        rows.into_iter().map(Consent::try_from).collect()
    }
}

#[derive(FromRow)]
pub(super) struct Row {
    seq: i64,
    provider: String,
    origin: String,
    carries: String,
    statement: String,
    agreed_at: String,
    seal: Option<String>,
}

impl TryFrom<Row> for Consent {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let at = At::new("consents", &row.seq);
        Ok(Consent {
            provider: row.provider,
            origin: row.origin,
            carries: at.word("carries", row.carries)?,
            statement: row.statement,
            at: at.parse("agreed_at", &row.agreed_at)?,
            seal: row.seal,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::store::fixture;
    use touchstone_core::record::{Carries, now};

    #[tokio::test]
    async fn consents_are_kept_in_their_order() {
        let store = fixture::store().await;
        let consent = |origin: &str, carries| Consent {
            provider: "anthropic".into(),
            origin: origin.into(),
            carries,
            statement: "The words of pages go there.".into(),
            at: now(),
            seal: None,
        };
        for (origin, carries) in [
            ("https://a", Carries::Pictures),
            ("https://b", Carries::Text),
            ("https://a", Carries::Nothing),
        ] {
            store.insert_consent(&consent(origin, carries)).await.unwrap();
        }
        let all = store.consents().await.unwrap();
        let all: Vec<_> = all.iter().map(|one| (one.origin.as_str(), one.carries)).collect();
        assert_eq!(
            all,
            [
                ("https://a", Carries::Nothing),
                ("https://b", Carries::Text),
                ("https://a", Carries::Pictures)
            ]
        );
    }
}
