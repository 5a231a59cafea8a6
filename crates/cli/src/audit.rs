//! `touchstone audit`: verifies and lists the log of what settled documents, shows the audit sample, and switches
//! automatic acceptance.

use crate::args::{AuditArgs, AuditCommand, Global, Switch};
use crate::names::plain;
use crate::progress::Bar;
use crate::status::{Status, UsageError};
use crate::table::{counted, table};
use crate::{interrupt, output, workspace};
use touchstone_engine::store::{Access, AuditRules, Broken};
use touchstone_engine::views::{AuditView, DrawView};

pub(crate) async fn run(args: &AuditArgs, global: &Global) -> anyhow::Result<Status> {
    match &args.command {
        AuditCommand::Verify { had } => verify(had.as_deref(), global).await,
        AuditCommand::Log { id, ndjson } => log(id.as_deref(), *ndjson, global).await,
        AuditCommand::Sample { json } => sample(*json, global).await,
        AuditCommand::Rules { percent, limit } => rules(*percent, *limit, global).await,
        AuditCommand::Acceptance { pack, state } => switch(pack, *state == Switch::On, global).await,
    }
}

async fn verify(had: Option<&str>, global: &Global) -> anyhow::Result<Status> {
    let desk = workspace::open(global, Access::ReadOnly).await?;
    let (requests, bar) = (interrupt::watch(), Bar::of_documents(global.quiet));
    let found = desk
        .verify_audit(&requests.stop, |done, total| bar.show(done, total))
        .await;
    bar.close();
    let Some(found) = found? else {
        desk.close().await?;
        return Ok(Status::Interrupted);
    };
    let missing = match had {
        Some(digest) => !desk.audit_log(None).await?.iter().any(|entry| entry.digest == digest),
        None => false,
    };
    let first = match found.broken.first() {
        Some(broken) => Some(described(
            broken,
            desk.file_name_of(broken.document_id.as_deref()).await,
        )),
        None => None,
    };
    desk.close().await?;
    if let Some(first) = &first {
        output::print_line(&plain(&format!("broken: {first}")))?;
        let more = found.broken.len() - 1;
        if more > 0 {
            output::print_line(&format!("{} more after it", counted(more, "difference")))?;
        }
    }
    if missing {
        output::print_line("broken: no entry has the digest that was noted, so the log was shortened or written anew")?;
    }
    if first.is_some() || missing {
        return Ok(Status::Failed);
    }
    let (entries, rows) = (
        counted(found.entries as usize, "link"),
        counted(found.rows as usize, "row"),
    );
    let head = found.head.unwrap_or_default();
    output::print_line(&format!(
        "verified: {entries}, {rows}; the newest has the digest {head}"
    ))?;
    Ok(Status::Fine)
}

/// `entry 12, 2026-01-02T03:04:05Z, w2.pdf (ID): the settled truth ID was changed behind the log`.
fn described(broken: &Broken, file_name: Option<String>) -> String {
    let number = broken
        .number
        .map_or("no entry".to_owned(), |number| format!("entry {number}"));
    let document = match (file_name, &broken.document_id) {
        (Some(name), Some(id)) => Some(format!("{name} ({id})")),
        (_, id) => id.as_ref().map(|id| format!("document {id}")),
    };
    let place: Vec<String> = [Some(number), broken.at.clone(), document]
        .into_iter()
        .flatten()
        .collect();
    format!("{}: {}", place.join(", "), broken.what)
}

