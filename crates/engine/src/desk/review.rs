//! Verdicts on a whole result: accepted, rejected, reopened.

use super::Desk;
use super::scene::{Scene, last_issues};
use super::trouble::parse_id;
use super::views::{EnteredValue, IssueStanding, Remarks};
use crate::export::TruthFile;
use crate::review::Judgement;
use crate::store::Word;
use crate::{checks, review};
use anyhow::{Context, bail, ensure};
use serde_json::Value;
use touchstone_core::pack::Pack;
use touchstone_core::path::Path;
use touchstone_core::record::{Classification, Correction, Issue, Marking, NewIssue, RunRecord, Severity, TruthSource};

/// The result has open blockers, and the request did not allow accepting despite them.
#[derive(Debug, thiserror::Error)]
#[error("could not accept {file_name} while blockers are open: {}", messages.join("; "))]
pub struct OpenBlockers {
    pub file_name: String,
    pub messages: Vec<String>,
}

impl Desk {
    /// Settles the newest result of a document as it is now, or withdraws an earlier verdict.
    ///
    /// # Errors
    /// If the document is being read, has no result, or was changed by someone else in the meantime.
    pub async fn judge(&self, document: &str, judgement: Judgement) -> anyhow::Result<()> {
        self.save_review(document, judgement, &Remarks::default()).await
    }

    /// Like `judge`, with the reviewer's remarks.
    pub async fn save_review(&self, document: &str, judgement: Judgement, remarks: &Remarks) -> anyhow::Result<()> {
        self.save_corrected(document, &[], judgement, remarks).await
    }

    /// Like `save_review`, with corrections: if one of them or the verdict is refused, nothing is written.
    pub async fn save_corrected(
        &self,
        document: &str,
        entered: &[EnteredValue],
        judgement: Judgement,
        remarks: &Remarks,
    ) -> anyhow::Result<()> {
        self.save_from(document, entered, judgement, remarks, None).await
    }

    /// Like `save_corrected`, for a truth with a source of its own.
    pub(super) async fn save_from(
        &self,
        document: &str,
        entered: &[EnteredValue],
        judgement: Judgement,
        remarks: &Remarks,
        source: Option<TruthSource>,
    ) -> anyhow::Result<()> {
        let id = parse_id(document)?;
        let run = self.store.newest_run(id).await?;
        let run = run.with_context(|| format!("document {id} has not been read"))?;
        let mut run_record = self.store.run_record(run.id).await?;
        let mut edits = Vec::new();
        if !entered.is_empty() {
            let mut scene = self.scene(id).await?;
            for one in entered {
                let next = scene.edits_of(one)?;
                scene.follow(&next);
                edits.extend(next);
            }
        }
        run_record.corrections.extend_from_slice(&edits);
        let mut word = self.settled(&run_record, judgement, remarks).await?;
        if let (Some(truth), Some(source)) = (&mut word.truth, source) {
            truth.source = source;
        }
        self.store_act(&run_record.document, edits, Some(word)).await?;
        Ok(())
    }

    /// A verdict on a run record as read, its forms without the corrections.
    async fn settled(&self, run_record: &RunRecord, judgement: Judgement, remarks: &Remarks) -> anyhow::Result<Word> {
        if judgement == Judgement::Accept && !remarks.despite_blockers {
            self.no_blocker(run_record).await?;
        }
        let mut settled = match review::settle(run_record, judgement) {
            Ok(settled) => settled,
            Err(refused) => bail!("could not settle {}: {refused}", run_record.document.file_name),
        };
        let filled = |text: &Option<String>| {
            text.as_deref()
                .map(str::trim)
                .filter(|text| !text.is_empty())
                .map(str::to_owned)
        };
        if let Some(truth) = &mut settled.truth {
            let pack = self.pack(&run_record.run.pack)?;
            let whole = checks::structure(&pack, &run_record.document, truth.classification.clone());
            truth.classification = whole.map_err(|left| unsound(&run_record.document.file_name, &left))?;
        }
        settled.review.reviewer = filled(&remarks.reviewer).or(self.author().await?);
        settled.review.notes = filled(&remarks.notes).or(settled.review.notes);
        Ok(Word {
            seen: run_record.review.clone(),
            review: settled.review,
            truth: settled.truth,
        })
    }

    /// Refuses a result with open blockers and lists them.
    async fn no_blocker(&self, as_read: &RunRecord) -> anyhow::Result<()> {
        let pack = self.pack(&as_read.run.pack).ok();
        let again = self.recheck(as_read, pack.as_deref()).await?;
        let mut issues = last_issues(as_read);
        issues.extend(again.found.iter().cloned());
        let standing = |issue: &&Issue| {
            issue.body.severity == Severity::Blocker && again.standing(issue) != IssueStanding::Settled
        };
        let open = issues.iter().filter(standing).map(|issue| issue.body.message.clone());
        let messages: Vec<String> = open.collect();
        let file_name = as_read.document.file_name.clone();
        ensure!(messages.is_empty(), OpenBlockers { file_name, messages });
        Ok(())
    }

