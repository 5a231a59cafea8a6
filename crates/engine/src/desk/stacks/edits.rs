//! Edits of cells. They change the table and not the document, whose own values are corrected where it is reviewed.

use crate::desk::Desk;
use crate::desk::acts::taking_back;
use crate::review::{acts, place_of, to_redo, to_undo};
use crate::stacks::{Table, field_path, format_of};
use anyhow::{Context, bail, ensure};
use serde_json::Value;
use touchstone_core::record::{AttemptId, Correction, Evidence, Form, FormId, Format, Stack, StackColumn, StackRow};
use touchstone_core::value;

impl Desk {
    /// Sets the value of a cell; an empty text clears it. Returns the edit in words.
    pub async fn set_stack_cell(&self, stack: &str, row: &str, column: &str, text: &str) -> anyhow::Result<String> {
        let stack = self.stack(stack).await?;
        let edits = self.store.stack_edits(stack.id).await?;
        let table = Table::new(stack.columns.clone(), self.store.stack_heads(stack.id).await?, &edits);
        let head = table
            .named(row)
            .with_context(|| format!("{} has no row {row}", stack.name))?;
        let index = table.columns.iter().position(|one| one.name == column);
        let index = index.with_context(|| format!("{} has no column `{column}`", stack.name))?;
        let about = &table.columns[index];
        ensure!(
            about.is_of(&head.head),
            "could not set `{column}`: row {row} is a {}, which has no such column",
            head.head.label
        );
        let (document, form) = (head.document_id, head.form);
        let shown = self.shown_rows(&stack, &table, std::slice::from_ref(head)).await?;
        let shown = shown.into_iter().find(|shown| shown.row.form == form);
        let shown = shown.with_context(|| format!("row {row} no longer exists"))?;
        let standing = shown.cells[index].as_ref().map(|cell| cell.field.value.clone());
        let (after, evidence) = self.typed(&shown.row, about, text).await?;
        let edit = Correction {
            evidence,
            form_label: Some(shown.row.head.label.clone()),
            author: self.author().await?,
            ..Correction::of_person(
                document,
                field_path(form, &about.field),
                standing.unwrap_or_default(),
                after,
            )
        };
        self.add_stack_edit(&stack, edits.len(), &edit).await?;
        Ok(in_a_line(&table, &edit))
    }

    /// The value of a text and the only place on the pages of the row that shows it.
    async fn typed(
        &self,
        row: &StackRow,
        column: &StackColumn,
        text: &str,
    ) -> anyhow::Result<(Value, Option<Evidence>)> {
        let format = format_of(column, self.pack(&row.head.pack).ok().as_deref());
        ensure!(
            format != Format::List,
            "could not set `{}`: it is a list; correct it in the document",
            column.name
        );
        if text.trim().is_empty() {
            return Ok((Value::Null, None));
        }
        let after = match value::parse(&format, text) {
            Ok(after) => after,
            Err(fault) => bail!("could not set `{}`: {fault}", column.name),
        };
        let form = as_form(row);
        let evidence = self.only_place(row.document_id, &form, &format, &after).await?;
        Ok((after, evidence))
    }

    /// Undoes the last edit of the table; returns it in words, or `None` if there is none.
    pub async fn undo_stack(&self, stack: &str) -> anyhow::Result<Option<String>> {
        self.take_back_in(stack, false).await
    }

    /// Redoes the edit that was undone last.
    pub async fn redo_stack(&self, stack: &str) -> anyhow::Result<Option<String>> {
        self.take_back_in(stack, true).await
    }

    async fn take_back_in(&self, stack: &str, undone: bool) -> anyhow::Result<Option<String>> {
        let stack = self.stack(stack).await?;
        let edits = self.store.stack_edits(stack.id).await?;
        let all = acts(&edits, &[]);
        let act = if undone { to_redo(&all) } else { to_undo(&all) };
        let Some(edit) = act.and_then(|act| act.edits.first()) else {
            return Ok(None);
        };
        let back = Correction {
            act: touchstone_core::record::ActId::fresh(),
            author: self.author().await?,
            ..taking_back(edit)
        };
        self.add_stack_edit(&stack, edits.len(), &back).await?;
        // A redo is described as the edit that it makes again.
        let described = if undone { &back } else { *edit };
        Ok(Some(in_a_line(&self.stack_table(&stack).await?, described)))
    }

    async fn add_stack_edit(&self, stack: &Stack, seen: usize, edit: &Correction) -> anyhow::Result<()> {
        let won = self.store.add_stack_edit(stack.id, seen, edit).await?;
        ensure!(
            won,
            "could not change {}: it was changed in the meantime; look at it again",
            stack.name
        );
        Ok(())
    }
}

/// `row 3, wages_tips: 12.00 → 13.00`.
fn in_a_line(table: &Table, edit: &Correction) -> String {
    let (form, field) = place_of(&edit.path).unwrap_or((1, &edit.path));
    let mut heads = table.heads().iter();
    let head = heads.find(|head| head.document_id == edit.document_id && head.form == form);
    let row = head.map_or_else(String::new, |head| table.name(head));
    let named = |value: &Value| match super::shown::printed(value) {
        text if text.is_empty() => "blank".to_owned(),
        text => text,
    };
    format!("row {row}, {field}: {} → {}", named(&edit.before), named(&edit.after))
}

/// The row as a form, for finding places on its pages.
fn as_form(row: &StackRow) -> Form {
    Form {
        id: FormId::fresh(),
        attempt_id: AttemptId::fresh(),
        number: row.form,
        segment: 0,
        label: row.head.label.clone(),
        first_page: row.head.first_page,
        last_page: row.head.last_page,
        region: None,
        confidence: 0.0,
        fields: row
            .cells
            .iter()
            .map(|(name, cell)| (name.clone(), cell.field.clone()))
            .collect(),
    }
}
