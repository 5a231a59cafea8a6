//! The texts that a template expects on its form, folded once: captions with the fields they belong to, box labels,
//! other print. See `find` for locating them on a page.

use super::model::{Owner, Phrase, Role};
use super::synonyms::Synonyms;
use super::template::{Party, is_coded, parties};
use std::collections::{HashMap, HashSet};
use touchstone_core::pack::{FieldSpec, Pack, Template};
use touchstone_core::record::Format;
use touchstone_core::text::fold;

/// All printed texts of one template.
pub(crate) struct Wordings {
    pub phrases: Vec<Phrase>,
    /// Labels of all boxes of the form, except those of rows, which are captions themselves.
    pub labels: HashSet<Vec<u8>>,
    pub parties: Vec<Party>,
    /// By text field, the words of its captions.
    pub text_words: HashMap<usize, HashSet<Vec<u8>>>,
    /// Words of captions that ask for an address, and words that only join those.
    pub address_words: HashSet<Vec<u8>>,
    pub joining_words: HashSet<Vec<u8>>,
}

/// A form that can be read by its captions.
#[derive(Clone, Copy)]
pub(crate) struct Form<'p> {
    pub template: &'p Template,
    pub wordings: &'p Wordings,
}

impl Role {
    /// The field that this caption helps to find.
    pub(crate) fn field(self) -> Option<usize> {
        match self {
            Role::Field(field)
            | Role::Shared(field)
            | Role::Continuation(field)
            | Role::Part(field, _)
            | Role::Row(field, _) => Some(field),
            Role::Heading(_) | Role::Column(_) | Role::Copy(_) | Role::Print => None,
        }
    }
}

impl Wordings {
    pub(crate) fn new(template: &Template, pack: &Pack, synonyms: &Synonyms) -> Self {
        let mut found = Collector::default();
        let varied =
            |texts: &[String]| -> Vec<String> { texts.iter().flat_map(|text| synonyms.variants(text)).collect() };
        for (index, field) in template.fields.iter().enumerate() {
            // A list's labels are captions of its rows; its anchors must not include them.
            let own = if has_rows(field) { Vec::new() } else { labels(field) };
            found.add(varied(&field.anchors), Role::Field(index), &own);
            found.add(varied(&field.shared_anchors), Role::Shared(index), &own);
            found.add(&field.continuations, Role::Continuation(index), &[]);
            found.add(&field.headings, Role::Heading(index), &[]);
            found.add(&field.columns, Role::Column(index), &[]);
            for (place, part) in field.parts.iter().enumerate() {
                found.add(varied(&part.anchors), Role::Part(index, place), &labels(part));
            }
            if has_rows(field) {
                for (row, text) in row_labels(field).enumerate() {
                    found.add([text], Role::Row(index, row), &[]);
                }
            }
        }
        found.mark_ticks(template);
        for (index, copy) in template.copies.iter().enumerate() {
            found.add([copy], Role::Copy(index), &[]);
        }
        found.add(&template.printed, Role::Print, &[]);
        let single = template.fields.iter().filter(|field| !has_rows(field));
        let all = single.flat_map(|field| std::iter::once(field).chain(&field.parts));
        Self {
            phrases: found.phrases,
            labels: all.flat_map(labels).collect(),
            parties: parties(template),
            text_words: text_words(template),
            address_words: pack.address_words.iter().map(|word| fold(word)).collect(),
            joining_words: pack.joining_words.iter().map(|word| fold(word)).collect(),
        }
    }
}

fn text_words(template: &Template) -> HashMap<usize, HashSet<Vec<u8>>> {
    let fields = template.fields.iter().enumerate();
    let texts = fields.filter(|(_, field)| matches!(field.format, Format::Text));
    let words = |field: &FieldSpec| {
        let captions = field.anchors.iter().chain(&field.shared_anchors);
        captions
            .flat_map(|caption| caption.split_whitespace())
            .map(fold)
            .collect()
    };
    texts.map(|(index, field)| (index, words(field))).collect()
}

/// Whether a list's rows have box labels, `12a` to `12d`, instead of columns with captions.
pub(crate) fn has_rows(field: &FieldSpec) -> bool {
    !field.parts.is_empty() && field.box_label.is_some() && !is_coded(field)
}

/// Whether a folded word is the label of a field's box.
pub(crate) fn is_label_of(field: &FieldSpec, folded: &[u8]) -> bool {
    row_labels(field).any(|label| fold(label) == folded)
}

/// The labels of a field's box, or of its rows.
pub(crate) fn row_labels(field: &FieldSpec) -> impl Iterator<Item = &String> {
    field.box_label.iter().chain(&field.more_boxes)
}

fn labels(field: &FieldSpec) -> Vec<Vec<u8>> {
    row_labels(field).map(|label| fold(label)).collect()
}

#[derive(Default)]
struct Collector {
    phrases: Vec<Phrase>,
    places: HashMap<Vec<u8>, usize>,
}

impl Collector {
    fn add<T: AsRef<str>>(&mut self, texts: impl IntoIterator<Item = T>, role: Role, labels: &[Vec<u8>]) {
        for text in texts {
            let folded = fold(text.as_ref());
            if folded.is_empty() {
                continue;
            }
            let place = *self.places.entry(folded.clone()).or_insert_with(|| {
                let words = text.as_ref().split_whitespace().map(|word| fold(word).len());
                self.phrases.push(Phrase {
                    folded,
                    words: words.filter(|letters| *letters > 0).collect(),
                    tick: false,
                    owners: Vec::new(),
                });
                self.phrases.len() - 1
            });
            let owner = Owner {
                role,
                labels: labels.to_vec(),
            };
            // Two wordings may differ only in a period.
            if !self.phrases[place].owners.contains(&owner) {
                self.phrases[place].owners.push(owner);
            }
        }
    }

    fn mark_ticks(&mut self, template: &Template) {
        for phrase in &mut self.phrases {
            phrase.tick = phrase.owners.iter().all(|owner| {
                matches!(owner.role, Role::Field(field) if matches!(template.fields[field].format, Format::Bool))
            });
        }
    }
}
