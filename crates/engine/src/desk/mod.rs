//! The facade for the front ends: submit documents, process them, query results. One method for each operation; the
//! work is done in the modules below. Arguments, tables and windows belong to the front ends.

mod checkup;
mod submit;
mod work;

mod acts;
mod audit;
mod cases;
mod classified;
mod consents;
mod correct;
mod document;
mod engines;
mod evaluation;
mod explain;
mod export;
mod export_files;
mod export_window;
mod fields;
mod guides;
mod history;
mod installation;
mod import;
mod import_truth;
mod kept;
mod library;
mod limit;
mod models;
mod notices;
mod packet;
mod page_marking;
mod pictures;
mod prints;
mod priors;
mod proposals;
mod queue;
mod readers;
mod probes;
mod readings;
mod recheck;
mod register;
mod paused_providers;
mod review;
mod review_queue;
mod scene;
mod second_review;
mod sent;
mod settings;
mod sides;
mod spending;
mod stacks;
mod steps;
mod edit_descriptions;
mod trouble;
mod unlock;
mod missing_evidence;
pub mod views;
mod words;

use crate::error::panics::caught;
use crate::event::{Listener, Watcher};
use crate::export::ResultJson;
use crate::pipeline::{Replay, replay};
use crate::provider::{Catalog, CatalogError, Environment, KeyHolder, Network, RetryPolicy};
use crate::review::{corrected, grammar};
use crate::store::{Access, DocumentFilter, Hit, Place, Store, StoreError};
use anyhow::{Context, anyhow, bail};
pub use checkup::{Checkup, PackState};
pub use export::{ExportOrder, ExportOutcome};
pub use export_files::ensure_replaceable;
pub use export_window::export_formats;
pub use import_truth::TruthImport;
pub use models::Probed;
pub use notices::notices;
pub use pictures::{Look, Part};
pub use review::OpenBlockers;
pub use sides::{Comparison, SidesOrder};
pub use spending::PRICE_UNKNOWN;
pub use stacks::{AskedStack, FilledStack, NewStack};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
pub use submit::{Refusal, Submission, Ticket};
use touchstone_core::pack::{Pack, PackShelf};
use touchstone_core::record::{Document, DocumentId, Extraction, RunId, RunRecord, Signals, StepKind};
use touchstone_intake::{Recogniser, Script};

/// Options set by a front end when it opens a workspace.
#[derive(Debug, Clone, Default)]
pub struct DeskOptions {
    /// Documents processed at a time; `None` means one per core.
    pub jobs: Option<usize>,
    /// The user's pack folders, which override built-in packs of the same name.
    pub packs: Vec<PathBuf>,
    /// The user's catalog of language models, which overrides the built-in one.
    pub catalog: Option<PathBuf>,
    /// File with the secret of this installation, outside of every workspace. Without it, consents are forgotten when the
    /// desk is closed.
    pub installation: Option<PathBuf>,
    /// Source of provider keys; defaults to the environment.
    pub keys: Option<Arc<dyn KeyHolder>>,
    /// The OCR engine used while the desk is open; `None` uses the user's preference.
    pub recogniser: Option<Recogniser>,
    /// The script to recognize; `None` uses the user's preference.
    pub script: Option<Script>,
    /// The reader program, if it is not next to the executable.
    pub reader: Option<PathBuf>,
    /// Retry policy for providers of language models.
    pub retry_policy: RetryPolicy,
    /// Take the number of workers, and limits below the program's own, from the user's preferences.
    pub as_preferred: bool,
}

