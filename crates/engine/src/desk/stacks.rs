//! Stacks: many documents, one table. Here they are made, named, listed and forgotten.

mod ask;
mod columns;
mod edits;
mod export;
mod fill;
mod shown;

use super::Desk;
use super::views::StackCard;
use anyhow::{bail, ensure};
pub use ask::AskedStack;
pub use fill::FilledStack;
use touchstone_core::record::{DocumentId, Stack, StackId, now};

/// Max characters of the name of a stack.
const LONGEST_NAME: usize = 200;

/// A stack to be made.
#[derive(Debug, Clone, Default)]
pub struct NewStack {
    pub name: String,
    /// The case to follow; otherwise the stack is of these documents, in their order.
    pub case: Option<String>,
    pub documents: Vec<DocumentId>,
    /// Makes rows of forms with this label only.
    pub label: Option<String>,
}

impl Desk {
    /// All stacks by name.
    pub async fn stacks(&self) -> anyhow::Result<Vec<StackCard>> {
        let mut cards = Vec::new();
        for stack in self.store.stacks().await? {
            cards.push(self.card_of(&stack).await?);
        }
        Ok(cards)
    }

    pub async fn stack_card(&self, name: &str) -> anyhow::Result<StackCard> {
        let stack = self.stack(name).await?;
        self.card_of(&stack).await
    }

    async fn card_of(&self, stack: &Stack) -> anyhow::Result<StackCard> {
        let documents = self.store.stack_documents(stack.id).await?;
        let is_unmade = |made: &Option<String>, newest: &String| made.as_ref() != Some(newest);
        // New documents of its case join when it is filled.
        let new = self.store.count_joining(stack).await?;
        let unmade = documents.iter().filter(|one| is_unmade(&one.made_of, &one.newest));
        Ok(StackCard {
            id: stack.id.to_string(),
            name: stack.name.clone(),
            case: stack.case.clone(),
            label: stack.label.clone(),
            documents: (documents.len() + new) as u32,
            unmade: (unmade.count() + new) as u32,
            rows: self.store.stack_heads(stack.id).await?.len() as u32,
            complete: stack.completed_at.is_some(),
        })
    }

    /// Makes a stack; its table is filled by [`Desk::fill_stack`].
    pub async fn new_stack(&self, new: &NewStack) -> anyhow::Result<StackCard> {
        let name = new.name.trim();
        ensure!(
            !name.is_empty() && name.chars().count() <= LONGEST_NAME,
            "could not make the stack: its name must have 1 to {LONGEST_NAME} characters"
        );
        let documents = match &new.case {
            Some(case) => self.of_case(case).await?,
            None => new.documents.clone(),
        };
        ensure!(
            !documents.is_empty(),
            "could not make the stack {name}: there are no documents for it"
        );
        let stack = Stack {
            id: StackId::fresh(),
            name: name.to_owned(),
            case: new.case.clone(),
            label: new.label.clone(),
            columns: Vec::new(),
            completed_at: None,
            created_at: now(),
        };
        let added = self.store.insert_stack(&stack, &documents).await?;
        ensure!(added, "could not make the stack {name}: there is one of this name");
        self.card_of(&stack).await
    }

    async fn of_case(&self, case: &str) -> anyhow::Result<Vec<DocumentId>> {
        let documents = self.store.of_case(case).await?;
        Ok(documents.into_iter().map(|document| document.id).collect())
    }

    /// The stack of this name, or of the only id that begins with it.
    pub(super) async fn stack(&self, name: &str) -> anyhow::Result<Stack> {
        let all = self.store.stacks().await?;
        if let Some(named) = all.iter().find(|stack| stack.name == name) {
            return Ok(named.clone());
        }
        let wanted = name.trim().to_ascii_lowercase();
        let mut found = all
            .iter()
            .filter(|stack| !wanted.is_empty() && stack.id.to_string().starts_with(&wanted));
        match (found.next(), found.next()) {
            (Some(stack), None) => Ok(stack.clone()),
            (Some(_), Some(_)) => bail!("several stacks have an id that begins with `{name}`: give more characters"),
            (None, _) => bail!("there is no stack `{name}`: make one with `touchstone stack new`"),
        }
    }

    /// The stack of this name, or else one of the case of this name, which is made if there is none.
    pub(super) async fn stack_or_case(&self, name: &str) -> anyhow::Result<Stack> {
        let missing = match self.stack(name).await {
            Ok(stack) => return Ok(stack),
            Err(error) => error,
        };
        if self.of_case(name).await?.is_empty() {
            return Err(missing);
        }
        let new = NewStack {
            name: name.to_owned(),
            case: Some(name.to_owned()),
            ..NewStack::default()
        };
        self.new_stack(&new).await?;
        self.stack(name).await
    }

    /// Forgets a stack with its table. The documents stay.
    pub async fn forget_stack(&self, name: &str) -> anyhow::Result<()> {
        let stack = self.stack(name).await?;
        let forgotten = self.store.forget_stack(stack.id).await?;
        ensure!(forgotten, "could not forget the stack {name}: it no longer exists");
        Ok(())
    }
}

#[cfg(test)]
mod tests;
