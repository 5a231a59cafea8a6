//! A pack compiled for reading: its captions, signatures and words are folded once for all pages, and a page is
//! prepared once for the survey and all attempts of a run.

use crate::captions::caption_index::{Form, Wordings};
use crate::captions::synonyms::Synonyms;
use crate::clinical;
use crate::ledger::structure::Structured;
use crate::ledger::{Vocabulary, structure};
use crate::page::load::page_again;
use crate::page::model::Layout;
use crate::recognise::prepared::PreparedPage;
use crate::recognise::signatures::{Book, Marks};
use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use touchstone_core::grammar::Grammar;
use touchstone_core::pack::{Pack, Reader, Template};
use touchstone_core::record::Assignment;
use touchstone_core::stop;
use touchstone_intake::{Page, PageSource};

/// Max prepared pages in memory. A longer document is prepared again.
const KEPT: usize = 32;

pub(crate) struct CompiledPack {
    pub pack: Arc<Pack>,
    /// Folded texts of each label's template.
    wordings: HashMap<String, Wordings>,
    /// Signatures of all forms and known documents.
    book: Arc<Book>,
    /// Pages prepared last, the newest first.
    prepared: Mutex<VecDeque<Arc<PreparedPage>>>,
    /// Folded captions of the parties that a form without a template may name.
    pub parties: Option<Wordings>,
    /// Vocabularies of the templates that are read by structure, and of the generic one.
    vocabularies: HashMap<String, Vocabulary>,
    /// Set for a pack whose labels are levels of security markings.
    pub grammar: Option<Grammar>,
    /// Set for a pack that knows the documents of a medical chart.
    pub papers: Option<clinical::Book>,
}

/// One attempt at one planned form.
#[derive(Clone, Copy)]
pub(crate) struct Attempt<'a> {
    pub compiled: &'a CompiledPack,
    pub assignment: &'a Assignment,
    pub pages: &'a dyn PageSource,
}

impl Attempt<'_> {
    /// A page with its newest reading.
    pub(crate) async fn page(self, number: u32) -> anyhow::Result<Arc<PreparedPage>> {
        Ok(self.compiled.prepared(page_again(self.pages, number).await?))
    }
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
            book: Arc::new(Book::new(&pack)),
            prepared: Mutex::default(),
            papers: pack.kinds.clone().map(clinical::Book::new),
            grammar: pack.vocabulary.clone().map(Grammar::new),
            pack,
        }
    }

    /// Prepares a page, unless exactly the same page is in memory. Compared by content, because a page may be
    /// recognized between the survey and an attempt.
    pub(crate) fn prepared(&self, page: Page) -> Arc<PreparedPage> {
        stop::point();
        let kept = || self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        let known = {
            let mut kept = kept();
            let place = kept.iter().position(|known| *known.layout.page == page);
            place.and_then(|place| kept.remove(place))
        };
        let prepared = known.unwrap_or_else(|| Arc::new(self.prepare(page)));
        let mut kept = kept();
        kept.push_front(prepared.clone());
        kept.truncate(KEPT);
        prepared
    }

    /// Structure is tried on every page and competes with the signatures of all forms.
    fn prepare(&self, page: Page) -> PreparedPage {
        let whole = page.region();
        let layout = Layout::of_part(Cow::Owned(page), &whole);
        let of = |reader: Reader| {
            let mut templates = self.pack.templates().iter();
            let template = templates.find(|template| template.reader == Some(reader))?;
            self.structured(&template.label)
        };
        let documents = [Reader::Ledger, Reader::Tally].into_iter().filter_map(of);
        let marks = Marks::new(&self.book, structure::look(documents, &layout), &layout);
        PreparedPage::new(layout, marks)
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

    /// A form with enough captions to be read by them.
    pub(crate) fn form(&self, label: &str) -> Option<Form<'_>> {
        let template = self.pack.templates().iter().find(|template| template.label == label)?;
        let wordings = self.wordings.get(label)?;
        template.complete.then_some(Form { template, wordings })
    }
}
