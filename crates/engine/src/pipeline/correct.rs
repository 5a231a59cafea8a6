//! Corrections requested in words: a model's edits to one form, stored as proposals. The result does not change until
//! the person accepts a proposal.

use super::StoredPages;
use crate::agent;
use crate::agent::{Guides, Instruction, Journal};
use crate::provider::Provider;
use crate::store::Store;
use crate::tools::Edited;
use secrecy::SecretString;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use touchstone_core::pack::{GuideStage, Pack};
use touchstone_core::record::{
    CorrectionId, Document, EngineId, Extent, Form, FormPlan, Proposal, ProposalState, Purpose, now,
};
use touchstone_intake::pool::ReaderPool;

/// A request for corrections, with everything needed to answer it.
pub struct Wish<'a> {
    pub store: &'a Store,
    pub pool: &'a ReaderPool,
    pub passwords: &'a [SecretString],
    pub pack: &'a Pack,
    pub document: &'a Document,
    /// The current form, with earlier corrections applied.
    pub form: &'a Form,
    /// The planned forms of the document.
    pub plans: &'a [FormPlan],
    pub words: &'a str,
    pub engine: &'a EngineId,
    pub provider: Arc<dyn Provider>,
    pub stop: &'a CancellationToken,
}

/// The outcome of a request.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposed {
    pub proposals: Vec<Proposal>,
    /// The model's answer to the person.
    pub message: String,
}

/// Asks the model and stores what it proposes.
pub async fn correct(wish: &Wish<'_>) -> anyhow::Result<Proposed> {
    let pages = StoredPages {
        store: wish.store,
        pool: wish.pool,
        document: wish.document,
        passwords: wish.passwords,
    };
    let journal = Journal::of_document(wish.store, wish.document.id);
    let provider = journal.asking(&wish.provider, Purpose::Correct);
    let versions = Guides::newest(wish.store, wish.pack).await?;
    let guides = Guides::load(wish.store, wish.pack, &versions).await?;
    let guide = guides.stage(GuideStage::Correct);
    let instruction = Instruction {
        form: wish.form,
        extent: Extent::of_form(wish.form, wish.plans),
        words: wish.words,
    };
    let answered = agent::correct(provider.as_ref(), wish.pack, guide, &pages, instruction, wish.stop).await?;
    // Names that the form does not have yet are proposed too, because paths outside the template are allowed.
    let proposals: Vec<Proposal> = answered.edits.into_iter().map(|edit| proposal(wish, edit)).collect();
    wish.store.insert_proposals(&proposals).await?;
    let message = answered.message;
    Ok(Proposed { proposals, message })
}

fn proposal(wish: &Wish<'_>, edit: Edited) -> Proposal {
    Proposal {
        id: CorrectionId::fresh(),
        document_id: wish.document.id,
        form: wish.form.number,
        form_label: wish.form.label.clone(),
        path: edit.path.to_string(),
        before: edit.before,
        after: edit.after,
        evidence: edit.evidence.into_iter().next(),
        words: wish.words.to_owned(),
        engine: wish.engine.to_string(),
        state: ProposalState::Proposed,
        at: now(),
    }
}
