//! The local engine: reads documents offline and without a model. The pack defines what a form looks like; this crate
//! holds only general ways of reading one. Grading, attempts and the database are elsewhere.
//!
//! The modules are listed bottom up, and each imports only from those above it in the list. `page` prepares a page,
//! `captions` finds a form's captions on it, `values`, `tables` and `squares` assign values to them, `forms` puts one
//! copy together and merges copies. `recognise` identifies a page; `ledger` reads receipts and statements, `clinical`
//! medical charts, `markings` security markings, `generic` any other document. `survey` is the first pass over a
//! document, `extract` fills one planned form.

mod page;
mod captions;
mod values;
mod tables;
mod squares;
mod recognise;
mod forms;
mod ledger;
mod clinical;
mod compiled;
mod generic;
pub mod markings;
mod survey;
mod extract;

#[cfg(test)]
mod tests;

use crate::compiled::{Attempt, CompiledPack};
pub use crate::forms::copies::COPIES_DISAGREE;
use async_trait::async_trait;
use std::sync::Arc;
use touchstone_core::pack::Pack;
use touchstone_core::record::{Assignment, EngineId, Explanation, Extraction, Extractor, Survey, SurveyObserver};
use touchstone_intake::PageSource;

/// The local engine for one pack. Cheap to clone, safe to share.
#[derive(Clone)]
pub struct LocalEngine {
    pack: Arc<CompiledPack>,
}

impl LocalEngine {
    pub fn new(pack: Arc<Pack>) -> Self {
        Self {
            pack: Arc::new(CompiledPack::new(pack)),
        }
    }

    fn attempt<'a>(&'a self, assignment: &'a Assignment, pages: &'a dyn PageSource) -> Attempt<'a> {
        Attempt {
            compiled: &self.pack,
            assignment,
            pages,
        }
    }

    /// Reads a form again and explains one of its fields, once for each copy of the form; nothing for a document that
    /// is read without captions.
    ///
    /// # Errors
    ///
    /// A page cannot be loaded.
    pub async fn explain(
        &self,
        assignment: &Assignment,
        pages: &dyn PageSource,
        field: &str,
    ) -> anyhow::Result<Vec<Explanation>> {
        extract::explain::explain(self.attempt(assignment, pages), field).await
    }
}

#[async_trait]
impl Extractor for LocalEngine {
    fn engine(&self) -> EngineId {
        EngineId::local()
    }

    async fn survey(
        &self,
        pages: &dyn PageSource,
        _: Option<i32>,
        observer: &dyn SurveyObserver,
    ) -> anyhow::Result<Survey> {
        let pack = &*self.pack;
        match (&pack.grammar, &pack.papers) {
            (Some(grammar), _) => markings::survey(pack, grammar, pages, observer).await,
            (None, Some(book)) => clinical::survey(&pack.pack, book, pages).await,
            (None, None) => survey::pages::survey(pack, pages).await,
        }
    }

    async fn extract(&self, assignment: &Assignment, pages: &dyn PageSource) -> anyhow::Result<Extraction> {
        extract::attempt::extract(self.attempt(assignment, pages)).await
    }
}
