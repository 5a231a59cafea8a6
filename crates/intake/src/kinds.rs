//! File types accepted as documents, by file name extension. Extensions are only used for choosing files in folders;
//! the actual type is determined from the content (see `pool/sniff.rs`).

use std::path::Path;

/// Extensions with their media types.
pub const KINDS: [(&str, &str); 7] = [
    ("pdf", "application/pdf"),
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("tif", "image/tiff"),
    ("tiff", "image/tiff"),
    ("webp", "image/webp"),
];

/// The media type for a file's extension; `None` if it is not one of a document.
pub fn media_type(path: &Path) -> Option<&'static str> {
    let end = path.extension()?;
    let kind = KINDS.iter().find(|(known, _)| end.eq_ignore_ascii_case(known));
    kind.map(|(_, media_type)| *media_type)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_documents_are_known_in_any_case() {
        assert_eq!(media_type(Path::new("a/W-2.PDF")), Some("application/pdf"));
        assert_eq!(media_type(Path::new("scan.Tif")), Some("image/tiff"));
        assert_eq!(media_type(Path::new("notes.txt")), None);
        assert_eq!(media_type(Path::new("pdf")), None);
    }
}
