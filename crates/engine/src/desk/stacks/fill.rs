//! Fills the table of a stack without a model. The rows of a document are stored as soon as they are made; those that
//! are made of what the document still says are not made again.

use crate::desk::Desk;
use crate::desk::trouble::sentence;
use crate::stacks::{Found, Identifiers, Sources, inferred, rows};
use crate::store::{Standing, is_of_one_document};
use anyhow::ensure;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use touchstone_core::pack::Pack;
use touchstone_core::record::{RunState, Stack, StackDocument, StackRow};

/// Documents whose rows are held in memory at a time.
pub(super) const AT_A_TIME: u32 = 50;

/// What was done.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FilledStack {
    pub name: String,
    /// Documents whose rows were made, and those whose rows were there.
    pub made: u32,
    pub kept: u32,
    pub rows: u32,
    pub columns: u32,
    /// File names of documents that could not be read, each with the reason.
    pub skipped: Vec<(String, String)>,
    /// Whether it was stopped before its end; the next call continues.
    pub stopped: bool,
}

impl Desk {
    /// Makes the rows that are missing or out of date, and the columns over all rows. `name` is that of a stack or a
    /// case. Reports progress as (documents done, total).
    pub async fn fill_stack(
        &self,
        name: &str,
        stop: &CancellationToken,
        progress: impl Fn(u32, u32),
    ) -> anyhow::Result<FilledStack> {
        let stack = self.stack_or_case(name).await?;
        self.store.follow_case(&stack).await?;
        let documents = self.store.stack_documents(stack.id).await?;
        let mut filled = FilledStack {
            name: stack.name.clone(),
            ..FilledStack::default()
        };
        for (done, document) in (1..).zip(&documents) {
            if stop.is_cancelled() {
                filled.stopped = true;
                break;
            }
            if document.made_of.as_ref() == Some(&document.newest) {
                filled.kept += 1;
            } else {
                match self.make_rows(&stack, document).await {
                    Ok(true) => filled.made += 1,
                    Ok(false) => filled.kept += 1,
                    Err(error) if is_of_one_document(&error) => {
                        let why = sentence(&format!("{error:#}"));
                        filled.skipped.push((document.file_name.clone(), why));
                    }
                    Err(error) => return Err(error),
                }
            }
            progress(done, documents.len() as u32);
        }
        let found = self.found_fields(&stack, &documents).await?;
        filled.columns = self.infer_columns(&stack, &found).await?;
        filled.rows = self.store.stack_heads(stack.id).await?.len() as u32;
        Ok(filled)
    }

    /// Makes and stores the rows of one document. What a model found stays where the document has no value now. Returns
    /// false while the document is read again: its rows stay until it has a new result.
    async fn make_rows(&self, stack: &Stack, of: &StackDocument) -> anyhow::Result<bool> {
        let before = self.store.stack_rows(stack.id, of.position..=of.position).await?;
        let run = self.store.newest_run(of.document_id).await?;
        let is_read = run.is_some_and(|run| matches!(run.state, RunState::Queued | RunState::Running));
        if is_read && !before.is_empty() {
            return Ok(false);
        }
        let mut made = self.rows_of(stack, of).await?;
        for row in &mut made {
            let same = |old: &&StackRow| old.form == row.form && old.head.label == row.head.label;
            let Some(old) = before.iter().find(same) else { continue };
            row.asked.clone_from(&old.asked);
            for (field, cell) in old.cells.iter().filter(|(_, cell)| cell.answered) {
                if !row.cells.get(field).is_some_and(|cell| cell.field.is_filled()) {
                    row.cells.insert(field.clone(), cell.clone());
                }
            }
        }
        // If they were made meanwhile, those are as good.
        self.store.put_stack_rows(stack.id, of, &made).await?;
        Ok(true)
    }

    async fn rows_of(&self, stack: &Stack, of: &StackDocument) -> anyhow::Result<Vec<StackRow>> {
        let document = self.store.document(of.document_id).await?;
        let shelved = self.store.shelved(document.id).await?;
        let run = self.store.newest_run(document.id).await?;
        let run = run.filter(|_| shelved.state != Standing::Rejected);
        let run_record = match &run {
            Some(run) => Some(self.run_record(run.id).await?),
            None => None,
        };
        let of_person = self.store.truth_of_a_person(document.id).await?;
        let pack = self.pack(&document.pack).ok();
        let mut made = rows(&Sources {
            document: &document,
            position: of.position,
            run_record: run_record.as_ref(),
            of_person: of_person.as_ref(),
            pack: pack.as_deref(),
        });
        if let Some(label) = &stack.label {
            made.retain(|row| row.head.label.eq_ignore_ascii_case(label));
        }
        if run.is_some()
            && let Some(pack) = &pack
        {
            self.identify(pack, &mut made).await?;
        }
        Ok(made)
    }

    /// Fills the rows of segments without a form with what their pages say of the patient.
    async fn identify(&self, pack: &Pack, rows: &mut [StackRow]) -> anyhow::Result<()> {
        for row in rows.iter_mut().filter(|row| row.cells.is_empty()) {
            let Some(mut found) = Identifiers::of(pack) else {
                return Ok(());
            };
            let stored = self.store.stored_pages(row.document_id).await?;
            let own = row.head.first_page..=row.head.last_page;
            for number in stored.into_iter().filter(|number| own.contains(number)) {
                found.add(&self.store.page(row.document_id, number).await?);
            }
            row.cells = found.into_cells();
        }
        Ok(())
    }

    async fn found_fields(&self, stack: &Stack, documents: &[StackDocument]) -> anyhow::Result<Found> {
        let mut found = Found::default();
        for some in documents.chunks(AT_A_TIME as usize) {
            let (Some(first), Some(last)) = (some.first(), some.last()) else {
                continue;
            };
            let rows = self.store.stack_rows(stack.id, first.position..=last.position).await?;
            for row in &rows {
                found.add(row);
            }
        }
        Ok(found)
    }

    /// Returns how many there are.
    async fn infer_columns(&self, seen: &Stack, found: &Found) -> anyhow::Result<u32> {
        let stack = self.stack(&seen.id.to_string()).await?;
        let packs: Vec<Arc<Pack>> = found.packs().filter_map(|name| self.pack(name).ok()).collect();
        let columns = inferred(found, &packs, &stack.columns);
        if columns != stack.columns {
            let won = self.store.set_stack_columns(&stack, &columns).await?;
            ensure!(
                won,
                "could not store the columns of {}: they were changed in the meantime; fill it again",
                stack.name
            );
        }
        Ok(columns.len() as u32)
    }
}
