//! Instructions for the model stages of a pack: the pack's own, the user's overrides, and their differences. The
//! format of the answer is fixed in code and not part of them.

use super::Desk;
use super::views::{DiffLine, GuideVersion, GuideView, LineChange};
use anyhow::{Context, ensure};
use similar::{ChangeTag, TextDiff};
use touchstone_core::pack::{GuideStage, Pack};

/// Max characters of one override. A guide is a page or two, and is paid for in every call.
const MOST_CHARACTERS: usize = 20_000;

/// Shown with every stage.
const FOLLOWED_BY: &str = "Sent to models. The local engine follows the pack's data instead of these instructions.";

impl Desk {
    /// The stages for documents of the pack, in order.
    pub async fn guides(&self, pack: &str) -> anyhow::Result<Vec<GuideView>> {
        let pack = self.pack(pack)?;
        let mut views = Vec::new();
        for stage in GuideStage::ALL.into_iter().filter(|stage| stage.belongs_to(pack.mode)) {
            views.push(self.guide_view(&pack, stage).await?);
        }
        Ok(views)
    }

    /// The instructions in force for a stage: the newest override, or the pack's own.
    pub async fn guide_in_force(&self, pack: &str, stage: GuideStage) -> anyhow::Result<String> {
        let pack = self.pack(pack)?;
        Ok(self.guide_view(&pack, stage).await?.text)
    }

    /// Stores a new version of the user's override. A text equal to the pack's own removes the override.
    pub async fn set_guide(&self, pack: &str, stage: &str, text: &str) -> anyhow::Result<GuideView> {
        let (pack, stage) = self.guided(pack, stage)?;
        ensure!(!text.trim().is_empty(), "could not store the guide: it is empty");
        ensure!(
            text.chars().count() <= MOST_CHARACTERS,
            "could not store the guide: it has more than {MOST_CHARACTERS} characters"
        );
        let own = text == pack.guide(stage);
        self.write_guide(&pack, stage, (!own).then_some(text)).await
    }

    /// Restores the pack's own text. Earlier versions are kept.
    pub async fn reset_guide(&self, pack: &str, stage: &str) -> anyhow::Result<GuideView> {
        let (pack, stage) = self.guided(pack, stage)?;
        self.write_guide(&pack, stage, None).await
    }

    /// Compares unsaved text with the pack's own.
    pub fn compare_guide(&self, pack: &str, stage: &str, text: &str) -> anyhow::Result<Vec<DiffLine>> {
        let (pack, stage) = self.guided(pack, stage)?;
        Ok(diff(pack.guide(stage), text))
    }

    /// Compares the text in force with a stored version.
    pub async fn compare_guide_version(&self, pack: &str, stage: &str, version: u32) -> anyhow::Result<Vec<DiffLine>> {
        let (pack, stage) = self.guided(pack, stage)?;
        let view = self.guide_view(&pack, stage).await?;
        let stored = view.versions.into_iter().find(|row| row.version == version);
        let stored = stored.with_context(|| format!("the guide of {} has no version {version}", view.stage))?;
        Ok(diff(&view.text, stored.text.as_deref().unwrap_or(&view.own)))
    }

    /// A version equal to the text in force is not stored.
    async fn write_guide(&self, pack: &Pack, stage: GuideStage, text: Option<&str>) -> anyhow::Result<GuideView> {
        let versions = self.store.prompt_overrides(&pack.name, stage.as_str()).await?;
        let counts = versions.last().and_then(|row| row.text.as_deref());
        if counts != text {
            self.store.override_prompt(&pack.name, stage.as_str(), text).await?;
        }
        self.guide_view(pack, stage).await
    }

    fn guided(&self, pack: &str, stage: &str) -> anyhow::Result<(std::sync::Arc<Pack>, GuideStage)> {
        let pack = self.pack(pack)?;
        let stage = GuideStage::parse(stage).filter(|stage| stage.belongs_to(pack.mode));
        let stage = stage.with_context(|| format!("the pack `{}` has no such stage", pack.name))?;
        Ok((pack, stage))
    }

