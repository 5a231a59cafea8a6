//! What a person says of a whole result: accepted, rejected, opened again.

use super::Desk;
use super::correct::Scene;
use super::trouble::parse_id;
use super::views::{Remarks, Said};
use crate::checks;
use crate::export::TruthFile;
use crate::pack::Pack;
use crate::path::Path;
use crate::record::{Classification, Correction, Dossier, Marking, NewIssue};
use crate::review::{self, Judgement};
use anyhow::{Context, bail};
use serde_json::Value;

impl Desk {
    /// Settles the newest result of a document as it stands now, or takes back what was said of it.
    ///
    /// # Errors
    /// When the document is being read, has no result, or was changed by another hand in the meantime.
    pub async fn judge(&self, document: &str, judgement: Judgement) -> anyhow::Result<()> {
        self.save_review(document, judgement, &Remarks::default()).await
    }

    /// The same, with what the person has to say.
    pub async fn save_review(&self, document: &str, judgement: Judgement, remarks: &Remarks) -> anyhow::Result<()> {
        self.save_corrected(document, &[], judgement, remarks).await
    }

    /// The same, together with corrections: where one of them or the verdict is refused, nothing is written.
    pub async fn save_corrected(
        &self,
        document: &str,
        said: &[Said],
        judgement: Judgement,
        remarks: &Remarks,
    ) -> anyhow::Result<()> {
        let id = parse_id(document)?;
        let run = self.store.newest_run(id).await?;
        let run = run.with_context(|| format!("document {id} was never read"))?;
        let dossier = self.store.dossier(run.id).await?;
        let mut edits = Vec::new();
        if !said.is_empty() {
            let mut scene = self.scene(id).await?;
            for one in said {
                let next = scene.said(one)?;
                scene.follow(&next);
                edits.extend(next);
            }
        }
        let edits = self.signed(edits).await?;
        self.settle(&dossier, judgement, remarks, &edits).await
    }

    /// Writes a verdict on a dossier as it was read, together with edits that are made with it.
    pub(super) async fn settle(
        &self,
        dossier: &Dossier,
        judgement: Judgement,
        remarks: &Remarks,
        edits: &[Correction],
    ) -> anyhow::Result<()> {
        let mut with = dossier.clone();
        with.corrections.extend_from_slice(edits);
        let mut settled = match review::settle(&with, judgement) {
            Ok(settled) => settled,
            Err(refused) => bail!("could not settle {}: {refused}", dossier.document.file_name),
        };
        let said = |text: &Option<String>| {
            text.as_deref()
                .map(str::trim)
                .filter(|text| !text.is_empty())
                .map(str::to_owned)
        };
        if let Some(truth) = &mut settled.truth {
            let pack = self.pack(&dossier.run.pack)?;
            let whole = checks::structure(&pack, &dossier.document, truth.classification.clone());
            truth.classification = whole.map_err(|left| unsound(&dossier.document.file_name, &left))?;
        }
        let given = said(&remarks.reviewer).or(self.author().await?);
        settled.review.reviewer = given.or(settled.review.reviewer);
        settled.review.notes = said(&remarks.notes).or(settled.review.notes);
        let (review, truth) = (&settled.review, settled.truth.as_ref());
        let won = self
            .store
            .review_run(dossier.review.as_ref(), review, truth, edits)
            .await?;
        if !won {
            bail!(
                "could not settle {}: it has changed in the meantime; look at it once more",
                dossier.document.file_name
            );
        }
        Ok(())
    }

    /// Corrects what a document is, at a path such as `label`, `segments[0].label`, `marking` or `pages[2].marking`. What
    /// follows from it is put right with it: the types of the segment, the mixture, the level of the marking.
    ///
    /// # Errors
    /// When there is no such place, or the pack has no such label.
    pub async fn relabel(&self, document: &str, path: &str, value: Value) -> anyhow::Result<()> {
        let scene = self.scene(parse_id(document)?).await?;
        self.write_all(scene.relabelled(path, value)?).await?;
        Ok(())
    }

    /// Whether edits in force changed something of it, so that accepting it corrects what was read.
    pub async fn is_corrected(&self, document: &str) -> anyhow::Result<bool> {
        Ok(review::is_changed(&self.store.corrections(parse_id(document)?).await?))
    }

