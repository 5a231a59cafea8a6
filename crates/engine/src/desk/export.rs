//! Export of selected documents, as corrected by users. Formats are in `export`, files in `export_files`.

use super::Desk;
use super::export_files::{Folder, OneFile};
use super::trouble::sentence;
use crate::export::{
    Counts, ExportState, Exported, ExportedPage, Exporter, Format, MANIFEST_SCHEMA, Manifest, Mask, Needs, Output,
    Program, Shape, WrittenFile,
};
use crate::store::is_of_one_document;
use anyhow::{Context, ensure};
use serde_json::Value;
use std::path::{Path, PathBuf};
use tokio_util::sync::CancellationToken;
use touchstone_core::people::stated;
use touchstone_core::record::{DocumentId, IdentifierForm, now};
use touchstone_intake::{Page, Picture};

/// Pixels per point of page pictures: 150 DPI.
const SCALE: f32 = 150.0 / 72.0;

/// What to export.
#[derive(Debug, Clone)]
pub struct ExportOrder {
    pub format: &'static Format,
    pub ids: Vec<DocumentId>,
    /// Documents in other states are left out.
    pub states: Vec<ExportState>,
    /// Only documents with this label, in any case of letters.
    pub label: Option<String>,
    /// Whether to mask the numbers of persons and records.
    pub mask: bool,
    /// How the documents were selected, for the manifest.
    pub selection: Value,
}

/// What was exported.
#[derive(Debug, Clone, Default)]
pub struct ExportOutcome {
    pub counts: Counts,
    pub highest_marking: Option<String>,
    /// Documents that could not be exported and pages that could not be drawn, with the reason.
    pub skipped: Vec<SkippedPart>,
    pub files: Vec<PathBuf>,
}

/// A document, or a page of one, that could not be exported.
#[derive(Debug, Clone)]
pub struct SkippedPart {
    pub document: DocumentId,
    /// The id, if the document's own row is damaged.
    pub file_name: String,
    pub reason: String,
}

impl Desk {
    /// Writes a file or a folder, which appears when it is complete, and reports progress as (documents done, total).
    /// Returns `None` if stopped; nothing is written then.
    pub async fn export_to(
        &self,
        order: &ExportOrder,
        path: &Path,
        stop: &CancellationToken,
        progress: impl Fn(u32, u32),
    ) -> anyhow::Result<Option<ExportOutcome>> {
        if order.format.shape == Shape::Folder {
            let mut folder = Folder::open(path)?;
            let Some(mut outcome) = self.write_export(order, &mut folder, stop, progress).await? else {
                return Ok(None);
            };
            outcome.files = folder.finish(|files| manifest(order, &outcome, files))?;
            return Ok(Some(outcome));
        }
        let mut file = OneFile::open(path)?;
        let Some(mut outcome) = self.write_export(order, &mut file, stop, progress).await? else {
            return Ok(None);
        };
        outcome.files = file.finish(|files| manifest(order, &outcome, files))?;
        Ok(Some(outcome))
    }

    /// Writes an export wherever the caller wants it, without a manifest.
    pub async fn write_export(
        &self,
        order: &ExportOrder,
        out: &mut dyn Output,
        stop: &CancellationToken,
        progress: impl Fn(u32, u32),
    ) -> anyhow::Result<Option<ExportOutcome>> {
        let format = order.format;
        ensure!(
            !order.mask || format.can_mask(),
            "could not mask numbers in the format {}: a number that was not recognized would stay visible in the \
             pictures of the pages; export without masks, or in another format",
            format.name
        );
        let mut outcome = ExportOutcome {
            highest_marking: self.highest_among(order, stop).await?,
            ..ExportOutcome::default()
        };
        let mut exporter = format.start(outcome.highest_marking.clone());
        let mut counted = Counted { out, records: 0 };
        let total = order.ids.len() as u32;
        for (done, id) in (1..).zip(&order.ids) {
            if stop.is_cancelled() {
                return Ok(None);
            }
            if let Some(document) = self.wanted(*id, order, &mut outcome).await? {
                let written = self.export_one(document, order, &mut *exporter, &mut counted, stop);
                outcome.skipped.extend(written.await?);
            }
            progress(done, total);
        }
        exporter.finish(&mut counted)?;
        outcome.counts.rows = counted.records;
        if !exporter.has_forms() {
            outcome.counts.forms = 0;
        }
        Ok(Some(outcome))
    }

