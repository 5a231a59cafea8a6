//! The audit of ground truth: the list of settled documents, the log and its verification, the audit sample and the
//! switch of automatic acceptance.

use super::Desk;
use super::trouble::parse_id;
use super::views::{AuditView, BrokenView, ChainView, DrawView, GroundTruthRow, PackAuditView, TruthKind};
use crate::store::{AuditRules, Broken, LogEntry, Logged, Off, Settled, Verified};
use anyhow::ensure;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use tokio_util::sync::CancellationToken;
use touchstone_core::record::{DocumentId, Form, RunId, TruthSource};

impl Desk {
    /// All settled documents, settled last first.
    pub async fn ground_truths(&self) -> anyhow::Result<Vec<GroundTruthRow>> {
        let sample = self.store.audit_sample().await?;
        let judged: HashMap<RunId, bool> = sample
            .draws
            .iter()
            .filter_map(|draw| Some((draw.run_id, draw.right?)))
            .collect();
        let settled = self.store.settled().await?.into_iter();
        let rows = settled.map(|one| row(one, &judged));
        Ok(rows.collect())
    }

    /// Verifies the log and the rows it covers, then compares what each settled document shows with the truth that was
    /// settled. Returns `None` if stopped.
    pub async fn verify_audit(
        &self,
        stop: &CancellationToken,
        progress: impl Fn(u64, u64),
    ) -> anyhow::Result<Option<Verified>> {
        let mut found = self.store.verify_log().await?;
        // Entries that cannot be read are broken links already.
        let entries = self.store.log_entries(None).await.unwrap_or_default();
        let mut settling: HashMap<DocumentId, &LogEntry> = HashMap::new();
        for entry in entries.iter().filter(|entry| settles(entry.what)) {
            settling.extend(entry.document_id.map(|document| (document, entry)));
        }
        let settled = self.store.settled().await?;
        let mut shown = Vec::new();
        for (done, one) in (1..).zip(&settled) {
            if stop.is_cancelled() {
                return Ok(None);
            }
            // Another run has values of its own, which replace the settled ones once they are settled.
            let entry = settling.get(&one.document_id);
            if let Some(entry) = entry.filter(|entry| entry.run_id == Some(one.run_id))
                && let Some(what) = self.shows_otherwise(one.document_id, one.run_id).await?
            {
                shown.push(Broken {
                    number: Some(entry.number),
                    at: Some(entry.at.to_string()),
                    document_id: Some(one.document_id.to_string()),
                    what,
                });
            }
            progress(done, settled.len() as u64);
        }
        shown.sort_by_key(|broken| broken.number);
        found.broken.extend(shown);
        Ok(Some(found))
    }

    /// What a settled document shows that differs from its truth.
    async fn shows_otherwise(&self, document: DocumentId, run: RunId) -> anyhow::Result<Option<String>> {
        let Some(truth) = self.store.truth(document).await? else {
            return Ok(None);
        };
        let shown = self.run_record(run).await?;
        if values(&shown.forms) != values(&truth.forms) {
            return Ok(Some(format!(
                "the values that run {run} shows are not those that were settled"
            )));
        }
        let label = shown.classification().map(|found| found.label.as_str());
        let differs = label != Some(truth.classification.label.as_str());
        Ok(differs.then(|| format!("the type that run {run} shows is not the one that was settled")))
    }

    /// Verifies for the window.
    pub async fn chain(
        &self,
        stop: &CancellationToken,
        progress: impl Fn(u64, u64),
    ) -> anyhow::Result<Option<ChainView>> {
        let Some(found) = self.verify_audit(stop, progress).await? else {
            return Ok(None);
        };
        let mut broken = Vec::with_capacity(found.broken.len());
        for one in &found.broken {
            broken.push(BrokenView {
                number: one.number.map(|number| number as u32),
                at: one.at.clone(),
                file_name: self.file_name_of(one.document_id.as_deref()).await,
                document_id: one.document_id.clone(),
                what: one.what.clone(),
            });
        }
        Ok(Some(ChainView {
            entries: found.entries as u32,
            rows: found.rows as u32,
            head: found.head,
            broken,
        }))
    }

    /// The name of a document that is still there.
    pub async fn file_name_of(&self, document: Option<&str>) -> Option<String> {
        let id = parse_id(document?).ok()?;
        self.store.document(id).await.ok().map(|document| document.file_name)
    }

