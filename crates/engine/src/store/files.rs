//! Files on disk: opened without waiting, hashed while they are read, private to their owner, durable once named.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;
use tokio_util::sync::CancellationToken;

/// Bytes read at a time.
const CHUNK: usize = 1 << 18;

/// Digest and length of a file that was read completely.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// Lower-case hex.
    pub sha256: String,
    pub bytes: u64,
}

/// Opens a regular file for reading. Whatever else has its name is refused: opening a FIFO would wait for its other end,
/// and a device may have no end.
pub(crate) fn open_regular(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    let file = options.open(path)?;
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"))
    }
}

/// Which side of a copy failed.
pub(crate) enum CopyError {
    Read(io::Error),
    Written(io::Error),
    Stopped,
}

impl CopyError {
    /// The error where only one file is involved, such as a digest without a copy.
    pub(crate) fn into_io(self) -> io::Error {
        match self {
            CopyError::Read(error) | CopyError::Written(error) => error,
            CopyError::Stopped => io::ErrorKind::Interrupted.into(),
        }
    }
}

/// Bounds of a copy.
pub(crate) struct Bounds<'a> {
    /// In bytes; a longer source fails to be read.
    pub(crate) limit: u64,
    pub(crate) stop: Option<&'a CancellationToken>,
}

impl Bounds<'_> {
    pub(crate) const NONE: Bounds<'static> = Bounds {
        limit: u64::MAX,
        stop: None,
    };
}

/// Copies a source to its end and returns its digest and length.
pub(crate) fn copy_hashed(
    source: &mut impl Read,
    copy: &mut impl Write,
    bounds: &Bounds<'_>,
) -> Result<Kept, CopyError> {
    let (mut sha, mut bytes, mut buffer) = (Sha256::new(), 0, vec![0; CHUNK]);
    loop {
        if bounds.stop.is_some_and(CancellationToken::is_cancelled) {
            return Err(CopyError::Stopped);
        }
        let read = match source.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(CopyError::Read(error)),
        };
        bytes += read as u64;
        if bytes > bounds.limit {
            let message = format!("it has more than the limit of {} bytes per file", bounds.limit);
            return Err(CopyError::Read(io::Error::new(io::ErrorKind::FileTooLarge, message)));
        }
        sha.update(&buffer[..read]);
        copy.write_all(&buffer[..read]).map_err(CopyError::Written)?;
    }
    Ok(Kept {
        sha256: format!("{:x}", sha.finalize()),
        bytes,
    })
}

/// Reads a source to its end and returns its digest and length.
pub(crate) fn digest(source: &mut impl Read) -> io::Result<Kept> {
    copy_hashed(source, &mut io::sink(), &Bounds::NONE).map_err(CopyError::into_io)
}

/// Syncs the folder, which makes a new name durable. Windows has no such call and does this with the file.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder)?.sync_all()
    } else {
        Ok(())
    }
}

/// Creates a folder that only its owner can access, including missing parents.
pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Creates an empty file that only its owner can read, unless it exists. SQLite gives its log the same permissions.
pub(crate) fn create_private(path: &Path) -> io::Result<()> {
    match new_private(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        other => other.map(drop),
    }
}

/// Creates a file that only its owner can read, open for writing; an error if there is one already.
pub(crate) fn new_private(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.create_new(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_source_that_grows_beyond_the_limit_is_not_read_on() {
        for (bytes, limit, kept) in [
            (3, 3, true),
            (4, 3, false),
            (CHUNK + 1, CHUNK as u64, false),
            (0, 0, true),
        ] {
            let mut copy = Vec::new();
            let bounds = Bounds { limit, stop: None };
            let copied = copy_hashed(&mut io::repeat(7).take(bytes as u64), &mut copy, &bounds);
            assert_eq!(copied.is_ok(), kept, "{bytes} bytes of {limit}");
            assert!(copy.len() as u64 <= limit, "{bytes} bytes of {limit}");
        }
    }

    #[test]
    fn a_stopped_copy_ends() {
        let stop = CancellationToken::new();
        stop.cancel();
        let bounds = Bounds {
            limit: u64::MAX,
            stop: Some(&stop),
        };
        let copied = copy_hashed(&mut io::repeat(7), &mut io::sink(), &bounds);
        assert!(matches!(copied, Err(CopyError::Stopped)));
    }

    #[cfg(unix)]
    #[test]
    fn only_a_regular_file_is_opened_and_a_fifo_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("file"), "abc").unwrap();
        assert!(
            std::process::Command::new("mkfifo")
                .arg(at("fifo"))
                .status()
                .unwrap()
                .success()
        );
        std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
        std::os::unix::fs::symlink(at("fifo"), at("link")).unwrap();
        assert!(open_regular(&at("file")).is_ok());
        for path in [
            at("fifo"),
            at("link"),
            at("socket"),
            at("nothing"),
            "/dev/zero".into(),
            folder.path().into(),
        ] {
            assert!(open_regular(&path).is_err(), "{}", path.display());
        }
    }
}
