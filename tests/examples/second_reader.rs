//! Prints the candidates of documents whose truth lies beside them, as `scripts/train_second_reader.py` needs them:
//! `second_reader PACK FOLDER...`. One line a candidate: document, layout, label, fields whose value it shows, kind,
//! text, and hashed features.

#![allow(clippy::print_stdout, reason = "the candidates go to standard output")]

use anyhow::{Context, bail};
use std::io::Write;
use std::path::{Path, PathBuf};
use touchstone_core::pack::Pack;
use touchstone_engine::checks::{Given, given};
use touchstone_intake::{PoolConfig, ReaderPool};
use touchstone_second::{Candidate, Feature, Kind, described};
use touchstone_tests::Truth;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let Some(pack) = arguments.next() else {
        bail!("usage: second_reader PACK FOLDER...")
    };
    let pack = Pack::load(pack.as_ref())?;
    let pool = ReaderPool::new(PoolConfig::for_this_machine()?);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for folder in arguments {
        for file in truths(folder.as_ref())? {
            let text = std::fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))?;
            let truth: Truth = serde_json::from_str(&text).with_context(|| format!("reading {}", file.display()))?;
            let document = file.with_file_name(&truth.file_name);
            if truth.forms.is_empty() || truth.password.is_some() {
                continue;
            }
            let opened = pool.open(std::fs::File::open(&document)?, &[]).await?;
            for number in 1..=truth.pages {
                let page = opened.page(number).await?;
                for (label, values) in by_label(&pack, &truth) {
                    let found = described(&label, &page.reading.words, &page.cells);
                    for (candidate, features) in &found {
                        let place = [&truth.file_name, &truth.layout, &label];
                        write(&mut out, place, &values, candidate, features)?;
                    }
                }
            }
        }
    }
    Ok(out.flush()?)
}

fn truths(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let listed = std::fs::read_dir(folder).with_context(|| format!("listing {}", folder.display()))?;
    let mut files = listed
        .map(|entry| Ok(entry?.path()))
        .collect::<anyhow::Result<Vec<PathBuf>>>()?;
    files.retain(|file| file.to_string_lossy().ends_with(".truth.json"));
    files.sort();
    Ok(files)
}

/// The values of all forms of a document, by label.
fn by_label(pack: &Pack, truth: &Truth) -> Vec<(String, Vec<Given>)> {
    let mut found: Vec<(String, Vec<Given>)> = Vec::new();
    for form in &truth.forms {
        let values = given(pack.template_for(&form.label), |name| form.fields.get(name));
        match found.iter_mut().find(|(label, _)| *label == form.label) {
            Some((_, known)) => known.extend(values),
            None => found.push((form.label.clone(), values)),
        }
    }
    found
}

fn write(
    out: &mut impl Write,
    place: [&String; 3],
    values: &[Given],
    candidate: &Candidate,
    features: &[Feature],
) -> anyhow::Result<()> {
    let mut fields: Vec<&str> = values
        .iter()
        .filter(|value| value.is_shown_by(candidate))
        .map(|value| value.field.as_str())
        .collect();
    fields.sort_unstable();
    fields.dedup();
    let fields = if fields.is_empty() {
        "-".to_owned()
    } else {
        fields.join("|")
    };
    let kind = if candidate.kind == Kind::Typed { "typed" } else { "line" };
    let text = candidate.text.replace(['\t', '\n'], " ");
    write!(
        out,
        "{}\t{}\t{}\t{fields}\t{kind}\t{text}\t",
        place[0], place[1], place[2]
    )?;
    for feature in features {
        write!(out, "{}:{:.3} ", feature.bucket, feature.weight)?;
    }
    Ok(writeln!(out)?)
}
