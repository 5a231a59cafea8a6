//! Prints the candidates of documents whose truth lies beside them, as `scripts/train_second_reader.py` needs them:
//! `second_reader PACK FOLDER...`. For each label a line of kind `fields` with their paths. Then one line a candidate:
//! document, layout, label, fields whose value it shows, a 1 for each field whose value it could be and a 0 for others,
//! text, and hashed features. A value that no candidate shows has a line of kind `unshown` without text and features.

#![allow(clippy::print_stdout, reason = "the candidates go to standard output")]

use anyhow::{Context, bail};
use std::io::Write;
use std::iter;
use std::path::{Path, PathBuf};
use touchstone_core::pack::{Pack, Template};
use touchstone_engine::checks::{Given, fits, given, specs};
use touchstone_intake::{PoolConfig, ReaderPool};
use touchstone_second::{Candidate, Feature, described, feature_of_label};
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
    for template in pack.templates() {
        let fields: Vec<String> = specs(template).into_iter().map(|(path, _)| path).collect();
        writeln!(out, "-\t-\t{}\t-\tfields\t{}\t", template.label, fields.join("|"))?;
    }
    for folder in arguments {
        for file in truths(folder.as_ref())? {
            let text = std::fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))?;
            let truth: Truth = serde_json::from_str(&text).with_context(|| format!("reading {}", file.display()))?;
            let document = file.with_file_name(&truth.file_name);
            if truth.password.is_some() {
                continue;
            }
            let opened = pool.open(std::fs::File::open(&document)?, &[]).await?;
            let known = by_label(&pack, &truth);
            let mut unshown = known.clone();
            for number in 1..=truth.pages {
                let page = opened.page(number).await?;
                let found = described(&page.reading.words, &page.cells);
                for ((label, values), (_, unshown)) in known.iter().zip(&mut unshown) {
                    for (candidate, features) in found.iter().filter(|(one, _)| !one.meaning.is_zero()) {
                        let place = [&truth.file_name, &truth.layout, label];
                        write(&mut out, place, pack.template_for(label), values, candidate, features)?;
                    }
                    unshown.retain(|value| !found.iter().any(|(candidate, _)| value.is_shown_by(candidate)));
                }
            }
            for (label, values) in &unshown {
                for value in values {
                    let place = format!("{}\t{}\t{label}", truth.file_name, truth.layout);
                    writeln!(out, "{place}\t{}\tunshown\t\t", value.field)?;
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

/// The values of all forms of a document, by label. A document without forms has none of any label.
fn by_label(pack: &Pack, truth: &Truth) -> Vec<(String, Vec<Given>)> {
    if truth.forms.is_empty() {
        let complete = pack.templates().iter().filter(|template| template.complete);
        return complete.map(|template| (template.label.clone(), Vec::new())).collect();
    }
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
    template: &Template,
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
    let possible = specs(template).into_iter().map(|(_, spec)| fits(spec, candidate));
    let possible: String = possible.map(|fits| if fits { '1' } else { '0' }).collect();
    let text = candidate.text.replace(['\t', '\n'], " ");
    write!(
        out,
        "{}\t{}\t{}\t{fields}\t{possible}\t{text}\t",
        place[0], place[1], place[2]
    )?;
    for feature in iter::once(&feature_of_label(place[2])).chain(features) {
        write!(out, "{}:{:.3} ", feature.bucket, feature.weight)?;
    }
    Ok(writeln!(out)?)
}
