//! Writes made documents and their truth into a folder: `make_documents OUTDIR [--seed N] [--count N] [--layout NAME]`,
//! or the documents that ship with the project: `make_documents --fixtures tests/fixtures`.

use anyhow::{Context, bail};
use std::path::{Path, PathBuf};
use touchstone_tests::{samples, w2};

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (mut folder, mut seed, mut count, mut layout) = (None, 1, 2 * w2::LAYOUTS.len(), None);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().with_context(|| format!("{argument} needs a value"));
        match argument.as_str() {
            "--fixtures" => return fixtures(&PathBuf::from(value()?)),
            "--seed" => seed = value()?.parse().context("reading --seed")?,
            "--count" => count = value()?.parse().context("reading --count")?,
            "--layout" => layout = Some(value()?),
            other if other.starts_with('-') => bail!("unknown option: {other}"),
            other => folder = Some(PathBuf::from(other)),
        }
    }
    let folder = folder.context("usage: make_documents OUTDIR [--seed N] [--count N] [--layout NAME]")?;
    let mut cases = match layout {
        Some(layout) if layout == "unseen" => w2::unseen_cases(seed, count),
        Some(layout) if w2::LAYOUTS.contains(&layout.as_str()) => w2::cases_of(&layout, seed, count),
        Some(layout) => bail!("unknown layout: {layout}; known are {}", w2::LAYOUTS.join(", ")),
        None => w2::cases(seed, count),
    };
    cases.extend(w2::blanks(seed));
    for case in &cases {
        case.write(&folder)?;
    }
    eprintln!("{} documents in {}", cases.len(), folder.display());
    Ok(())
}

/// Writes the shipped documents anew.
fn fixtures(folder: &Path) -> anyhow::Result<()> {
    for (name, cases) in [("samples", samples::samples()?), ("oddities", samples::oddities()?)] {
        for case in cases {
            case.write(&folder.join(name))?;
        }
    }
    Ok(())
}
