//! `touchstone list` and the choice of documents that it shares with `export`.

use crate::args::{Global, List, Selection, State};
use crate::names::plain;
use crate::status::Status;
use crate::table::{NOTHING, counted, table};
use crate::{output, table as tables, workspace};
use serde::Serialize;
use touchstone_engine::Desk;
use touchstone_engine::export::{ExportState, Exported};
use touchstone_engine::record::{Decided, Document, DocumentState};
use touchstone_engine::store::{Access, DocumentFilter};

/// One document of the list, as `--json` prints it.
#[derive(Debug, Serialize)]
struct Line<'a> {
    id: String,
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

pub(crate) async fn run(args: &List, global: &Global) -> anyhow::Result<Status> {
    let desk = workspace::open(global, Access::ReadOnly).await?;
    let mut chosen = Vec::new();
    for_each(&desk, &args.selection, |document, exported| {
        chosen.push((document.clone(), exported.clone()));
        Ok(())
    })
    .await?;
    desk.close().await?;
    if args.json {
        let lines: Vec<Line<'_>> = chosen
            .iter()
            .map(|(document, exported)| line(document, exported))
            .collect();
        output::print(&output::pretty(&lines)?)?;
    } else if !chosen.is_empty() {
        output::print(&people(&chosen))?;
    }
    if !global.quiet && !args.json {
        eprintln!("{}", counted(chosen.len(), "document"));
    }
    Ok(Status::Fine)
}

/// Hands every chosen document with its export to `take`, oldest first, one at a time.
pub(crate) async fn for_each(
    desk: &Desk,
    selection: &Selection,
    mut take: impl FnMut(&Document, &Exported) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let filter = DocumentFilter {
        case: selection.case.clone(),
        state: Some(DocumentState::Active),
        ..DocumentFilter::default()
    };
    for (document, run) in desk.documents(&filter).await? {
        let Some(run) = run else { continue };
        let exported = desk.exported(run).await?;
        if selection.wants(&exported) {
            take(&document, &exported)?;
        }
    }
    Ok(())
}

impl Selection {
    fn wants(&self, exported: &Exported) -> bool {
        let label = exported.result.classification.label.as_deref();
        let labelled = self
            .label
            .as_deref()
            .is_none_or(|wanted| label.is_some_and(|l| l.eq_ignore_ascii_case(wanted)));
        labelled && self.state.is_none_or(|wanted| wanted.is(exported.state))
    }
}

impl State {
    fn is(self, state: ExportState) -> bool {
        let wanted = match self {
            State::Settled => ExportState::Settled,
            State::NeedsReview => ExportState::NeedsReview,
            State::Rejected => ExportState::Rejected,
            State::Failed => ExportState::Failed,
            State::Unfinished => ExportState::Unfinished,
        };
        wanted == state
    }
}

fn line<'a>(document: &'a Document, exported: &'a Exported) -> Line<'a> {
    let result = &exported.result;
    Line {
        id: document.id.to_string(),
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

fn people(chosen: &[(Document, Exported)]) -> String {
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
    table.trim_fmt() + "\n"
}
