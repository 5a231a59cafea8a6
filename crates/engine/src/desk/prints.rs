//! The memory of prints: settled papers teach it, and users see it and make it forget. How is in the room `prints`.

use super::Desk;
use super::views::{Acted, PrintView};
use crate::error::Code;
use crate::prints::{Paper, Settled, lesson, loss, pruned, same_print};
use crate::store::code_of;
use anyhow::Context;
use serde_json::Value;
use std::collections::BTreeSet;
use touchstone_core::pack::{Pack, PrintsFile};
use touchstone_core::record::{DocumentId, Field, Form, Print, PrintId, Remembered, Taught, TruthSource, now};

/// Max settled papers that a print learns from; the newest count.
const MOST_LESSONS: usize = 8;
/// Min settled papers of an exported print: what varies on a print cannot be told from one paper.
const EXPORTED: usize = 2;

impl Desk {
    /// The known prints, oldest first.
    pub async fn prints(&self) -> anyhow::Result<Vec<PrintView>> {
        let prints = self.store.prints(None).await?;
        Ok(prints.iter().map(view).collect())
    }

    /// Forgets prints. They can be restored until the workspace is opened again.
    pub async fn forget_prints(&self, ids: &[String]) -> anyhow::Result<Acted> {
        let changed = self.store.forget_prints(&parsed(ids)?).await?.len() as u32;
        Ok(Acted { changed })
    }

    pub async fn restore_prints(&self, ids: &[String]) -> anyhow::Result<Acted> {
        let changed = self.store.restore_prints(&parsed(ids)?).await?.len() as u32;
        Ok(Acted { changed })
    }

    /// Erases forgotten prints, which then cannot be restored.
    pub async fn drop_forgotten_prints(&self) -> anyhow::Result<()> {
        Ok(self.store.drop_forgotten_prints().await?)
    }

    /// The prints of a pack with those that it comes with, as a file of the pack. Prints that are held back, or that only
    /// one paper taught, are left out.
    pub async fn exported_prints(&self, pack: &str) -> anyhow::Result<PrintsFile> {
        let pack = self.pack(pack)?;
        let own = self.store.prints(Some(&pack.name)).await?;
        let is_exported = |print: &&Print| print.held_back.is_none() && print.lessons.len() >= EXPORTED;
        let own = own.iter().filter(is_exported).map(Print::known);
        Ok(PrintsFile::of(pack.prints.iter().cloned().chain(own).collect()))
    }

    /// Learns from a document that was settled, or withdraws what it taught. The verdict is stored already, so a failure is
    /// only logged.
    pub(super) async fn learn(&self, document: DocumentId) {
        if let Err(error) = self.teach(document).await {
            let code = code_of(&error).map(Code::as_str);
            tracing::warn!(name: "a settled paper taught nothing", document = %document, code);
        }
    }

    async fn teach(&self, document: DocumentId) -> anyhow::Result<()> {
        let mut prints = self.store.prints(None).await?;
        let mut changed: BTreeSet<PrintId> = BTreeSet::new();
        for print in &mut prints {
            let before = print.lessons.len();
            print.lessons.retain(|taught| taught.document != document);
            if print.lessons.len() < before {
                changed.insert(print.id);
            }
        }
        if let Some((pack, paper)) = self.settled_paper(document).await? {
            for (label, taught) in lessons(&pack, &paper) {
                changed.insert(added(&mut prints, &pack, &label, taught));
            }
        }
        if changed.is_empty() {
            return Ok(());
        }
        prints.retain(|print| changed.contains(&print.id) && !print.lessons.is_empty());
        for print in &mut prints {
            self.judge_print(print).await?;
        }
        Ok(self.store.teach(document, &prints).await?)
    }

    /// Drops what varies from a changed print, and replays it over its settled papers.
    async fn judge_print(&self, print: &mut Print) -> anyhow::Result<()> {
        let excess = print.lessons.len().saturating_sub(MOST_LESSONS);
        print.lessons.drain(..excess);
        let lessons: Vec<_> = print.lessons.iter().map(|taught| taught.lesson.clone()).collect();
        for (taught, lesson) in print.lessons.iter_mut().zip(pruned(&lessons)) {
            taught.lesson = lesson;
        }
        let documents: BTreeSet<DocumentId> = print.lessons.iter().map(|taught| taught.document).collect();
        let (mut papers, mut pack) = (Vec::new(), None);
        for document in documents {
            if let Some((of, paper)) = self.settled_paper(document).await? {
                pack = Some(of);
                papers.push(paper);
            }
        }
        print.version += 1;
        print.changed_at = now();
        print.held_back = match pack {
            Some(pack) => loss(&pack, print, &papers),
            None => Some("none of its papers is settled any more".to_owned()),
        };
        Ok(())
    }

