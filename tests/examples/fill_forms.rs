//! Fills the official blank forms of the shared data through their field maps, live and flattened, each with its
//! truth: `fill_forms OUTDIR [--seed N] [--count N]`. The data is located as by the tests; without it nothing is
//! made.

use anyhow::{Context, bail};
use std::path::PathBuf;
use touchstone_tests::{payers::fillable, shared_data};

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (mut folder, mut seed, mut count) = (None, 1, 6);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().with_context(|| format!("{argument} needs a value"));
        match argument.as_str() {
            "--seed" => seed = value()?.parse().context("reading --seed")?,
            "--count" => count = value()?.parse().context("reading --count")?,
            other if other.starts_with('-') => bail!("unknown option: {other}"),
            other => folder = Some(PathBuf::from(other)),
        }
    }
    let folder = folder.context("usage: fill_forms OUTDIR [--seed N] [--count N]")?;
    let Some(data) = shared_data() else {
        eprintln!("the shared data is not here: nothing was made");
        return Ok(());
    };
    let cases = fillable::cases(&data.join("tax"), seed, count)?;
    for case in &cases {
        case.write(&folder)?;
    }
    eprintln!("{} documents in {}", cases.len(), folder.display());
    Ok(())
}
