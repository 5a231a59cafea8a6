//! The pages on which recognizers are compared, each with its text: made ones sent through scanners, and those of the
//! shared folder whose text or values were transcribed.

use anyhow::Context;
use serde_json::Value;
use std::path::Path;
use touchstone_intake::{PoolConfig, ReaderPool};
use touchstone_tests::ledger::ledger;
use touchstone_tests::scan::Scanner;
use touchstone_tests::scanning::{open, scanned};
use touchstone_tests::wording::Wording;
use touchstone_tests::{Case, Dice, catalog, clinical, shared_data};

const SEED: u64 = 7;
/// Scans of the made pages, each with its row name in the table.
const SCANS: [(&str, &str); 11] = [
    ("made, clean", "clean:150"),
    ("made, clean", "clean:200"),
    ("made, clean", "clean:300"),
    ("made, skewed", "skew:200"),
    ("made, noisy", "noise:200"),
    ("made, blurred", "blur:200"),
    ("made, low contrast", "faint:200"),
    ("made, JPEG", "jpeg:150"),
    ("made, JPEG", "jpeg:200"),
    ("made, turned", "turned:200"),
    ("made, black and white", "fax:200"),
];
/// Number of charts of published notes, and of pages read of each.
const CHARTS: usize = 4;
/// Values of forms that are not printed on the page. `STATES`: states of check boxes.
const UNPRINTED: [&str; 3] = ["form", "tax_year", "_source"];
const STATES: [&str; 2] = ["selected", "unselected"];

/// A page of a document that holds only pictures.
pub(crate) struct Picture {
    pub(crate) group: String,
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) number: u32,
    pub(crate) wording: Wording,
}

