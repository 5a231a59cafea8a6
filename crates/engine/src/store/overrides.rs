//! Table `prompt_overrides`: the user's wording for a stage of a pack, as numbered versions.

use super::Store;
use super::error::{Doing, StoreError};
use super::row::{At, time};
use crate::event::Event;
use jiff::Timestamp;
use sqlx::FromRow;
use touchstone_core::record::now;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptOverride {
    pub pack: String,
    pub stage: String,
    /// Counts from 1.
    pub version: u32,
    /// `None` reverts to the pack's wording.
    pub text: Option<String>,
    pub written_at: Timestamp,
}

impl Store {
    /// Writes the next version and returns its number; `None` reverts to the pack's wording.
    pub async fn override_prompt(&self, pack: &str, stage: &str, text: Option<&str>) -> Result<u32, StoreError> {
        const WHAT: &str = "override a prompt";
        let mut tx = self.begin(WHAT).await?;
        let version = sqlx::query_scalar(
            "INSERT INTO prompt_overrides (pack, stage, version, text, written_at)
             SELECT ?1, ?2, coalesce(max(version), 0) + 1, ?3, ?4 FROM prompt_overrides WHERE pack = ?1 AND stage = ?2
             RETURNING version",
        )
        .bind(pack)
        .bind(stage)
        .bind(text)
        .bind(time(now()))
        .fetch_one(&mut *tx)
        .await
        .doing(WHAT)?;
        tx.commit().await.doing(WHAT)?;
        self.events.send(Event::SettingsChanged);
        Ok(version)
    }

    /// Returns all versions for a stage of a pack, oldest first; the last one counts.
    pub async fn prompt_overrides(&self, pack: &str, stage: &str) -> Result<Vec<PromptOverride>, StoreError> {
        const WHAT: &str = "read prompt overrides";
        let rows: Vec<Row> =
            sqlx::query_as("SELECT * FROM prompt_overrides WHERE pack = ?1 AND stage = ?2 ORDER BY version")
                .bind(pack)
                .bind(stage)
                .fetch_all(&mut *self.look(WHAT).await?)
                .await
                .doing(WHAT)?;
        rows.into_iter().map(PromptOverride::try_from).collect()
    }

    /// Returns one version. Versions never change.
    pub async fn prompt_override(&self, pack: &str, stage: &str, version: u32) -> Result<PromptOverride, StoreError> {
        const WHAT: &str = "read a prompt override";
        let row: Option<Row> =
            sqlx::query_as("SELECT * FROM prompt_overrides WHERE pack = ?1 AND stage = ?2 AND version = ?3")
                .bind(pack)
                .bind(stage)
                .bind(version)
                .fetch_optional(&mut *self.look(WHAT).await?)
                .await
                .doing(WHAT)?;
        let missing = || StoreError::missing("prompt override", &format!("{pack}/{stage} {version}"));
        row.ok_or_else(missing)?.try_into()
    }
}

#[derive(FromRow)]
struct Row {
    pack: String,
    stage: String,
    version: u32,
    text: Option<String>,
    written_at: String,
}

impl TryFrom<Row> for PromptOverride {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let at = At::new(
            "prompt_overrides",
            &format!("{}/{} {}", row.pack, row.stage, row.version),
        );
        Ok(PromptOverride {
            written_at: at.parse("written_at", &row.written_at)?,
            pack: row.pack,
            stage: row.stage,
            version: row.version,
            text: row.text,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use crate::store::fixture;

    #[tokio::test]
    async fn versions_count_up_by_pack_and_stage_and_can_go_back() {
        let store = fixture::store().await;
        let write = async |pack, stage, text| store.override_prompt(pack, stage, text).await.unwrap();
        assert_eq!(write("tax", "extract", Some("one")).await, 1);
        assert_eq!(write("tax", "extract", None).await, 2);
        assert_eq!(write("tax", "classify", Some("other")).await, 1);
        let versions = store.prompt_overrides("tax", "extract").await.unwrap();
        let texts: Vec<_> = versions.iter().map(|row| (row.version, row.text.as_deref())).collect();
        assert_eq!(texts, [(1, Some("one")), (2, None)]);
        assert_eq!(store.prompt_overrides("markings", "extract").await.unwrap(), []);
        let first = store.prompt_override("tax", "extract", 1).await.unwrap();
        assert_eq!(first.text.as_deref(), Some("one"));
        let missing = store.prompt_override("tax", "extract", 3).await.unwrap_err();
        assert_eq!(missing.to_string(), "there is no prompt override tax/extract 3");
    }
}