    /// A document as a person settled it, with the run that was settled; `None` if no person did.
    async fn settled_paper(&self, document: DocumentId) -> anyhow::Result<Option<(std::sync::Arc<Pack>, Settled)>> {
        let truth = self.store.truth(document).await?;
        let truth = truth.filter(|truth| truth.source != TruthSource::AutoAccepted);
        let Some((review, mut settled)) = truth.and_then(|truth| Some((truth.review_id?, truth.forms))) else {
            return Ok(None);
        };
        let run = self.store.review(review).await?.run_id;
        let run_record = self
            .store
            .run_record(run)
            .await
            .with_context(|| format!("could not load run {run}"))?;
        let pack = self.pack(&run_record.run.pack)?;
        for form in &mut settled {
            self.locate(document, &pack, form).await?;
        }
        let remembered = run_record
            .surroundings
            .map(|known| known.remembered)
            .unwrap_or_default();
        let paper = Settled {
            document,
            pages: self.store.pages_of_forms(document, &run_record.plans).await?,
            plans: run_record.plans,
            read: without_memory(run_record.forms, &remembered),
            settled,
        };
        Ok(Some((pack, paper)))
    }

    /// Finds the places of values that a person typed, where only one is possible.
    async fn locate(&self, document: DocumentId, pack: &Pack, form: &mut Form) -> anyhow::Result<()> {
        for spec in &pack.template_for(&form.label).fields {
            let Some(field) = form
                .field(&spec.name)
                .filter(|field| field.is_filled() && field.evidence.is_empty())
            else {
                continue;
            };
            // Copies of a form print a value again. A value that another field has too cannot be told by its print.
            let same = form
                .fields
                .values()
                .filter(|other| has(&other.value, &field.value))
                .count();
            let places = self.free_places(document, form, &spec.format, &field.value).await?;
            let place = if same == 1 || places.len() == 1 {
                places.into_iter().next()
            } else {
                None
            };
            if let Some(field) = form.fields.get_mut(&spec.name) {
                field.evidence = place.into_iter().collect();
            }
        }
        Ok(())
    }
}

fn lessons(pack: &Pack, paper: &Settled) -> Vec<(String, Taught)> {
    let whole = Paper {
        pack,
        pages: &paper.pages,
        read: &paper.read,
        settled: &paper.settled,
    };
    let taught = paper.settled.iter().filter_map(|form| {
        let taught = Taught {
            document: paper.document,
            form: form.number,
            lesson: lesson(&whole, form)?,
        };
        Some((form.label.clone(), taught))
    });
    taught.collect()
}

/// Adds a lesson to the print that it is of, or to a new one; returns which.
fn added(prints: &mut Vec<Print>, pack: &Pack, label: &str, taught: Taught) -> PrintId {
    let is_same = |print: &&mut Print| {
        let mut lessons = print.lessons.iter();
        print.pack == pack.name
            && print.label == label
            && lessons.any(|other| same_print(&other.lesson, &taught.lesson))
    };
    if let Some(print) = prints.iter_mut().find(is_same) {
        print.lessons.push(taught);
        return print.id;
    }
    let id = PrintId::fresh();
    prints.push(Print {
        id,
        version: 0,
        pack: pack.name.clone(),
        label: label.to_owned(),
        held_back: None,
        changed_at: now(),
        lessons: vec![taught],
    });
    id
}

/// The forms as the engine read them, without what it was told by the memory.
fn without_memory(mut forms: Vec<Form>, remembered: &[Remembered]) -> Vec<Form> {
    for one in remembered.iter().filter(|one| one.taken) {
        let form = forms
            .iter_mut()
            .find(|form| form.number == one.form && form.label == one.label);
        if let Some(field) = form.and_then(|form| form.fields.get_mut(&one.field)) {
            *field = Field {
                value: one.own.clone(),
                ..Field::missing()
            };
        }
    }
    forms
}

/// Whether a value is another one, or a list that has it.
fn has(value: &Value, other: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(|item| has(item, other)),
        Value::Object(parts) => parts.values().any(|part| has(part, other)),
        single => single == other,
    }
}

fn parsed(ids: &[String]) -> anyhow::Result<Vec<PrintId>> {
    let parse = |id: &String| {
        id.parse()
            .with_context(|| format!("`{id}` is not the id of a known print"))
    };
    ids.iter().map(parse).collect()
}

fn view(print: &Print) -> PrintView {
    let pages = || print.lessons.iter().flat_map(|taught| &taught.lesson.pages);
    let fields: BTreeSet<&str> = pages()
        .flat_map(|page| &page.places)
        .map(|place| place.field.as_str())
        .collect();
    PrintView {
        id: print.id.to_string(),
        pack: print.pack.clone(),
        label: print.label.clone(),
        papers: print.lessons.len() as u32,
        fields: fields.len() as u32,
        words: pages().map(|page| page.words.len() as u32).max().unwrap_or_default(),
        held_back: print.held_back.clone(),
        changed_at: print.changed_at.to_string(),
    }
}
