//! Loads everything about a run in one read transaction, so that no part is newer than another.

use super::error::{Doing, StoreError};
use super::transaction::Transaction;
use super::{
    Store, attempts, classifications, corrections, decisions, documents, findings, forms, issues, pages, plans,
    reviews, runs, surroundings, truths, verifications,
};
use touchstone_core::record::{RunId, RunRecord};

impl Store {
    pub async fn run_record(&self, id: RunId) -> Result<RunRecord, StoreError> {
        const WHAT: &str = "read a run";
        let mut tx = Transaction::read(&self.reader, WHAT).await?;
        let at = &mut *tx;
        let run = runs::by_id(at, id).await?;
        let document = documents::by_id(at, run.document_id).await?;
        let run_record = RunRecord {
            pages: pages::summaries(at, document.id).await?,
            findings: findings::of_run(at, id).await?,
            classifications: classifications::of_run(at, id).await?,
            plans: plans::of_run(at, id).await?,
            attempts: attempts::graded(at, id).await?,
            forms: forms::best(at, id).await?,
            surroundings: surroundings::of_run(at, id).await?,
            issues: issues::of_run(at, id).await?,
            verifications: verifications::of_run(at, id).await?,
            decision: decisions::of_run(at, id).await?,
            review: reviews::newest(at, id).await?,
            truth: truths::newest(at, document.id).await?,
            corrections: corrections::of_document(at, document.id).await?,
            run,
            document,
        };
        tx.commit().await.doing(WHAT)?;
        Ok(run_record)
    }
}
