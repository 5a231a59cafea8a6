//! Submission of a document: from a path to a stored original and a queued run, or a typed refusal. Submitting the
//! same file again with the same settings returns the existing run, finished or not.

use super::Desk;
use crate::agent::Guides;
use crate::pipeline::POLICY_VERSION;
use crate::store::{Kept, StoreError, readable};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;
use touchstone_core::pack::Pack;
use touchstone_core::record::{
    Document, DocumentId, DocumentState, EngineId, EngineKind, GRADER_MODEL, Run, RunId, RunState, Settings, Stage, now,
};
use touchstone_intake::{Failure, Outcome, kinds};

/// Max attempts at a form, and max retries of verification with repairs.
const MAX_ATTEMPTS: u32 = 3;
const MAX_RETRIES: u32 = 2;

/// One path to submit.
#[derive(Debug, Clone)]
pub struct Submission {
    pub path: PathBuf,
    pub pack: String,
    pub expected_year: Option<i32>,
    pub case: Option<String>,
    pub engine: EngineId,
    /// Process the file again even if there is a result with the same settings.
    pub again: bool,
}

/// The outcome of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ticket {
    pub document_id: DocumentId,
    pub run_id: RunId,
    /// The run already existed.
    pub reused: bool,
    /// And its result is complete.
    pub finished: bool,
}

/// Why a path did not become a document, or why the workspace could not store it.
#[derive(Debug, Error)]
pub enum Refusal {
    #[error("{0}")]
    File(Failure),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{0:#}")]
    Request(anyhow::Error),
}

impl From<anyhow::Error> for Refusal {
    /// What the workspace could not do is no fault of the request.
    fn from(error: anyhow::Error) -> Self {
        match error.downcast() {
            Ok(error) => Refusal::Store(error),
            Err(error) => Refusal::Request(error),
        }
    }
}

impl Desk {
    /// Stores the original, writes the document and queues its run.
    pub async fn submit(&self, submission: &Submission) -> Result<Ticket, Refusal> {
        let pack = self.pack(&submission.pack)?;
        self.look_at(&submission.path).map_err(Refusal::File)?;
        let limit = self.readers().limits.file_bytes;
        let _taking_in = self.store.take_in().await;
        let kept = self.store.keep_original(&submission.path, limit).await;
        let kept = kept.map_err(unreadable)?;
        let shown = shown_path(&submission.path);
        let settings = self
            .settings_of_run(&pack, submission.expected_year, submission.engine.clone())
            .await?;
        let known = self.store.find_document(&shown, &kept.sha256, &pack.name).await?;
        if let Some(document) = &known
            && !submission.again
            && let Some(run) = readable(self.store.newest_run(document.id).await)?
            && still_good(&run, &settings, document, submission)
        {
            return Ok(Ticket {
                document_id: document.id,
                run_id: run.id,
                reused: true,
                finished: !matches!(run.state, RunState::Queued | RunState::Running),
            });
        }
        let document_id = self.document_for(submission, &pack, known, kept, shown).await?;
        let run = queued(document_id, &pack, settings);
        self.store.queue(&run).await?;
        Ok(Ticket {
            document_id,
            run_id: run.id,
            reused: false,
            finished: false,
        })
    }

    /// The settings of a run queued now, which it keeps to its end.
    pub(super) async fn settings_of_run(
        &self,
        pack: &Pack,
        expected_year: Option<i32>,
        engine: EngineId,
    ) -> anyhow::Result<Settings> {
        let (grader, guides) = match engine.kind {
            EngineKind::Local => ("rules", BTreeMap::new()),
            EngineKind::Model => (GRADER_MODEL, Guides::newest(&self.store, pack).await?),
        };
        let allowance = super::settings::preferences(&self.store).await?.allowance;
        Ok(Settings {
            grader: grader.to_owned(),
            engine,
            expected_year,
            max_attempts: MAX_ATTEMPTS,
            max_retries: MAX_RETRIES,
            policy_version: POLICY_VERSION.to_owned(),
            pack_sha256: pack.sha256.clone(),
            guides,
            allowance,
        })
    }

