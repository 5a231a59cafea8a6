//! `touchstone doctor`: reports what this installation consists of, where data is stored, and whether it is intact.

use crate::args::{Doctor, Global};
use crate::integrity::{integrity, size};
use crate::names::plain;
use crate::status::Status;
use crate::table::counted;
use crate::{models, output, workspace};
use std::fmt::Write;
use touchstone_engine::Checkup;
use touchstone_engine::store::{Access, Depth};
use touchstone_intake::protocol::{Greeting, Limits};
use touchstone_intake::{Failure, Recogniser};

pub(crate) async fn run(args: &Doctor, global: &Global) -> anyhow::Result<Status> {
    if args.clear {
        clear(global).await?;
    }
    let (desk, unkept) = match &args.provider {
        // Probing a model needs no workspace.
        Some(_) => workspace::open_to_keep(global).await?,
        None => (workspace::open(global, Access::ReadOnly).await?, None),
    };
    let depth = if args.quick { Depth::Quick } else { Depth::Full };
    let checkup = desk.checkup(depth).await?;
    let faults = desk.pack_faults();
    let models = match &args.provider {
        Some(name) => Some(models::report(&desk, name, unkept).await?),
        None => None,
    };
    desk.close().await?;
    let mut lines = report(&checkup, &faults);
    let usable = models.as_ref().is_none_or(|models| models.usable);
    lines.extend(models.into_iter().flat_map(|models| models.lines));
    output::print(&text(&lines))?;
    let sound = checkup.reader.is_ok()
        && checkup.can_recognise()
        && checkup.integrity.is_whole()
        && checkup.integrity.strays.is_empty()
        && checkup.models.is_ok()
        && faults.is_empty()
        && usable;
    Ok(if sound { Status::Fine } else { Status::Failed })
}

/// Does what is owed, which opening for writing does, and erases stored files of no document.
async fn clear(global: &Global) -> anyhow::Result<()> {
    let desk = workspace::open_existing(global).await?;
    let cleared = desk.clear_strays().await?;
    desk.close().await?;
    if !global.quiet {
        eprintln!("{} of no document erased", counted(cleared as usize, "stored file"));
    }
    Ok(())
}

fn report(checkup: &Checkup, pack_faults: &[String]) -> Vec<(&'static str, String)> {
    let mut lines = vec![("touchstone", checkup.version.to_owned())];
    lines.push((
        "reader",
        checkup.reader_program.clone().unwrap_or_else(|| "NOT FOUND".to_owned()),
    ));
    match &checkup.reader {
        Ok(greeting) => {
            lines.push((
                "",
                format!("version {}, protocol {}", greeting.version, greeting.protocol),
            ));
            lines.push(("pdfium", format!("build {}, {}", greeting.build, greeting.library)));
            lines.push(("confinement", greeting.confinement.to_string()));
            lines.push(("restrictions", join(&greeting.hardening)));
        }
        Err(failure) => lines.push(("", format!("DOES NOT START ({}): {}", failure.outcome, failure.message))),
    }
    lines.extend(recognition(checkup));
    lines.extend(limits(&checkup.limits));
    lines.push(("workspace", checkup.place.clone()));
    lines.extend(integrity(&checkup.integrity));
    for pack in &checkup.packs {
        lines.push(("pack", format!("{} {}, {}", pack.name, pack.version, pack.folder)));
    }
    for fault in pack_faults {
        lines.push(("pack", format!("INVALID: {fault}")));
    }
    lines.push(match &checkup.models {
        Ok(known) => ("models", known.clone()),
        Err(mistake) => ("models", format!("NOT USABLE: {mistake}")),
    });
    lines
}

/// The recognizer in use first, then the other known ones.
fn recognition(checkup: &Checkup) -> Vec<(&'static str, String)> {
    let mut all: Vec<_> = checkup.recognition.iter().collect();
    all.sort_by_key(|(recogniser, _)| *recogniser != checkup.recogniser);
    let line = |(recogniser, result): &(Recogniser, Result<Greeting, Failure>)| {
        let (chosen, name) = (*recogniser == checkup.recogniser, recogniser.name());
        let text = match result {
            Ok(greeting) => format!(
                "{}, {}, confinement {}",
                greeting.build, greeting.library, greeting.confinement
            ),
            Err(failure) if chosen => format!("NOT AVAILABLE ({}): {}", failure.outcome, failure.message),
            Err(failure) => failure.message.clone(),
        };
        let key = if chosen { "recognition" } else { "" };
        (key, format!("{name}: {text}"))
    };
    all.into_iter().map(line).collect()
}

fn text(lines: &[(&'static str, String)]) -> String {
    lines.iter().fold(String::new(), |mut text, (name, value)| {
        let _infallible = writeln!(text, "{name:<14}{}", plain(value));
        text
    })
}

fn limits(limits: &Limits) -> [(&'static str, String); 4] {
    [
        (
            "limits",
            format!(
                "{} per file, {} pages per document",
                size(limits.file_bytes),
                limits.pages
            ),
        ),
        (
            "",
            format!(
                "{} points per page side, {} megapixels per picture",
                limits.side,
                limits.pixels / 1_000_000
            ),
        ),
        (
            "",
            format!(
                "{} s per request, {} of memory per reader",
                limits.request.as_secs(),
                size(limits.resident)
            ),
        ),
        (
            "",
            format!(
                "{} failed readers per document, {} documents per reader",
                limits.deaths, limits.documents_per_reader
            ),
        ),
    ]
}

fn join(names: &[String]) -> String {
    if names.is_empty() {
        "nothing".to_owned()
    } else {
        names.join(", ")
    }
}
