//! `touchstone doctor`: reports what this installation consists of, where data is stored, and whether it is intact.

use crate::args::{Doctor, Global};
use crate::names::plain;
use crate::status::Status;
use crate::table::counted;
use crate::{models, output, workspace};
use std::fmt::Write;
use touchstone_engine::Checkup;
use touchstone_engine::store::{Access, Integrity};
use touchstone_intake::protocol::{Greeting, Limits};
use touchstone_intake::{Failure, Recogniser};

pub(crate) async fn run(args: &Doctor, global: &Global) -> anyhow::Result<Status> {
    let (desk, unkept) = match &args.provider {
        // Probing a model needs no workspace.
        Some(_) => workspace::open_to_keep(global).await?,
        None => (workspace::open(global, Access::ReadOnly).await?, None),
    };
    let checkup = desk.checkup().await?;
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
        && checkup.models.is_ok()
        && faults.is_empty()
        && usable;
    Ok(if sound { Status::Fine } else { Status::Failed })
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

fn integrity(found: &Integrity) -> Vec<(&'static str, String)> {
    let mut lines = vec![(
        "database",
        format!(
            "SQLite {}, schema {} of {}",
            found.sqlite_version, found.schema, found.known_schema
        ),
    )];
    let rows = |table: &str| {
        found
            .rows
            .iter()
            .find(|(name, _)| name == table)
            .map_or(0, |(_, count)| *count as usize)
    };
    let amounts = [
        counted(rows("documents"), "document"),
        counted(rows("pages"), "page"),
        counted(rows("runs"), "run"),
    ];
    lines.push((
        "",
        format!("{}, {} of originals", amounts.join(", "), size(found.original_bytes)),
    ));
    if found.is_whole() {
        lines.push(("integrity", "ok".to_owned()));
    }
    let troubles = found.problems.iter().chain(&found.dangling).chain(&found.damaged_rows);
    lines.extend(troubles.map(|trouble| ("integrity", format!("DAMAGED: {trouble}"))));
    for document in &found.missing_originals {
        lines.push((
            "integrity",
            format!("DAMAGED: the original of document {document} is missing or incomplete"),
        ));
    }
    lines
}

fn join(names: &[String]) -> String {
    if names.is_empty() {
        "nothing".to_owned()
    } else {
        names.join(", ")
    }
}

/// A size for display, in binary units.
fn size(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    if unit == 0 || value.fract() == 0.0 {
        format!("{value:.0} {}", UNITS[unit])
    } else {
        format!("{value:.1} {}", UNITS[unit])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_in_the_largest_fitting_unit() {
        let check = |bytes: u64, expected: &str| assert_eq!(size(bytes), expected);
        check(0, "0 bytes");
        check(1023, "1023 bytes");
        check(1536, "1.5 KiB");
        check(2 << 30, "2 GiB");
        check(u64::MAX, "16777216 TiB");
    }
}
