//! Collects the answers of one `classify`: which input waits for which run, and where each answer is written.

use crate::args::Classify;
use crate::inputs::Input;
use crate::names::Names;
use crate::progress::Progress;
use crate::table::{Row, Verdict};
use crate::{output, table};
use anyhow::Context;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use touchstone_core::record::{DocumentId, RunId};
use touchstone_engine::export::ResultJson;
use touchstone_engine::store::is_of_one_document;
use touchstone_engine::{Desk, Ticket};
use touchstone_intake::{Failure, Outcome};

/// Max time for writing answers after Ctrl-C, which must end the program within two seconds.
const AFTER_STOP: Duration = Duration::from_millis(500);

/// Where answers are written.
pub(crate) struct Delivery {
    form: Form,
    out: Option<(PathBuf, Names)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Table,
    /// One object.
    Json,
    /// One array.
    Array,
    Lines,
}

impl Delivery {
    /// Creates the folder for `--out`, so that an unwritable place is reported before the work starts.
    pub(crate) fn new(args: &Classify, single: bool) -> anyhow::Result<Self> {
        if let Some(folder) = &args.out {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("could not create the folder {} for `--out`", folder.display()))?;
        }
        let form = match (args.json, args.ndjson) {
            (true, _) if single => Form::Json,
            (true, _) => Form::Array,
            (false, true) => Form::Lines,
            (false, false) => Form::Table,
        };
        Ok(Self {
            form,
            out: args.out.clone().map(|folder| (folder, Names::default())),
        })
    }

    /// A table at the end.
    pub(crate) fn to_people() -> Self {
        Self {
            form: Form::Table,
            out: None,
        }
    }

    /// Writes an answer as soon as it is available. The table and `--json` wait for the last one.
    fn deliver(&mut self, result: &ResultJson) -> anyhow::Result<()> {
        if let Some((folder, names)) = &mut self.out
            && Verdict::of(result) != Verdict::Unfinished
        {
            let id = result.document.id.map(|id| id.to_string());
            // The end of an id is its random part; ids created in the same minute share their beginning.
            let short = id.as_deref().and_then(|id| id.rsplit('-').next()).unwrap_or("unread");
            let path = folder.join(names.json(&result.document.file_name, short));
            output::write_file(&path, &output::pretty(result)?)?;
        }
        if self.form == Form::Lines {
            let line = serde_json::to_string(result).context("could not write a result as JSON")?;
            output::print_line(&line)?;
        }
        Ok(())
    }
}

/// Options that apply to every input, for the results of inputs that were not read.
#[derive(Debug, Clone, Default)]
pub(crate) struct Asked {
    pub(crate) pack: String,
    pub(crate) year: Option<i32>,
    pub(crate) case: Option<String>,
}

impl From<&Classify> for Asked {
    fn from(args: &Classify) -> Self {
        Self {
            pack: args.pack.clone(),
            year: args.year,
            case: args.case.clone(),
        }
    }
}

/// All inputs of one call and their state.
pub(crate) struct Batch<'a> {
    pub(crate) desk: &'a Desk,
    asked: Asked,
    pack_version: Option<String>,
    /// A later document may contradict an accepted one, so its answer waits until the end.
    compares: bool,
    delivery: Delivery,
    progress: Progress,
    slots: Vec<Slot>,
    waiting: HashMap<RunId, Vec<usize>>,
    /// Runs that ended before their input was registered.
    ended: HashSet<RunId>,
    /// File names of documents whose pages may still be read.
    names: HashMap<DocumentId, String>,
    /// When to stop writing answers after the user asked to end.
    until: Option<Instant>,
}

/// One input, in the order of the command line.
struct Slot {
    path: String,
    source: Source,
    row: Option<Row>,
    delivered: bool,
}

enum Source {
    Run(Ticket),
    /// Refused on import, or not started yet.
    Unread(Box<ResultJson>),
}

impl<'a> Batch<'a> {
    pub(crate) fn new(desk: &'a Desk, asked: Asked, delivery: Delivery, progress: Progress) -> Self {
        let known = desk.packs().into_iter().find(|known| known.name == asked.pack);
        Self {
            desk,
            asked,
            pack_version: known.as_ref().map(|known| known.version.clone()),
            compares: known.is_some_and(|known| known.compares_documents()),
            delivery,
            progress,
            slots: Vec::new(),
            waiting: HashMap::new(),
            ended: HashSet::new(),
            names: HashMap::new(),
            until: None,
        }
    }

    /// Reports progress on the pages of a document.
    pub(crate) fn pages_read(&self, document: DocumentId, done: u32, total: Option<u32>) {
        if let Some((name, total)) = self.names.get(&document).zip(total) {
            self.progress.reading(name, done, total);
        }
    }

    /// Registers an input with its run and answers if the run has ended already.
    pub(crate) async fn accepted(&mut self, input: &Input, ticket: Ticket) -> anyhow::Result<()> {
        self.waiting.entry(ticket.run_id).or_default().push(self.slots.len());
        let name = input.path.file_name().unwrap_or(input.path.as_os_str());
        self.names
            .insert(ticket.document_id, name.to_string_lossy().into_owned());
        self.slots.push(Slot {
            path: input.path.to_string_lossy().into_owned(),
            source: Source::Run(ticket),
            row: None,
            delivered: false,
        });
        if self.ended.remove(&ticket.run_id) || ticket.finished {
            self.answer(ticket.run_id).await?;
        }
        Ok(())
    }

    /// Answers for an input that never became a document.
    pub(crate) async fn refused(&mut self, input: &Input, failure: &Failure) -> anyhow::Result<()> {
        let path = input.path.to_string_lossy().into_owned();
        let result = self.unread(&path, failure.outcome, &failure.message);
        let slot = self.slots.len();
        self.slots.push(Slot {
            path,
            source: Source::Unread(Box::new(result)),
            row: None,
            delivered: false,
        });
        self.answer_slot(slot).await
    }