    async fn guide_view(&self, pack: &Pack, stage: GuideStage) -> anyhow::Result<GuideView> {
        let versions = self.store.prompt_overrides(&pack.name, stage.as_str()).await?;
        let own = pack.guide(stage);
        let overriding = versions.last().and_then(|row| row.text.clone());
        let text = overriding.clone().unwrap_or_else(|| own.to_owned());
        Ok(GuideView {
            stage: stage.as_str().to_owned(),
            purpose: stage.purpose().to_owned(),
            diff: diff(own, &text),
            own: own.to_owned(),
            text,
            overridden: overriding.is_some(),
            versions: versions
                .into_iter()
                .map(|row| GuideVersion {
                    version: row.version,
                    text: row.text,
                    written_at: row.written_at.to_string(),
                })
                .collect(),
            note: FOLLOWED_BY.to_owned(),
        })
    }
}

fn diff(own: &str, text: &str) -> Vec<DiffLine> {
    let lines = TextDiff::from_lines(own, text);
    let line = |change: similar::Change<&str>| DiffLine {
        change: match change.tag() {
            ChangeTag::Equal => LineChange::Same,
            ChangeTag::Insert => LineChange::Added,
            ChangeTag::Delete => LineChange::Removed,
        },
        text: change.value().trim_end_matches(['\r', '\n']).to_owned(),
    };
    lines.iter_all_changes().map(line).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::desk::DeskOptions;
    use crate::store::Access;
    use crate::store::Place;

    #[tokio::test]
    async fn an_override_counts_until_it_is_taken_back_and_every_version_stays() {
        let desk = Desk::open(&Place::Memory, Access::Own, DeskOptions::default())
            .await
            .unwrap();
        let own = desk.guides("markings").await.unwrap();
        let stages: Vec<&str> = own.iter().map(|guide| guide.stage.as_str()).collect();
        assert_eq!(stages[..4], ["init", "classify", "enhance", "finalize"]);
        assert!(own.iter().all(|guide| !guide.overridden && guide.text == guide.own));

        let text = format!("{}Look at the edges first.\n", own[1].own);
        let changed = desk.set_guide("markings", "classify", &text).await.unwrap();
        assert!(changed.overridden);
        let added: Vec<&DiffLine> = changed
            .diff
            .iter()
            .filter(|line| line.change != LineChange::Same)
            .collect();
        assert_eq!(added.len(), 1);
        assert_eq!(
            (added[0].change, added[0].text.as_str()),
            (LineChange::Added, "Look at the edges first.")
        );
        desk.set_guide("markings", "classify", &text).await.unwrap();
        assert_eq!(
            desk.guide_in_force("markings", GuideStage::Classify).await.unwrap(),
            text
        );

        let back = desk.reset_guide("markings", "classify").await.unwrap();
        assert_eq!((back.overridden, back.text == back.own), (false, true));
        let versions: Vec<(u32, bool)> = back
            .versions
            .iter()
            .map(|row| (row.version, row.text.is_some()))
            .collect();
        assert_eq!(versions, [(1, true), (2, false)]);
        let again = desk.compare_guide_version("markings", "classify", 1).await.unwrap();
        let restored: Vec<&DiffLine> = again.iter().filter(|line| line.change != LineChange::Same).collect();
        assert_eq!((restored.len(), restored[0].change), (1, LineChange::Added));
        let now = desk.compare_guide_version("markings", "classify", 2).await.unwrap();
        assert!(now.iter().all(|line| line.change == LineChange::Same));
        assert!(desk.compare_guide_version("markings", "classify", 3).await.is_err());
        for (pack, stage, text, reason) in [
            ("markings", "extract", "x", "no such stage"),
            ("tax", "classify", " ", "is empty"),
            ("nothing", "classify", "x", "no pack is named"),
        ] {
            let error = desk.set_guide(pack, stage, text).await.unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
    }
}
