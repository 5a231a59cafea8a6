//! Table `settings`: settings of the workspace, by key. Never holds a provider's API key.

use super::Store;
use super::error::{Doing, StoreError};
use super::row::{At, json};
use crate::event::Event;
use serde::Serialize;
use serde::de::DeserializeOwned;

impl Store {
    /// Returns a setting; `None` if it was never set.
    pub async fn setting<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, StoreError> {
        const WHAT: &str = "read a setting";
        let value: Option<String> = sqlx::query_scalar("SELECT value FROM settings WHERE key = ?1")
            .bind(key)
            .fetch_optional(&mut *self.look(WHAT).await?)
            .await
            .doing(WHAT)?;
        At::new("settings", &key).json_or_null("value", value.as_deref())
    }

    pub async fn set_setting<T: Serialize>(&self, key: &str, value: &T) -> Result<(), StoreError> {
        sqlx::query("INSERT INTO settings (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2")
            .bind(key)
            .bind(json(value)?)
            .execute(&self.writer)
            .await
            .doing("store a setting")?;
        self.announce_settings();
        Ok(())
    }

    /// Announces a change to the workspace that is not stored as a row, such as a pause.
    pub fn announce_settings(&self) {
        self.events.send(Event::SettingsChanged);
    }
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
