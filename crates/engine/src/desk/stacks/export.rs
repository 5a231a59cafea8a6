//! Export of the table of a stack.

use super::shown::batches;
use crate::desk::Desk;
use crate::desk::export_files::{Folder, OneFile};
use crate::export::{
    Counts, MANIFEST_SCHEMA, Manifest, Output, Program, Shape, StackExport, StackFormat, StackRecord, WrittenFile,
};
use crate::stacks::ShownRow;
use serde_json::json;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use touchstone_core::pack::Pack;
use touchstone_core::record::{ColumnOrigin, DocumentId, Stack, StackColumn, now};

impl Desk {
    /// Writes a file or a folder with a manifest, which appear when they are complete. Returns their paths.
    pub async fn export_stack_to(
        &self,
        stack: &str,
        format: &'static StackFormat,
        path: &Path,
    ) -> anyhow::Result<Vec<PathBuf>> {
        let stack = self.stack(stack).await?;
        if format.shape == Shape::Folder {
            let mut folder = Folder::open(path)?;
            let counts = self.write_stack(&stack, format, &mut folder).await?;
            return folder.finish(|files| manifest(&stack, format, counts, files));
        }
        let mut file = OneFile::open(path)?;
        let counts = self.write_stack(&stack, format, &mut file).await?;
        file.finish(|files| manifest(&stack, format, counts, files))
    }

    /// Writes the table wherever the caller wants it, without a manifest.
    pub async fn export_stack(
        &self,
        stack: &str,
        format: &'static StackFormat,
        out: &mut dyn Output,
    ) -> anyhow::Result<()> {
        let stack = self.stack(stack).await?;
        self.write_stack(&stack, format, out).await.map(drop)
    }

    async fn write_stack(
        &self,
        stack: &Stack,
        format: &'static StackFormat,
        out: &mut dyn Output,
    ) -> anyhow::Result<Written> {
        let table = self.stack_table(stack).await?;
        let documents = self.store.stack_documents(stack.id).await?;
        let names: HashMap<DocumentId, String> = documents
            .into_iter()
            .map(|document| (document.document_id, document.file_name))
            .collect();
        let highest = self.highest_of_stack(names.keys()).await?;
        let packs = self.packs_of(&table.columns);
        let mut export = StackExport::start(format, &stack.name, &table.columns, &packs, highest.clone());
        let mut documents = HashSet::new();
        for some in batches(table.heads()) {
            for row in self.shown_rows(stack, &table, some).await? {
                documents.insert(row.row.document_id);
                export.add(&record(row, &table.columns, &names), out)?;
            }
        }
        export.finish(out)?;
        Ok(Written {
            documents: documents.len() as u64,
            rows: table.heads().len() as u64,
            highest,
        })
    }

    fn packs_of(&self, columns: &[StackColumn]) -> Vec<Arc<Pack>> {
        let names = columns.iter().filter_map(|column| match &column.origin {
            ColumnOrigin::Asked => None,
            ColumnOrigin::Template { pack, .. } => Some(pack.as_str()),
        });
        let names: HashSet<&str> = names.collect();
        names.into_iter().filter_map(|name| self.pack(name).ok()).collect()
    }

    async fn highest_of_stack(&self, documents: impl Iterator<Item = &DocumentId>) -> anyhow::Result<Option<String>> {
        let mut markings = Vec::new();
        if self.bears_markings().await? {
            for id in documents {
                if let Some(run) = self.store.newest_run(*id).await? {
                    markings.extend(self.exported(run.id).await?.marking());
                }
            }
        }
        Ok(self.highest_of(&markings))
    }
}

/// What was written.
struct Written {
    documents: u64,
    rows: u64,
    highest: Option<String>,
}

fn record(shown: ShownRow, columns: &[StackColumn], names: &HashMap<DocumentId, String>) -> StackRecord {
    let row = shown.row;
    let cells = columns.iter().zip(shown.cells);
    StackRecord {
        row: shown.name,
        document_id: row.document_id.to_string(),
        file_name: names.get(&row.document_id).cloned().unwrap_or_default(),
        form: row.form,
        label: row.head.label,
        first_page: row.head.first_page,
        last_page: row.head.last_page,
        state: row.head.state,
        counts: shown.counts,
        copy_of: shown.copy_of,
        replaced_by: shown.replaced_by,
        cells: cells
            .filter_map(|(column, cell)| Some((column.name.clone(), cell?)))
            .collect(),
    }
}

fn manifest(stack: &Stack, format: &StackFormat, written: Written, files: Vec<WrittenFile>) -> Manifest {
    Manifest {
        schema: MANIFEST_SCHEMA.to_owned(),
        program: Program {
            name: "touchstone".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        },
        format: format.name.to_owned(),
        created_at: now(),
        highest_marking: written.highest,
        selection: json!({"stack": stack.name, "case": stack.case, "label": stack.label}),
        masked: false,
        counts: Counts {
            documents: written.documents,
            forms: written.rows,
            rows: files.iter().map(|file| file.records).sum(),
            ..Counts::default()
        },
        files,
    }
}
