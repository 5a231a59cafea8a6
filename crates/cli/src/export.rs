//! `touchstone export`: writes the selected documents in one of the engine's formats, to a file or standard output.

use crate::args::{Export, Global};
use crate::list::{for_each, report_damaged};
use crate::output::Target;
use crate::status::{Status, UsageError};
use crate::table::counted;
use crate::workspace;
use touchstone_engine::export::Format;
use touchstone_engine::store::Access;

pub(crate) async fn run(args: &Export, global: &Global) -> anyhow::Result<Status> {
    let unknown = || UsageError(format!("unknown export format `{}`", args.format));
    let format = Format::named(&args.format).ok_or_else(unknown)?;
    let desk = workspace::open(global, Access::ReadOnly).await?;
    let (mut count, mut markings) = (0, Vec::new());
    if desk.bears_markings().await? {
        for_each(&desk, &args.selection, |_, exported| {
            markings.extend(exported.marking());
            Ok(())
        })
        .await?;
    }
    let mut exporter = format.start(desk.highest_of(&markings));
    let mut target = Target::open(args.out.as_deref())?;
    let damaged = for_each(&desk, &args.selection, |_, exported| {
        count += 1;
        target.write(&exporter.add(exported)?)
    })
    .await?;
    target.write(&exporter.finish())?;
    target.finish()?;
    desk.close().await?;
    if !global.quiet
        && let Some(file) = &args.out
    {
        eprintln!("{} exported to {}", counted(count, "document"), file.display());
    }
    Ok(report_damaged(&damaged))
}
