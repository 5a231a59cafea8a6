//! The audit sample, as the audit log tells it: automatic acceptances that were drawn to be checked, the verdicts on them,
//! and the switch that too many errors turn off.

mod rules;

use super::audit_log::{LogEntry, Logged, NewEntry, append, entries_of, newest_of};
use super::error::{Doing, StoreError};
use super::row::{At, json};
use super::{Store, settings};
use crate::evaluate::upper_bound;
use crate::event::Event;
use jiff::Timestamp;
pub use rules::AuditRules;
pub(super) use rules::is_drawn;
use serde::Serialize;
use sqlx::SqliteConnection;
use std::collections::BTreeMap;
use touchstone_core::record::{DocumentId, Review, RunId, Verdict};

const SETTING: &str = "audit_rules";
const SWITCHES: [Logged; 2] = [Logged::SwitchedOff, Logged::SwitchedOn];
/// What the sample follows.
const KINDS: [Logged; 6] = [
    Logged::Drawn,
    Logged::FoundRight,
    Logged::FoundWrong,
    Logged::VerdictWithdrawn,
    Logged::SwitchedOff,
    Logged::SwitchedOn,
];

/// An automatic acceptance that was drawn.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Draw {
    /// Its number in the audit log.
    pub number: u64,
    pub at: Timestamp,
    pub document_id: DocumentId,
    pub run_id: RunId,
    pub pack: String,
    /// Whether a person found it right; `None` without a verdict.
    pub right: Option<bool>,
    pub reviewer: Option<String>,
}

/// What the audit says of a pack since its acceptance was last switched on.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PackAudit {
    pub pack: String,
    pub drawn: u64,
    pub judged: u64,
    pub wrong: u64,
    /// One-sided 95 % upper bound on the share of wrong acceptances (Clopper-Pearson).
    pub upper_bound: f64,
    /// Why acceptance is switched off; `None` while it is on.
    pub off: Option<Off>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Off {
    pub at: Timestamp,
    /// `None` if it switched itself off.
    pub who: Option<String>,
    pub why: String,
}

/// All draws, and the switches of the packs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sample {
    pub draws: Vec<Draw>,
    switches: BTreeMap<String, Switch>,
}

#[derive(Debug, Clone, Default, PartialEq)]
struct Switch {
    off: Option<Off>,
    /// The entry that switched it on last.
    on_since: u64,
}

impl Sample {
    /// The packs with draws or a switch that was used.
    pub fn packs(&self) -> Vec<PackAudit> {
        let mut names: Vec<&str> = self.draws.iter().map(|draw| draw.pack.as_str()).collect();
        names.extend(self.switches.keys().map(String::as_str));
        names.sort_unstable();
        names.dedup();
        names.into_iter().map(|name| self.of_pack(name)).collect()
    }

    pub fn of_pack(&self, pack: &str) -> PackAudit {
        let switch = self.switches.get(pack).cloned().unwrap_or_default();
        let counts = |draw: &&Draw| draw.pack == pack && draw.number > switch.on_since;
        let of_pack: Vec<&Draw> = self.draws.iter().filter(counts).collect();
        let with = |right| of_pack.iter().filter(|draw| draw.right == Some(right)).count() as u64;
        let (right, wrong) = (with(true), with(false));
        PackAudit {
            pack: pack.to_owned(),
            drawn: of_pack.len() as u64,
            judged: right + wrong,
            wrong,
            upper_bound: upper_bound(wrong, right + wrong),
            off: switch.off,
        }
    }

    /// The newest draw of a document, if it drew the result of this run.
    fn draw_of(&self, document: DocumentId, run: RunId) -> Option<&Draw> {
        let newest = self.draws.iter().rfind(|draw| draw.document_id == document);
        newest.filter(|draw| draw.run_id == run)
    }

    fn follow(&mut self, entry: LogEntry) -> Result<(), StoreError> {
        let (number, at) = (entry.number, entry.at);
        let damaged = || At::new("audit_log", &number).damaged("it names no document or no run");
        let pack = entry.pack.unwrap_or_default();
        match entry.what {
            Logged::Drawn => self.draws.push(Draw {
                number,
                at,
                document_id: entry.document_id.ok_or_else(damaged)?,
                run_id: entry.run_id.ok_or_else(damaged)?,
                pack,
                right: None,
                reviewer: None,
            }),
            what @ (Logged::FoundRight | Logged::FoundWrong | Logged::VerdictWithdrawn) => {
                let document = entry.document_id.ok_or_else(damaged)?;
                if let Some(draw) = self.draws.iter_mut().rfind(|draw| draw.document_id == document) {
                    draw.right = (what != Logged::VerdictWithdrawn).then_some(what == Logged::FoundRight);
                    draw.reviewer = entry.who.filter(|_| draw.right.is_some());
                }
            }
            Logged::SwitchedOff => {
                let (who, why) = (entry.who, entry.note.unwrap_or_default());
                self.switches.entry(pack).or_default().off = Some(Off { at, who, why });
            }
            Logged::SwitchedOn => {
                let switch = self.switches.entry(pack).or_default();
                *switch = Switch {
                    off: None,
                    on_since: number,
                };
            }
            _ => {}
        }
        Ok(())
    }
}

impl Store {
    pub async fn audit_rules(&self) -> Result<AuditRules, StoreError> {
        Ok(self.setting(SETTING).await?.unwrap_or_default())
    }

