//! Corrections in words: the user describes what is wrong, a model proposes changes, the user accepts or declines
//! each. An accepted proposal is an ordinary correction and can be undone.

use super::Desk;
use super::edit_descriptions::{describe, in_words};
use super::fields::evidence;
use super::scene::{edit_of, value_at};
use super::trouble::parse_id;
use super::unlock::known;
use super::views::{Corrected, CorrectionReply, ProposalView};
use crate::pipeline::{Wish, correct};
use anyhow::{Context, ensure};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use tokio_util::sync::CancellationToken;
use touchstone_core::pack::Pack;
use touchstone_core::record::{
    CorrectedBy, Correction, DocumentId, EngineId, EngineKind, Form, Proposal, ProposalState, Run,
};

/// Max characters of one request.
const MOST_LETTERS: usize = 4_000;

/// Requests in progress, by document and form, so that each can be stopped separately.
#[derive(Default)]
pub(super) struct Requests(Mutex<HashMap<(DocumentId, String), CancellationToken>>);

impl Requests {
    fn with<T>(&self, act: impl FnOnce(&mut HashMap<(DocumentId, String), CancellationToken>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the token of a new request; a request in progress for the same form is stopped.
    fn begin(&self, document: DocumentId, form: &str, stop: &CancellationToken) -> CancellationToken {
        let own = stop.child_token();
        let before = self.with(|all| {
            all.retain(|_, token| !token.is_cancelled());
            all.insert((document, form.to_owned()), own.clone())
        });
        if let Some(before) = before {
            before.cancel();
        }
        own
    }

    /// Stops a document's requests, for one form or for all.
    pub(super) fn stop(&self, document: DocumentId, form: Option<&str>) -> bool {
        let is_meant = |(of, about): &(DocumentId, String)| *of == document && form.is_none_or(|form| form == about);
        self.with(|all| {
            let meant = all.extract_if(|key, token| is_meant(key) && !token.is_cancelled());
            let stopped: Vec<CancellationToken> = meant.map(|(_, token)| token).collect();
            stopped.iter().for_each(CancellationToken::cancel);
            !stopped.is_empty()
        })
    }
}

impl Desk {
    /// Stops the request in progress for a form; returns false if there is none.
    pub fn cancel_correction(&self, document: &str, form: &str) -> anyhow::Result<bool> {
        Ok(self.requests.stop(parse_id(document)?, Some(form)))
    }

    /// Has a model change one form as described in words; the changes are stored and returned as proposals.
    pub async fn ask_correction(
        &self,
        document: &str,
        form: &str,
        words: &str,
        stop: &CancellationToken,
    ) -> anyhow::Result<CorrectionReply> {
        let words = words.trim();
        ensure!(
            !words.is_empty(),
            "could not ask for a correction: the instruction is empty"
        );
        ensure!(
            words.chars().count() <= MOST_LETTERS,
            "could not ask for a correction: the instruction is longer than {MOST_LETTERS} characters"
        );
        let id = parse_id(document)?;
        let stop = &self.requests.begin(id, form, stop);
        // Ends the request on every exit.
        let _over = stop.clone().drop_guard();
        let run = self.store.newest_run(id).await?;
        let run = run.with_context(|| format!("document {id} has not been read"))?;
        let engine = self.corrector(&run).await?;
        let engine = engine.context("no model is set: choose one in Settings to correct in words")?;
        let provider = self.models().of(&engine, stop).await?;
        let provider = provider.context("the local engine does not understand instructions")?;
        let scene = self.scene(id).await?;
        let document = self.store.document(id).await?;
        let readers = self.readers();
        let proposed = correct(&Wish {
            store: &self.store,
            pool: readers.pool.as_ref().map_err(Clone::clone)?,
            passwords: &known(&self.passwords),
            pack: &scene.pack,
            document: &document,
            form: scene.form(form)?,
            plans: &scene.run_record.plans,
            words,
            engine: &engine,
            provider,
            stop,
        })
        .await?;
        Ok(CorrectionReply {
            text: proposed.message,
            proposals: proposed.proposals.len() as u32,
        })
    }

    /// Applies a proposal, unless the value has changed since.
    pub async fn accept_proposal(&self, document: &str, proposal: &str) -> anyhow::Result<Corrected> {
        let proposal = self.open_proposal(document, proposal).await?;
        let scene = self.scene(proposal.document_id).await?;
        let mut forms = scene.run_record.forms.iter();
        let form = forms.find(|form| form.number == proposal.form && form.label == proposal.form_label);
        let form = form.context("the form to be changed no longer exists")?;
        let now = value_at(form, &proposal.path).unwrap_or_default();
        ensure!(
            now == proposal.before,
            "could not change `{}`: its value has changed since; ask again",
            proposal.path
        );
        let (path, after) = if proposal.after.is_null() {
            (proposal.path.clone(), proposal.after.clone())
        } else {
            scene.as_row(form, &proposal.path, proposal.after.clone())?
        };
        let correction = Correction {
            id: proposal.id,
            by: CorrectedBy::Agent,
            ..edit_of(proposal.document_id, form, &path, after, proposal.evidence.clone())
        };
        let corrected = self.write(&correction).await?;
        self.store.answer_proposal(&proposal, ProposalState::Accepted).await?;
        Ok(corrected)
    }

    pub async fn decline_proposal(&self, document: &str, proposal: &str) -> anyhow::Result<()> {
        let proposal = self.open_proposal(document, proposal).await?;
        self.store.answer_proposal(&proposal, ProposalState::Declined).await?;
        Ok(())
    }

    async fn open_proposal(&self, document: &str, id: &str) -> anyhow::Result<Proposal> {
        let all = self.store.proposals(parse_id(document)?).await?;
        let mut open = all.into_iter().filter(|one| one.state == ProposalState::Proposed);
        let found = open.find(|one| one.id.to_string() == id);
        found.context("this proposal has already been answered")
    }

    /// The model used for corrections in words: the one that read the document, otherwise the pack's.
    pub(super) async fn corrector(&self, run: &Run) -> anyhow::Result<Option<EngineId>> {
        let is_model = |engine: &EngineId| engine.kind == EngineKind::Model;
        if is_model(&run.settings.engine) {
            return Ok(Some(run.settings.engine.clone()));
        }
        Ok(Some(self.preferred_engine(&run.pack).await?).filter(is_model))
    }
}

/// Proposals awaiting the user's answer.
pub(super) fn proposal_views(proposals: &[Proposal], forms: &[Form], pack: Option<&Pack>) -> Vec<ProposalView> {
    let open = proposals
        .iter()
        .filter(|proposal| proposal.state == ProposalState::Proposed);
    open.filter_map(|proposal| {
        let form = forms.iter().find(|form| form.number == proposal.form)?;
        // Named like its row in the history.
        let row = edit_of(proposal.document_id, form, &proposal.path, proposal.after.clone(), None);
        let named = describe(&[&row], forms, pack)?;
        Some(ProposalView {
            id: proposal.id.to_string(),
            form: form.id.to_string(),
            path: proposal.path.clone(),
            name: named.name,
            before: (!proposal.before.is_null()).then(|| in_words(&proposal.before, pack)),
            after: (!proposal.after.is_null()).then(|| in_words(&proposal.after, pack)),
            evidence: proposal.evidence.as_ref().map(evidence),
            words: proposal.words.clone(),
            engine: proposal.engine.clone(),
        })
    })
    .collect()
}
