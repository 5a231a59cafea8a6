//! Checks the first bytes of a file, so that files that are clearly not documents are rejected with a helpful
//! message before a reader is used.

use crate::outcome::{Failure, Outcome};
use crate::protocol::Limits;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

/// Max bytes before the header of a PDF.
const HEADER_WITHIN: usize = 1024;

/// `Ok` if the file should be passed to a reader.
pub(super) fn check(file: &File, limits: &Limits) -> Result<(), Failure> {
    let io = |error: std::io::Error| Failure::new(Outcome::Io, format!("could not read the file: {error}"));
    let metadata = file.metadata().map_err(io)?;
    if !metadata.is_file() {
        return Err(Failure::new(
            Outcome::Io,
            "could not read the file: it is a folder or a device",
        ));
    }
    if metadata.len() == 0 {
        return Err(Failure::new(Outcome::Empty, "the file has no bytes"));
    }
    if metadata.len() > limits.file_bytes {
        let message = format!(
            "the file has {} bytes, more than the limit of {}",
            metadata.len(),
            limits.file_bytes
        );
        return Err(Failure::new(Outcome::Io, message));
    }
    let mut head = Vec::with_capacity(HEADER_WITHIN + 4);
    let mut reader = file;
    reader.seek(SeekFrom::Start(0)).map_err(io)?;
    reader
        .take(HEADER_WITHIN as u64 + 4)
        .read_to_end(&mut head)
        .map_err(io)?;
    if head.windows(4).any(|bytes| bytes == b"%PDF") || is_picture(&head) {
        return Ok(());
    }
    let kind = looks_like(&head);
    Err(Failure::new(
        Outcome::NotADocument,
        format!("not a PDF or a picture: it looks like {kind}"),
    ))
}

/// Image formats decoded by readers: PNG, JPEG, TIFF, WebP.
fn is_picture(head: &[u8]) -> bool {
    const KINDS: [&[u8]; 4] = [b"\x89PNG\r\n\x1a\n", b"\xFF\xD8\xFF", b"II*\0", b"MM\0*"];
    KINDS.iter().any(|magic| head.starts_with(magic)) || head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP")
}

/// Describes the file type by its first bytes, for messages.
fn looks_like(head: &[u8]) -> &'static str {
    const KINDS: [(&[u8], &str); 12] = [
        (b"GIF8", "a GIF picture"),
        (b"BM", "a BMP picture"),
        (b"RIFF", "a RIFF file"),
        (b"PK\x03\x04", "a ZIP archive or an Office document"),
        (b"\xD0\xCF\x11\xE0", "an old Office document"),
        (b"\x1F\x8B", "a gzip archive"),
        (b"7z\xBC\xAF", "a 7-Zip archive"),
        (b"Rar!", "a RAR archive"),
        (b"%!PS", "PostScript"),
        (b"{\\rtf", "an RTF document"),
        (b"\x7FELF", "a program"),
        (b"MZ", "a program"),
    ];
    if let Some((_, name)) = KINDS.iter().find(|(magic, _)| head.starts_with(magic)) {
        return name;
    }
    let start = String::from_utf8_lossy(head)
        .trim_start_matches('\u{FEFF}')
        .trim_start()
        .to_ascii_lowercase();
    if start.starts_with("<!doctype html") || start.starts_with("<html") {
        "an HTML page"
    } else if start.starts_with("<?xml") {
        "an XML file"
    } else if head
        .iter()
        .all(|&byte| byte >= 0x20 || matches!(byte, b'\t' | b'\n' | b'\r' | 0x0C))
    {
        "plain text"
    } else {
        "binary data"
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::io::Write;

    fn check(bytes: &[u8]) -> Result<(), (Outcome, String)> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        let limits = Limits {
            file_bytes: 4096,
            ..Limits::default()
        };
        super::check(&file, &limits).map_err(|failure| (failure.outcome, failure.message))
    }

    #[test]
    fn a_header_is_found_within_the_first_kilobyte() {
        assert_eq!(check(b"%PDF-1.7"), Ok(()));
        let late = [vec![b' '; 1024], b"%PDF-1.4".to_vec()].concat();
        assert_eq!(check(&late), Ok(()));
        let too_late = [vec![b' '; 1025], b"%PDF-1.4".to_vec()].concat();
        assert_eq!(check(&too_late).unwrap_err().0, Outcome::NotADocument);
    }

    #[test]
    fn pictures_are_documents() {
        for head in [
            &b"\x89PNG\r\n\x1a\n"[..],
            b"\xFF\xD8\xFF\xE0",
            b"MM\0*",
            b"RIFF\0\0\0\0WEBP",
        ] {
            assert_eq!(check(head), Ok(()));
        }
        assert!(check(b"RIFF\0\0\0\0WAVE").is_err());
    }

    #[test]
    fn other_files_are_named() {
        for (bytes, name) in [
            (&b"GIF89a"[..], "a GIF picture"),
            (b"PK\x03\x04rest", "a ZIP archive or an Office document"),
            (b"\xEF\xBB\xBF <!DOCTYPE html><html>", "an HTML page"),
            (b"Dear Sir or Madam", "plain text"),
            (b"\x01\x02\x03", "binary data"),
        ] {
            let (outcome, message) = check(bytes).unwrap_err();
            assert_eq!(
                (outcome, message),
                (
                    Outcome::NotADocument,
                    format!("not a PDF or a picture: it looks like {name}")
                )
            );
        }
    }

    #[test]
    fn empty_and_oversized_files_end_before_any_work() {
        assert_eq!(check(b"").unwrap_err().0, Outcome::Empty);
        assert_eq!(check(&[b'%'; 5000]).unwrap_err().0, Outcome::Io);
    }
}
