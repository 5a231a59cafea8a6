//! The answers of one `classify`: which input waits for which run, and where an answer goes as soon as it is there.

use crate::args::Classify;
use crate::inputs::Input;
use crate::names::Names;
use crate::output;
use crate::progress::Progress;
use crate::table::{self, Row, Verdict};
use anyhow::Context;
use std::collections::HashMap;
use std::path::PathBuf;
use touchstone_engine::export::ResultJson;
use touchstone_engine::record::{DocumentId, RunId};
use touchstone_engine::store::is_of_one_document;
use touchstone_engine::{Desk, Ticket};
use touchstone_intake::Outcome;

/// Where answers go.
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
    /// Makes the folder for `--out`, so that a place that cannot be written is found before the work.
    pub(crate) fn new(args: &Classify, single: bool) -> anyhow::Result<Self> {
        if let Some(folder) = &args.out {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("could not make the folder {} for `--out`", folder.display()))?;
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

    /// What is written as soon as the answer is there. The table and `--json` wait for the last one.
    fn deliver(&mut self, result: &ResultJson) -> anyhow::Result<()> {
        if let Some((folder, names)) = &mut self.out {
            let id = result.document.id.map(|id| id.to_string());
            // The end of an id is its random part; the beginning is the same for documents of one minute.
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

/// All inputs of one call and what became of them.
pub(crate) struct Batch<'a> {
    pub(crate) desk: &'a Desk,
    pack: (String, Option<String>),
    /// An accepted document may be contradicted by one that comes later, so its answer waits for the last one.
    compares: bool,
    delivery: Delivery,
    progress: Progress,
    slots: Vec<Slot>,
    waiting: HashMap<RunId, Vec<usize>>,
    /// What the files of documents are called whose pages may still be read.
    names: HashMap<DocumentId, String>,
}

/// One input, in the order of the command line.
struct Slot {
    path: String,
    source: Source,
    row: Option<Row>,
    delivered: bool,
}

enum Source {
    Run(RunId),
    /// It never became a document.
    Refused(Box<ResultJson>),
}

impl<'a> Batch<'a> {
    pub(crate) fn new(desk: &'a Desk, pack: &str, delivery: Delivery, progress: Progress) -> Self {
        let known = desk.packs().into_iter().find(|known| known.name == pack);
        Self {
            desk,
            pack: (pack.to_owned(), known.as_ref().map(|known| known.version.clone())),
            compares: known.is_some_and(|known| known.compares_documents()),
            delivery,
            progress,
            slots: Vec::new(),
            waiting: HashMap::new(),
            names: HashMap::new(),
        }
    }

    /// More pages of a document are read.
    pub(crate) fn pages_read(&self, document: DocumentId, done: u32, total: Option<u32>) {
        if let Some((name, total)) = self.names.get(&document).zip(total) {
            self.progress.reading(name, done, total);
        }
    }

    /// The input has a run; when that is done already, so is the answer.
    pub(crate) async fn accepted(&mut self, input: &Input, ticket: Ticket) -> anyhow::Result<()> {
        self.waiting.entry(ticket.run_id).or_default().push(self.slots.len());
        let name = input.path.file_name().unwrap_or(input.path.as_os_str());
        self.names
            .insert(ticket.document_id, name.to_string_lossy().into_owned());
        self.slots.push(Slot {
            path: input.path.to_string_lossy().into_owned(),
            source: Source::Run(ticket.run_id),
            row: None,
            delivered: false,
        });
        if ticket.reused
            && !self
                .desk
                .result(ticket.run_id)
                .await
                .is_ok_and(|result| result.is_unfinished())
        {
            self.answer(ticket.run_id).await?;
        }
        Ok(())
    }

    /// The input never became a document.
    pub(crate) async fn refused(
        &mut self,
        input: &Input,
        args: &Classify,
        outcome: Outcome,
        message: &str,
    ) -> anyhow::Result<()> {
        let path = input.path.to_string_lossy().into_owned();
        let mut result =
            ResultJson::unreadable(&path, &self.pack.0, outcome, message).asked_for(args.year, args.case.as_deref());
        result.pack.version.clone_from(&self.pack.1);
        let slot = self.slots.len();
        self.slots.push(Slot {
            path,
            source: Source::Refused(Box::new(result)),
            row: None,
            delivered: false,
        });
        self.answer_slot(slot).await
    }

    /// Answers every input that waits for this run.
    pub(crate) async fn answer(&mut self, run: RunId) -> anyhow::Result<()> {
        for slot in self.waiting.remove(&run).unwrap_or_default() {
            self.answer_slot(slot).await?;
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

    /// What the newest run of the document says, which may be another verification of what the input's own run read.
    async fn result(&self, index: usize) -> anyhow::Result<ResultJson> {
        let slot = &self.slots[index];
        match &slot.source {
            Source::Run(run) => match self.newest(*run).await {
                Ok(result) => Ok(result.seen_at(&slot.path)),
                Err(error) if is_of_one_document(&error) => {
                    let message = format!("could not load the result: {error:#}");
                    Ok(ResultJson::unreadable(&slot.path, &self.pack.0, Outcome::Io, &message))
                }
                Err(error) => Err(error),
            },
            Source::Refused(result) => Ok((**result).clone()),
        }
    }

    async fn newest(&self, run: RunId) -> anyhow::Result<ResultJson> {
        self.desk.result(self.desk.newest_of(run).await?).await
    }

    /// Answers whatever has no answer yet (missed, or not finished when work stopped), then prints what waited for
    /// the last one.
    pub(crate) async fn finish(mut self) -> anyhow::Result<Vec<Row>> {
        for index in 0..self.slots.len() {
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
        let rows: Vec<Row> = self.slots.iter().filter_map(|slot| slot.row.clone()).collect();
        match self.delivery.form {
            Form::Table | Form::Json if rows.is_empty() => {}
            Form::Table => output::print(&table::render(&rows))?,
            Form::Lines => {}
            Form::Json => output::print(&output::pretty(&self.result(0).await?)?)?,
            Form::Array => self.print_array().await?,
        }
        Ok(rows)
    }

    /// One result at a time, so that a large batch is never held whole.
    async fn print_array(&self) -> anyhow::Result<()> {
        output::print("[")?;
        for index in 0..self.slots.len() {
            output::print(if index == 0 { "\n" } else { ",\n" })?;
            output::print(output::pretty(&self.result(index).await?)?.trim_end())?;
        }
        output::print("\n]\n")
    }
}
