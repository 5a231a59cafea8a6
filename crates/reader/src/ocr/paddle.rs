//! The recogniser built in.

use super::ctc::Alphabet;
use super::detector::Detector;
use super::network::{Network, Runtime};
use std::sync::OnceLock;
use touchstone_intake::Script;

pub(super) struct PaddleReader {
    pub(super) detector: Detector,
    pub(super) recognisers: Recognisers,
    /// What runs the models.
    pub(super) engine: &'static str,
    /// Name and hash of the models.
    pub(super) model: String,
}

/// The model of the recogniser and what was made of it: of each choice of characters one of its own, when it is asked for.
pub(super) struct Recognisers {
    pub runtime: Runtime,
    pub model: Vec<u8>,
    pub made: [OnceLock<Recogniser>; Script::ALL.len()],
}

/// A network with the characters that it tells apart.
pub(super) struct Recogniser {
    pub(super) network: Network,
    pub(super) alphabet: Alphabet,
}
