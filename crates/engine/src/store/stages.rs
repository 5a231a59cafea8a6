//! Writes the results of a stage in one transaction that also moves its run to the next stage. Each method returns
//! whether it won: if the run is no longer running at that stage (cancelled, or claimed by another worker), nothing is
//! written.

use super::error::{Doing, StoreError};
use super::{
    Store, attempts, audit_log, audit_sample, classifications, decisions, documents, findings, issues, marks, packets,
    plans, reviews, runs, steps, surroundings, truths, verifications,
};
use crate::event::Event;
use crate::export::Packet;
use touchstone_core::record::{
    AttemptId, Classification, FormPlan, GroundTruth, Mark, PageFinding, Review, RunId, RunState, Stage, Step,
    Surroundings, Usage, Verified,
};
use touchstone_intake::Outcome;

/// The results of the classify stage, with the survey's attempt that it ends.
#[derive(Debug, Clone, Copy)]
pub struct Classified<'a> {
    pub attempt: AttemptId,
    pub findings: &'a [PageFinding],
    pub classification: &'a Classification,
    pub plans: &'a [FormPlan],
    pub summary: &'a str,
    pub usage: Usage,
    pub steps: &'a [Step],
}

impl Store {
    /// Ends intake. `next` is Classify, or Verify for a document without readable pages: there is nothing to classify
    /// or extract, but an expert must be told.
    pub async fn finish_intake(
        &self,
        run: RunId,
        outcome: Outcome,
        message: Option<&str>,
        page_count: Option<u32>,
        next: Stage,
    ) -> Result<bool, StoreError> {
        const WHAT: &str = "store the end of intake";
        let mut tx = self.begin(WHAT).await?;
        let Some(document) = runs::advance(&mut tx, run, Stage::Intake, next).await? else {
            return Ok(false);
        };
        documents::set_outcome(&mut tx, document, outcome, message, page_count).await?;
        tx.commit().await.doing(WHAT)?;
        self.events.send(Event::DocumentChanged { document });
        self.stage_finished(run, Stage::Intake);
        Ok(true)
    }

    /// Ends classification together with the survey's attempt.
    pub async fn finish_classify(&self, run: RunId, found: &Classified<'_>) -> Result<bool, StoreError> {
        const WHAT: &str = "store the classification";
        let mut tx = self.begin(WHAT).await?;
        if runs::advance(&mut tx, run, Stage::Classify, Stage::Extract)
            .await?
            .is_none()
        {
            return Ok(false);
        }
        let attempt = found.attempt;
        let ended = attempts::settle(&mut tx, attempt, &found.usage, None, found.summary).await?;
        if ended != Some(run) {
            return Ok(false);
        }
        steps::insert(&mut tx, attempt, found.steps).await?;
        findings::replace(&mut tx, run, attempt, found.findings).await?;
        classifications::insert(&mut tx, run, Stage::Classify, found.classification).await?;
        for plan in found.plans {
            plans::insert(&mut tx, run, plan).await?;
        }
        tx.commit().await.doing(WHAT)?;
        self.events.send(Event::AttemptFinished { run, attempt });
        self.stage_finished(run, Stage::Classify);
        Ok(true)
    }

    /// Ends extraction; the forms were stored with their attempts. `relabelled` is the classification derived from the
    /// best attempts, `None` if unchanged. The marks let the verification of other documents find this one.
    pub async fn finish_extract(
        &self,
        run: RunId,
        relabelled: Option<&Classification>,
        marks: &[Mark],
    ) -> Result<bool, StoreError> {
        const WHAT: &str = "store the end of extraction";
        let mut tx = self.begin(WHAT).await?;
        if runs::advance(&mut tx, run, Stage::Extract, Stage::Verify)
            .await?
            .is_none()
        {
            return Ok(false);
        }
        if let Some(classification) = relabelled {
            classifications::insert(&mut tx, run, Stage::Extract, classification).await?;
        }
        for mark in marks {
            marks::insert(&mut tx, run, mark).await?;
        }
        tx.commit().await.doing(WHAT)?;
        self.stage_finished(run, Stage::Extract);
        Ok(true)
    }

    /// Ends verification. `known` is everything it used beyond the run's rows; `repaired` is the classification after
    /// the passes' fixes, `None` if nothing was fixed.
    pub async fn finish_verify(
        &self,
        run: RunId,
        known: &Surroundings,
        repaired: Option<&Classification>,
        verified: &Verified,
    ) -> Result<bool, StoreError> {
        const WHAT: &str = "store the verification";
        let mut tx = self.begin(WHAT).await?;
        if runs::advance(&mut tx, run, Stage::Verify, Stage::Decide)
            .await?
            .is_none()
        {
            return Ok(false);
        }
        surroundings::insert(&mut tx, run, known).await?;
        if let Some(classification) = repaired {
            classifications::insert(&mut tx, run, Stage::Verify, classification).await?;
        }
        for issue in &verified.issues {
            issues::insert(&mut tx, issue).await?;
        }
        for pass in &verified.passes {
            verifications::insert(&mut tx, pass).await?;
        }
        decisions::insert(&mut tx, &verified.decision).await?;
        tx.commit().await.doing(WHAT)?;
        self.stage_finished(run, Stage::Verify);
        Ok(true)
    }

    /// Ends the run: settles the accepted truth, or puts the review with its packet into the expert's queue. A truth
    /// without `supersedes` supersedes the newest one of the document.
    pub async fn finish_decide(
        &self,
        run: RunId,
        truth: Option<&GroundTruth>,
        review: Option<&Review>,
        packet: Option<&Packet>,
    ) -> Result<bool, StoreError> {
        const WHAT: &str = "store the end of a run";
        let mut tx = self.begin(WHAT).await?;
        let Some(document) = runs::advance(&mut tx, run, Stage::Decide, Stage::Done).await? else {
            return Ok(false);
        };
        if let Some(review) = review {
            reviews::insert(&mut tx, review).await?;
        }
        if let Some(packet) = packet {
            packets::insert(&mut tx, packet).await?;
        }
        if let Some(truth) = truth {
            truths::insert(&mut tx, truth).await?;
            audit_log::append_truth(&mut tx, truth, Some(run)).await?;
            audit_sample::draw(&mut tx, document, run).await?;
        }
        runs::finish(&mut tx, run).await?;
        tx.commit().await.doing(WHAT)?;
        self.stage_finished(run, Stage::Decide);
        if let Some(review) = review {
            let (review, document) = (review.id, review.document_id);
            self.events.send(Event::ReviewChanged { review, document });
        }
        if let Some(truth) = truth {
            let (truth, document) = (truth.id, truth.document_id);
            self.events.send(Event::TruthSettled { truth, document });
        }
        let state = RunState::Done;
        self.events.send(Event::RunFinished { run, document, state });
        Ok(true)
    }

    fn stage_finished(&self, run: RunId, stage: Stage) {
        self.events.send(Event::StageFinished { run, stage });
    }
}

#[cfg(test)]
mod tests;