    /// The entries of the log about a document, or all.
    pub async fn audit_log(&self, document: Option<DocumentId>) -> anyhow::Result<Vec<LogEntry>> {
        Ok(self.store.log_entries(document).await?)
    }

    pub async fn audit(&self) -> anyhow::Result<AuditView> {
        let sample = self.store.audit_sample().await?;
        let waiting = self.store.drawn_documents().await?;
        let packs = sample.packs().into_iter().map(|one| PackAuditView {
            pack: one.pack,
            drawn: one.drawn as u32,
            judged: one.judged as u32,
            wrong: one.wrong as u32,
            upper_bound: one.upper_bound,
            off: one.off.as_ref().map(reason),
        });
        let packs = packs.collect();
        let mut drawn = Vec::with_capacity(sample.draws.len());
        for draw in &sample.draws {
            let document_id = draw.document_id.to_string();
            drawn.push(DrawView {
                file_name: self.file_name_of(Some(&document_id)).await,
                document_id,
                pack: draw.pack.clone(),
                at: draw.at.to_string(),
                right: draw.right,
                reviewer: draw.reviewer.clone(),
            });
        }
        Ok(AuditView {
            rules: self.store.audit_rules().await?,
            waiting: waiting.len() as u32,
            packs,
            drawn,
        })
    }

    /// Changes the share to draw and the limit, for acceptances and verdicts from now on.
    ///
    /// # Errors
    /// If one of them is not a percentage.
    pub async fn set_audit_rules(&self, rules: AuditRules) -> anyhow::Result<()> {
        ensure!(
            rules.percent <= 100 && rules.limit_percent <= 100,
            "could not set a share of {} % and a limit of {} %: both are percentages, from 0 to 100",
            rules.percent,
            rules.limit_percent
        );
        Ok(self
            .store
            .set_audit_rules(rules, self.author().await?.as_deref())
            .await?)
    }

    /// Switches automatic acceptance of a pack on or off. Returns whether that changed anything.
    pub async fn switch_acceptance(&self, pack: &str, on: bool) -> anyhow::Result<bool> {
        self.pack(pack)?;
        let author = self.author().await?;
        Ok(self.store.switch_acceptance(pack, on, author.as_deref()).await?)
    }

    /// A sentence for each pack whose automatic acceptance is switched off.
    pub async fn acceptance_notices(&self) -> anyhow::Result<Vec<String>> {
        let packs = self.store.audit_sample().await?.packs();
        let off = packs.iter().filter_map(|one| Some((&one.pack, one.off.as_ref()?)));
        let sentence = |(pack, off): (&String, &Off)| {
            format!(
                "Automatic acceptance of the pack {pack} is off: {}. Its documents go to review until a person switches \
                 it on again.",
                reason(off)
            )
        };
        Ok(off.map(sentence).collect())
    }
}

pub(super) fn settles(what: Logged) -> bool {
    matches!(
        what,
        Logged::Accepted | Logged::Confirmed | Logged::Corrected | Logged::Imported | Logged::TakenBack
    )
}

fn reason(off: &Off) -> String {
    match &off.who {
        Some(who) => format!("{who} switched it off"),
        None => off.why.clone(),
    }
}

fn row(of: Settled, judged: &HashMap<RunId, bool>) -> GroundTruthRow {
    let found_right = judged.get(&of.run_id).copied();
    let kind = match of.source {
        TruthSource::AutoAccepted => TruthKind::Automatic,
        _ if found_right.is_some() => TruthKind::Audited,
        TruthSource::SmeValidated => TruthKind::Confirmed,
        TruthSource::SmeCorrected => TruthKind::Corrected,
        TruthSource::Imported => TruthKind::Imported,
    };
    GroundTruthRow {
        document_id: of.document_id.to_string(),
        run_id: of.run_id.to_string(),
        file_name: of.file_name,
        case: of.case,
        pack: of.pack,
        label: of.label,
        kind,
        found_right,
        reviewer: of.reviewer,
        settled_at: of.settled_at.to_string(),
    }
}

/// The label of each form, with its values by name.
fn values(forms: &[Form]) -> Vec<(&str, BTreeMap<&str, &Value>)> {
    let mut all = Vec::with_capacity(forms.len());
    for form in forms {
        let fields = form.fields.iter().map(|(name, field)| (name.as_str(), &field.value));
        all.push((form.label.as_str(), fields.collect()));
    }
    all
}
