//! `touchstone search`: lists the pages that contain the words, best match first.

use crate::args::{Global, Search};
use crate::names::plain;
use crate::status::Status;
use crate::table::{counted, table};
use crate::{output, workspace};
use std::collections::HashMap;
use touchstone_engine::store::{Access, DocumentFilter};

pub(crate) async fn run(args: &Search, global: &Global) -> anyhow::Result<Status> {
    let desk = workspace::open(global, Access::ReadOnly).await?;
    let hits = desk.search(&args.query.join(" "), args.limit).await?;
    let (documents, _damaged) = desk.documents(&DocumentFilter::default()).await?;
    desk.close().await?;
    let names: HashMap<_, _> = documents
        .iter()
        .map(|(document, _)| (document.id, &document.file_name))
        .collect();
    let mut table = table(&["document", "file", "page", "text"]);
    for hit in &hits {
        table.add_row([
            hit.document.to_string(),
            names.get(&hit.document).map(|name| plain(name)).unwrap_or_default(),
            hit.page.to_string(),
            plain(&hit.snippet),
        ]);
    }
    if !hits.is_empty() {
        output::print_line(&table.trim_fmt())?;
    }
    if !global.quiet {
        eprintln!("{}", counted(hits.len(), "page"));
    }
    Ok(Status::Fine)
}
