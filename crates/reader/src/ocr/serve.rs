//! The loop of the `ocr` role: one scan in, one page out. Not here: recognition.

use super::{models, sheet};
use crate::{channel, hardening};
use touchstone_intake::protocol::{Greeting, Limits, PROTOCOL_VERSION, Reply, Scan};
use touchstone_intake::{Failure, Outcome};

/// Room in a request for the page that comes with the pixels.
const PAGE: u64 = 64 << 20;

/// Serves until the parent closes the channel.
pub(crate) fn run(address_space: Option<u64>) -> anyhow::Result<()> {
    hardening::die_with_parent()?;
    let (reader, folder) = match models::load() {
        Ok(loaded) => loaded,
        Err(error) => return send(&Reply::Failed(Failure::new(Outcome::Io, format!("{error:#}")))),
    };
    let hardening = hardening::deny(address_space);
    send(&Reply::Ready(Greeting {
        protocol: PROTOCOL_VERSION,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        library: folder.display().to_string(),
        build: reader.model.clone(),
        hardening,
    }))?;
    let most = usize::try_from(Limits::default().pixels + PAGE)?;
    while let Some(incoming) = channel::receive(most)? {
        let scan: Scan = postcard::from_bytes(&incoming.frame)?;
        drop(incoming);
        let number = scan.page.number;
        let reply = match sheet::recognise(&reader, scan) {
            Ok(page) => Reply::Page(Box::new(page)),
            Err(error) => {
                let message = format!("page {number} could not be recognised: {error:#}");
                Reply::Failed(Failure::new(Outcome::Damaged, message))
            }
        };
        send(&reply)?;
    }
    Ok(())
}

fn send(reply: &Reply) -> anyhow::Result<()> {
    channel::send(&postcard::to_stdvec(reply)?)
}
