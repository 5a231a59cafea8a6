//! What a person says of a whole result: accepted, rejected, opened again.

use super::Desk;
use super::trouble::parse_id;
use super::views::Remarks;
use crate::checks;
use crate::export::TruthFile;
use crate::pack::Pack;
use crate::path::Path;
use crate::record::{Classification, Correction, DocumentId, NewIssue};
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
        let id = parse_id(document)?;
        let run = self.store.newest_run(id).await?;
        let run = run.with_context(|| format!("document {id} was never read"))?;
        let dossier = self.store.dossier(run.id).await?;
        let mut settled = match review::settle(&dossier, judgement) {
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
        let won = self
            .store
            .review_run(dossier.review.as_ref(), &settled.review, settled.truth.as_ref())
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
        let id = parse_id(document)?;
        if let Some(page) = review::page_place(path) {
            return self.mark_page(id, page, value).await;
        }
        let run = self.store.newest_run(id).await?;
        let run = run.with_context(|| format!("document {id} was never read"))?;
        let pack = self.pack(&run.pack)?;
        let dossier = self.dossier(run.id).await?;
        let found = dossier.classification();
        let found = found.with_context(|| format!("nothing was read from {}", dossier.document.file_name))?;
        let place: Path = path.parse()?;
        let value = review::understood(&pack, &place, value).map_err(anyhow::Error::msg)?;
        let mut changed = review::relabelled(found, path, value.clone()).map_err(anyhow::Error::msg)?;
        let said = changed.clone();
        review::agree(&pack, &place, &mut changed);
        let mut edits = vec![(path.to_owned(), value)];
        edits.extend(followed(&said, &changed)?);
        known_labels(&pack, &changed)?;
        let before = serde_json::to_value(found).context("could not look at the classification")?;
        self.open_again(id).await?;
        let author = self.author().await?;
        for (path, after) in edits {
            let place: Path = path.parse()?;
            let before = place.get(&before).cloned().unwrap_or(Value::Null);
            let correction = Correction {
                author: author.clone(),
                ..Correction::of_person(id, review::label_path(&path), before, after)
            };
            self.store.insert_correction(&correction).await?;
        }
        Ok(())
    }

    /// Whether edits of it are in force, so that accepting it corrects what was read.
    pub async fn is_corrected(&self, document: &str) -> anyhow::Result<bool> {
        let corrections = self.store.corrections(parse_id(document)?).await?;
        Ok(!review::in_force(&corrections).is_empty())
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
        let marking = truth.classification.marking.as_ref();
        let marking = marking.and_then(|marking| self.line_of(&document.pack, marking));
        let pages = match self.store.newest_run(id).await? {
            Some(newest) => {
                self.page_truths(review.as_ref().map_or(newest.id, |review| review.run_id))
                    .await?
            }
            None => Vec::new(),
        };
        Ok(Some(TruthFile::of(
            &document,
            &truth,
            review.as_ref(),
            (marking, pages),
        )))
    }

    /// Before an edit: what a person has settled is open again, since it is not what was looked at any more.
    pub(super) async fn open_again(&self, id: DocumentId) -> anyhow::Result<()> {
        let newest = self.store.shelved(id).await?;
        if newest.verdict.is_some() {
            self.judge(&id.to_string(), Judgement::Reopen).await?;
        }
        Ok(())
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