/// An open workspace.
pub struct Desk {
    store: Store,
    shelf: Arc<PackShelf>,
    chosen: readers::Chosen,
    /// Or the mistake in the user's catalog, which is reported only where a model is needed.
    catalog: Result<Catalog, CatalogError>,
    network: Arc<Network>,
    installation: installation::Installation,
    keys: Arc<dyn KeyHolder>,
    limit: limit::Limit,
    listings: models::Listings,
    trials: probes::Trials,
    /// Kept in memory only, while the desk is open.
    passwords: unlock::Passwords,
    queue: queue::Queue,
    requests: proposals::Requests,
    pictures: pictures::Pictures,
    /// The reviewer's name, if set by the front end; otherwise the settings name one.
    reviewer: Option<String>,
}

/// The result of looking up an id or the beginning of one.
#[derive(Debug, Clone, PartialEq)]
pub enum Found {
    /// A document, with its newest run if it has one.
    Document(Box<Document>, Option<RunId>),
    Run(RunId),
}

enum Named {
    Document(DocumentId),
    Run(RunId),
}

impl Desk {
    /// Opens a workspace. Failures that a front end may act on carry a `Code` (see `store::code_of`).
    pub async fn open(place: &Place, access: Access, options: DeskOptions) -> anyhow::Result<Desk> {
        let store = Store::open(place, access).await?;
        let preferred = settings::preferences(&store).await?;
        let shelf = Arc::new(PackShelf::open(&pack_folders(&options.packs)));
        let chosen = readers::Chosen::new(&options, &preferred);
        if access == Access::Own {
            store
                .recover()
                .await
                .context("could not resume work that an earlier session left unfinished")?;
            store.drop_forgotten_prints().await?;
        }
        let desk = Desk {
            store,
            shelf,
            chosen,
            catalog: Catalog::load(options.catalog.as_deref()),
            network: Arc::new(Network::new(preferred.local_only, options.retry_policy)),
            installation: installation::Installation::open(options.installation)?,
            passwords: unlock::Passwords::default(),
            queue: queue::Queue::default(),
            requests: proposals::Requests::default(),
            limit: limit::Limit::of(preferred.spend_limit_cents),
            listings: models::Listings::default(),
            trials: probes::Trials::default(),
            keys: options.keys.unwrap_or_else(|| Arc::new(Environment)),
            pictures: pictures::Pictures::default(),
            reviewer: None,
        };
        desk.recall_consents().await?;
        Ok(desk)
    }

    /// Signs edits and verdicts from here on with this name, overriding the settings.
    #[must_use]
    pub fn signed_by(mut self, reviewer: Option<String>) -> Self {
        self.reviewer = reviewer;
        self
    }

    /// The author of edits and verdicts, if a name is known.
    async fn author(&self) -> anyhow::Result<Option<String>> {
        match &self.reviewer {
            Some(name) => Ok(Some(name.clone())),
            None => Ok(self.preferences().await?.reviewer),
        }
    }

    pub fn packs(&self) -> Vec<Arc<Pack>> {
        self.shelf.packs().to_vec()
    }

    /// Mistakes in packs that could not be loaded.
    pub fn pack_faults(&self) -> Vec<String> {
        self.shelf.faults().map(ToString::to_string).collect()
    }

    /// Subscribes to everything committed from now on.
    pub fn events(&self) -> Listener {
        self.store.subscribe()
    }

    /// Subscribes to live model output from now on.
    pub fn watch(&self) -> Watcher {
        self.store.watch()
    }

    /// The result of a run as far as it has come.
    pub async fn result(&self, run: RunId) -> anyhow::Result<ResultJson> {
        caught(async {
            let run_record = self.run_record(run).await?;
            let grammar = grammar(self.pack(&run_record.run.pack).ok().as_deref());
            Ok(ResultJson::of(&run_record, &|marking| grammar.line(marking)))
        })
        .await?
    }

    /// The newest run of the document that the given run belongs to.
    pub async fn newest_of(&self, run: RunId) -> anyhow::Result<RunId> {
        let document = self.store.document_of(run).await?;
        Ok(self.store.newest_run(document).await?.map_or(run, |newest| newest.id))
    }

