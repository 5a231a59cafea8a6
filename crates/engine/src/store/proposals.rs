//! Table `proposals`: changes to a form proposed by a model, and the person's answers.

use super::Store;
use super::error::{Doing, StoreError};
use super::row::{At, json, json_or_null, time, word};
use crate::event::Event;
use sqlx::FromRow;
use touchstone_core::record::{CorrectionId, DocumentId, Proposal, ProposalState};

impl Store {
    /// Stores all proposals of one request, or none.
    pub async fn insert_proposals(&self, proposals: &[Proposal]) -> Result<(), StoreError> {
        const WHAT: &str = "store proposals";
        let mut tx = self.begin(WHAT).await?;
        for proposal in proposals {
            sqlx::query(
                "INSERT INTO proposals (id, document_id, form, form_label, path, before_value, after_value, evidence,
                     words, engine, state, made_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
            )
            .bind(proposal.id.to_string())
            .bind(proposal.document_id.to_string())
            .bind(proposal.form)
            .bind(&proposal.form_label)
            .bind(&proposal.path)
            .bind(json(&proposal.before)?)
            .bind(json(&proposal.after)?)
            .bind(json_or_null(proposal.evidence.as_ref())?)
            .bind(&proposal.words)
            .bind(&proposal.engine)
            .bind(word(proposal.state)?)
            .bind(time(proposal.at))
            .execute(&mut *tx)
            .await
            .doing(WHAT)?;
        }
        tx.commit().await.doing(WHAT)?;
        if let Some(first) = proposals.first() {
            let document = first.document_id;
            self.events.send(Event::Corrected { document });
        }
        Ok(())
    }

    /// Returns the proposals for a document, in the order they were made.
    pub async fn proposals(&self, document: DocumentId) -> Result<Vec<Proposal>, StoreError> {
        const WHAT: &str = "list proposals";
        let rows: Vec<Row> = sqlx::query_as("SELECT * FROM proposals WHERE document_id = ?1 ORDER BY seq")
            .bind(document.to_string())
            .fetch_all(&mut *self.look(WHAT).await?)
            .await
            .doing(WHAT)?;
        rows.into_iter().map(Proposal::try_from).collect()
    }

    /// Stores the person's answer to an open proposal. Returns false if it was already answered.
    pub async fn answer_proposal(&self, proposal: &Proposal, state: ProposalState) -> Result<bool, StoreError> {
        let done = sqlx::query("UPDATE proposals SET state = ?2 WHERE id = ?1 AND state = 'proposed'")
            .bind(proposal.id.to_string())
            .bind(word(state)?)
            .execute(&self.writer)
            .await
            .doing("answer a proposal")?;
        let document = proposal.document_id;
        self.events.send(Event::Corrected { document });
        Ok(done.rows_affected() == 1)
    }
}

#[derive(FromRow)]
pub(super) struct Row {
    id: String,
    document_id: String,
    form: u32,
    form_label: String,
    path: String,
    before_value: String,
    after_value: String,
    evidence: Option<String>,
    words: String,
    engine: String,
    state: String,
    made_at: String,
}

impl TryFrom<Row> for Proposal {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let at = At::new("proposals", &row.id);
        let id: CorrectionId = at.parse("id", &row.id)?;
        Ok(Proposal {
            id,
            document_id: at.parse("document_id", &row.document_id)?,
            form: row.form,
            form_label: row.form_label,
            path: row.path,
            before: at.json("before_value", &row.before_value)?,
            after: at.json("after_value", &row.after_value)?,
            evidence: at.json_or_null("evidence", row.evidence.as_deref())?,
            words: row.words,
            engine: row.engine,
            state: at.word("state", row.state)?,
            at: at.parse("made_at", &row.made_at)?,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::store::fixture;
    use serde_json::json;
    use touchstone_core::record::now;

    #[tokio::test]
    async fn a_proposal_is_answered_once_and_goes_with_its_document() {
        let store = fixture::store().await;
        let document = fixture::document();
        store.insert_document(&document).await.unwrap();
        let proposal = Proposal {
            id: CorrectionId::fresh(),
            document_id: document.id,
            form: 1,
            form_label: "W-2".into(),
            path: "wages_tips".into(),
            before: json!("1.00"),
            after: json!("2.00"),
            evidence: None,
            words: "box 1 is 2.00".into(),
            engine: "anthropic:small".into(),
            state: ProposalState::Proposed,
            at: now(),
        };
        store.insert_proposals(std::slice::from_ref(&proposal)).await.unwrap();
        assert_eq!(store.proposals(document.id).await.unwrap()[0].after, json!("2.00"));
        assert!(store.answer_proposal(&proposal, ProposalState::Accepted).await.unwrap());
        assert!(!store.answer_proposal(&proposal, ProposalState::Declined).await.unwrap());
        assert_eq!(
            store.proposals(document.id).await.unwrap()[0].state,
            ProposalState::Accepted
        );
        store.trash(&[document.id]).await.unwrap();
        store.empty_trash().await.unwrap();
        assert!(store.proposals(document.id).await.unwrap().is_empty());
    }
}
