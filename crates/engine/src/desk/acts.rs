//! User acts on a document: stored atomically, undone and redone by adding rows. Edits are checked in `correct` and
//! `review`; the engine's `review` determines the last act.

use super::Desk;
use super::edit_descriptions::{describe, each_edit};
use super::scene::Scene;
use super::trouble::parse_id;
use super::views::Undone;
use crate::review;
use crate::review::{Act, Judgement, Settled, place_of};
use crate::store::Word;
use anyhow::{bail, ensure};
use touchstone_core::record::{
    ActId, CorrectedBy, Correction, CorrectionId, Document, DocumentId, GroundTruth, Review, ReviewState, RunId,
    RunRecord, TruthId, Verdict, now,
};

/// Selects one of a document's acts.
type Choice = for<'l, 'a> fn(&'l [Act<'a>]) -> Option<&'l Act<'a>>;

impl Desk {
    /// Undoes the last act on a document, whatever it was; returns `None` if there is none.
    pub async fn undo(&self, document: &str) -> anyhow::Result<Option<Undone>> {
        self.take_back(parse_id(document)?, review::to_undo).await
    }

    /// Redoes the act that was undone last.
    pub async fn redo(&self, document: &str) -> anyhow::Result<Option<Undone>> {
        self.take_back(parse_id(document)?, review::to_redo).await
    }

    /// Whether there is something to undo, and something to redo.
    pub(super) async fn steps(&self, id: DocumentId) -> anyhow::Result<(bool, bool)> {
        let (corrections, reviews) = (self.store.corrections(id).await?, self.reviews_of_newest(id).await?);
        let acts = review::acts(&corrections, &reviews);
        Ok((review::to_undo(&acts).is_some(), review::to_redo(&acts).is_some()))
    }

    /// Stores edits of one document made in one act. A settled review is reopened by them, because the result is no
    /// longer the one that was reviewed.
    pub(super) async fn edit(&self, edits: Vec<Correction>) -> anyhow::Result<Vec<Correction>> {
        let Some(id) = edits.first().map(|edit| edit.document_id) else {
            return Ok(edits);
        };
        let shelved = self.store.shelved(id).await?;
        let word = match shelved.run.filter(|_| shelved.verdict.is_some()) {
            Some(run) => Some(self.opened_again(run).await?),
            None => None,
        };
        self.store_act(&shelved.document, edits, word).await
    }

    async fn opened_again(&self, run: RunId) -> anyhow::Result<Word> {
        let run_record = self.store.run_record(run).await?;
        match review::settle(&run_record, Judgement::Reopen) {
            Ok(Settled { review, truth }) => Ok(Word {
                seen: run_record.review,
                review,
                truth,
            }),
            Err(refused) => bail!("could not reopen {}: {refused}", run_record.document.file_name),
        }
    }

    /// Stores everything a user did in one act, signed with the name from the settings.
    pub(super) async fn store_act(
        &self,
        document: &Document,
        mut edits: Vec<Correction>,
        mut word: Option<Word>,
    ) -> anyhow::Result<Vec<Correction>> {
        let (act, author) = (ActId::fresh(), self.author().await?);
        for edit in &mut edits {
            edit.act = act;
            edit.author.clone_from(&author);
        }
        if let Some(word) = &mut word {
            let review = &mut word.review;
            review.act = Some(act);
            review.reviewer = review.reviewer.take().or(author);
        }
        let won = self.store.write_act(&edits, word.as_ref()).await?;
        ensure!(
            won,
            "could not change {}: it was changed in the meantime; look at it again",
            document.file_name
        );
        if word.is_some() {
            self.learn(document.id).await;
        }
        Ok(edits)
    }

    async fn take_back(&self, id: DocumentId, choose: Choice) -> anyhow::Result<Option<Undone>> {
        let (corrections, reviews) = (self.store.corrections(id).await?, self.reviews_of_newest(id).await?);
        let acts = review::acts(&corrections, &reviews);
        let Some(act) = choose(&acts) else { return Ok(None) };
        let scene = self.scene(id).await?;
        let edits: Vec<Correction> = act.edits.iter().map(|edit| taking_back(edit)).collect();
        let document = scene.run_record.document.clone();
        // A redo is described as the act it redoes.
        let first = act.undoes.and_then(|id| acts.iter().find(|other| other.id == id));
        let label = in_a_line(first.unwrap_or(act), &scene);
        let edits = match act.review {
            Some(taken) => {
                let word = self.restored(&scene.run_record, &reviews, taken).await?;
                self.store_act(&document, edits, Some(word)).await?
            }
            None => self.edit(edits).await?,
        };
        let corrected = match edits.first().filter(|edit| place_of(&edit.path).is_some()) {
            // A form that no longer exists has nothing to show.
            Some(edit) => self.shown(edit).await.ok(),
            None => None,
        };
        Ok(Some(Undone {
            file_name: document.file_name,
            label,
            corrected,
        }))
    }

    /// Builds the review that restores the verdict before `taken`; a truth settled by that verdict is settled again.
    async fn restored(&self, run_record: &RunRecord, of_run: &[Review], taken: &Review) -> anyhow::Result<Word> {
        let mut review = review::restored(run_record, of_run, taken);
        let before = of_run.iter().take_while(|other| other.id != taken.id).last();
        let truths = self.store.truths(run_record.document.id).await?;
        let settled = |truth: &&GroundTruth| before.is_some_and(|before| truth.review_id == Some(before.id));
        let truth = truths.iter().rfind(settled).map(|truth| GroundTruth {
            id: TruthId::fresh(),
            review_id: Some(review.id),
            supersedes: None,
            settled_at: now(),
            ..truth.clone()
        });
        if review.verdict.is_none() {
            review.reviewer = None;
        }
        Ok(Word {
            seen: of_run.last().cloned(),
            review,
            truth,
        })
    }

    /// The reviews of the newest run, oldest first.
    async fn reviews_of_newest(&self, id: DocumentId) -> anyhow::Result<Vec<Review>> {
        let newest = self.store.newest_run(id).await?.map(|run| run.id);
        let mut reviews = self.store.reviews_of(id).await?;
        reviews.retain(|review| Some(review.run_id) == newest);
        Ok(reviews)
    }
}

/// The inverse edit: swaps the values before and after.
pub(super) fn taking_back(edit: &Correction) -> Correction {
    Correction {
        id: CorrectionId::fresh(),
        before: edit.after.clone(),
        after: edit.before.clone(),
        evidence: None,
        review_id: None,
        undoes: Some(edit.id),
        by: CorrectedBy::Person,
        at: now(),
        ..edit.clone()
    }
}

/// `page 2: SECRET//X1 → SECRET//NOFORN`, `accepted statement.pdf`.
fn in_a_line(act: &Act<'_>, scene: &Scene) -> String {
    let lines = each_edit(&act.edits).filter_map(|rows| describe(rows, &scene.run_record.forms, Some(&scene.pack)));
    let lines: Vec<String> = lines.map(|description| description.line()).collect();
    let file = &scene.run_record.document.file_name;
    // An edit that reopened the document is described without mentioning the reopening.
    let judged = act.review.filter(|review| lines.is_empty() || review.verdict.is_some());
    let judged = judged.map(|review| match (review.state, review.verdict) {
        (_, Some(Verdict::Rejects)) => format!("rejected {file}"),
        (ReviewState::Open, _) => format!("reopened {file}"),
        _ => format!("accepted {file}"),
    });
    judged.into_iter().chain(lines).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests;