    /// Everything about a run, with its values as corrected by users.
    pub async fn run_record(&self, run: RunId) -> anyhow::Result<RunRecord> {
        let stored = self.store.run_record(run).await;
        Ok(corrected(stored.with_context(|| format!("could not load run {run}"))?))
    }

    /// Signals behind the values of a run's forms, by path; forms are in the order of the result.
    pub async fn signals(&self, run: RunId) -> anyhow::Result<Vec<BTreeMap<String, Signals>>> {
        let mut all = Vec::new();
        for form in self.store.best_forms(run).await? {
            let steps = self.store.steps(form.attempt_id).await?;
            let reply = steps.into_iter().rfind(|step| step.kind == StepKind::Reply);
            let signals = reply
                .map(|step| serde_json::from_value::<Extraction>(step.content))
                .transpose();
            let signals = signals.with_context(|| format!("could not read a reply of run {run}"))?;
            all.push(signals.map(|extraction| extraction.signals).unwrap_or_default());
        }
        Ok(all)
    }

    /// Documents with their newest runs, oldest first, and errors for damaged rows.
    pub async fn documents(
        &self,
        filter: &DocumentFilter,
    ) -> anyhow::Result<(Vec<(Document, Option<RunId>)>, Vec<StoreError>)> {
        let (whole, damaged) = self.store.overviews(filter).await?;
        Ok((whole.into_iter().map(|row| (row.document, row.run)).collect(), damaged))
    }

    /// Looks up a document or run by its id or an unambiguous beginning of it.
    pub async fn find(&self, id: &str) -> anyhow::Result<Found> {
        match self.named(id).await? {
            Named::Document(document) => {
                let document = self.store.document(document).await?;
                let newest = self.store.newest_run(document.id).await?.map(|run| run.id);
                Ok(Found::Document(Box::new(document), newest))
            }
            Named::Run(run) => Ok(Found::Run(run)),
        }
    }

    /// Looks up a document by such an id, its own or a run's. Its rows may be damaged.
    pub async fn find_document(&self, id: &str) -> anyhow::Result<DocumentId> {
        match self.named(id).await? {
            Named::Document(document) => Ok(document),
            Named::Run(run) => self.document_of(run).await,
        }
    }

    async fn named(&self, id: &str) -> anyhow::Result<Named> {
        let wanted = id.trim().to_ascii_lowercase();
        let (documents, runs) = self.store.ids_starting_with(&wanted).await?;
        match (documents.as_slice(), runs.as_slice()) {
            ([document], []) => Ok(Named::Document(*document)),
            ([], [run]) => Ok(Named::Run(*run)),
            ([], []) => bail!(
                anyhow!("no document or run has an id that begins with `{id}`").context(crate::error::Code::NotFound)
            ),
            _ => bail!(
                "{} ids begin with `{id}`: give more characters",
                documents.len() + runs.len()
            ),
        }
    }

    /// Recomputes a run's issues and decision from its rows and compares them.
    pub async fn replay(&self, run: RunId) -> anyhow::Result<Replay> {
        let stored = self.store.run(run).await?;
        let pack = self.pack(&stored.pack)?;
        Ok(replay(&self.store, &pack, run).await?)
    }

    /// Documents whose pages contain the words, best match first.
    pub async fn search(&self, words: &str, limit: u32) -> anyhow::Result<Vec<Hit>> {
        Ok(self.store.search(words, limit).await?)
    }

    /// Stops all readers and closes the database, leaving the workspace as one plain file.
    pub async fn close(&self) -> anyhow::Result<()> {
        self.close_pictures().await;
        Ok(self.store.close().await?)
    }

    fn pack(&self, name: &str) -> anyhow::Result<Arc<Pack>> {
        Ok(self.shelf.get(name)?)
    }
}

fn pack_folders(of_user: &[PathBuf]) -> Vec<PathBuf> {
    touchstone_core::pack::default_folder()
        .into_iter()
        .chain(of_user.iter().cloned())
        .collect()
}
