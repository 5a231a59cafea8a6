//! The instructions that count for the model stages of a pack: the user's newest wording, or the pack's own. Resolved once a
//! run, so that all of it is asked in the same words. Not here: writing them (see the desk), and what an answer looks like.

use crate::pack::{GuideStage, Pack};
use crate::store::{Store, StoreError};
use std::collections::BTreeMap;

/// Instructions by stage. A stage without any has nothing beyond what the code says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Guides(BTreeMap<GuideStage, String>);

impl Guides {
    /// As the pack comes.
    pub fn of(pack: &Pack) -> Self {
        Self(pack.guides.iter().cloned().collect())
    }

    /// With what the user wrote instead; an override of `None` went back to the pack's own.
    pub async fn load(store: &Store, pack: &Pack) -> Result<Self, StoreError> {
        let mut guides = Self::of(pack);
        let stages = GuideStage::ALL.into_iter();
        for stage in stages.filter(|stage| stage.belongs_to(pack.mode)) {
            let versions = store.prompt_overrides(&pack.name, stage.as_str()).await?;
            if let Some(text) = versions.into_iter().next_back().and_then(|row| row.text) {
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
    use crate::pack::default_folder;
    use crate::store::{Access, Place};

    #[tokio::test]
    async fn the_newest_words_of_the_user_count_until_they_are_taken_back() {
        let store = Store::open(&Place::Memory, Access::Own).await.unwrap();
        let pack = Pack::load(&default_folder().unwrap().join("markings")).unwrap();
        let counts = async || {
            Guides::load(&store, &pack)
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
        store.override_prompt("markings", "classify", None).await.unwrap();
        assert_eq!(counts().await, own);
        assert_eq!(Guides::of(&pack).stage(GuideStage::Correct), "");
    }
}
