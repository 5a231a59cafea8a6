//! Table `settings`: settings of the workspace, by key. Never holds a provider's API key.

use super::Store;
use super::error::{Doing, StoreError};
use super::row::{At, json};
use crate::event::Event;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::SqliteConnection;

impl Store {
    /// Returns a setting; `None` if it was never set.
    pub async fn setting<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, StoreError> {
        get(&mut *self.look("read a setting").await?, key).await
    }

    pub async fn set_setting<T: Serialize>(&self, key: &str, value: &T) -> Result<(), StoreError> {
        const WHAT: &str = "store a setting";
        let mut connection = self.writer.acquire().await.doing(WHAT)?;
        put(&mut connection, key, value).await?;
        self.announce_settings();
        Ok(())
    }

    /// Announces a change to the workspace that is not stored as a row, such as a pause.
    pub fn announce_settings(&self) {
        self.events.send(Event::SettingsChanged);
    }
}

pub(super) async fn get<T: DeserializeOwned>(
    connection: &mut SqliteConnection,
    key: &str,
) -> Result<Option<T>, StoreError> {
    let value: Option<String> = sqlx::query_scalar("SELECT value FROM settings WHERE key = ?1")
        .bind(key)
        .fetch_optional(connection)
        .await
        .doing("read a setting")?;
    At::new("settings", &key).json_or_null("value", value.as_deref())
}

pub(super) async fn put<T: Serialize>(
    connection: &mut SqliteConnection,
    key: &str,
    value: &T,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO settings (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2")
        .bind(key)
        .bind(json(value)?)
        .execute(connection)
        .await
        .doing("store a setting")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use crate::store::fixture;

    #[tokio::test]
    async fn a_setting_is_replaced_and_one_of_another_shape_is_damage() {
        let store = fixture::store().await;
        assert_eq!(store.setting::<u32>("jobs").await.unwrap(), None);
        store.set_setting("jobs", &2).await.unwrap();
        store.set_setting("jobs", &4).await.unwrap();
        assert_eq!(store.setting::<u32>("jobs").await.unwrap(), Some(4));
        let error = store.setting::<String>("jobs").await.unwrap_err().to_string();
        assert_eq!(
            error,
            "the stored record settings jobs is damaged: column `value` has an unexpected value at character 1"
        );
    }
}
