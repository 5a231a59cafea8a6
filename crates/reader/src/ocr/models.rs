//! Finds the recognition models and loads them: from a place of ours only, once a process. Not here: what they do.

use super::ctc::Alphabet;
use super::detector::Detector;
use super::network::Network;
use super::recogniser::PaddleReader;
use anyhow::{Context, bail};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::path::{Path, PathBuf};

const VARIABLE: &str = "TOUCHSTONE_MODELS";
const NAME: &str = "PP-OCRv6 small";
const DETECTOR: &str = "det.onnx";
const RECOGNISER: &str = "rec.onnx";
/// Under this name the recogniser carries the list of its characters.
const CHARACTERS: &str = "character";

/// The built-in reader, and where its models lie.
pub(super) fn load() -> anyhow::Result<(PaddleReader, PathBuf)> {
    let folder = find()?;
    let (detector, detector_hash) = network(&folder.join(DETECTOR))?;
    let (recogniser, recogniser_hash) = network(&folder.join(RECOGNISER))?;
    let characters = recogniser
        .note(CHARACTERS)
        .with_context(|| format!("{RECOGNISER} lacks the list of its characters"))?;
    let reader = PaddleReader {
        detector: Detector { network: detector },
        alphabet: Alphabet::new(characters),
        network: recogniser,
        model: format!("{NAME} {detector_hash}-{recogniser_hash}"),
    };
    Ok((reader, folder))
}

/// A network, and the beginning of its hash.
fn network(path: &Path) -> anyhow::Result<(Network, String)> {
    let bytes = std::fs::read(path).with_context(|| format!("could not read the model {}", path.display()))?;
    let mut hash = String::new();
    for byte in &Sha256::digest(&bytes)[..4] {
        write!(hash, "{byte:02x}")?;
    }
    let network = Network::load(bytes).with_context(|| format!("could not load the model {}", path.display()))?;
    Ok((network, hash))
}

/// Looks at `TOUCHSTONE_MODELS`, else in the folders `native/models` and `models` near the program, as for PDFium.
fn find() -> anyhow::Result<PathBuf> {
    let is_whole = |folder: &Path| folder.join(DETECTOR).is_file() && folder.join(RECOGNISER).is_file();
    if let Some(named) = std::env::var_os(VARIABLE) {
        let named = PathBuf::from(named);
        if is_whole(&named) {
            return Ok(named);
        }
        bail!(
            "could not find the models for text recognition: {VARIABLE} names {}, which does not hold {DETECTOR} and {RECOGNISER}",
            named.display()
        );
    }
    let program = std::env::current_exe().context("could not find the reader's own place")?;
    let folder = program.parent().unwrap_or(Path::new("/"));
    let natives = [
        "../native",
        "../lib/Touchstone/native",
        "../Resources/native",
        "native",
        ".",
    ];
    let places: Vec<PathBuf> = natives
        .iter()
        .map(|native| folder.join(native).join("models"))
        .collect();
    if let Some(found) = places.iter().find(|place| is_whole(place)) {
        return Ok(found.clone());
    }
    let places: Vec<_> = places.iter().map(|place| place.display().to_string()).collect();
    bail!(
        "could not find the models for text recognition, looked at {} (set {VARIABLE} to name another place)",
        places.join(", ")
    )
}
