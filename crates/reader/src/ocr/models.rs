//! Finds and loads the recognition models, once per process, from `TOUCHSTONE_MODELS` or folders near the program.

use super::ctc::Alphabet;
use super::detector::Detector;
use super::network::{Network, Runtime, Sees};
use super::paddle::{PaddleReader, Recogniser, Recognisers};
use super::trim;
use crate::natives::{self, Place};
use anyhow::{Context, bail};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use touchstone_intake::Script;

const VARIABLE: &str = "TOUCHSTONE_MODELS";
const NAME: &str = "PP-OCRv6 small";
const DETECTOR: &str = "det.onnx";
const RECOGNISER: &str = "rec.onnx";
/// Metadata key under which the recognizer carries its character list.
const CHARACTERS: &str = "character";

/// The models in memory, each with the beginning of its hash. Nothing is read from files after this.
pub(super) struct Files {
    /// The folder for display, with a remark on every model that is not the pinned one.
    pub(super) place: String,
    detector: (Vec<u8>, String),
    recogniser: (Vec<u8>, String),
}

impl Files {
    /// Models in a folder that no variable names must be the pinned ones.
    pub(super) fn read() -> anyhow::Result<Self> {
        let folder = find()?;
        let mut place = folder.path.display().to_string();
        Ok(Self {
            detector: read(&folder, DETECTOR, &mut place)?,
            recogniser: read(&folder, RECOGNISER, &mut place)?,
            place,
        })
    }

    /// Returns a reader with the bundled models.
    pub(super) fn load(self, runtime: Runtime) -> anyhow::Result<PaddleReader> {
        let (detector, detector_hash) = self.detector;
        let (recogniser, recogniser_hash) = self.recogniser;
        let detector = runtime
            .load(detector, Sees::Pages)
            .with_context(|| format!("could not load the model {DETECTOR}"))?;
        let engine = runtime.name();
        let recogniser =
            Recognisers::load(runtime, recogniser).with_context(|| format!("could not load the model {RECOGNISER}"))?;
        Ok(PaddleReader {
            engine,
            detector: Detector { network: detector },
            recognisers: recogniser,
            model: format!("{NAME} {detector_hash}-{recogniser_hash}"),
        })
    }
}

impl Recognisers {
    /// Builds the default recognizer at once, so that an unusable model is reported early.
    fn load(runtime: Runtime, model: Vec<u8>) -> anyhow::Result<Self> {
        let made = Self {
            runtime,
            model,
            made: Default::default(),
        };
        made.of(Script::default())?;
        Ok(made)
    }

    /// The recognizer restricted to the characters of a script.
    pub(super) fn of(&self, script: Script) -> anyhow::Result<&Recogniser> {
        let place = &self.made[script as usize];
        if let Some(made) = place.get() {
            return Ok(made);
        }
        let whole = self.runtime.load(self.model.clone(), Sees::Lines)?;
        let characters = characters(&whole)?;
        let made = if script == Script::Any {
            Recogniser {
                network: whole,
                alphabet: characters,
            }
        } else {
            drop(whole);
            let (alphabet, numbers) = characters.of_script(script);
            let network = self
                .runtime
                .load(trim::trimmed(&self.model, characters.count(), &numbers)?, Sees::Lines)?;
            Recogniser { network, alphabet }
        };
        Ok(place.get_or_init(|| made))
    }
}

fn characters(network: &Network) -> anyhow::Result<Alphabet> {
    let list = network.note(CHARACTERS);
    Ok(Alphabet::new(&list.context("the model has no list of its characters")?))
}

/// The bytes of a model and the first 4 bytes of their hash, in hex. Appends a remark to `place` if it is not the pinned
/// one.
fn read(folder: &Place, file: &str, place: &mut String) -> anyhow::Result<(Vec<u8>, String)> {
    let path = folder.path.join(file);
    let bytes = std::fs::read(&path).with_context(|| format!("could not read the model {}", path.display()))?;
    let hash = format!("{:x}", Sha256::digest(&bytes));
    place.push_str(&natives::model(folder, file, &hash)?);
    Ok((bytes, hash.chars().take(8).collect()))
}

/// Looks at `TOUCHSTONE_MODELS`, otherwise in the `native/models` and `models` folders near the program, as for PDFium.
fn find() -> anyhow::Result<Place> {
    let is_whole = |folder: &Path| folder.join(DETECTOR).is_file() && folder.join(RECOGNISER).is_file();
    if let Some(named) = std::env::var_os(VARIABLE) {
        let named = PathBuf::from(named);
        if is_whole(&named) {
            return Ok(Place::named(named, VARIABLE));
        }
        bail!(
            "could not find the models for text recognition: {VARIABLE} names {}, which does not hold {DETECTOR} and {RECOGNISER}",
            named.display()
        );
    }
    let program = std::env::current_exe().context("could not find the reader's own path")?;
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
        return Ok(Place::found(found, VARIABLE));
    }
    let places: Vec<_> = places.iter().map(|place| place.display().to_string()).collect();
    bail!(
        "could not find the models for text recognition, looked at {} (set {VARIABLE} to their folder)",
        places.join(", ")
    )
}