    /// The document if it is to be exported, counted; otherwise it is counted as left out or skipped.
    async fn wanted(
        &self,
        id: DocumentId,
        order: &ExportOrder,
        outcome: &mut ExportOutcome,
    ) -> anyhow::Result<Option<Box<Exported>>> {
        let counts = &mut outcome.counts;
        let exported = match self.newest_exported(id).await {
            Ok(exported) => exported,
            Err(error) if is_of_one_document(&error) => {
                let file_name = match self.store.document(id).await {
                    Ok(document) => document.file_name,
                    Err(_) => id.to_string(),
                };
                let reason = sentence(&format!("{error:#}"));
                outcome.skipped.push(SkippedPart {
                    document: id,
                    file_name,
                    reason,
                });
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        let state = exported
            .as_ref()
            .map_or(ExportState::Unfinished, |exported| exported.state);
        let Some(exported) = exported.filter(|exported| order.has(exported)) else {
            *counts.left_out.entry(state.as_str().to_owned()).or_default() += 1;
            return Ok(None);
        };
        counts.documents += 1;
        counts.forms += exported.result.forms.len() as u64;
        *counts.states.entry(state.as_str().to_owned()).or_default() += 1;
        if let Some(source) = exported.source {
            *counts.sources.entry(source.as_str().to_owned()).or_default() += 1;
        }
        Ok(Some(exported))
    }

    /// Writes one document with the pages that the format needs. Returns the pages that could not be drawn.
    async fn export_one(
        &self,
        mut document: Box<Exported>,
        order: &ExportOrder,
        exporter: &mut dyn Exporter,
        out: &mut Counted<'_>,
        stop: &CancellationToken,
    ) -> anyhow::Result<Vec<SkippedPart>> {
        let (mut skipped, needs) = (Vec::new(), order.format.needs);
        let id = document.result.document.id;
        let id = id.with_context(|| format!("{} has no id", document.result.document.file_name))?;
        let mut mask = None;
        if order.mask {
            let known = self.numbers_of(id, &document).await?;
            *document = known.document(*document)?;
            mask = Some(known);
        }
        let pages = match needs {
            Needs::Nothing => Vec::new(),
            Needs::Words | Needs::Pictures => self.store.stored_pages(id).await?,
        };
        for number in pages {
            if stop.is_cancelled() {
                break;
            }
            let page = self.store.page(id, number).await?;
            let mut picture = None;
            if needs == Needs::Pictures {
                match self.page_picture(id, &page, SCALE).await {
                    Ok(drawn) => picture = Some(drawn),
                    Err(failure) => skipped.push(SkippedPart {
                        document: id,
                        file_name: document.result.document.file_name.clone(),
                        reason: format!("Page {number} could not be drawn: {}", failure.message),
                    }),
                }
            }
            exporter.page(&document, &exported_page(&page, picture, mask.as_ref()), out)?;
        }
        exporter.add(&document, out)?;
        Ok(skipped)
    }

    /// The numbers of persons and records in a document: of its fields, and those its pages print under a caption.
    async fn numbers_of(&self, id: DocumentId, document: &Exported) -> anyhow::Result<Mask> {
        let mut mask = Mask::of(document);
        let Some(kinds) = document.pack.as_ref().and_then(|pack| pack.kinds.as_ref()) else {
            return Ok(mask);
        };
        for number in self.store.stored_pages(id).await? {
            let page = self.store.page(id, number).await?;
            let is_number = |what: usize| {
                kinds
                    .patient
                    .get(what)
                    .is_some_and(|one| one.form == IdentifierForm::Number)
            };
            let all = stated(kinds, number, &page.reading);
            all.iter()
                .filter(|one| is_number(one.what))
                .for_each(|one| mask.learn(&one.text));
        }
        Ok(mask)
    }

    /// The highest marking among the documents to be exported.
    async fn highest_among(&self, order: &ExportOrder, stop: &CancellationToken) -> anyhow::Result<Option<String>> {
        let mut markings = Vec::new();
        if self.bears_markings().await? {
            for id in &order.ids {
                if stop.is_cancelled() {
                    break;
                }
                match self.newest_exported(*id).await {
                    Ok(exported) => {
                        let exported = exported.filter(|exported| order.has(exported));
                        markings.extend(exported.and_then(|exported| exported.marking()));
                    }
                    // It is skipped later, with its reason.
                    Err(error) if is_of_one_document(&error) => {}
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(self.highest_of(&markings))
    }

    async fn newest_exported(&self, id: DocumentId) -> anyhow::Result<Option<Box<Exported>>> {
        match self.store.newest_run(id).await? {
            Some(run) => Ok(Some(Box::new(self.exported(run.id).await?))),
            None => Ok(None),
        }
    }
}

impl ExportOrder {
    fn has(&self, document: &Exported) -> bool {
        let label = document.result.classification.label.as_deref();
        let labelled = self
            .label
            .as_deref()
            .is_none_or(|wanted| label.is_some_and(|label| label.eq_ignore_ascii_case(wanted)));
        labelled && self.states.contains(&document.state)
    }
}

/// Counts what an exporter writes.
struct Counted<'o> {
    out: &'o mut dyn Output,
    records: u64,
}

impl Output for Counted<'_> {
    fn write(&mut self, file: &str, bytes: &[u8], records: u64) -> anyhow::Result<()> {
        self.records += records;
        self.out.write(file, bytes, records)
    }

    fn whole(&mut self, file: &str, bytes: &[u8], records: u64) -> anyhow::Result<()> {
        self.records += records;
        self.out.whole(file, bytes, records)
    }
}

/// A page for the exporter. A masked one has its text only: the places of its words would tell what was masked.
fn exported_page(page: &Page, picture: Option<Picture>, mask: Option<&Mask>) -> ExportedPage {
    let text = page.reading.text();
    let blocks = page.reading.blocks.iter().map(|block| block.words);
    let (words, text) = match mask {
        None => (page.reading.words.clone(), text),
        Some(mask) => (Vec::new(), mask.text(&text)),
    };
    ExportedPage {
        number: page.number,
        width: f64::from(page.width),
        height: f64::from(page.height),
        blocks: if mask.is_none() { blocks.collect() } else { Vec::new() },
        words,
        text,
        picture,
    }
}

fn manifest(order: &ExportOrder, outcome: &ExportOutcome, files: Vec<WrittenFile>) -> Manifest {
    Manifest {
        schema: MANIFEST_SCHEMA.to_owned(),
        program: Program {
            name: "touchstone".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        },
        format: order.format.name.to_owned(),
        created_at: now(),
        highest_marking: outcome.highest_marking.clone(),
        selection: order.selection.clone(),
        masked: order.mask,
        counts: outcome.counts.clone(),
        files,
    }
}
