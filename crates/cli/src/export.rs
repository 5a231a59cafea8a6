//! `touchstone export`: the chosen documents in one of the engine's formats, to a file or the standard output.

use crate::args::{Export, Global};
use crate::list::for_each;
use crate::output::Target;
use crate::status::{Status, UsageError};
use crate::table::counted;
use crate::workspace;
use touchstone_engine::export::Format;
use touchstone_engine::store::Access;

pub(crate) async fn run(args: &Export, global: &Global) -> anyhow::Result<Status> {
    let unknown = || UsageError(format!("there is no export format `{}`", args.format));
    let mut exporter = Format::named(&args.format).ok_or_else(unknown)?.start();
    let desk = workspace::open(global, Access::ReadOnly).await?;
    let mut target = Target::open(args.out.as_deref())?;
    let (mut count, mut markings) = (0, Vec::new());
    for_each(&desk, &args.selection, |_, exported| {
        count += 1;
        markings.extend(exported.marking());
        target.write(&exporter.add(exported)?)
    })
    .await?;
    target.write(&exporter.finish(desk.highest_of(&markings).as_deref()))?;
    target.finish()?;
    desk.close().await?;
    if !global.quiet
        && let Some(file) = &args.out
    {
        eprintln!("{} exported to {}", counted(count, "document"), file.display());
    }
    Ok(Status::Fine)
}