    /// Stores the rules for acceptances from now on, and logs the change.
    pub async fn set_audit_rules(&self, rules: AuditRules, who: Option<&str>) -> Result<(), StoreError> {
        const WHAT: &str = "change the rules of the audit";
        let mut tx = self.begin(WHAT).await?;
        let before = rules_in(&mut tx).await?;
        let note = format!(
            "share {} % -> {} %, limit {} % -> {} %",
            before.percent, rules.percent, before.limit_percent, rules.limit_percent
        );
        settings::put(&mut tx, SETTING, &rules).await?;
        let entry = NewEntry {
            who,
            note: Some(&note),
            ..NewEntry::of(Logged::RulesChanged)
        };
        append(&mut tx, &entry, &[]).await?;
        tx.commit().await.doing(WHAT)?;
        self.events.send(Event::SettingsChanged);
        Ok(())
    }

    pub async fn audit_sample(&self) -> Result<Sample, StoreError> {
        sample(&mut *self.look("read the audit sample").await?).await
    }

    /// The documents of draws that wait for a verdict, oldest draw first.
    pub async fn drawn_documents(&self) -> Result<Vec<DocumentId>, StoreError> {
        const WHAT: &str = "list the audit sample";
        let mut connection = self.look(WHAT).await?;
        let sample = sample(&mut connection).await?;
        let open = sample.draws.iter().filter(|draw| draw.right.is_none());
        let runs: Vec<RunId> = open.map(|draw| draw.run_id).collect();
        let ids: Vec<String> = sqlx::query_scalar(
            "SELECT documents.id FROM json_each(?1) AS open JOIN library ON library.run_id = open.value
             JOIN documents ON documents.id = library.document_id AND documents.state = 'active' ORDER BY open.key",
        )
        .bind(json(&runs)?)
        .fetch_all(&mut *connection)
        .await
        .doing(WHAT)?;
        ids.iter().map(|id| At::new("documents", id).parse("id", id)).collect()
    }

    /// Whether automatic acceptance of the pack is switched off.
    pub async fn is_held_back(&self, pack: &str) -> Result<bool, StoreError> {
        let mut connection = self.look("read the switch of automatic acceptance").await?;
        let last = newest_of(&mut connection, pack, &SWITCHES).await?;
        Ok(last.is_some_and(|entry| entry.what == Logged::SwitchedOff))
    }

    /// Switches automatic acceptance of a pack on or off. Returns whether that changed anything.
    pub async fn switch_acceptance(&self, pack: &str, on: bool, who: Option<&str>) -> Result<bool, StoreError> {
        const WHAT: &str = "switch automatic acceptance";
        let mut tx = self.begin(WHAT).await?;
        if sample(&mut tx).await?.of_pack(pack).off.is_none() == on {
            return Ok(false);
        }
        let entry = NewEntry {
            who,
            pack: Some(pack),
            note: (!on).then_some("a person switched it off"),
            ..NewEntry::of(if on { Logged::SwitchedOn } else { Logged::SwitchedOff })
        };
        append(&mut tx, &entry, &[]).await?;
        tx.commit().await.doing(WHAT)?;
        self.events.send(Event::SettingsChanged);
        Ok(true)
    }
}

/// Draws an acceptance for the sample, or not.
pub(super) async fn draw(
    connection: &mut SqliteConnection,
    document: DocumentId,
    run: RunId,
) -> Result<(), StoreError> {
    let sha256: String = sqlx::query_scalar("SELECT sha256 FROM documents WHERE id = ?1")
        .bind(document.to_string())
        .fetch_one(&mut *connection)
        .await
        .doing("draw the audit sample")?;
    if !rules_in(connection).await?.draws(&sha256) {
        return Ok(());
    }
    let entry = NewEntry {
        document: Some(document),
        run: Some(run),
        ..NewEntry::of(Logged::Drawn)
    };
    append(connection, &entry, &[]).await
}

/// Logs what a person's word means for the draw of the document, and switches off acceptance if there are too many
/// errors. Returns whether it did.
pub(super) async fn judge(connection: &mut SqliteConnection, review: &Review) -> Result<bool, StoreError> {
    let before = sample(connection).await?;
    let Some(draw) = before.draw_of(review.document_id, review.run_id) else {
        return Ok(false);
    };
    let right = review.verdict.map(|verdict| verdict == Verdict::Agrees);
    if draw.right == right {
        return Ok(false);
    }
    let what = match right {
        Some(true) => Logged::FoundRight,
        Some(false) => Logged::FoundWrong,
        None => Logged::VerdictWithdrawn,
    };
    let entry = NewEntry {
        who: review.reviewer.as_deref(),
        document: Some(review.document_id),
        run: Some(review.run_id),
        ..NewEntry::of(what)
    };
    append(connection, &entry, &[]).await?;
    let now = sample(connection).await?.of_pack(&draw.pack);
    if now.off.is_some() || !rules_in(connection).await?.exceeded(now.wrong, now.judged) {
        return Ok(false);
    }
    let why = format!("{} of {} audited acceptances were wrong", now.wrong, now.judged);
    let entry = NewEntry {
        pack: Some(&draw.pack),
        note: Some(&why),
        ..NewEntry::of(Logged::SwitchedOff)
    };
    append(connection, &entry, &[]).await?;
    Ok(true)
}

async fn rules_in(connection: &mut SqliteConnection) -> Result<AuditRules, StoreError> {
    Ok(settings::get(connection, SETTING).await?.unwrap_or_default())
}

async fn sample(connection: &mut SqliteConnection) -> Result<Sample, StoreError> {
    let mut sample = Sample::default();
    for entry in entries_of(connection, &KINDS).await? {
        sample.follow(entry)?;
    }
    Ok(sample)
}

#[cfg(test)]
mod tests;
