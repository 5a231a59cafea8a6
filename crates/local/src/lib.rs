//! The built-in engine: reads forms by their printed captions, ruling lines and form fields, offline and without a
//! model. What a form looks like is the pack's; here are only general ways of reading one.
//!
//! A page becomes a `Layout`; `signatures` and `structures` say what it is, `parts` where several things share it;
//! `captions` are found; `sheets` cuts a part into copies;
//! `sheet` reads one copy; `plan` groups copies into forms; `copies` makes one form of them. Not here: grading,
//! attempts, rows.

mod apart;
mod areas;
mod assign;
mod blocks;
mod boxes;
mod captions;
mod clinical;
mod coded;
mod columns;
mod combs;
mod copies;
mod covers;
mod divided;
mod edges;
mod evidence;
mod extract;
mod fields;
mod generic;
mod groups;
mod headed;
mod headings;
mod heads;
mod hits;
pub mod ink;
mod layout;
mod ledger;
mod lifted;
mod lists;
pub mod markings;
mod named;
mod names;
mod neighbours;
mod pairing;
mod parties;
mod parts;
mod plain;
mod plan;
mod questions;
mod reading;
mod remarks;
mod restructured;
mod runs;
mod search;
mod sheet;
mod sheets;
mod signatures;
mod squares;
mod structures;
mod sureness;
mod scanned;
mod strays;
mod survey;
mod synonyms;
mod tabled;
mod tails;
mod telling;
mod twins;
mod unaddressed;
mod unasked;
mod unnamed;
mod whole;
mod widen;
mod wording;
mod year;

#[cfg(test)]
mod tests;

pub use copies::COPIES_DISAGREE;

use async_trait::async_trait;
use ledger::Vocabulary;
use signatures::Book;
use std::collections::HashMap;
use std::sync::Arc;
use synonyms::Synonyms;
use touchstone_core::grammar::Grammar;
use touchstone_core::pack::{Pack, Reader, Template};
use touchstone_core::record::{Assignment, EngineId, Extraction, Extractor, Survey, Witness};
use touchstone_intake::PageSource;
use wording::Wordings;

/// The local engine for one pack. Cheap to clone, safe to share.
#[derive(Clone)]
pub struct LocalEngine {
    pack: Arc<Pack>,
    /// Folded texts of each label's template.
    wordings: Arc<HashMap<String, Wordings>>,
    /// What all forms and known papers look like.
    book: Arc<Book>,
    /// Folded captions of whom a form names that has no template.
    parties: Option<Arc<Wordings>>,
    /// Words of the templates that are read by structure, and of the generic one.
    vocabularies: Arc<HashMap<String, Vocabulary>>,
    /// Of a pack whose labels are levels of security markings.
    grammar: Option<Arc<Grammar>>,
    /// Of a pack that knows what the papers of a chart look like.
    papers: Option<Arc<clinical::Book>>,
}

impl LocalEngine {
    pub fn new(pack: Arc<Pack>) -> Self {
        let synonyms = Synonyms::new(&pack.synonyms);
        let worded = |template: &Template| Wordings::new(template, &pack, &synonyms);
        let wordings = pack
            .templates()
            .iter()
            .map(|template| (template.label.clone(), worded(template)));
        let by_words = |template: &&Template| template.reader.is_some() || template.label == pack.fallback;
        let read_by_words = pack.templates().iter().filter(by_words);
        let vocabularies = read_by_words.map(|template| (template.label.clone(), Vocabulary::new(template)));
        let parties = pack.parties.as_ref().map(worded);
        Self {
            vocabularies: Arc::new(vocabularies.collect()),
            wordings: Arc::new(wordings.collect()),
            parties: parties.map(Arc::new),
            book: Arc::new(Book::new(&pack)),
            papers: pack.kinds.clone().map(|kinds| Arc::new(clinical::Book::new(kinds))),
            grammar: pack.vocabulary.clone().map(|words| Arc::new(Grammar::new(words))),
            pack,
        }
    }

    /// The template of a paper that is read by its structure.
    fn structured(&self, label: &str) -> Option<(&Template, Reader)> {
        let template = self.pack.templates().iter().find(|template| template.label == label)?;
        Some((template, template.reader?))
    }

    fn vocabulary(&self, label: &str) -> Option<&Vocabulary> {
        self.vocabularies.get(label)
    }

    /// The template of a form that can be read by its captions, with its texts.
    fn form(&self, label: &str) -> Option<(&Template, &Wordings)> {
        let template = self.pack.templates().iter().find(|template| template.label == label)?;
        template
            .complete
            .then(|| self.wordings.get(label).map(|wordings| (template, wordings)))?
    }
}

#[async_trait]
impl Extractor for LocalEngine {
    fn engine(&self) -> EngineId {
        EngineId::local()
    }

    async fn survey(&self, pages: &dyn PageSource, _: Option<i32>, witness: &dyn Witness) -> anyhow::Result<Survey> {
        match (&self.grammar, &self.papers) {
            (Some(grammar), _) => markings::survey(self, grammar, pages, witness).await,
            (None, Some(book)) => clinical::survey(&self.pack, book, pages).await,
            (None, None) => survey::survey(self, pages).await,
        }
    }

    async fn extract(&self, assignment: &Assignment, pages: &dyn PageSource) -> anyhow::Result<Extraction> {
        extract::extract(self, assignment, pages).await
    }
}