    /// Corrects the classification, at a path such as `label`, `segments[0].label`, `marking` or `pages[2].marking`.
    /// Dependent parts are updated with it: the types of the segment, the mixture, the level of the marking.
    ///
    /// # Errors
    /// If the path does not exist, or the pack has no such label.
    pub async fn relabel(&self, document: &str, path: &str, value: Value) -> anyhow::Result<()> {
        let scene = self.scene(parse_id(document)?).await?;
        self.edit(scene.relabelled(path, value)?).await?;
        Ok(())
    }

    /// Whether edits in force changed the result, so that accepting it corrects what was read.
    pub async fn is_corrected(&self, document: &str) -> anyhow::Result<bool> {
        Ok(review::is_changed(&self.store.corrections(parse_id(document)?).await?))
    }

    /// The truth in force for a document, as in `gt_{doc_id}.json`.
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
    /// The edits for one correction.
    fn edits_of(&self, entered: &EnteredValue) -> anyhow::Result<Vec<Correction>> {
        let Some(index) = entered.form else {
            return self.relabelled(&entered.path, entered.value.clone());
        };
        let form = self.run_record.forms.get(index);
        let form = form.with_context(|| {
            format!(
                "could not change `forms[{index}].{}`: there is no such form",
                entered.path
            )
        })?;
        let text = match &entered.value {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        Ok(vec![self.typed(form, &entered.path, &text)?])
    }

    /// Applies edits to the scene without storing them.
    pub(super) fn follow(&mut self, edits: &[Correction]) {
        self.run_record = review::corrected_by(self.run_record.clone(), edits);
    }

    /// The edits that correct a part of the classification or the marking of a page, including dependent ones.
    pub(super) fn relabelled(&self, path: &str, value: Value) -> anyhow::Result<Vec<Correction>> {
        if let Some(page) = review::page_place(path) {
            return self.page_marked(page, value);
        }
        let (pack, run_record) = (&self.pack, &self.run_record);
        let found = run_record.classification();
        let found = found.with_context(|| format!("nothing was read from {}", run_record.document.file_name))?;
        let place: Path = path.parse()?;
        let value = review::understood(pack, &place, value).map_err(anyhow::Error::msg)?;
        let mut changed = review::relabelled(found, path, value.clone()).map_err(anyhow::Error::msg)?;
        let entered = changed.clone();
        review::agree(pack, &place, found, &mut changed);
        if ranges(&changed) != ranges(found) {
            let pages = run_record.document.page_count.unwrap_or(run_record.pages.len() as u32);
            review::page_ranges(&changed.segments, pages).map_err(anyhow::Error::msg)?;
        }
        known_labels(pack, &changed)?;
        let before = serde_json::to_value(found).context("could not read the classification")?;
        let edits = std::iter::once((path.to_owned(), value)).chain(followed(&entered, &changed)?);
        edits
            .map(|(path, after)| {
                let before = path.parse::<Path>()?.get(&before).cloned().unwrap_or(Value::Null);
                let path = review::label_path(&path);
                Ok(Correction::of_person(run_record.document.id, path, before, after))
            })
            .collect()
    }
}

fn ranges(of: &Classification) -> Vec<(u32, u32)> {
    let segments = of.segments.iter();
    segments
        .map(|segment| (segment.first_page, segment.last_page))
        .collect()
}

/// The error for a classification that cannot become truth.
fn unsound(file: &str, left: &[NewIssue]) -> anyhow::Error {
    let reasons: Vec<&str> = left.iter().map(|issue| issue.message.as_str()).collect();
    anyhow::anyhow!("could not settle {file} with its corrections: {}", reasons.join("; "))
}

/// Other parts of the classification that changed along with an edit, as separate edits.
fn followed(entered: &Classification, agreed: &Classification) -> anyhow::Result<Vec<(String, Value)>> {
    let whole = |of: &Classification| serde_json::to_value(of).context("could not read the classification");
    let (entered, agreed) = (whole(entered)?, whole(agreed)?);
    let parts = ["label", "segments", "mixture", "marking"].into_iter();
    let changed = parts.filter(|part| entered[*part] != agreed[*part]);
    Ok(changed.map(|part| (part.to_owned(), agreed[part].clone())).collect())
}

/// Checks that all labels belong to the pack.
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
        Some(label) => bail!(
            "`{label}` is not a label of the pack {}: {}",
            pack.name,
            known.join(", ")
        ),
        None => Ok(()),
    }
}