/// A made page: its kind, document and page number.
type Made = (&'static str, Case, u32);

/// One page of each kind: a W-2, a 1099, a radiology report, a page with banners, a ledger.
fn made() -> anyhow::Result<Vec<Made>> {
    let first = |layout: &str| catalog::cases(&catalog::named(layout), SEED, 1).into_iter().next();
    let charts = catalog::cases(&catalog::named("chart:tuned"), SEED, 24);
    let report = charts.into_iter().find_map(|chart| {
        let segment = chart
            .truth
            .segments
            .iter()
            .find(|one| one.label == "Radiology Report")?;
        let page = segment.first_page;
        Some((chart, page))
    });
    let (chart, page) = report.context("no made chart has a radiology report")?;
    Ok(vec![
        ("W-2", first("official").context("no W-2 was made")?, 1),
        (
            "1099-INT",
            first("int-official")
                .or_else(|| first("int-vendor"))
                .context("no 1099 was made")?,
            1,
        ),
        ("radiology", chart, page),
        (
            "banner",
            first("marked:tuned").context("no page with a banner was made")?,
            1,
        ),
        ("ledger", ledger(SEED), 1),
    ])
}

/// All pages: of the made ones, one scan by each scanner. `which` holds words of group names; empty means all groups.
pub(crate) async fn all(which: &[String]) -> anyhow::Result<Vec<Picture>> {
    let wanted = |group: &str| which.is_empty() || which.iter().any(|word| group.contains(word.as_str()));
    let printer = ReaderPool::new(PoolConfig::for_this_machine()?);
    let mut pictures = Vec::new();
    for (kind, case, number) in made()? {
        let wording = text_of(&printer, &case.bytes, number).await?;
        for (group, scan) in SCANS {
            let scanner: Scanner = scan.parse()?;
            let group = format!("{group} {}", scanner.dpi);
            if !wanted(&group) {
                continue;
            }
            let scan = scanned(&printer, &case.bytes, scanner, &mut Dice::new(SEED)).await?;
            pictures.push(Picture {
                group,
                name: kind.to_owned(),
                bytes: scan.context("a made document does not open")?,
                number,
                wording: wording.clone(),
            });
        }
    }
    let Some(data) = shared_data() else {
        return Ok(pictures);
    };
    if wanted("receipts") {
        pictures.extend(receipts(&data.join("receipts/sroie"))?);
    }
    if wanted("tax") {
        pictures.extend(forms(&data.join("tax"))?);
    }
    if wanted("markings") {
        pictures.extend(markings(&data.join("markings"))?);
    }
    if wanted("clinical") {
        pictures.extend(notes(&printer, &data.join("clinical")).await?);
    }
    Ok(pictures)
}

/// The words of a page with a text layer.
async fn text_of(printer: &ReaderPool, bytes: &[u8], number: u32) -> anyhow::Result<Wording> {
    let document = open(printer, bytes).await?;
    let page = document.page(number).await?;
    document.close().await;
    let words = page.reading.words.into_iter().map(|word| word.text).collect();
    Ok(Wording { words, partial: false })
}

/// Photographed receipts of which four values were transcribed.
fn receipts(folder: &Path) -> anyhow::Result<Vec<Picture>> {
    let mut pictures = Vec::new();
    for name in names(folder, ".jpg")? {
        let values = json(&folder.join(name.replace(".jpg", ".json")))?;
        pictures.push(picture("receipts, photographed", folder, &name, 1, &values)?);
    }
    Ok(pictures)
}

/// Filled forms whose values were transcribed, page by page where a file has several.
fn forms(folder: &Path) -> anyhow::Result<Vec<Picture>> {
    let fields = json(&folder.join("fields.json"))?;
    let forms = fields.as_object().context("fields.json lists no files")?;
    let mut pictures = Vec::new();
    for (name, values) in forms {
        let (file, number) = name.split_once('#').unwrap_or((name, "1"));
        let number = number.parse().with_context(|| format!("reading the page of {name}"))?;
        let values: serde_json::Map<String, Value> = values
            .as_object()
            .with_context(|| format!("{name} has no values"))?
            .iter()
            .filter(|(key, value)| !UNPRINTED.contains(&key.as_str()) && !value.as_str().is_some_and(is_state))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        pictures.push(picture(
            "tax forms, filled",
            folder,
            file,
            number,
            &Value::Object(values),
        )?);
    }
    Ok(pictures)
}

/// Scanned and redacted pages whose markings were transcribed.
fn markings(folder: &Path) -> anyhow::Result<Vec<Picture>> {
    let truth = json(&folder.join("truth.json"))?;
    let marked = truth.as_object().context("truth.json lists no files")?.iter();
    let mut pictures = Vec::new();
    for (name, marking) in marked {
        if marking["raw"].as_str().is_some_and(|raw| !raw.is_empty()) {
            let words = std::iter::once(&marking["level"]).chain(marking["caveats"].as_array().into_iter().flatten());
            let words: Vec<Value> = words.cloned().collect();
            pictures.push(picture("markings, scanned", folder, name, 1, &Value::Array(words))?);
        }
    }
    Ok(pictures)
}

/// Published notes and reports, set as our own documents and scanned.
async fn notes(printer: &ReaderPool, folder: &Path) -> anyhow::Result<Vec<Picture>> {
    let scanner: Scanner = "clean:200".parse()?;
    let mut pictures = Vec::new();
    for case in clinical::published(folder)?.into_iter().take(CHARTS) {
        // The first page is a cover.
        let number = 2;
        let scan = scanned(printer, &case.bytes, scanner, &mut Dice::new(SEED)).await?;
        pictures.push(Picture {
            group: "clinical notes, clean 200".to_owned(),
            name: case.file_name.clone(),
            bytes: scan.context("a made chart does not open")?,
            number,
            wording: text_of(printer, &case.bytes, number).await?,
        });
    }
    Ok(pictures)
}

fn picture(group: &str, folder: &Path, name: &str, number: u32, values: &Value) -> anyhow::Result<Picture> {
    let path = folder.join(name);
    Ok(Picture {
        group: group.to_owned(),
        name: name.to_owned(),
        bytes: std::fs::read(&path).with_context(|| format!("reading {}", path.display()))?,
        number,
        wording: Wording {
            words: words_of(values),
            partial: true,
        },
    })
}

/// Words of all values.
fn words_of(values: &Value) -> Vec<String> {
    match values {
        Value::String(text) => text.split_whitespace().map(str::to_owned).collect(),
        Value::Number(number) => vec![number.to_string()],
        Value::Array(list) => list.iter().flat_map(words_of).collect(),
        Value::Object(fields) => fields.values().flat_map(words_of).collect(),
        Value::Bool(_) | Value::Null => Vec::new(),
    }
}

fn is_state(value: &str) -> bool {
    STATES.contains(&value)
}

fn json(path: &Path) -> anyhow::Result<Value> {
    let text = std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("reading {}", path.display()))
}

fn names(folder: &Path, end: &str) -> anyhow::Result<Vec<String>> {
    let list = std::fs::read_dir(folder).with_context(|| format!("listing {}", folder.display()))?;
    let mut names = Vec::new();
    for entry in list {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(end) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}
