//! The reader's end of the socket: whole frames in and out, blocking, with a document's descriptor when one is
//! attached. The parent's end is `intake/pool/descriptor.rs`.

use anyhow::{Context, bail, ensure};
use std::fs::File;

/// One request frame and the document that came with it.
pub(crate) struct Incoming {
    pub(crate) frame: Vec<u8>,
    pub(crate) document: Option<File>,
}

/// Waits for the next frame; `None` if the parent closed the channel between frames.
#[cfg(unix)]
pub(crate) fn receive(most: usize) -> anyhow::Result<Option<Incoming>> {
    let mut header = [0; 4];
    let mut document = None;
    let mut filled = 0;
    while filled < header.len() {
        let (count, attached) = receive_some(&mut header[filled..]).context("waiting for a request")?;
        if count == 0 {
            ensure!(filled == 0, "the parent closed the channel within a frame");
            return Ok(None);
        }
        filled += count;
        document = attached.or(document);
    }
    let length = u32::from_be_bytes(header) as usize;
    ensure!(length <= most, "a request of {length} bytes is longer than {most}");
    let mut frame = vec![0; length];
    let mut filled = 0;
    while filled < length {
        let count = rustix::io::read(rustix::stdio::stdin(), &mut frame[filled..]).context("reading a request")?;
        ensure!(count > 0, "the parent closed the channel within a frame");
        filled += count;
    }
    Ok(Some(Incoming { frame, document }))
}

#[cfg(unix)]
fn receive_some(buffer: &mut [u8]) -> anyhow::Result<(usize, Option<File>)> {
    use rustix::io::Errno;
    use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg};

    let mut space = [std::mem::MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let received = loop {
        let mut parts = [std::io::IoSliceMut::new(buffer)];
        match recvmsg(
            rustix::stdio::stdin(),
            &mut parts,
            &mut control,
            RecvFlags::CMSG_CLOEXEC,
        ) {
            Err(Errno::INTR) => {}
            other => break other?,
        }
    };
    let mut document = None;
    for message in control.drain() {
        if let RecvAncillaryMessage::ScmRights(descriptors) = message {
            document = descriptors.map(File::from).last().or(document);
        }
    }
    Ok((received.bytes, document))
}

/// Sends one reply frame.
#[cfg(unix)]
pub(crate) fn send(frame: &[u8]) -> anyhow::Result<()> {
    let length = u32::try_from(frame.len()).context("a reply of more than 4 GiB")?;
    for mut part in [&length.to_be_bytes()[..], frame] {
        while !part.is_empty() {
            match rustix::io::write(rustix::stdio::stdin(), part) {
                Ok(0) => bail!("the channel accepts no more data"),
                Ok(count) => part = &part[count..],
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error).context("sending a reply"),
            }
        }
    }
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn receive(_: usize) -> anyhow::Result<Option<Incoming>> {
    bail!("receiving documents is not built for this system yet")
}

#[cfg(not(unix))]
pub(crate) fn send(_: &[u8]) -> anyhow::Result<()> {
    bail!("sending replies is not built for this system yet")
}
