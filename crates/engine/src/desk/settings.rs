//! Preferences, packs and diagnostics for the window. Engines are in `engines`; provider keys are in the system
//! keychain, handled by the desktop crate.

use super::Desk;
use super::checkup::Checkup;
use super::notices::notices;
use super::views::{
    CheckCard, Diagnostics, Fact, FieldCard, LabelCard, PackView, Preferences, RecogniserCard, TemplateCard,
};
use crate::provider::Fault;
use crate::store::{Depth, Place, Store};
use std::path::PathBuf;
use touchstone_core::pack::{Mode, Pack, RuleKind, Template};
use touchstone_core::record::Severity;
use touchstone_intake::protocol::Greeting;
use touchstone_intake::{Failure, Recogniser, Script};

const PREFERENCES: &str = "preferences";

impl Desk {
    pub async fn preferences(&self) -> anyhow::Result<Preferences> {
        preferences(&self.store).await
    }

    /// Stores the preferences and returns them as stored.
    pub async fn set_preferences(&self, preferences: &Preferences) -> anyhow::Result<Preferences> {
        self.pack(&preferences.pack)?;
        for engine in preferences.engines.values() {
            self.named_engine(engine)?;
        }
        let recogniser: Recogniser = preferences.recogniser.parse().map_err(anyhow::Error::msg)?;
        if recogniser != self::recogniser(&self.preferences().await?) {
            recogniser.place()?;
        }
        preferences.script.parse::<Script>().map_err(anyhow::Error::msg)?;
        let percent = preferences.text_percent;
        anyhow::ensure!(
            (100..=200).contains(&percent),
            "could not set the text size to {percent} %: choose 100 to 200 %"
        );
        self.store.set_setting(PREFERENCES, preferences).await?;
        self.network.keep_local(preferences.local_only);
        self.limit.set(preferences.spend_limit_cents);
        self.use_readers_as(preferences).await;
        self.preferences().await
    }

    /// Notices to show the user first.
    pub fn notices(&self) -> Vec<String> {
        let faulty = self.pack_faults().into_iter();
        let mut notices: Vec<String> = faulty
            .map(|fault| format!("A pack is invalid and was left out: {fault}"))
            .collect();
        if let Err(mistake) = &self.catalog {
            notices.push(format!("No language model can be used: {mistake}."));
        }
        let readers = self.readers();
        if let Err(failure) = &readers.pool {
            notices.push(format!(
                "No document can be read: {}. Install Touchstone again.",
                failure.message
            ));
        }
        if let Some(why) = self.queue.rests.why() {
            notices.push(format!("Work is paused and resumes by itself: {why}."));
        }
        if let Some(halted) = self.queue.rests.halted() {
            let then = match halted.cause.fault {
                Fault::NoConsent => "",
                _ => " Choose Try again once that is fixed.",
            };
            notices.push(format!(
                "Documents are waiting for a model: {halted}.{then} Other work continues meanwhile."
            ));
        }
        // Without a reader work has not started, so there is nothing else to report about it.
        if let Some(why) = self.stopped_by().filter(|_| readers.pool.is_ok()) {
            notices.push(format!("Work was paused. {} {}", why.message, why.advice));
        }
        notices
    }

    pub fn pack_views(&self) -> Vec<PackView> {
        self.packs().iter().map(|pack| pack_view(pack)).collect()
    }

    /// Versions, locations and figures; never a document's text or name.
    pub async fn diagnostics(&self) -> anyhow::Result<Diagnostics> {
        let checkup = self.checkup(Depth::Quick).await?;
        let integrity = &checkup.integrity;
        let state = if integrity.is_whole() {
            "whole".to_owned()
        } else {
            format!(
                "{} problems, {} dangling rows, {} originals missing",
                integrity.problems.len(),
                integrity.dangling.len(),
                integrity.missing_originals.len()
            )
        };
        let mut lines = vec![
            fact("Touchstone", checkup.version),
            fact("Workspace", &checkup.place),
            fact("SQLite", &integrity.sqlite_version),
            fact("Schema", format!("{} of {}", integrity.schema, integrity.known_schema)),
            fact("Database", state),
            fact("Originals", format!("{:.1} MB", integrity.original_bytes as f64 / 1e6)),
        ];
        match &checkup.reader {
            Ok(greeting) => {
                lines.push(fact("Reader", &greeting.version));
                lines.push(fact("PDFium", format!("{} at {}", greeting.build, greeting.library)));
                lines.push(fact("Reader confinement", greeting.confinement.to_string()));
                lines.push(fact("Reader restrictions", greeting.hardening.join(", ")));
            }
            Err(failure) => lines.push(fact("Reader", &failure.message)),
        }
        lines.extend(recognition(&checkup));
        lines.extend([
            fact("Documents at a time", self.readers().jobs.to_string()),
            fact("Largest file", format!("{} MB", checkup.limits.file_bytes / 1_000_000)),
            fact("Max pages", checkup.limits.pages.to_string()),
            fact(
                "Largest picture",
                format!("{} megapixels", checkup.limits.pixels / 1_000_000),
            ),
            fact("System", format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)),
            fact("Third-party notices", place_of_notices()),
        ]);
        lines.extend(
            checkup
                .packs
                .iter()
                .map(|pack| fact(&format!("Pack {}", pack.name), &pack.version)),
        );
        let rows = integrity.rows.iter();
        lines.extend(rows.map(|(table, count)| fact(&format!("Rows of {table}"), count.to_string())));
        Ok(Diagnostics { lines })
    }

    /// The folder of the workspace; `None` if it is in memory.
    pub fn folder(&self) -> Option<PathBuf> {
        match self.store.place() {
            Place::Folder(folder) => Some(folder.clone()),
            Place::Memory => None,
        }
    }
}

