//! Has a model fill what the documents' own forms leave empty: columns that were asked for, and documents of no form.
//! Consent, the spend limit and the record of calls are those of the document agent.

use crate::agent::{Journal, fill_rows};
use crate::desk::Desk;
use crate::desk::trouble::sentence;
use crate::provider::is_general;
use crate::tools::{StackScope, StackTools};
use anyhow::Context;
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use touchstone_core::pack::Pack;
use touchstone_core::record::{EngineId, Purpose, Stack, StackDocument};

/// What a model did.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AskedStack {
    /// Documents it was asked about.
    pub asked: u32,
    pub calls: u64,
    pub cost_usd: f64,
    /// File names of documents whose rows are not done, each with the reason.
    pub unfinished: Vec<(String, String)>,
    /// Whether it was stopped before its end; the next call continues.
    pub stopped: bool,
}

impl Desk {
    /// Asks about each document with open cells that was not asked about before, in the order of the stack. Reports
    /// progress as (documents done, total).
    pub async fn ask_stack(
        &self,
        name: &str,
        engine: &EngineId,
        stop: &CancellationToken,
        progress: impl Fn(u32, u32),
    ) -> anyhow::Result<AskedStack> {
        let provider = self.models().of(engine, stop).await?;
        let provider = provider.context("the local engine has no model to ask: name one with --engine")?;
        let stack = self.stack(name).await?;
        let documents = self.open_documents(&stack).await?;
        let packs: Vec<Arc<Pack>> = self.packs();
        let allowance = self.preferences().await?.allowance;
        let mut done = AskedStack::default();
        for (number, document) in (1..).zip(&documents) {
            if stop.is_cancelled() {
                break;
            }
            // A conversation may have defined the columns.
            let stack = self.stack(&stack.id.to_string()).await?;
            let scope = StackScope::Document(document.position);
            let mut tools = StackTools::new(&self.store, stack, &packs, scope, &engine.to_string());
            let journal = Journal::of_document(&self.store, document.document_id);
            let journaled = journal.asking(&provider, Purpose::Stack);
            done.asked += 1;
            let why = match fill_rows(journaled.as_ref(), &mut tools, &allowance, stop).await {
                Ok(filled) => {
                    done.calls += filled.usage.calls;
                    done.cost_usd += filled.usage.cost_usd;
                    filled.unfinished
                }
                Err(_) if stop.is_cancelled() => break,
                Err(error) if is_general(&error) => return Err(error),
                Err(error) => Some(format!("{error:#}")),
            };
            let why = why.map(|why| (document.file_name.clone(), sentence(&why)));
            done.unfinished.extend(why);
            progress(number, documents.len() as u32);
        }
        done.stopped = stop.is_cancelled();
        if !done.stopped && done.unfinished.is_empty() {
            self.store.complete_stack(stack.id, true).await?;
        }
        Ok(done)
    }

    /// Documents that were read, with cells that are open and that no model was asked for.
    async fn open_documents(&self, stack: &Stack) -> anyhow::Result<Vec<StackDocument>> {
        let table = self.stack_table(stack).await?;
        let mut open = BTreeSet::new();
        for some in super::shown::batches(table.heads()) {
            let rows = self.shown_rows(stack, &table, some).await?;
            let rows = rows.iter().filter(|row| {
                let defines = stack.columns.is_empty() && row.row.asked.is_none();
                defines || !row.open_gaps(&stack.columns).is_empty()
            });
            open.extend(rows.map(|row| row.row.position));
        }
        let mut documents = self.store.stack_documents(stack.id).await?;
        documents.retain(|document| document.pages.is_some_and(|pages| pages > 0) && open.contains(&document.position));
        Ok(documents)
    }
}
