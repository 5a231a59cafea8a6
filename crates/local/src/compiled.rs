//! A pack compiled for reading: its captions, signatures and words are folded once for all pages.

use crate::captions::caption_index::Wordings;
use crate::captions::synonyms::Synonyms;
use crate::clinical;
use crate::ledger::structure::Structured;
use crate::ledger::{Vocabulary, structure};
use crate::page::model::Layout;
use crate::page::search::Strings;
use crate::recognise::signatures::{Book, Marks};
use std::collections::HashMap;
use std::sync::Arc;
use touchstone_core::grammar::Grammar;
use touchstone_core::pack::{Pack, Reader, Template};

pub(crate) struct CompiledPack {
    pub pack: Arc<Pack>,
    /// Folded texts of each label's template.
    wordings: HashMap<String, Wordings>,
    /// Signatures of all forms and known documents.
    book: Book,
    /// Folded captions of the parties that a form without a template may name.
    pub parties: Option<Wordings>,
    /// Vocabularies of the templates that are read by structure, and of the generic one.
    vocabularies: HashMap<String, Vocabulary>,
    /// Set for a pack whose labels are levels of security markings.
    pub grammar: Option<Grammar>,
    /// Set for a pack that knows the documents of a medical chart.
    pub papers: Option<clinical::Book>,
}

impl CompiledPack {
    pub(crate) fn new(pack: Arc<Pack>) -> Self {
        let synonyms = Synonyms::new(&pack.synonyms);
        let worded = |template: &Template| Wordings::new(template, &pack, &synonyms);
        let wordings = pack
            .templates()
            .iter()
            .map(|template| (template.label.clone(), worded(template)));
        let by_words = |template: &&Template| template.reader.is_some() || template.label == pack.fallback;
        let read_by_words = pack.templates().iter().filter(by_words);
        let vocabularies = read_by_words.map(|template| (template.label.clone(), Vocabulary::new(template)));
        Self {
            vocabularies: vocabularies.collect(),
            wordings: wordings.collect(),
            parties: pack.parties.as_ref().map(worded),
            book: Book::new(&pack),
            papers: pack.kinds.clone().map(clinical::Book::new),
            grammar: pack.vocabulary.clone().map(Grammar::new),
            pack,
        }
    }

    /// Signatures found on a page, plus the documents recognized by structure. Structure is tried on every page and
    /// competes with the signatures of all forms.
    pub(crate) fn marks(&self, layout: &Layout, strings: &Strings) -> Marks<'_> {
        let of = |reader: Reader| {
            let mut templates = self.pack.templates().iter();
            let template = templates.find(|template| template.reader == Some(reader))?;
            structure::look(self.structured(&template.label)?, layout, strings)
        };
        let seen = [Reader::Ledger, Reader::Tally].into_iter().filter_map(of);
        Marks::new(&self.book, seen.collect(), layout, strings)
    }

    /// The template of a document that is read by its structure.
    pub(crate) fn structured(&self, label: &str) -> Option<Structured<'_>> {
        let template = self.pack.templates().iter().find(|template| template.label == label)?;
        Some(Structured {
            template,
            reader: template.reader?,
            words: self.vocabulary(label)?,
        })
    }

    pub(crate) fn vocabulary(&self, label: &str) -> Option<&Vocabulary> {
        self.vocabularies.get(label)
    }

    /// The template of a form that can be read by its captions, with its folded texts.
    pub(crate) fn form(&self, label: &str) -> Option<(&Template, &Wordings)> {
        let template = self.pack.templates().iter().find(|template| template.label == label)?;
        template
            .complete
            .then(|| self.wordings.get(label).map(|wordings| (template, wordings)))?
    }
}
