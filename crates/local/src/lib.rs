//! The local engine: reads documents offline and without a model. What a form looks like is the pack's; here are only
//! general ways of reading one. Not here: grading, attempts, rows of the database.
//!
//! The rooms are listed floor by floor and import only from lower floors. `page` prepares a page, `captions` finds a
//! form's captions on it, `values`, `tables` and `squares` give them their values, `forms` puts one copy together and
//! merges copies. `recognise` says what a page is; `ledger` reads receipts and statements, `clinical` charts,
//! `markings` security markings, `generic` any other paper. `survey` is the first look at a document, `extract` fills
//! one planned form.

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

use crate::compiled::CompiledPack;
use async_trait::async_trait;
pub use forms::copies::COPIES_DISAGREE;
pub use page::ink;
use std::sync::Arc;
use touchstone_core::pack::Pack;
use touchstone_core::record::{Assignment, EngineId, Extraction, Extractor, Survey, Witness};
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
}

#[async_trait]
impl Extractor for LocalEngine {
    fn engine(&self) -> EngineId {
        EngineId::local()
    }

    async fn survey(&self, pages: &dyn PageSource, _: Option<i32>, witness: &dyn Witness) -> anyhow::Result<Survey> {
        let pack = &*self.pack;
        match (&pack.grammar, &pack.papers) {
            (Some(grammar), _) => markings::survey(pack, grammar, pages, witness).await,
            (None, Some(book)) => clinical::survey(&pack.pack, book, pages).await,
            (None, None) => survey::pages::survey(pack, pages).await,
        }
    }

    async fn extract(&self, assignment: &Assignment, pages: &dyn PageSource) -> anyhow::Result<Extraction> {
        extract::attempt::extract(&self.pack, assignment, pages).await
    }
}
