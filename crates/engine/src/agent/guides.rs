//! The effective instructions for the model stages of a pack: the user's wording or the pack's own. The version is
//! resolved when a run is queued and stored in its settings, so the whole run uses the same words, even after a
//! restart.

use crate::store::{Store, StoreError};
use std::collections::BTreeMap;
use touchstone_core::pack::{GuideStage, Pack};

/// Instructions by stage. A stage without an entry uses only the built-in prompt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Guides(BTreeMap<GuideStage, String>);

impl Guides {
    /// The pack's own instructions.
    pub fn of(pack: &Pack) -> Self {
        Self(pack.guides.iter().cloned().collect())
    }

    /// Current versions of the user's instructions. A version whose text is `None` reverted to the pack's own.
    pub async fn newest(store: &Store, pack: &Pack) -> Result<BTreeMap<String, u32>, StoreError> {
        let mut counting = BTreeMap::new();
        let stages = GuideStage::ALL.into_iter();
        for stage in stages.filter(|stage| stage.belongs_to(pack.mode)) {
            let newest = store.prompt_overrides(&pack.name, stage.as_str()).await?.pop();
            if let Some(row) = newest.filter(|row| row.text.is_some()) {
                counting.insert(row.stage, row.version);
            }
        }
        Ok(counting)
    }

    /// The pack's instructions, replaced by the user's in the given versions.
    pub async fn load(store: &Store, pack: &Pack, versions: &BTreeMap<String, u32>) -> Result<Self, StoreError> {
        let mut guides = Self::of(pack);
        for stage in GuideStage::ALL {
            let Some(&version) = versions.get(stage.as_str()) else {
                continue;
            };
            let row = store.prompt_override(&pack.name, stage.as_str(), version).await?;
            if let Some(text) = row.text {
                guides.0.insert(stage, text);
            }
        }
        Ok(guides)
    }

    pub fn stage(&self, stage: GuideStage) -> &str {
        self.0.get(&stage).map_or("", |text| text.trim())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::store::Access;
    use crate::store::Place;
    use touchstone_core::pack::default_folder;

    #[tokio::test]
    async fn the_newest_words_of_the_user_count_until_they_are_taken_back() {
        let store = Store::open(&Place::Memory, Access::Own).await.unwrap();
        let pack = Pack::load(&default_folder().unwrap().join("markings")).unwrap();
        let counts = async || {
            let versions = Guides::newest(&store, &pack).await.unwrap();
            Guides::load(&store, &pack, &versions)
                .await
                .unwrap()
                .stage(GuideStage::Classify)
                .to_owned()
        };
        let own = counts().await;
        assert!(own.contains("NOFORN"));
        store
            .override_prompt("markings", "classify", Some("Look twice."))
            .await
            .unwrap();
        assert_eq!(counts().await, "Look twice.");
        let before = Guides::newest(&store, &pack).await.unwrap();
        store.override_prompt("markings", "classify", None).await.unwrap();
        assert_eq!(counts().await, own);
        // Work that started with them continues with them.
        let kept = Guides::load(&store, &pack, &before).await.unwrap();
        assert_eq!(kept.stage(GuideStage::Classify), "Look twice.");
        assert_eq!(Guides::of(&pack).stage(GuideStage::Correct), "");
    }
}
