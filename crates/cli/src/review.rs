//! `touchstone review`: lists what waits for an expert, shows packets and the text around a place, and saves the
//! expert's verdict, with the same calls as the window. The rules for corrections are in the engine's `review`.

mod corrections;
mod shown;

use crate::args::{
    Global, ReviewArgs, ReviewCommand, SaveReview, Selection, ShowContext, ShowPacket, State, VerdictName,
};
use crate::list::for_each;
use crate::names::plain;
use crate::status::{Status, UsageError};
use crate::table::counted;
use crate::{output, workspace};
use anyhow::{Context, bail, ensure};
use std::path::Path;
use touchstone_engine::review::Judgement;
use touchstone_engine::store::Access;
use touchstone_engine::views::Remarks;
use touchstone_engine::{Desk, Found, OpenBlockers};

pub(crate) async fn run(args: &ReviewArgs, global: &Global) -> anyhow::Result<Status> {
    let access = match args.command {
        ReviewCommand::Save(_) => Access::Own,
        _ => Access::ReadOnly,
    };
    let reviewer = match &args.command {
        ReviewCommand::Save(args) => args.reviewer.clone(),
        _ => None,
    };
    let desk = workspace::open(global, access).await?.signed_by(reviewer);
    let done = match &args.command {
        ReviewCommand::List { case, json } => list(&desk, case.as_deref(), *json, global).await,
        ReviewCommand::Packet(args) => packet(&desk, args, global).await,
        ReviewCommand::Context(args) => context(&desk, args).await,
        ReviewCommand::Save(args) => save(&desk, args, global).await,
    };
    let closed = desk.close().await;
    done?;
    closed?;
    Ok(Status::Fine)
}

/// The document named by its id or by the id of one of its runs.
async fn document_of(desk: &Desk, id: &str) -> anyhow::Result<String> {
    Ok(match desk.find(id).await? {
        Found::Document(document, _) => document.id.to_string(),
        Found::Run(run) => desk.document_of(run).await?.to_string(),
    })
}

async fn list(desk: &Desk, case: Option<&str>, json: bool, global: &Global) -> anyhow::Result<()> {
    let selection = Selection {
        case: case.map(str::to_owned),
        label: None,
    };
    let mut waiting = Vec::new();
    for_each(desk, &selection, State::NeedsReview, |_, exported| {
        waiting.push(exported.clone());
        Ok(())
    })
    .await?;
    if json {
        let lines: Vec<shown::Waiting> = waiting.iter().map(shown::waiting).collect();
        output::print(&output::pretty(&lines)?)?;
    } else if !waiting.is_empty() {
        output::print(&shown::table_of(&waiting))?;
    }
    if !global.quiet && !json {
        eprintln!("{} to review", counted(waiting.len(), "document"));
    }
    Ok(())
}

async fn packet(desk: &Desk, args: &ShowPacket, global: &Global) -> anyhow::Result<()> {
    let document = document_of(desk, &args.id).await?;
    let mut packet = desk.packet(&document).await?;
    let Some(folder) = &args.out else {
        let text = if args.json {
            output::pretty(&packet)?
        } else {
            shown::packet(&packet)
        };
        return output::print(&text);
    };
    std::fs::create_dir_all(folder).with_context(|| format!("could not create the folder {}", folder.display()))?;
    let bundle = format!("bundle_{document}.json");
    output::write_file(&folder.join(&bundle), &output::pretty(&desk.bundle(&document).await?)?)?;
    packet.document_bundle_path = bundle;
    let file = folder.join(format!("sme_packet_{document}.json"));
    output::write_file(&file, &output::pretty(&packet)?)?;
    output::write_file(&file.with_extension("html"), &desk.packet_html(&document).await?)?;
    if !global.quiet {
        eprintln!("wrote {}, and a printable page beside it", file.display());
    }
    Ok(())
}

async fn context(desk: &Desk, args: &ShowContext) -> anyhow::Result<()> {
    let document = document_of(desk, &args.id).await?;
    if let Some(wanted) = &args.issue {
        let packet = desk.packet(&document).await?;
        let found = packet
            .issues_summary
            .iter()
            .find(|issue| issue.id.eq_ignore_ascii_case(wanted));
        let issue = found.with_context(|| UsageError(format!("the packet has no issue `{wanted}`")))?;
        return output::print(&shown::issue(issue));
    }
    let quote = args.quote.as_deref().unwrap_or_default();
    let pages = match args.page {
        Some(page) => page..=page,
        None => 1..=desk.packet(&document).await?.page_count.unwrap_or(0),
    };
    let mut shown_any = false;
    for page in pages {
        let around = desk.page_context(&document, page, quote).await?;
        // Without a page the quote is searched for on all of them.
        if around.found || args.page.is_some() {
            output::print(&shown::context(&around))?;
            shown_any = true;
        }
    }
    ensure!(shown_any, "no page contains \"{}\"", plain(quote));
    Ok(())
}

async fn save(desk: &Desk, args: &SaveReview, global: &Global) -> anyhow::Result<()> {
    let document = document_of(desk, &args.id).await?;
    let given = corrections::read(args.file.as_deref(), &args.set)?;
    let corrects = args.verdict == VerdictName::Corrects;
    if !corrects && !given.edits.is_empty() {
        return Err(UsageError("corrections require `--verdict corrects`".to_owned()).into());
    }
    let edited = !given.edits.is_empty() || desk.is_corrected(&document).await?;
    match args.verdict {
        VerdictName::Agrees if edited => {
            bail!("the document has saved corrections: accept it with them by `--verdict corrects`")
        }
        VerdictName::Corrects if !edited => {
            return Err(UsageError("no corrections given: use --set PATH=VALUE or --file".to_owned()).into());
        }
        _ => {}
    }
    let judgement = match args.verdict {
        VerdictName::Agrees | VerdictName::Corrects => Judgement::Accept,
        VerdictName::Rejects => Judgement::Reject,
    };
    let remarks = Remarks {
        // The desk is already signed by the reviewer.
        reviewer: None,
        notes: args.notes.clone().or(given.notes),
        despite_blockers: args.despite_blockers,
    };
    let saved = desk.save_corrected(&document, &given.edits, judgement, &remarks).await;
    if let Err(error) = &saved
        && let Some(open) = error.downcast_ref::<OpenBlockers>()
    {
        bail!("{open}; to accept it anyway, add --despite-blockers");
    }
    saved?;
    if judgement == Judgement::Reject {
        if !global.quiet {
            eprintln!("rejected; no truth is written");
        }
        return Ok(());
    }
    write_truth(desk, &document, &args.out, global).await
}

async fn write_truth(desk: &Desk, document: &str, folder: &Path, global: &Global) -> anyhow::Result<()> {
    let truth = desk.ground_truth(document).await?;
    let truth = truth.with_context(|| format!("document {document} has no truth"))?;
    std::fs::create_dir_all(folder).with_context(|| format!("could not create the folder {}", folder.display()))?;
    let file = folder.join(format!("gt_{document}.json"));
    output::write_file(&file, &output::pretty(&truth)?)?;
    if !global.quiet {
        eprintln!("{}: {}", truth.ground_truth_source.as_str(), file.display());
    }
    Ok(())
}