    /// The truth that counts for a document, as `gt_{doc_id}.json` says it.
    pub async fn ground_truth(&self, document: &str) -> anyhow::Result<Option<TruthFile>> {
        let id = parse_id(document)?;
        let Some(truth) = self.store.truth(id).await? else {
            return Ok(None);
        };
        let review = match truth.review_id {
            Some(review) => Some(self.store.review(review).await?),
            None => None,
        };
        let document = self.store.document(id).await?;
        let grammar = review::grammar(self.pack(&document.pack).ok().as_deref());
        let pages = match self.store.newest_run(id).await? {
            Some(newest) => {
                self.page_truths(review.as_ref().map_or(newest.id, |review| review.run_id))
                    .await?
            }
            None => Vec::new(),
        };
        let line = |marking: &Marking| grammar.line(marking);
        Ok(Some(TruthFile::of(&document, &truth, review.as_ref(), pages, &line)))
    }
}

impl Scene {
    /// The edits that one correction makes.
    fn said(&self, said: &Said) -> anyhow::Result<Vec<Correction>> {
        let Some(index) = said.form else {
            return self.relabelled(&said.path, said.value.clone());
        };
        let form = self.dossier.forms.get(index);
        let form =
            form.with_context(|| format!("could not change `forms[{index}].{}`: there is no such form", said.path))?;
        let text = match &said.value {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        Ok(vec![self.typed(form, &said.path, &text)?])
    }

    /// The scene after edits, which are not stored yet.
    pub(super) fn follow(&mut self, edits: &[Correction]) {
        self.dossier = review::corrected_by(self.dossier.clone(), edits);
    }

    /// The edits that put a part of the classification, or the marking of a page, right, with those that follow from it.
    pub(super) fn relabelled(&self, path: &str, value: Value) -> anyhow::Result<Vec<Correction>> {
        if let Some(page) = review::page_place(path) {
            return self.page_marked(page, value);
        }
        let (pack, dossier) = (&self.pack, &self.dossier);
        let found = dossier.classification();
        let found = found.with_context(|| format!("nothing was read from {}", dossier.document.file_name))?;
        let place: Path = path.parse()?;
        let value = review::understood(pack, &place, value).map_err(anyhow::Error::msg)?;
        let mut changed = review::relabelled(found, path, value.clone()).map_err(anyhow::Error::msg)?;
        let said = changed.clone();
        review::agree(pack, &place, &mut changed);
        let mut edits = vec![(path.to_owned(), value)];
        edits.extend(followed(&said, &changed)?);
        known_labels(pack, &changed)?;
        let before = serde_json::to_value(found).context("could not look at the classification")?;
        let edit = |(path, after): (String, Value)| {
            let place: Path = path.parse()?;
            let before = place.get(&before).cloned().unwrap_or(Value::Null);
            Ok(Correction::of_person(
                dossier.document.id,
                review::label_path(&path),
                before,
                after,
            ))
        };
        edits.into_iter().map(edit).collect()
    }
}

/// What keeps a classification from becoming truth.
fn unsound(file: &str, left: &[NewIssue]) -> anyhow::Error {
    let reasons: Vec<&str> = left.iter().map(|issue| issue.message.as_str()).collect();
    anyhow::anyhow!("could not settle {file} as it is put right now: {}", reasons.join("; "))
}

/// The parts of a classification that another part took along, as edits of their own.
fn followed(said: &Classification, agreed: &Classification) -> anyhow::Result<Vec<(String, Value)>> {
    let whole = |of: &Classification| serde_json::to_value(of).context("could not look at the classification");
    let (said, agreed) = (whole(said)?, whole(agreed)?);
    let parts = ["label", "segments", "mixture", "marking"].into_iter();
    let changed = parts.filter(|part| said[*part] != agreed[*part]);
    Ok(changed.map(|part| (part.to_owned(), agreed[part].clone())).collect())
}

/// Every label that is spoken of is one of the pack's.
fn known_labels(pack: &Pack, found: &Classification) -> anyhow::Result<()> {
    let mut labels = vec![&found.label];
    for segment in &found.segments {
        labels.push(&segment.label);
        labels.extend(segment.types.iter().map(|share| &share.label));
    }
    labels.extend(found.mixture.iter().map(|share| &share.label));
    let unknown = labels.into_iter().find(|label| pack.label(label).is_none());
    let known: Vec<&str> = pack.labels.iter().map(|label| label.name.as_str()).collect();
    match unknown {
        Some(label) => bail!("`{label}` is no label of the pack {}: {}", pack.name, known.join(", ")),
        None => Ok(()),
    }
}
