//! Passes a document to a reader: an open read-only descriptor, sent over the socket that is the reader's standard
//! input. Systems without SCM_RIGHTS return a typed failure; passing a duplicated handle on Windows is not
//! implemented yet, and belongs in this file.

use std::fs::File;
use std::io;
use std::process::Stdio;

#[cfg(not(unix))]
pub(super) use tokio::io::DuplexStream as Channel;
#[cfg(unix)]
pub(super) use tokio::net::UnixStream as Channel;

/// A connected pair: our end, and the reader's end for its standard input.
#[cfg(unix)]
pub(super) fn pair() -> io::Result<(Channel, Stdio)> {
    let (ours, theirs) = std::os::unix::net::UnixStream::pair()?;
    ours.set_nonblocking(true)?;
    Ok((
        Channel::from_std(ours)?,
        Stdio::from(std::os::fd::OwnedFd::from(theirs)),
    ))
}

/// Sends `bytes` with the document's descriptor attached to the first byte.
#[cfg(unix)]
pub(super) async fn send_with(channel: &mut Channel, bytes: &[u8], document: &File) -> io::Result<()> {
    use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};
    use std::os::fd::AsFd;
    use tokio::io::{AsyncWriteExt, Interest};

    let sent = channel
        .async_io(Interest::WRITABLE, || {
            let mut space = [std::mem::MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
            let mut control = SendAncillaryBuffer::new(&mut space);
            let descriptors = [document.as_fd()];
            if !control.push(SendAncillaryMessage::ScmRights(&descriptors)) {
                return Err(io::Error::other("no room for the descriptor"));
            }
            Ok(sendmsg(
                &*channel,
                &[io::IoSlice::new(bytes)],
                &mut control,
                SendFlags::NOSIGNAL,
            )?)
        })
        .await?;
    channel.write_all(&bytes[sent..]).await
}

/// Reopens the document read-only, so that a compromised reader cannot change it.
#[cfg(unix)]
pub(super) fn read_only(document: File) -> io::Result<File> {
    use rustix::fs::{OFlags, fcntl_getfl};
    use std::os::fd::AsRawFd;

    if fcntl_getfl(&document)? & OFlags::ACCMODE == OFlags::RDONLY {
        return Ok(document);
    }
    if cfg!(target_os = "linux") {
        return File::open(format!("/proc/self/fd/{}", document.as_raw_fd()));
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "it is open for writing"))
}

#[cfg(not(unix))]
pub(super) fn read_only(document: File) -> io::Result<File> {
    Ok(document)
}

#[cfg(not(unix))]
pub(super) fn pair() -> io::Result<(Channel, Stdio)> {
    Err(io::Error::new(
        io::ErrorKind::Unsupported,
        "handing documents to a reader is not built for this system yet",
    ))
}

#[cfg(not(unix))]
pub(super) async fn send_with(_: &mut Channel, _: &[u8], _: &File) -> io::Result<()> {
    Err(io::Error::new(
        io::ErrorKind::Unsupported,
        "handing documents to a reader is not built for this system yet",
    ))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::io::{Read, Write};

    #[test]
    fn a_document_opened_for_writing_is_handed_over_for_reading_only() {
        let mut writable = tempfile::tempfile().unwrap();
        writable.write_all(b"%PDF").unwrap();
        let mut document = super::read_only(writable).unwrap();
        assert!(document.write_all(b"changed").is_err() && document.set_len(0).is_err());
        let mut text = String::new();
        document.read_to_string(&mut text).unwrap();
        assert_eq!(text, "%PDF");
    }
}
