//! User consent to send documents to a provider: requested once per provider address and installation, stored with the
//! statement agreed to, revocable at any time. `provider::http` refuses to send without it.

use super::Desk;
use super::models::carried_to;
use super::views::{ConsentAsk, ConsentView};
use crate::provider::{Endpoint, origin_of};
use anyhow::ensure;
use std::collections::HashSet;
use touchstone_core::record::{Carries, Consent, EngineId, EngineKind, Run, RunState, now};

/// Why a user who agreed is asked again.
pub(super) const ELSEWHERE: &str = "Consent was given in this workspace before, but on another installation of \
                                    Touchstone, and does not count on this one.";

/// Max document names shown before sending.
const SAMPLE: usize = 5;

impl Desk {
    /// Returns the consent required before anything is sent to this engine, or `None` if none is required.
    pub fn consent_needed(&self, engine: &EngineId) -> anyhow::Result<Option<Consent>> {
        if engine.kind == EngineKind::Local {
            return Ok(None);
        }
        let (endpoint, model) = self.catalog()?.find(&engine.to_string())?;
        let carries = carried_to(&model);
        let needed = !self.network.is_agreed(&endpoint, carries);
        Ok(needed.then(|| word_on(&endpoint, carries, statement(&endpoint, carries))))
    }

    /// Stores the user's consent to what this engine requires; work waiting for it resumes.
    pub async fn agree(&self, engine: &EngineId) -> anyhow::Result<()> {
        if let Some(consent) = self.consent_needed(engine)? {
            let consent = self.installation.sealed(consent)?;
            self.store.insert_consent(&consent).await?;
            let account = self.key_account(&consent.provider)?;
            self.network.agree(account, consent.carries);
        }
        if self.queue.waits_for_consent().as_ref() == Some(engine) {
            self.resume();
        }
        Ok(())
    }

    /// Stops all sending to this provider until the user consents again.
    pub async fn withdraw(&self, provider: &str) -> anyhow::Result<()> {
        let endpoint = self.catalog()?.endpoint(provider)?;
        self.network.agree(endpoint.account(), Carries::Nothing);
        let consent = word_on(endpoint, Carries::Nothing, "Withdrawn.".to_owned());
        Ok(self.store.insert_consent(&consent).await?)
    }

    /// Reads documents waiting for consent with the local engine instead; returns how many.
    pub async fn keep_here(&self, engine: &EngineId) -> anyhow::Result<u32> {
        let mut kept = 0;
        for run in self.waiting_for(engine).await? {
            kept += self.queue_anew(run.document_id, EngineId::local()).await?;
        }
        if self.queue.waits_for_consent().as_ref() == Some(engine) {
            self.resume();
        }
        Ok(kept)
    }

    /// The question to ask before documents are sent to this engine: those in the queue, or the given one.
    pub async fn consent_ask(&self, engine: &EngineId, document: Option<&str>) -> anyhow::Result<Option<ConsentAsk>> {
        let Some(consent) = self.consent_needed(engine)? else {
            return Ok(None);
        };
        let ids = match document {
            Some(id) => vec![super::trouble::parse_id(id)?],
            None => self
                .waiting_for(engine)
                .await?
                .iter()
                .map(|run| run.document_id)
                .collect(),
        };
        let elsewhere = self.given_elsewhere(&consent).await?.map(str::to_owned);
        let mut sample = Vec::new();
        for id in ids.iter().take(SAMPLE) {
            sample.push(self.store.document(*id).await?.file_name);
        }
        Ok(Some(ConsentAsk {
            question: self.queue.question(),
            engine: engine.to_string(),
            title: self.catalog()?.endpoint(&consent.provider)?.title.clone(),
            origin: consent.origin,
            pictures: consent.carries == Carries::Pictures,
            statement: consent.statement,
            elsewhere,
            price_unknown: self.is_unpriced(engine),
            documents: ids.len() as u32,
            sample,
        }))
    }

    /// The consent question the queue is waiting on.
    pub(super) async fn asks_consent(&self) -> anyhow::Result<Option<ConsentAsk>> {
        match self.queue.waits_for_consent() {
            Some(engine) => self.consent_ask(&engine, None).await,
            None => Ok(None),
        }
    }

    /// Consents in force that allow something.
    pub(super) async fn consent_views(&self) -> anyhow::Result<Vec<ConsentView>> {
        let given = self.consents_given_here().await?.into_iter();
        let given = given.filter(|consent| self.account_of(consent).is_some());
        Ok(given
            .map(|consent| ConsentView {
                provider: consent.provider,
                origin: consent.origin,
                statement: consent.statement,
                agreed_at: consent.at.to_string(),
            })
            .collect())
    }

    /// Passes earlier consents to the network, if the address and the statement are unchanged. Consent to a different
    /// statement must be given again.
    pub(super) async fn recall_consents(&self) -> anyhow::Result<()> {
        for consent in self.consents_given_here().await? {
            if let Some(account) = self.account_of(&consent) {
                self.network.agree(account, consent.carries);
            }
        }
        Ok(())
    }

    /// The newest consent for each provider's address that was given on this installation and not withdrawn since.
    async fn consents_given_here(&self) -> anyhow::Result<Vec<Consent>> {
        let mut settled = HashSet::new();
        let mut here = Vec::new();
        for consent in self.store.consents().await? {
            let address = (consent.provider.clone(), consent.origin.clone());
            let is_settling = consent.carries == Carries::Nothing || self.installation.gave(&consent);
            if is_settling && settled.insert(address) && consent.carries > Carries::Nothing {
                here.push(consent);
            }
        }
        here.sort_by(|one, other| (&one.provider, &one.origin).cmp(&(&other.provider, &other.origin)));
        Ok(here)
    }

