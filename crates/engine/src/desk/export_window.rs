//! Exports as the window asks for them: the choice of formats, counts before and after.

use super::Desk;
use super::export::{ExportOrder, ExportOutcome};
use super::trouble::parse_id;
use super::views::{ExportCounts, ExportReport, ExportRequest, FormatCard, Skipped};
use crate::export::{ExportState, FORMATS, Format, Shape};
use crate::store::{LibraryFilter, Standing};
use anyhow::Context;
use serde_json::json;
use std::collections::HashSet;
use std::path::Path;
use tokio_util::sync::CancellationToken;
use touchstone_core::record::DocumentId;

impl Desk {
    /// Exports for the window.
    pub async fn export(
        &self,
        choice: &ExportRequest,
        path: &Path,
        stop: &CancellationToken,
        progress: impl Fn(u32, u32),
    ) -> anyhow::Result<Option<ExportReport>> {
        let order = self.order_of(choice).await?;
        let outcome = self.export_to(&order, path, stop, progress).await?;
        Ok(outcome.map(ExportReport::from))
    }

    async fn order_of(&self, choice: &ExportRequest) -> anyhow::Result<ExportOrder> {
        let format = Format::named(&choice.format);
        // What is still being read has no result yet.
        let is_meant = |state: &ExportState| match state {
            ExportState::Settled => true,
            ExportState::Unfinished => false,
            _ => !choice.settled_only,
        };
        let states: Vec<ExportState> = ExportState::ALL.into_iter().filter(is_meant).collect();
        let names: Vec<&str> = states.iter().map(|state| state.as_str()).collect();
        let ids = choice.ids.as_deref().unwrap_or_default();
        Ok(ExportOrder {
            format: format.with_context(|| format!("unknown export format `{}`", choice.format))?,
            selection: json!({"chosen": choice.ids.as_ref().map(Vec::len), "filter": choice.filter, "states": names}),
            ids: self.meant(ids, choice.filter.as_ref()).await?,
            states,
            label: None,
            mask: choice.mask,
        })
    }

    /// How many documents a selection has, and how many of them are settled.
    pub async fn export_counts(&self, choice: &ExportRequest) -> anyhow::Result<ExportCounts> {
        let chosen = choice.ids.as_deref().unwrap_or_default();
        let ids = self.meant(chosen, choice.filter.as_ref()).await?;
        let accepted = LibraryFilter {
            states: vec![Standing::Accepted],
            trash: choice.filter.as_ref().is_some_and(|filter| filter.trash),
            ..LibraryFilter::default()
        };
        let accepted: HashSet<DocumentId> = self.store.library_ids(&accepted).await?.into_iter().collect();
        Ok(ExportCounts {
            documents: ids.len() as u32,
            settled: ids.iter().filter(|id| accepted.contains(id)).count() as u32,
        })
    }

    /// The path of a document's source file, for showing it in its folder.
    pub async fn original_path(&self, document: &str) -> anyhow::Result<String> {
        Ok(self.store.document(parse_id(document)?).await?.path)
    }
}

/// The formats as the window offers them.
pub fn export_formats() -> Vec<FormatCard> {
    let card = |format: &Format| FormatCard {
        id: format.name.to_owned(),
        title: format.title.to_owned(),
        description: format.description.to_owned(),
        folder: format.shape == Shape::Folder,
        can_mask: format.can_mask(),
    };
    FORMATS.iter().map(card).collect()
}

impl From<ExportOutcome> for ExportReport {
    fn from(outcome: ExportOutcome) -> Self {
        let counts = outcome.counts;
        let skipped = outcome.skipped.into_iter().map(|part| Skipped {
            file_name: part.file_name,
            reason: part.reason,
        });
        Self {
            files: outcome.files.iter().map(|path| path.display().to_string()).collect(),
            documents: counts.documents as u32,
            forms: counts.forms as u32,
            rows: counts.rows as u32,
            left_out: counts.left_out.values().sum::<u64>() as u32,
            skipped: skipped.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{CancellationToken, Desk, ExportRequest};
    use crate::desk::DeskOptions;
    use crate::desk::views::LibraryFilter;
    use crate::store::{Access, Place};
    use std::cell::RefCell;
    use std::fs;

    #[tokio::test]
    async fn a_stopped_export_leaves_the_file_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let desk = Desk::open(&Place::Memory, Access::Own, DeskOptions::default())
            .await
            .unwrap();
        let names = ["a.pdf", "b.pdf"].map(|name| folder.path().join(name));
        for name in &names {
            fs::write(name, name.display().to_string()).unwrap();
            desk.import(
                std::slice::from_ref(name),
                &serde_json::from_value(
                    serde_json::json!({"pack": "tax", "expected_year": null, "case": null, "skip_duplicates": false}),
                )
                .unwrap(),
                &CancellationToken::new(),
                |_, _| (),
            )
            .await
            .unwrap();
        }
        let path = folder.path().join("truth.csv");
        fs::write(&path, "before").unwrap();
        let choice = ExportRequest {
            ids: None,
            filter: Some(LibraryFilter::default()),
            format: "csv".to_owned(),
            settled_only: false,
            mask: false,
        };
        // Stopped after the first document.
        let (stop, reported) = (CancellationToken::new(), RefCell::new(Vec::new()));
        let first = |done, total| {
            reported.borrow_mut().push((done, total));
            stop.cancel();
        };
        assert_eq!(desk.export(&choice, &path, &stop, first).await.unwrap(), None);
        assert_eq!(*reported.borrow(), [(1, 2)]);
        assert_eq!(fs::read_to_string(&path).unwrap(), "before");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "the draft is gone");

        let report = desk
            .export(&choice, &path, &CancellationToken::new(), |_, _| ())
            .await
            .unwrap()
            .unwrap();
        assert_eq!((report.documents, report.left_out, report.rows), (0, 2, 0));
        assert_eq!(report.files.len(), 2, "the file and its manifest");
        assert_ne!(fs::read_to_string(&path).unwrap(), "before");
    }
}