    fn unread(&self, path: &str, outcome: Outcome, message: &str) -> ResultJson {
        let result = ResultJson::unreadable(path, &self.asked.pack, outcome, message);
        let mut result = result.asked_for(self.asked.year, self.asked.case.as_deref());
        result.pack.version.clone_from(&self.pack_version);
        result
    }

    /// Answers every input that waits for this run.
    pub(crate) async fn answer(&mut self, run: RunId) -> anyhow::Result<()> {
        let Some(slots) = self.waiting.remove(&run) else {
            self.ended.insert(run);
            return Ok(());
        };
        for slot in slots {
            self.answer_slot(slot).await?;
        }
        Ok(())
    }

    /// Marks inputs that were not started as cancelled, with a single query: there may be thousands.
    async fn leave_unbegun(&mut self) -> anyhow::Result<()> {
        let unbegun = self.desk.unbegun().await?;
        for index in 0..self.slots.len() {
            let Slot {
                path,
                source,
                delivered,
                ..
            } = &self.slots[index];
            if let Source::Run(ticket) = source
                && !delivered
                && unbegun.contains(&ticket.document_id)
            {
                let mut result = self.unread(path, Outcome::Cancelled, "stopped before it was read");
                (result.run_id, result.document.id) = (Some(ticket.run_id), Some(ticket.document_id));
                self.slots[index].source = Source::Unread(Box::new(result));
                self.slots[index].row = None;
            }
        }
        Ok(())
    }

    async fn answer_slot(&mut self, index: usize) -> anyhow::Result<()> {
        let result = self.result(index).await?;
        let row = Row::of(&result);
        if row.verdict != Verdict::Unfinished {
            self.progress.finished(&result.document.file_name, &row.brief());
        }
        let waits = self.compares && matches!(row.verdict, Verdict::Accepted | Verdict::Unfinished);
        self.slots[index].row = Some(row);
        if !waits {
            self.deliver(index, &result)?;
        }
        Ok(())
    }

    fn deliver(&mut self, index: usize, result: &ResultJson) -> anyhow::Result<()> {
        self.slots[index].delivered = true;
        self.delivery.deliver(result)
    }

    /// The result of the document's newest run, which may be a later verification of the input's own run.
    async fn result(&self, index: usize) -> anyhow::Result<ResultJson> {
        let slot = &self.slots[index];
        match &slot.source {
            Source::Run(ticket) => match self.newest(ticket.run_id).await {
                Ok(result) => Ok(result.seen_at(&slot.path)),
                Err(error) if is_of_one_document(&error) => {
                    let message = format!("could not load the result: {error:#}");
                    Ok(self.unread(&slot.path, Outcome::Io, &message))
                }
                Err(error) => Err(error),
            },
            Source::Unread(result) => Ok((**result).clone()),
        }
    }

    async fn newest(&self, run: RunId) -> anyhow::Result<ResultJson> {
        self.desk.result(self.desk.newest_of(run).await?).await
    }

    /// Answers every input without an answer yet (missed, or unfinished when work was `stopped`), then prints what
    /// waited for the last one. After a stop, results that take longer than `AFTER_STOP` to load are left to the next
    /// start.
    pub(crate) async fn finish(mut self, stopped: bool) -> anyhow::Result<Vec<Row>> {
        if stopped {
            self.until = Some(Instant::now() + AFTER_STOP);
            self.leave_unbegun().await?;
        }
        let mut unwritten = 0;
        for index in 0..self.slots.len() {
            if self.is_late(index) {
                let Slot { row, delivered, .. } = &self.slots[index];
                let is_written = *delivered || self.delivery.form == Form::Table && row.is_some();
                unwritten += usize::from(!is_written);
                continue;
            }
            if self.slots[index].row.is_none() {
                self.answer_slot(index).await?;
            }
            if !self.slots[index].delivered {
                let result = self.result(index).await?;
                self.slots[index].row = Some(Row::of(&result));
                self.deliver(index, &result)?;
            }
        }
        self.progress.close();
        if unwritten > 0 {
            let documents = table::counted(unwritten, "document");
            eprintln!("touchstone: stopped before {documents} could be written; run the same command again to do so");
        }
        let rows: Vec<Row> = self.slots.iter().filter_map(|slot| slot.row.clone()).collect();
        match self.delivery.form {
            Form::Json if rows.is_empty() => {}
            Form::Table => {
                // The summary counts the unfinished ones.
                let listed = rows.iter().filter(|row| !stopped || row.verdict != Verdict::Unfinished);
                let listed: Vec<Row> = listed.cloned().collect();
                if !listed.is_empty() {
                    output::print(&table::render(&listed))?;
                }
            }
            Form::Lines => {}
            Form::Json => output::print(&output::pretty(&self.result(0).await?)?)?,
            Form::Array => self.print_array().await?,
        }
        Ok(rows)
    }

    /// Prints one result at a time, so that a large batch is never held in memory.
    async fn print_array(&self) -> anyhow::Result<()> {
        output::print("[")?;
        let mut separator = "\n";
        for index in (0..self.slots.len()).filter(|index| !self.is_late(*index)) {
            output::print(separator)?;
            output::print(output::pretty(&self.result(index).await?)?.trim_end())?;
            separator = ",\n";
        }
        output::print("\n]\n")
    }

    /// Whether a result would have to be loaded and no time is left for it.
    fn is_late(&self, index: usize) -> bool {
        let loads = matches!(self.slots[index].source, Source::Run(_));
        loads && self.until.is_some_and(|until| Instant::now() >= until)
    }
}