    /// Reports it if consent for the same address came with the workspace from another installation.
    pub async fn given_elsewhere(&self, needed: &Consent) -> anyhow::Result<Option<&'static str>> {
        let all = self.store.consents().await?;
        let newest = all
            .iter()
            .find(|given| given.provider == needed.provider && given.origin == needed.origin);
        let elsewhere = newest.is_some_and(|given| given.carries > Carries::Nothing && !self.installation.gave(given));
        Ok(elsewhere.then_some(ELSEWHERE))
    }

    /// The account a consent applies to, if it would be requested for the same address in the same words.
    fn account_of(&self, consent: &Consent) -> Option<String> {
        let endpoint = self.catalog().ok()?.endpoint(&consent.provider).ok()?;
        let same =
            origin_of(&endpoint.url) == consent.origin && statement(endpoint, consent.carries) == consent.statement;
        same.then(|| endpoint.account())
    }

    async fn waiting_for(&self, engine: &EngineId) -> anyhow::Result<Vec<Run>> {
        let queued = self.store.runs_in(RunState::Queued).await?.into_iter();
        Ok(queued.filter(|run| run.settings.engine == *engine).collect())
    }

    /// Parses the name of an engine and checks it against the catalog.
    pub(super) fn named_engine(&self, name: &str) -> anyhow::Result<EngineId> {
        let engine: EngineId = name.parse().map_err(anyhow::Error::msg)?;
        if engine.kind == EngineKind::Model {
            let catalog = self.catalog()?;
            let (_, model) = catalog.find(name)?;
            // A model without a catalog entry may have been probed, or is probed before its first use.
            ensure!(
                !catalog.describes(&model) || model.can.tools || model.can.schema,
                "{engine} supports neither tool calls nor JSON schemas, so it cannot fill a form"
            );
        }
        Ok(engine)
    }
}

fn word_on(endpoint: &Endpoint, carries: Carries, statement: String) -> Consent {
    Consent {
        provider: endpoint.name.clone(),
        origin: origin_of(&endpoint.url),
        carries,
        statement,
        at: now(),
        seal: None,
    }
}

fn statement(endpoint: &Endpoint, carries: Carries) -> String {
    let what = match carries {
        Carries::Pictures => {
            "The text of the pages, and pictures of pages that are scanned, stamped or hard to read, or that the model \
             asks to see,"
        }
        _ => "The text of the pages",
    };
    format!(
        "{what} will be sent from this computer to {} at {}. Its terms govern how this content is used.",
        endpoint.title,
        origin_of(&endpoint.url)
    )
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::desk::DeskOptions;
    use crate::store::Access;
    use crate::store::Place;

    #[tokio::test]
    async fn who_agreed_to_other_words_is_asked_again() {
        let desk = Desk::open(&Place::Memory, Access::Own, DeskOptions::default())
            .await
            .unwrap();
        let engine: EngineId = "anthropic:claude-haiku-5-5".parse().unwrap();
        let asked = desk.consent_needed(&engine).unwrap().unwrap();
        assert!(asked.carries == Carries::Pictures && asked.statement.contains("pages that are scanned"));
        let older = Consent {
            statement: "The words of the pages leave this computer.".into(),
            ..asked.clone()
        };
        let older = desk.installation.sealed(older).unwrap();
        desk.store.insert_consent(&older).await.unwrap();
        desk.recall_consents().await.unwrap();
        assert_eq!(
            desk.consent_needed(&engine).unwrap().unwrap().statement,
            asked.statement
        );
        assert_eq!(desk.consent_views().await.unwrap(), []);
        // Consent to the current statement is remembered.
        let asked = desk.installation.sealed(asked).unwrap();
        desk.store.insert_consent(&asked).await.unwrap();
        desk.recall_consents().await.unwrap();
        assert_eq!(desk.consent_needed(&engine).unwrap(), None);
        assert_eq!(desk.consent_views().await.unwrap().len(), 1);
    }

    #[tokio::test]
    async fn consent_counts_on_the_installation_where_it_was_given() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::Folder(folder.path().join("workspace"));
        let opened = async |name: &str| {
            let installation = Some(folder.path().join(name));
            let options = DeskOptions {
                installation,
                ..DeskOptions::default()
            };
            Desk::open(&place, Access::Own, options).await.unwrap()
        };
        let engine: EngineId = "anthropic:claude-haiku-5-5".parse().unwrap();
        // Where it is opened, whether consent is needed there, and whether it is known from elsewhere; then agree or not.
        for (name, needed, elsewhere, agree) in [
            ("one", true, false, true),
            ("one", false, false, false),
            ("two", true, true, true),
            ("two", false, false, false),
            ("one", false, false, false),
            ("three", true, true, false),
        ] {
            let desk = opened(name).await;
            let ask = desk.consent_ask(&engine, None).await.unwrap();
            assert_eq!(ask.is_some(), needed, "{name}");
            assert_eq!(ask.is_some_and(|ask| ask.elsewhere.is_some()), elsewhere, "{name}");
            assert_eq!(
                desk.consent_views().await.unwrap().len(),
                usize::from(!needed),
                "{name}"
            );
            if agree {
                desk.agree(&engine).await.unwrap();
            }
            desk.close().await.unwrap();
        }
        // It is withdrawn for all.
        for name in ["one", "two"] {
            let desk = opened(name).await;
            if name == "one" {
                desk.withdraw("anthropic").await.unwrap();
            }
            let ask = desk.consent_ask(&engine, None).await.unwrap().unwrap();
            assert_eq!(ask.elsewhere, None, "{name}");
            desk.close().await.unwrap();
        }
    }
}
