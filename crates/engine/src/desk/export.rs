//! Export of selected documents to a file, as corrected by users. Formats are in `export`.

use super::Desk;
use super::trouble::{parse_id, sentence};
use super::views::{ExportFormat, ExportReport, ExportRequest, Skipped};
use crate::export::{ExportState, Exported, Format};
use crate::store::is_of_one_document;
use anyhow::{Context, ensure};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use tempfile::NamedTempFile;
use tokio_util::sync::CancellationToken;
use touchstone_core::record::DocumentId;

impl Desk {
    /// Writes one file atomically and reports progress as (documents written, total). Documents not completely read
    /// are skipped and listed. Returns `None` if stopped; no file is written then.
    pub async fn export(
        &self,
        choice: &ExportRequest,
        path: &Path,
        stop: &CancellationToken,
        progress: impl Fn(u32, u32),
    ) -> anyhow::Result<Option<ExportReport>> {
        let name = match choice.format {
            ExportFormat::Json => "json",
            ExportFormat::Jsonl => "jsonl",
            ExportFormat::Csv => "csv",
            ExportFormat::Register => "register",
        };
        let format = Format::named(name).with_context(|| format!("unknown export format `{name}`"))?;
        ensure!(!path.is_dir(), "could not write {}: it is a folder", path.display());
        let ids = self
            .meant(choice.ids.as_deref().unwrap_or_default(), choice.filter.as_ref())
            .await?;
        let mut exporter = format.start(self.highest_among(&ids, stop).await?);
        let mut draft = draft_beside(path)?;
        let mut summary = ExportReport::default();
        let unwritten = || format!("could not write {}", path.display());
        let total = ids.len() as u32;
        for (done, id) in (1..).zip(ids) {
            if stop.is_cancelled() {
                return Ok(None);
            }
            let (file_name, exported) = self.exported_document(id).await?;
            match exported {
                Ok(exported) => {
                    draft
                        .write_all(exporter.add(&exported)?.as_bytes())
                        .with_context(unwritten)?;
                    summary.documents += 1;
                }
                Err(reason) => summary.skipped.push(Skipped { file_name, reason }),
            }
            progress(done, total);
        }
        summary.rows = exporter.rows();
        draft.write_all(exporter.finish().as_bytes()).with_context(unwritten)?;
        persist(draft, path).with_context(unwritten)?;
        summary.files.push(path.display().to_string());
        Ok(Some(summary))
    }

    /// The highest marking among the documents to be exported.
    async fn highest_among(&self, ids: &[DocumentId], stop: &CancellationToken) -> anyhow::Result<Option<String>> {
        let mut markings = Vec::new();
        if self.bears_markings().await? {
            for id in ids {
                if stop.is_cancelled() {
                    break;
                }
                let (_, exported) = self.exported_document(*id).await?;
                markings.extend(exported.ok().and_then(|exported| exported.marking()));
            }
        }
        Ok(self.highest_of(&markings))
    }

    /// A document with its name, or why it is skipped.
    async fn exported_document(&self, id: DocumentId) -> anyhow::Result<(String, Result<Box<Exported>, String>)> {
        let name = match self.store.document(id).await {
            Ok(document) => document.file_name,
            Err(error) if error.is_of_one_document() => return Ok((id.to_string(), Err(sentence(&error.to_string())))),
            Err(error) => return Err(error.into()),
        };
        let exported = match self.newest_exported(id).await {
            Ok(Some(exported)) if exported.state == ExportState::Unfinished => {
                Err("It is still being read.".to_owned())
            }
            Ok(Some(exported)) => Ok(Box::new(exported)),
            Ok(None) => Err("It has not been read.".to_owned()),
            Err(error) if is_of_one_document(&error) => Err(sentence(&format!("{error:#}"))),
            Err(error) => return Err(error),
        };
        Ok((name, exported))
    }

    async fn newest_exported(&self, id: DocumentId) -> anyhow::Result<Option<Exported>> {
        match self.store.newest_run(id).await? {
            Some(run) => self.exported(run.id).await.map(Some),
            None => Ok(None),
        }
    }

    /// The path of a document's source file, for showing it in its folder.
    pub async fn original_path(&self, document: &str) -> anyhow::Result<String> {
        Ok(self.store.document(parse_id(document)?).await?.path)
    }
}

/// Creates the draft in the target's folder, so that the final rename is atomic.
pub(super) fn draft_beside(path: &Path) -> anyhow::Result<BufWriter<NamedTempFile>> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let draft = NamedTempFile::with_prefix_in(".touchstone-", folder);
    let draft = draft.with_context(|| format!("could not create a file in the folder {}", folder.display()))?;
    Ok(BufWriter::new(draft))
}

/// Puts a complete draft in the place of its target.
pub(super) fn persist(draft: BufWriter<NamedTempFile>, path: &Path) -> io::Result<()> {
    let file = draft.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::desk::DeskOptions;
    use crate::desk::views::LibraryFilter;
    use crate::store::Access;
    use crate::store::Place;
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
            format: ExportFormat::Csv,
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
        assert_eq!((report.documents, report.skipped.len()), (0, 2));
        assert_ne!(fs::read_to_string(&path).unwrap(), "before");
    }
}
