//! `touchstone explain`: why a field has its value.

use crate::args::{Explain, Global};
use crate::names::plain;
use crate::status::Status;
use crate::table::table;
use crate::{output, workspace};
use std::fmt::Write;
use touchstone_core::record::Explanation;
use touchstone_engine::store::Access;
use touchstone_engine::views::{ExplanationView, QuoteView};

pub(crate) async fn run(args: &Explain, global: &Global) -> anyhow::Result<Status> {
    let desk = workspace::open(global, Access::ReadOnly).await?;
    let found = desk.explain(&args.id, &args.field).await;
    desk.close().await?;
    let found = found?;
    output::print(&if args.json {
        output::pretty(&found)?
    } else {
        text(&found)?
    })?;
    Ok(Status::Fine)
}

fn text(found: &ExplanationView) -> Result<String, std::fmt::Error> {
    let mut page = String::new();
    writeln!(
        page,
        "{} (form {}, {})",
        plain(&found.name),
        found.form,
        plain(&found.label)
    )?;
    let by = found.filled_by.as_deref().unwrap_or("nothing");
    match &found.value {
        Some(value) => writeln!(
            page,
            "  value       {} ({} %, by {})",
            plain(value),
            found.confidence,
            plain(by)
        )?,
        None => writeln!(page, "  value       none (by {})", plain(by))?,
    }
    if let Some(raw) = found.raw.as_ref().filter(|_| found.value.is_some()) {
        writeln!(page, "  as printed  {}", plain(raw))?;
    }
    if found.edited {
        writeln!(page, "  an edit by a person or the correction agent is in force")?;
    }
    for quote in &found.evidence {
        let captions = quote.captions.iter().map(|caption| plain(caption)).collect::<Vec<_>>();
        writeln!(
            page,
            "  evidence    page {}{}: \"{}\" under \"{}\"",
            quote.page,
            words(quote),
            plain(&quote.quote),
            captions.join(", ")
        )?;
    }
    for line in &found.provenance {
        writeln!(page, "  from        {}", plain(line))?;
    }
    for issue in &found.issues {
        writeln!(page, "  issue       {}", plain(issue))?;
    }
    for copy in &found.copies {
        write!(page, "\n{}", copied(copy)?)?;
    }
    if let Some(note) = &found.note {
        writeln!(page, "\n{}", plain(note))?;
    }
    Ok(page)
}

/// `, words 13 to 14 of reading 1`, or nothing for a place without words.
fn words(quote: &QuoteView) -> String {
    let (first, end) = quote.words;
    if first == end {
        return String::new();
    }
    format!(", words {} to {end} of reading {}", first + 1, quote.reading)
}

/// One copy of the form, with its captions and candidates as tables.
fn copied(copy: &Explanation) -> Result<String, std::fmt::Error> {
    let mut page = String::new();
    let read_by = copy
        .read_by
        .as_deref()
        .unwrap_or("nothing: the field is empty on this copy");
    writeln!(page, "page {}, read by: {read_by}", copy.page)?;
    if !copy.captions.is_empty() {
        let mut captions = table(&["caption", "role", "score", "box label", "passes"]);
        for caption in &copy.captions {
            captions.add_row([
                plain(&caption.text),
                caption.role.clone(),
                format!("{} %", caption.score),
                if caption.labelled { "printed" } else { "" }.to_owned(),
                caption.passes.join(", "),
            ]);
        }
        writeln!(page, "{}", captions.trim_fmt())?;
    }
    if !copy.candidates.is_empty() {
        let mut candidates = table(&["candidate", "won", "weight", "placed", "side", "form's side", "format"]);
        for one in &copy.candidates {
            let yes = |holds: bool| if holds { "yes" } else { "no" }.to_owned();
            candidates.add_row([
                plain(&one.text),
                if one.won { "won".to_owned() } else { String::new() },
                format!("{} %", one.weight),
                format!("{} %", one.placed),
                one.side.clone(),
                yes(one.on_side),
                yes(one.valid),
            ]);
        }
        writeln!(page, "{}", candidates.trim_fmt())?;
    }
    Ok(page)
}
