//! The tools of an agent for the table of one stack. Documents are named by their position in it; no tool takes an id, a
//! path or an address. What is saved is in the store at once, so that a long run that is interrupted goes on.

mod cells;
mod complete_table;
mod define_columns;
mod get_document_text;
mod get_table_state;
mod list_documents;

use super::{Answer, Tooling, result, tool};
use crate::provider::{Call, Part, Tool, ToolResult};
use crate::stacks::{ShownRow, Table};
use crate::store::{Store, StoreError};
use async_trait::async_trait;
use std::sync::Arc;
use touchstone_core::pack::Pack;
use touchstone_core::record::{Stack, StackDocument, StackRow};
use touchstone_intake::Page;

/// What the tools may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StackScope {
    Whole,
    /// One document, by its position: nothing of another is shown.
    Document(u32),
}

/// The tools, bound to one stack.
pub struct StackTools<'a> {
    store: &'a Store,
    stack: Stack,
    packs: &'a [Arc<Pack>],
    scope: StackScope,
    /// The source of what is saved.
    source: String,
    changes: u32,
    completed: bool,
}

impl<'a> StackTools<'a> {
    /// `source` names the model.
    pub fn new(store: &'a Store, stack: Stack, packs: &'a [Arc<Pack>], scope: StackScope, source: &str) -> Self {
        Self {
            store,
            stack,
            packs,
            scope,
            source: source.to_owned(),
            changes: 0,
            completed: false,
        }
    }

    /// Whether `complete_table` was called and accepted.
    pub fn is_completed(&self) -> bool {
        self.completed
    }

    /// Calls that saved something.
    pub fn changes(&self) -> u32 {
        self.changes
    }

    /// The text of the document that the tools are bound to, for sending it unasked; `None` if it is too long.
    pub async fn text(&self) -> Option<Vec<Part>> {
        match self.scope {
            StackScope::Document(position) => get_document_text::whole(self, position).await,
            StackScope::Whole => None,
        }
    }

    /// The table as far as it is in scope, for sending it unasked.
    pub async fn state(&self) -> Result<String, String> {
        get_table_state::described(self).await
    }

    /// Runs a call. Whatever a model sends, the result answers its call.
    pub async fn call(&mut self, call: &Call) -> ToolResult {
        let input = call.input.clone();
        let answer: Answer = match call.name.as_str() {
            list_documents::NAME => list_documents::run(self, input).await,
            get_document_text::NAME => get_document_text::run(self, input).await,
            define_columns::NAME => define_columns::run(self, input).await,
            cells::EXTRACT_ROW => cells::extract_row(self, input).await,
            cells::UPDATE_CELL => cells::update_cell(self, input).await,
            get_table_state::NAME => get_table_state::run(self, input).await,
            complete_table::NAME => complete_table::run(self, input).await,
            other => Err(format!("There is no tool `{other}`.")),
        };
        result(call, answer)
    }

    async fn documents(&self) -> Result<Vec<StackDocument>, String> {
        let mut documents = self.store.stack_documents(self.stack.id).await.map_err(in_words)?;
        documents.retain(|document| self.sees(document.position));
        Ok(documents)
    }

    fn sees(&self, position: u32) -> bool {
        match self.scope {
            StackScope::Whole => true,
            StackScope::Document(own) => own == position,
        }
    }

    async fn document(&self, position: u32) -> Result<StackDocument, String> {
        let mut documents = self.documents().await?.into_iter();
        let found = documents.find(|document| document.position == position);
        found.ok_or_else(|| format!("There is no document {position} here: list_documents names them by position."))
    }

    async fn page(&self, of: &StackDocument, number: u32) -> Result<Page, String> {
        let page = self.store.page(of.document_id, number).await;
        page.map_err(|error| format!("Page {number} of document {} cannot be read: {error}.", of.position))
    }

    async fn table(&self) -> Result<Table, String> {
        let heads = self.store.stack_heads(self.stack.id).await.map_err(in_words)?;
        let edits = self.store.stack_edits(self.stack.id).await.map_err(in_words)?;
        Ok(Table::new(self.stack.columns.clone(), heads, &edits))
    }

    /// The rows in scope, with what other rows say of theirs left out.
    async fn rows(&self) -> Result<Vec<ShownRow>, String> {
        let (first, last) = match self.scope {
            StackScope::Whole => (0, u32::MAX),
            StackScope::Document(own) => (own, own),
        };
        let table = self.table().await?;
        let rows: Vec<StackRow> = self
            .store
            .stack_rows(self.stack.id, first..=last)
            .await
            .map_err(in_words)?;
        Ok(rows.into_iter().map(|row| table.shown(row, &[])).collect())
    }

    fn pack(&self, name: &str) -> Option<&Pack> {
        self.packs.iter().find(|pack| pack.name == name).map(Arc::as_ref)
    }
}

#[async_trait]
impl Tooling for StackTools<'_> {
    type Mark = (u32, bool);

    fn mark(&self) -> (u32, bool) {
        (self.changes, self.completed)
    }

    async fn answer(&mut self, call: &Call) -> ToolResult {
        self.call(call).await
    }
}

/// The tools offered to a model.
pub fn stack_tools() -> Vec<Tool> {
    vec![
        tool::<list_documents::Arguments>(list_documents::NAME, list_documents::ABOUT),
        tool::<get_document_text::Arguments>(get_document_text::NAME, get_document_text::ABOUT),
        tool::<define_columns::Arguments>(define_columns::NAME, define_columns::ABOUT),
        tool::<cells::RowArguments>(cells::EXTRACT_ROW, cells::ABOUT_ROW),
        tool::<cells::CellArguments>(cells::UPDATE_CELL, cells::ABOUT_CELL),
        tool::<get_table_state::Arguments>(get_table_state::NAME, get_table_state::ABOUT),
        tool::<complete_table::Arguments>(complete_table::NAME, complete_table::ABOUT),
    ]
}

#[expect(clippy::needless_pass_by_value, reason = "errors are mapped by it")]
fn in_words(error: StoreError) -> String {
    format!("It could not be done: {error}.")
}

#[cfg(test)]
pub(crate) mod tests;