async fn log(id: Option<&str>, ndjson: bool, global: &Global) -> anyhow::Result<Status> {
    let desk = workspace::open(global, Access::ReadOnly).await?;
    let document = match id {
        Some(id) => Some(desk.find_document(id).await?),
        None => None,
    };
    let entries = desk.audit_log(document).await?;
    if ndjson {
        desk.close().await?;
        for entry in &entries {
            output::print_line(&serde_json::to_string(entry)?)?;
        }
        return Ok(Status::Fine);
    }
    let mut table = table(&["entry", "time", "what", "who", "document", "note"]);
    for entry in &entries {
        let id = entry.document_id.map(|id| id.to_string());
        let name = desk.file_name_of(id.as_deref()).await;
        table.add_row([
            entry.number.to_string(),
            entry.at.to_string(),
            entry.what.describe().to_owned(),
            plain(entry.who.as_deref().unwrap_or_default()),
            plain(&name.or(id).unwrap_or_default()),
            plain(&entry.note.clone().or(entry.pack.clone()).unwrap_or_default()),
        ]);
    }
    desk.close().await?;
    if !entries.is_empty() {
        output::print_line(&table.trim_fmt())?;
    }
    Ok(Status::Fine)
}

async fn sample(json: bool, global: &Global) -> anyhow::Result<Status> {
    let desk = workspace::open(global, Access::ReadOnly).await?;
    let audit = desk.audit().await?;
    desk.close().await?;
    if json {
        output::print(&output::pretty(&audit)?)?;
        return Ok(Status::Fine);
    }
    let mut table = table(&["document", "pack", "drawn", "verdict", "reviewer"]);
    for draw in &audit.drawn {
        table.add_row([
            plain(draw.file_name.as_ref().unwrap_or(&draw.document_id)),
            plain(&draw.pack),
            draw.at.clone(),
            verdict(draw).to_owned(),
            plain(draw.reviewer.as_deref().unwrap_or_default()),
        ]);
    }
    if !audit.drawn.is_empty() {
        output::print_line(&table.trim_fmt())?;
    }
    output::print_line(&summary(&audit))?;
    Ok(Status::Fine)
}

fn verdict(draw: &DrawView) -> &'static str {
    match draw.right {
        None => "waits",
        Some(true) => "right",
        Some(false) => "something wrong",
    }
}

/// The rules, and a line for each pack.
fn summary(audit: &AuditView) -> String {
    let AuditRules { percent, limit_percent } = audit.rules;
    let mut lines = vec![format!(
        "{percent} % of accepted documents are drawn; the limit is {limit_percent} % wrong"
    )];
    lines.extend(audit.packs.iter().map(|one| {
        let bound = 100.0 * one.upper_bound;
        let state = one
            .off
            .as_ref()
            .map_or("acceptance is on".to_owned(), |why| format!("acceptance is off: {why}"));
        format!(
            "{}: {} of {} checked were wrong, at most {bound:.1} % of all (95 %, Clopper-Pearson); {state}",
            plain(&one.pack),
            one.wrong,
            one.judged
        )
    }));
    lines.join("\n")
}

async fn rules(percent: Option<u32>, limit: Option<u32>, global: &Global) -> anyhow::Result<Status> {
    if percent.is_none() && limit.is_none() {
        let desk = workspace::open(global, Access::ReadOnly).await?;
        let rules = desk.audit().await?.rules;
        desk.close().await?;
        output::print_line(&format!("percent {}\nlimit {}", rules.percent, rules.limit_percent))?;
        return Ok(Status::Fine);
    }
    let desk = workspace::open_existing(global).await?;
    let before = desk.audit().await?.rules;
    let rules = AuditRules {
        percent: percent.unwrap_or(before.percent),
        limit_percent: limit.unwrap_or(before.limit_percent),
    };
    let set = desk.set_audit_rules(rules).await;
    desk.close().await?;
    set?;
    Ok(Status::Fine)
}

async fn switch(pack: &str, on: bool, global: &Global) -> anyhow::Result<Status> {
    let desk = workspace::open_existing(global).await?;
    if !desk.packs().iter().any(|known| known.name == pack) {
        desk.close().await?;
        return Err(UsageError(format!("there is no pack `{pack}`; `touchstone pack` lists them")).into());
    }
    let changed = desk.switch_acceptance(pack, on).await;
    desk.close().await?;
    if !global.quiet {
        let state = if on { "on" } else { "off" };
        let already = if changed? { "" } else { " already" };
        eprintln!("automatic acceptance of the pack {} is{already} {state}", plain(pack));
    }
    Ok(Status::Fine)
}
