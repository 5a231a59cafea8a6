//! Table `second_reviews`: what second reviewers entered blind. Append-only; the newest row of a document counts.

use super::Store;
use super::audit_log::{Covered, Logged, NewEntry, append};
use super::audit_sample::is_drawn;
use super::error::{Doing, StoreError};
use super::row::{At, json, time};
use crate::event::Event;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::FromRow;
use std::collections::{BTreeMap, HashMap};
use touchstone_core::record::{DocumentId, ReviewId, TruthId};

const SETTING: &str = "second_review_rules";

/// Which settled documents are offered to a second reviewer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct SecondRules {
    /// Share of the documents that people settled, in percent.
    pub percent: u32,
    /// Another seed draws another sample.
    pub seed: u32,
}

impl Default for SecondRules {
    fn default() -> Self {
        Self { percent: 10, seed: 1 }
    }
}

impl SecondRules {
    /// Whether a document is drawn: decided by the seed and its bytes.
    pub fn draws(self, document_sha256: &str) -> bool {
        let text = format!("touchstone second review {} {document_sha256}", self.seed);
        is_drawn(&text, self.percent)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct SecondReview {
    pub id: ReviewId,
    pub document_id: DocumentId,
    /// The truth it is compared with.
    pub truth_id: TruthId,
    /// Who settled that truth.
    pub first_reviewer: String,
    pub reviewer: String,
    pub label: String,
    /// For each form, its values by field.
    pub forms: Vec<BTreeMap<String, Value>>,
    pub withdrawn: bool,
    pub at: Timestamp,
}

impl Store {
    pub async fn second_rules(&self) -> Result<SecondRules, StoreError> {
        Ok(self.setting(SETTING).await?.unwrap_or_default())
    }

    pub async fn set_second_rules(&self, rules: SecondRules) -> Result<(), StoreError> {
        self.set_setting(SETTING, &rules).await
    }

    /// Returns the newest second review of each document that has one, which may be withdrawn.
    pub async fn second_reviews(&self) -> Result<HashMap<DocumentId, SecondReview>, StoreError> {
        const WHAT: &str = "list second reviews";
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT id, document_id, truth_id, first_reviewer, reviewer, label, forms, withdrawn, at FROM second_reviews
             WHERE seq = (SELECT max(seq) FROM second_reviews AS newer WHERE newer.document_id = second_reviews.document_id)",
        )
        .fetch_all(&mut *self.look(WHAT).await?)
        .await
        .doing(WHAT)?;
        let reviews = rows.into_iter().map(SecondReview::try_from);
        reviews.map(|one| one.map(|one| (one.document_id, one))).collect()
    }

    /// Adds a second review or its withdrawal if `seen` is still the newest row of the document. Returns whether it was.
    pub async fn add_second_review(&self, seen: Option<ReviewId>, review: &SecondReview) -> Result<bool, StoreError> {
        const WHAT: &str = "store a second review";
        let mut tx = self.begin(WHAT).await?;
        let added = sqlx::query(
            "INSERT INTO second_reviews (id, document_id, truth_id, first_reviewer, reviewer, label, forms, withdrawn, at)
             SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9
             WHERE (SELECT id FROM second_reviews WHERE document_id = ?2 ORDER BY seq DESC LIMIT 1) IS ?10",
        )
        .bind(review.id.to_string())
        .bind(review.document_id.to_string())
        .bind(review.truth_id.to_string())
        .bind(&review.first_reviewer)
        .bind(&review.reviewer)
        .bind(&review.label)
        .bind(json(&review.forms)?)
        .bind(review.withdrawn)
        .bind(time(review.at))
        .bind(seen.map(|id| id.to_string()))
        .execute(&mut *tx)
        .await
        .doing(WHAT)?;
        if added.rows_affected() == 0 {
            return Ok(false);
        }
        let what = if review.withdrawn {
            Logged::SecondWithdrawn
        } else {
            Logged::SecondReview
        };
        let entry = NewEntry {
            who: Some(&review.reviewer),
            document: Some(review.document_id),
            ..NewEntry::of(what)
        };
        append(&mut tx, &entry, &[(Covered::SecondReviews, review.id.to_string())]).await?;
        tx.commit().await.doing(WHAT)?;
        let document = review.document_id;
        self.events.send(Event::DocumentChanged { document });
        Ok(true)
    }
}

#[derive(FromRow)]
struct Row {
    id: String,
    document_id: String,
    truth_id: String,
    first_reviewer: String,
    reviewer: String,
    label: String,
    forms: String,
    withdrawn: bool,
    at: String,
}

impl TryFrom<Row> for SecondReview {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let at = At::new("second_reviews", &row.id);
        Ok(SecondReview {
            id: at.parse("id", &row.id)?,
            document_id: at.parse("document_id", &row.document_id)?,
            truth_id: at.parse("truth_id", &row.truth_id)?,
            first_reviewer: row.first_reviewer,
            reviewer: row.reviewer,
            label: row.label,
            forms: at.json("forms", &row.forms)?,
            withdrawn: row.withdrawn,
            at: at.parse("at", &row.at)?,
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::store::{Access, Place, fixture};
    use serde_json::json;
    use touchstone_core::record::now;

    #[test]
    fn another_seed_draws_another_sample_of_the_same_size() {
        let sample = |seed| -> Vec<u32> {
            let rules = SecondRules { percent: 10, seed };
            (0..2000).filter(|one| rules.draws(&one.to_string())).collect()
        };
        let (one, two) = (sample(1), sample(2));
        assert!((150..250).contains(&one.len()) && (150..250).contains(&two.len()));
        assert_ne!(one, two);
        assert_eq!(one, sample(1));
    }

    #[tokio::test]
    async fn the_newest_row_counts_and_the_log_covers_every_one() {
        let store = Store::open(&Place::Memory, Access::Own).await.unwrap();
        let document = fixture::document();
        store.insert_document(&document).await.unwrap();
        let row = |withdrawn| SecondReview {
            id: ReviewId::fresh(),
            document_id: document.id,
            truth_id: TruthId::fresh(),
            first_reviewer: "Dana".to_owned(),
            reviewer: "Kim".to_owned(),
            label: "W-2".to_owned(),
            forms: vec![[("wages_tips".to_owned(), json!("12.00"))].into_iter().collect()],
            withdrawn,
            at: now(),
        };
        let (entered, taken_back) = (row(false), row(true));
        assert!(store.add_second_review(None, &entered).await.unwrap());
        assert!(!store.add_second_review(None, &taken_back).await.unwrap());
        assert!(store.add_second_review(Some(entered.id), &taken_back).await.unwrap());
        let newest = store.second_reviews().await.unwrap().remove(&document.id).unwrap();
        assert_eq!((newest.id, newest.withdrawn), (taken_back.id, true));
        let verified = store.verify_log().await.unwrap();
        assert_eq!((verified.rows, verified.broken), (2, Vec::new()));
        let kinds: Vec<Logged> = store
            .log_entries(None)
            .await
            .unwrap()
            .iter()
            .map(|one| one.what)
            .collect();
        assert_eq!(kinds[1..], [Logged::SecondReview, Logged::SecondWithdrawn]);
    }
}
