//! The built-in text reader.

use super::ctc::Alphabet;
use super::detector::Detector;
use super::network::{Network, Runtime};
use std::sync::OnceLock;
use touchstone_intake::Script;

pub(super) struct PaddleReader {
    pub(super) detector: Detector,
    pub(super) recognisers: Recognisers,
    /// Name of the library that runs the models.
    pub(super) engine: &'static str,
    /// Name and hash of the models.
    pub(super) model: String,
}

/// The recognition model and the recognizers derived from it, one per script, built on first use.
pub(super) struct Recognisers {
    pub runtime: Runtime,
    pub model: Vec<u8>,
    pub made: [OnceLock<Recogniser>; Script::ALL.len()],
}

/// A network with its alphabet.
pub(super) struct Recogniser {
    pub(super) network: Network,
    pub(super) alphabet: Alphabet,
}
