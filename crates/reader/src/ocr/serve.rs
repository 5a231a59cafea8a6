//! The request loop of the `ocr` role: one scan in, one page out.

use super::network::Runtime;
use super::tesseract::{self, Tesseract};
use super::{TextReader, models, sheet};
use crate::cage::{self, Cage, Profile};
use crate::{channel, natives};
use anyhow::Context;
use std::path::PathBuf;
use touchstone_intake::protocol::{Greeting, Limits, PROTOCOL_VERSION, Reply, Scan};
use touchstone_intake::recogniser::{ONNX_RUNTIME_VARIABLE, Recogniser, TESSERACT_VARIABLE};
use touchstone_intake::{Failure, Outcome};

/// Bytes in a request reserved for the page that accompanies the pixels.
const PAGE: u64 = 64 << 20;

/// Serves until the parent closes the channel.
pub(crate) fn run(recogniser: &str, address_space: Option<u64>) -> anyhow::Result<()> {
    let (reader, place, cage) = match confined(recogniser, address_space) {
        Ok(confined) => confined,
        Err(error) => return send(&Reply::Failed(Failure::new(Outcome::Io, format!("{error:#}")))),
    };
    send(&Reply::Ready(Greeting {
        protocol: PROTOCOL_VERSION,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        library: place,
        build: reader.name().1.to_owned(),
        confinement: cage.confinement,
        hardening: cage.facts,
    }))?;
    let most = usize::try_from(Limits::default().pixels + PAGE)?;
    while let Some(incoming) = channel::receive(most)? {
        let scan: Scan = postcard::from_bytes(&incoming.frame)?;
        drop(incoming);
        let number = scan.page.number;
        let reply = match sheet::recognise(&*reader, scan) {
            Ok(page) => Reply::Page(Box::new(page)),
            Err(error) => {
                let message = format!("page {number} could not be recognized: {error:#}");
                Reply::Failed(Failure::new(Outcome::Damaged, message))
            }
        };
        send(&reply)?;
    }
    Ok(())
}

/// The named text reader, where its files are, and the cage it is in. Networks are built after files are given up, so
/// that the threads they start have none either.
pub(crate) fn confined(
    recogniser: &str,
    address_space: Option<u64>,
) -> anyhow::Result<(Box<dyn TextReader>, String, Cage)> {
    cage::begin()?;
    let networks = |profile: Profile, runtime: Runtime, library: String| {
        let models = models::Files::read()?;
        let place = format!("{}{library}", models.place);
        let without_files = cage::give_up_files(profile)?;
        let reader: Box<dyn TextReader> = Box::new(models.load(runtime)?);
        Ok((reader, place, without_files.give_up_calls(address_space)?))
    };
    match recogniser.parse().map_err(anyhow::Error::msg)? {
        Recogniser::BuiltIn => networks(Profile::Networks, Runtime::Rten, String::new()),
        Recogniser::OnnxRuntime => {
            let library = named(ONNX_RUNTIME_VARIABLE)?;
            // Installed by the system and chosen by the user, so no hash of it can be pinned: it is told instead.
            let digest = natives::digest_of(&library)?;
            let runtime = Runtime::onnx(&library)?;
            let library = format!(" with {} (SHA-256 {digest}, not pinned)", library.display());
            networks(Profile::Library, runtime, library)
        }
        Recogniser::Tesseract => {
            let program = named(TESSERACT_VARIABLE)?;
            let place = program.display().to_string();
            let profile = Profile::Program(tesseract::files_of(&program));
            let reader: Box<dyn TextReader> = Box::new(Tesseract::load(program)?);
            let cage = cage::give_up_files(profile)?.give_up_calls(address_space)?;
            Ok((reader, place, cage))
        }
    }
}

/// Resolves a file named by the parent. The file's own name, unlike that of a symlink, carries the version.
fn named(variable: &str) -> anyhow::Result<PathBuf> {
    let place = std::env::var_os(variable).with_context(|| format!("{variable} is not set"))?;
    std::fs::canonicalize(&place).with_context(|| format!("could not find {}", place.display()))
}

fn send(reply: &Reply) -> anyhow::Result<()> {
    channel::send(&postcard::to_stdvec(reply)?)
}
