//! The table of a stack as it is shown. Rows are loaded some at a time.

use super::fill::AT_A_TIME;
use crate::desk::Desk;
use crate::desk::edit_descriptions::in_words;
use crate::desk::fields::evidence;
use crate::desk::views::{StackCellView, StackColumnView, StackRowView, StackSumView, StackView};
use crate::stacks::{ShownRow, Sums, Table};
use indexmap::IndexMap;
use std::collections::HashMap;
use touchstone_core::record::{DocumentId, Stack, StackCell, StackColumn, StackRow};

impl Desk {
    /// The whole table, with the sums of its amounts.
    pub async fn stack_view(&self, name: &str) -> anyhow::Result<StackView> {
        let stack = self.stack(name).await?;
        let documents = self.store.stack_documents(stack.id).await?;
        let names: HashMap<DocumentId, String> = documents
            .into_iter()
            .map(|document| (document.document_id, document.file_name))
            .collect();
        let table = self.stack_table(&stack).await?;
        let (mut sums, mut rows) = (Sums::of(&table.columns), Vec::new());
        let mut by_label: IndexMap<String, Sums> = IndexMap::new();
        for some in batches(table.heads()) {
            for row in self.shown_rows(&stack, &table, some).await? {
                sums.add(&table.columns, &row);
                let of_label = by_label.entry(row.row.head.label.clone());
                of_label
                    .or_insert_with(|| Sums::of(&table.columns))
                    .add(&table.columns, &row);
                rows.push(row_view(&row, &names));
            }
        }
        let columns = table.columns.iter().zip(sums.printed());
        Ok(StackView {
            stack: self.card_of(&stack).await?,
            columns: columns.map(|(column, sum)| column_view(column, sum)).collect(),
            rows,
            sums: by_label
                .into_iter()
                .map(|(label, sums)| StackSumView {
                    label,
                    sums: sums.printed(),
                })
                .collect(),
        })
    }

    pub(super) async fn stack_table(&self, stack: &Stack) -> anyhow::Result<Table> {
        let heads = self.store.stack_heads(stack.id).await?;
        let edits = self.store.stack_edits(stack.id).await?;
        Ok(Table::new(stack.columns.clone(), heads, &edits))
    }

    /// The rows of these consecutive heads.
    pub(super) async fn shown_rows(
        &self,
        stack: &Stack,
        table: &Table,
        heads: &[StackRow],
    ) -> anyhow::Result<Vec<ShownRow>> {
        let (Some(first), Some(last)) = (heads.first(), heads.last()) else {
            return Ok(Vec::new());
        };
        let mut shown = Vec::new();
        for row in self.store.stack_rows(stack.id, first.position..=last.position).await? {
            let mut rivals = Vec::new();
            for position in table.rivals(&row) {
                rivals.extend(self.store.stack_rows(stack.id, position..=position).await?);
            }
            shown.push(table.shown(row, &rivals));
        }
        Ok(shown)
    }
}

/// The rows of some documents at a time.
pub(super) fn batches(heads: &[StackRow]) -> impl Iterator<Item = &[StackRow]> {
    heads.chunk_by(|one, next| one.position / AT_A_TIME == next.position / AT_A_TIME)
}

fn column_view(column: &StackColumn, sum: Option<String>) -> StackColumnView {
    StackColumnView {
        name: column.name.clone(),
        title: column.title.clone(),
        format: column.format.clone(),
        asked: column.is_asked(),
        labels: column.labels().to_vec(),
        sum,
    }
}

fn row_view(shown: &ShownRow, names: &HashMap<DocumentId, String>) -> StackRowView {
    let row = &shown.row;
    StackRowView {
        name: shown.name.clone(),
        document_id: row.document_id.to_string(),
        file_name: names.get(&row.document_id).cloned().unwrap_or_default(),
        form: row.form,
        label: row.head.label.clone(),
        first_page: row.head.first_page,
        state: row.head.state,
        copy_of: shown.copy_of.clone(),
        replaced_by: shown.replaced_by.clone(),
        cells: shown.cells.iter().map(|cell| cell.as_ref().map(cell_view)).collect(),
    }
}

fn cell_view(cell: &StackCell) -> StackCellView {
    StackCellView {
        value: printed(&cell.field.value),
        state: cell.state,
        source: cell.source.clone(),
        confidence: cell.field.confidence,
        evidence: cell.field.all_evidence().map(evidence).collect(),
        issue: issue(cell),
    }
}

pub(super) fn printed(value: &serde_json::Value) -> String {
    if value.is_null() {
        String::new()
    } else {
        in_words(value, None)
    }
}

/// The values that disagree, in one line.
pub(super) fn issue(cell: &StackCell) -> Option<String> {
    let named = |value: &serde_json::Value, source: &str| match printed(value).as_str() {
        "" => format!("{source} has none"),
        value => format!("{source} has {value}"),
    };
    let own = named(&cell.field.value, &cell.source);
    let others = cell.others.iter().map(|other| named(&other.value, &other.source));
    let all: Vec<String> = std::iter::once(own).chain(others).collect();
    (all.len() > 1).then(|| all.join("; "))
}