    /// The known document with updated settings, or a new one.
    async fn document_for(
        &self,
        submission: &Submission,
        pack: &Pack,
        known: Option<Document>,
        kept: Kept,
        path: String,
    ) -> Result<DocumentId, StoreError> {
        if let Some(document) = known {
            self.store
                .set_expected_year(document.id, submission.expected_year)
                .await?;
            self.store.set_case(document.id, submission.case.as_deref()).await?;
            return Ok(document.id);
        }
        let document = Document {
            id: DocumentId::fresh(),
            sha256: kept.sha256,
            file_name: file_name(&submission.path),
            path,
            media_type: kinds::media_type(&submission.path)
                .unwrap_or("application/pdf")
                .to_owned(),
            bytes: kept.bytes,
            page_count: None,
            pack: pack.name.clone(),
            expected_year: submission.expected_year,
            case: submission.case.clone(),
            received_at: now(),
            state: DocumentState::Active,
            outcome: None,
            outcome_message: None,
        };
        self.store.insert_document(&document).await?;
        Ok(document.id)
    }

    /// Checks what can be known of a file without reading it.
    fn look_at(&self, path: &Path) -> Result<(), Failure> {
        let limit = self.readers().limits.file_bytes;
        let shown = path.display();
        let facts = std::fs::metadata(path).map_err(|error| {
            let why = match error.kind() {
                io::ErrorKind::NotFound => "the file does not exist".to_owned(),
                io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
                _ => error.to_string(),
            };
            Failure::new(Outcome::Io, format!("could not read {shown}: {why}"))
        })?;
        if facts.is_dir() {
            return Err(Failure::new(Outcome::NotADocument, format!("{shown} is a folder")));
        }
        if !facts.is_file() {
            return Err(Failure::new(
                Outcome::NotADocument,
                format!("{shown} is not a regular file"),
            ));
        }
        if facts.len() > limit {
            let message = format!(
                "{shown} has {} bytes, more than the limit of {limit} bytes per file",
                facts.len()
            );
            return Err(Failure::new(Outcome::Io, message));
        }
        Ok(())
    }
}

/// An unreadable source is a problem of the file; everything else is one of the workspace.
fn unreadable(error: StoreError) -> Refusal {
    match error {
        StoreError::Unread { path, cause } => {
            let message = format!("could not read {}: {cause}", path.display());
            Refusal::File(Failure::new(Outcome::Io, message))
        }
        other => Refusal::Store(other),
    }
}

/// Whether a run answers this submission: not failed or cancelled, with the same settings and the same case.
fn still_good(run: &Run, settings: &Settings, document: &Document, submission: &Submission) -> bool {
    let alive = matches!(run.state, RunState::Queued | RunState::Running | RunState::Done);
    let readable = document
        .outcome
        .is_none_or(|outcome| outcome.is_readable() || outcome == Outcome::Empty);
    alive
        && readable
        && run.pack == submission.pack
        && run.settings.are_those_of(settings)
        && document.case == submission.case
}

pub(super) fn queued(document_id: DocumentId, pack: &Pack, settings: Settings) -> Run {
    Run {
        id: RunId::fresh(),
        document_id,
        pack: pack.name.clone(),
        pack_version: pack.version.clone(),
        settings,
        stage: Stage::Intake,
        state: RunState::Queued,
        interruptions: 0,
        queued_at: now(),
        started_at: None,
        ended_at: None,
        failure: None,
    }
}

/// The path as results show it: absolute, so that the same file is recognized from another folder.
fn shown_path(path: &Path) -> String {
    std::path::absolute(path)
        .unwrap_or_else(|_| path.to_owned())
        .display()
        .to_string()
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(
        || path.display().to_string(),
        |name| name.to_string_lossy().into_owned(),
    )
}
