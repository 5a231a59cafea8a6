//! Columns that people ask for.

use crate::desk::Desk;
use crate::stacks::asked;
use anyhow::{bail, ensure};
use touchstone_core::record::StackColumn;

impl Desk {
    /// The columns of the table.
    pub async fn stack_columns(&self, name: &str) -> anyhow::Result<Vec<StackColumn>> {
        Ok(self.stack(name).await?.columns)
    }

    /// Adds a column that is to be filled by a model or by hand. `about` says what its values are.
    pub async fn add_stack_column(&self, stack: &str, name: &str, format: &str, about: &str) -> anyhow::Result<()> {
        let stack = self.stack(stack).await?;
        let column = match asked(name, format, about) {
            Ok(column) => column,
            Err(why) => bail!("could not add the column: {why}"),
        };
        ensure!(
            stack.columns.iter().all(|known| known.name != column.name),
            "could not add the column: {} has a column `{name}`",
            stack.name
        );
        let columns = [stack.columns.clone(), vec![column]].concat();
        let won = self.store.set_stack_columns(&stack, &columns).await?;
        ensure!(
            won,
            "could not add the column: the columns were changed in the meantime"
        );
        Ok(())
    }

    /// Removes a column that was asked for, with its edits and what a model answered.
    pub async fn remove_stack_column(&self, stack: &str, name: &str) -> anyhow::Result<()> {
        let stack = self.stack(stack).await?;
        let mut columns = stack.columns.clone();
        columns.retain(|column| !(column.is_asked() && column.name == name));
        ensure!(
            columns.len() < stack.columns.len(),
            "could not remove the column `{name}`: it is no column that was added"
        );
        let won = self.store.remove_stack_column(&stack, &columns, name).await?;
        ensure!(
            won,
            "could not remove the column: the columns were changed in the meantime"
        );
        Ok(())
    }
}
