//! `touchstone replay`: checks whether a stored decision still follows from the stored rows.

use crate::args::{Global, Replay};
use crate::names::plain;
use crate::show::run_of;
use crate::status::Status;
use crate::table::counted;
use crate::{output, workspace};
use touchstone_engine::store::Access;

pub(crate) async fn run(args: &Replay, global: &Global) -> anyhow::Result<Status> {
    let desk = workspace::open(global, Access::ReadOnly).await?;
    let run = run_of(&desk, &args.id).await?;
    let replay = desk.replay(run).await?;
    desk.close().await?;
    if args.json {
        output::print(&output::pretty(&replay)?)?;
        return Ok(if replay.matches { Status::Fine } else { Status::Failed });
    }
    let passes = if replay.passes == 1 { "pass" } else { "passes" };
    let found = format!("{} in {} {passes}", counted(replay.issues, "issue"), replay.passes);
    if replay.matches {
        output::print_line(&format!("run {run} matches: {found}, the same decision"))?;
        return Ok(Status::Fine);
    }
    output::print_line(&format!("run {run} does not match: {found}"))?;
    for difference in &replay.differences {
        output::print_line(&format!("  {}", plain(difference)))?;
    }
    Ok(Status::Failed)
}