pub(super) async fn preferences(store: &Store) -> anyhow::Result<Preferences> {
    Ok(store.setting(PREFERENCES).await?.unwrap_or_default())
}

/// The preferred OCR engine; the built-in one if this version does not know the name.
pub(super) fn recogniser(preferences: &Preferences) -> Recogniser {
    preferences.recogniser.parse().unwrap_or_default()
}

/// The preferred script; the default if this version does not know the name.
pub(super) fn script(preferences: &Preferences) -> Script {
    preferences.script.parse().unwrap_or_default()
}

/// The OCR engine in use, and the state of the others.
fn recognition(checkup: &Checkup) -> Vec<Fact> {
    let line = |(recogniser, result): &(Recogniser, Result<Greeting, Failure>)| {
        let text = match result {
            Ok(greeting) => format!(
                "{} at {}, confinement {}",
                greeting.build, greeting.library, greeting.confinement
            ),
            Err(failure) => failure.message.clone(),
        };
        let in_use = if *recogniser == checkup.recogniser {
            ", in use"
        } else {
            ""
        };
        fact(&format!("Recognition: {}{in_use}", recogniser.title()), text)
    };
    checkup.recognition.iter().map(line).collect()
}

/// All OCR engines, with the reason for those unavailable here.
pub(super) fn recognisers() -> Vec<RecogniserCard> {
    let card = |recogniser: Recogniser| RecogniserCard {
        name: recogniser.name().to_owned(),
        title: recogniser.title().to_owned(),
        missing: recogniser.place().err().map(|failure| short(&failure.message)),
    };
    Recogniser::ALL.map(card).to_vec()
}

/// Drops the searched locations, which the diagnostics list.
fn short(message: &str) -> String {
    message.split(": ").next().unwrap_or(message).to_owned()
}

fn place_of_notices() -> String {
    match notices() {
        Some(file) => file.display().to_string(),
        None => "none: this program was not installed from a package".to_owned(),
    }
}

fn fact(name: &str, value: impl Into<String>) -> Fact {
    Fact {
        name: name.to_owned(),
        value: value.into(),
    }
}

/// What a rule of a pack checks, in a few words.
fn held(kind: &RuleKind) -> String {
    match kind {
        RuleKind::CompleteTypes => "every label is judged".to_owned(),
        RuleKind::SegmentShares => "shares of a segment add up".to_owned(),
        RuleKind::MixtureShares => "shares of the document add up".to_owned(),
        RuleKind::Rate(rule) => format!("{}: {} fits its rate", rule.form, plain(&rule.result)),
        RuleKind::AtMost(rule) => format!("{}: {} within its limit", rule.form, plain(&rule.fields.join(" + "))),
        RuleKind::Distinct(rule) => format!("{}: {} differ", rule.form, plain(&rule.fields.join(" and "))),
        RuleKind::Sum(rule) => format!("{}: {} adds up", rule.form, plain(&rule.result)),
        RuleKind::Product(rule) => format!(
            "{}: {} of {} multiplies",
            rule.form,
            plain(&rule.result),
            plain(&rule.list)
        ),
        RuleKind::Proof(rule) => format!("{}: {} proves itself", rule.form, plain(&rule.list)),
        RuleKind::Balance(rule) => format!(
            "{}: {} leads to {}",
            rule.form,
            plain(&rule.opening),
            plain(&rule.closing)
        ),
    }
}

fn plain(name: &str) -> String {
    name.replace('_', " ")
}

fn pack_view(pack: &Pack) -> PackView {
    let rules = pack.rules.iter().map(|rule| CheckCard {
        name: held(&rule.kind),
        severity: rule.severity.map_or("as the check says", Severity::as_str).to_owned(),
    });
    let traps = pack.traps.iter().map(|trap| CheckCard {
        name: plain(&trap.name),
        severity: trap.severity.as_str().to_owned(),
    });
    PackView {
        name: pack.name.clone(),
        title: title(pack),
        version: pack.version.clone(),
        description: pack.description.clone(),
        mode: mode(pack.mode).to_owned(),
        folder: pack.folder.display().to_string(),
        labels: pack
            .labels
            .iter()
            .map(|label| LabelCard {
                name: label.name.clone(),
                description: label.description.clone(),
            })
            .collect(),
        templates: pack.templates().iter().map(template_card).collect(),
        checks: rules.chain(traps).collect(),
    }
}

pub(super) fn mode(mode: Mode) -> &'static str {
    match mode {
        Mode::Form => "form",
        Mode::Pages => "pages",
        Mode::Whole => "whole",
    }
}

fn template_card(template: &Template) -> TemplateCard {
    TemplateCard {
        label: template.label.clone(),
        title: template.title.clone(),
        confidence_threshold: template.confidence_threshold,
        min_fields: template.min_fields as u32,
        fields: template
            .fields
            .iter()
            .map(|field| FieldCard {
                name: field.name.clone(),
                description: field.description.clone(),
                r#box: field.box_label.clone(),
                format: field.format.name().to_owned(),
                required: field.required,
            })
            .collect(),
    }
}

/// The purpose of the pack in a few words: its description up to the first colon.
pub(super) fn title(pack: &Pack) -> String {
    let head = pack.description.split(':').next().unwrap_or_default().trim();
    if head.is_empty() {
        pack.name.clone()
    } else {
        head.to_owned()
    }
}
