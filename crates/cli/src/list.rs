//! `touchstone list`, and the documents it shares with `review list`.

use crate::args::{Global, List, Selection, State};
use crate::names::plain;
use crate::status::Status;
use crate::table::{NOTHING, counted, table};
use crate::{output, table as tables, workspace};
use serde::Serialize;
use touchstone_core::record::{Decided, Document, DocumentState};
use touchstone_engine::Desk;
use touchstone_engine::export::{ExportState, Exported};
use touchstone_engine::store::{Access, DocumentFilter, StoreError, is_of_one_document};
use touchstone_intake::Outcome;

/// One document of the list, as `--json` prints it.
#[derive(Debug, Serialize)]
struct Line<'a> {
    id: Option<String>,
    run_id: Option<String>,
    file_name: &'a str,
    path: &'a str,
    case: Option<&'a str>,
    pack: &'a str,
    received_at: String,
    state: &'static str,
    label: Option<&'a str>,
    confidence: f64,
    decision: Option<&'static str>,
    outcome: &'static str,
}

const DAMAGED: &str = "damaged";

pub(crate) async fn run(args: &List, global: &Global) -> anyhow::Result<Status> {
    let desk = workspace::open(global, Access::ReadOnly).await?;
    let mut chosen = Vec::new();
    let damaged = for_each(&desk, &args.selection, args.state, |document, exported| {
        chosen.push((document.clone(), exported.clone()));
        Ok(())
    })
    .await?;
    desk.close().await?;
    if args.json {
        let whole = chosen.iter().map(|(document, exported)| line(document, exported));
        let lines: Vec<Line<'_>> = whole.chain(damaged.iter().map(damaged_line)).collect();
        output::print(&output::pretty(&lines)?)?;
    } else if !chosen.is_empty() || !damaged.is_empty() {
        output::print(&people(&chosen, &damaged))?;
    }
    if !global.quiet && !args.json {
        eprintln!("{}", counted(chosen.len() + damaged.len(), "document"));
    }
    Ok(report_damaged(&damaged))
}

/// A document with stored data that cannot be read.
pub(crate) struct Damaged {
    /// `None` if the document's own row is damaged.
    document: Option<Document>,
    why: String,
}

/// Reports each damaged document; any makes the whole command fail.
pub(crate) fn report_damaged(damaged: &[Damaged]) -> Status {
    for Damaged { document, why } in damaged {
        let whose = document
            .as_ref()
            .map(|document| format!("{} ({}): ", document.file_name, document.id));
        eprintln!("touchstone: {}", plain(&format!("{}{why}", whose.unwrap_or_default())));
    }
    if damaged.is_empty() {
        Status::Fine
    } else {
        Status::Failed
    }
}

/// Passes every selected document with its export to `take`, oldest first, one at a time. Returns the unreadable ones,
/// since it is unknown whether they would be selected.
pub(crate) async fn for_each(
    desk: &Desk,
    selection: &Selection,
    state: State,
    mut take: impl FnMut(&Document, &Exported) -> anyhow::Result<()>,
) -> anyhow::Result<Vec<Damaged>> {
    let filter = DocumentFilter {
        case: selection.case.clone(),
        state: Some(DocumentState::Active),
        ..DocumentFilter::default()
    };
    let (documents, rows) = desk.documents(&filter).await?;
    let of_row = |damage: StoreError| Damaged {
        document: None,
        why: damage.to_string(),
    };
    let mut damaged: Vec<Damaged> = rows.into_iter().map(of_row).collect();
    for (document, run) in documents {
        let Some(run) = run else { continue };
        match desk.exported(run).await {
            Ok(exported) if selection.wants(&exported) && state.states().contains(&exported.state) => {
                take(&document, &exported)?;
            }
            Ok(_) => {}
            Err(error) if is_of_one_document(&error) => damaged.push(Damaged {
                document: Some(document),
                why: format!("{error:#}"),
            }),
            Err(error) => return Err(error),
        }
    }
    Ok(damaged)
}

impl Selection {
    fn wants(&self, exported: &Exported) -> bool {
        let label = exported.result.classification.label.as_deref();
        self.label
            .as_deref()
            .is_none_or(|wanted| label.is_some_and(|l| l.eq_ignore_ascii_case(wanted)))
    }
}

impl State {
    pub(crate) fn states(self) -> &'static [ExportState] {
        match self {
            State::Settled => &[ExportState::Settled],
            State::NeedsReview => &[ExportState::NeedsReview],
            State::Rejected => &[ExportState::Rejected],
            State::Failed => &[ExportState::Failed],
            State::Unfinished => &[ExportState::Unfinished],
            State::All => &ExportState::ALL,
        }
    }
}

fn line<'a>(document: &'a Document, exported: &'a Exported) -> Line<'a> {
    let result = &exported.result;
    Line {
        id: Some(document.id.to_string()),
        run_id: result.run_id.map(|id| id.to_string()),
        file_name: &document.file_name,
        path: &document.path,
        case: document.case.as_deref(),
        pack: &document.pack,
        received_at: document.received_at.to_string(),
        state: exported.state.as_str(),
        label: result.classification.label.as_deref(),
        confidence: result.classification.confidence,
        decision: result.decided().map(Decided::as_str),
        outcome: result.outcome.as_str(),
    }
}

/// The known part of a damaged document's line.
fn damaged_line(damaged: &Damaged) -> Line<'_> {
    let document = damaged.document.as_ref();
    Line {
        id: document.map(|document| document.id.to_string()),
        run_id: None,
        file_name: document.map_or("", |document| &document.file_name),
        path: document.map_or("", |document| &document.path),
        case: document.and_then(|document| document.case.as_deref()),
        pack: document.map_or("", |document| &document.pack),
        received_at: document.map_or_else(String::new, |document| document.received_at.to_string()),
        state: DAMAGED,
        label: None,
        confidence: 0.0,
        decision: None,
        outcome: Outcome::Io.as_str(),
    }
}

fn people(chosen: &[(Document, Exported)], damaged: &[Damaged]) -> String {
    let with_case = chosen.iter().any(|(document, _)| document.case.is_some());
    let mut header = vec!["id", "file", "type", "year", "confidence", "state"];
    if with_case {
        header.push("case");
    }
    let mut table = table(&header);
    for (document, exported) in chosen {
        let row = tables::Row::of(&exported.result);
        let mut cells = vec![
            document.id.to_string(),
            plain(&document.file_name),
            row.kind,
            row.year,
            row.confidence,
            exported.state.as_str().replace('_', " "),
        ];
        if with_case {
            cells.push(document.case.as_deref().map_or_else(|| NOTHING.to_owned(), plain));
        }
        table.add_row(cells);
    }
    for Damaged { document, .. } in damaged {
        let document = document.as_ref();
        let id = document.map_or_else(|| NOTHING.to_owned(), |document| document.id.to_string());
        let name = document.map_or_else(|| NOTHING.to_owned(), |document| plain(&document.file_name));
        table.add_row([id.as_str(), name.as_str(), NOTHING, NOTHING, NOTHING, DAMAGED]);
    }
    table.trim_fmt() + "\n"
}
